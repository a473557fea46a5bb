// Random arms and cells for tests of robots, the same on every machine for one seed. An arm reaches about as
// far as its scale; obstacles are spread over its reach.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graze/robot/robot_cell.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// What a link or an obstacle may be.
enum class BodyKind : std::uint8_t {
    sphere,
    box,
    capsule,
    cylinder,
    cone,
    ellipsoid,
    hull,
    tapered_capsule,
    rounded_box,
    minkowski_sum,
    hull_of_parts,
    blade,  ///< A box with a size of a thousandth of the others.
    convex_mesh,
    compound,
    notched_mesh,  ///< A solid that is not convex.
    surface_mesh,
    rounded_mesh,
    // Obstacles only.
    point_cloud,
    voxels,
    height_field,
    half_space,
};
inline constexpr std::size_t kLinkKinds = 17;
inline constexpr std::size_t kConvexLinkKinds = 12;
inline constexpr std::size_t kBodyKinds = 21;
std::string_view to_string(BodyKind kind) noexcept;

/// About `scale` from one end to the other.
Shape random_body(Random& random, BodyKind kind, double scale);

struct ArmOptions {
    std::size_t joints = 5;
    BodyKind link = BodyKind::capsule;
    double scale = 1;
    Vec3 at{};               ///< Of the base.
    bool all_types = false;  ///< Prismatic, planar, floating, continuous and mimic joints too.
    bool carries = false;    ///< A body attached to the last link.
    const char* name = "";   ///< Before the names of its links.
};

/// Links are called "<name>0", "<name>1", ...; pairs of links that are nearly always in contact are excluded.
Robot random_arm(Random& random, const ArmOptions& options);

struct ObstacleOptions {
    std::size_t count = 6;
    std::size_t kinds = kBodyKinds;  ///< Of the first so many.
    double scale = 1;
    Vec3 at{};           ///< Of the arm's base: around that they lie.
    bool rough = false;  ///< Some have poses that are rotations only within what poses tolerate.
};

/// Called "obstacle 0", "obstacle 1", ...
std::vector<Obstacle> random_obstacles(Random& random, const ObstacleOptions& options);

/// Within the limits; lengths within a third of the scale, angles without limits within a turn.
std::vector<double> random_configuration(Random& random, const RobotCell& cell, double scale = 1);

/// A path from there: straight, polyline, spline or Hermite curve. `size` is about how far values change.
JointPath random_path(Random& random, const RobotCell& cell, double size, double scale = 1);

}  // namespace graze::test
