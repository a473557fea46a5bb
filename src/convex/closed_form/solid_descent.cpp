// Descent over a box, cylinder or cone of the distance to another solid; the bounds come from the normal it
// ends with.
#include "convex/closed_form/solid_descent.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "convex/closed_form/closed_form.hpp"
#include "convex/closed_form/solid_distance.hpp"
#include "convex/compiled_for.hpp"
#include "convex/core_answer.hpp"
#include "convex/core_pair.hpp"
#include "convex/epa/separate.hpp"
#include "result/flipped.hpp"

namespace graze {
namespace {

/// Added to second derivatives, in units of 1 / distance: where the curvature is zero, a step goes to the end
/// of the shape.
constexpr double kLeastCurvature = 1e-9;

/// The distance to b at a point x of a, with its derivatives. Frame of a, except `near` and `axes`, which are
/// in b's.
struct Slope {
    DistanceDerivatives near{};
    Mat3 axes{};      ///< a's axes.
    Vec3 gradient{};  ///< Unit.
    double least = 0;

    /// Second derivative of half the squared distance, by the distance: the square is a parabola wherever the
    /// nearest point stays a corner or on an edge, and a step on it seldom goes too far.
    [[nodiscard]] double hessian(const Vec3& e, const Vec3& f) const noexcept {
        return near.hessian(e, f) + dot(near.outward, e) * dot(near.outward, f) / near.distance;
    }
};

/// The same for half the squared distance to a box: neither root nor quotient, and the same steps. Where the
/// nearest point stays a corner or on an edge it is a parabola.
struct SquaredSlope {
    Vec3 offset{};  ///< From the nearest point of b to the point. b's frame.
    Vec3 moving{};  ///< 1 for the axes of b along which the nearest point stays; else 0.
    Mat3 axes{};
    Vec3 gradient{};  ///< The offset in a's frame.
    double least = kLeastCurvature;

    [[nodiscard]] double hessian(const Vec3& e, const Vec3& f) const noexcept {
        return dot(hadamard(moving, e), f);
    }
};

/// Minimum of g·s + s·H s / 2 over two numbers. H is positive definite up to rounding.
struct Step2 {
    double u = 0;
    double v = 0;
    Step2(double gu, double gv, double huu, double huv, double hvv) noexcept {
        const double inverse = 1 / (huu * hvv - huv * huv);
        u = (gv * huv - gu * hvv) * inverse;
        v = (gu * huv - gv * huu) * inverse;
    }
};

/// Whether a coordinate within -half .. half stays at its end, with this slope.
bool stays(double x, double half, double slope) noexcept { return std::abs(x) >= half && x * slope < 0; }

struct BoxDomain {
    Vec3 half{};
    static bool serves(const Shape& shape) noexcept { return shape.type() == ShapeType::box; }
    explicit BoxDomain(const Shape& shape) noexcept : half(shape.vector(0)) {}

    [[nodiscard]] Vec3 nearest_to(const Vec3& p) const noexcept { return max(-half, min(half, p)); }
    /// How much lower than at x a plane with this slope gets anywhere in the box.
    [[nodiscard]] double duality_gap(const Vec3& x, const Vec3& slope) const noexcept {
        return dot(half, abs(slope)) + dot(x, slope);
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept { return dot(half, abs(n)); }

    [[nodiscard]] static Vec3 between(const Vec3& from, const Vec3& to, double share) noexcept {
        return from + share * (to - from);
    }

    /// `At` is a Slope, or a SquaredSlope.
    template <class At> [[nodiscard]] Vec3 step(Vec3 x, const At& at) const noexcept {
        const Vec3& g = at.gradient;
        std::size_t free[3] = {0, 0, 0};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 3; ++i)
            if (!stays(x[i], half[i], g[i])) free[count++] = i;
        const std::size_t i = free[0];
        const std::size_t j = free[1];
        const auto& e = at.axes.columns;
        if (count == 1) {
            x[i] -= g[i] / (at.hessian(e[i], e[i]) + at.least);
        } else if (count == 2) {
            const Step2 step(g[i], g[j], at.hessian(e[i], e[i]) + at.least, at.hessian(e[i], e[j]),
                             at.hessian(e[j], e[j]) + at.least);
            x[i] += step.u;
            x[j] += step.v;
        } else {
            // Within: to the side that falls off most.
            const Vec3 m = abs(g);
            const std::size_t k = m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
            x[k] = -std::copysign(half[k], g[k]);
        }
        return max(-half, min(half, x));
    }
};

struct CylinderDomain {
    double radius = 0;
    double half = 0;
    static bool serves(const Shape& shape) noexcept { return shape.type() == ShapeType::cylinder; }
    explicit CylinderDomain(const Shape& shape) noexcept
        : radius(shape.values()[0]), half(shape.values()[1]) {}

    [[nodiscard]] Vec3 nearest_to(const Vec3& p) const noexcept {
        return pulled_in({p.x, p.y, std::clamp(p.z, -half, half)});
    }
    [[nodiscard]] double duality_gap(const Vec3& x, const Vec3& slope) const noexcept {
        return height(slope) + dot(x, slope);
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept {
        return radius * std::sqrt(n.x * n.x + n.y * n.y) + half * std::abs(n.z);
    }

    /// On the round side when both ends are.
    [[nodiscard]] Vec3 between(const Vec3& from, const Vec3& to, double share) const noexcept {
        const Vec3 p = from + share * (to - from);
        return on_side(from) && on_side(to) ? pushed_out(p) : p;
    }

    [[nodiscard]] Vec3 step(Vec3 x, const Slope& at) const noexcept {
        const Vec3& g = at.gradient;
        const auto& e = at.axes.columns;
        const double inward = x.x * g.x + x.y * g.y;
        const bool at_end = stays(x.z, half, g.z);
        if (on_side(x) && inward < 0) {
            // Along the rim or around the side: the circle curves away from the gradient.
            const double inverse = 1 / radius;
            const Vec3 around = (e[1] * x.x - e[0] * x.y) * inverse;
            const double gu = (g.y * x.x - g.x * x.y) * inverse;
            const double huu = at.hessian(around, around) + at.least - inward * inverse * inverse;
            double u = -gu / huu;
            if (!at_end) {
                const Step2 step(gu, g.z, huu, at.hessian(around, e[2]), at.hessian(e[2], e[2]) + at.least);
                u = step.u;
                x.z = std::clamp(x.z + step.v, -half, half);
            }
            const double turn = u * inverse;
            return pushed_out({x.x - turn * x.y, x.y + turn * x.x, x.z});
        }
        if (!at_end) return {x.x, x.y, -std::copysign(half, g.z)};
        const Step2 step(g.x, g.y, at.hessian(e[0], e[0]) + at.least, at.hessian(e[0], e[1]),
                         at.hessian(e[1], e[1]) + at.least);
        return pulled_in({x.x + step.u, x.y + step.v, x.z});
    }

private:
    /// Up to more roundings than there are; points much deeper belong to a cap.
    [[nodiscard]] bool on_side(const Vec3& p) const noexcept {
        return p.x * p.x + p.y * p.y > (1 - 1e-12) * radius * radius;
    }
    [[nodiscard]] Vec3 pushed_out(const Vec3& p) const noexcept {
        const double scale = radius / std::sqrt(p.x * p.x + p.y * p.y);
        return {p.x * scale, p.y * scale, p.z};
    }
    [[nodiscard]] Vec3 pulled_in(const Vec3& p) const noexcept {
        return p.x * p.x + p.y * p.y > radius * radius ? pushed_out(p) : p;
    }
};

struct ConeDomain {
    ConeSolid cone;
    explicit ConeDomain(const Shape& shape) noexcept : cone(shape) {}

    [[nodiscard]] Vec3 nearest_to(const Vec3& p) const noexcept {
        const DistanceDerivatives near = cone.at(p);
        return near.distance > 0 ? near.nearest : p;
    }
    [[nodiscard]] double duality_gap(const Vec3& x, const Vec3& slope) const noexcept {
        return height(-slope) + dot(x, slope);
    }
    [[nodiscard]] double height(const Vec3& n) const noexcept { return cone.height(n); }
    /// On the slant when both ends are, up to rounding.
    [[nodiscard]] Vec3 between(const Vec3& from, const Vec3& to, double share) const noexcept {
        const Vec3 p = from + share * (to - from);
        const double tiny = 1e-12 * cone.slant;
        return depth(from) < tiny && depth(to) < tiny ? on_slant(p, along(p)) : p;
    }

    [[nodiscard]] Vec3 step(const Vec3& x, const Slope& at) const noexcept {
        const Vec3& g = at.gradient;
        const auto& e = at.axes.columns;
        const double tiny = 1e-12 * cone.slant;
        const double rho = std::sqrt(x.x * x.x + x.y * x.y);
        const bool in_base = x.z + cone.half < tiny;
        if (in_base && (depth(x) > tiny || x.x * g.x + x.y * g.y > 0)) {
            // Inside the base, the slope pointing down or inward.
            const Step2 step(g.x, g.y, at.hessian(e[0], e[0]) + at.least, at.hessian(e[0], e[1]),
                             at.hessian(e[1], e[1]) + at.least);
            const Vec3 p{x.x + step.u, x.y + step.v, -cone.half};
            return p.x * p.x + p.y * p.y > cone.radius * cone.radius ? on_slant(p, 0) : p;
        }
        // The line of the slant through x, or where the slope falls off most from the apex.
        const bool at_apex = rho < tiny;
        const double across = std::sqrt(g.x * g.x + g.y * g.y);
        const double cosine = at_apex ? -g.x / across : x.x / rho;
        const double sine = at_apex ? -g.y / across : x.y / rho;
        const Vec3 up{-cone.normal_z * cosine, -cone.normal_z * sine, cone.normal_r};
        const Vec3 up_b = at.axes * up;
        const double gs = dot(g, up);
        const double s = along(x);
        if (at_apex) return on_slant({cosine, sine, 0}, s - gs / (at.hessian(up_b, up_b) + at.least));
        const Vec3 around_b = e[1] * cosine - e[0] * sine;
        const double gu = g.y * cosine - g.x * sine;
        // The circle of radius rho curves away from the gradient.
        const double huu =
            at.hessian(around_b, around_b) + at.least + std::max(0.0, -(g.x * cosine + g.y * sine)) / rho;
        Step2 step(gu, gs, huu, at.hessian(around_b, up_b), at.hessian(up_b, up_b) + at.least);
        const bool held = (in_base && gs > 0) || s + step.v < 0;
        if (held) step.u = -gu / huu;
        const double turn = step.u / rho;
        return on_slant({cosine - turn * sine, sine + turn * cosine, 0}, held ? 0 : s + step.v);
    }

private:
    /// Distance along the slant from the rim, of the point's height.
    [[nodiscard]] double along(const Vec3& p) const noexcept { return (p.z + cone.half) / cone.normal_r; }
    /// How far a point is inside of the slant.
    [[nodiscard]] double depth(const Vec3& p) const noexcept {
        return (cone.radius - std::sqrt(p.x * p.x + p.y * p.y)) * cone.normal_r -
               (p.z + cone.half) * cone.normal_z;
    }
    /// The point of the slant on p's side of the axis, `s` from the rim.
    [[nodiscard]] Vec3 on_slant(const Vec3& p, double s) const noexcept {
        const double share = std::clamp(s / cone.slant, 0.0, 1.0);
        const double scale = cone.radius * (1 - share) / std::sqrt(p.x * p.x + p.y * p.y);
        if (!(share < 1)) return {0, 0, cone.half};
        return {p.x * scale, p.y * scale, (2 * share - 1) * cone.half};
    }
};

/// Newton's steps double the correct digits; a search that needs more is on a face.
constexpr int kMaxSteps = 8;

/// The pair is (solid, domain): a_in_b is its b_in_a.
template <class Domain, class Solid>
bool descend(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
             Separation& answer) noexcept {
    const Domain domain(a.shape);
    const Solid solid(b.shape);
    const Pose& a_in_b = pair.b_in_a;
    const double width = wanted_width(pair, options);
    Vec3 x = domain.nearest_to(transpose_times(a_in_b.rotation, b.shape.centre() - a_in_b.position));
    Slope at;
    at.axes = a_in_b.rotation;
    Vec3 best = x;
    Vec3 best_gradient{};
    double best_distance = std::numeric_limits<double>::infinity();
    double nearest = best_distance;
    for (int step = 0; step < kMaxSteps; ++step) {
        at.near = solid.at(a_in_b * x);
        if (!(at.near.distance > pair.error)) return false;
        at.gradient = transpose_times(a_in_b.rotation, at.near.outward);
        if (domain.duality_gap(x, at.gradient) <= 0.5 * width) {
            nearest = at.near.distance;
            break;
        }
        if (at.near.distance < best_distance) {
            best = x;
            best_gradient = at.gradient;
            best_distance = at.near.distance;
            at.least = kLeastCurvature / at.near.distance;
            x = domain.step(x, at);
        } else {
            // Too far: the curvature of the distance along the step is larger than at its start. Go to where
            // the tangents of both ends intersect.
            const Vec3 displacement = x - best;
            const double after = dot(at.gradient, displacement);
            const double share =
                (at.near.distance - best_distance - after) / (dot(best_gradient, displacement) - after);
            x = domain.between(best, x, share > 0.02 && share < 0.98 ? share : 0.5);
        }
    }
    const Vec3& n = at.near.outward;
    const double lower = dot(n, a_in_b.position) - domain.height(-at.gradient) - solid.height(n);
    if (!(nearest - lower <= width)) return false;
    answer.distance = {lower - pair.error, nearest + pair.error};
    answer.normal = unit_again(b.pose.rotation * -n);
    answer.point_a = b.pose * (a_in_b * x);
    answer.point_b = b.pose * at.near.nearest;
    return true;
}

/// Two boxes, by the squared distance: from one point to the next neither a root nor the quotient by it has
/// to be waited for. The distance of two boxes takes 0.89 of its time with the descent above.
bool descend_to_box(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                    Separation& answer) noexcept {
    const BoxDomain domain(a.shape);
    const BoxSolid solid(b.shape);
    const Pose& a_in_b = pair.b_in_a;
    const double width = wanted_width(pair, options);
    Vec3 x = domain.nearest_to(transpose_times(a_in_b.rotation, b.shape.centre() - a_in_b.position));
    SquaredSlope at;
    at.axes = a_in_b.rotation;
    Vec3 best = x, best_gradient{}, on_b{};
    double best_sq = std::numeric_limits<double>::infinity(), distance_sq = 0;
    bool found = false;
    for (int step = 0; step < kMaxSteps; ++step) {
        const Vec3 p = a_in_b * x;
        on_b = max(-solid.half, min(solid.half, p));
        at.offset = p - on_b;
        at.gradient = transpose_times(a_in_b.rotation, at.offset);
        distance_sq = length_sq(at.offset);
        if (!(distance_sq > pair.error * pair.error)) return false;
        const double gap = domain.duality_gap(x, at.gradient);
        found = gap <= 0 || gap * gap <= 0.25 * width * width * distance_sq;
        if (found) break;
        if (distance_sq < best_sq) {
            best = x;
            best_gradient = at.gradient;
            best_sq = distance_sq;
            at.moving = {at.offset.x != 0 ? 1.0 : 0.0, at.offset.y != 0 ? 1.0 : 0.0,
                         at.offset.z != 0 ? 1.0 : 0.0};
            x = domain.step(x, at);
        } else {
            // Too far, as above.
            const Vec3 displacement = x - best;
            const double distance = std::sqrt(distance_sq), best_distance = std::sqrt(best_sq);
            const double before = dot(best_gradient, displacement) / best_distance;
            const double after = dot(at.gradient, displacement) / distance;
            const double share = (distance - best_distance - after) / (before - after);
            x = BoxDomain::between(best, x, share > 0.02 && share < 0.98 ? share : 0.5);
        }
    }
    if (!found) return false;
    const double distance = std::sqrt(distance_sq), inverse = 1 / distance;
    const Vec3 n = at.offset * inverse;
    const double lower = dot(n, a_in_b.position) - domain.height(at.gradient * inverse) - solid.height(n);
    if (!(distance - lower <= width)) return false;
    answer.distance = {lower - pair.error, distance + pair.error};
    answer.normal = unit_again(b.pose.rotation * -n);
    answer.point_a = b.pose * (a_in_b * x);
    answer.point_b = b.pose * on_b;
    return true;
}

}  // namespace

bool descend_solids(const Placed& a, const Placed& b, const SeparationOptions& options,
                    Separation& answer) noexcept {
    CorePair pair;
    if (!make_core_pair(b, a, PoseCheck(a, b), pair) || pair.scale != 1) return false;
    // A domain is walked along its slant, which a disk or a segment has not.
    if (a.shape.type() == ShapeType::cone)
        return ConeSolid(a.shape).proper() && descend<ConeDomain, ConeSolid>(a, b, pair, options, answer);
    return compiled_for<BoxDomain, CylinderDomain>(a.shape, [&]<class Domain>() noexcept {
        return compiled_for<CylinderSolid, ConeSolid>(b.shape, [&]<class Solid>() noexcept {
            return descend<Domain, Solid>(a, b, pair, options, answer);
        });
    });
}

bool descend_boxes(const Placed& a, const Placed& b, const CorePair& pair, const SeparationOptions& options,
                   Separation& answer) noexcept {
    if (!descend_to_box(b, a, pair, options, answer)) return false;
    flip(answer);
    return true;
}

}  // namespace graze
