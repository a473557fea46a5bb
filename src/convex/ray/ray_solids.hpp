// Where a line enters a ball, a box or an ellipsoid, in plain doubles: what ray_filter.cpp asks of a solid;
// ray_axial_solids.hpp has the others. Local frame.
//
// Only two statements of a solid are proofs, and they are proofs about every line that is nowhere in the
// solid farther than `slack` from the given one: a certain miss, and `holds`. The entry is a guess; its plane
// and a member behind it are certified by the caller. Roundings of the tests themselves are small beside the
// slack: it is 24 eps of all lengths, of which the line's own take less than 16 (ray_filter.cpp).
//
// A line misses a convex set { f <= 0, g <= 0 } when at some time m the one is positive and has been falling
// until then, and the other is positive and rises from then on: f and g are convex along the line. Both are
// taken to be positive by more than `slack_at(m)`. `m` is 0 for a line that starts beyond the solid.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// start + t * slope.
struct SolidLine {
    Vec3 start{};
    Vec3 slope{};
    double slack = 0;  ///< A length.

    [[nodiscard]] Vec3 at(double t) const noexcept { return start + t * slope; }
    /// The slack of statements about the point at t, which may be far beyond the solid: a plane that the line
    /// is nearly parallel to is reached anywhere. Rounding of the point, of its height over a plane and of
    /// the rate of that height take less than 10 eps of the way.
    [[nodiscard]] double slack_at(double t) const noexcept {
        const Vec3 s = abs(slope);
        return slack + 16 * kEps * std::abs(t) * (s.x + s.y + s.z);
    }
};

struct SolidEntry {
    enum class Kind { guess, miss, unsure } kind = Kind::unsure;
    double t = 0;       ///< Of a guess.
    Vec3 normal{};      ///< Outward at the entry, unit up to rounding.
    double height = 0;  ///< max normal · x over the solid.

    static SolidEntry miss() noexcept { return {.kind = Kind::miss}; }
    static SolidEntry unsure() noexcept { return {}; }
};

namespace ray_solids {

inline double squared(double x) noexcept { return x * x; }

/// A vector of about unit length by a step of Newton's towards it.
inline Vec3 nearly_unit(const Vec3& v) noexcept { return v * (1.5 - 0.5 * length_sq(v)); }

/// The line and a ball around a point from which it starts at `from`. What misses is only the ball.
inline SolidEntry enter_ball(const SolidLine& line, const Vec3& from, double radius) noexcept {
    const double a = length_sq(line.slope);
    const double b = dot(from, line.slope);
    const double across = length_sq(cross(from, line.slope));
    if (across > a * squared(radius + line.slack)) return SolidEntry::miss();
    const double discriminant = squared(radius) * a - across;
    if (!(discriminant > 0)) return SolidEntry::unsure();
    const double t = (-b - std::sqrt(discriminant)) / a;
    return {SolidEntry::Kind::guess, t, nearly_unit((from + t * line.slope) * (1 / radius)), radius};
}

}  // namespace ray_solids

struct BallRay {
    static constexpr bool kTurned = false;  ///< The same in every frame: world axes will do.
    double radius = 0;

    explicit BallRay(const Shape& shape) noexcept : radius(shape.margin()) {}
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        return radius > slack && length_sq(p) <= ray_solids::squared(radius - slack);
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        const bool outside = length_sq(line.start) > ray_solids::squared(radius + line.slack);
        if (outside && dot(line.start, line.slope) >= 0) return SolidEntry::miss();
        return ray_solids::enter_ball(line, line.start, radius);
    }
};

struct BoxRay {
    static constexpr bool kTurned = true;
    Vec3 half{};

    explicit BoxRay(const Shape& shape) noexcept : half(shape.vector(0)) {}
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        return std::abs(p.x) <= half.x - slack && std::abs(p.y) <= half.y - slack &&
               std::abs(p.z) <= half.z - slack;
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        double in = -kInfinity, out = kInfinity;
        std::size_t first = 3, last = 3;  // the faces of the entry and of the exit
        for (std::size_t i = 0; i < 3; ++i) {
            const double slope = line.slope[i], start = line.start[i];
            const double beyond = half[i] + line.slack;
            if (slope == 0) {
                if (std::abs(start) > beyond) return SolidEntry::miss();
                continue;
            }
            if (std::copysign(start, start * slope) > beyond) return SolidEntry::miss();
            const double exit = std::copysign(half[i], slope);
            const double inverse = 1 / slope;
            const double t_in = (-exit - start) * inverse, t_out = (exit - start) * inverse;
            if (t_in > in) in = t_in, first = i;
            if (t_out < out) out = t_out, last = i;
        }
        if (first == 3) return SolidEntry::unsure();
        const double side = std::copysign(1.0, line.slope[first]);
        if (in > out) {
            const Vec3 between = line.at(0.5 * (in + out));
            const bool before = side * between[first] <= -(half[first] + line.slack);
            const bool behind =
                std::copysign(1.0, line.slope[last]) * between[last] >= half[last] + line.slack;
            return before && behind ? SolidEntry::miss() : SolidEntry::unsure();
        }
        Vec3 normal{};
        normal[first] = -side;
        return {SolidEntry::Kind::guess, in, normal, half[first]};
    }
};

/// As the unit ball, with lengths along the axes divided by the radii.
struct EllipsoidRay {
    static constexpr bool kTurned = true;
    Vec3 radii{};
    Vec3 inverse{};
    double least = 0;

    explicit EllipsoidRay(const Shape& shape) noexcept
        : radii(shape.vector(0)),
          inverse{1 / radii.x, 1 / radii.y, 1 / radii.z},
          least(std::min({radii.x, radii.y, radii.z})) {}
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        return least > slack && length_sq(hadamard(p, inverse)) <= ray_solids::squared(1 - slack / least);
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        if (!(line.slack < 1e-6 * least)) return SolidEntry::unsure();
        const SolidLine scaled{hadamard(line.start, inverse), hadamard(line.slope, inverse),
                               line.slack / least};
        const bool outside = length_sq(scaled.start) > ray_solids::squared(1 + scaled.slack);
        if (outside && dot(scaled.start, scaled.slope) >= 0) return SolidEntry::miss();
        SolidEntry entry = ray_solids::enter_ball(scaled, scaled.start, 1);
        if (entry.kind != SolidEntry::Kind::guess) return entry;
        const Vec3 normal = hadamard(entry.normal, inverse);
        entry.normal = normal * (1 / length(normal));
        entry.height = length(hadamard(entry.normal, radii));
        return entry;
    }
};

}  // namespace graze
