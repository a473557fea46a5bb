// Axis-aligned boxes with directed rounding. The image under an affine map takes, per row of the matrix, the
// smaller and the larger of the two products with the box's ends (Arvo, "Transforming axis-aligned bounding
// boxes", Graphics Gems, 1990).
#include "graze/bounds/aabb.hpp"

#include <algorithm>

namespace graze {
namespace {

/// > 0 when a and b are apart along axis i, by that much; otherwise minus the length that separates them
/// along it.
Interval gap_along(const Aabb& a, const Aabb& b, std::size_t i) noexcept {
    return max(Interval(a.min[i]) - Interval(b.max[i]), Interval(b.min[i]) - Interval(a.max[i]));
}

}  // namespace

Vec3 centre(const Aabb& box) noexcept {
    Vec3 middle;
    for (std::size_t i = 0; i < 3; ++i) {
        const double m = 0.5 * box.min[i] + 0.5 * box.max[i];
        middle[i] = std::isfinite(m) ? m : 0;
    }
    return middle;
}

Vec3 half_extents(const Aabb& box) noexcept {
    if (is_empty(box)) return {-1, -1, -1};
    const Vec3 c = centre(box);
    Vec3 half;
    for (std::size_t i = 0; i < 3; ++i)
        half[i] = std::max(rounding::add_up(box.max[i], -c[i]), rounding::add_up(c[i], -box.min[i]));
    return half;
}

Aabb aabb_around(const Vec3& centre, const Vec3& half_extents) noexcept {
    if (!(half_extents.x >= 0 && half_extents.y >= 0 && half_extents.z >= 0)) return {};
    Aabb box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = rounding::add_down(centre[i], -half_extents[i]);
        box.max[i] = rounding::add_up(centre[i], half_extents[i]);
    }
    return box;
}

bool contains(const Aabb& outer, const Aabb& inner) noexcept {
    return is_empty(inner) || (contains(outer, inner.min) && contains(outer, inner.max));
}

Aabb merge(const Aabb& a, const Aabb& b) noexcept {
    if (is_empty(a)) return is_empty(b) ? Aabb{} : b;
    if (is_empty(b)) return a;
    return {min(a.min, b.min), max(a.max, b.max)};
}

Aabb intersection(const Aabb& a, const Aabb& b) noexcept {
    if (!overlaps(a, b)) return {};
    return {max(a.min, b.min), min(a.max, b.max)};
}

Aabb minkowski_sum(const Aabb& a, const Aabb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return {};
    Aabb sum;
    for (std::size_t i = 0; i < 3; ++i) {
        sum.min[i] = rounding::add_down(a.min[i], b.min[i]);
        sum.max[i] = rounding::add_up(a.max[i], b.max[i]);
    }
    return sum;
}

Aabb minkowski_difference(const Aabb& a, const Aabb& b) noexcept {
    if (is_empty(b)) return {};
    return minkowski_sum(a, {-b.max, -b.min});
}

Interval distance_sq(const Aabb& a, const Aabb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return Interval(kInfinity);
    Interval sum(0);
    for (std::size_t i = 0; i < 3; ++i) sum += square(max(gap_along(a, b, i), Interval(0)));
    return sum;
}

Interval distance_sq(const Aabb& box, const Vec3& point) noexcept {
    return distance_sq(box, Aabb{point, point});
}

Interval signed_distance(const Aabb& a, const Aabb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return Interval(kInfinity);
    if (!overlaps(a, b)) return sqrt(distance_sq(a, b));
    return max(gap_along(a, b, 0), max(gap_along(a, b, 1), gap_along(a, b, 2)));
}

bool overlaps_segment(const Aabb& box, const Vec3& s, const Vec3& t) noexcept {
    if (is_empty(box)) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        if ((s[i] < box.min[i] && t[i] < box.min[i]) || (s[i] > box.max[i] && t[i] > box.max[i]))
            return false;
    }
    const Vec3 c = centre(box), h = half_extents(box), r = t - s, p = s - c;
    // Along e_i × r, with e = kEps: p and r carry one rounding each, the products one, the final sum one, so
    // the left side is off by at most (4 e + O(e²)) of its terms' magnitudes and the right side by 3 e of
    // itself; 8 e covers both and the comparison's own rounding. The last constant covers products that
    // underflow.
    constexpr double kLeastSlack = 0x1p-1000;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        const double one = r[j] * p[k], two = r[k] * p[j];
        const double reach = std::abs(r[j]) * h[k] + std::abs(r[k]) * h[j];
        const double slack = 8 * kEps * (std::abs(one) + std::abs(two) + reach) + kLeastSlack;
        if (std::abs(one - two) > reach + slack) return false;
    }
    return true;
}

Interval clip_ray(const Aabb& box, const Vec3& origin, const Vec3& direction) noexcept {
    constexpr Interval kMiss{kInfinity, -kInfinity};
    if (is_empty(box)) return kMiss;
    Interval range(0, kInfinity);
    if (!is_finite(origin) || !is_finite(direction)) return range;
    for (std::size_t i = 0; i < 3; ++i) {
        const double d = direction[i];
        if (d == 0) {
            if (origin[i] < box.min[i] || origin[i] > box.max[i]) return kMiss;
            continue;
        }
        const Interval enter =
            (Interval(d > 0 ? box.min[i] : box.max[i]) - Interval(origin[i])) / Interval(d);
        const Interval leave =
            (Interval(d > 0 ? box.max[i] : box.min[i]) - Interval(origin[i])) / Interval(d);
        range = {std::max(range.lower, enter.lower), std::min(range.upper, leave.upper)};
        if (range.lower > range.upper) return kMiss;
    }
    return range;
}

Interval support_value(const Aabb& box, const IntervalVec3& direction) noexcept {
    if (is_empty(box)) return Interval(-kInfinity);
    Interval height(0);
    for (std::size_t i = 0; i < 3; ++i)
        height += max(direction[i] * Interval(box.min[i]), direction[i] * Interval(box.max[i]));
    return height;
}

Aabb fit_aabb(std::span<const Vec3> points) noexcept {
    Aabb box;
    for (const Vec3& point : points) {
        if (!is_finite(point)) return {};
        box = {min(box.min, point), max(box.max, point)};
    }
    return box;
}

Aabb fit_aabb(std::span<const Vec3> points, const Affine& map) noexcept {
    if (!is_finite(map)) return {};
    const BasicAffine<Interval> exact{enclose(map.linear), enclose(map.offset)};
    Aabb box;
    for (const Vec3& point : points) {
        if (!is_finite(point)) return {};
        const IntervalVec3 image = exact * enclose(point);
        box = {min(box.min, {image.x.lower, image.y.lower, image.z.lower}),
               max(box.max, {image.x.upper, image.y.upper, image.z.upper})};
    }
    return box;
}

Aabb transformed(const Aabb& box, const Affine& map) noexcept {
    if (is_empty(box) || !is_finite(map)) return {};
    using namespace rounding;
    Aabb image{map.offset, map.offset};
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double entry = map.linear(i, j);
            const double low = entry >= 0 ? box.min[j] : box.max[j],
                         high = entry >= 0 ? box.max[j] : box.min[j];
            image.min[i] = add_down(image.min[i], multiply_down(entry, low));
            image.max[i] = add_up(image.max[i], multiply_up(entry, high));
        }
    }
    return image;
}

}  // namespace graze
