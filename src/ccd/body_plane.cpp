#include "ccd/body_plane.hpp"

#include <algorithm>

#include "ccd/closest_plane.hpp"
#include "shape/half_space_around.hpp"

namespace graze {

std::optional<BodyPlaneOpening> open_by_body_plane(const BodyPlaneStretch& stretch, TimeCell::Moves moves,
                                                   const Vec3& normal, const MovingGap::Moment& now,
                                                   const MovingGap::OpenGoal& goal) {
    const auto& [a, b, time, slack] = stretch;
    const bool of_a = moves == TimeCell::Moves::with_a;
    const MotionPiece& pa = a.motion.piece_at(time.lower);
    const MotionPiece& pb = b.motion.piece_at(time.lower);
    const MotionPiece& piece = of_a ? pa : pb;
    if ((piece.rate == 0 && !piece.blended) || a.shape.type() == ShapeType::half_space ||
        b.shape.type() == ShapeType::half_space)
        return std::nullopt;
    const Vec3 out =
        of_a ? transpose_times(now.rotation_a, normal) : -transpose_times(now.rotation_b, normal);
    const auto around = half_space_around((of_a ? a : b).shape, out);
    if (!around) return std::nullopt;
    MovingGap flat(of_a ? *around : a.shape, of_a ? b.shape : *around, {pa, pb}, time, slack);
    const double open = flat.along(normal, now);
    if (!(open > flat.error())) return std::nullopt;
    const MovingGap::OpenGoal flat_goal{std::max(goal.gap, kFollowedErrors * flat.error()), goal.closing};
    return BodyPlaneOpening{flat.open_until(normal, now, open, flat_goal), around->vector(0)};
}

}  // namespace graze
