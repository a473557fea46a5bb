// Generated triangle meshes: for tests, benchmarks, demonstrations and first steps. Local frame,
// right-handed. Closed ones are watertight by their indices (every edge belongs to two triangles), and their
// triangles are counter-clockwise from outside. The same arguments give the same mesh. Arguments out of their
// range (a count below its least, a size that is not positive, NaN) and counts that would make more than 2^26
// triangles give an empty mesh.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/vec.hpp"

namespace graze {

struct TriangleSoup {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< Indices of vertices.
};

/// A box around the origin: 12 triangles.
TriangleSoup box_mesh(const Vec3& half_extents);

/// A sphere around the origin: the icosahedron with its faces split in four `subdivisions` times, 20 ·
/// 4^subdivisions triangles, all vertices on the sphere.
TriangleSoup icosphere_mesh(double radius, std::uint32_t subdivisions);

/// A torus around the z axis: 2 · rings · sides triangles.
struct TorusMesh {
    double major_radius = 1;    ///< Of the circle of the tube's centres.
    double minor_radius = 0.3;  ///< Of the tube; beyond the major radius the surface crosses itself.
    std::uint32_t rings = 64;   ///< Around the z axis, at least 3.
    std::uint32_t sides = 32;   ///< Around the tube, at least 3.
};
TriangleSoup torus_mesh(const TorusMesh& torus);

/// A tube along a curve that winds `turns` times around the z axis and `loops` times around the tube of a
/// torus: 2 · rings · sides triangles. Coprime numbers make a knot; the surface crosses itself when the tube
/// is too thick for the gaps of the curve.
struct TorusKnotMesh {
    std::uint32_t turns = 2;    ///< At least 1.
    std::uint32_t loops = 3;    ///< At least 1.
    double major_radius = 1;    ///< Of the torus that the curve lies on.
    double minor_radius = 0.4;  ///< Of the same; below the major radius.
    double tube_radius = 0.15;
    std::uint32_t rings = 256;  ///< Along the curve, at least 3.
    std::uint32_t sides = 16;   ///< Around the tube, at least 3.
};
TriangleSoup torus_knot_mesh(const TorusKnotMesh& knot);

/// A spur gear with a bore along z: each tooth is a trapezoid. 16 · teeth · (layers + 1) triangles.
struct GearMesh {
    std::uint32_t teeth = 16;  ///< At least 3.
    double tip_radius = 1;     ///< Above the root radius.
    double root_radius = 0.8;  ///< Above the bore radius.
    double bore_radius = 0.3;  ///< Above 0.
    double half_thickness = 0.2;
    std::uint32_t layers = 1;  ///< Along z, at least 1.
};
TriangleSoup gear_mesh(const GearMesh& gear);

/// Hills over the square |x|, |y| <= half_width: an open surface, counter-clockwise from +z. 2 · columns ·
/// rows triangles.
struct Terrain {
    double half_width = 1;
    double height = 0.3;         ///< |z| <= height.
    std::uint32_t columns = 64;  ///< Cells along x, at least 1.
    std::uint32_t rows = 64;     ///< Cells along y, at least 1.
    std::uint64_t seed = 1;
};
TriangleSoup terrain_mesh(const Terrain& terrain);

/// The heights of the same at its grid points: index row · (columns + 1) + column, both counted along growing
/// y and x.
std::vector<double> terrain_heights(const Terrain& terrain);

/// A ball with bumps, star-shaped around the origin: an icosphere with radii between radius · (1 - roughness)
/// and radius · (1 + roughness).
struct NoisySphereMesh {
    double radius = 1;
    double roughness = 0.2;          ///< In [0, 1).
    std::uint32_t subdivisions = 4;  ///< 20 · 4^subdivisions triangles.
    std::uint64_t seed = 1;
};
TriangleSoup noisy_sphere_mesh(const NoisySphereMesh& sphere);

}  // namespace graze
