// Orientation signs in three stages: rounded with an error bound, intervals, exact.
#include "graze/math/predicates.hpp"

#include "graze/math/interval.hpp"
#include "math/exact_number.hpp"

namespace graze {
namespace {

// Error bounds of the rounded stage, with e = kEps, the largest relative error of one operation. Every term of the result is a
// product of rounded operations, so it carries factors (1 + δ), |δ| <= e.
// In the plane: difference, product, final subtraction: (b.x - a.x)(c.y - a.y) carries 2 + 1 + 1 of them, so
// |computed - exact| <= ((1 + e)^4 - 1) P where P is the exact sum of the terms' magnitudes; the computed P̂ is at least (1 - e)^4 P.
// 5 e P̂ covers that, its own rounding, and 2^-74 P̂ for products that underflow as long as P̂ >= 2^-1000.
constexpr double kPlaneError = 5 * kEps;
// In space: two differences, product, subtraction, third difference, product, two additions: 2 + 1 + 1 + 1 + 1 + 2 = 8 factors, so
// 9 e P̂ and one more e for its own rounding and for underflow.
constexpr double kSpaceError = 10 * kEps;
// Each underflowing product is off by 2^-1075 at most, and the inner ones are multiplied by a difference of magnitude `m`:
// together less than (1 + m) 2^-1071, which is below 2^-70 P̂ when P̂ >= (1 + m) 2^-1000.
constexpr double kUnderflowGuard = 0x1p-1000;

Sign sign_of(double x) noexcept { return x > 0 ? Sign::positive : x < 0 ? Sign::negative : Sign::zero; }

/// unknown when the interval leaves more than one sign.
Sign sign_of(const Interval& x) noexcept {
    if (x.lower > 0) return Sign::positive;
    if (x.upper < 0) return Sign::negative;
    return x.lower == 0 && x.upper == 0 ? Sign::zero : Sign::unknown;
}
Sign sign_of(const ExactNumber& x) noexcept { return x.sign(); }

template <class T> BasicVec2<T> converted(const Vec2& v) { return {T(v.x), T(v.y)}; }
template <class T> BasicVec3<T> converted(const Vec3& v) { return {T(v.x), T(v.y), T(v.z)}; }

template <class T> BasicVec3<T> placed(const PlacedPoint& point) {
    const BasicVec3<T> local = converted<T>(point.local);
    if (point.pose == nullptr) return local;
    const auto& columns = point.pose->rotation.columns;
    const BasicMat3<T> rotation{{converted<T>(columns[0]), converted<T>(columns[1]), converted<T>(columns[2])}};
    return rotation * local + converted<T>(point.pose->position);
}

template <class T> Sign area_sign(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
    return sign_of(cross(b - a, c - a));
}
template <class T> Sign volume_sign(const BasicVec3<T>& a, const BasicVec3<T>& b, const BasicVec3<T>& c, const BasicVec3<T>& d) {
    return sign_of(dot(cross(b - a, c - a), d - a));
}
/// The components seen along an axis, so that the turn is positive about it.
struct Plane2 {
    std::size_t i = 0;
    std::size_t j = 0;
};
constexpr Plane2 seen_along(int axis) noexcept { return axis == 0 ? Plane2{1, 2} : axis == 1 ? Plane2{2, 0} : Plane2{0, 1}; }

template <class T> Sign turn_sign(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int axis) {
    const auto [i, j] = seen_along(axis);
    const BasicVec3<T> p = placed<T>(a), q = placed<T>(b), r = placed<T>(c);
    return area_sign<T>({p[i], p[j]}, {q[i], q[j]}, {r[i], r[j]});
}

bool is_moved(const PlacedPoint& point) noexcept { return point.pose != nullptr; }

bool is_finite(const Vec2& v) noexcept { return std::isfinite(v.x) && std::isfinite(v.y); }
bool is_finite(const PlacedPoint& point) noexcept {
    if (!is_finite(point.local)) return false;
    if (point.pose == nullptr) return true;
    const auto& columns = point.pose->rotation.columns;
    return is_finite(columns[0]) && is_finite(columns[1]) && is_finite(columns[2]) && is_finite(point.pose->position);
}

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
    if (magnitude >= (1 + max_component(size)) * kUnderflowGuard && std::abs(volume) > kSpaceError * magnitude) return sign_of(volume);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c) || !is_finite(d)) return Sign::unknown;
    const Sign sign = volume_sign(converted<Interval>(a), converted<Interval>(b), converted<Interval>(c), converted<Interval>(d));
    if (sign != Sign::unknown) return sign;
    return volume_sign(converted<ExactNumber>(a), converted<ExactNumber>(b), converted<ExactNumber>(c), converted<ExactNumber>(d));
}

Sign orient3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, const PlacedPoint& d) noexcept {
    if (!is_moved(a) && !is_moved(b) && !is_moved(c) && !is_moved(d)) return orient3d(a.local, b.local, c.local, d.local);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c) || !is_finite(d)) return Sign::unknown;
    const Sign sign = volume_sign(placed<Interval>(a), placed<Interval>(b), placed<Interval>(c), placed<Interval>(d));
    if (sign != Sign::unknown) return sign;
    return volume_sign(placed<ExactNumber>(a), placed<ExactNumber>(b), placed<ExactNumber>(c), placed<ExactNumber>(d));
}

Sign cross_sign(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int axis) noexcept {
    if (!is_moved(a) && !is_moved(b) && !is_moved(c)) {
        const Plane2 seen = seen_along(axis);
        return orient2d({a.local[seen.i], a.local[seen.j]}, {b.local[seen.i], b.local[seen.j]}, {c.local[seen.i], c.local[seen.j]});
    }
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return Sign::unknown;
    const Sign sign = turn_sign<Interval>(a, b, c, axis);
    return sign != Sign::unknown ? sign : turn_sign<ExactNumber>(a, b, c, axis);
}

Sign difference_sign(const PlacedPoint& a, const PlacedPoint& b, int axis) noexcept {
    if (!is_finite(a) || !is_finite(b)) return Sign::unknown;
    const auto i = static_cast<std::size_t>(axis);
    const Sign sign = sign_of(placed<Interval>(a)[i] - placed<Interval>(b)[i]);
    return sign != Sign::unknown ? sign : sign_of(placed<ExactNumber>(a)[i] - placed<ExactNumber>(b)[i]);
}

}  // namespace graze
