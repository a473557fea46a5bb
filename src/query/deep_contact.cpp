#include "query/deep_contact.hpp"

#include <algorithm>

#include "convex/core_pair.hpp"
#include "graze/query/query.hpp"
#include "graze/query/verify.hpp"

namespace graze {

bool overlap_deeper(const Placed& a, const Placed& b, double depth) noexcept {
    const double below = -depth * (1 + 4 * kEps);  // what is asked for may be a rounded sum
    if (!usable(a) || !usable(b) || !(separation(a, b).distance.upper < below)) return false;
    const CertifiedSeparation certified = certified_separation(a, b);
    return certified.separation.distance.upper < below && verify(certified, a, b);
}

std::optional<double> deep_overlap_within(const MovingRef& a, const MovingRef& b, const Interval& time, double wait) noexcept {
    const double depth = a.motion.deviation() + b.motion.deviation();
    for (double t = time.lower; t < time.upper; wait *= 1.5) {
        t = std::min(time.upper, time.lower + wait);
        if (overlap_deeper({a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)}, depth)) return t;
    }
    return std::nullopt;
}

}  // namespace graze
