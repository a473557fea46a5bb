// From vertices and triangles to a mesh: every index and number is checked, solids are checked for closedness and winding, and the tree
// is built over exact boxes. Deformed and mapped meshes share all of it but the vertices.
#include "graze/mesh/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "graze/math/served_range.hpp"
#include "mesh/convex_form.hpp"
#include "mesh/similarity.hpp"
#include "mesh/topology.hpp"
#include "mesh/triangle_extents.hpp"

namespace graze {
namespace {

using Fault = std::optional<BuildError>;

Fault bad_index(std::span<const CornerIndices> triangles, std::size_t vertex_count) {
    if (triangles.empty()) return BuildError{Rule::too_few, Element::whole, 0, "a mesh needs at least one triangle"};
    if (triangles.size() >= (std::size_t{1} << 31) || vertex_count >= (std::size_t{1} << 32))
        return BuildError{Rule::too_complex, Element::whole, 0, "a mesh has at most 2^31 - 1 triangles and 2^32 - 1 vertices; split it"};
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (const std::uint32_t corner : triangles[t]) {
            if (corner < vertex_count) continue;
            return BuildError{Rule::out_of_range, Element::triangle, t,
                              "names vertex " + std::to_string(corner) + " of " + std::to_string(vertex_count) +
                                  "; indices count from 0, remove the triangle or repair the index"};
        }
    }
    return std::nullopt;
}

Fault bad_vertex(std::span<const Vec3> vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3& v = vertices[i];
        if (!is_finite(v)) return BuildError{Rule::not_finite, Element::vertex, i, "has a NaN or an infinity; give finite numbers"};
        if (!is_served(v))
            return BuildError{Rule::out_of_range, Element::vertex, i,
                              "is outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length"};
    }
    return std::nullopt;
}

std::string edge_name(std::uint32_t low, std::uint32_t high) {
    return "its edge between vertices " + std::to_string(low) + " and " + std::to_string(high);
}

/// What keeps closed triangles from enclosing anything: the first edge without as many triangles one way as the other.
Fault bad_edge(const EdgeTable& edges) {
    Fault open, against;
    edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
        const auto upward = static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), [](const EdgeUse& u) { return u.upward(); }));
        if (2 * upward == uses.size()) return;
        if (uses.size() % 2 != 0) {
            if (!open)
                open = BuildError{Rule::not_closed, Element::triangle, uses[0].triangle(),
                                  edge_name(low, high) + " has " + std::to_string(uses.size()) +
                                      (uses.size() == 1 ? " triangle" : " triangles") + "; close the hole, or build a surface"};
        } else if (!against) {
            against = BuildError{Rule::not_oriented, Element::triangle, uses[0].triangle(),
                                 edge_name(low, high) + " runs the same way in both its triangles; reverse the faces that examine() names"};
        }
    });
    return open ? open : against;
}

/// Whether the indices alone close the surface.
bool is_closed_by_index(std::span<const CornerIndices> triangles, std::span<const std::uint32_t> first) {
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == i) continue;
        std::vector<std::uint32_t> each(first.size());
        for (std::uint32_t k = 0; k < each.size(); ++k) each[k] = k;
        return !bad_edge(EdgeTable(triangles, each));
    }
    return true;
}

std::vector<std::uint32_t> shell_vertices(std::span<const CornerIndices> triangles, const EdgeTable& edges) {
    WindingSets sets(triangles.size());
    edges.for_each_edge([&](std::uint32_t, std::uint32_t, std::span<const EdgeUse> uses) {
        for (std::size_t i = 1; i < uses.size(); ++i) sets.join(uses[0].triangle(), uses[i].triangle(), false);
    });
    std::vector<std::uint32_t> vertices;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (sets.find(t).root == t) vertices.push_back(triangles[t][0]);
    }
    return vertices;
}

/// The first triangle of each set that vertices connect.
std::vector<std::uint32_t> piece_triangles(std::span<const CornerIndices> triangles, std::size_t vertex_count) {
    std::vector<std::uint32_t> parent(vertex_count);
    std::iota(parent.begin(), parent.end(), 0U);
    const auto root_of = [&parent](std::uint32_t v) {
        for (; parent[v] != v; v = parent[v]) parent[v] = parent[parent[v]];
        return v;
    };
    for (const CornerIndices& t : triangles) {
        std::uint32_t root = root_of(t[0]);
        for (const std::uint32_t other : {root_of(t[1]), root_of(t[2])}) {
            parent[std::max(root, other)] = std::min(root, other);
            root = std::min(root, other);
        }
    }
    std::vector<bool> seen(vertex_count, false);
    std::vector<std::uint32_t> pieces;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const std::uint32_t root = root_of(triangles[t][0]);
        if (!seen[root]) pieces.push_back(t);
        seen[root] = true;
    }
    return pieces;
}

/// Checks a solid and completes what only solids have.
Fault close(MeshData& mesh) {
    const std::vector<std::uint32_t> first = first_at_place(mesh.vertices);
    const EdgeTable edges(mesh.triangles, first);
    if (Fault fault = bad_edge(edges)) return fault;
    mesh.closed_by_index = is_closed_by_index(mesh.triangles, first);
    mesh.shell_vertices = shell_vertices(mesh.triangles, edges);
    return std::nullopt;
}

void turn(MeshData& mesh) {
    for (CornerIndices& t : mesh.triangles) std::swap(t[1], t[2]);
    mesh.turned = !mesh.turned;
}

void turn_outward(MeshData& mesh) {
    if (mesh.options.kind == MeshKind::solid && enclosed_volume(mesh.vertices, mesh.triangles) < 0) turn(mesh);
}

/// Measures the triangles; their boxes come back.
std::vector<Aabb> measure(MeshData& mesh) {
    TriangleExtents extents = extents_of(
        mesh.triangles.size(), [&mesh](std::size_t i) { return mesh.triangle(i); }, Workers(mesh.options.threads));
    mesh.reach = extents.reach;
    mesh.longest_edge = extents.longest_edge;
    return std::move(extents.boxes);
}

/// Once the tree's order, or the winding, is as it stays.
void fill_slots(MeshData& mesh) {
    mesh.slots.resize(mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.slots.size(); ++i) mesh.slots[i] = mesh.triangles[mesh.tree.order()[i]];
}

Fault build_tree(MeshData& mesh, std::span<const Aabb> boxes) {
    auto tree = BoxTree::build(boxes, {.split = mesh.options.split, .threads = mesh.options.threads});
    if (!tree) return std::move(tree.error());
    mesh.tree = *std::move(tree);
    return std::nullopt;
}

Fault refit_tree(MeshData& mesh, std::span<const Aabb> boxes) {
    auto fitted = mesh.tree.refit(boxes);
    return fitted ? Fault{} : Fault{std::move(fitted.error())};
}

/// A copy of all but the payload's identity.
std::shared_ptr<MeshData> copy_of(const MeshData& mesh, std::vector<Vec3> vertices) {
    auto copy = std::make_shared<MeshData>();
    copy->vertices = std::move(vertices);
    copy->triangles = mesh.triangles;
    copy->tree = mesh.tree;
    copy->shell_vertices = mesh.shell_vertices;
    copy->piece_triangles = mesh.piece_triangles;
    copy->options = mesh.options;
    copy->turned = mesh.turned;
    copy->closed_by_index = mesh.closed_by_index;
    return copy;
}

Shape shape_of(const std::shared_ptr<const MeshData>& data, double margin) noexcept {
    return triangles_shape(ShapeType::mesh, data, data->vertices[data->triangles[0][0]], margin);
}

}  // namespace

expected<Mesh, BuildError> Mesh::build(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                                       const MeshOptions& options) {
    if (Fault fault = bad_index(triangles, vertices.size())) return unexpected<BuildError>(*std::move(fault));
    if (Fault fault = bad_vertex(vertices)) return unexpected<BuildError>(*std::move(fault));
    auto mesh = std::make_shared<MeshData>();
    mesh->vertices.assign(vertices.begin(), vertices.end());
    mesh->triangles.assign(triangles.begin(), triangles.end());
    mesh->options = options;
    if (options.kind == MeshKind::solid) {
        if (Fault fault = close(*mesh)) return unexpected<BuildError>(*std::move(fault));
    }
    turn_outward(*mesh);
    const std::vector<Aabb> boxes = measure(*mesh);
    Fault fault;
    const Workers workers(options.threads);
    workers.run([&] {
        workers.for_each(2, [&](std::size_t task) {
            if (task == 0)
                fault = build_tree(*mesh, boxes);
            else
                mesh->piece_triangles = piece_triangles(mesh->triangles, mesh->vertices.size());
        });
    });
    if (fault) return unexpected<BuildError>(*std::move(fault));
    fill_slots(*mesh);
    mesh->convex = convex_form(*mesh);
    return Mesh(std::move(mesh));
}

expected<Mesh, BuildError> Mesh::with_vertices(std::span<const Vec3> vertices) const {
    if (vertices.size() != data_->vertices.size())
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "there are " + std::to_string(vertices.size()) + " vertices for " +
                                           std::to_string(data_->vertices.size()) + "; give one for each vertex of the mesh"});
    if (Fault fault = bad_vertex(vertices)) return unexpected<BuildError>(*std::move(fault));
    auto mesh = copy_of(*data_, {vertices.begin(), vertices.end()});
    if (kind() == MeshKind::solid && !mesh->closed_by_index) {
        if (Fault fault = close(*mesh)) return unexpected<BuildError>(*std::move(fault));
    }
    turn_outward(*mesh);
    if (Fault fault = refit_tree(*mesh, measure(*mesh))) return unexpected<BuildError>(*std::move(fault));
    fill_slots(*mesh);
    return Mesh(std::move(mesh));
}

std::size_t Mesh::memory_bytes() const noexcept {
    return sizeof(MeshData) + data_->vertices.capacity() * sizeof(Vec3) +
           (data_->triangles.capacity() + data_->slots.capacity()) * sizeof(CornerIndices) + data_->tree.memory_bytes() +
           data_->shell_vertices.capacity() * sizeof(std::uint32_t);
}

Mesh::operator Shape() const noexcept { return shape_of(data_, 0); }

Shape MeshData::image(const Shape& self, const Affine& map) const {
    const std::optional<double> margin = mapped_margin(self.margin(), map);
    if (!margin) return Shape::invalid(ShapeType::mesh, Rule::uneven_margin, Element::whole, 0);
    std::vector<Vec3> mapped;
    mapped.reserve(vertices.size());
    for (const Vec3& v : vertices) mapped.push_back(map * v);
    // Tiny results of cancellation are zero to the library: below 1e-100 nothing is served.
    for (Vec3& v : mapped) {
        for (std::size_t i = 0; i < 3; ++i) v[i] = std::abs(v[i]) < kSmallestServed ? 0 : v[i];
    }
    if (const Fault fault = bad_vertex(mapped)) return Shape::invalid(ShapeType::mesh, fault->rule, fault->kind, fault->element);
    auto mesh = copy_of(*this, std::move(mapped));
    if (options.kind == MeshKind::solid && determinant(map.linear) < 0) {
        for (CornerIndices& t : mesh->triangles) std::swap(t[1], t[2]);
    }
    const std::vector<Aabb> boxes = measure(*mesh);
    Fault fault = refit_tree(*mesh, boxes);
    // Uneven scales change which neighbours are close.
    if (!fault && mesh->tree.rebuild_pays()) fault = build_tree(*mesh, boxes);
    if (fault) return Shape::invalid(ShapeType::mesh, fault->rule, fault->kind, fault->element);
    fill_slots(*mesh);
    if (convex) mesh->convex = convex_form(*mesh);
    return shape_of(mesh, *margin);
}

}  // namespace graze
