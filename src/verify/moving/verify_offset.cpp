// Places are subtracted before anything is added to them; paths that are counted from the same moment as
// wholes.
#include "verify/moving/verify_offset.hpp"
#include "motion/motion_piece.hpp"

namespace graze::verifying {
namespace {

/// c1 s + c2 s² + c3 s³.
IntervalVec3 displacement_after(const IntervalVec3& c1, const IntervalVec3& c2, const IntervalVec3& c3,
                                const Interval& s) noexcept {
    return s * (c1 + s * (c2 + s * c3));
}

IntervalVec3 displacement_over(const MotionPiece& piece, const Interval& time) noexcept {
    const Interval s = time - Interval(piece.time.lower);
    return displacement_after(enclose(piece.path[1]), enclose(piece.path[2]), enclose(piece.path[3]), s);
}

}  // namespace

IntervalVec3 pivot_offset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept {
    const auto apart = [&](std::size_t k) { return enclose(b.path[k]) - enclose(a.path[k]); };
    if (a.time.lower != b.time.lower)
        return apart(0) + (displacement_over(b, time) - displacement_over(a, time));
    return apart(0) + displacement_after(apart(1), apart(2), apart(3), time - Interval(a.time.lower));
}

IntervalVec3 origin_offset(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept {
    IntervalVec3 offset = pivot_offset(a, b, time);
    if (!(a.pivot == Vec3{})) offset += bounds_over(a, time).rotation * enclose(a.pivot);
    if (!(b.pivot == Vec3{})) offset -= bounds_over(b, time).rotation * enclose(b.pivot);
    return offset;
}

PoseBounds bounds_relative_to(const Vec3& place, const MotionPiece& piece, const Interval& time) noexcept {
    PoseBounds bounds = bounds_over(piece, time);
    bounds.position = enclose(piece.path[0]) - enclose(place) + displacement_over(piece, time);
    if (!(piece.pivot == Vec3{})) bounds.position -= bounds.rotation * enclose(piece.pivot);
    return bounds;
}

}  // namespace graze::verifying
