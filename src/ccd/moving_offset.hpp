// The offset between two moving bodies, rounded, and the size that its roundings are relative to. Positions
// are subtracted first, so the distance of both from the world's origin does not count. World frame.
#pragma once

#include <array>

#include "graze/shape/shape.hpp"
#include "motion/motion_piece.hpp"

namespace graze {

/// From a's pivot to b's over some time that both pieces serve: Σ path[k] s^k, s the time since it begins.
struct MovingOffset {
    std::array<Vec3, 4> path{};
    double begin = 0;
    double size = 0;  ///< Roundings of `at` are relative to this, to the end of the time. At least as long as
                      ///< any offset.

    MovingOffset() noexcept = default;
    MovingOffset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept;

    [[nodiscard]] Vec3 at(double t) const noexcept {
        const double s = t - begin;
        return path[0] + (path[1] + (path[2] + path[3] * s) * s) * s;
    }
};

/// Upper bound of |Σ c[k] s^k| from 0 to s, rounded.
double path_size(const std::array<Vec3, 4>& c, double s) noexcept;

/// The component of a unit direction perpendicular to the piece's axis of rotation: only that is accelerated.
/// 1 when it has no axis.
double across_axis(const MotionPiece& piece, const Vec3& n) noexcept;

/// How far the drift takes the matrix of a piece from the arc it starts on, as an operator.
double drift_bound(const MotionPiece& piece) noexcept;

/// RᵀR - I.
Mat3 defect_of(const Mat3& r) noexcept;

/// The plane of a half-space that moves. Matrices need not be rotations.
struct MovingPlane {
    Vec3 normal{};  ///< In the body's frame, not unit: turned as the body is, it is across the placed plane,
                    ///< but for the drift.
    double level = 0;     ///< The plane's height over the pivot along the placed normal, at the start.
    bool drifts = false;  ///< The drift is so large that normal and level are recomputed at each moment.
    Vec3 given{};         ///< The half-space's own normal, in the body's frame.
    double height = 0;    ///< The plane's height over the pivot along `given`.

    MovingPlane() noexcept = default;
    MovingPlane(const Shape& half_space, const MotionPiece& piece) noexcept;

    struct Placed {
        Vec3 normal{1, 0, 0};  ///< Unit. World frame.
        double level = 0;      ///< Over the pivot.
    };
    /// As the matrix of a moment has it.
    [[nodiscard]] Placed at(const Mat3& rotation) const noexcept;

    /// How far a height over the plane may be off, at points as far as `lever` from the pivot, but for what
    /// the matrix is.
    [[nodiscard]] double error(double lever, const MotionRates& rates,
                               const MotionPiece& piece) const noexcept;
};

}  // namespace graze
