// Farthest vertex of a hull along a direction, by three methods: scanning all vertices, climbing over the
// edges, and a lookup of the few vertices that can be farthest. All give the same height up to rounding,
// whatever the start. For 512 vertices on an ellipsoid and random directions that is 120 ns, 210 ns (35 ns
// from the last of a coherent series) and 26 ns; splitting off vertices of high degree, which would shorten
// the climb, is not needed where the cells answer.
#include <array>

#include "graze/shape/hull.hpp"
#include "shape/hull/hull_cells.hpp"
#include "shape/hull/hull_climb.hpp"
#include "simd/support_scan.hpp"

namespace graze {
namespace {

/// Vertices whose height equals the best within rounding, gathered until all their neighbours are lower.
struct Plateau {
    std::array<std::uint32_t, 32> members{};
    std::size_t count = 0;

    bool contains(std::uint32_t v) const noexcept {
        for (std::size_t i = 0; i < count; ++i)
            if (members[i] == v) return true;
        return false;
    }
};

struct Top {
    std::uint32_t vertex = 0;
    double height = 0;
};

/// The best of four candidates, by selections only.
Top best_of_group(const HullData& hull, const Vec3& direction, const std::uint32_t* group) noexcept {
    static_assert(hulls::kCellGroup == 4);
    const Top a{group[0], dot(hull.vertices[group[0]], direction)};
    const Top b{group[1], dot(hull.vertices[group[1]], direction)};
    const Top c{group[2], dot(hull.vertices[group[2]], direction)};
    const Top d{group[3], dot(hull.vertices[group[3]], direction)};
    const Top ab{b.height > a.height ? b.vertex : a.vertex, b.height > a.height ? b.height : a.height};
    const Top cd{d.height > c.height ? d.vertex : c.vertex, d.height > c.height ? d.height : c.height};
    return {cd.height > ab.height ? cd.vertex : ab.vertex, cd.height > ab.height ? cd.height : ab.height};
}

// Lengths of directions whose quotients and dot products stay in range; others (zero, NaN and infinity among
// them) are scanned.
constexpr double kTiniest = 1e-200;
constexpr double kLargest = 1e200;

// Cells where the normals crowd (very thin hulls, vertices joined to many others) hold long lists, at 1 ns
// per candidate. The scan of 256 vertices takes 65 ns; climbing takes 35 ns from a near start and 150 ns to
// 500 ns from anywhere.
constexpr std::ptrdiff_t kManyCandidates = 48;
constexpr std::size_t kSoonScanned = 256;

}  // namespace

hulls::Climb hulls::climb(const HullData& hull, const Vec3& direction, std::uint32_t start) noexcept {
    Climb top{start, dot(hull.vertices[start], direction), 0};
    std::uint32_t from = 0;
    do {
        from = top.vertex;
        ++top.visited;
        const std::uint32_t end = hull.neighbour_start[from + 1];
        for (std::uint32_t k = hull.neighbour_start[from]; k < end; ++k) {
            const double height = dot(hull.vertices[hull.neighbours[k]], direction);
            if (height > top.height) top = {hull.neighbours[k], height, top.visited};
        }
    } while (from != top.vertex);
    return top;
}

std::uint32_t support_vertex_scan(const HullData& hull, const Vec3& direction) noexcept {
    return simd::farthest_point({hull.soa.data(), hull.stride}, direction.x, direction.y, direction.z);
}

std::uint32_t support_vertex_climb(const HullData& hull, const Vec3& direction,
                                   std::uint32_t start) noexcept {
    if (hull.dimension < 3) return support_vertex_scan(hull, direction);
    const hulls::Climb climbed = hulls::climb(hull, direction, start < hull.vertices.size() ? start : 0);
    Top top{climbed.vertex, climbed.height};
    // The vertices above any height form one connected patch of a convex surface. Heights are off by at most
    // half of `climb_error`, so that the patch of those within it of the best, as computed, holds the true
    // farthest vertex: it is searched too. It is the top alone for all but a few directions.
    const double slack =
        hull.climb_error * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
    Plateau plateau{{top.vertex}, 1};
    for (std::size_t i = 0; i < plateau.count; ++i) {
        const std::uint32_t end = hull.neighbour_start[plateau.members[i] + 1];
        for (std::uint32_t k = hull.neighbour_start[plateau.members[i]]; k < end; ++k) {
            const std::uint32_t v = hull.neighbours[k];
            const double height = dot(hull.vertices[v], direction);
            if (!(height >= top.height - slack) || plateau.contains(v)) continue;
            if (plateau.count == plateau.members.size()) return support_vertex_scan(hull, direction);
            if (height > top.height || (height == top.height && v < top.vertex)) top = {v, height};
            plateau.members[plateau.count++] = v;
        }
    }
    return top.vertex;
}

std::uint32_t support_vertex(const HullData& hull, const Vec3& direction, std::uint32_t start) noexcept {
    if (hull.cells_per_side == 0) return support_vertex_scan(hull, direction);
    const double total = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    if (!(total >= kTiniest && total <= kLargest)) return support_vertex_scan(hull, direction);
    const std::uint32_t cell =
        hulls::cell_of(transpose_times(hull.cell_frame, direction), hull.cells_per_side);
    const std::uint32_t* candidate = hull.cell_vertices.data() + hull.cell_start[cell];
    const std::uint32_t* end = hull.cell_vertices.data() + hull.cell_start[cell + 1];
    if (end - candidate > kManyCandidates)
        return hull.stride <= kSoonScanned ? support_vertex_scan(hull, direction)
                                           : support_vertex_climb(hull, direction, start);
    Top top = best_of_group(hull, direction, candidate);
    while ((candidate += hulls::kCellGroup) != end) {
        const Top other = best_of_group(hull, direction, candidate);
        if (other.height > top.height) top = other;
    }
    return top.vertex;
}

}  // namespace graze
