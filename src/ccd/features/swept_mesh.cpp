// A vertex and a face belong to the first triangle that has them, an edge to one of its triangles. Edges are
// sorted by their vertices to find those that are shared.
#include "ccd/features/swept_mesh.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "ccd/features/swept_boxes.hpp"
#include "graze/math/vec.hpp"

namespace graze {
namespace {

/// Why vertices at one end of the step cannot be used.
expected<void, BuildError> check_vertices(const VertexView& vertices) {
    if (auto readable = graze::check(vertices); !readable) return readable;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3 v = vertices[i];
        if (!is_finite(v))
            return unexpected<BuildError>({Rule::not_finite, Element::vertex, i,
                                           "a coordinate is NaN or infinite; give finite numbers"});
        if (!below_largest_served(v))
            return unexpected<BuildError>({Rule::out_of_range, Element::vertex, i,
                                           "a coordinate exceeds 1e100; choose another unit of length"});
    }
    return {};
}

expected<void, BuildError> check(const DeformingMesh& mesh) {
    if (mesh.start.size() != mesh.end.size()) {
        return unexpected<BuildError>({Rule::too_few, Element::whole, 0,
                                       "there are " + std::to_string(mesh.start.size()) +
                                           " vertices at the start and " + std::to_string(mesh.end.size()) +
                                           " at the end; give as many for both"});
    }
    for (const VertexView* vertices : {&mesh.start, &mesh.end}) {
        if (auto fine = check_vertices(*vertices); !fine) {
            fine.error().where = vertices == &mesh.start ? "at the start" : "at the end";
            return fine;
        }
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (const std::uint32_t corner : mesh.triangles[i]) {
            if (corner < mesh.start.size()) continue;
            return unexpected<BuildError>(
                {Rule::out_of_range, Element::triangle, i,
                 "names vertex " + std::to_string(corner) + " of " + std::to_string(mesh.start.size())});
        }
    }
    return {};
}

struct Edge {
    std::uint32_t low = 0, high = 0;  ///< Its vertices, the smaller index first.
    std::uint32_t opposite = 0;       ///< The third vertex of the triangle.
    std::uint32_t triangle = 0, corner = 0;
    auto operator<=>(const Edge&) const = default;

    [[nodiscard]] bool same_edge(const Edge& other) const noexcept {
        return low == other.low && high == other.high;
    }
};

/// The edges of all triangles, ascending: a counting sort by the first vertex, each of whose few edges are
/// then sorted.
std::vector<Edge> sorted_edges(const DeformingMesh& mesh) {
    std::vector<std::uint32_t> first(mesh.start.size() + 1, 0);
    const auto for_each_edge = [&](const auto& use) {
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            const Corners& corners = mesh.triangles[t];
            for (std::uint32_t k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
                use(Edge{low, high, corners[(k + 2) % 3], t, k});
            }
        }
    };
    for_each_edge([&](const Edge& edge) { ++first[edge.low + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Edge> edges(3 * mesh.triangles.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for_each_edge([&](const Edge& edge) { edges[next[edge.low]++] = edge; });
    for (std::size_t v = 0; v + 1 < first.size(); ++v)
        std::sort(edges.begin() + first[v], edges.begin() + first[v + 1]);
    return edges;
}

void set_bit(std::uint8_t& bits, std::uint32_t bit) noexcept {
    bits = static_cast<std::uint8_t>(bits | 1U << bit);
}

std::vector<std::uint8_t> owners(const DeformingMesh& mesh) {
    std::vector<std::uint8_t> owned(mesh.triangles.size(), 1U << 6);
    std::vector<bool> has_owner(mesh.start.size(), false);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = mesh.triangles[t][k];
            if (!has_owner[vertex]) set_bit(owned[t], k);
            has_owner[vertex] = true;
        }
    }
    const std::vector<Edge> edges = sorted_edges(mesh);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge& edge = edges[i];
        const bool first = i == 0 || !edge.same_edge(edges[i - 1]);
        if (first) set_bit(owned[edge.triangle], 3 + edge.corner);
        // Triangles with the same three vertices are neighbours in this order.
        const bool repeated =
            !first && edge.opposite == edges[i - 1].opposite && edge.triangle != edges[i - 1].triangle;
        if (repeated) owned[edge.triangle] &= static_cast<std::uint8_t>(~(1U << 6));
    }
    return owned;
}

}  // namespace

expected<SweptMesh, BuildError> sweep(const DeformingMesh& mesh) {
    if (auto fine = check(mesh); !fine) return unexpected<BuildError>(fine.error());
    SweptMesh swept;
    swept.mesh = mesh;
    swept.vertices.reserve(mesh.start.size());
    for (std::size_t i = 0; i < mesh.start.size(); ++i)
        swept.vertices.push_back(swept_box(mesh.start[i], mesh.end[i]));
    swept.faces.reserve(mesh.triangles.size());
    for (const Corners& c : mesh.triangles)
        swept.faces.push_back(
            box_of_both(box_of_both(swept.vertices[c[0]], swept.vertices[c[1]]), swept.vertices[c[2]]));
    auto tree = BoxTree::build(swept.faces);
    if (!tree) return unexpected<BuildError>(tree.error());
    swept.tree = *std::move(tree);
    swept.owned = owners(mesh);
    return swept;
}

expected<SweptMesh, BuildError> sweep(const DeformingMesh& mesh, const char* name) {
    auto swept = sweep(mesh);
    if (!swept) {
        std::string& where = swept.error().where;
        where = where.empty() ? name : std::string(name) + ", " + where;
    }
    return swept;
}

double tree_reach(const SweptMesh& a, const SweptMesh& b, double reach) noexcept {
    double size = reach;
    for (const SweptMesh* mesh : {&a, &b}) {
        if (mesh->tree.empty()) return reach;
        size = std::max(
            {size, max_component(abs(mesh->tree.bounds().min)), max_component(abs(mesh->tree.bounds().max))});
    }
    return reach + 256 * kEps * size;
}

}  // namespace graze
