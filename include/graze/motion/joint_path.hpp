// Paths of configurations: a value for each joint at every time t in [0, 1]. Made of pieces, on each of which
// every value is a polynomial in Bernstein form: straight, or cubic. The path is what the stored numbers
// make; `at` rounds, and bounds contain the exact values. Bad numbers make an invalid path: `fault()` reports
// why, and queries answer Status::invalid_input.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/motion/robot.hpp"

namespace graze {

/// A waypoint of a path, with the time at which it is reached.
struct Waypoint {
    double time = 0;             ///< In any unit; from one waypoint to the next it grows.
    std::vector<double> values;  ///< A configuration.
};

/// What a value does over some time.
struct JointRates {
    Interval value{};
    double speed = 0;         ///< Upper bound of the size of its derivative, per unit of t.
    double acceleration = 0;  ///< The same of the second one.
};

class JointPath {
public:
    /// No values; invalid.
    JointPath() noexcept = default;
    /// From one configuration to another, all values at constant speed.
    static JointPath linear(std::span<const double> start, std::span<const double> end);
    /// Straight from each waypoint to the next. At least two.
    static JointPath polyline(std::span<const Waypoint> waypoints);
    /// A smooth curve through the waypoints: cubics with continuous first and second derivatives, at rest at
    /// both ends.
    static JointPath spline(std::span<const Waypoint> waypoints);
    /// Cubics with the given derivatives at the waypoints: `velocities` has a row for each, per unit of their
    /// time.
    static JointPath hermite(std::span<const Waypoint> waypoints,
                             std::span<const std::vector<double>> velocities);

    [[nodiscard]] bool valid() const noexcept { return data_ != nullptr && !data_->fault; }
    /// Why the path is invalid; empty when it is valid. The element is the waypoint.
    [[nodiscard]] std::optional<BuildError> fault() const;

    [[nodiscard]] std::size_t joint_count() const noexcept { return data_ ? data_->values : 0; }
    /// Borders of the pieces in t: growing, from 0 to 1. Empty for an invalid path.
    [[nodiscard]] std::span<const double> knots() const noexcept;
    /// The time of the waypoints at t, in their unit: start + t * duration. 0 and 1 without waypoints.
    [[nodiscard]] double start_time() const noexcept { return data_ ? data_->start : 0; }
    [[nodiscard]] double duration() const noexcept { return data_ ? data_->duration : 0; }

    /// The configuration at t, clamped to [0, 1]; rounded. Empty for an invalid path.
    [[nodiscard]] std::vector<double> at(double t) const;
    /// The same into joint_count() places.
    void at(double t, std::span<double> configuration) const noexcept;
    /// Contains the exact value of joint i at t in [0, 1].
    [[nodiscard]] Interval value_at(std::size_t i, double t) const noexcept;
    /// Contains joint i over a time in [0, 1], which may extend over several pieces.
    [[nodiscard]] JointRates over(std::size_t i, const Interval& time) const noexcept;

    /// The stored numbers: piece by piece, value by value, `degree + 1` Bernstein coefficients.
    [[nodiscard]] std::span<const double> coefficients() const noexcept;
    /// 1 or 3.
    [[nodiscard]] std::size_t degree() const noexcept { return data_ ? data_->degree : 1; }

    /// Whether the configurations of all times are within the robot's limits, the soft ones too; the error's
    /// element is the joint, its text has the time.
    [[nodiscard]] expected<void, BuildError> check(const Robot& robot) const;

    friend bool operator==(const JointPath& a, const JointPath& b) noexcept;

private:
    struct Data {
        std::size_t values = 0;
        std::size_t degree = 1;
        std::vector<double> knots;
        std::vector<double> coefficients;
        double start = 0;
        double duration = 1;
        std::optional<BuildError> fault;
    };
    explicit JointPath(Data data);
    static Data checked(std::span<const Waypoint> waypoints);
    [[nodiscard]] std::span<const double> piece(std::size_t piece, std::size_t i) const noexcept;
    [[nodiscard]] std::size_t piece_at(double t) const noexcept;
    [[nodiscard]] JointRates over_piece(std::size_t k, std::size_t i, const Interval& time) const noexcept;

    std::shared_ptr<const Data> data_;
};

/// Contain each link's pose at all times of the interval, in the order of `Robot::links`.
std::vector<PoseBounds> bounds_over(const Robot& robot, const JointPath& path, const Interval& time);

}  // namespace graze
