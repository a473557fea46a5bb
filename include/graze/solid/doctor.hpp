// What is wrong with a triangle mesh, before it is built: every fault with its count, the first offenders and what to do about it.
// Linear time up to sorting the few triangles around each vertex. Vertices at exactly the same place count as one, so that files without
// shared vertices can be closed. Triangles with a bad index or a bad vertex are reported and then left out of everything else.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec.hpp"
#include "graze/mesh/weld.hpp"

namespace graze {

/// In the order in which a user should fix them.
enum class MeshFault : std::uint8_t {
    index_out_of_range,   ///< A triangle names a vertex that is not there. Refused by Mesh::build.
    not_finite,           ///< A vertex has a NaN or an infinity. Refused by Mesh::build.
    out_of_range,         ///< A coordinate is outside {0} ∪ ±[1e-100, 1e100], or the vertex beyond 1e100. Refused by Mesh::build.
    open_edge,            ///< An edge with an odd number of triangles. Refused in a solid.
    flipped_face,         ///< A face wound against its neighbours, on the smaller side of its shell. Refused in a solid.
    not_orientable,       ///< An edge at which no choice of sides agrees, as on a Möbius strip. Refused in a solid.
    non_manifold_edge,    ///< An edge with more than two triangles. Fine in a solid where as many run one way as the other.
    inside_out,           ///< A closed mesh, wound consistently, with a negative volume.
    degenerate_face,      ///< A triangle of area exactly zero.
    duplicate_face,       ///< A triangle on the same three places as an earlier one, in either winding.
    duplicate_vertex,     ///< A vertex at the place of an earlier one.
    unreferenced_vertex,  ///< A vertex of no triangle.
    unusual_size,         ///< The largest extent is outside 1e-3 .. 1e3: perhaps another unit of length.
    mixed_units,          ///< Shells at least 300 times smaller than all others: perhaps millimetres among metres. Counts those shells.
    far_from_origin,      ///< More than 1e6 extents away from the origin: coordinates have lost digits.
};
inline constexpr std::size_t kMeshFaultCount = 15;

std::string_view to_string(MeshFault fault) noexcept;

struct MeshOffender {
    /// A vertex for faults of vertices, a triangle for the others (the first one of a shell); for the whole mesh 0.
    std::uint32_t element = 0;
    /// The ends of the edge for faults of edges (`element` is one of its triangles); both `element` otherwise.
    std::array<std::uint32_t, 2> edge{};
};

struct MeshFinding {
    MeshFault fault = MeshFault::index_out_of_range;
    std::size_t count = 0;            ///< Of vertices, edges, triangles or shells; 1 for faults of the whole mesh.
    std::vector<MeshOffender> first;  ///< The first eight, by growing index of vertex, triangle or edge's lower end; shells by size.
    std::string text;                 ///< What it means and what to do, one sentence.
};

struct MeshReport {
    std::vector<MeshFinding> findings;  ///< The faults found, in the order of MeshFault; none with count 0.
    std::size_t vertex_count = 0;
    std::size_t triangle_count = 0;
    std::size_t edge_count = 0;   ///< Undirected, between different places.
    std::size_t shell_count = 0;  ///< Sets of triangles connected over edges.
    bool closed = false;          ///< Every edge has an even number of triangles, and there is a triangle.
    bool oriented = false;        ///< Every edge runs one way as often as the other where closed, and at most once each way elsewhere.
    double volume = 0;            ///< Enclosed, when closed and oriented (else 0): negative when inside out. Rounded.
    Vec3 min{};                   ///< Box of the usable triangles' vertices; zero when there are none.
    Vec3 max{};
    WeldReport weld{};        ///< What was welded before the other counts; empty where no welding was requested.
    WeldHint closing_weld{};  ///< Where there are open edges: whether a weld, a larger one than that, would close them.

    /// Mesh::build accepts it as MeshKind::surface, as MeshKind::solid.
    [[nodiscard]] bool fit_for_surface() const noexcept;
    [[nodiscard]] bool fit_for_solid() const noexcept;
    /// Null when the fault was not found.
    [[nodiscard]] const MeshFinding* find(MeshFault fault) const noexcept;
    /// A few lines for a person.
    [[nodiscard]] std::string text() const;
};

/// At most 2^31 - 1 triangles are examined. With a tolerance above 0 the mesh is welded first, see weld_seams; vertices keep their numbers,
/// and those that were welded are no duplicates.
MeshReport examine(std::span<const Vec3> vertices, std::span<const std::array<std::uint32_t, 3>> triangles, double weld = 0);

}  // namespace graze
