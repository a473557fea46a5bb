// Exact membership in bounding volumes, and sets to fit them around.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/bounds/bounding_volumes.hpp"
#include "graze/bounds/obb.hpp"
#include "math/exact.hpp"
#include "oracle/random.hpp"

namespace graze::test {

inline bool inside(const Aabb& box, const ExactVec3& x) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (!encloses({box.min[i], box.max[i]}, x[i])) return false;
    }
    return true;
}
inline bool inside(const BoundingSphere& sphere, const ExactVec3& x) {
    const mpq_class r(sphere.radius);
    return sphere.radius >= 0 && length_sq(x - exact(sphere.centre)) <= r * r;
}
inline bool inside(const Obb& box, const ExactVec3& x) {
    const ExactVec3 y = inverse(exact(box.axes)) * (x - exact(box.centre));
    return abs(y.x) <= mpq_class(box.half_extents.x) && abs(y.y) <= mpq_class(box.half_extents.y) &&
           abs(y.z) <= mpq_class(box.half_extents.z);
}
template <std::size_t K> bool inside(const KDop<K>& dop, const ExactVec3& x) {
    for (std::size_t i = 0; i < K; ++i) {
        if (!encloses(dop.slabs[i], dot(exact(kdop_axes<K>()[i]), x))) return false;
    }
    return true;
}

/// Heights of a finite set of points, in intervals.
struct PointHeights {
    std::vector<Vec3> points;
    Interval operator()(const IntervalVec3& direction) const {
        Interval height(-std::numeric_limits<double>::infinity());
        for (const Vec3& point : points) height = max(height, dot(direction, enclose(point)));
        return height;
    }
};

/// General, flat, collinear, repeated and single points in turn; `size` across, around a random place up to
/// `far` away.
inline std::vector<Vec3> some_points(Random& random, std::size_t kind, double size, double far) {
    std::vector<Vec3> points;
    const Vec3 place = random.in_cube(far), u = random.direction() * size, v = random.direction() * size;
    const std::size_t count = kind % 5 == 4 ? 1 : 2 + random.index(9);
    for (std::size_t i = 0; i < count; ++i) {
        const double s = random.uniform(-1, 1), t = random.uniform(-1, 1);
        switch (kind % 5) {
            case 0: points.push_back(place + random.in_cube(size)); break;
            case 1: points.push_back(place + u * s + v * t); break;
            case 2: points.push_back(place + u * s); break;
            case 3:
                points.push_back(i % 2 == 0 || points.empty() ? place + random.in_cube(size) : points.back());
                break;
            default: points.push_back(place); break;
        }
    }
    return points;
}

/// Rotation, scale per axis (some zero or negative when `wild`), rotation, translation.
inline Affine some_map(Random& random, bool wild) {
    const auto factor = [&] {
        return wild ? (random.chance(0.2) ? 0 : random.log_uniform(1e-3, 1e3) * (random.chance(0.5) ? 1 : -1))
                    : random.uniform(0.5, 2);
    };
    const double x = factor(), y = factor();
    const Affine first = Affine::from(random.pose(1)), last = Affine::from(random.pose(3));
    return last * Affine::scale({x, y, factor()}) * first;
}

}  // namespace graze::test
