// The walk of a ray through a tree over triangles, with the test of the triangles of a leaf in it, four at a
// time.
#pragma once

#include "core/pair_work.hpp"
#include "simd/tree/ray_triangles.hpp"

namespace graze::simd {

NearestTriangle walk_triangles(const TreeNodes& nodes, const TriangleWalk& query, UnclearVisitor unclear);
/// The same, and its work is added. The clock is read twice for every leaf.
NearestTriangle walk_triangles(const TreeNodes& nodes, const TriangleWalk& query, UnclearVisitor unclear,
                               PairWork& work);

}  // namespace graze::simd
