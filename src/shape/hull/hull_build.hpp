// The steps of hull building, in the order in which `ConvexHull::build` takes them. All indices count input
// points unless a comment names vertices. Signs are exact (math/predicates.hpp); Qhull only proposes a
// surface, which is then repaired and checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/shape/hull.hpp"

namespace graze::hulls {

using TriangleIndices = std::array<std::uint32_t, 3>;

/// The first point with a coordinate that is not finite or outside {0} ∪ [1e-100, 1e100], as an error.
std::optional<BuildError> check_points(std::span<const Vec3> points);

/// How far a point set reaches in each of the directions that matter, found from extreme points.
struct Spread {
    int dimension = 0;  ///< 0 to 3: thicknesses up to `tolerance` do not count.
    /// A far pair, the point farthest from their line, the point farthest from their plane.
    std::array<std::uint32_t, 4> base{};
    Vec3 centre{};                   ///< Middle of the bounding box.
    double size = 0;                 ///< Largest side of the bounding box.
    double magnitude = 0;            ///< Largest |coordinate|: what the rounding of the input counts in.
    double tolerance = 0;            ///< Thickness that the rounding of the input alone explains.
    std::array<Vec3, 3> axes{};      ///< Unit: along the far pair, across it in the base triangle, along the
                                     ///< normal. Valid from dimension 2 on.
    std::array<double, 3> widths{};  ///< Largest distance of a point from the base along each of the axes.
                                     ///< Valid from dimension 2 on.
    double thickness = 0;  ///< Largest distance from the base's point or line in 0 and 1 dimensions, from its
                           ///< plane in 2 and 3.
};
Spread measure_spread(std::span<const Vec3> points);

/// A closed triangulated surface over the points. Triangles are counter-clockwise from outside.
struct Surface {
    std::vector<TriangleIndices> triangles;
    /// across[t][k]: the triangle beyond the edge from corner k to corner k + 1.
    std::vector<TriangleIndices> across;
};

/// The hull of 3 coordinates per point, about unit size around the origin, as Qhull computes it within its
/// rounding; empty when Qhull failed.
std::vector<TriangleIndices> propose_surface(std::vector<double>& coordinates);

/// Links the triangles into a surface; nothing when an edge has not exactly one triangle on each side.
std::optional<Surface> link_surface(std::vector<TriangleIndices> triangles);
/// Flips edges that are concave by exact sign, cuts off corners that lie inside and dissolves triangles
/// without area; ends because the enclosed volume only grows.
void make_convex(Surface& surface, std::span<const Vec3> points);
/// Whether the surface bounds a convex solid, by exact signs: convex at every edge and around every corner,
/// hence as a whole, and without triangles that have no area.
bool is_convex(const Surface& surface, std::span<const Vec3> points);
/// The surface of the tetrahedron over four points; nothing when they are exactly coplanar.
std::optional<Surface> tetrahedron_surface(std::array<std::uint32_t, 4> corners,
                                           std::span<const Vec3> points);
/// Grows a convex surface until no candidate lies outside by more than `tolerance`, by exact signs: the
/// triangles visible from a new point are replaced by its cone. Returns an upper bound of the distance of the
/// candidates that stayed outside, 0 when none did.
double enclose(Surface& surface, std::span<const Vec3> points, std::span<const std::uint32_t> candidates,
               double tolerance);
/// Corners of a convex surface that are not vertices of the hull: inside a flat face or a straight edge, by
/// exact sign.
std::vector<std::uint32_t> redundant_corners(const Surface& surface, std::span<const Vec3> points);

/// Corners in order around the hull of a flat point set, exactly convex in the coordinate plane most parallel
/// to `normal`'s plane, counter-clockwise, viewed against `normal`. Two corners or one when the projection
/// has no area.
std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, const Vec3& normal);

/// Triangles between the corners 0 .. count - 1 of a convex loop, halving it again and again so that walks
/// over them are short.
std::vector<TriangleIndices> halved_loop(std::uint32_t count);

/// Fills vertices, sources and triangles from a surface over the input, vertices in input order; returns it
/// over the vertices.
Surface take_surface(HullData& data, const Surface& surface, std::span<const Vec3> points);
/// The same from a loop: a two-sided polygon, a segment or a point, with facets and planes. Vertices in loop
/// order, lowest source first.
void take_loop(HullData& data, std::span<const std::uint32_t> loop, std::span<const Vec3> points);
/// Rows, adjacency and error bounds: everything that follows from `vertices` and `triangles`.
void finish(HullData& data);

/// Merges triangles into facets and gives each its plane. `tolerance`: height up to which neighbours count as
/// coplanar.
void merge_facets(HullData& data, const Surface& surface, double tolerance);
/// The plane through a loop of vertices, moved out until no vertex of the hull is above it. `outward` serves
/// loops without area.
Plane supporting_plane(const HullData& data, std::span<const std::uint32_t> loop, const Vec3& outward);

/// Fills the cells that answer `support_vertex` for large hulls; leaves them empty where needles make the
/// normals too inaccurate. Only for an exactly convex surface.
void build_cells(HullData& data, const Surface& surface, const Spread& spread);

/// Distances below are computed from points of the hull: upper bounds but for this many roundings of the
/// largest coordinate.
inline constexpr double kDistanceRoundings = 16;
double triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
/// Upper bound of the distance of any input point to a hull of dimension 2 or less.
double worst_dropped_distance(const HullData& data, std::span<const Vec3> points, const Spread& spread);

}  // namespace graze::hulls
