// What is wrong with a triangle mesh, before it is built: every fault with its count, the first offenders and
// what to do about it; and the closing of its seams. Local frame. Linear time up to sorting the few triangles
// around each vertex. Vertices at exactly the same place count as one, so that files without shared vertices
// can be closed. Triangles with a bad index or a bad vertex are reported and then left out of everything
// else.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec.hpp"

namespace graze {

// Seams are vertices that should be one and differ by rounding, as in files without shared vertices. Only
// vertices of open edges (those of one triangle) move, and two of them become one only where that makes two
// open edges, run through in opposite directions, the two sides of one edge. So features that are merely
// close stay apart: points where shells touch, thin walls, corners of small faces. A set of near vertices is
// left as it is where welding it would
//   - reach farther than the tolerance over a chain of vertices,
//   - leave a triangle with two equal corners or without an area,
//   - put two triangles onto each other,
//   - give an edge more than two triangles, or two that are wound against each other.
// The result does not depend on the order of triangles, of vertices, or of the corners of a triangle. Method:
// near vertices by a hashed grid; open edges grouped by the sets of near vertices at their ends; union-find
// over the ends of pairs; sets that break a rule are taken out until none does. Time grows with the number of
// triangles, and a mesh that is closed already takes one pass.

/// Why vertices within the tolerance of each other were left apart.
enum class WeldRefusal : std::uint8_t {
    chain,  ///< Each is near the next one, but the first and the last are farther apart than the tolerance.
    degenerate_face,  ///< A triangle would lose a side or its area.
    folded_face,      ///< Two triangles would lie on each other.
    crowded_edge,     ///< An edge would have more than two triangles, or two wound against each other.
    no_seam,          ///< No open edges run between them and others: they are merely close.
};
inline constexpr std::size_t kWeldRefusalCount = 5;

std::string_view to_string(WeldRefusal refusal) noexcept;

/// What a weld did, or would do. Counts are of places: vertices at exactly the same place are one.
struct WeldReport {
    double tolerance = 0;  ///< As a length: no coordinate of two vertices that became one differs by more. 0:
                           ///< nothing was tried.
    double size = 0;       ///< The largest extent of the mesh, to which the tolerance is relative.
    std::size_t open_edges = 0;  ///< Edges with an odd number of triangles, before.
    std::size_t seams = 0;       ///< Edges that now have two triangles and were two open ones.
    std::size_t vertices = 0;    ///< Places that are gone: they became one with others.
    double farthest = 0;         ///< The largest change of a coordinate: a length.
    /// Sets of near vertices that were left apart, wholly or in part, by reason.
    std::array<std::size_t, kWeldRefusalCount> refused{};
    /// Nothing was welded: hundreds of vertices lie within some tolerances of each other.
    bool gave_up = false;
    std::vector<Vec3> first_refused;  ///< Where the first eight of those are, by growing coordinates.

    [[nodiscard]] std::size_t open_edges_left() const noexcept;
    [[nodiscard]] std::size_t refused_sets() const noexcept;
};

/// Of files that have no shared vertices: their numbers are floats or printed with few digits, and the copies
/// of a vertex that programs write differ in the last bits of intermediate results. Features of parts are at
/// least 1e-7 of the part large, as floats are.
inline constexpr double kDefaultWeld = 1e-9;
/// Larger tolerances are refused by the readers of files: a tenth of a part is no seam.
inline constexpr double kLargestWeld = 0.1;

/// Moves vertices so that seams close; triangles keep their indices. `relative` is the tolerance as a share
/// of the largest extent; nothing happens where it is not in (0, 1]. Triangles with an index out of range, or
/// a vertex that is not finite, are left out.
WeldReport weld_seams(std::span<Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                      double relative = kDefaultWeld);

/// The tolerance that would close the most open edges of a mesh. Features bound it, not a number: what
/// `weld_seams` refuses is not counted, and no tolerance is as large as the edges that it brings together.
struct WeldHint {
    double relative = 0;     ///< The least that does, about, of two digits; 0 when none closes an edge.
    std::size_t closes = 0;  ///< Open edges that are gone then.
    std::size_t leaves = 0;  ///< Open edges that stay.
    /// Larger ones were not tried: hundreds of vertices lie within some of them of each other.
    bool gave_up = false;
};
/// Above `welded`, the tolerance that the mesh was welded with before. For every open edge the distances to
/// the nearest open edges that run the other way are computed, and all of these, and small multiples for
/// vertices of many copies, are tried. Where the distances are more than 64, to two digits, an even choice of
/// them.
WeldHint find_weld(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   double welded = 0);

/// In the order in which a user should fix them.
enum class MeshFault : std::uint8_t {
    index_out_of_range,  ///< A triangle names a vertex that is not there. Refused by Mesh::build.
    not_finite,          ///< A vertex has a NaN or an infinity. Refused by Mesh::build.
    out_of_range,  ///< A coordinate is outside {0} ∪ ±[1e-100, 1e100], or the vertex beyond 1e100. Refused by
                   ///< Mesh::build.
    open_edge,       ///< An edge with an odd number of triangles. Refused in a solid.
    flipped_face,    ///< A face wound against its neighbours, on the smaller side of its shell. Refused in a
                     ///< solid.
    not_orientable,  ///< An edge at which no choice of sides agrees, as on a Möbius strip. Refused in a
                     ///< solid.
    non_manifold_edge,    ///< An edge with more than two triangles. Fine in a solid where as many run one way
                          ///< as the other.
    inside_out,           ///< A closed mesh, wound consistently, with a negative volume.
    degenerate_face,      ///< A triangle of area exactly zero.
    duplicate_face,       ///< A triangle on the same three places as an earlier one, in either winding.
    duplicate_vertex,     ///< A vertex at the place of an earlier one.
    unreferenced_vertex,  ///< A vertex of no triangle.
    unusual_size,         ///< The largest extent is outside 1e-3 .. 1e3: perhaps another unit of length.
    mixed_units,  ///< Shells at least 300 times smaller than all others: perhaps millimetres among metres.
                  ///< Counts those shells.
    far_from_origin,  ///< More than 1e6 extents away from the origin: coordinates have lost digits.
};
inline constexpr std::size_t kMeshFaultCount = 15;

std::string_view to_string(MeshFault fault) noexcept;

struct MeshOffender {
    /// A vertex for faults of vertices, a triangle for the others (the first one of a shell); for the whole
    /// mesh 0.
    std::uint32_t element = 0;
    /// The ends of the edge for faults of edges (`element` is one of its triangles); both `element`
    /// otherwise.
    std::array<std::uint32_t, 2> edge{};
};

struct MeshFinding {
    MeshFault fault = MeshFault::index_out_of_range;
    std::size_t count = 0;  ///< Of vertices, edges, triangles or shells; 1 for faults of the whole mesh.
    std::vector<MeshOffender> first;  ///< The first eight, by growing index of vertex, triangle or edge's
                                      ///< lower end; shells by size.
    std::string text;                 ///< What it means and what to do, one sentence.
};

struct MeshReport {
    std::vector<MeshFinding> findings;  ///< The faults found, in the order of MeshFault; none with count 0.
    std::size_t vertex_count = 0;
    std::size_t triangle_count = 0;
    std::size_t edge_count = 0;   ///< Undirected, between different places.
    std::size_t shell_count = 0;  ///< Sets of triangles connected over edges.
    bool closed = false;          ///< Every edge has an even number of triangles, and there is a triangle.
    bool oriented = false;  ///< Every edge runs one way as often as the other where closed, and at most once
                            ///< each way elsewhere.
    double volume = 0;  ///< Enclosed, when closed and oriented (else 0): negative when inside out. Rounded.
    Vec3 min{};         ///< Box of the usable triangles' vertices; zero when there are none.
    Vec3 max{};
    WeldReport weld{};  ///< What was welded before the other counts; empty where no welding was requested.
    WeldHint closing_weld{};  ///< Where there are open edges: whether a weld, a larger one than that, would
                              ///< close them.

    /// Mesh::build accepts it as MeshKind::surface, as MeshKind::solid.
    [[nodiscard]] bool fit_for_surface() const noexcept;
    [[nodiscard]] bool fit_for_solid() const noexcept;
    /// Null when the fault was not found.
    [[nodiscard]] const MeshFinding* find(MeshFault fault) const noexcept;
    /// A few lines for a person.
    [[nodiscard]] std::string text() const;
};

/// At most 2^31 - 1 triangles are examined. With a tolerance above 0 the mesh is welded first, see
/// weld_seams; vertices keep their numbers, and those that were welded are no duplicates.
MeshReport examine(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                   double weld = 0);

}  // namespace graze
