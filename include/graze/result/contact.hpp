// Contact manifolds: where two overlapping shapes press on each other.
// A point represents two ends on one line along the normal: position + depth / 2 * normal belongs to a,
// position - depth / 2 * normal to b. For sets of parts (meshes, compounds, height fields) the depth is
// local. Below the surface of a solid it is the distance to that surface along the normal. A surface without
// an inside has two sides: a shape that crosses a triangle is pushed to the nearer side, so the depth is how
// far it reaches through. Two such surfaces are in contact where their triangles cross.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/core/status.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

struct ContactPoint {
    Vec3 position{};            ///< World frame, midway between the two surfaces.
    double depth = 0;           ///< > 0: overlap along the manifold's normal at this point.
    std::uint64_t feature = 0;  ///< Names the pair of features that made the point; equal from frame to frame while they stay the same.
    std::uint32_t part_a = 0;   ///< The part of a that the point is on: a triangle or a member of a compound; 0 for a convex shape.
    std::uint32_t part_b = 0;   ///< The same of b.
};

/// At most four points, kept inline; reads like a small vector.
struct ContactPoints {
    std::array<ContactPoint, 4> storage{};
    std::size_t count = 0;

    [[nodiscard]] std::size_t size() const noexcept { return count; }
    [[nodiscard]] bool empty() const noexcept { return count == 0; }
    [[nodiscard]] const ContactPoint* begin() const noexcept { return storage.data(); }
    [[nodiscard]] const ContactPoint* end() const noexcept { return storage.data() + count; }
    [[nodiscard]] const ContactPoint& operator[](std::size_t i) const noexcept { return storage[i]; }
};

/// Disjoint shapes give no points, and neither do two half-spaces: they share no bounded face. Shapes that only touch need not have any.
struct ContactManifold {
    ContactPoints points;                        ///< The deepest first (within a thousandth), then those that span the largest area.
    Vec3 normal{1, 0, 0};                        ///< Unit, world frame, from a to b.
    Interval distance = Interval::everything();  ///< Signed distance of the pair; [0, 0] for two surfaces that intersect.
    /// `budget_reached` without points: sets of parts that overlap, as the distance has it, at places that were not found.
    Status status = Status::converged;
    /// Without contact points: the point of a and the point of b that are nearest to each other, as `separation` has them. World frame.
    /// Not set when there are contact points, and where the distance has no lower end, as that of two half-spaces.
    Vec3 nearest_a{};
    Vec3 nearest_b{};
};

struct ContactOptions {
    /// A face takes part as a whole when its normal is within this angle (radians) of the contact normal, an edge when it is level
    /// within it; otherwise the contact is a point. Between 0 and pi / 4, to which other values are moved. 0.05 is far above the noise
    /// of normals (1e-3 on round shapes) and keeps a rocking box from losing its face before it has turned by three degrees.
    double face_angle = 0.05;
    /// Sets of parts: contacts along one normal that are farther apart than this share of the smaller shape's reach belong to
    /// different manifolds of `contact_manifolds`, unless a chain of contacts joins them. A tenth keeps the feet of a table apart.
    double patch_gap = 0.1;
};

}  // namespace graze
