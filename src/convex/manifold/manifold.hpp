// Contact points of two overlapping shapes from the faces that press on each other.
// World orientation, positions relative to an origin near the pair (the caller's choice). Both faces are
// projected along the contact normal to flat convex polygons; every corner of their intersection is lifted
// back onto each face. So each contact is two points on one line along the normal, one in each shape, and
// swapping the shapes gives the same points.
#pragma once

#include <cstdint>
#include <span>

#include "convex/manifold/contact_feature.hpp"
#include "convex/manifold/support_face.hpp"
#include "core/in_place.hpp"
#include "graze/result/contact.hpp"

namespace graze {

/// At most as many as two faces have corners.
using ContactCandidates = InPlace<ContactPoint, 2 * SupportFace::kMaxPoints>;

/// Every corner of the common part of the two faces where a's lies beyond b's along the unit `normal` (from a
/// to b). Parts closer than `tolerance` across the normal count as overlapping. A length.
void face_contacts(const SupportFace& a, const SupportFace& b, const Vec3& normal, double tolerance,
                   ContactCandidates& found) noexcept;

/// At most four of the candidates, the deepest first: a deep one, the farthest from it, the one that spans
/// the largest triangle with both, and the one that adds the most area on the other side; where the deepest
/// is none of them it replaces its nearest. Equal ones (within 1e-3 of the depth, 1e-6 of lengths) are
/// distinguished by a fixed direction in space, not by their order or by noise. Points nearer to each other
/// than `tolerance` are one.
ContactPoints reduced(std::span<const ContactPoint> candidates, const Vec3& normal,
                      double tolerance) noexcept;

}  // namespace graze
