// GJK's loop in double-double. It has a stop of its own: a step need not be progress, and the best simplex of
// all is kept.
#include "convex/gjk/precise_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/gjk/support_map.hpp"

namespace graze {
namespace {

/// Linear convergence: two to four steps halve the error twice on well shaped surfaces, flat ones take
/// several times as many.
constexpr int kSteps = 256;

/// Whether the search still gets anywhere. It goes by detours, and the start may be luckier than what
/// follows: so every 32 steps are compared with the 32 before.
class Progress {
public:
    bool goes_on(double gap, double reached, int steps) noexcept {
        constexpr int kWindow = 32;
        gap_ = std::max(gap_, gap);
        if (steps % kWindow != 0) return true;
        const double slack = reached - gap_;
        const bool better = slack < 0.5 * last_slack_ || reached < 0.9 * last_reached_;
        last_slack_ = slack;
        last_reached_ = reached;
        gap_ = -kInfinity;
        return better;
    }

private:
    double gap_ = -kInfinity;  ///< Best of these 32.
    double last_slack_ = kInfinity;
    double last_reached_ = kInfinity;
};

/// The Minkowski difference with b moved by a shift. Searched along unit doubles.
class PreciseDifference {
public:
    using Point = PrecisePoint;
    PreciseDifference(const PrecisePair& pair, const Vec3& shift) noexcept
        : pair_(pair), shift_(precise(shift)) {}

    void support(const PreciseVec3& axis, PrecisePoint& p) const noexcept {
        p.direction = unit(rounded_to_double(-axis));
        p.w = pair_.support(p.direction) - shift_;
    }

private:
    const PrecisePair& pair_;
    PreciseVec3 shift_;
};

/// Keeps the widest gap and the nearest simplex. Where a point far off joins a face that passes the origin
/// closely, the face comes closer by less than any rounding, but it turns, and the next one is better: so
/// every step is accepted.
class PreciseStop {
public:
    PreciseStop(const PreciseGoal& goal, double enough, PreciseResult& result) noexcept
        : goal_(goal), enough_(enough), result_(result) {
        result_.gap = -std::numeric_limits<double>::infinity();
    }

    bool ends_at_support(const PreciseVec3& /*axis*/, const PrecisePoint& p) noexcept {
        const PreciseVec3 d = precise(p.direction);
        gap_ = (-dot(d, p.w) / length(d)).high;
        if (gap_ > result_.gap) {
            result_.gap = gap_;
            result_.normal = p.direction;
        }
        return reached_.high - result_.gap <= enough_ || result_.gap > goal_.apart_above;
    }

    static bool accepts(const BasicNearest<DoubleDouble>& /*nearest*/) noexcept { return true; }

    bool ends_at_nearest(PreciseSimplex& simplex, const BasicNearest<DoubleDouble>& nearest) noexcept {
        const auto& p = simplex.points;
        if (nearest.size == 4)
            simplex.weights = weights_around_origin<DoubleDouble>({p[0].w, p[1].w, p[2].w, p[3].w});
        // The weights are what proves the distance: their point counts, not the one along the normal, which
        // is nearer by the rounding of a thin face.
        const PreciseVec3 witness = weighted_point(simplex);
        const DoubleDouble distance = length(witness);
        if (distance < reached_) {
            reached_ = distance;
            result_.simplex = simplex;
            result_.nearest = witness;
        }
        ++result_.steps;
        // Around the origin, or on it: nothing is nearer, and no direction is left.
        return distance.high <= 1e-6 * enough_ || reached_.high < goal_.close_below ||
               !progress_.goes_on(gap_, reached_.high, result_.steps) || result_.steps == kSteps;
    }

private:
    const PreciseGoal& goal_;
    double enough_;
    PreciseResult& result_;
    double gap_ = 0;
    DoubleDouble reached_{std::numeric_limits<double>::infinity()};
    Progress progress_;
};

}  // namespace

double gap_along(const PrecisePair& pair, const Vec3& direction) noexcept {
    const PreciseVec3 d = precise(direction);
    return (-dot(d, pair.support(direction)) / length(d)).high;
}

PreciseResult precise_search(const PrecisePair& pair, const Vec3& normal, const Vec3& shift,
                             const PreciseGoal& goal) noexcept {
    PreciseResult result;
    PreciseStop stop(goal, 0.25 * pair.rounding(), result);
    PreciseSimplex simplex;
    search_nearest(PreciseDifference(pair, shift), -precise(normal), simplex, stop);
    return result;
}

bool surely_leaving(const Placed& a, const Placed& b, const Vec3& normal, const Vec3& displacement) noexcept {
    const PrecisePair pair(a, b);
    const PreciseResult found = precise_search(pair, unit(normal), {}, {.close_below = 32 * pair.rounding()});
    return found.gap > 4 * pair.rounding() && dot(precise(found.normal), precise(displacement)).high >= 0;
}

bool surely_apart(const Placed& a, const Placed& b, const Vec3& normal) noexcept {
    const PrecisePair pair(a, b);
    const PreciseGoal goal{4 * pair.rounding(), 32 * pair.rounding()};
    return precise_search(pair, unit(normal), {}, goal).gap > goal.apart_above;
}

}  // namespace graze
