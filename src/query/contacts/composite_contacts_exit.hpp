// Contacts of a point of one side inside of the other, a solid: the exit from there. World frame.
#pragma once

#include <limits>
#include <optional>

#include "query/contacts/composite_contacts.hpp"

namespace graze {

/// The sides of a contact whose point is inside of a solid.
struct SolidSides {
    const PlacedParts& solid;
    const PlacedParts& inner;
    bool of_b;  ///< The point belongs to b.

    SolidSides(const ContactScene& scene, bool point_of_b) noexcept
        : solid(point_of_b ? scene.pairs.a : scene.pairs.b),
          inner(point_of_b ? scene.pairs.b : scene.pairs.a),
          of_b(point_of_b) {}

    /// Corners of triangles lack the margin of their mesh; points of other parts have it.
    [[nodiscard]] double corner_margin() const noexcept {
        return inner.made_of_triangles() ? inner.margin() : 0;
    }
};

struct SolidExit {
    double t = std::numeric_limits<double>::infinity();
    std::uint32_t part = 0;
};

/// A ray in the solid's frame.
struct SolidRay {
    Vec3 origin{};
    Vec3 direction{};
    double least = 0;  ///< Hits at a smaller t are ignored.
};

/// The first triangle that a ray intersects at `least` or later. Edges belong to both of their triangles, and
/// a little beyond, so that no ray slips through.
std::optional<SolidExit> first_triangle(const PlacedParts& solid, const SolidRay& ray,
                                        WorkBudget* work) noexcept;

/// Gives the contact its point, from its corner to a place of the solid's surface, `distance` along the exit.
void set_point(const SolidSides& sides, double distance, LocalContact& contact);

/// A point of the inner side's part.
struct InnerPoint {
    Vec3 at{};  ///< World frame.
    std::uint32_t part = 0;
    std::uint32_t name = 0;  ///< Of the corner or support feature, as numbered in its part.
};

/// The contact from the point to the nearest place of the solid's surface. None unless the point is deeper
/// inside than the tolerance.
std::optional<LocalContact> contact_inside(const ContactScene& scene, const SolidSides& sides,
                                           const InnerPoint& point);

}  // namespace graze
