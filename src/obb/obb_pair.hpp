// A pair of placed oriented trees for a search: tests and contacts of their elements, in a's frame or b's,
// with one bound of all rounding. Elements are children (see obb_child): a node represents its box.
#pragma once

#include <cstdint>
#include <optional>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/obb/obb_search.hpp"
#include "obb/find_obb_obb.hpp"
#include "obb/find_triangle_obb.hpp"

namespace graze {

class ObbTreePair {
public:
    /// Keeps the addresses of both.
    ObbTreePair(const PlacedTree& a, const PlacedTree& b, ObbTest test) noexcept;

    /// Whether two elements are shown to be apart. Counts the work.
    bool apart(std::uint32_t a, std::uint32_t b, ObbTreeStats& stats) noexcept;

    /// The contact of two elements that `apart` has just found to overlap.
    [[nodiscard]] TreeContact contact(std::uint32_t a, std::uint32_t b) const noexcept;

private:
    bool boxes_apart(const ObbNode& a, std::uint32_t b, ObbTreeStats& stats) noexcept;
    [[nodiscard]] ObbPair pair_of(const ObbNode& a, const Mat3& axes_b, const Vec3& centre_b,
                                  const ObbNode& b) const noexcept;
    [[nodiscard]] Vec3 point_of(const Triangle& a, const Triangle& b) const noexcept;
    [[nodiscard]] TriangleCorners in_box_of_a(const ObbNode& node, const Triangle& t) const noexcept;
    [[nodiscard]] TriangleCorners in_box_of_b(const ObbNode& node, const Triangle& t) const noexcept;

    const PlacedTree& a_;
    const PlacedTree& b_;
    ObbTest test_;
    Pose b_in_a_;
    Pose a_in_b_;
    double slack_ = 0;
    std::optional<TriangleView> view_;  ///< Made for the first pair of triangles: many searches end before.
    std::uint32_t cached_b_ = obb_child::kNone;  ///< The node of b whose box is
    Mat3 b_axes_{};                              ///< along these axes of a's frame,
    Vec3 b_centre_{};                            ///< around this.
};

}  // namespace graze
