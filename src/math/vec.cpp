// Directions of unit length, from vectors of any length.
#include "graze/math/vec.hpp"

#include <algorithm>

#include "math/square_range.hpp"

namespace graze {
template <class T> BasicVec3<T> unit(const std::type_identity_t<BasicVec3<T>>& a) noexcept {
    const T square = length_sq(a);
    if (is_square_in_range(square)) return a * (1 / std::sqrt(square));
    const T largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
    // The maximum may step over a NaN, so every component is tested.
    const bool finite = std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
    if (!finite || largest == 0) return {1, 0, 0};
    // Two steps: 1 / largest overflows for subnormal values, so bring those up first. 2^100 takes the least
    // of them well into the normal range and the others not out of it.
    const T lift = largest < std::numeric_limits<T>::min() ? T(0x1p100) : T(1);
    const BasicVec3<T> scaled = (a * lift) * (1 / (largest * lift));
    return scaled * (1 / std::sqrt(length_sq(scaled)));
}
template BasicVec3<double> unit<double>(const BasicVec3<double>&) noexcept;
template BasicVec3<float> unit<float>(const BasicVec3<float>&) noexcept;

Vec3 perpendicular(const Vec3& a) noexcept {
    const Vec3 m = abs(a);
    if (m.x <= m.y && m.x <= m.z) return unit({0, a.z, -a.y});
    if (m.y <= m.z) return unit({-a.z, 0, a.x});
    return unit({a.y, -a.x, 0});
}

}  // namespace graze
