// First hits of rays at triangles and of triangles that translate, in any ordered field: exact in rationals,
// estimates in doubles.
#pragma once

#include <optional>

#include "oracle/exact_triangle_pair.hpp"

namespace graze::test {

/// Least t >= 0 at which origin + t d is on the triangle, degenerate ones included.
template <class T>
std::optional<T> ray_hit(const BasicVec3<T>& origin, const BasicVec3<T>& d, const TriangleOf<T>& triangle) {
    using Vec = BasicVec3<T>;
    const Vec n = cross(Vec(triangle[1] - triangle[0]), Vec(triangle[2] - triangle[0]));
    const T speed = dot(n, d), height = dot(n, Vec(triangle[0] - origin));
    if (speed != 0) {
        const T t = height / speed;
        const Vec at = origin + t * d;
        if (t >= 0 && inner_face_square(at, triangle)) return t;
        return std::nullopt;
    }
    if (height != 0) return std::nullopt;
    // In its plane, or a degenerate triangle: where it crosses edges; a start inside is at once.
    if (const auto square = inner_face_square(origin, triangle); square && *square == 0) return T(0);
    std::optional<T> first;
    const auto offer = [&](const T& t) {
        if (t >= 0 && (!first || t < *first)) first = t;
    };
    const T length_sq = dot(d, d);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec &u = triangle[i], &v = triangle[(i + 1) % 3];
        const Vec e = v - u, m = cross(d, e), w = u - origin;
        const T area = dot(m, m);
        if (area == 0) {
            const Vec across = cross(d, w);
            if (dot(across, across) != 0) continue;
            if (point_segment_square(origin, u, v) == 0) return T(0);
            offer(T(dot(w, d) / length_sq));
            offer(T(dot(Vec(v - origin), d) / length_sq));
            continue;
        }
        if (dot(m, w) != 0) continue;
        const T along = dot(cross(w, d), m);
        if (along >= 0 && along <= area) offer(T(dot(cross(w, e), m) / area));
    }
    return first;
}

/// Time at which the line through u, v, moving by t way, is in one plane with the segment p, q and crosses it
/// within both segments.
template <class T>
std::optional<T> edge_contact(const TriangleOf<T>& a, std::size_t i, const TriangleOf<T>& b, std::size_t j,
                              const BasicVec3<T>& direction) {
    using Vec = BasicVec3<T>;
    const Vec &p = a[i], &u = b[j];
    const Vec d = a[(i + 1) % 3] - p, e = b[(j + 1) % 3] - u, m = cross(d, e);
    const T speed = dot(m, direction), area = dot(m, m);
    if (speed == 0) return std::nullopt;  // parallel, or moving in one plane: an end of one touches first
    const T t = -dot(m, Vec(u - p)) / speed;
    if (t < 0 || t > 1) return std::nullopt;
    const Vec w = u - p + t * direction;
    const T along_d = dot(cross(w, e), m), along_e = dot(cross(w, d), m);
    if (along_d < 0 || along_d > area || along_e < 0 || along_e > area) return std::nullopt;
    return t;
}

/// First t in [0, 1] at which b, moved by t way, touches a; the two do not intersect at the start.
template <class T>
std::optional<T> first_contact(const TriangleOf<T>& a, const TriangleOf<T>& b,
                               const BasicVec3<T>& direction) {
    std::optional<T> first;
    const auto offer = [&](const std::optional<T>& t) {
        if (t && *t <= 1 && (!first || *t < *first)) first = t;
    };
    const BasicVec3<T> back = -direction;
    for (std::size_t i = 0; i < 3; ++i) {
        offer(ray_hit(b[i], direction, a));
        offer(ray_hit(a[i], back, b));
        for (std::size_t j = 0; j < 3; ++j) offer(edge_contact(a, i, b, j, direction));
    }
    return first;
}

}  // namespace graze::test
