// The order goes by type, then by the numbers of the shape, then by its orientation.
#include "convex/concentric.hpp"

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

}  // namespace graze
