// Oriented boxes. A computed axis matrix A is orthonormal only up to rounding; with E = AᵀA - I, d = ‖E‖ and
// w = Aᵀ(x - c), the exact box coordinates y of x (x = c + A y) satisfy w = (I + E) y, so |y_i - w_i| <= d
// |y| <= d / (1 - d) |w|. Half extents pay for that.
#include "graze/bounds/obb.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/symmetric_eigen.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {
namespace {

/// Upper bound of the Frobenius norm of AᵀA - I.
double defect_bound(const Mat3& axes) noexcept {
    const IntervalMat3 a = enclose(axes);
    const IntervalMat3 gram = transpose_times(a, a);
    Interval sum(0);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) sum += square(gram(i, j) - Interval(i == j ? 1.0 : 0.0));
    }
    return sqrt(sum).upper;
}

/// Past this (or NaN) a matrix is not taken for axes at all.
constexpr double kMaxDefect = 0.1;

double magnitude(const Interval& x) noexcept { return std::max(std::abs(x.lower), std::abs(x.upper)); }

/// Upper bounds of the box coordinates |y_i| of a point with Aᵀ(x - c) in w.
Vec3 coordinate_bounds(const IntervalVec3& w, double defect) noexcept {
    const Vec3 size{magnitude(w.x), magnitude(w.y), magnitude(w.z)};
    const Interval slack = Interval(defect) / (Interval(1) - Interval(defect)) * norm(enclose(size));
    return {rounding::add_up(size.x, slack.upper), rounding::add_up(size.y, slack.upper),
            rounding::add_up(size.z, slack.upper)};
}

/// The box around every set with these extents of a_i · (x - origin) along the columns a_i.
Obb box_around(const Mat3& axes, const std::array<Interval, 3>& extents, const Vec3& origin) noexcept {
    const double defect = defect_bound(axes);
    if (!(defect <= kMaxDefect) || !is_finite(origin)) return {};
    Vec3 middle;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(extents[i].lower <= extents[i].upper)) return {};
        middle[i] = std::isfinite(extents[i].middle()) ? extents[i].middle() : 0;
    }
    Obb box{origin + axes * middle, axes, {}};
    const IntervalVec3 shift = transpose_times(enclose(axes), enclose(box.centre) - enclose(origin));
    box.half_extents =
        coordinate_bounds({extents[0] - shift.x, extents[1] - shift.y, extents[2] - shift.z}, defect);
    return box;
}

bool all_finite(std::span<const Vec3> points) noexcept {
    return std::all_of(points.begin(), points.end(), [](const Vec3& p) { return is_finite(p); });
}

/// Largest |x_i - origin_i| per component.
Vec3 spread(std::span<const Vec3> points, const Vec3& origin) noexcept {
    Vec3 largest{};
    for (const Vec3& point : points) largest = max(largest, abs(point - origin));
    return largest;
}

/// Eigenvectors of the points' covariance, by falling variance.
Mat3 principal_axes(std::span<const Vec3> points) noexcept {
    const Vec3 origin = points[0];
    const double size = max_component(spread(points, origin));
    if (!(size > 0) || !std::isfinite(size)) return Mat3::identity();
    const double scale =
        std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));  // keeps the squares in range
    const double weight = 1 / static_cast<double>(points.size());
    Vec3 mean{};
    for (const Vec3& point : points) mean += (point - origin) * (scale * weight);
    Mat3 covariance{};
    for (const Vec3& point : points) {
        const Vec3 d = (point - origin) * scale - mean;
        for (std::size_t j = 0; j < 3; ++j) covariance.columns[j] += d * (d[j] * weight);
    }
    return symmetric_eigen(covariance).vectors;
}

/// Whether one of the fifteen axes separates the boxes by more than `slack`. Frame of a: b's axes are m, its
/// centre is c.
bool separated(const Vec3& a, const Vec3& b, const Mat3& m, const Vec3& c, double slack) noexcept {
    const Mat3 q{{abs(m.columns[0]), abs(m.columns[1]), abs(m.columns[2])}};
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::abs(c[i]) > a[i] + q(i, 0) * b.x + q(i, 1) * b.y + q(i, 2) * b.z + slack) return true;
        if (std::abs(dot(m.columns[i], c)) > b[i] + dot(q.columns[i], a) + slack) return true;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double gap = std::abs(c[i2] * m(i1, j) - c[i1] * m(i2, j));
            if (gap > a[i1] * q(i2, j) + a[i2] * q(i1, j) + b[j1] * q(i, j2) + b[j2] * q(i, j1) + slack)
                return true;
        }
    }
    return false;
}

}  // namespace

bool overlaps(const Obb& a, const Obb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return false;
    // The map x ↦ Aᵀ(x - a.centre) maps a to { (I + E) y } and b to { c + m y }, and preserves disjointness.
    // Every test below evaluates |v·c| > reach for some v with components of at most about 1, with these
    // errors, e = kEps and d the defects' norms: c: 4 e |b.centre - a.centre|₁; entries of m: 3 e; a's own
    // axes in this frame: d_a; b's axes among each other:
    // 2 (d_a + d_b) along a face normal, 3 (d_a + d_b) where entries of m are used as its cofactors (edge
    // axes); evaluation: 8 e of the terms. So 32 e + 4 (d_a + d_b), times all lengths. It does not shrink
    // with v: nearly parallel edges, whose cross product is mostly rounding, cannot separate anything.
    const Vec3 between = b.centre - a.centre;
    // The Frobenius norm of a defect is at most √2 times the sum that `orthonormality_defect` returns, which
    // is off by about 20 e.
    const double defects = 1.5 * (orthonormality_defect(a.axes) + orthonormality_defect(b.axes)) + 64 * kEps;
    if (!(defects < kMaxDefect)) return true;
    const Vec3 lengths = abs(between) + a.half_extents + b.half_extents;
    const double slack =
        (32 * kEps + 4 * defects) * (lengths.x + lengths.y + lengths.z) + 0x1p-1000;  // the last: underflow
    return !separated(a.half_extents, b.half_extents, transpose_times(a.axes, b.axes),
                      transpose_times(a.axes, between), slack);
}

bool contains(const Obb& box, const Vec3& x) noexcept {
    const double defect = defect_bound(box.axes);
    if (is_empty(box) || !(defect <= kMaxDefect) || !is_finite(x)) return false;
    const IntervalVec3 w = transpose_times(enclose(box.axes), enclose(x) - enclose(box.centre));
    const Vec3 y = coordinate_bounds(w, defect);
    return y.x <= box.half_extents.x && y.y <= box.half_extents.y && y.z <= box.half_extents.z;
}

Obb minkowski_sum(const Obb& a, const Obb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return {};
    std::array<Interval, 3> extents;
    const Vec3 centre = a.centre + b.centre;
    if (a.axes == b.axes) {
        const double defect = defect_bound(a.axes);
        if (!(defect <= kMaxDefect)) return {};
        // What rounding moved the centre by, in box coordinates: at most |error| / sqrt(1 - defect).
        const IntervalVec3 error = enclose(a.centre) + enclose(b.centre) - enclose(centre);
        const Interval moved = norm(error) / (Interval(1) - Interval(defect));
        Obb sum{centre, a.axes, {}};
        for (std::size_t i = 0; i < 3; ++i) {
            sum.half_extents[i] = (Interval(a.half_extents[i]) + Interval(b.half_extents[i]) + moved).upper;
        }
        return sum;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const IntervalVec3 axis = enclose(a.axes.columns[i]);
        const Interval up = support_value(a, axis) + support_value(b, axis),
                       down = support_value(a, -axis) + support_value(b, -axis);
        const Interval shift = dot(axis, enclose(centre));
        extents[i] = {-(down + shift).upper, (up - shift).upper};
    }
    return box_around(a.axes, extents, centre);
}

Obb minkowski_difference(const Obb& a, const Obb& b) noexcept {
    return minkowski_sum(a, {-b.centre, b.axes, b.half_extents});
}

Interval support_value(const Obb& box, const IntervalVec3& direction) noexcept {
    if (is_empty(box)) return Interval(-std::numeric_limits<double>::infinity());
    Interval height = dot(direction, enclose(box.centre));
    for (std::size_t i = 0; i < 3; ++i)
        height += abs(dot(direction, enclose(box.axes.columns[i]))) * Interval(box.half_extents[i]);
    return height;
}

Obb fit_obb(std::span<const Vec3> points) noexcept {
    if (points.empty() || !all_finite(points)) return {};
    return fit_obb(points, principal_axes(points));
}

Obb fit_obb(std::span<const Vec3> points, const Mat3& axes) noexcept {
    if (points.empty() || !all_finite(points)) return {};
    const Vec3 origin = points[0], size = spread(points, origin);
    Vec3 low{}, high{};
    for (const Vec3& point : points) {
        const Vec3 y = transpose_times(axes, point - origin);
        low = min(low, y);
        high = max(high, y);
    }
    std::array<Interval, 3> extents;
    for (std::size_t i = 0; i < 3; ++i) {
        // Roundings per term: difference, product, two sums; the factor leaves space for those of this bound.
        const double error = 8 * kEps * dot(abs(axes.columns[i]), size);
        extents[i] = widened({low[i], high[i]}, error);
    }
    return box_around(axes, extents, origin);
}

Obb obb_from_extents(const Mat3& axes, const std::array<Interval, 3>& extents) noexcept {
    return box_around(axes, extents, {});
}

Obb transformed(const Obb& box, const Affine& map) noexcept {
    if (is_empty(box) || !is_finite(map)) return {};
    const Mat3 image = map.linear * box.axes;
    // Columns by falling length of the image's edges, then of the axes' images where edges have no length.
    std::array<std::size_t, 3> order{0, 1, 2};
    const auto longer = [&](std::size_t i, std::size_t j) {
        const double one = length(image.columns[i]), two = length(image.columns[j]);
        const double edge_one = one * box.half_extents[i], edge_two = two * box.half_extents[j];
        return edge_one != edge_two ? edge_one > edge_two : one > two;
    };
    std::sort(order.begin(), order.end(), longer);
    const Vec3 first = unit(image.columns[order[0]]);
    const Vec3 second_image = unit(image.columns[order[1]]);
    Vec3 second = second_image - first * dot(first, second_image);
    // Any perpendicular will do for a set that is flatter.
    second =
        length(second) > kBalancedSine ? unit(second - first * dot(first, second)) : perpendicular(first);
    const bool cyclic = (order[0] + 1) % 3 == order[1];
    Mat3 axes;
    axes.columns[order[0]] = first;
    axes.columns[order[1]] = second;
    axes.columns[order[2]] = unit(cyclic ? cross(first, second) : cross(second, first));
    // Heights around the rounded image of the centre keep the digits of boxes far from the origin.
    const Vec3 origin = map * box.centre;
    const Affine near{map.linear, {}};
    const IntervalVec3 shift =
        enclose(map.linear) * enclose(box.centre) + enclose(map.offset) - enclose(origin);
    const Obb centred{{}, box.axes, box.half_extents};
    std::array<Interval, 3> extents;
    for (std::size_t i = 0; i < 3; ++i) {
        extents[i] = extent_along(centred, near, axes.columns[i]) + dot(enclose(axes.columns[i]), shift);
    }
    return box_around(axes, extents, origin);
}

}  // namespace graze
