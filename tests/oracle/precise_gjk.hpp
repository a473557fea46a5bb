// GJK in long double or Real on the difference a - b of two placed shapes: bounds of the distance, both
// shown. Written for clarity: every subset of the simplex is tried. No warm start, no margins.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "oracle/precise_support.hpp"

namespace graze::test {

template <class T> struct GapBounds {
    T lower{0};           ///< Of max(0, distance): shown by a plane.
    T upper{0};           ///< Length of a point of the difference.
    bool inside = false;  ///< The origin is well inside a tetrahedron of difference points.
};

template <class T> struct SimplexPoint {
    BasicVec3<T> v{};
    std::vector<BasicVec3<T>> simplex;
    bool inside = false;
};

/// Closest point to the origin over the faces of a simplex; faces whose closest point is not interior are
/// left to their own faces.
template <class T> SimplexPoint<T> closest_on_simplex(const std::vector<BasicVec3<T>>& w, const T& tiny) {
    SimplexPoint<T> best{w[0], {w[0]}, false};
    T best_sq = length_sq(w[0]);
    const auto offer = [&](const BasicVec3<T>& v, std::vector<BasicVec3<T>> simplex) {
        const T sq = length_sq(v);
        if (sq < best_sq) {
            best_sq = sq;
            best = {v, std::move(simplex), false};
        }
    };
    const auto segment = [&](const BasicVec3<T>& a, const BasicVec3<T>& b) {
        const BasicVec3<T> e = b - a;
        const T d = length_sq(e), s = -dot(a, e);
        if (s > T(0) && s < d) offer(a + e * (s / d), {a, b});
    };
    const auto triangle = [&](const BasicVec3<T>& a, const BasicVec3<T>& b, const BasicVec3<T>& c) {
        const BasicVec3<T> n = cross(b - a, c - a);
        const T d = length_sq(n);
        const T la = dot(n, cross(b, c - b)), lb = dot(n, cross(c, a - c)), lc = dot(n, cross(a, b - a));
        if (d > T(0) && la > T(0) && lb > T(0) && lc > T(0))
            offer((a * la + b * lb + c * lc) * (T(1) / (la + lb + lc)), {a, b, c});
    };
    for (std::size_t i = 0; i < w.size(); ++i) {
        offer(w[i], {w[i]});
        for (std::size_t j = i + 1; j < w.size(); ++j) {
            segment(w[i], w[j]);
            for (std::size_t k = j + 1; k < w.size(); ++k) triangle(w[i], w[j], w[k]);
        }
    }
    if (w.size() == 4) {
        // The origin is inside when it lies on the inner side of all four planes, farther than rounding
        // reaches.
        bool inside = true;
        for (std::size_t i = 0; i < 4 && inside; ++i) {
            const BasicVec3<T>&p = w[(i + 1) % 4], &q = w[(i + 2) % 4], &r = w[(i + 3) % 4];
            const BasicVec3<T> n = cross(q - p, r - p);
            const T at_vertex = dot(n, w[i] - p), at_origin = -dot(n, p),
                    guard = tiny * root<T>(length_sq(n));
            inside = (at_vertex > guard && at_origin > guard) || (at_vertex < -guard && at_origin < -guard);
        }
        best.inside = inside;
    }
    return best;
}

/// Ends when the bounds are `tolerance` apart (a length), when the origin is inside, or without progress.
template <class T>
GapBounds<T> precise_gap(const Placed& a, const Placed& b, const T& tolerance, int max_iterations) {
    SimplexPoint<T> best;
    best.v = difference_support<T>(a, b, convert<T>(b.pose.position - a.pose.position));
    best.simplex = {best.v};
    GapBounds<T> bounds{T(0), root<T>(length_sq(best.v))};
    for (int i = 0; i < max_iterations; ++i) {
        if (bounds.upper <= tolerance) break;
        const BasicVec3<T> w = difference_support<T>(a, b, -best.v);
        const T height = dot(best.v, w) / bounds.upper;
        if (height > bounds.lower) bounds.lower = height;
        if (bounds.upper - bounds.lower <= tolerance) break;
        std::vector<BasicVec3<T>> simplex = best.simplex;
        if (simplex.size() == 4) break;
        simplex.push_back(w);
        SimplexPoint<T> next = closest_on_simplex<T>(simplex, tolerance);
        if (next.inside) return {T(0), T(0), true};
        const T norm = root<T>(length_sq(next.v));
        if (!(norm < bounds.upper)) break;
        best = std::move(next);
        bounds.upper = norm;
    }
    return bounds;
}

}  // namespace graze::test
