// The basic tests between points, rays, segments, spheres, boxes, triangles and polygons, as small pure functions on plain
// numbers. `overlaps_*` answers yes or no, `find_*` where, `separation_*` how far: different functions, because the cheap answer has
// a cheaper method. All sets are closed: touching counts. Doubles with relative guards, unless a function is
// documented as exact. Served: lengths (edges, distances, radii) that are zero or within 1e-30 .. 1e30, less
// than the shapes' own range. There all answers scale with the unit of length: the longest products are of
// eight lengths, times eps² (separating axes of two triangles), 1e-272 .. 1e240. Rays and segments against
// spheres and boxes, polygons against spheres and polygons are served, and scale, within 1e-95 .. 1e95. Boxes
// are centred at the origin of their own frame: bring the other set there first. Source: van den Bergen,
// Collision Detection in Interactive 3D Environments, chapter 3.
#pragma once

#include "graze/convex/primitive_closest.hpp"
#include "graze/convex/primitive_polygon.hpp"
#include "graze/convex/primitive_ray.hpp"
#include "graze/convex/primitive_triangle.hpp"
#include "graze/convex/primitive_volume.hpp"
