// The convex bodies that links are made of, for `verify` of what links do to each other and for the search of
// such proofs: shapes, hulls of shapes that are not convex, and members of compounds. Evaluated with outward
// rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/motion/robot.hpp"
#include "graze/result/separation.hpp"

namespace graze::verifying {

/// A shape, or a part of one, that hangs on a frame of the robot's tree.
struct LinkBody {
    Shape shape{Point{}};              ///< In its own frame.
    Pose in_link{};                    ///< Its frame in the link's.
    Pose link_in_frame{};              ///< The link's frame in that of the tree.
    BasicAffine<Interval> in_frame{};  ///< The exact product of both.
    std::uint32_t frame = 0;
    /// Their hull, grown by the margin, contains the shape: of shapes that are made of corners; else empty.
    std::vector<Vec3> corners{};
    double corner_reach = 0;  ///< |x| <= corner_reach for all of them.
};

/// `part`: a member of the link's shape, a compound; kNoPart: all of it. Empty when there is no such part.
std::optional<LinkBody> body_of(const Robot::Link& link, std::uint32_t shape, std::uint32_t part);

/// How many members the shape has that can be taken one by one: those of compounds; 0 for all other shapes.
std::uint32_t member_count(const Shape& shape) noexcept;

/// An upper bound of d · x over the body's hull, in the frame of its shape, for every d of the box.
double highest(const LinkBody& body, const IntervalVec3& d) noexcept;

/// A lower bound of the gap along n (of the frame that the maps lead to; not divided by |n|) between the
/// hulls of the bodies' images under their corner maps: the least height of b over the greatest of a.
double gap_between(const LinkBody& a, std::span<const BasicAffine<Interval>> maps_a, const LinkBody& b,
                   std::span<const BasicAffine<Interval>> maps_b, const Vec3& n) noexcept;

/// Whether the hull of a point's images under the maps, which lead to the body's frame, is certainly in the
/// body: because all images are in a convex shape, or in a ball that is in any other.
bool contains(const LinkBody& body, std::span<const BasicAffine<Interval>> maps, const Vec3& point) noexcept;

}  // namespace graze::verifying
