// Arcs by Rodrigues' formula: R(s) = R(0) + sin(w s) [u] R(0) + (1 - cos(w s)) [u]² R(0).
#include "motion/motion_arc.hpp"
#include "motion/motion_piece.hpp"

namespace graze {
namespace {

Mat3 crossed(const Vec3& u, const Mat3& m) noexcept {
    return {{cross(u, m.columns[0]), cross(u, m.columns[1]), cross(u, m.columns[2])}};
}

}  // namespace

MotionPiece turning_piece(const Mat3& start, const Vec3& angular_velocity) noexcept {
    MotionPiece piece;
    piece.start = start;
    const double largest = max_component(abs(angular_velocity));
    if (!(largest > 0)) return piece;
    piece.axis = unit(angular_velocity);
    piece.rate = largest * length(angular_velocity * (1 / largest));
    piece.sine = crossed(piece.axis, start);
    piece.versine = crossed(piece.axis, piece.sine);
    return piece;
}

MotionPiece piece_between(const Pose& start, const Pose& end, const Interval& time) noexcept {
    const double duration = time.width();
    // The turn in world frame. Rᵀ is used as the inverse: its error is added to the drift.
    const Quat q = quaternion_of(end.rotation * transpose(start.rotation));
    const Vec3 imaginary{q.x, q.y, q.z};
    const double angle = 2 * std::atan2(length(imaginary), q.w);
    MotionPiece piece = turning_piece(start.rotation, unit(imaginary) * (angle / duration));
    piece.time = time;
    piece.path = {start.position, (end.position - start.position) * (1 / duration)};
    const Mat3 arrived = pose_of(piece, time.upper).rotation;
    for (std::size_t i = 0; i < 3; ++i)
        piece.drift.columns[i] = (end.rotation.columns[i] - arrived.columns[i]) * (1 / duration);
    return piece;
}

}  // namespace graze
