#include "planned.hpp"

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <algorithm>
#include <cmath>

#include "documents/figures.hpp"
#include "graze/interop/ompl.hpp"

namespace graze::bench {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;

constexpr double kSimplifySeconds = 1;
/// Between samples of a path that hits.
constexpr double kFine = 5e-4;

/// After so much processor time, whatever else the machine does.
ob::PlannerTerminationCondition after(double seconds) {
    return ob::PlannerTerminationCondition(
        [end = thread_seconds() + seconds] { return thread_seconds() > end; });
}

void set_validation(const ob::SpaceInformationPtr& information, const OmplCell& cell,
                    const Validation& validation) {
    set_validators(information, cell, validation.wanted);
    if (validation.certified) return;
    information->setMotionValidator(std::make_shared<ob::DiscreteMotionValidator>(information));
    const double extent = cell.space()->getMaximumExtent();
    information->setStateValidityCheckingResolution(validation.step > 0 ? validation.step / extent : 0.01);
}

/// How deep bodies are in each other along a path that hits, and for how long.
void measure_hit(const OmplCell& cell, const JointPath& path, Planned& planned) {
    const auto parts = static_cast<std::size_t>(std::ceil(planned.length / kFine)) + 1;
    std::size_t inside = 0;
    for (std::size_t i = 0; i <= parts; ++i) {
        const std::vector<double> values = path.at(static_cast<double>(i) / static_cast<double>(parts));
        if (!overlaps(cell.cell(), values)) continue;
        ++inside;
        const Interval distance = clearance(cell.cell(), values, {.gradient = false}).distance;
        planned.depth = std::max(planned.depth, -distance.upper);
    }
    planned.inside = planned.length * static_cast<double>(inside) / static_cast<double>(parts + 1);
}

void examine(const OmplCell& cell, const og::PathGeometric& path, Planned& planned) {
    planned.states = path.getStateCount();
    planned.length = path.length();
    double start = thread_seconds();
    const auto [joined, certificate] = certify_path(cell, path);
    planned.certify_ms = 1e3 * (thread_seconds() - start);
    planned.found = certificate.path;
    start = thread_seconds();
    planned.verified = verify(certificate, cell.cell(), joined);
    planned.verify_ms = 1e3 * (thread_seconds() - start);
    if (planned.found.answer == PathAnswer::hit) measure_hit(cell, joined, planned);
}

}  // namespace

Planned plan(const PlanningProblem& problem, const Validation& validation, double seconds) {
    const OmplCell cell(problem.cell);
    og::SimpleSetup setup(cell.space());
    set_validation(setup.getSpaceInformation(), cell, validation);
    ob::ScopedState<> start(cell.space()), goal(cell.space());
    cell.set_state(problem.start, start.get());
    cell.set_state(problem.goal, goal.get());
    setup.setStartAndGoalStates(start, goal);
    setup.setPlanner(std::make_shared<og::RRTConnect>(setup.getSpaceInformation()));
    setup.setup();
    Planned planned;
    double begun = thread_seconds();
    planned.solved = setup.solve(after(seconds)) == ob::PlannerStatus::EXACT_SOLUTION;
    planned.plan_ms = 1e3 * (thread_seconds() - begun);
    if (!planned.solved) return planned;
    og::PathGeometric path = setup.getSolutionPath();
    begun = thread_seconds();
    og::PathSimplifier simplifier(setup.getSpaceInformation());
    planned.kept = simplifier.simplify(path, after(kSimplifySeconds)) && path.check();
    planned.simplify_ms = 1e3 * (thread_seconds() - begun);
    planned.motions = setup.getSpaceInformation()->getMotionValidator()->getCheckedMotionCount();
    examine(cell, planned.kept ? path : setup.getSolutionPath(), planned);
    return planned;
}

}  // namespace graze::bench
