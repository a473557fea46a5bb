// Gaps in the frames of the bodies: directions are turned into each, so that positions enter only by their difference.
#include "motion/moving_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/core_pair.hpp"
#include "motion/open_gap.hpp"

namespace graze {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Coefficients by the time since `begin` instead of the piece's own start. Exact when they are the same moment.
std::array<Vec3, 4> path_from(const MotionPiece& piece, double begin) noexcept {
    const double d = begin - piece.time.lower;
    const auto& c = piece.path;
    if (d == 0) return c;
    return {c[0] + (c[1] + (c[2] + c[3] * d) * d) * d, c[1] + (2.0 * c[2] + c[3] * (3 * d)) * d, c[2] + c[3] * (3 * d), c[3]};
}

double path_size(const std::array<Vec3, 4>& c, double s) noexcept {
    return length(c[0]) + (length(c[1]) + (length(c[2]) + length(c[3]) * s) * s) * s;
}

Mat3 rotation_of(const MotionPiece& piece, double t) noexcept {
    if (piece.rate == 0 && !piece.blended && piece.drift == Mat3{}) return piece.start;
    return rotation_at(piece, t);
}

}  // namespace

MovingGap::Body::Body(const Shape& s, const MotionPiece& p, const Interval& time) noexcept
    : shape(&s), piece(&p), rates(rates_over(p, time)), half_space(s.type() == ShapeType::half_space) {
    radius = half_space ? 0 : (s.core_reach() + s.support_error() + length(p.pivot)) * (1 + 16 * kEps);
}

double MovingGap::Body::bend(const Vec3& n) const noexcept {
    if (rates.turn_bend == 0) return 0;
    // About an axis only what is across it bends, by direction and by place.
    const double across = piece->blended ? 1 : std::min(1.0, length(cross(n, piece->axis)) + 16 * kEps);
    return rates.turn_bend * radius * across;
}

double MovingGap::Body::height(const Vec3& local) noexcept {
    if (half_space) {
        const Vec3 normal = shape->vector(0);
        return (shape->values()[3] - dot(normal, piece->pivot)) / length(normal);
    }
    const Vec3 x = core_support_inline(*shape, local, hint);
    return dot(local, x - piece->pivot) + shape->margin();
}

MovingGap::MovingGap(const Shape& a, const MotionPiece& piece_a, const Shape& b, const MotionPiece& piece_b, const Interval& time,
                     double slack) noexcept
    : a_(a, piece_a, time), b_(b, piece_b, time), time_(time) {
    const double duration = time.width();
    const auto from_a = path_from(piece_a, time.lower), from_b = path_from(piece_b, time.lower);
    for (std::size_t k = 0; k < 4; ++k) offset_[k] = from_b[k] - from_a[k];
    constexpr double kSafe = 1 + 64 * kEps;
    offset_reach_ = path_size(offset_, duration) * kSafe;
    offset_bend_ = (2 * length(offset_[2]) + 6 * length(offset_[3]) * duration) * kSafe;
    offset_speed_ = (length(offset_[1]) + offset_bend_ * duration) * kSafe;
    // Where a path had to be counted from another moment its own size rounds, not only the difference.
    const bool shifted = time.lower != piece_a.time.lower || time.lower != piece_b.time.lower;
    const auto whole = [&](const MotionPiece& piece) { return path_size(piece.path, time.upper - piece.time.lower); };
    const double paths = offset_reach_ + (shifted ? whole(piece_a) + whole(piece_b) : 0);
    const double turned_a = a_.half_space ? length(piece_a.pivot) : a_.radius, turned_b = b_.half_space ? length(piece_b.pivot) : b_.radius;
    // Rotations are off by their own rounding, on points as far as the radius; a half-space's normal also on the whole offset.
    const double lever_a = a_.half_space ? offset_reach_ + turned_b : turned_a,
                 lever_b = b_.half_space ? offset_reach_ + turned_a : turned_b;
    const double turning = turn_error(piece_a, time.upper) * lever_a + turn_error(piece_b, time.upper) * lever_b;
    const auto drifted = [](const MotionPiece& piece) { return norm_bound(piece.drift) * piece.time.width(); };
    // Turning keeps the defect that a rotation starts with.
    const auto defect_of = [&](const MotionPiece& piece) {
        return piece.blended ? 16 * kEps : orthonormality_defect(piece.start) + drifted(piece);
    };
    const double defect = defect_of(piece_a) + defect_of(piece_b);
    const double margins = (a_.half_space ? 0 : a.margin()) + (b_.half_space ? 0 : b.margin());
    error_ = (a_.half_space ? 0 : a.support_error()) + (b_.half_space ? 0 : b.support_error()) +
             (kPairRoundings + 4 * defect) * (turned_a + turned_b + margins + paths) + turning + slack;
    if (a_.half_space) error_ += kPairRoundings * std::abs(a_.height({}));
    if (b_.half_space) error_ += kPairRoundings * std::abs(b_.height({}));
}

Vec3 MovingGap::offset_at(double t) const noexcept {
    const double s = t - time_.lower;
    if (offset_bend_ == 0) return offset_[0] + offset_[1] * s;
    return offset_[0] + (offset_[1] + (offset_[2] + offset_[3] * s) * s) * s;
}

double MovingGap::along(const Vec3& n, double t) noexcept {
    const Mat3 ra = rotation_of(*a_.piece, t), rb = rotation_of(*b_.piece, t);
    Vec3 normal = n;
    if (a_.half_space)
        normal = unit(ra * a_.shape->vector(0));
    else if (b_.half_space)
        normal = -unit(rb * b_.shape->vector(0));
    if (a_.half_space && b_.half_space && !(unit(rb * b_.shape->vector(0)) == -normal)) return -kInfinity;
    const double above = a_.height(transpose_times(ra, normal)), below = b_.height(-transpose_times(rb, normal));
    return dot(normal, offset_at(t)) - above - below;
}

double MovingGap::closing_speed(const Vec3& n, double t, const Vec3& on_a, const Vec3& on_b) const noexcept {
    return dot(n, velocity_of(*a_.piece, t, on_a) - velocity_of(*b_.piece, t, on_b));
}

double MovingGap::bend(const Vec3& n) const noexcept {
    if (a_.half_space && b_.half_space) return a_.rates.turn_speed + b_.rates.turn_speed > 0 ? kInfinity : offset_bend_;
    if (!a_.half_space && !b_.half_space) return offset_bend_ + a_.bend(n) + b_.bend(n);
    // The normal turns with the half-space: (n·d)'' = n''·d + 2 n'·d' + n·d'' for d from its pivot to a point of the other body.
    const Body& flat = a_.half_space ? a_ : b_;
    const Body& other = a_.half_space ? b_ : a_;
    const double still = offset_bend_ + other.rates.turn_bend * other.radius;
    if (flat.rates.turn_speed == 0) return still;
    const double reach = offset_reach_ + other.radius, speed = offset_speed_ + other.rates.turn_speed * other.radius;
    return (still + flat.rates.turn_bend * reach + 2 * flat.rates.turn_speed * speed) * (1 + 16 * kEps);
}

double MovingGap::least(const Vec3& n, double first, double last, double duration) const noexcept {
    return least_between(first, last, bend(n), duration) - error_;
}

std::optional<Vec3> MovingGap::plane_between_balls() const noexcept {
    if (a_.half_space || b_.half_space || offset_bend_ != 0) return std::nullopt;
    const double s = time_.width();
    const double speed_sq = length_sq(offset_[1]);
    const double nearest = speed_sq > 0 ? std::clamp(-dot(offset_[0], offset_[1]) / speed_sq, 0.0, s) : 0;
    const Vec3 n = unit(offset_[0] + offset_[1] * nearest);
    const double balls = (a_.radius + b_.radius) * (1 + 1e-5) + a_.shape->margin() + b_.shape->margin() + error_;
    const double least = std::min(dot(n, offset_[0]), dot(n, offset_[0] + offset_[1] * s));
    return least > balls ? std::optional(n) : std::nullopt;
}

double MovingGap::open_until(const Vec3& n, double t, double now, const OpenGoal& goal) noexcept {
    const double end = time_.upper, wanted = goal.gap;
    double open = t, gap = now;              // certain, and the gap there
    double shut = end, beyond = -kInfinity;  // not certain, once it was looked at
    bool shut_seen = false;
    // Farther than this a gap that neither opens nor closes may bend shut in between.
    const double k = bend(n);
    double horizon = k > 0 ? 0.95 * std::sqrt(8 * (now - error_) / k) : kInfinity;
    double next = goal.speed > 0 ? std::min(end, t + (now - wanted) / goal.speed) : end;
    for (int step = 0; step < 10; ++step) {
        const double value = along(n, next);
        const bool far_open = value >= 0.5 * wanted;
        if (far_open && least(n, now, value, next - t) > 0) {
            const double slope = (value - gap) / (next - open);
            open = next;
            gap = value;
            if (open == end || gap <= 2 * wanted) break;
            next = slope < 0 ? std::min(end, open + (gap - wanted) / -slope) : end;
            if (shut_seen) next = std::min(next, open + 0.98 * (shut - open));
        } else {
            shut = next;
            beyond = value;
            shut_seen = true;
            if (far_open) horizon = std::min(horizon, 0.6 * (next - t));
            // Where the straight line through both meets the wanted gap; halfway when the far end fails by bending alone.
            const double share = beyond < wanted && beyond > -kInfinity ? (gap - wanted) / (gap - beyond) : 0.5;
            next = open + std::clamp(share, 0.02, 0.98) * (shut - open);
            if (open == t) next = std::min(next, t + horizon);
        }
        if (!(next > open) || (shut_seen && !(next < shut))) break;
    }
    return open;
}

}  // namespace graze
