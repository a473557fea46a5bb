// Directions that separate boxes are searched for among the axes of both, the line of their middles, and the
// axes that the bodies turn about.
#include "ccd/moving_boxes.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/open_gap.hpp"
#include "graze/core/assert.hpp"
#include "motion/motion_piece.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

Vec3 middle(const Aabb& box) noexcept { return 0.5 * (box.min + box.max); }

double radius_about(const Aabb& box, const Vec3& pivot) noexcept {
    return length(max(abs(box.min - pivot), abs(box.max - pivot))) * (1 + 8 * kEps);
}

}  // namespace

MovingBoxes::MovingBoxes(const PiecePair& pieces, double reach_a, double reach_b, const Interval& time,
                         double slack)
    : piece_a_(pieces.a), piece_b_(pieces.b), time_(time), offset_(pieces.a, pieces.b, time) {
    rates_a_ = rates_over(piece_a_, time);
    rates_b_ = rates_over(piece_b_, time);
    offset_reach_ = offset_.size * (1 + 64 * kEps);
    const double turned_a = reach_a + length(piece_a_.pivot), turned_b = reach_b + length(piece_b_.pivot);
    // A box is as far off as the body's points are; its corners round a few times more. Matrices stretch
    // margins too.
    slack_ = slack * (1 + 4 * (rates_a_.defect + rates_b_.defect)) +
             2 * kPairRoundings * (turned_a + turned_b + offset_.size) +
             turn_error(piece_a_, time.upper) * turned_a + turn_error(piece_b_, time.upper) * turned_b;
    lever_ = offset_reach_ + turned_a + turned_b;
}

void MovingBoxes::set_half_space(bool of_b, const Shape& half_space) noexcept {
    GRAZE_ASSERT(std::none_of(moments_.begin(), moments_.end(), [](const Moment& m) { return m.known; }),
                 "a half-space set after a moment was kept, which then lacks its plane");
    flat_ = of_b ? Flat::b : Flat::a;
    const MotionPiece& piece = of_b ? piece_b_ : piece_a_;
    plane_ = MovingPlane(half_space, piece);
    slack_ += 4 * kPairRoundings * std::abs(plane_.level) + turn_error(piece, time_.upper) * lever_ +
              plane_.error(lever_, of_b ? rates_b_ : rates_a_, piece);
}

double MovingBoxes::time_of(std::uint32_t step) const noexcept {
    return step >= kTimes
               ? time_.upper
               : std::min(time_.upper, time_.lower + time_.width() * (static_cast<double>(step) / kTimes));
}

const MovingBoxes::Moment& MovingBoxes::moment(std::uint32_t step) noexcept {
    Moment& m = moments_[step];
    if (!m.known) {
        const double t = time_of(step);
        m = {rotation_at(piece_a_, t), rotation_at(piece_b_, t), offset_.at(t), {}, true};
        if (flat_ != Flat::none) m.plane = plane_.at(flat_ == Flat::a ? m.rotation_a : m.rotation_b);
    }
    return m;
}

double MovingBoxes::gap(const Aabb& a, const Aabb& b, const Vec3& n, const Moment& at) const noexcept {
    Vec3 normal = n;
    if (flat_ == Flat::a) normal = at.plane.normal;
    if (flat_ == Flat::b) normal = -at.plane.normal;
    double value = dot(normal, at.offset);
    if (flat_ == Flat::a) {
        value -= at.plane.level;
    } else {
        const Vec3 in_a = transpose_times(at.rotation_a, normal);
        for (std::size_t k = 0; k < 3; ++k)
            value -= in_a[k] * ((in_a[k] > 0 ? a.max[k] : a.min[k]) - piece_a_.pivot[k]);
    }
    if (flat_ == Flat::b) {
        value -= at.plane.level;
    } else {
        const Vec3 in_b = transpose_times(at.rotation_b, normal);
        for (std::size_t k = 0; k < 3; ++k)
            value += in_b[k] * ((in_b[k] > 0 ? b.min[k] : b.max[k]) - piece_b_.pivot[k]);
    }
    return value - slack_;
}

double MovingBoxes::acceleration(const Aabb& a, const Aabb& b, const Vec3& n) const noexcept {
    const double paths = rates_a_.path_acceleration + rates_b_.path_acceleration;
    const auto turning = [&](const MotionRates& rates, const MotionPiece& piece, const Aabb& box,
                             const Vec3& along) {
        return rates.angular_acceleration == 0
                   ? 0
                   : rates.angular_acceleration * radius_about(box, piece.pivot) * across_axis(piece, along);
    };
    if (flat_ == Flat::none)
        return paths + turning(rates_a_, piece_a_, a, n) + turning(rates_b_, piece_b_, b, n);
    // The normal turns with the half-space: (n·d)'' = n''·d + 2 n'·d' + n·d'' for d from its pivot to a point
    // of the other body.
    const MotionRates& flat = flat_ == Flat::a ? rates_a_ : rates_b_;
    const MotionRates& other = flat_ == Flat::a ? rates_b_ : rates_a_;
    if (flat.turn_speed == 0) {
        const Vec3 normal = plane_.at((flat_ == Flat::a ? piece_a_ : piece_b_).start).normal;
        return paths + (flat_ == Flat::a ? turning(rates_b_, piece_b_, b, normal)
                                         : turning(rates_a_, piece_a_, a, normal));
    }
    const NormalRates normal = normal_rates(flat, (flat_ == Flat::a ? piece_a_ : piece_b_).time.width());
    const double radius =
        flat_ == Flat::a ? radius_about(b, piece_b_.pivot) : radius_about(a, piece_a_.pivot);
    const double speed = flat.path_speed + other.path_speed + other.turn_speed * radius;
    return paths + other.angular_acceleration * radius + normal.acceleration * (offset_reach_ + radius) +
           2 * normal.speed * speed + 1.01 * std::abs(plane_.level) * normal.level;
}

MovingBoxes::Apart MovingBoxes::apart_until(const Aabb& a, const Aabb& b, std::uint32_t step) noexcept {
    const Moment& now = moment(step);
    const Vec3 apart = now.offset + now.rotation_b * (middle(b) - piece_b_.pivot) -
                       now.rotation_a * (middle(a) - piece_a_.pivot);
    Vec3 n = unit(apart);
    double open = gap(a, b, n, now);
    for (const Mat3* axes : {&now.rotation_a, &now.rotation_b}) {
        if (flat_ != Flat::none) break;
        for (const Vec3& axis : axes->columns) {
            const Vec3 towards =
                unit(dot(axis, apart) < 0 ? -axis : axis);  // of a matrix that need not be a rotation
            const double value = gap(a, b, towards, now);
            if (value > open) {
                open = value;
                n = towards;
            }
        }
    }
    if (!(open > 0)) return {step, n};
    Apart best{open_until(a, b, n, open, step), n};
    // Rotation about an axis causes no acceleration along that axis: the gap there may be smaller, but it
    // stays.
    for (const MotionPiece* piece : {&piece_a_, &piece_b_}) {
        if (best.until == kTimes || flat_ != Flat::none || piece->rate == 0) continue;
        const Vec3 axis = dot(piece->axis, apart) < 0 ? -piece->axis : piece->axis;
        const double value = gap(a, b, axis, now);
        const std::uint32_t until = value > 0 ? open_until(a, b, axis, value, step) : step;
        if (until > best.until) best = {until, axis};
    }
    return best;
}

std::uint32_t MovingBoxes::open_until(const Aabb& a, const Aabb& b, const Vec3& n, double open,
                                      std::uint32_t step) noexcept {
    const double curvature = acceleration(a, b, n);
    // Halving from the end: the first time whose whole stretch is certain.
    for (std::uint32_t last = kTimes; last > step; last = step + (last - step) / 2) {
        const double h = (time_of(last) - time_of(step)) * (1 + 4 * kEps);
        if (least_between(open, gap(a, b, n, moment(last)), curvature, h) > 0) return last;
    }
    return step;
}

}  // namespace graze
