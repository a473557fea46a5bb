// The order goes by type, then by the numbers of the shape, then by its orientation.
#include "convex/concentric.hpp"

#include "convex/closed_form.hpp"

namespace graze {
bool solved_in_reverse(const Placed& a, const Placed& b) noexcept {
    if (a.shape.type() != b.shape.type()) return b.shape.type() < a.shape.type();
    if (a.shape.reach() != b.shape.reach()) return b.shape.reach() < a.shape.reach();
    if (a.shape.values() != b.shape.values()) return b.shape.values() < a.shape.values();
    for (std::size_t i = 0; i < 9; ++i) {
        const double x = a.pose.rotation(i % 3, i / 3);
        const double y = b.pose.rotation(i % 3, i / 3);
        if (x != y) return y < x;
    }
    return false;
}

Separation turned_around(const Separation& separation, const Placed& a, const Placed& b) noexcept {
    Separation s = flipped(separation);
    const Mat3 b_in_a = transpose_times(a.pose.rotation, b.pose.rotation);
    for (Vec3& direction : s.directions) direction = -(b_in_a * direction);
    return s;
}

}  // namespace graze
