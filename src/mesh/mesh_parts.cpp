// Checks of vertices, indices and edges; connections by edges and by vertices; extents.
#include "mesh/mesh_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

#include "graze/math/vec.hpp"
#include "mesh/triangle_extents.hpp"

namespace graze::mesh_parts {
namespace {

std::string edge_name(std::uint32_t low, std::uint32_t high) {
    return "its edge between vertices " + std::to_string(low) + " and " + std::to_string(high);
}

/// What keeps closed triangles from enclosing anything: the first edge without as many triangles one way as
/// the other.
Fault bad_edge(const EdgeTable& edges) {
    Fault open, against;
    edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
        const auto upward = static_cast<std::size_t>(
            std::count_if(uses.begin(), uses.end(), [](const EdgeUse& u) { return u.upward(); }));
        if (2 * upward == uses.size()) return;
        if (uses.size() % 2 != 0) {
            if (!open)
                open = BuildError{Rule::not_closed, Element::triangle, uses[0].triangle(),
                                  edge_name(low, high) + " has " + std::to_string(uses.size()) +
                                      (uses.size() == 1 ? " triangle" : " triangles") +
                                      "; close the hole, or build a surface"};
        } else if (!against) {
            against = BuildError{
                Rule::not_oriented, Element::triangle, uses[0].triangle(),
                edge_name(low, high) +
                    " runs the same way in both its triangles; reverse the faces that examine() names"};
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
    WindingSets sets = shells_over(edges, triangles.size());
    std::vector<std::uint32_t> vertices;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (sets.find(t).root == t) vertices.push_back(triangles[t][0]);
    }
    return vertices;
}

}  // namespace

Fault bad_index(std::span<const CornerIndices> triangles, std::size_t vertex_count) {
    if (triangles.empty())
        return BuildError{Rule::too_few, Element::whole, 0, "a mesh needs at least one triangle"};
    if (triangles.size() >= (std::size_t{1} << 31) || vertex_count >= (std::size_t{1} << 32))
        return BuildError{Rule::too_complex, Element::whole, 0,
                          "a mesh has at most 2^31 - 1 triangles and 2^32 - 1 vertices; split it"};
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (const std::uint32_t corner : triangles[t]) {
            if (corner < vertex_count) continue;
            return BuildError{Rule::out_of_range, Element::triangle, t,
                              "names vertex " + std::to_string(corner) + " of " +
                                  std::to_string(vertex_count) +
                                  "; indices count from 0, remove the triangle or repair the index"};
        }
    }
    return std::nullopt;
}

Fault bad_vertex(const VertexView& vertices) {
    if (auto readable = check(vertices); !readable) return std::move(readable.error());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3 v = vertices[i];
        if (!is_finite(v))
            return BuildError{Rule::not_finite, Element::vertex, i,
                              "has a NaN or an infinity; give finite numbers"};
        if (!is_served(v))
            return BuildError{Rule::out_of_range, Element::vertex, i,
                              "is outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length"};
    }
    return std::nullopt;
}

void take_vertices(MeshData& mesh, const VertexView& vertices) {
    if (!mesh.options.borrow) {
        keep_vertices(mesh, vertices.copied());
        return;
    }
    static_assert(std::is_standard_layout_v<Vec3> && sizeof(Vec3) == 3 * sizeof(double));
    mesh.vertices = vertices;
    const bool packed = vertices.scalar == VertexScalar::float64 && vertices.stride == sizeof(Vec3);
    mesh.packed = packed ? static_cast<const Vec3*>(vertices.pointer) : nullptr;
}

void keep_vertices(MeshData& mesh, std::vector<Vec3> vertices) {
    mesh.kept = std::move(vertices);
    mesh.vertices = mesh.kept;
    mesh.packed = mesh.kept.data();
}

std::vector<std::uint32_t> piece_triangles(std::span<const CornerIndices> triangles,
                                           std::size_t vertex_count) {
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
    std::vector<bool> visited(vertex_count, false);
    std::vector<std::uint32_t> pieces;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const std::uint32_t root = root_of(triangles[t][0]);
        if (!visited[root]) pieces.push_back(t);
        visited[root] = true;
    }
    return pieces;
}

namespace {

/// Not denormal ones: some processors are slow with them, or can be set to replace them by zero.
bool in_float_range(double x) noexcept {
    const double size = std::abs(x);
    return size == 0 ||
           (size >= std::numeric_limits<float>::min() && size <= std::numeric_limits<float>::max());
}

/// The mesh's own vertices, where floats are the same numbers, signs of zeros too. Compared are the floats as
/// they are in memory: a compiler that leaves out a rounding makes no difference.
void keep_floats(MeshData& mesh) {
    const auto in_range = [](const Vec3& v) {
        return in_float_range(v.x) && in_float_range(v.y) && in_float_range(v.z);
    };
    if (mesh.kept.empty() || !std::all_of(mesh.kept.begin(), mesh.kept.end(), in_range)) return;
    mesh.kept_floats.reserve(mesh.kept.size());
    for (const Vec3& v : mesh.kept)
        mesh.kept_floats.push_back(
            {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    const VertexView rounded{mesh.kept_floats.data(), 0, mesh.kept_floats.size(), VertexScalar::float32};
    if (!std::equal(mesh.kept.begin(), mesh.kept.end(), rounded.begin())) {
        mesh.kept_floats = std::vector<std::array<float, 3>>();
        return;
    }
    mesh.kept = std::vector<Vec3>();
    mesh.packed = nullptr;
    mesh.vertices = rounded;
}

}  // namespace

Fault close(MeshData& mesh) {
    const std::vector<std::uint32_t> first = first_at_place(mesh.vertices);
    const std::span<const CornerIndices> triangles = std::as_const(mesh).triangles.plain();
    const EdgeTable edges(triangles, first);
    if (Fault fault = bad_edge(edges)) return fault;
    mesh.closed_by_index = is_closed_by_index(triangles, first);
    mesh.shell_vertices = shell_vertices(triangles, edges);
    return std::nullopt;
}

std::vector<Aabb> measure(MeshData& mesh) {
    TriangleExtents extents = extents_of(
        mesh.triangles.size(), [&mesh](std::size_t i) { return mesh.triangle(i); },
        Workers(mesh.options.threads));
    mesh.reach = extents.reach;
    mesh.longest_edge = extents.longest_edge;
    return std::move(extents.boxes);
}

void finish_layout(MeshData& mesh) {
    if (mesh.options.compact) {
        mesh.triangles.pack(mesh.vertices.size());
        keep_floats(mesh);
        return;
    }
    mesh.slots.resize(mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.slots.size(); ++i) mesh.slots[i] = mesh.triangles[mesh.tree.order()[i]];
}

Shape shape_of(const std::shared_ptr<const MeshData>& data, double margin) noexcept {
    return triangles_shape(ShapeType::mesh, data, data->vertices[data->triangles[0][0]], margin);
}

}  // namespace graze::mesh_parts
