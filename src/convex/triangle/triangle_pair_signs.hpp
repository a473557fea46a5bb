// What the parts of the triangle-triangle test share: the exact signs of the six corners of a pair, and the
// tests of flat pairs.
#pragma once

#include <optional>

#include "convex/triangle/triangle_view.hpp"
#include "math/placed_signs.hpp"

namespace graze {

/// Points 0, 1, 2 are the corners of a, 3, 4, 5 those of b. Built when the first sign is evaluated: most
/// pairs need none.
class TrianglePairSigns {
public:
    /// Keeps the addresses of all three.
    TrianglePairSigns(const TriangleView& view, const Triangle& a, const Triangle& b) noexcept
        : view_(view), a_(a), b_(b) {}

    PlacedSigns& get() noexcept {
        if (!signs_) {
            signs_.emplace(view_.work());
            const std::array<const Vec3*, 3> in_a{&a_.a, &a_.b, &a_.c}, in_b{&b_.a, &b_.b, &b_.c};
            for (std::size_t i = 0; i < 3; ++i) {
                signs_->set(i, view_.exact_a(*in_a[i]));
                signs_->set(3 + i, view_.exact_b(*in_b[i]));
            }
        }
        return *signs_;
    }

private:
    const TriangleView& view_;
    const Triangle& a_;
    const Triangle& b_;
    std::optional<PlacedSigns> signs_;
};

/// The intersection of flat pairs, where every pair of features is tested by exact signs. `b_transformed`:
/// b's triangle in a's frame, rounded.
TriangleIntersection flat_intersection(const TriangleView& view, TrianglePairSigns& exact, const Triangle& a,
                                       const Triangle& b_transformed) noexcept;

/// Quickly for triangles that are known to lie in one plane: disjoint or touching, exactly. Empty when
/// rounding hides the area of one.
std::optional<TriangleContact> coplanar_contact(const TriangleView& view, TrianglePairSigns& signs,
                                                const Triangle& a, const Triangle& b_transformed) noexcept;

}  // namespace graze
