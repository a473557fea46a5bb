// Orientation signs in three stages: rounded with an error bound, intervals, exact.
#include "graze/math/predicates.hpp"

#include "math/placed_arithmetic.hpp"

namespace graze {
namespace {

// Error bounds of the rounded stage, with e = kEps, the largest relative error of one operation. Every term
// of the result is a product of rounded operations, so it carries factors (1 + δ), |δ| <= e. In the plane:
// difference, product, final subtraction: (b.x - a.x)(c.y - a.y) carries 2 + 1 + 1 of them, so |computed -
// exact| <= ((1 + e)^4 - 1) P where P is the exact sum of the terms' magnitudes; the computed P̂ is at least
// (1 - e)^4 P. 5 e P̂ covers that, its own rounding, and 2^-74 P̂ for products that underflow as long as P̂ >=
// 2^-1000.
constexpr double kPlaneError = 5 * kEps;
// In space: two differences, product, subtraction, third difference, product, two additions: 2 + 1 + 1 + 1 +
// 1 + 2 = 8 factors, so 9 e P̂ and one more e for its own rounding and for underflow.
constexpr double kSpaceError = 10 * kEps;
// Each underflowing product is off by 2^-1075 at most, and the inner ones are multiplied by a difference of
// magnitude `m`: together less than (1 + m) 2^-1071, which is below 2^-70 P̂ when P̂ >= (1 + m) 2^-1000.
constexpr double kUnderflowGuard = 0x1p-1000;

bool is_moved(const PlacedPoint& point) noexcept { return point.pose != nullptr; }

}  // namespace

Sign orient2d(const Vec2& a, const Vec2& b, const Vec2& c) noexcept {
    const Vec2 u = b - a, v = c - a;
    const double left = u.x * v.y, right = u.y * v.x;
    const double area = left - right, magnitude = std::abs(left) + std::abs(right);
    // Overflow makes the comparisons false.
    if (magnitude >= kUnderflowGuard && std::abs(area) > kPlaneError * magnitude) return sign_of(area);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return Sign::unknown;
    const Sign sign = area_sign(converted<Interval>(a), converted<Interval>(b), converted<Interval>(c));
    if (sign != Sign::unknown) return sign;
    return area_sign(converted<ExactNumber>(a), converted<ExactNumber>(b), converted<ExactNumber>(c));
}

Sign orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) noexcept {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const Vec3 plus{u.y * v.z, u.z * v.x, u.x * v.y};
    const Vec3 minus{u.z * v.y, u.x * v.z, u.y * v.x};
    const double volume = dot(plus - minus, w);
    const Vec3 size = abs(w);
    const double magnitude = dot(abs(plus) + abs(minus), size);
    if (magnitude >= (1 + max_component(size)) * kUnderflowGuard &&
        std::abs(volume) > kSpaceError * magnitude)
        return sign_of(volume);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c) || !is_finite(d)) return Sign::unknown;
    const Sign sign = volume_sign(converted<Interval>(a), converted<Interval>(b), converted<Interval>(c),
                                  converted<Interval>(d));
    if (sign != Sign::unknown) return sign;
    return volume_sign(converted<ExactNumber>(a), converted<ExactNumber>(b), converted<ExactNumber>(c),
                       converted<ExactNumber>(d));
}

Sign orient3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c,
              const PlacedPoint& d) noexcept {
    if (!is_moved(a) && !is_moved(b) && !is_moved(c) && !is_moved(d))
        return orient3d(a.local, b.local, c.local, d.local);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c) || !is_finite(d)) return Sign::unknown;
    const Sign sign =
        volume_sign(placed<Interval>(a), placed<Interval>(b), placed<Interval>(c), placed<Interval>(d));
    if (sign != Sign::unknown) return sign;
    return volume_sign(placed<ExactNumber>(a), placed<ExactNumber>(b), placed<ExactNumber>(c),
                       placed<ExactNumber>(d));
}

Sign cross_sign(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int axis) noexcept {
    if (!is_moved(a) && !is_moved(b) && !is_moved(c)) {
        const auto [i, j] = plane_across(axis);
        return orient2d({a.local[i], a.local[j]}, {b.local[i], b.local[j]}, {c.local[i], c.local[j]});
    }
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return Sign::unknown;
    const Sign sign =
        cross_component_sign(placed<Interval>(a), placed<Interval>(b), placed<Interval>(c), axis);
    if (sign != Sign::unknown) return sign;
    return cross_component_sign(placed<ExactNumber>(a), placed<ExactNumber>(b), placed<ExactNumber>(c), axis);
}

Sign difference_sign(const PlacedPoint& a, const PlacedPoint& b, int axis) noexcept {
    if (!is_finite(a) || !is_finite(b)) return Sign::unknown;
    const auto i = static_cast<std::size_t>(axis);
    const Sign sign = sign_of(placed<Interval>(a)[i] - placed<Interval>(b)[i]);
    return sign != Sign::unknown ? sign : sign_of(placed<ExactNumber>(a)[i] - placed<ExactNumber>(b)[i]);
}

}  // namespace graze
