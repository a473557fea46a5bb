#include "robot/clearance_query.hpp"

#include <algorithm>

#include "robot/gradient.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

/// Two distances that are closer to each other than this share of the robots' reach count as equal.
constexpr double kKinkShare = 1e-6;
/// Of the pair that the gradient is of.
constexpr double kSharp = 1e-12;

}  // namespace

CellClearance ClearanceQuery::at(std::span<const double> configuration) {
    CellClearance result;
    if (!cell_.accepts(configuration) || !(options_.limit >= 0)) {
        result.status = Status::invalid_input;
        return result;
    }
    moment_.configuration.assign(configuration.begin(), configuration.end());
    moment_.place(cell_);
    gaps_.set_error(placement_error(cell_, moment_.configuration));
    gather();
    const double runner_up = search(result);
    if (options_.gradient) add_gradient(result, runner_up);
    return result;
}

void ClearanceQuery::gather() {
    candidates_.clear();
    each_near_pair(
        cell_, moment_, [&](std::uint32_t) { return options_.limit; },
        [&](const BodyPair& pair) {
            const double least = gaps_.at_least({pair}, moment_) - gaps_.error(pair);
            if (least <= options_.limit) candidates_.push_back({least, pair});
            return true;
        });
    std::ranges::sort(candidates_, [](const Candidate& x, const Candidate& y) {
        return x.at_least < y.at_least || (x.at_least == y.at_least && x.pair < y.pair);
    });
}

/// Sets the distance and its pair; a lower bound of the distance of every other pair comes back.
double ClearanceQuery::search(CellClearance& result) {
    result.distance = {options_.limit, kInfinity};
    double nearest_lower = kInfinity, runner_up = kInfinity;
    for (const Candidate& candidate : candidates_) {
        if (candidate.at_least > result.distance.upper) {
            runner_up = std::min(runner_up, candidate.at_least);
            break;
        }
        ActivePair active{candidate.pair};
        SeparationOptions options;
        options.tolerance = options_.tolerance;
        const Separation gap = gaps_.separation(active, moment_, options);
        const Interval distance = widened(gap.distance, gaps_.error(candidate.pair));
        result.distance.lower = std::min(result.distance.lower, distance.lower);
        // Of equals the first pair.
        const bool nearer = distance.upper < result.distance.upper;
        runner_up = std::min(runner_up, nearer ? nearest_lower : distance.lower);
        if (!nearer) continue;
        nearest_lower = distance.lower;
        result.distance.upper = distance.upper;
        result.pair = candidate.pair;
        result.separation = gap;
        if (gap.status != Status::converged) result.status = gap.status;
    }
    return runner_up;
}

void ClearanceQuery::add_gradient(CellClearance& result, double runner_up) {
    result.gradient.assign(moment_.configuration.size(), 0.0);
    if (!(result.distance.upper < kInfinity)) return;
    // On round shapes points and normal are known to the root of the distance's tolerance only.
    ActivePair active{result.pair};
    SeparationOptions sharp;
    sharp.tolerance = kSharp;
    result.separation = gaps_.separation(active, moment_, sharp);
    const Interval distance = widened(result.separation.distance, gaps_.error(result.pair));
    result.distance = {std::max(result.distance.lower, std::min(distance.lower, runner_up)),
                       std::min(result.distance.upper, distance.upper)};
    gradient_of(cell_, moment_, result);
    result.smooth = runner_up > result.distance.upper + kKinkShare * cell_.largest_reach &&
                    nearest_point_unique(cell_, moment_, result);
}

}  // namespace graze
