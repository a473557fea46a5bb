// A ray relative to a shape: in the shape's local frame, started near the shape, and scaled so that both have
// size about one.
//
// Every quantity comes with a bound of its distance to the exact value for the given doubles, whatever
// rotation the pose holds. The start is moved along the ray to the point nearest the shape's centre with an
// error-free sum, so that a far origin costs no digits there: what the discriminants then subtract are
// numbers of the shape's own size.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "convex/ray/ray_approx.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// y(u) = base + u * slope, with t = shift + unit_time * u. Local lengths are multiplied by `scale`; both
/// scales are powers of two.
struct LocalRay {
    Vec3 origin{};          ///< World frame, as given.
    Vec3 direction{};       ///< World frame, as given.
    Vec3 position{};        ///< The pose's position.
    ApproxMat3 to_local{};  ///< World differences to local ones, not scaled.
    ApproxVec3 offset{};    ///< Not scaled; taken off after `to_local` (nonzero inside affine images).
    ApproxVec3 base{};      ///< y(0).
    ApproxVec3 slope{};     ///< About unit length.
    double shift = 0;
    double unit_time = 1;
    double scale = 1;
    double range = 0;  ///< The shape can be hit only at |u| <= range. Infinite for a half-space.

    /// y at the parameter t.
    [[nodiscard]] ApproxVec3 at(double t) const noexcept;
    /// t of an interval of u.
    [[nodiscard]] Interval time(const Interval& u) const noexcept {
        return {rounding::add_down(shift, unit_time * u.lower), rounding::add_up(shift, unit_time * u.upper)};
    }
    /// u of a given t.
    [[nodiscard]] Approx local_time(double t) const noexcept {
        return scaled(Approx(t) - Approx(shift), 1 / unit_time);
    }
};

/// The innermost shape, which is actually tested, and the ray in its frame.
struct RayTarget {
    const Shape* shape = nullptr;
    LocalRay ray{};
};

/// Whether regular affine images are taken off the target: what they are images of is simpler, and rounder;
/// but the map back costs digits.
enum class OuterImages : std::uint8_t { taken_off, kept };

/// Empty when the ray or the placed shape is not usable: NaN, infinite, out of range, a zero direction, a
/// pose that is not rigid.
std::optional<RayTarget> make_ray_target(const Ray& ray, const Placed& placed, OuterImages images) noexcept;

/// origin + t direction - from, rounded about once.
Vec3 advanced(const Ray& ray, double t, const Vec3& from) noexcept;

/// The part of the line inside a convex set, in u. If the line intersects the set, it enters at a parameter
/// in `enter` and leaves at one in `leave`; `empty` is a proof that it does not.
struct Span {
    Interval enter{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    Interval leave{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Vec3 normal{};  ///< Outward at the entry, local, any length; zero when the surface there is curved: use
                    ///< the gradient.
    bool empty = false;
    bool sure = true;  ///< The line certainly hits the set.

    static Span none() noexcept {
        Span s;
        s.empty = true;
        s.sure = false;
        return s;
    }
    static Span undecided() noexcept {
        Span s;
        s.enter = s.leave = Interval::everything();
        s.sure = false;
        return s;
    }
};

/// Both constraints at once.
Span both(const Span& a, const Span& b) noexcept;

/// The union of two sets whose union is convex.
Span either(const Span& a, const Span& b) noexcept;

/// Where a + u b <= 0: one half-space with the given outward normal.
Span clip_plane(const Approx& a, const Approx& b, double range, const Vec3& normal) noexcept;

/// A u² + 2 B u + C.
struct Quadratic {
    Approx a{};
    Approx b{};
    Approx c{};
};

/// Where a quadratic with a >= 0 is <= 0.
Span clip_quadratic(const Quadratic& given, double range) noexcept;

/// The same for coefficients that depend on where u is counted from: `form(y)` gives them for the start y.
/// They are taken at the quadratic's own minimum, where b is nearly zero and the discriminant does not
/// cancel.
template <class Form> Span clip_quadric(const LocalRay& ray, const Form& form) noexcept {
    const Quadratic first = form(ray.base);
    double u = -first.b.value / first.a.value;
    if (!(std::abs(u) <= ray.range)) u = 0;
    const double t = ray.shift + ray.unit_time * u;
    const Interval start = ray.local_time(t).interval();
    Span span = clip_quadratic(form(ray.at(t)), 2 * ray.range);
    if (span.empty) return span;
    span.enter += start;
    span.leave += start;
    return span;
}

/// Closed forms; `ray` in the shape's frame. Empty for the types that they do not serve.
std::optional<Span> clip_quadric_shape(const LocalRay& ray, const Shape& shape) noexcept;
std::optional<Span> clip_flat_shape(const LocalRay& ray, const Shape& shape) noexcept;

/// Outward normal (any length, local) of a curved shape near the surface point x, in scaled coordinates.
Vec3 surface_gradient(const Shape& shape, const Vec3& x, double scale) noexcept;

}  // namespace graze
