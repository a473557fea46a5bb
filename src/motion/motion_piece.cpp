// Values, certain bounds and rates of one piece of a motion. docs/notes/motion.md derives the bounds.
#include "motion/motion_piece.hpp"

#include <algorithm>
#include <cmath>

#include "graze/math/interval.hpp"
#include "motion/quaternion_blend.hpp"

namespace graze {
namespace {

double local_time(const MotionPiece& piece, double t) noexcept {
    return std::clamp(t, piece.time.lower, piece.time.upper) - piece.time.lower;
}

Interval local_time(const MotionPiece& piece, const Interval& time) noexcept {
    const Interval inside = intersect(time, piece.time);
    if (!(inside.lower <= inside.upper)) {  // before or after the piece: its nearer end
        const double end = time.upper < piece.time.lower ? piece.time.lower : piece.time.upper;
        return Interval(end) - Interval(piece.time.lower);
    }
    return inside - Interval(piece.time.lower);
}

Mat3 rotation_after(const MotionPiece& piece, double s) noexcept {
    if (piece.blended) return blend_rotation(piece.blend, s);
    if (piece.rate == 0) {
        Mat3 r = piece.start;
        for (std::size_t i = 0; i < 3; ++i) r.columns[i] += piece.drift.columns[i] * s;
        return r;
    }
    const double half = 0.5 * piece.rate * s;
    const double sin_half = std::sin(half), cos_half = std::cos(half);
    const double sine = 2 * sin_half * cos_half, lift = 2 * sin_half * sin_half;
    Mat3 r;
    for (std::size_t i = 0; i < 3; ++i) {
        r.columns[i] =
            (piece.start.columns[i] + (piece.sine.columns[i] * sine + piece.versine.columns[i] * lift)) +
            piece.drift.columns[i] * s;
    }
    return r;
}

Vec3 path_at(const MotionPiece& piece, double s) noexcept {
    return piece.path[0] + (piece.path[1] + (piece.path[2] + piece.path[3] * s) * s) * s;
}

bool is_curved(const MotionPiece& piece) noexcept {
    return !(piece.path[2] == Vec3{} && piece.path[3] == Vec3{});
}

/// The polynomial with these coefficients over s, by Horner's rule: exact for straight paths, sharp on short
/// intervals.
IntervalVec3 path_over(const std::array<Vec3, 4>& c, const Interval& s) noexcept {
    IntervalVec3 result = enclose(c[3]);
    for (std::size_t k = 3; k-- > 0;) {
        result = IntervalVec3{result.x * s, result.y * s, result.z * s} + enclose(c[k]);
    }
    return result;
}

IntervalVec3 path_velocity_over(const std::array<Vec3, 4>& c, const Interval& s) noexcept {
    IntervalVec3 velocity = path_over({c[1], 2.0 * c[2], 3.0 * c[3], {}}, s);
    // 3 c rounds once.
    for (std::size_t i = 0; i < 3; ++i)
        velocity[i] = c[3][i] == 0 ? velocity[i] : widened(velocity[i], 4 * kEps * std::abs(c[3][i]));
    return velocity;
}

/// Contains R(s) (x - pivot), or its derivative by time, over some time: one wave for each coordinate,
/// sharper than products of entries.
IntervalVec3 turned_over(const MotionPiece& piece, const Vec3& x, const Interval& s,
                         bool derivative) noexcept {
    if (piece.blended) {
        const IntervalVec3 from_pivot = enclose(x) - enclose(piece.pivot);
        return (derivative ? blend_velocity_over(piece.blend, s) : blend_rotation_over(piece.blend, s)) *
               from_pivot;
    }
    const Vec3 y = x - piece.pivot, sine = piece.sine * y, versine = piece.versine * y,
               start = piece.start * y;
    const IntervalVec3 drift = enclose(piece.drift) * (enclose(x) - enclose(piece.pivot));
    const Interval angle = Interval(piece.rate) * s;
    // The difference rounds once and each product with a matrix three times, whose entries are at most about
    // one; versines are up to two.
    const double rounding = 32 * kEps * (std::abs(y.x) + std::abs(y.y) + std::abs(y.z));
    IntervalVec3 result;
    for (std::size_t i = 0; i < 3; ++i) {
        // (sin x)' = 1 - (1 - cos x) and (1 - cos x)' = sin x.
        result[i] = derivative ? Interval(piece.rate) *
                                         widened(range({sine[i], versine[i], -sine[i]}, angle), rounding) +
                                     drift[i]
                               : range({start[i], sine[i], versine[i]}, angle) + drift[i] * s;
        result[i] = widened(result[i], rounding);
        if (!(result[i].lower <= result[i].upper))
            result[i] = Interval::everything();  // sums beyond all numbers
    }
    return result;
}

double largest(const IntervalVec3& v) noexcept { return norm(v).upper; }

}  // namespace

Mat3 rotation_at(const MotionPiece& piece, double t) noexcept {
    return rotation_after(piece, local_time(piece, t));
}

Pose pose_of(const MotionPiece& piece, double t) noexcept {
    const double s = local_time(piece, t);
    Pose pose;
    pose.rotation = rotation_after(piece, s);
    pose.position = is_curved(piece) ? path_at(piece, s) : piece.path[0] + piece.path[1] * s;
    if (!(piece.pivot == Vec3{})) pose.position -= pose.rotation * piece.pivot;
    return pose;
}

double turn_error(const MotionPiece& piece, double t) noexcept {
    const double s = local_time(piece, t);
    // Each entry: the angle is rounded twice, half of it enters a sine and a cosine of two roundings each;
    // then two products of numbers up to 2, two sums, and the drift. The operator norm is at most three times
    // that.
    return piece.blended ? blend_error(piece.blend, s) : 3 * kEps * (4 * piece.rate * s + 24);
}

double pose_error(const MotionPiece& piece, double t, double reach) noexcept {
    const double s = local_time(piece, t), turn = turn_error(piece, t);
    double size = length(piece.pivot);
    double power = 1;
    for (const Vec3& c : piece.path) {
        size += length(c) * power;
        power *= s;
    }
    return turn * (reach + length(piece.pivot)) + 16 * kEps * size;
}

PoseBounds bounds_over(const MotionPiece& piece, const Interval& time) noexcept {
    const Interval s = local_time(piece, time);
    PoseBounds bounds;
    if (piece.blended) {
        bounds.rotation = blend_rotation_over(piece.blend, s);
    } else {
        const Interval angle = Interval(piece.rate) * s;
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 3; ++i) {
                const Wave wave{piece.start(i, j), piece.sine(i, j), piece.versine(i, j)};
                bounds.rotation(i, j) = range(wave, angle) + Interval(piece.drift(i, j)) * s;
            }
        }
    }
    bounds.position = path_over(piece.path, s);
    if (!(piece.pivot == Vec3{})) bounds.position += turned_over(piece, {}, s, false);
    return bounds;
}

IntervalVec3 place_over(const MotionPiece& piece, const Vec3& x, const Interval& time) noexcept {
    const Interval s = local_time(piece, time);
    return path_over(piece.path, s) + turned_over(piece, x, s, false);
}

PoseBounds velocity_over(const MotionPiece& piece, const Interval& time) noexcept {
    const Interval s = local_time(piece, time);
    PoseBounds bounds;
    if (piece.blended) {
        bounds.rotation = blend_velocity_over(piece.blend, s);
    } else {
        const Interval angle = Interval(piece.rate) * s;
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 3; ++i) {
                // (sin x)' = 1 - (1 - cos x) and (1 - cos x)' = sin x.
                const Wave wave{piece.sine(i, j), piece.versine(i, j), -piece.sine(i, j)};
                bounds.rotation(i, j) =
                    Interval(piece.rate) * range(wave, angle) + Interval(piece.drift(i, j));
            }
        }
    }
    bounds.position = path_velocity_over(piece.path, s);
    if (!(piece.pivot == Vec3{})) bounds.position += turned_over(piece, {}, s, true);
    return bounds;
}

IntervalVec3 velocity_over(const MotionPiece& piece, const Vec3& x, const Interval& time) noexcept {
    const Interval s = local_time(piece, time);
    return path_velocity_over(piece.path, s) + turned_over(piece, x, s, true);
}

MotionRates rates_over(const MotionPiece& piece, const Interval& time) noexcept {
    // Rotations within 1e-6 stretch by no more than that; sums and products round a few times.
    constexpr double kRotation = 1 + 4e-6, kSafe = 1 + 64 * kEps;
    MotionRates rates;
    if (piece.blended) {
        const BlendRates blend = blend_rates(piece.blend, local_time(piece, time));
        rates.turn_speed = blend.speed;
        rates.angular_acceleration = blend.acceleration;
        rates.defect = 64 * kEps;  // of a normalised quaternion's matrix, all rounding
    } else {
        rates.drift = norm_bound(piece.drift) * kSafe;
        // Arcs keep the defect they start with, up to the roundings of their matrices.
        rates.defect =
            (orthonormality_defect(piece.start) + 2 * rates.drift * piece.time.width()) * kRotation +
            64 * kEps;
        rates.turn_speed = piece.rate * kRotation + rates.drift;
        rates.angular_acceleration = piece.rate * piece.rate * kRotation;
    }
    if (!is_curved(piece)) {
        rates.path_speed = length(piece.path[1]) * kSafe;
        return rates;
    }
    const Interval s = local_time(piece, time);
    const auto& c = piece.path;
    const double rounding = 16 * kEps * length(c[3]);  // of 3 c and 6 c
    rates.path_speed = (largest(path_over({c[1], 2.0 * c[2], 3.0 * c[3], {}}, s)) + rounding) * kSafe;
    rates.path_acceleration = (largest(path_over({2.0 * c[2], 6.0 * c[3], {}, {}}, s)) + rounding) * kSafe;
    return rates;
}

double stretch_acceleration(const MotionRates& rates, double spin, double spin_acceleration) noexcept {
    // |Rᵀn|² = 1 + n·Dn with D = RRᵀ - I, which turns with R: |D'| <= 2 w |D| and |D''| <= 4 w² |D| but for
    // the drift. Twice differentiated, half of it is n''·Dn + n'·Dn' + 2 n'·D'n + n·D''n / 2: products of the
    // defect with two speeds or with |n''|, and those of the drift with one speed and with itself. Twice as
    // much is more than the rest of the root's derivative takes.
    const double speed = rates.turn_speed + spin;
    return 4 * ((speed * speed + spin_acceleration) * rates.defect + speed * rates.drift +
                rates.drift * rates.drift);
}

NormalRates normal_rates(const MotionRates& rates, double duration) noexcept {
    const double w = rates.turn_speed, e = rates.drift;
    if (e == 0) return {w, rates.angular_acceleration, 0};
    // R = A (I + s F) for the arc A and F = A⁻¹E, |F| <= e, |F'| <= w e, |F''| <= w² e. What stands in the
    // bracket has p and q as bounds of its first and second derivative, and so has the inverse; the normal is
    // that of the arc applied to it. Ends within 1e-6 of rotations leave e s so small that a hundredth covers
    // its powers, and scaling to one adds products of first derivatives.
    const double p = 1.01 * e * (1 + w * duration), q = 1.01 * e * w * (2 + w * duration) + 4 * p * p;
    return {w + p, rates.angular_acceleration + 2 * w * p + q + 4 * p * p, q + 4 * p * p};
}

}  // namespace graze
