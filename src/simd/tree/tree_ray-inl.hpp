// Slabs of eight boxes. With u = 2^-24 a difference and its product with the inverse round once each, so a
// plane's parameter is off by 2u of itself and keeps its sign; entering and leaving are compared with more
// than twice that between them. Included once per instruction set.
#if defined(GRAZE_SIMD_TREE_RAY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_SIMD_TREE_RAY_INL
#undef GRAZE_SIMD_TREE_RAY_INL
#else
#define GRAZE_SIMD_TREE_RAY_INL
#endif

#include <hwy/cache_control.h>

#include <limits>

#include "simd/tree/tree_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace graze::simd {
namespace HWY_NAMESPACE {

/// The ray's side of each slab test, once per walk.
struct RaySlabs {
    std::size_t enter[3];  ///< Floats from the node's start to the planes where the ray enters, and leaves.
    std::size_t leave[3];
    float enter_origin[3];  ///< The origin less the slack by which boxes are grown.
    float leave_origin[3];
    float enter_inverse[3];
    float leave_inverse[3];  ///< A little larger: the slack between entering and leaving.

    /// Without branches: the signs of rays cannot be foreseen.
    explicit RaySlabs(const RayWalk& ray) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t back = std::bit_cast<std::uint32_t>(ray.inverse[i]) >> 31;
            const float slack = std::copysign(ray.slack[i], ray.inverse[i]);
            enter[i] = (i + 3 * back) * kNodeWidth;
            leave[i] = (i + 3 - 3 * back) * kNodeWidth;
            enter_origin[i] = ray.origin[i] + slack;
            leave_origin[i] = ray.origin[i] - slack;
            enter_inverse[i] = ray.inverse[i];
            leave_inverse[i] = ray.inverse[i] * static_cast<float>(1 + kWalkSlack);
        }
    }
};

/// Bits of the lanes that the ray hits before `limit`; where it enters them goes to `out`.
HWY_INLINE std::uint32_t lanes_on_ray(const BoxNode& node, const RaySlabs& ray, float limit, float* out) {
    const Floats d;
    const float* planes = &node.min[0][0];
    // Which child comes next is known last, and its number is on a line of its own.
    hwy::Prefetch(node.child);
    return lane_bits([&](std::size_t i) HWY_ATTR {
        const auto entering = [&](std::size_t axis) HWY_ATTR {
            const FloatVector in =
                hn::Sub(hn::Load(d, planes + ray.enter[axis] + i), hn::Set(d, ray.enter_origin[axis]));
            return hn::Mul(in, hn::Set(d, ray.enter_inverse[axis]));
        };
        const auto leaving = [&](std::size_t axis) HWY_ATTR {
            const FloatVector out_of =
                hn::Sub(hn::Load(d, planes + ray.leave[axis] + i), hn::Set(d, ray.leave_origin[axis]));
            return hn::Mul(out_of, hn::Set(d, ray.leave_inverse[axis]));
        };
        // Two by two: the walk waits for the result.
        const FloatVector enter =
            hn::Max(hn::Max(entering(0), entering(1)), hn::Max(entering(2), hn::Zero(d)));
        const FloatVector leave =
            hn::Min(hn::Min(leaving(0), leaving(1)), hn::Min(leaving(2), hn::Set(d, limit)));
        hn::Store(enter, d, out + i);
        return hn::Le(enter, leave);
    });
}

/// The limit on computed parameters, rounded up.
inline float parameter_limit(const RayWalk& query, double limit) {
    if (!(query.per_step < std::numeric_limits<double>::infinity()))
        return static_cast<float>(
            0x1p50);  // every box is at the start, as far as the caller's parameter can resolve
    const double s = (limit - query.start) * query.per_step;
    return static_cast<float>(std::min(s + std::abs(s) * 2 * kWalkSlack + 0x1p-60, 0x1p50));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::simd
HWY_AFTER_NAMESPACE();

#endif
