// Intervals first, exact arithmetic where they leave more than one sign.
#include "math/placed_signs.hpp"

#include "math/placed_arithmetic.hpp"

namespace graze {

void PlacedSigns::set(std::size_t i, const PlacedPoint& point) noexcept {
    spend(work_, work::kIntervalSign);
    points_[i] = point;
    is_finite_[i] = is_finite(point);
    is_exact_[i] = false;
    if (is_finite_[i]) enclosed_[i] = placed<Interval>(point);
}

const PlacedSigns::ExactVec3& PlacedSigns::exact(std::size_t i) noexcept {
    if (!is_exact_[i]) {
        spend(work_, work::kExactSign);
        exact_[i] = placed<ExactNumber>(points_[i]);
        is_exact_[i] = true;
    }
    return exact_[i];
}

Sign PlacedSigns::orient3d(std::size_t a, std::size_t b, std::size_t c, std::size_t d) noexcept {
    if (!is_finite_[a] || !is_finite_[b] || !is_finite_[c] || !is_finite_[d]) return Sign::unknown;
    spend(work_, work::kIntervalSign);
    const Sign sign = volume_sign(enclosed_[a], enclosed_[b], enclosed_[c], enclosed_[d]);
    if (sign != Sign::unknown) return sign;
    spend(work_, work::kExactSign);
    return volume_sign(exact(a), exact(b), exact(c), exact(d));
}

Sign PlacedSigns::cross_sign(std::size_t a, std::size_t b, std::size_t c, int axis) noexcept {
    if (!is_finite_[a] || !is_finite_[b] || !is_finite_[c]) return Sign::unknown;
    spend(work_, work::kIntervalSign);
    const Sign sign = cross_component_sign(enclosed_[a], enclosed_[b], enclosed_[c], axis);
    if (sign != Sign::unknown) return sign;
    spend(work_, work::kExactSign);
    return cross_component_sign(exact(a), exact(b), exact(c), axis);
}

Sign PlacedSigns::difference_sign(std::size_t a, std::size_t b, int axis) noexcept {
    if (!is_finite_[a] || !is_finite_[b]) return Sign::unknown;
    const auto i = static_cast<std::size_t>(axis);
    const Sign sign = sign_of(enclosed_[a][i] - enclosed_[b][i]);
    return sign != Sign::unknown ? sign : sign_of(exact(a)[i] - exact(b)[i]);
}

}  // namespace graze
