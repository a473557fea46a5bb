// Parts of machines made on the spot, for the demonstration: turned parts, rings, plates with holes, bolts.
// All meshes are solids: closed, seen counter-clockwise from outside. Local frame; what turns does so about
// z. Arguments are the demonstration's own: positive, in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <graze/math/pose.hpp>
#include <graze/mesh/generate.hpp>
#include <graze/shape/shape.hpp>

namespace graze::cli {

/// A point of a section through the axis of something turned.
struct ProfilePoint {
    double radius = 0;  ///< > 0.
    double height = 0;  ///< Along z.
};

/// What a lathe makes of a profile that runs upward: both ends are closed by disks.
TriangleSoup turned_mesh(std::span<const ProfilePoint> profile, std::uint32_t segments);

/// The same with a cavity inside, of its own profile: two shells.
TriangleSoup hollow_mesh(std::span<const ProfilePoint> outside, std::span<const ProfilePoint> cavity,
                         std::uint32_t segments);

/// A ring around z with a rectangular section.
struct RingMesh {
    double inner_radius = 0;
    double outer_radius = 0;
    double half_thickness = 0;
    std::uint32_t segments = 48;
};
TriangleSoup ring_mesh(const RingMesh& ring);

/// A plate in the xy plane, cut into columns and rows; each cell may have a round hole around its centre.
struct PlateMesh {
    std::vector<double> columns;  ///< Borders along x, growing.
    std::vector<double> rows;     ///< Borders along y, growing.
    /// Radius for each cell, row after row; 0: no hole. Smaller than half the cell.
    std::vector<double> holes;
    double half_thickness = 0;
};
TriangleSoup plate_mesh(const PlateMesh& plate);

/// A rectangle |x| <= half_width, |z| <= half_height in the xz plane: an open surface of cells.
TriangleSoup sheet_mesh(double half_width, double half_height, std::uint32_t cells);

/// A hexagonal head with its underside at z = 0, above a round shank. A compound.
struct Bolt {
    double shank_radius = 0;
    double shank_length = 0;
    double head_radius = 0;  ///< To the corners.
    double head_height = 0;
};
Shape bolt_shape(const Bolt& bolt);

/// As a solid, and as a surface. What cannot be built comes back as an invalid shape.
Shape solid(const TriangleSoup& soup);
Shape surface(const TriangleSoup& soup);
/// The hull of points spread evenly over an ellipsoid.
Shape pebble_shape(int count, const Vec3& radii);

/// Poses without rounding: the local z axis along the world axis in the name.
Pose along_x(const Vec3& position);
Pose along_y(const Vec3& position);
/// A counter-clockwise turn about the local z axis.
Pose spun(const Pose& pose, double angle);
/// The local z axis from one point towards another, the origin midway.
Pose between(const Vec3& from, const Vec3& to);

}  // namespace graze::cli
