// One run of OMPL's RRT-Connect on a problem, and what graze proves of the path that it returns.
#pragma once

#include <string>

#include "problems.hpp"

namespace graze::bench {

/// How motions are accepted while planning and simplifying.
struct Validation {
    std::string name;
    bool certified = false;
    double wanted = 0;  ///< Certified: the clearance, in metres.
    /// Sampled: the largest distance of states, in radians; 0: 1 % of the space's extent, OMPL's default.
    double step = 0;
};

struct Planned {
    bool solved = false;
    double plan_ms = 0;  ///< Processor time, as all.
    double simplify_ms = 0;
    double certify_ms = 0;
    double verify_ms = 0;
    std::size_t motions = 0;  ///< That were tested while planning and simplifying.
    std::size_t states = 0;   ///< Of the path.
    double length = 0;        ///< Of the path, in radians.
    PathClearance found;      ///< Of the whole path.
    bool verified = false;
    double depth = 0;   ///< Of a path that hits: the deepest at samples of 0.5 mrad, in metres.
    double inside = 0;  ///< Of a path that hits: how much of it, in radians.
    bool kept = true;   ///< The simplified path is the one that is examined; else the planner's own.
};

/// Plans for at most `seconds` of processor time, then simplifies for at most one.
Planned plan(const PlanningProblem& problem, const Validation& validation, double seconds);

}  // namespace graze::bench
