#include "robot/clearance_query.hpp"

#include <algorithm>
#include <cmath>

#include "robot/gradient.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

/// Two distances that are closer to each other than this share of the robots' reach count as equal.
constexpr double kKinkShare = 1e-6;
/// Of the robots' reach: the first distance within which obstacles are searched, and the last.
constexpr double kNearShare = 1.0 / 64;
constexpr double kFarShare = 4;
/// Of the robots' reach: how far the nearest points may be off, so that gradients are within 1e-6 of it.
constexpr double kPointShare = 2e-7;
/// Of the pair that the gradient is of.
constexpr double kSharp = 1e-15;

}  // namespace

CellClearance ClearanceQuery::at(std::span<const double> configuration) {
    CellClearance result;
    if (!set_.cell->accepts(configuration) || !(options_.limit >= 0)) {
        result.status = Status::invalid_input;
        return result;
    }
    moment_.configuration.assign(configuration.begin(), configuration.end());
    moment_.place(set_);
    gaps_.set_error(placement_error(*set_.cell, moment_.configuration));
    const double runner_up =
        set_.obstacle_tree.empty() ? nearest_within(options_.limit, result) : nearest_in_tree(result);
    if (options_.gradient) add_gradient(result, runner_up);
    return result;
}

/// Near obstacles first: farther ones only until something is as near as what was searched.
double ClearanceQuery::nearest_in_tree(CellClearance& result) {
    for (double limit = kNearShare * set_.cell->largest_reach; limit < options_.limit; limit *= 4) {
        const double runner_up = nearest_within(limit, result);
        if (result.distance.upper <= limit) return std::min(runner_up, limit);
        if (!(limit > 0 && limit < kFarShare * set_.cell->largest_reach)) break;
    }
    return nearest_within(options_.limit, result);
}

double ClearanceQuery::nearest_within(double limit, CellClearance& result) {
    gather(limit);
    return search(limit, result);
}

void ClearanceQuery::gather(double limit) {
    candidates_.clear();
    each_near_pair(
        set_, moment_,
        [&](std::uint32_t body) {
            return limit + gaps_.error({body, body});
        },
        [&](const BodyPair& pair) {
            const double least = gaps_.at_least({pair}, moment_) - gaps_.error(pair);
            if (least <= limit) candidates_.push_back({least, pair, false});
            return true;
        });
}

double ClearanceQuery::search(double limit, CellClearance& result) {
    result.distance = {limit, kInfinity};
    // Pairs beyond the limit are not among the candidates.
    double nearest_lower = kInfinity, runner_up = limit;
    const auto later = [](const Candidate& x, const Candidate& y) {
        return x.at_least > y.at_least || (x.at_least == y.at_least && x.pair > y.pair);
    };
    std::ranges::make_heap(candidates_, later);
    while (!candidates_.empty()) {
        std::ranges::pop_heap(candidates_, later);
        Candidate next = candidates_.back();
        // Balls and boxes bound gaps, but not depths.
        if (next.at_least > std::max(result.distance.upper, 0.0)) return std::min(runner_up, next.at_least);
        candidates_.pop_back();
        ActivePair active{next.pair};
        const GapAtMoment gap = next.enclosed ? gaps_.of_bodies_in_depth(active, moment_, options_.tolerance)
                                              : gaps_.of_enclosures(active, moment_, options_.tolerance);
        const Interval distance = widened(gap.distance, gaps_.error(next.pair));
        if (!gap.exact) {  // the bodies themselves, when nothing nearer is left
            candidates_.push_back({std::max(next.at_least, distance.lower), next.pair, true});
            std::ranges::push_heap(candidates_, later);
            continue;
        }
        result.distance.lower = std::min(result.distance.lower, distance.lower);
        // Of equals the first pair.
        const bool nearer = distance.upper < result.distance.upper;
        runner_up = std::min(runner_up, nearer ? nearest_lower : distance.lower);
        if (!nearer) continue;
        nearest_lower = distance.lower;
        result.distance.upper = distance.upper;
        result.pair = next.pair;
        result.separation = gap.separation;
        if (gap.separation.status != Status::converged) result.status = gap.separation.status;
    }
    return runner_up;
}

void ClearanceQuery::add_gradient(CellClearance& result, double runner_up) {
    result.gradient.assign(moment_.configuration.size(), 0.0);
    if (!(result.distance.upper < kInfinity)) return;
    // On round shapes points and normal are known to the root of the distance's tolerance only.
    ActivePair active{result.pair};
    const GapAtMoment gap = gaps_.of_bodies_in_depth(active, moment_, kSharp);
    result.separation = gap.separation;
    const Interval distance = widened(gap.distance, gaps_.error(result.pair));
    result.distance = {std::max(result.distance.lower, std::min(distance.lower, runner_up)),
                       std::min(result.distance.upper, distance.upper)};
    gradient_of(set_, moment_, result);
    // What the bounds of the distance leave open of the points, across the normal: gradients are off by that.
    // Closed forms take no steps, and give points up to rounding.
    const double cores = gap.separation.distance.upper + set_.bodies[result.pair.a].enclosure.shape.margin() +
                         set_.bodies[result.pair.b].enclosure.shape.margin(),
                 across = std::sqrt(2 * gap.separation.distance.width() * std::max(cores, 0.0));
    result.smooth = runner_up > result.distance.upper + kKinkShare * set_.cell->largest_reach &&
                    (gap.separation.iterations == 0 || across <= kPointShare * set_.cell->largest_reach) &&
                    nearest_point_unique(set_, moment_, result);
}

}  // namespace graze
