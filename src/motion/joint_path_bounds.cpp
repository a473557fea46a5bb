// What a path makes of a robot: bounds of the poses of its links, and whether it keeps the limits.
#include <cstdio>

#include "graze/motion/joint_path.hpp"
#include "motion/kinematics.hpp"

namespace graze {
namespace {

std::string at_time(double time) {
    char text[48];
    std::snprintf(text, sizeof text, ", at time %.6g", time);
    return text;
}

/// A time in the interval at which joint i is outside of its limits; infinite when there is none. Curves that
/// leave the limits by less than a part in 10^9 of the time take count as inside.
double first_outside(const JointPath& path, std::size_t i, const Interval& time, const Interval& limits) {
    if (limits.contains(path.over(i, time).value)) return kInfinity;
    const double middle = time.middle();
    if (!limits.contains(path.value_at(i, middle).middle())) return middle;
    if (time.width() < 1e-9) return kInfinity;
    const double earlier = first_outside(path, i, {time.lower, middle}, limits);
    return earlier <= 1 ? earlier : first_outside(path, i, {middle, time.upper}, limits);
}

}  // namespace

std::vector<Interval> configuration_at(const JointPath& path, double t) {
    std::vector<Interval> values(path.joint_count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = path.value_at(i, t);
    return values;
}

std::vector<PoseBounds> bounds_over(const Robot& robot, const JointPath& path, const Interval& time) {
    std::vector<Interval> box(path.joint_count());
    for (std::size_t i = 0; i < box.size(); ++i) box[i] = path.over(i, time).value;
    return bounds_over(robot, box);
}

/// Halves the times at which a value may be outside of its limits: a cubic stays within its coefficients, but
/// need not reach them.
expected<void, BuildError> JointPath::check(const Robot& robot) const {
    if (const auto wrong = fault()) return tl::unexpected(*wrong);
    if (joint_count() != robot.joint_count())
        return tl::unexpected(BuildError{Rule::too_few, Element::whole, 0,
                                         "the path has " + std::to_string(joint_count()) +
                                             " values at each time, the robot takes " +
                                             std::to_string(robot.joint_count())});
    for (const double knot : knots())
        if (auto inside = robot.check(at(knot)); !inside) {
            inside.error().text += at_time(start_time() + knot * duration());
            return inside;
        }
    if (degree() == 1) return {};
    for (std::size_t i = 0; i < joint_count(); ++i) {
        const Interval limits = intersect(robot.limits(i), robot.soft_limits(i));
        for (std::size_t k = 1; k < knots().size(); ++k) {
            const double outside = first_outside(*this, i, {knots()[k - 1], knots()[k]}, limits);
            if (!(outside <= 1)) continue;
            auto inside = robot.check(at(outside));
            if (inside) continue;  // by less than rounding
            inside.error().text += at_time(start_time() + outside * duration());
            return inside;
        }
    }
    return {};
}

}  // namespace graze
