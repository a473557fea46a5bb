// A ray of the world in the frame of a placed set of parts, for searches of its tree.
#pragma once

#include "graze/result/ray.hpp"
#include "graze/tree/box_tree.hpp"
#include "shape/pose_check.hpp"

namespace graze {

/// The whole ray. Boxes are to be grown by the margin of the parts, and by what the rounding of the ray's
/// image, and a pose that is a rotation only within `defect`, do on the way through the shape.
inline RaySegment ray_image(const Ray& ray, const Placed& target, double margin, double defect) noexcept {
    const Mat3& rotation = target.pose.rotation;
    const Vec3 origin = transpose_times(rotation, ray.origin - target.pose.position);
    const double off = placement_error(target) + (kPairRoundings + defect) * length(origin);
    return {
        .origin = origin, .direction = transpose_times(rotation, ray.direction), .margin = margin + 2 * off};
}

}  // namespace graze
