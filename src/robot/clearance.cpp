// The clearance of one configuration, and of many on several threads.
#include <algorithm>

#include "robot/clearance_query.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

/// With the pair as the cell numbers it.
CellClearance of_cell(CellClearance clearance, const SearchSet& set) {
    if (!set.bodies.empty()) clearance.pair = set.owners(clearance.pair);
    return clearance;
}

}  // namespace

CellClearance clearance(const RobotCell& cell, std::span<const double> configuration,
                        const ClearanceOptions& options) {
    return of_cell(ClearanceQuery(cell.state().parts, options).at(configuration), cell.state().parts);
}

void clearances_at(const RobotCell& cell, std::span<const double> configurations,
                   std::span<CellClearance> results, const ClearanceOptions& clearance,
                   const BatchOptions& options) {
    const std::size_t joints = cell.joint_count();
    in_chunks(results.size(), options.threads, [&](std::size_t first, std::size_t last) {
        ClearanceQuery query(cell.state().parts, clearance);
        for (std::size_t i = first; i < last; ++i) {
            const bool given = (i + 1) * joints <= configurations.size();
            const auto values =
                given ? configurations.subspan(i * joints, joints) : std::span<const double>();
            results[i] = of_cell(query.at(values), cell.state().parts);
        }
    });
}

}  // namespace graze
