// The walk from a point to the nearest of a tree's triangles, with a test of the triangles of a leaf in it,
// four at a time. "Farther" is a theorem. Which triangles are within a limit, what is shown of them, and the
// float distance of their leaf do not depend on the order in which they are visited, nor on the instruction
// set: an answer that is made of these alone is the same however the search began.
#pragma once

#include <cstdint>

#include "simd/tree/tree_walk.hpp"
#include "simd/tree/triangle_source.hpp"

namespace graze::simd {

/// Lengths in the caller's frame.
struct NearestLimits {
    double reach = 0;  ///< Leaves farther away are not visited.
    double upper = 0;  ///< Triangles shown to be farther away are not reported.
};

/// A triangle that is not shown to be farther than `upper`.
struct NearTriangle {
    std::uint32_t slot = 0;
    float leaf_excess = 0;  ///< Of its leaf; see NearWalk.
    /// The following is valid: docs/notes/meshes.md has the errors. Not for triangles with hardly any
    /// area, nor at sizes whose fourth powers leave the range.
    bool bounded = false;
    double lower = 0;  ///< Bounds of the distance, as tight as rounding allows.
    double upper = 0;
    double u = 0;  ///< The nearest point is a + u (b - a) + v (c - a), up to rounding.
    double v = 0;
};

/// May lower the limits.
using NearTriangleVisitor = FunctionRef<void(const NearTriangle& triangle, NearestLimits& limits)>;

struct NearestWalk {
    NearWalk boxes;                 ///< Its limit is not used.
    const double* point = nullptr;  ///< Three coordinates, of the frame of the vertices.
    TriangleSource triangles;
    NearestLimits limits;  ///< At first.
};

struct NearestCounts {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t triangles = 0;
    /// No leaf is visited with an excess above this at the last limits, all up to it are.
    float last_excess = 0;
};
NearestCounts walk_nearest(const TreeNodes& nodes, const NearestWalk& query, NearTriangleVisitor visit);

/// Whether the triangle in a slot is shown to be farther than `upper`: what the walk finds, bit for bit.
bool shown_farther(const TriangleSource& triangles, std::uint32_t slot, const double* point, double upper);

}  // namespace graze::simd
