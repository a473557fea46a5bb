// Closes the seams of a triangle mesh: vertices that should be one and differ by rounding, as in files without shared vertices.
// Local frame. Vertices at exactly the same place count as one, before and after. Only vertices of open edges (those of one triangle) move,
// and two of them become one only where that makes two open edges, run through in opposite directions, the two sides of one edge. So
// features that are merely close stay apart: points where shells touch, thin walls, corners of small faces. A set of near vertices is left
// as it is where welding it would
//   - reach farther than the tolerance over a chain of vertices,
//   - leave a triangle with two equal corners or without an area,
//   - put two triangles onto each other,
//   - give an edge more than two triangles, or two that are wound against each other.
// The result does not depend on the order of triangles, of vertices, or of the corners of a triangle. Method: near vertices by a hashed
// grid; open edges grouped by the sets of near vertices at their ends; union-find over the ends of pairs; sets that break a rule are taken
// out until none does. Time grows with the number of triangles, and a mesh that is closed already takes one pass.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graze/math/vec.hpp"

namespace graze {

/// Why vertices within the tolerance of each other were left apart.
enum class WeldRefusal : std::uint8_t {
    chain,            ///< Each is near the next one, but the first and the last are farther apart than the tolerance.
    degenerate_face,  ///< A triangle would lose a side or its area.
    folded_face,      ///< Two triangles would lie on each other.
    crowded_edge,     ///< An edge would have more than two triangles, or two wound against each other.
    no_seam,          ///< No open edges run between them and others: they are merely close.
};
inline constexpr std::size_t kWeldRefusalCount = 5;

std::string_view to_string(WeldRefusal refusal) noexcept;

/// What a weld did, or would do. Counts are of places: vertices at exactly the same place are one.
struct WeldReport {
    double tolerance = 0;        ///< As a length: no coordinate of two vertices that became one differs by more. 0: nothing was tried.
    double size = 0;             ///< The largest extent of the mesh, to which the tolerance is relative.
    std::size_t open_edges = 0;  ///< Edges with an odd number of triangles, before.
    std::size_t seams = 0;       ///< Edges that now have two triangles and were two open ones.
    std::size_t vertices = 0;    ///< Places that are gone: they became one with others.
    double farthest = 0;         ///< The largest change of a coordinate: a length.
    /// Sets of near vertices that were left apart, wholly or in part, by reason.
    std::array<std::size_t, kWeldRefusalCount> refused{};
    bool gave_up = false;             ///< Nothing was welded: hundreds of vertices lie within some tolerances of each other.
    std::vector<Vec3> first_refused;  ///< Where the first eight of those are, by growing coordinates.

    [[nodiscard]] std::size_t open_edges_left() const noexcept;
    [[nodiscard]] std::size_t refused_sets() const noexcept;
};

/// Of files that have no shared vertices: their numbers are floats or printed with few digits, and the copies of a vertex that programs
/// write differ in the last bits of intermediate results. Features of parts are at least 1e-7 of the part large, as floats are.
inline constexpr double kDefaultWeld = 1e-9;
/// Larger tolerances are refused by the readers of files: a tenth of a part is no seam.
inline constexpr double kLargestWeld = 0.1;

/// Moves vertices so that seams close; triangles keep their indices. `relative` is the tolerance as a share of the largest extent; nothing
/// happens where it is not in (0, 1]. Triangles with an index out of range, or a vertex that is not finite, are left out.
WeldReport weld_seams(std::span<Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles, double relative = kDefaultWeld);

/// The tolerance that would close the most open edges of a mesh, of those up to a thousandth of its size.
struct WeldHint {
    double relative = 0;     ///< The least that does, about, of two digits; 0 when none closes an edge.
    std::size_t closes = 0;  ///< Open edges that are gone then.
    std::size_t leaves = 0;  ///< Open edges that stay.
};
/// Powers of ten are tried, those at least ten times `welded`: with that tolerance the mesh was welded before.
WeldHint find_weld(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles, double welded = 0);

}  // namespace graze
