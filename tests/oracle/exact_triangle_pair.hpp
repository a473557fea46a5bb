// Squared distance of two triangles, degenerate and coplanar ones included, in any ordered field. Rationals
// give the exact value. Doubles give it up to the rounding of the last quotient when all coordinates are
// integers of at most 9 bits times one power of two: every sign is then evaluated without rounding. Other
// doubles give an estimate. The distance of two disjoint triangles is attained at a vertex and a face, or at
// two edges; intersecting ones have an edge of one through the other, or such a pair at distance zero.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "graze/math/vec.hpp"

namespace graze::test {

template <class T> using TriangleOf = std::array<BasicVec3<T>, 3>;

template <class T>
T point_segment_square(const BasicVec3<T>& p, const BasicVec3<T>& a, const BasicVec3<T>& b) {
    const BasicVec3<T> e = b - a, w = p - a;
    const T along = dot(e, w), whole = dot(e, e);
    if (along <= 0) return dot(w, w);
    if (along >= whole) {
        const BasicVec3<T> v = p - b;
        return dot(v, v);
    }
    const BasicVec3<T> across = cross(e, w);
    return dot(across, across) / whole;
}

/// Of the lines through two segments, when both nearest points are on the segments; none for parallel ones,
/// whose distance is attained at an end.
template <class T>
std::optional<T> inner_edge_square(const BasicVec3<T>& p, const BasicVec3<T>& q, const BasicVec3<T>& u,
                                   const BasicVec3<T>& v) {
    const BasicVec3<T> d = q - p, e = v - u, w = u - p, m = cross(d, e);
    const T area = dot(m, m);
    if (area == 0) return std::nullopt;
    const T s = dot(cross(w, e), m), t = dot(cross(w, d), m);
    if (s < 0 || s > area || t < 0 || t > area) return std::nullopt;
    const T height = dot(m, w);
    return T(height * height / area);
}

/// Of a point and the plane of a triangle, when the foot is in the triangle.
template <class T> std::optional<T> inner_face_square(const BasicVec3<T>& p, const TriangleOf<T>& t) {
    const BasicVec3<T> n = cross(BasicVec3<T>(t[1] - t[0]), BasicVec3<T>(t[2] - t[0]));
    const T area = dot(n, n);
    if (area == 0) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
        const BasicVec3<T> e = t[(i + 1) % 3] - t[i], w = p - t[i];
        if (dot(n, cross(e, w)) < 0) return std::nullopt;
    }
    const BasicVec3<T> w = p - t[0];
    const T height = dot(n, w);
    return T(height * height / area);
}

/// Whether the segment from p to q has its ends strictly on different sides of the triangle's plane and
/// crosses the triangle.
template <class T> bool pierces(const BasicVec3<T>& p, const BasicVec3<T>& q, const TriangleOf<T>& t) {
    const BasicVec3<T> n = cross(BasicVec3<T>(t[1] - t[0]), BasicVec3<T>(t[2] - t[0]));
    const T hp = dot(n, BasicVec3<T>(p - t[0])), hq = dot(n, BasicVec3<T>(q - t[0]));
    if (!((hp < 0 && hq > 0) || (hp > 0 && hq < 0))) return false;
    const BasicVec3<T> d = q - p;
    bool positive = false, negative = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const T side = dot(d, cross(BasicVec3<T>(t[i] - p), BasicVec3<T>(t[(i + 1) % 3] - p)));
        positive = positive || side > 0;
        negative = negative || side < 0;
    }
    return !(positive && negative);
}

/// Of a point and a triangle.
template <class T> T point_triangle_square(const BasicVec3<T>& p, const TriangleOf<T>& t) {
    T best = point_segment_square(p, t[2], t[0]);
    for (std::size_t i = 0; i < 2; ++i) best = std::min(best, point_segment_square(p, t[i], t[i + 1]));
    if (const auto square = inner_face_square(p, t)) best = std::min(best, *square);
    return best;
}

template <class T> T triangle_square(const TriangleOf<T>& a, const TriangleOf<T>& b) {
    const BasicVec3<T> start = b[0] - a[0];
    T best = dot(start, start);
    const auto offer = [&](const T& square) {
        if (square < best) best = square;
    };
    for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (pierces((*x)[i], (*x)[(i + 1) % 3], *y)) return T(0);
            if (const auto square = inner_face_square((*x)[i], *y)) offer(*square);
            for (std::size_t j = 0; j < 3; ++j)
                offer(point_segment_square((*x)[i], (*y)[j], (*y)[(j + 1) % 3]));
        }
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (const auto square = inner_edge_square(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]))
                offer(*square);
    return best;
}

}  // namespace graze::test
