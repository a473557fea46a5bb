// Bodies of links as the search of planes takes them: convex stand-ins in doubles, frames that planes may
// rest in, and the gap of what two bodies sweep over a box of joint values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/motion/robot.hpp"
#include "graze/shape/shape.hpp"
#include "verify/moving/joint_sweep.hpp"
#include "verify/moving/link_body.hpp"

namespace graze::robot {

/// A body with a convex shape that contains it.
struct SweptBody {
    verifying::LinkBody body;
    Shape hull{Point{}};  ///< In the body's frame; the shape itself where it is convex.
    bool exact = true;    ///< Whether the hull has no more in it than the shape, but for rounding.
    Affine in_frame{};
    double radius = 0;  ///< Of a ball around the hull's centre.
};
SweptBody swept_body(verifying::LinkBody body);

/// A frame in which planes may rest.
struct SweptView {
    std::uint32_t frame = 0;
    std::vector<verifying::SweptAxis<double>> to_a;
    std::vector<verifying::SweptAxis<double>> to_b;
    std::vector<verifying::SweptAxis<double>> to_first{};  ///< From the frame of the first view.
    std::uint64_t corners = 1;                             ///< Maps of both bodies together, at most.
};
/// Those from which both bodies have few corner maps, the fewest first. Empty when none has.
std::vector<SweptView> views_between(const KinematicTree& tree, std::uint32_t frame_a, std::uint32_t frame_b);

/// What both bodies sweep over a box: the hulls of their images. In the frame of a view.
struct SweptPair {
    const SweptBody* a = nullptr;
    const SweptBody* b = nullptr;
    std::vector<Affine> maps_a;  ///< From the frames of the shapes.
    std::vector<Affine> maps_b;
};
SweptPair sweep(const SweptView& view, const SweptBody& a, const SweptBody& b,
                std::span<const Interval> configurations);

/// The gap along n (unit): the least height of b over the greatest of a.
double gap_along(const SweptPair& pair, const Vec3& n) noexcept;

struct SweptGap {
    Vec3 normal{1, 0, 0};
    double gap = 0;  ///< Along the normal.
};
/// A direction with a larger gap, searched from `start` on until the gap is above `wanted` or cannot be.
SweptGap widest_gap(const SweptPair& pair, const Vec3& start, double wanted) noexcept;

}  // namespace graze::robot
