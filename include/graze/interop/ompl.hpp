// OMPL's planners on cells of robots: states that are free, motions that are proven free between their states
// too, and certificates of whole paths. For users who have OMPL 1.5 or newer; graze's own headers do not
// include it.
//
// The numbers of a state are the values of a configuration, in the same order: all dimensions of a
// RealVectorStateSpace, the angle of a SO2StateSpace, both of a SE2StateSpace (as a planar joint takes them),
// and those of the parts of a CompoundStateSpace one after the other. Other spaces are refused; quaternions
// (SO3) are not what a floating joint takes. OMPL turns the angle of SO2 the shorter direction, by pi at the
// most, and so do the paths here: along a path such a value leaves [-pi, pi] and is never reduced. Only
// continuous joints may take such an angle: `joint_space` makes the space that fits. A space that is derived
// from one of these must interpolate as that one does.
//
// What is proven are the paths of these numbers. States that OMPL interpolates are rounded, so pieces of a
// proven motion may come closer than it by rounding: certify with a little less than was planned with.
//
// As is usual with OMPL, constructors and `joint_space` throw ompl::Exception, on a cell that is not valid
// and on a space that does not fit it. All else does not throw. Safe to call from many threads.
#pragma once

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/objectives/MaximizeMinClearanceObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/util/Exception.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "graze/robot/robot_cell.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

/// The space of a cell's configurations: an angle of SO2 for each continuous value, real numbers within the
/// limits (the soft ones too) for the others. A single RealVectorStateSpace when nothing is continuous.
/// Throws where a value is neither continuous nor bounded: `RobotJoint::coordinate_limits` bounds it.
::ompl::base::StateSpacePtr joint_space(const RobotCell& cell);

/// A cell and the space in which it is planned. Cheap to copy.
class OmplCell {
public:
    OmplCell(RobotCell cell, ::ompl::base::StateSpacePtr space);
    /// In its `joint_space`.
    explicit OmplCell(const RobotCell& cell) : OmplCell(cell, joint_space(cell)) {}

    [[nodiscard]] const RobotCell& cell() const noexcept { return cell_; }
    [[nodiscard]] const ::ompl::base::StateSpacePtr& space() const noexcept { return space_; }

    [[nodiscard]] std::vector<double> configuration(const ::ompl::base::State* state) const;
    /// Angles of SO2 are reduced to [-pi, pi). The configuration has cell().joint_count() values.
    void set_state(std::span<const double> configuration, ::ompl::base::State* state) const;

    /// The motion from one state to another that OMPL interpolates.
    [[nodiscard]] JointPath motion(const ::ompl::base::State* start, const ::ompl::base::State* end) const;
    /// The whole path. Times of waypoints are lengths of the path until there, by the space's distance. A
    /// path of a single state stays there. Invalid for an empty path.
    [[nodiscard]] JointPath path(const ::ompl::geometric::PathGeometric& path) const;

private:
    void read(const ::ompl::base::StateSpace& space, const ::ompl::base::State* state,
              std::vector<double>& values) const;
    void list_angles(const ::ompl::base::StateSpace& space);
    void check_fit() const;
    /// Values of the state that follows `last`, with whole turns added: those so far, and one when OMPL
    /// passes pi between the two.
    std::vector<double> unroll(std::span<const double> last, std::vector<double> values,
                               std::span<double> turns) const;

    RobotCell cell_;
    ::ompl::base::StateSpacePtr space_;
    std::vector<unsigned char> turns_;  ///< Of each value: whether it is an angle of SO2.
};

/// A state is valid when nothing is closer than `wanted`, or nothing overlaps when that is 0.
class OmplStateValidity : public ::ompl::base::StateValidityChecker {
public:
    OmplStateValidity(::ompl::base::SpaceInformation* information, OmplCell cell, double wanted = 0)
        : StateValidityChecker(information), cell_(std::move(cell)), wanted_(wanted) {
        specs_.clearanceComputationType = ::ompl::base::StateValidityCheckerSpecs::BOUNDED_APPROXIMATE;
    }
    OmplStateValidity(const ::ompl::base::SpaceInformationPtr& information, OmplCell cell, double wanted = 0)
        : OmplStateValidity(information.get(), std::move(cell), wanted) {}

    [[nodiscard]] bool isValid(const ::ompl::base::State* state) const override {
        const std::vector<double> values = cell_.configuration(state);
        if (wanted_ <= 0) return !overlaps(cell_.cell(), values);
        return graze::clearance(cell_.cell(), values, {.gradient = false, .limit = wanted_}).distance.lower >=
               wanted_;
    }
    /// Lower bound of the signed distance of the bodies: what is wanted is not taken off.
    [[nodiscard]] double clearance(const ::ompl::base::State* state) const override {
        return graze::clearance(cell_.cell(), cell_.configuration(state), {.gradient = false}).distance.lower;
    }

private:
    OmplCell cell_;
    double wanted_;
};

/// A motion is valid when it is proven that over all of it nothing comes closer than `wanted`, and nothing
/// touches. The motion's start counts too.
class OmplMotionValidator : public ::ompl::base::MotionValidator {
public:
    /// The goal is always to decide. A greater tolerance takes less time for motions that graze something,
    /// and refuses more of them.
    OmplMotionValidator(::ompl::base::SpaceInformation* information, OmplCell cell, PathOptions options)
        : MotionValidator(information), cell_(std::move(cell)), options_(options) {
        options_.goal = PathGoal::decide;
    }
    OmplMotionValidator(::ompl::base::SpaceInformation* information, OmplCell cell, double wanted = 0)
        : OmplMotionValidator(information, std::move(cell), PathOptions{.wanted = wanted}) {}
    OmplMotionValidator(const ::ompl::base::SpaceInformationPtr& information, OmplCell cell,
                        double wanted = 0)
        : OmplMotionValidator(information.get(), std::move(cell), wanted) {}

    [[nodiscard]] bool checkMotion(const ::ompl::base::State* start,
                                   const ::ompl::base::State* end) const override {
        const JointPath motion = cell_.motion(start, end);
        if (overlaps_somewhere(motion)) return count(false);
        return count(path_clearance(cell_.cell(), motion, options_).answer == PathAnswer::free);
    }
    /// The last valid state is one from which the start can be reached: before it nothing is closer than
    /// wanted. Its time is that of the first contact, less what makes the rounded state valid.
    [[nodiscard]] bool checkMotion(const ::ompl::base::State* start, const ::ompl::base::State* end,
                                   std::pair<::ompl::base::State*, double>& last_valid) const override;

private:
    [[nodiscard]] bool overlaps_somewhere(const JointPath& motion) const;
    [[nodiscard]] bool count(bool valid) const {
        std::atomic_ref<unsigned>(valid ? valid_ : invalid_).fetch_add(1, std::memory_order_relaxed);
        return valid;
    }

    OmplCell cell_;
    PathOptions options_;
};

/// Plans for the largest clearance at the narrowest place: a motion's cost is its certified clearance, and
/// not the least of some states between its ends.
class OmplClearanceObjective : public ::ompl::base::MaximizeMinClearanceObjective {
public:
    OmplClearanceObjective(const ::ompl::base::SpaceInformationPtr& information, OmplCell cell)
        : MaximizeMinClearanceObjective(information), cell_(std::move(cell)) {
        description_ = "Certified clearance";
    }

    [[nodiscard]] ::ompl::base::Cost stateCost(const ::ompl::base::State* state) const override {
        const std::vector<double> values = cell_.configuration(state);
        return ::ompl::base::Cost(clearance(cell_.cell(), values, {.gradient = false}).distance.lower);
    }
    /// Of a motion that is not proven free: the worst cost there is.
    [[nodiscard]] ::ompl::base::Cost motionCost(const ::ompl::base::State* start,
                                                const ::ompl::base::State* end) const override {
        const PathClearance found = path_clearance(cell_.cell(), cell_.motion(start, end));
        if (found.answer != PathAnswer::free) return infiniteCost();
        return ::ompl::base::Cost(found.clearance.lower);
    }

private:
    OmplCell cell_;
};

/// Lets a planner take states and motions from the cell. The space of the information is that of the cell.
inline void set_validators(const ::ompl::base::SpaceInformationPtr& information, const OmplCell& cell,
                           double wanted = 0) {
    information->setStateValidityChecker(std::make_shared<OmplStateValidity>(information, cell, wanted));
    information->setMotionValidator(std::make_shared<OmplMotionValidator>(information, cell, wanted));
}

/// A path of OMPL's as one of graze's, and the answer about all of it.
struct OmplCertificate {
    JointPath path;
    PathCertificate certificate;  ///< `verify(certificate, cell, path)` checks it.
};

inline OmplCertificate certify_path(const OmplCell& cell, const ::ompl::geometric::PathGeometric& path,
                                    const PathOptions& options = {}) {
    OmplCertificate result{.path = cell.path(path), .certificate = {}};
    result.certificate = certify_path(cell.cell(), result.path, options);
    return result;
}

// Definitions.

namespace ompl_detail {

/// A value of a cell's configuration, by the robot that it is of.
struct CellValue {
    const Robot* robot = nullptr;
    std::size_t index = 0;
};

inline std::vector<CellValue> values_of(const RobotCell& cell) {
    std::vector<CellValue> values;
    for (const Robot& robot : cell.robots())
        for (std::size_t i = 0; i < robot.joint_count(); ++i) values.push_back({&robot, i});
    return values;
}

inline void require_valid(const RobotCell& cell) {
    if (!cell.valid()) throw ::ompl::Exception("graze: the cell is not valid", cell.fault()->message());
}

}  // namespace ompl_detail

inline ::ompl::base::StateSpacePtr joint_space(const RobotCell& cell) {
    ompl_detail::require_valid(cell);
    const auto space = std::make_shared<::ompl::base::CompoundStateSpace>();
    std::shared_ptr<::ompl::base::RealVectorStateSpace> reals;
    for (const auto& [robot, i] : ompl_detail::values_of(cell)) {
        if (robot->is_continuous(i)) {
            reals.reset();
            space->addSubspace(std::make_shared<::ompl::base::SO2StateSpace>(), 1);
            continue;
        }
        const Interval limits = intersect(robot->limits(i), robot->soft_limits(i));
        if (!std::isfinite(limits.lower) || !std::isfinite(limits.upper))
            throw ::ompl::Exception("graze: value '" + robot->coordinate_name(i) + "' has no limits");
        if (!reals) {
            reals = std::make_shared<::ompl::base::RealVectorStateSpace>();
            space->addSubspace(reals, 1);
        }
        reals->addDimension(robot->coordinate_name(i), limits.lower, limits.upper);
    }
    if (space->getSubspaceCount() == 1 && reals) return reals;
    return space;
}

inline OmplCell::OmplCell(RobotCell cell, ::ompl::base::StateSpacePtr space)
    : cell_(std::move(cell)), space_(std::move(space)) {
    ompl_detail::require_valid(cell_);
    list_angles(*space_);
    check_fit();
}

inline void OmplCell::check_fit() const {
    const auto values = ompl_detail::values_of(cell_);
    if (turns_.size() != values.size())
        throw ::ompl::Exception("graze: the states have " + std::to_string(turns_.size()) +
                                " values, and the cell's configurations " + std::to_string(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& [robot, index] = values[i];
        if (turns_[i] != 0 && !robot->is_continuous(index))
            throw ::ompl::Exception("graze: value '" + robot->coordinate_name(index) +
                                    "' has limits and cannot be an angle of SO2");
    }
}

inline void OmplCell::list_angles(const ::ompl::base::StateSpace& space) {
    if (dynamic_cast<const ::ompl::base::RealVectorStateSpace*>(&space) != nullptr) {
        turns_.insert(turns_.end(), space.getDimension(), 0);
    } else if (dynamic_cast<const ::ompl::base::SO2StateSpace*>(&space) != nullptr) {
        turns_.push_back(1);
    } else if (typeid(space) == typeid(::ompl::base::CompoundStateSpace) ||
               typeid(space) == typeid(::ompl::base::SE2StateSpace)) {
        // Not spaces derived from these: those of Dubins and of Reeds and Shepp interpolate along curves.
        for (const auto& part : space.as<::ompl::base::CompoundStateSpace>()->getSubspaces())
            list_angles(*part);
    } else {
        throw ::ompl::Exception("graze: the space '" + space.getName() +
                                "' is not made of real numbers and angles that are interpolated straight");
    }
}

inline void OmplCell::read(const ::ompl::base::StateSpace& space, const ::ompl::base::State* state,
                           std::vector<double>& values) const {
    if (space.isCompound()) {
        const auto& parts = space.as<::ompl::base::CompoundStateSpace>()->getSubspaces();
        const auto* compound = state->as<::ompl::base::CompoundState>();
        for (std::size_t i = 0; i < parts.size(); ++i) read(*parts[i], compound->components[i], values);
    } else if (turns_[values.size()] != 0) {
        values.push_back(state->as<::ompl::base::SO2StateSpace::StateType>()->value);
    } else {
        const double* numbers = state->as<::ompl::base::RealVectorStateSpace::StateType>()->values;
        values.insert(values.end(), numbers, numbers + space.getDimension());
    }
}

inline std::vector<double> OmplCell::configuration(const ::ompl::base::State* state) const {
    std::vector<double> values;
    values.reserve(turns_.size());
    read(*space_, state, values);
    return values;
}

inline void OmplCell::set_state(std::span<const double> configuration, ::ompl::base::State* state) const {
    for (std::size_t i = 0; i < turns_.size(); ++i) {
        double value = configuration[i];
        if (turns_[i] != 0) {
            value = std::remainder(value, 2 * std::numbers::pi);
            if (value >= std::numbers::pi) value = -std::numbers::pi;
        }
        *space_->getValueAddressAtIndex(state, static_cast<unsigned>(i)) = value;
    }
}

inline std::vector<double> OmplCell::unroll(std::span<const double> last, std::vector<double> values,
                                            std::span<double> turns) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (turns_[i] == 0) continue;
        const double step = values[i] - last[i];
        if (std::abs(step) > std::numbers::pi) turns[i] += step > 0 ? -1 : 1;
        values[i] += turns[i] * (2 * std::numbers::pi);
    }
    return values;
}

inline JointPath OmplCell::motion(const ::ompl::base::State* start, const ::ompl::base::State* end) const {
    const std::vector<double> first = configuration(start);
    std::vector<double> turns(first.size(), 0);
    return JointPath::linear(first, unroll(first, configuration(end), turns));
}

inline JointPath OmplCell::path(const ::ompl::geometric::PathGeometric& path) const {
    const auto states = static_cast<unsigned>(path.getStateCount());
    double longest = 0;
    for (unsigned i = 1; i < states; ++i)
        longest = std::max(longest, space_->distance(path.getState(i - 1), path.getState(i)));
    const double least = longest > 0 ? 1e-6 * longest : 1;  // states may be repeated, but times grow
    std::vector<Waypoint> waypoints;
    std::vector<double> turns(turns_.size(), 0);
    for (unsigned i = 0; i < states; ++i) {
        const unsigned before = i == 0 ? 0 : i - 1;
        const std::vector<double> last = configuration(path.getState(before));
        const double step = std::max(least, space_->distance(path.getState(before), path.getState(i)));
        waypoints.push_back({.time = i == 0 ? 0 : waypoints.back().time + step,
                             .values = unroll(last, configuration(path.getState(i)), turns)});
    }
    if (states == 1) waypoints.push_back({.time = 1, .values = waypoints.front().values});
    return JointPath::polyline(waypoints);
}

/// Whether one of a few states overlaps: most motions that planners try hit something for much of their time,
/// and the first contact need not be found then. The end comes first, then the middles of what is left.
inline bool OmplMotionValidator::overlaps_somewhere(const JointPath& motion) const {
    constexpr unsigned kStates = 16;  // 8 and 32 took as long on an arm of seven joints
    if (overlaps(cell_.cell(), motion.at(1))) return true;
    for (unsigned parts = 2; parts <= kStates; parts *= 2)
        for (unsigned i = 1; i < parts; i += 2)
            if (overlaps(cell_.cell(), motion.at(static_cast<double>(i) / parts))) return true;
    return false;
}

inline bool OmplMotionValidator::checkMotion(const ::ompl::base::State* start, const ::ompl::base::State* end,
                                             std::pair<::ompl::base::State*, double>& last_valid) const {
    const JointPath motion = cell_.motion(start, end);
    const PathClearance found = path_clearance(cell_.cell(), motion, options_);
    if (count(found.answer == PathAnswer::free)) return true;
    const OmplStateValidity validity(si_, cell_, options_.wanted);
    ::ompl::base::State* state = si_->allocState();
    double time = 0;
    // Back from the contact until the rounded state is valid; the start is valid by OMPL's contract.
    for (double back = 1e-9; back < 1; back *= 8) {
        const double candidate = found.time.lower - back;
        if (candidate <= 0) break;
        si_->getStateSpace()->interpolate(start, end, candidate, state);
        if (!validity.isValid(state)) continue;
        time = candidate;
        break;
    }
    last_valid.second = time;
    if (last_valid.first != nullptr) si_->getStateSpace()->interpolate(start, end, time, last_valid.first);
    si_->freeState(state);
    return false;
}

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
