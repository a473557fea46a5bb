// Support mappings written a second time, straight from the shapes' definitions and generic in the scalar:
// long double for bulk work, Real for precision. The placed set is { R x + p } for the given doubles,
// rotation defects included.
#pragma once

#include <cmath>
#include <cstddef>

#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/real.hpp"

namespace graze::test {

template <class T> BasicVec3<T> convert(const Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }

template <class T> T root(const T& x) {
    using std::sqrt;
    return sqrt(x);
}

/// v scaled to `wanted` length; along x when v is zero.
template <class T> BasicVec3<T> with_length(const BasicVec3<T>& v, const T& wanted) {
    const T norm = root<T>(length_sq(v));
    if (norm == T(0)) return {wanted, T(0), T(0)};
    return v * (wanted / norm);
}

template <class T> BasicVec3<T> farthest_vertex(std::span<const Vec3> vertices, const BasicVec3<T>& d) {
    BasicVec3<T> best = convert<T>(vertices[0]);
    T height = dot(best, d);
    for (std::size_t i = 1; i < vertices.size(); ++i) {
        const BasicVec3<T> v = convert<T>(vertices[i]);
        const T h = dot(v, d);
        if (h > height) {
            height = h;
            best = v;
        }
    }
    return best;
}

/// Rim of a disk of radius r at height z.
template <class T> BasicVec3<T> farthest_on_disk(const BasicVec3<T>& d, double r, const T& z) {
    const BasicVec3<T> rim = with_length<T>({d.x, d.y, T(0)}, T(r));
    return {rim.x, rim.y, z};
}

template <class T> BasicVec3<T> ellipsoid_support(const Vec3& radii, const BasicVec3<T>& d) {
    const BasicVec3<T> e{T(radii.x) * d.x, T(radii.y) * d.y, T(radii.z) * d.z};
    if (length_sq(e) == T(0)) return {T(0), T(0), T(0)};
    const BasicVec3<T> u = with_length<T>(e, T(1));
    return {T(radii.x) * u.x, T(radii.y) * u.y, T(radii.z) * u.z};
}

/// A point of the shape (margin included) farthest along d, local frame. Not for half-spaces.
template <class T> BasicVec3<T> precise_support(const Shape& shape, const BasicVec3<T>& d) {
    const auto& v = shape.values();
    const Vec3 corners[4] = {shape.vector(0), shape.vector(1), shape.vector(2), shape.vector(3)};
    const std::span<const Vec3> all(corners);
    switch (shape.type()) {
        case ShapeType::point: return convert<T>(corners[0]);
        case ShapeType::segment: return farthest_vertex<T>(all.first(2), d);
        case ShapeType::triangle: return farthest_vertex<T>(all.first(3), d);
        case ShapeType::tetrahedron: return farthest_vertex<T>(all, d);
        case ShapeType::polygon:
        case ShapeType::hull:
            return farthest_vertex<T>(static_cast<const HullData*>(shape.payload())->vertices, d);
        case ShapeType::sphere: return with_length<T>(d, T(v[0]));
        case ShapeType::box:
            return {T(d.x < T(0) ? -v[0] : v[0]), T(d.y < T(0) ? -v[1] : v[1]), T(d.z < T(0) ? -v[2] : v[2])};
        case ShapeType::capsule:
            return with_length<T>(d, T(v[0])) + BasicVec3<T>{T(0), T(0), T(d.z < T(0) ? -v[1] : v[1])};
        case ShapeType::cylinder: return farthest_on_disk<T>(d, v[0], T(d.z < T(0) ? -v[1] : v[1]));
        case ShapeType::cone: {
            const BasicVec3<T> rim = farthest_on_disk<T>(d, v[0], T(-v[1]));
            const BasicVec3<T> apex{T(0), T(0), T(v[1])};
            return dot(apex, d) > dot(rim, d) ? apex : rim;
        }
        case ShapeType::tapered_capsule: {
            const BasicVec3<T> bottom = with_length<T>(d, T(v[0])) + BasicVec3<T>{T(0), T(0), T(-v[2])};
            const BasicVec3<T> top = with_length<T>(d, T(v[1])) + BasicVec3<T>{T(0), T(0), T(v[2])};
            return dot(top, d) > dot(bottom, d) ? top : bottom;
        }
        case ShapeType::ellipsoid: return ellipsoid_support<T>(corners[0], d);
        case ShapeType::minkowski_sum:
            return precise_support<T>(shape.children()[0], d) + precise_support<T>(shape.children()[1], d);
        case ShapeType::convex_hull_of: {
            BasicVec3<T> best = precise_support<T>(shape.children()[0], d);
            for (const Shape& child : shape.children().subspan(1)) {
                const BasicVec3<T> p = precise_support<T>(child, d);
                if (dot(p, d) > dot(best, d)) best = p;
            }
            return best;
        }
        case ShapeType::affine_image: {
            const BasicMat3<T> m{{convert<T>(corners[0]), convert<T>(corners[1]), convert<T>(corners[2])}};
            return m * precise_support<T>(shape.children()[0], transpose_times(m, d)) +
                   convert<T>(corners[3]);
        }
        case ShapeType::rounded:
            return precise_support<T>(shape.children()[0], d) + with_length<T>(d, T(v[0]));
        case ShapeType::half_space:
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: break;
    }
    return {T(0), T(0), T(0)};
}

/// The same for a shape turned by its pose but not moved: world axes, the shape's own origin.
template <class T> BasicVec3<T> turned_support(const Placed& placed, const BasicVec3<T>& d) {
    const Mat3& r = placed.pose.rotation;
    const BasicMat3<T> m{{convert<T>(r.columns[0]), convert<T>(r.columns[1]), convert<T>(r.columns[2])}};
    return m * precise_support<T>(placed.shape, transpose_times(m, d));
}

/// Farthest point along d of the difference a - b of two placed shapes. Positions are subtracted first: the
/// distance from the world's origin costs nothing.
template <class T> BasicVec3<T> difference_support(const Placed& a, const Placed& b, const BasicVec3<T>& d) {
    return turned_support<T>(a, d) - turned_support<T>(b, -d) +
           (convert<T>(a.pose.position) - convert<T>(b.pose.position));
}

}  // namespace graze::test
