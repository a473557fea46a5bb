// From vertices and triangles to a mesh: every index and number is checked, solids are checked for closedness
// and winding, and the tree is built over exact boxes. Deformed and mapped meshes share all of it but the
// vertices.
#include "graze/mesh/mesh.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/parallel.hpp"
#include "graze/math/vec.hpp"
#include "mesh/convex_form.hpp"
#include "mesh/mesh_followers.hpp"
#include "mesh/mesh_parts.hpp"
#include "mesh/shell_winding.hpp"
#include "mesh/similarity.hpp"
#include "mesh/topology.hpp"
#include "shape/highest_of_many.hpp"

namespace graze {
namespace {

using mesh_parts::bad_index;
using mesh_parts::bad_vertex;
using mesh_parts::close;
using mesh_parts::Fault;
using mesh_parts::finish_layout;
using mesh_parts::keep_vertices;
using mesh_parts::measure;
using mesh_parts::shape_of;
using mesh_parts::take_vertices;

void turn(MeshData& mesh) {
    for (CornerIndices& t : mesh.triangles.plain()) std::swap(t[1], t[2]);
    mesh.turned = !mesh.turned;
}

void turn_outward(MeshData& mesh) {
    if (mesh.options.kind == MeshKind::solid && enclosed_volume(mesh.vertices, mesh.triangles.plain()) < 0)
        turn(mesh);
}

Fault build_tree(MeshData& mesh, std::span<const Aabb> boxes) {
    auto tree = BoxTree::build(
        boxes,
        {.split = mesh.options.split, .threads = mesh.options.threads, .compact = mesh.options.compact});
    if (!tree) return std::move(tree.error());
    mesh.tree = *std::move(tree);
    return std::nullopt;
}

Fault refit_tree(MeshData& mesh, std::span<const Aabb> boxes) {
    auto fitted = mesh.tree.refit(boxes);
    return fitted ? Fault{} : Fault{std::move(fitted.error())};
}

/// A copy of all but the vertices and the payload's identity; the triangles are not packed.
std::shared_ptr<MeshData> copy_without_vertices(const MeshData& mesh) {
    auto copy = std::make_shared<MeshData>();
    copy->triangles = TriangleList(mesh.triangles.copied());
    copy->tree = mesh.tree;
    copy->shell_vertices = mesh.shell_vertices;
    copy->piece_triangles = mesh.piece_triangles;
    copy->options = mesh.options;
    copy->turned = mesh.turned;
    copy->closed_by_index = mesh.closed_by_index;
    return copy;
}

}  // namespace

MeshData::MeshData() : followers(std::make_shared<MeshFollowers>()) {}

expected<Mesh, BuildError> Mesh::build(const VertexView& vertices,
                                       std::span<const std::array<std::uint32_t, 3>> triangles,
                                       const MeshOptions& options) {
    if (Fault fault = bad_index(triangles, vertices.size())) return unexpected<BuildError>(*std::move(fault));
    if (Fault fault = bad_vertex(vertices)) return unexpected<BuildError>(*std::move(fault));
    auto mesh = std::make_shared<MeshData>();
    mesh->triangles.plain().assign(triangles.begin(), triangles.end());
    mesh->options = options;
    take_vertices(*mesh, vertices);
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
                mesh->piece_triangles =
                    mesh_parts::piece_triangles(mesh->triangles.plain(), mesh->vertices.size());
        });
    });
    if (fault) return unexpected<BuildError>(*std::move(fault));
    mesh_parts::turn_shells_outward(*mesh);
    finish_layout(*mesh);
    mesh->convex = convex_form(*mesh);
    return Mesh(std::move(mesh));
}

expected<Mesh, BuildError> Mesh::with_vertices(const VertexView& vertices) const {
    if (vertices.size() != data_->vertices.size())
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "there are " + std::to_string(vertices.size()) + " vertices for " +
                                           std::to_string(data_->vertices.size()) +
                                           "; give one for each vertex of the mesh"});
    if (Fault fault = bad_vertex(vertices)) return unexpected<BuildError>(*std::move(fault));
    auto mesh = copy_without_vertices(*data_);
    mesh->followers = data_->followers;
    take_vertices(*mesh, vertices);
    if (kind() == MeshKind::solid && !mesh->closed_by_index) {
        if (Fault fault = close(*mesh)) return unexpected<BuildError>(*std::move(fault));
    }
    turn_outward(*mesh);
    if (Fault fault = refit_tree(*mesh, measure(*mesh))) return unexpected<BuildError>(*std::move(fault));
    finish_layout(*mesh);
    return Mesh(std::move(mesh));
}

std::size_t Mesh::memory_bytes() const noexcept {
    return sizeof(MeshData) + data_->kept.capacity() * sizeof(Vec3) +
           data_->kept_floats.capacity() * sizeof(data_->kept_floats[0]) + data_->triangles.memory_bytes() +
           data_->slots.capacity() * sizeof(CornerIndices) + data_->tree.memory_bytes() +
           data_->shell_vertices.capacity() * sizeof(std::uint32_t);
}

Mesh::operator Shape() const noexcept { return shape_of(data_, 0); }

Shape MeshData::image(const Shape& self, const Affine& map) const {
    const std::optional<double> margin = mapped_margin(self.margin(), map);
    if (!margin) return Shape::invalid(ShapeType::mesh, Rule::uneven_margin, Element::whole, 0);
    std::vector<Vec3> mapped;
    mapped.reserve(vertices.size());
    for (const Vec3 v : vertices) mapped.push_back(map * v);
    // Tiny results of cancellation are zero to the library: below 1e-100 nothing is served.
    for (Vec3& v : mapped) {
        for (std::size_t i = 0; i < 3; ++i) v[i] = std::abs(v[i]) < kSmallestServed ? 0 : v[i];
    }
    if (const Fault fault = bad_vertex(mapped))
        return Shape::invalid(ShapeType::mesh, fault->rule, fault->kind, fault->element);
    auto mesh = copy_without_vertices(*this);
    mesh->options.borrow = false;
    keep_vertices(*mesh, std::move(mapped));
    if (options.kind == MeshKind::solid && determinant(map.linear) < 0) {
        for (CornerIndices& t : mesh->triangles.plain()) std::swap(t[1], t[2]);
    }
    const std::vector<Aabb> boxes = measure(*mesh);
    Fault fault = refit_tree(*mesh, boxes);
    // Uneven scales change which neighbours are close.
    if (!fault && mesh->tree.rebuild_pays()) fault = build_tree(*mesh, boxes);
    if (fault) return Shape::invalid(ShapeType::mesh, fault->rule, fault->kind, fault->element);
    finish_layout(*mesh);
    if (convex) mesh->convex = convex_form(*mesh);
    return shape_of(mesh, *margin);
}

Interval MeshData::height(const IntervalVec3& direction) const noexcept {
    const auto corners = [&](const auto& take) {
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            const Triangle t = triangle(i);
            take(t.a), take(t.b), take(t.c);
        }
    };
    return highest_of_many(corners, reach, direction);
}

}  // namespace graze
