// Edges of a mesh grouped by the sets of near vertices at their ends: what would be one edge if every set
// were one vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/topology.hpp"
#include "solid/weld/near_sets.hpp"

namespace graze {

/// A mesh to be welded, with what its parts share.
struct WeldInput {
    std::span<const Vec3> vertices;
    std::span<const CornerIndices> triangles;
    /// For each vertex the first one at the same place; only these are in sets.
    std::vector<std::uint32_t> first;
    std::vector<std::uint8_t> skipped;  ///< Triangles with a bad index or vertex.
    double tolerance = 0;               ///< A length, of each coordinate.
};

/// One triangle's use of an edge, by the places of its corners.
struct WeldSide {
    std::uint32_t low = 0;   ///< The end that lies in the group's lower set.
    std::uint32_t high = 0;  ///< The other end.
    std::uint32_t third = 0;
    bool upward = false;  ///< The triangle runs from low to high.
};

/// visit(sides) for each group of at least two different edges, the sides by growing ends. `place` maps each
/// vertex to the representative position of its set, or to its own; `edges` are those of the triangles on
/// these places.
template <class Visit>
void for_each_group(const WeldInput& mesh, std::span<const std::uint32_t> place, const EdgeTable& edges,
                    const Visit& visit) {
    std::vector<WeldSide> sides;
    edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
        if (uses.size() < 2) return;
        sides.clear();
        bool several = false;
        for (const EdgeUse& use : uses) {
            const CornerIndices& t = mesh.triangles[use.triangle()];
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t from = t[i], to = t[(i + 1) % 3], start = use.upward() ? low : high,
                                    end = use.upward() ? high : low;
                if (place[from] != start || place[to] != end) continue;
                WeldSide side{mesh.first[from], mesh.first[to], mesh.first[t[(i + 2) % 3]], use.upward()};
                if (!side.upward) std::swap(side.low, side.high);
                several =
                    several || (!sides.empty() && (sides[0].low != side.low || sides[0].high != side.high));
                sides.push_back(side);
                break;
            }
        }
        if (several) visit(std::span<WeldSide>(sides));
    });
}

/// Whether two open edges that become one would close a seam, and no more.
inline bool opposite(const WeldSide& a, const WeldSide& b) noexcept { return a.upward != b.upward; }

/// Whether the triangles of two sides would lie on each other.
inline bool folded(const WeldInput& mesh, const WeldSide& a, const WeldSide& b) noexcept {
    return max_component(abs(mesh.vertices[a.third] - mesh.vertices[b.third])) <= mesh.tolerance;
}

}  // namespace graze
