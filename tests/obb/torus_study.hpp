// Two tori drawn at random in a cube, and which tests of bounding volumes fail to part them: the book's case
// study of cascades. Tori of radii 10 and 2; centres uniform in a cube, all orientations alike. Source: van
// den Bergen, Collision Detection in Interactive 3D Environments, 5.3.1, Tables 5.2 and 5.3.
#pragma once

#include <algorithm>
#include <cstdint>

#include "graze/bounds/aabb.hpp"
#include "graze/bounds/obb.hpp"
#include "graze/obb/obb_search.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// Shares of the pairs that a test, or both of two tests, do not separate: in [0, 1].
struct TorusStudy {
    double sphere = 0;    ///< Radius 12.
    double obb = 0;       ///< 24 x 24 x 4, fifteen axes.
    double obb_lite = 0;  ///< The six face axes.
    double dynamic_aabb =
        0;  ///< The box of the oriented box. Contains it, so with it behind the share is that of the latter.
    double fixed_aabb = 0;  ///< A cube of side 24, for all orientations.
    double fixed_aabb_obb = 0;
    double fixed_aabb_obb_lite = 0;
    double sphere_obb = 0;
    double sphere_obb_lite = 0;
};

inline TorusStudy study_tori(Random& random, double side, std::uint64_t samples) {
    TorusStudy counts;
    const Vec3 half{12, 12, 2};
    for (std::uint64_t i = 0; i < samples; ++i) {
        const Pose p = random.pose(side / 2), q = random.pose(side / 2);
        const Obb a{p.position, p.rotation, half}, b{q.position, q.rotation, half};
        const Vec3 between = q.position - p.position;
        const bool sphere = length_sq(between) <= 24 * 24, fixed = max_component(abs(between)) <= 24;
        const bool obb = overlaps(a, b), lite = overlaps_lite(a, b);
        counts.sphere += sphere;
        counts.obb += obb;
        counts.obb_lite += lite;
        counts.dynamic_aabb += overlaps(fit_aabb(a), fit_aabb(b));
        counts.fixed_aabb += fixed;
        counts.fixed_aabb_obb += fixed && obb;
        counts.fixed_aabb_obb_lite += fixed && lite;
        counts.sphere_obb += sphere && obb;
        counts.sphere_obb_lite += sphere && lite;
    }
    for (double* share :
         {&counts.sphere, &counts.obb, &counts.obb_lite, &counts.dynamic_aabb, &counts.fixed_aabb,
          &counts.fixed_aabb_obb, &counts.fixed_aabb_obb_lite, &counts.sphere_obb, &counts.sphere_obb_lite}) {
        *share /= static_cast<double>(samples);
    }
    return counts;
}

/// The book's costs in operations: what is tested first, what of the pairs goes on to an oriented box (0:
/// none is queried), and what of them to the tori themselves.
inline double cascade_operations(double first_cost, double to_box, double to_tori) {
    return first_cost + to_box * 200 + to_tori * 10000;
}

}  // namespace graze::test
