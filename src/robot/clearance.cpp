// The clearance of one configuration, and of many on several threads.
#include <algorithm>
#include <optional>

#include "robot/clearance_query.hpp"
#include "robot/near_pairs.hpp"

namespace graze {
namespace {

/// Of one configuration after the other.
class CellClearances {
public:
    CellClearances(const RobotCell::State& cell, const ClearanceOptions& options)
        : cell_(cell), options_(options), parts_(cell.parts, options) {}

    CellClearance at(std::span<const double> configuration) {
        const CellClearance nearest = parts_.at(configuration);
        // Members that overlap may be moved apart into other members: the depth is that of the whole.
        if (!cell_.parts.split || !(nearest.distance.lower < 0) || nearest.status == Status::invalid_input)
            return of_cell(nearest, cell_.parts);
        if (!wholes_) wholes_.emplace(cell_.wholes, options_);
        return of_cell(wholes_->at(configuration), cell_.wholes);
    }

private:
    /// With the pair as the cell numbers it.
    static CellClearance of_cell(CellClearance clearance, const SearchSet& set) {
        if (!set.bodies.empty()) clearance.pair = set.owners(clearance.pair);
        return clearance;
    }

    const RobotCell::State& cell_;
    ClearanceOptions options_;
    ClearanceQuery parts_;
    std::optional<ClearanceQuery> wholes_;
};

}  // namespace

CellClearance clearance(const RobotCell& cell, std::span<const double> configuration,
                        const ClearanceOptions& options) {
    return CellClearances(cell.state(), options).at(configuration);
}

void clearances_at(const RobotCell& cell, std::span<const double> configurations,
                   std::span<CellClearance> results, const ClearanceOptions& clearance,
                   const BatchOptions& options) {
    const std::size_t joints = cell.joint_count();
    in_chunks(results.size(), options.threads, [&](std::size_t first, std::size_t last) {
        CellClearances query(cell.state(), clearance);
        for (std::size_t i = first; i < last; ++i) {
            const bool given = (i + 1) * joints <= configurations.size();
            const auto values =
                given ? configurations.subspan(i * joints, joints) : std::span<const double>();
            results[i] = query.at(values);
        }
    });
}

}  // namespace graze
