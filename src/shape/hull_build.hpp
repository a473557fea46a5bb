// The steps of hull building, in the order in which `ConvexHull::build` takes them. All indices count input points unless a
// comment says vertices. Signs are exact (math/predicates.hpp); Qhull only proposes a surface, which is then repaired and checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/shape/hull.hpp"

namespace graze::hull {

using TriangleIndices = std::array<std::uint32_t, 3>;

/// The first point with a coordinate that is not finite or outside {0} ∪ [1e-100, 1e100], as an error.
std::optional<BuildError> check_points(std::span<const Vec3> points);

/// How far a point set reaches in each of the directions that matter, found from extreme points.
struct Spread {
    int dimension = 0;                  ///< 0 to 3: thicknesses up to `tolerance` do not count.
    std::array<std::uint32_t, 3> base{};  ///< A far pair, and the point farthest from their line.
    Vec3 normal{0, 0, 1};               ///< Unit; of the base triangle. Valid from dimension 2 on.
    Vec3 centre{};                      ///< Middle of the bounding box.
    double size = 0;                    ///< Largest side of the bounding box.
    double magnitude = 0;               ///< Largest |coordinate|: what the rounding of the input counts in.
    double tolerance = 0;               ///< Thickness that the rounding of the input alone explains.
    double thickness = 0;               ///< Largest distance from the plane, line or point that the dimension names; 0 in 3D.
};
Spread measure_spread(std::span<const Vec3> points);

/// A closed triangulated surface over the points. Triangles are counter-clockwise from outside.
struct Surface {
    std::vector<TriangleIndices> triangles;
    std::vector<TriangleIndices> across;  ///< across[t][k]: the triangle beyond the edge from corner k to corner k + 1.
};

/// What Qhull proposes; `triangles` is empty and `failure` says why when it gave up.
struct Proposal {
    std::vector<TriangleIndices> triangles;
    std::string failure;
};
enum class Precision : std::uint8_t { merged, joggled };
/// Hull of 3 coordinates per point, about unit size around the origin. `joggled` trades a tiny perturbation for a simplicial hull.
Proposal propose_surface(std::vector<double>& coordinates, Precision precision);

/// Links the triangles into a surface; nothing when an edge has not exactly one triangle on each side.
std::optional<Surface> link_surface(std::vector<TriangleIndices> triangles);
/// Flips edges that are concave by exact sign, and cuts off corners that lie inside; ends because the enclosed volume only grows.
void make_convex(Surface& surface, std::span<const Vec3> points);
/// Whether no edge is concave by exact sign, and the surface winds once around its inside.
bool is_convex(const Surface& surface, std::span<const Vec3> points);
/// Corners of a convex surface that are not vertices of the hull: inside a flat face or a straight edge, by exact sign.
std::vector<std::uint32_t> redundant_corners(const Surface& surface, std::span<const Vec3> points);

/// Corners in order around the hull of a flat point set, exactly convex in the coordinate plane most parallel to `normal`'s
/// plane, counter-clockwise seen against `normal`. Two corners or one when the projection has no area.
std::vector<std::uint32_t> flat_hull(std::span<const Vec3> points, const Vec3& normal);

/// Triangles between the corners 0 .. count - 1 of a convex loop, halving it again and again so that walks over them are short.
std::vector<TriangleIndices> halved_loop(std::uint32_t count);

/// Fills vertices, sources and triangles from a surface over the input, vertices in input order; returns it over the vertices.
Surface take_surface(HullData& data, const Surface& surface, std::span<const Vec3> points);
/// The same from a loop: a two-sided polygon, a segment or a point, with facets and planes. Vertices in loop order, lowest source first.
void take_loop(HullData& data, std::span<const std::uint32_t> loop, std::span<const Vec3> points);
/// Rows, adjacency and error bounds: everything that follows from `vertices` and `triangles`.
void finish(HullData& data);

/// Merges triangles into facets and gives each its plane. `tolerance`: height up to which neighbours count as coplanar.
void merge_facets(HullData& data, const Surface& surface, double tolerance);
/// The plane through a loop of vertices, moved out until no vertex of the hull is above it. `outward` serves loops without area.
Plane supporting_plane(const HullData& data, std::span<const std::uint32_t> loop, const Vec3& outward);

/// Upper bound of the distance of any input point to the hull of the vertices.
double worst_dropped_distance(const HullData& data, std::span<const Vec3> points, double magnitude);

}  // namespace graze::hull
