// Whether one configuration of a cell, or each of many, overlaps anything.
#include <algorithm>

#include "core/parallel.hpp"
#include "graze/robot/robot_cell.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

bool overlaps_at_moment(const SearchSet& set, const Moment& moment, BodyGaps& gaps) {
    gaps.set_error(placement_error(*set.cell, moment.configuration));
    return !each_near_pair(
        set, moment,
        [&](std::uint32_t body) {
            return gaps.error({body, body});
        },
        [&](const BodyPair& pair) {
            ActivePair active{pair};
            const double error = gaps.error(pair);
            return gaps.at_least(active, moment) > error || !gaps.overlap(active, moment);
        });
}

}  // namespace

bool overlaps(const RobotCell& cell, std::span<const double> configuration) noexcept {
    const RobotCell::State& state = cell.state();
    if (!state.accepts(configuration)) return true;
    Moment moment;
    moment.configuration.assign(configuration.begin(), configuration.end());
    moment.place(state.parts);
    BodyGaps gaps(state.parts);
    return overlaps_at_moment(state.parts, moment, gaps);
}

void overlaps_at(const RobotCell& cell, std::span<const double> configurations,
                 std::span<unsigned char> results, const BatchOptions& options) {
    const RobotCell::State& state = cell.state();
    const std::size_t joints = cell.joint_count();
    in_chunks(results.size(), options.threads, [&](std::size_t first, std::size_t last) {
        Moment moment;
        BodyGaps gaps(state.parts);
        for (std::size_t i = first; i < last; ++i) {
            const bool given = (i + 1) * joints <= configurations.size();
            const auto values =
                given ? configurations.subspan(i * joints, joints) : std::span<const double>();
            results[i] = 1;
            if (!given || !state.accepts(values)) continue;
            moment.configuration.assign(values.begin(), values.end());
            moment.place(state.parts);
            results[i] = overlaps_at_moment(state.parts, moment, gaps) ? 1 : 0;
        }
    });
}

}  // namespace graze
