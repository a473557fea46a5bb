#include "ccd/moving_offset.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

using Path = std::array<Vec3, 4>;

/// Coefficients by the time since a moment that is d later, but for the first one, which is how far the path
/// goes until then.
Path later(const Path& c, double d) noexcept {
    return {(c[1] + (c[2] + c[3] * d) * d) * d, c[1] + (2.0 * c[2] + c[3] * (3 * d)) * d,
            c[2] + c[3] * (3 * d), c[3]};
}

double travel(const MotionPiece& piece, double end) noexcept {
    return path_size({Vec3{}, piece.path[1], piece.path[2], piece.path[3]}, end - piece.time.lower);
}

}  // namespace

double path_size(const Path& c, double s) noexcept {
    return length(c[0]) + (length(c[1]) + (length(c[2]) + length(c[3]) * s) * s) * s;
}

MovingOffset::MovingOffset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept
    : begin(time.lower) {
    Path apart;
    for (std::size_t k = 0; k < 4; ++k) apart[k] = b.path[k] - a.path[k];
    if (a.time.lower == b.time.lower) {
        const double d = begin - a.time.lower;
        size = path_size(apart, time.upper - a.time.lower);
        path = d == 0 ? apart : later(apart, d);
        if (d != 0) path[0] += apart[0];
        return;
    }
    // Only the displacements since the starts are at different times.
    const Path path_a = later(a.path, begin - a.time.lower), path_b = later(b.path, begin - b.time.lower);
    for (std::size_t k = 0; k < 4; ++k) path[k] = path_b[k] - path_a[k];
    path[0] += apart[0];
    size = length(apart[0]) + travel(a, time.upper) + travel(b, time.upper);
}

double across_axis(const MotionPiece& piece, const Vec3& n) noexcept {
    return piece.blended ? 1 : std::min(1.0, length(cross(n, piece.axis)) + 16 * kEps);
}

double drift_bound(const MotionPiece& piece) noexcept { return norm_bound(piece.drift) * piece.time.width(); }

Mat3 defect_of(const Mat3& r) noexcept {
    Mat3 d = transpose_times(r, r);
    for (std::size_t k = 0; k < 3; ++k) d(k, k) -= 1;
    return d;
}

MovingPlane::MovingPlane(const Shape& half_space, const MotionPiece& piece) noexcept
    : drifts(drift_bound(piece) > 64 * kEps),
      given(half_space.vector(0)),
      height(half_space.values()[3] - dot(given, piece.pivot)) {
    // { R x : n·x <= h } has the normal R⁻ᵀ n = R (RᵀR)⁻¹ n, and RᵀR stays what it is at the start but for
    // the drift. It is within 1e-6 of I, whose cube is nothing.
    normal = given;
    if (!piece.blended) {
        const Mat3 d = defect_of(piece.start);
        normal -= d * (given - d * given);
    }
    level = height / (piece.blended ? length(normal) : length(piece.start * normal));
}

MovingPlane::Placed MovingPlane::at(const Mat3& rotation) const noexcept {
    if (!drifts) return {unit(rotation * normal), level};
    const Mat3 d = defect_of(rotation);
    const Vec3 placed = rotation * (given - d * (given - d * given));
    const double size = length(placed);
    return {placed * (1 / size), height / size};
}

double MovingPlane::error(double lever, const MotionRates& rates, const MotionPiece& piece) const noexcept {
    const double far = lever + std::abs(level);
    // The entries of RᵀR - I are off by some roundings, and its cube is left out.
    const double off =
        drifts ? 64 * kEps + 4 * rates.defect * rates.defect * rates.defect : 4 * drift_bound(piece);
    return 24 * kEps * std::abs(level) + off * far;
}

}  // namespace graze
