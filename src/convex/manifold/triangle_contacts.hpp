// How two triangles press on each other, in doubles and without making shapes of them: meshes that cross have
// hundreds of such pairs. World orientation, positions about an origin near the pair; normals from a to b.
// What is promised of a contact, both of its ends in their triangles, is promised by how it is made, whatever
// the normal. That the exit is the shortest holds up to rounding, and not for edges that are parallel up
// to 1e-8. Method: the eleven separating axes of two triangles (D. Eberly, "Intersection of Convex Objects:
// The Method of Separating Axes").
#pragma once

#include <array>

#include "convex/manifold/contacts_along.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct ContactTriangle {
    std::array<Vec3, 3> corners{};
    Vec3 normal{1, 0, 0};  ///< Unit, by the winding in the mesh; the x axis for a triangle without area.
    double winding = 1;    ///< -1 when a reflection has turned the corners around the normal.
    bool thin = false;     ///< Too thin for its normal to be relied on.
};

struct ContactTriangles {
    ContactTriangle a;
    ContactTriangle b;
};

/// Placed, about `origin`. A reflection keeps what is outside outside, so it turns the winding.
ContactTriangle contact_triangle(const Triangle& local, const Pose& pose, const Vec3& origin) noexcept;

/// How far b must move along the unit `normal` to be beyond a, and how far against it.
struct ExitLengths {
    double along = 0;
    double against = 0;
};
ExitLengths exit_lengths(const ContactTriangles& pair, const Vec3& normal) noexcept;

/// The shortest translation of b that separates the two.
struct ShortestExit {
    Vec3 normal{1, 0, 0};
    double depth = 0;  ///< Negative when they are apart.
};
ShortestExit shortest_exit(const ContactTriangles& pair) noexcept;

/// An early-out test: true when `contacts_along` would find nothing; false means undecided.
bool pass_beside(const ContactTriangles& pair, const ContactDirection& along) noexcept;

/// Every corner of what the two faces across the normal have in common, where a's lies beyond b's.
void contacts_along(const ContactTriangles& pair, const ContactDirection& along,
                    ContactCandidates& found) noexcept;

}  // namespace graze
