// Motions out of their descriptions: checks, and the pieces they are made of.
#include "graze/motion/motion.hpp"

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "motion/motion_arc.hpp"
#include "motion/motion_piece.hpp"
#include "motion/motion_spline.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// The given times, or evenly spaced ones for so many poses.
std::vector<double> pose_times(std::span<const double> given, std::size_t count) {
    std::vector<double> times(given.begin(), given.end());
    if (given.empty()) {
        for (std::size_t i = 0; i < count; ++i)
            times.push_back(static_cast<double>(i) / static_cast<double>(count - 1));
    }
    return times;
}

/// Whether all that is computed from the piece stays finite: very short pieces have very large rates.
bool stays_finite(const MotionPiece& piece) noexcept {
    bool finite = piece.rate <= kLargestServed;
    for (const Vec3& c : piece.path) finite &= below_largest_served(c);
    for (const Vec3& c : piece.drift.columns) finite &= below_largest_served(c);
    for (const Quat& q : piece.blend) finite &= std::sqrt(length_sq(q)) <= kLargestServed;
    return finite;
}

bool mirrored(const Pose& a, const Pose& b) noexcept {
    return determinant(a.rotation) * determinant(b.rotation) < 0;
}

}  // namespace

void Motion::refuse(Rule rule) noexcept {
    if (!valid_) return;
    valid_ = false;
    fault_rule_ = rule;
    one_ = MotionPiece{};
    many_.reset();
}

void Motion::refuse_pose(Rule rule, std::size_t index) noexcept {
    if (!valid_) return;
    refuse(rule);
    fault_kind_ = Element::pose;
    fault_element_ = index;
}

void Motion::check_pose(const Pose& pose, std::size_t index) noexcept {
    const bool finite = is_finite(pose.position) && is_finite(pose.rotation.columns[0]) &&
                        is_finite(pose.rotation.columns[1]) && is_finite(pose.rotation.columns[2]);
    if (!finite) return refuse_pose(Rule::not_finite, index);
    if (!below_largest_served(pose.position)) return refuse_pose(Rule::out_of_range, index);
    if (!(orthonormality_defect(pose.rotation) <= kRigidTolerance)) refuse_pose(Rule::not_orthonormal, index);
}

void Motion::check_vector(const Vec3& v) noexcept {
    if (!is_finite(v)) return refuse(Rule::not_finite);
    if (!below_largest_served(v)) refuse(Rule::out_of_range);
}

void Motion::check_times(std::span<const double> times, std::size_t poses) noexcept {
    if (times.empty()) return;
    if (times.size() != poses) return refuse(Rule::too_few);
    for (std::size_t i = 0; i < poses; ++i) {
        const bool first = i == 0, last = i + 1 == poses;
        const bool fine = (first ? times[i] == 0 : times[i - 1] < times[i]) && (!last || times[i] == 1);
        if (!fine) return refuse_pose(Rule::not_increasing, i);  // also for NaN
    }
}

Motion::Motion(const LinearMotion& motion) noexcept {
    one_.start = motion.start.rotation;
    one_.path = {motion.start.position, motion.displacement};
    check_pose(motion.start, 0);
    check_vector(motion.displacement);
}

Motion::Motion(const InBetweenMotion& motion) noexcept {
    check_pose(motion.start, 0);
    check_pose(motion.end, 1);
    if (valid_ && mirrored(motion.start, motion.end)) refuse_pose(Rule::not_oriented, 1);
    if (valid_) one_ = piece_between(motion.start, motion.end, {0, 1});
}

Motion::Motion(const TwistMotion& motion) noexcept {
    check_pose(motion.start, 0);
    for (const Vec3& v : {motion.velocity, motion.angular_velocity, motion.pivot}) check_vector(v);
    if (!valid_) return;
    one_ = turning_piece(motion.start.rotation, motion.angular_velocity);
    one_.pivot = motion.pivot;
    one_.path = {motion.start * motion.pivot, motion.velocity};
}

Motion::Motion(const ScrewMotion& motion) noexcept {
    check_pose(motion.start, 0);
    for (const Vec3& v : {motion.axis_point, motion.axis_direction, Vec3{motion.angle, motion.advance, 0}})
        check_vector(v);
    if (motion.axis_direction == Vec3{}) refuse(Rule::zero_direction);
    if (!valid_) return;
    const Vec3 axis = unit(motion.axis_direction);
    one_ = turning_piece(motion.start.rotation, axis * motion.angle);
    // The body's origin, dropped onto the line: the nearest pivot rounds least.
    const Vec3 foot = motion.axis_point + axis * dot(axis, motion.start.position - motion.axis_point);
    one_.pivot = transpose_times(motion.start.rotation, foot - motion.start.position);
    one_.path = {motion.start * one_.pivot, axis * motion.advance};
}

Motion::Motion(const SampledMotion& motion) : deviation_(motion.deviation) {
    if (motion.poses.size() < 2) {
        refuse(Rule::too_few);
        return;
    }
    for (std::size_t i = 0; i < motion.poses.size(); ++i) {
        check_pose(motion.poses[i], i);
        if (valid_ && i > 0 && mirrored(motion.poses[i - 1], motion.poses[i]))
            refuse_pose(Rule::not_oriented, i);
    }
    if (!(motion.deviation >= 0)) refuse(std::isnan(motion.deviation) ? Rule::not_finite : Rule::negative);
    if (!(motion.deviation <= kLargestServed)) refuse(Rule::out_of_range);
    check_times(motion.times, motion.poses.size());
    if (!valid_) return;
    const std::vector<double> times = pose_times(motion.times, motion.poses.size());
    auto pieces = std::make_shared<std::vector<MotionPiece>>();
    for (std::size_t i = 1; i < motion.poses.size(); ++i) {
        pieces->push_back(piece_between(motion.poses[i - 1], motion.poses[i], {times[i - 1], times[i]}));
        if (!stays_finite(pieces->back())) refuse_pose(Rule::out_of_range, i);
    }
    if (valid_) many_ = std::move(pieces);
}

Motion::Motion(const SplineMotion& motion) {
    if (motion.poses.size() < 2) {
        refuse(Rule::too_few);
        return;
    }
    for (std::size_t i = 0; i < motion.poses.size(); ++i) {
        check_pose(motion.poses[i], i);
        if (valid_ && determinant(motion.poses[i].rotation) < 0) refuse_pose(Rule::not_oriented, i);
    }
    check_times(motion.times, motion.poses.size());
    if (!valid_) return;
    const std::vector<double> times = pose_times(motion.times, motion.poses.size());
    auto pieces = std::make_shared<std::vector<MotionPiece>>(spline_pieces(motion.poses, times));
    for (std::size_t i = 0; i < pieces->size(); ++i) {
        if (!stays_finite((*pieces)[i])) refuse_pose(Rule::out_of_range, i + 1);
    }
    if (valid_) many_ = std::move(pieces);
}

std::optional<BuildError> Motion::fault() const {
    if (valid_) return std::nullopt;
    BuildError error{fault_rule_, fault_kind_, fault_element_, {}};
    const bool of_pose = fault_kind_ == Element::pose;
    switch (fault_rule_) {
        case Rule::not_finite:
            error.text = of_pose ? "it has a number that is NaN or infinite; give finite ones"
                                 : "the motion has a velocity, a length or an angle that is NaN or infinite; "
                                   "give finite numbers";
            break;
        case Rule::out_of_range:
            error.text = of_pose ? "it is farther than 1e100 away, or reached at such a speed; choose "
                                   "another unit of length, or leave more time "
                                   "between the poses"
                                 : "the motion has a length, an angle or a speed above 1e100; choose another "
                                   "unit of length";
            break;
        case Rule::not_orthonormal:
            error.text =
                "its matrix is not a rotation within 1e-6; build it with Pose::from(quaternion, position)";
            break;
        case Rule::not_oriented:
            error.text =
                "it is a mirror image of the one before, or on a spline; mirror the shape with transformed() "
                "instead";
            break;
        case Rule::too_few:
            error.text =
                "a path needs at least two poses, and times for all of them or none; for a body at rest use "
                "LinearMotion";
            break;
        case Rule::zero_direction:
            error.text = "the axis of the screw has length zero; give the direction of its line";
            break;
        case Rule::negative: error.text = "the deviation of the path is negative; it is a length"; break;
        case Rule::not_increasing:
            error.text =
                "its time does not follow the one before; times must grow from 0 for the first pose to 1 for "
                "the last";
            break;
        default: break;
    }
    return error;
}

const MotionPiece& Motion::piece_at(double t) const noexcept {
    const std::span<const MotionPiece> all = pieces();
    const auto later =
        std::partition_point(all.begin(), all.end(), [t](const MotionPiece& p) { return p.time.upper <= t; });
    return later == all.end() ? all.back() : *later;
}

Pose pose_at(const Motion& motion, double t) noexcept { return pose_of(motion.piece_at(t), t); }

PoseBounds bounds_over(const Motion& motion, const Interval& time) noexcept {
    PoseBounds all;
    const auto everything = [](auto& vector) {
        vector = {Interval::everything(), Interval::everything(), Interval::everything()};
    };
    if (!motion.valid() || !(time.lower <= time.upper)) {
        for (IntervalVec3& column : all.rotation.columns) everything(column);
        everything(all.position);
        return all;
    }
    const Interval inside{std::clamp(time.lower, 0.0, 1.0), std::clamp(time.upper, 0.0, 1.0)};
    bool first = true;
    for (const MotionPiece& piece : motion.pieces()) {
        if (piece.time.upper < inside.lower || piece.time.lower > inside.upper) continue;
        const PoseBounds part = bounds_over(piece, inside);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                all.rotation(i, j) =
                    first ? part.rotation(i, j) : hull(all.rotation(i, j), part.rotation(i, j));
            }
            all.position[i] = first ? part.position[i] : hull(all.position[i], part.position[i]);
        }
        first = false;
    }
    for (std::size_t i = 0; i < 3; ++i) all.position[i] = widened(all.position[i], motion.deviation());
    return all;
}

}  // namespace graze
