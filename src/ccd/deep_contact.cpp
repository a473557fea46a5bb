#include "ccd/deep_contact.hpp"

#include <algorithm>

#include "query/dispatch.hpp"
#include "shape/pose_check.hpp"
#include "verify/moving/verify_deep.hpp"

namespace graze {

bool deep_overlap_at(const MovingRef& a, const MovingRef& b, double t, const Vec3& normal) noexcept {
    const Placed x{a.shape, pose_at(a.motion, t)}, y{b.shape, pose_at(b.motion, t)};
    const double depth = a.motion.deviation() + b.motion.deviation();
    if (usable(x) && usable(y) && !(pair_separation(x, y).distance.lower < -depth)) return false;
    return verifying::overlap_deeper(x, y, normal, depth);
}

std::optional<double> deep_overlap_within(const MovingRef& a, const MovingRef& b, const Interval& time,
                                          double wait, const Vec3& normal) noexcept {
    for (double t = time.lower; t < time.upper; wait *= 1.5) {
        t = std::min(time.upper, time.lower + wait);
        if (deep_overlap_at(a, b, t, normal)) return t;
    }
    return std::nullopt;
}

}  // namespace graze
