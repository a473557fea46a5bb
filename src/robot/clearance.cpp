// The clearance of a configuration and its gradient. Pairs are measured in the order of how near they may be,
// until none can be nearer than the nearest measured.
#include <algorithm>
#include <cmath>

#include "graze/robot/robot_cell.hpp"
#include "robot/gradient.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

struct Candidate {
    double at_least = 0;
    BodyPair pair{};
};

class ClearanceQuery {
public:
    ClearanceQuery(const RobotCell::State& cell, const ClearanceOptions& options)
        : cell_(cell), options_(options), gaps_(cell) {}

    CellClearance at(std::span<const double> configuration) {
        CellClearance result;
        if (!cell_.accepts(configuration) || !(options_.limit >= 0)) {
            result.status = Status::invalid_input;
            return result;
        }
        moment_.configuration.assign(configuration.begin(), configuration.end());
        moment_.place(cell_);
        gaps_.set_error(placement_error(cell_, configuration));
        gather();
        search(result);
        if (options_.gradient) add_gradient(result);
        return result;
    }

private:
    void gather() {
        candidates_.clear();
        each_near_pair(cell_, moment_, options_.limit, [&](const BodyPair& pair) {
            const double least = gaps_.at_least({pair}, moment_) - gaps_.error(pair);
            if (least <= options_.limit) candidates_.push_back({least, pair});
            return true;
        });
        std::ranges::sort(candidates_, [](const Candidate& x, const Candidate& y) {
            return x.at_least < y.at_least || (x.at_least == y.at_least && x.pair < y.pair);
        });
    }

    void search(CellClearance& result) {
        result.distance = {options_.limit, kInfinity};
        runner_up_ = kInfinity;
        for (const Candidate& candidate : candidates_) {
            if (candidate.at_least > result.distance.upper) {
                runner_up_ = std::min(runner_up_, candidate.at_least);
                break;
            }
            ActivePair active{candidate.pair};
            const Separation gap = gaps_.separation(active, moment_);
            const Interval distance = widened(gap.distance, gaps_.error(candidate.pair));
            result.distance.lower = std::min(result.distance.lower, distance.lower);
            // Of equals the first pair.
            const bool nearer = distance.upper < result.distance.upper;
            runner_up_ = std::min(runner_up_, nearer ? nearest_lower_ : distance.lower);
            if (!nearer) continue;
            nearest_lower_ = distance.lower;
            result.distance.upper = distance.upper;
            result.pair = candidate.pair;
            result.separation = gap;
            if (gap.status != Status::converged) result.status = gap.status;
        }
    }

    void add_gradient(CellClearance& result) {
        result.gradient.assign(moment_.configuration.size(), 0.0);
        if (!(result.distance.upper < kInfinity)) return;
        gradient_of(cell_, moment_, result);
        const bool alone = runner_up_ > result.distance.upper + kKinkShare * cell_.largest_reach;
        result.smooth = alone && nearest_point_unique(cell_, moment_, result);
    }

    /// Two distances that are closer to each other than this share of the robots' reach count as equal.
    static constexpr double kKinkShare = 1e-6;

    const RobotCell::State& cell_;
    const ClearanceOptions& options_;
    BodyGaps gaps_;
    Moment moment_;
    std::vector<Candidate> candidates_;
    double nearest_lower_ = kInfinity;  ///< Of the pair that is nearest so far.
    double runner_up_ = kInfinity;      ///< No other pair is nearer than this.
};

}  // namespace

CellClearance clearance(const RobotCell& cell, std::span<const double> configuration,
                        const ClearanceOptions& options) {
    return ClearanceQuery(cell.state(), options).at(configuration);
}

void clearances_at(const RobotCell& cell, std::span<const double> configurations,
                   std::span<CellClearance> results, const ClearanceOptions& clearance,
                   const BatchOptions& options) {
    const std::size_t joints = cell.joint_count();
    in_chunks(results.size(), options.threads, [&](std::size_t first, std::size_t last) {
        ClearanceQuery query(cell.state(), clearance);
        for (std::size_t i = first; i < last; ++i) {
            const bool given = (i + 1) * joints <= configurations.size();
            results[i] =
                query.at(given ? configurations.subspan(i * joints, joints) : std::span<const double>());
        }
    });
}

}  // namespace graze
