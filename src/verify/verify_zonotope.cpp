// The depth of two overlapping shapes whose cores are boxes, segments along an axis or points, from below.
// Placed cores are spanned by columns of R, exactly: their difference is a zonotope whose facet normals are
// the cross products of two of its generators, and its depth around the origin is the least distance of a
// facet plane. Exactly parallel generators have no facet.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shape/ball.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

/// a b - c d with a relative error of a few roundings although the products cancel: both are split exactly
/// first, so exactly equal products give exactly zero. For numbers that pass `splits_exactly`.
Interval difference_of_products(double a, double b, double c, double d) noexcept {
    const double ab = a * b;
    const double cd = c * d;
    const double ab_error = std::fma(a, b, -ab);
    const double cd_error = std::fma(c, d, -cd);
    return (Interval(ab) - Interval(cd)) + (Interval(ab_error) - Interval(cd_error));
}

/// Whether every product of two of these numbers splits exactly: none of them is so small that a rest would
/// underflow.
bool splits_exactly(const Vec3& v) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        if (v[i] != 0 && !(std::abs(v[i]) > 0x1p-400 && std::abs(v[i]) < 0x1p400)) return false;
    }
    return true;
}

IntervalVec3 sharp_cross(const Vec3& a, const Vec3& b) noexcept {
    return {difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
            difference_of_products(a.x, b.y, a.y, b.x)};
}

bool contains_zero(const IntervalVec3& v) noexcept {
    return v.x.contains(0.0) && v.y.contains(0.0) && v.z.contains(0.0);
}
bool is_zero(const IntervalVec3& v) noexcept {
    return v.x == Interval(0) && v.y == Interval(0) && v.z == Interval(0);
}

struct Zonotope {
    std::array<Vec3, 6> axes{};      ///< Columns of both rotations.
    std::array<double, 6> halves{};  ///< Half lengths along them.
    std::size_t count = 0;
};

/// Adds the generators of a placed core; false when it is neither a point nor spanned by columns of R around
/// the origin.
bool add_core(Zonotope& z, const Placed& placed, const Shape& shape) noexcept {
    if (shape.type() == ShapeType::rounded) return add_core(z, placed, shape.children()[0]);
    if (is_ball(shape)) return true;
    const std::optional<Vec3> half = core_half_extents(shape);
    for (std::size_t i = 0; half && i < 3; ++i) {
        if (!((*half)[i] > 0)) continue;
        z.axes[z.count] = placed.pose.rotation.columns[i];
        z.halves[z.count++] = (*half)[i];
    }
    return half.has_value();
}

/// A lower bound of the distance from the origin to the facet plane along n, negative when the origin is
/// beyond it.
double facet_distance(const Zonotope& z, const IntervalVec3& centre, const IntervalVec3& n) noexcept {
    Interval height = -abs(dot(n, centre));
    for (std::size_t k = 0; k < z.count; ++k)
        height += Interval(z.halves[k]) * abs(dot(n, enclose(z.axes[k])));
    return (height / norm(n)).lower;
}

/// A lower bound of the depth of the origin in the zonotope; 0 or less when it is not shown to be inside.
double depth_below(const Zonotope& z, const IntervalVec3& centre) noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < z.count; ++i) {
        for (std::size_t j = i + 1; j < z.count; ++j) {
            const IntervalVec3 n = sharp_cross(z.axes[i], z.axes[j]);
            if (is_zero(n)) continue;
            if (contains_zero(n)) return 0;
            least = std::min(least, facet_distance(z, centre, n));
        }
    }
    // A flat difference has its plane's normal in the list, with a height of 0 at most; parallel axes leave
    // the list empty.
    return std::isfinite(least) ? least : 0;
}

}  // namespace

double zonotope_distance_above(const Placed& a, const Placed& b) noexcept {
    Zonotope z;
    if (!add_core(z, a, a.shape) || !add_core(z, b, b.shape)) return kInfinity;
    if (!std::all_of(z.axes.begin(), z.axes.begin() + static_cast<std::ptrdiff_t>(z.count), splits_exactly))
        return kInfinity;
    const IntervalVec3 centre =
        enclose(a.pose.position) - enclose(b.pose.position) + ball_offset(a) - ball_offset(b);
    const double depth = depth_below(z, centre);
    if (!(depth > 0)) return kInfinity;
    return (-Interval(depth) - margin_below(a) - margin_below(b)).upper;
}

}  // namespace graze::verifying
