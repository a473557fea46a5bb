// The clearance of configurations, one after the other. Pairs are measured in the order of how near they may
// be, until none can be nearer than the nearest measured; bodies that are not convex by their enclosures
// first.
#pragma once

#include <vector>

#include "robot/body_gaps.hpp"

namespace graze {

class ClearanceQuery {
public:
    ClearanceQuery(const SearchSet& set, const ClearanceOptions& options)
        : set_(set), options_(options), gaps_(set) {}

    /// The pair is numbered as in the set.
    CellClearance at(std::span<const double> configuration);

private:
    struct Candidate {
        double at_least = 0;
        BodyPair pair{};
        bool enclosed = false;  ///< The lower bound is of the enclosures.
    };

    // Set the distance and its pair; a lower bound of the distance of every other pair comes back.
    double nearest_in_tree(CellClearance& result);
    double nearest_within(double limit, CellClearance& result);
    void gather(double limit);
    double search(double limit, CellClearance& result);
    void add_gradient(CellClearance& result, double runner_up);

    const SearchSet& set_;
    ClearanceOptions options_;
    BodyGaps gaps_;
    Moment moment_;
    std::vector<Candidate> candidates_;
};

}  // namespace graze
