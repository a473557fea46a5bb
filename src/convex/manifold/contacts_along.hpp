// Contacts of two convex shapes along a normal that is given, not searched for: for pairs of parts that press
// along the normal of a whole.
#pragma once

#include "convex/manifold/manifold.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// How far faces may be tilted from level: the option's value.
LevelAngle level_angle(const ContactOptions& options) noexcept;

/// The distance, normal and nearest points of a pair that has no contacts, or none yet.
ContactManifold without_points(const Separation& s) noexcept;

struct ContactDirection {
    Vec3 normal{};         ///< Unit, world frame, from a to b.
    LevelAngle level{};    ///< Faces and edges within it take part as a whole.
    double tolerance = 0;  ///< Parts closer than this across the normal count as overlapping. A length.
};

/// The face of a placed shape along a world direction, in world orientation about `origin`.
void placed_face(const Placed& placed, const Vec3& direction, const Vec3& origin, const LevelAngle& level,
                 SupportFace& face) noexcept;

/// Every corner of what the two faces across the normal have in common, where a's lies beyond b's. World
/// frame. Bounded shapes. None when the faces pass each other, whether or not the shapes overlap elsewhere.
void contacts_along(const Placed& a, const Placed& b, const ContactDirection& along,
                    ContactCandidates& found) noexcept;

}  // namespace graze
