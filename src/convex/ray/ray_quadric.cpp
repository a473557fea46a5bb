// Rays against sphere, capsule, cylinder, cone and ellipsoid: bounded quadratics, cut by slabs. Zero sizes
// are served: they turn into equalities.
#include <algorithm>
#include <cmath>

#include "convex/ray/ray_local.hpp"

namespace graze {

namespace {

/// |z_i| <= half on one axis.
Span clip_slab(const LocalRay& ray, std::size_t axis, const Approx& half) noexcept {
    Vec3 normal{};
    normal[axis] = 1;
    const Span above = clip_plane(ray.base[axis] - half, ray.slope[axis], ray.range, normal);
    const Span below = clip_plane(-ray.base[axis] - half, -ray.slope[axis], ray.range, -normal);
    return both(above, below);
}

Span clip_ball(const LocalRay& ray, const ApproxVec3& centre, const Approx& radius) noexcept {
    return clip_quadric(ray, [&](const ApproxVec3& start) {
        const ApproxVec3 y = start - centre;
        return Quadratic{dot(ray.slope, ray.slope), dot(y, ray.slope), dot(y, y) - radius * radius};
    });
}

/// x² + y² <= radius².
Span clip_tube(const LocalRay& ray, const Approx& radius) noexcept {
    return clip_quadric(ray, [&](const ApproxVec3& y) {
        return Quadratic{ray.slope.x * ray.slope.x + ray.slope.y * ray.slope.y,
                         y.x * ray.slope.x + y.y * ray.slope.y, y.x * y.x + y.y * y.y - radius * radius};
    });
}

Span clip_capsule(const LocalRay& ray, const Approx& radius, const Approx& half) noexcept {
    const Span caps =
        either(clip_ball(ray, {0.0, 0.0, half}, radius), clip_ball(ray, {0.0, 0.0, -half}, radius));
    Span side = both(clip_tube(ray, radius), clip_slab(ray, 2, half));
    side.normal = {};  // the slab's planes are inside the capsule: its normal is always the gradient
    return either(side, caps);
}

/// The root (-b - root) / a (first) or (-b + root) / a, from whichever quotient does not cancel.
Interval stable_root(const Quadratic& f, const Approx& root, bool first) noexcept {
    const Approx numerator = first ? -f.b - root : -f.b + root;
    const Approx other = first ? -f.b + root : -f.b - root;
    const bool cancels = std::abs(other.value) > std::abs(numerator.value) && !other.may_be_zero();
    return (cancels ? f.c / other : numerator / f.a).interval();
}

/// One nappe: sqrt(x² + y²) <= slant * s with s = apex - z >= 0. Where the line is steeper than the cone (a <
/// 0) it stays inside once it is in; where it is flatter both roots lie on the same nappe.
Span clip_nappe(const LocalRay& ray, const Approx& slant, const Approx& apex) noexcept {
    const Approx s = apex - ray.base.z;
    const Approx ds = -ray.slope.z;
    const Approx slant_sq = slant * slant;
    const Quadratic f{ray.slope.x * ray.slope.x + ray.slope.y * ray.slope.y - slant_sq * ds * ds,
                      ray.base.x * ray.slope.x + ray.base.y * ray.slope.y - slant_sq * s * ds,
                      ray.base.x * ray.base.x + ray.base.y * ray.base.y - slant_sq * s * s};
    const Approx discriminant = f.b * f.b - f.a * f.c;
    const Approx root = sqrt(discriminant);
    Span span;
    if (f.a.positive()) {
        if (discriminant.negative()) return Span::none();
        const Approx s_middle = s - ds * f.b / f.a;
        if (s_middle.negative()) return Span::none();
        span.enter = stable_root(f, root, true);
        span.leave = stable_root(f, root, false);
        span.sure = discriminant.positive() && s_middle.positive();
        return span;
    }
    if (ds.may_be_zero()) return Span::undecided();
    const bool deeper = ds.positive();
    if (f.a.negative()) {
        if (deeper)
            span.enter = stable_root(f, root, true);
        else
            span.leave = stable_root(f, root, false);
        return span;
    }
    // Parallel to the slant as far as can be decided: what the square term can add where the cone is counts
    // as an error, of the slope too. The line then keeps its distance to the slant when deep, so the sign of
    // b decides whether it is inside there.
    const double curvature = (std::abs(f.a.value) + f.a.error) * ray.range;
    const Approx level{f.c.value, f.c.error + curvature * ray.range};
    const Approx rise{2 * f.b.value, 2 * (f.b.error + curvature) * approx::kUp};
    if (rise.may_be_zero()) return Span::undecided();
    if (deeper == rise.positive()) return Span::none();
    (deeper ? span.enter : span.leave) = (-level / rise).interval();
    return span;
}

Span clip_cone(const LocalRay& ray, const Approx& radius, const Approx& half) noexcept {
    const Span slab = clip_slab(ray, 2, half);
    if (half.value == 0) return both(clip_tube(ray, radius), slab);
    return both(clip_nappe(ray, radius / scaled(half, 2), half), slab);
}

Span clip_ellipsoid(const LocalRay& ray, const ApproxVec3& radii) noexcept {
    Span span;
    ApproxVec3 inverse_radii{};
    bool curved = false;
    for (std::size_t i = 0; i < 3; ++i) {
        if (radii[i].value == 0) {
            span = both(span, clip_slab(ray, i, 0.0));
        } else {
            inverse_radii[i] = Approx(1) / radii[i];
            curved = true;
        }
    }
    if (!curved || span.empty) return span;
    const ApproxVec3 slope = hadamard(ray.slope, inverse_radii);
    return both(span, clip_quadric(ray, [&](const ApproxVec3& start) {
                    const ApproxVec3 y = hadamard(start, inverse_radii);
                    return Quadratic{dot(slope, slope), dot(y, slope), dot(y, y) - Approx(1)};
                }));
}

}  // namespace

std::optional<Span> clip_quadric_shape(const LocalRay& ray, const Shape& shape) noexcept {
    const auto value = [&](std::size_t i) { return Approx(shape.values()[i] * ray.scale); };
    switch (shape.type()) {
        case ShapeType::sphere: return clip_ball(ray, {}, value(0));
        case ShapeType::capsule: return clip_capsule(ray, value(0), value(1));
        case ShapeType::cylinder: return both(clip_tube(ray, value(0)), clip_slab(ray, 2, value(1)));
        case ShapeType::cone: return clip_cone(ray, value(0), value(1));
        case ShapeType::ellipsoid: return clip_ellipsoid(ray, {value(0), value(1), value(2)});
        default: return std::nullopt;
    }
}

Vec3 surface_gradient(const Shape& shape, const Vec3& x, double scale) noexcept {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::sphere: return x;
        case ShapeType::capsule: return {x.x, x.y, x.z - std::clamp(x.z, -v[1] * scale, v[1] * scale)};
        case ShapeType::cylinder: return {x.x, x.y, 0};
        case ShapeType::cone: {
            const double rho = std::hypot(x.x, x.y);
            return v[1] > 0 ? Vec3{x.x, x.y, rho * (v[0] / (2 * v[1]))} : Vec3{x.x, x.y, 0};
        }
        case ShapeType::ellipsoid: {
            Vec3 g{};
            const double largest = max_component({v[0], v[1], v[2]});
            for (std::size_t i = 0; i < 3; ++i) {
                const double ratio = v[i] > 0 ? largest / v[i] : 0;
                g[i] = x[i] * ratio * ratio;
            }
            return g;
        }
        default: return {};
    }
}

}  // namespace graze
