// The clearance of configurations, one after the other. Pairs are measured in the order of how near they may
// be, until none can be nearer than the nearest measured.
#pragma once

#include <vector>

#include "robot/body_gaps.hpp"

namespace graze {

class ClearanceQuery {
public:
    ClearanceQuery(const RobotCell::State& cell, const ClearanceOptions& options)
        : cell_(cell), options_(options), gaps_(cell) {}

    CellClearance at(std::span<const double> configuration);

private:
    struct Candidate {
        double at_least = 0;
        BodyPair pair{};
    };

    void gather();
    double search(CellClearance& result);
    void add_gradient(CellClearance& result, double runner_up);

    const RobotCell::State& cell_;
    ClearanceOptions options_;
    BodyGaps gaps_;
    Moment moment_;
    std::vector<Candidate> candidates_;
};

}  // namespace graze
