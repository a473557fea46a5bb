#include "graze/math/vec.hpp"

namespace graze {

Vec3 unit(const Vec3& a) noexcept {
    const double square = length_sq(a);
    if (square > 1e-200 && square < 1e200) return a * (1 / std::sqrt(square));
    const double largest = max_component(abs(a));
    if (!(largest > 0) || !std::isfinite(largest)) return {1, 0, 0};
    // Two steps: 1 / largest overflows for subnormal values, so bring those up first.
    const double lift = largest < 1e-290 ? 0x1p100 : 1;
    const Vec3 scaled = (a * lift) * (1 / (largest * lift));
    return scaled * (1 / std::sqrt(length_sq(scaled)));
}

Vec3 perpendicular(const Vec3& a) noexcept {
    const Vec3 m = abs(a);
    if (m.x <= m.y && m.x <= m.z) return unit({0, a.z, -a.y});
    if (m.y <= m.z) return unit({-a.z, 0, a.x});
    return unit({a.y, -a.x, 0});
}

}  // namespace graze
