// How an object is placed: a pose, and what is done to its shape before it. A scaled or sheared shape is made
// once, which for a mesh means new vertices and a new tree; maps that differ from the one it was made with by
// a rotation place the same shape elsewhere.
#pragma once

#include <optional>

#include "graze/math/pose.hpp"

namespace graze {

struct Placement {
    Pose pose{};
    std::optional<Mat3> map{};

    /// A map whose linear part is a rotation is given as a pose: the same set, and the shape stays what it
    /// is.
    static Placement of(const Affine& placement) noexcept;
};

/// The linear map that a shape was made with, and what it takes to place the shape by other maps.
struct ShapeMap {
    Mat3 linear{};
    std::optional<Mat3> inverse{};  ///< Rounded. Empty for singular maps.

    explicit ShapeMap(const Mat3& map) noexcept;
    /// The pose by which the image under `linear` becomes the image under `wanted`: wanted = rotation *
    /// linear, within 8 roundings of each column's largest entry, with a rotation as poses have them. Empty
    /// when there is none: the maps differ by more than a rotation, or `linear` is too close to a singular
    /// map.
    [[nodiscard]] std::optional<Pose> pose_of(const Affine& wanted) const noexcept;
};

}  // namespace graze
