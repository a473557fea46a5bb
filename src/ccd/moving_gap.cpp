// Gaps in the frames of the bodies: directions are turned into each, so that positions enter only by their
// difference.
#include "ccd/moving_gap.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/open_gap.hpp"
#include "convex/core_pair.hpp"
#include "math/degeneracy/sine_limits.hpp"
#include "motion/motion_piece.hpp"

namespace graze {
namespace {

/// Before a gap closes other planes become better, by about as much as acceleration can change it in that
/// time, so following one plane to the end does not pay. These fractions, of that amount and of the gap, were
/// found by trial.
constexpr double kCurvedShare = 0.3, kLeftOver = 0.1;

/// Matrices that are rotations up to rounding have less of a defect than this.
constexpr double kRoundDefect = 128 * kEps;

Mat3 rotation_of(const MotionPiece& piece, double t) noexcept {
    if (piece.rate == 0 && !piece.blended && piece.drift == Mat3{}) return piece.start;
    return rotation_at(piece, t);
}

/// When a height that is `open` above the goal is used up, by its speed and the change of that; infinite when
/// it is not.
double closes_after(double open, const MovingGap::Closing& closing) noexcept {
    if (!(open > 0)) return closing.speed > 0 ? 0 : kInfinity;
    const double root_sq = closing.speed * closing.speed - 2 * closing.change * open;
    if (!(root_sq >= 0)) return kInfinity;
    const double twice = closing.speed + std::sqrt(root_sq);
    return twice > 0 ? 2 * open / twice : kInfinity;
}

/// What to leave of a gap, whatever the goal.
double left_over(double now, const MovingGap::OpenGoal& goal, double acceleration) noexcept {
    const double after = closes_after(now - goal.gap, goal.closing);
    return std::min(kLeftOver * now, kCurvedShare * acceleration * after * after);
}

}  // namespace

MovingGap::Body::Body(const Shape& s, const MotionPiece& p, const Interval& time) noexcept
    : shape(&s),
      piece(&p),
      rates(rates_over(p, time)),
      half_space(s.type() == ShapeType::half_space),
      stretched(rates.defect > kRoundDefect) {
    if (half_space)
        plane = MovingPlane(s, p);
    else
        radius = (s.core_reach() + s.support_error() + length(p.pivot)) * (1 + 16 * kEps);
}

double MovingGap::Body::acceleration(const Vec3& n) const noexcept {
    const double of_margin = stretched ? shape->margin() * stretch_acceleration(rates, 0, 0) : 0;
    if (rates.angular_acceleration == 0) return of_margin;
    // Rotation about an axis accelerates only the components perpendicular to it, of the direction and of the
    // position.
    return rates.angular_acceleration * radius * across_axis(*piece, n) + of_margin;
}

double MovingGap::Body::height(const Vec3& local) noexcept {
    const Vec3 x = core_support_inline(*shape, local, hint);
    return dot(local, x - piece->pivot) + (stretched ? shape->margin() * length(local) : shape->margin());
}

MovingGap::MovingGap(const Shape& a, const Shape& b, const PiecePair& pieces, const Interval& time,
                     double slack) noexcept
    : a_(a, pieces.a, time),
      b_(b, pieces.b, time),
      time_(time),
      offset_(pieces.a, pieces.b, time),
      slack_(slack) {
    const double duration = time.width();
    const auto& path = offset_.path;
    constexpr double kSafe = 1 + 64 * kEps;
    offset_reach_ = path_size(path, duration) * kSafe;
    offset_acceleration_ = (2 * length(path[2]) + 6 * length(path[3]) * duration) * kSafe;
    offset_speed_ = (length(path[1]) + offset_acceleration_ * duration) * kSafe;
    const double turned_a = a_.half_space ? length(pieces.a.pivot) : a_.radius,
                 turned_b = b_.half_space ? length(pieces.b.pivot) : b_.radius;
    // Rotations are off by their own rounding, on points as far as the radius; a half-space's normal also on
    // the whole offset.
    const double lever_a = a_.half_space ? offset_reach_ + turned_b : turned_a,
                 lever_b = b_.half_space ? offset_reach_ + turned_a : turned_b;
    const double extent =
        turned_a + turned_b + a_.margin() + b_.margin() + offset_.size + offset_reach_ + slack_;
    error_ = kPairRoundings * extent + turn_error(pieces.a, time.upper) * lever_a +
             turn_error(pieces.b, time.upper) * lever_b;
    error_ += a_.error(lever_a + b_.margin()) + b_.error(lever_b + a_.margin());
    distortion_ = 4 * (a_.rates.defect + b_.rates.defect) * extent;
}

double MovingGap::Body::margin() const noexcept { return half_space ? 0 : shape->margin(); }

double MovingGap::Body::error(double lever) const noexcept {
    if (half_space) return plane.error(lever, rates, *piece);
    // Points are where the matrix has them, rotation or not. Directions are stretched by no more than 1e-6.
    return shape->support_error() * (1 + 4e-6) + (stretched ? 0 : 4 * kRoundDefect * shape->margin());
}

Vec3 MovingGap::offset_at(double t) const noexcept {
    return offset_acceleration_ == 0 ? offset_.path[0] + offset_.path[1] * (t - time_.lower) : offset_.at(t);
}

MovingGap::Moment MovingGap::moment(double t) const noexcept {
    return {t, rotation_of(*a_.piece, t), rotation_of(*b_.piece, t), offset_at(t)};
}

Pose MovingGap::b_in_a(const Moment& m) const noexcept {
    Pose pose;
    pose.rotation = transpose_times(m.rotation_a, m.rotation_b);
    pose.position = transpose_times(m.rotation_a, m.offset);
    if (distorted()) {
        // R⁻¹ = (RᵀR)⁻¹ Rᵀ, up to the square of what RᵀR is off by.
        const Mat3 d = defect_of(m.rotation_a);
        pose.position -= d * pose.position;
        for (Vec3& column : pose.rotation.columns) column -= d * column;
    }
    if (!(a_.piece->pivot == Vec3{})) pose.position += a_.piece->pivot;
    if (!(b_.piece->pivot == Vec3{})) pose.position -= pose.rotation * b_.piece->pivot;
    return pose;
}

Pose MovingGap::near_a(const Moment& m) const noexcept {
    return {m.rotation_a, -(m.rotation_a * a_.piece->pivot)};
}
Pose MovingGap::near_b(const Moment& m) const noexcept {
    return {m.rotation_b, m.offset - m.rotation_b * b_.piece->pivot};
}

double MovingGap::along(const Vec3& n, const Moment& m) noexcept {
    if (a_.half_space) {
        const MovingPlane::Placed plane = a_.plane.at(m.rotation_a);
        return dot(plane.normal, m.offset) - plane.level -
               b_.height(-transpose_times(m.rotation_b, plane.normal)) - slack_;
    }
    if (b_.half_space) {
        const MovingPlane::Placed plane = b_.plane.at(m.rotation_b);
        return -dot(plane.normal, m.offset) - plane.level -
               a_.height(-transpose_times(m.rotation_a, plane.normal)) - slack_;
    }
    const double above = a_.height(transpose_times(m.rotation_a, n)),
                 below = b_.height(-transpose_times(m.rotation_b, n));
    return dot(n, m.offset) - above - below - slack_;
}

MovingGap::Closing MovingGap::Body::rise(const Vec3& n, double t, const Mat3& rotation,
                                         const Vec3& x) const noexcept {
    if (piece->blended) {
        // By differences of rotations nearby: those of normalised cubics have no handier derivative.
        const double h = 1e-4 * piece->time.width(),
                     middle = std::clamp(t, piece->time.lower + h, piece->time.upper - h);
        const Vec3 arm = x - piece->pivot;
        const double before = dot(n, rotation_at(*piece, middle - h) * arm),
                     after = dot(n, rotation_at(*piece, middle + h) * arm);
        return {(after - before) / (2 * h), 0};
    }
    if (piece->rate == 0) return {};
    const Vec3 around = cross(piece->axis, rotation * (x - piece->pivot));
    return {piece->rate * dot(n, around), piece->rate * piece->rate * dot(n, cross(piece->axis, around))};
}

MovingGap::Closing MovingGap::closing(const Moment& m, const CastSimplex& nearest) const noexcept {
    const auto& p = nearest.simplex().points;
    const std::uint32_t size = nearest.simplex().size;
    const Vec3& n = nearest.normal();
    const double distance = nearest.upper();
    if (a_.piece->blended || b_.piece->blended)
        return closing(m.rotation_a * n, m, nearest.point_a(), nearest.point_b());
    // All in a's frame, as it is at this moment. The difference w = x - y of the two nearest points is
    // `distance` long against n.
    const Vec3 spin_b = transpose_times(m.rotation_a, b_.spin()),
               offset = transpose_times(m.rotation_a, m.offset);
    const Vec3 arm_a = nearest.point_a() - a_.piece->pivot,
               around_b = cross(spin_b, arm_a + distance * n - offset);
    Vec3 velocity = -transpose_times(m.rotation_a, offset_.path[1]) - around_b,
         change = -cross(spin_b, around_b), spin_a{};
    if (a_.piece->rate != 0) {
        spin_a = transpose_times(m.rotation_a, a_.spin());
        const Vec3 around_a = cross(spin_a, arm_a);
        velocity += around_a;
        change += cross(spin_a, around_a);
    }
    if (offset_acceleration_ != 0) {
        const double s = m.time - time_.lower;
        velocity -= transpose_times(m.rotation_a, (2.0 * offset_.path[2] + offset_.path[3] * (3 * s)) * s);
        change -= transpose_times(m.rotation_a, 2.0 * offset_.path[2] + offset_.path[3] * (6 * s));
    }
    // n turns with the edges e that it is across, n'·e = -n·e'; and where there are none, with w.
    const Vec3 lever_b = cross(n, spin_b), lever_a = cross(n, spin_a);
    const auto lift = [&](const Vec3& edge, const Vec3& edge_a) {
        return dot(lever_b, edge_a - edge) - dot(lever_a, edge_a);
    };
    Vec3 turning{};
    const Vec3 e = p[1].w - p[0].w, f = p[2].w - p[0].w;
    if (size == 3) {
        const double ee = length_sq(e), ef = dot(e, f), ff = length_sq(f), gram = ee * ff - ef * ef;
        const double by_e = lift(e, p[1].a - p[0].a), by_f = lift(f, p[2].a - p[0].a);
        if (!is_below_sine(kRateSine, gram, ee, ff))
            turning = (e * (by_e * ff - by_f * ef) + f * (by_f * ee - by_e * ef)) * (1 / gram);
    } else {
        Vec3 across = velocity - n * dot(n, velocity);
        if (size == 2) {
            const double inverse = 1 / length_sq(e);
            across -= e * (dot(across, e) * inverse);
            turning = e * (lift(e, p[1].a - p[0].a) * inverse);
        }
        turning -= across * (1 / distance);
    }
    // distance = -n·w, twice differentiated.
    const double acceleration = -distance * length_sq(turning) - 2 * dot(turning, velocity) - dot(n, change);
    // Vertices and edges that pass each other slow down only until their neighbours are nearer.
    return {dot(n, velocity), size == 3 ? acceleration : std::min(acceleration, 0.0)};
}

MovingGap::Closing MovingGap::closing(const Vec3& n, const Moment& m, const Vec3& on_a,
                                      const Vec3& on_b) const noexcept {
    const double s = m.time - time_.lower;
    Vec3 velocity = offset_.path[1], change{};
    if (offset_acceleration_ != 0) {
        velocity += (2.0 * offset_.path[2] + offset_.path[3] * (3 * s)) * s;
        change = 2.0 * offset_.path[2] + offset_.path[3] * (6 * s);
    }
    const Closing a = a_.rise(n, m.time, m.rotation_a, on_a), b = b_.rise(n, m.time, m.rotation_b, on_b);
    return {a.speed - b.speed - dot(n, velocity), dot(n, change) + b.change - a.change};
}

double MovingGap::acceleration(const Vec3& n) const noexcept {
    if (!a_.half_space && !b_.half_space)
        return offset_acceleration_ + a_.acceleration(n) + b_.acceleration(n);
    // The normal turns with the half-space: (n·d)'' = n''·d + 2 n'·d' + n·d'' for d from its pivot to a point
    // of the other body.
    const Body& flat = a_.half_space ? a_ : b_;
    const Body& other = a_.half_space ? b_ : a_;
    if (flat.rates.turn_speed == 0)
        return offset_acceleration_ + other.acceleration(flat.plane.at(flat.piece->start).normal);
    const NormalRates normal = normal_rates(flat.rates, flat.piece->time.width());
    const double of_margin =
        other.stretched
            ? other.shape->margin() * stretch_acceleration(other.rates, normal.speed, normal.acceleration)
            : 0;
    const double still = offset_acceleration_ + other.rates.angular_acceleration * other.radius + of_margin;
    const double reach = offset_reach_ + other.radius,
                 speed = offset_speed_ + other.rates.turn_speed * other.radius;
    const double level = std::abs(flat.plane.level) * normal.level;
    return (still + normal.acceleration * reach + 2 * normal.speed * speed + 1.01 * level) * (1 + 16 * kEps);
}

std::optional<Vec3> MovingGap::plane_between_balls() const noexcept {
    if (a_.half_space || b_.half_space || offset_acceleration_ != 0) return std::nullopt;
    const double s = time_.width();
    const double speed_sq = length_sq(offset_.path[1]);
    const double nearest =
        speed_sq > 0 ? std::clamp(-dot(offset_.path[0], offset_.path[1]) / speed_sq, 0.0, s) : 0;
    const Vec3 n = unit(offset_.path[0] + offset_.path[1] * nearest);
    // Matrices stretch by no more than 1e-6, margins included.
    const double balls =
        (a_.radius + b_.radius + a_.shape->margin() + b_.shape->margin()) * (1 + 1e-5) + slack_ + error_;
    const double least = std::min(dot(n, offset_.path[0]), dot(n, offset_.path[0] + offset_.path[1] * s));
    return least > balls ? std::optional(n) : std::nullopt;
}

double MovingGap::arrival(const Vec3& n, double t, double now, const OpenGoal& goal) const noexcept {
    return t + closes_after(now - std::max(goal.gap, left_over(now, goal, acceleration(n))), goal.closing);
}

bool MovingGap::stays_open(const Vec3& n, double first, double last, double duration) const noexcept {
    return least_between(first, last, acceleration(n), duration) > error_;
}

MovingGap::Opening MovingGap::open_until(const Vec3& n, const Moment& first, double now,
                                         const OpenGoal& goal) noexcept {
    const double t = first.time, end = time_.upper;
    Opening open{first, now};                  // certain
    double closed = end, beyond = -kInfinity;  // not certain, once it was examined
    bool closed_found = false;
    // Beyond this time acceleration may close a gap that neither opens nor closes at its ends.
    const double k = acceleration(n);
    double horizon = k > 0 ? 0.95 * std::sqrt(8 * (now - error_) / k) : kInfinity;
    const double wanted = std::max(goal.gap, left_over(now, goal, k));
    double next = std::min(end, t + closes_after(now - wanted, goal.closing));
    if (!(next > t)) return open;
    for (int step = 0; step < 10; ++step) {
        const Moment moment_there = moment(next);
        const double value = along(n, moment_there);
        const bool far_open = value >= 0.5 * wanted;
        const double from = open.until.time;
        if (far_open && least_between(now, value, k, next - t) > error_) {
            const double slope = (value - open.gap) / (next - from);
            open = {moment_there, value};
            if (next == end || value <= 2 * wanted) break;
            next = slope < 0 ? std::min(end, next + (value - wanted) / -slope) : end;
            if (closed_found) next = std::min(next, open.until.time + 0.98 * (closed - open.until.time));
        } else {
            closed = next;
            beyond = value;
            closed_found = true;
            if (far_open) horizon = std::min(horizon, 0.6 * (next - t));
            // Where the straight line through both reaches the requested gap; halfway when the far end fails
            // by the acceleration term alone.
            const double share =
                beyond < wanted && beyond > -kInfinity ? (open.gap - wanted) / (open.gap - beyond) : 0.5;
            next = from + std::clamp(share, 0.02, 0.98) * (closed - from);
            if (from == t) next = std::min(next, t + horizon);
        }
        if (!(next > open.until.time) || (closed_found && !(next < closed))) break;
    }
    return open;
}

}  // namespace graze
