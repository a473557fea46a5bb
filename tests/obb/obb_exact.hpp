// Exact separation of boxes and triangles: all candidate axes over the rationals, degenerate sets included.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/bounds/obb.hpp"
#include "graze/shape/primitives.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// A polytope by its corners, with the directions of its edges.
struct ExactSet {
    std::vector<ExactVec3> corners;
    std::vector<ExactVec3> edges;
};

inline ExactSet exact_set(const Obb& box) {
    ExactSet set;
    const auto axes = exact(box.axes);
    for (int i = 0; i < 8; ++i) {
        const Vec3 y{i & 1 ? box.half_extents.x : -box.half_extents.x,
                     i & 2 ? box.half_extents.y : -box.half_extents.y,
                     i & 4 ? box.half_extents.z : -box.half_extents.z};
        set.corners.push_back(exact(box.centre) + axes * exact(y));
    }
    set.edges = {axes.columns[0], axes.columns[1], axes.columns[2]};
    return set;
}
inline ExactSet exact_set(const Triangle& t) {
    const ExactVec3 a = exact(t.a), b = exact(t.b), c = exact(t.c);
    return {{a, b, c}, {b - a, c - b, a - c}};
}

/// Width of the widest gap that a candidate axis shows; <= 0 when they intersect. Candidates: products of any
/// two edges, of both sets or of one, and the edges themselves: more than the theorem asks for, so that flat
/// and degenerate sets are served.
inline double exact_gap(const ExactSet& a, const ExactSet& b) {
    std::vector<ExactVec3> edges = a.edges;
    edges.insert(edges.end(), b.edges.begin(), b.edges.end());
    std::vector<ExactVec3> axes = edges;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) axes.push_back(cross(edges[i], edges[j]));
    }
    // Across an edge, within the plane of a flat set.
    for (const ExactSet* set : {&a, &b}) {
        const ExactVec3 n = cross(set->edges[0], set->edges[1]);
        for (const ExactVec3& e : set->edges) axes.push_back(cross(n, e));
    }
    double widest = -std::numeric_limits<double>::infinity();
    for (const ExactVec3& v : axes) {
        if (length_sq(v) == 0) continue;
        const auto range = [&](const ExactSet& set) {
            mpq_class low = dot(v, set.corners[0]), high = low;
            for (const ExactVec3& x : set.corners) {
                const mpq_class height = dot(v, x);
                if (height < low) low = height;
                if (height > high) high = height;
            }
            return std::pair(low, high);
        };
        const auto [low_a, high_a] = range(a);
        const auto [low_b, high_b] = range(b);
        const mpq_class gap = std::max(mpq_class(low_b - high_a), mpq_class(low_a - high_b));
        const mpq_class size_sq = length_sq(v), ratio = gap * gap / size_sq;
        widest = std::max(widest, std::sqrt(ratio.get_d()) * (gap > 0 ? 1 : gap < 0 ? -1 : 0));
    }
    return widest;
}

/// How far a point lies outside a box, at most.
inline double outside(const Obb& box, const Vec3& x) {
    const Vec3 over = abs(transpose_times(box.axes, x - box.centre)) - box.half_extents;
    return max_component(over);
}

/// A box of about unit size in a random pose; some are flat, needles or points, some along the coordinate
/// axes with integers.
inline Obb some_obb(Random& random, double spread) {
    if (random.chance(0.3)) {
        const auto k = [&] { return static_cast<double>(random.index(5)) - 2; };
        const double x = k(), y = k(), z = k();
        return {{x, y, z}, Mat3::identity(), {std::abs(k()) / 2, std::abs(k()) / 2, std::abs(k()) / 2}};
    }
    const Pose pose = random.pose(spread);
    Vec3 half{random.unit(), random.unit(), random.unit()};
    if (random.chance(0.2)) half[random.index(3)] = 0;
    if (random.chance(0.2)) half[random.index(3)] *= 1e-8;
    return {pose.position, pose.rotation, half};
}

inline Obb scaled(const Obb& box, double s) { return {box.centre * s, box.axes, box.half_extents * s}; }

}  // namespace graze::test
