// Enclosures of signed distances: in long double first, in Real where that leaves them wide.
#include "oracle/quadric_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "oracle/precise_epa.hpp"

namespace graze::test {
namespace {

double down(long double x) {
    const double d = static_cast<double>(x);
    return static_cast<long double>(d) > x ? next_below(d) : d;
}
double up(long double x) { return -down(-x); }
double down(const Real& x) { return x.rounded_down(); }
double up(const Real& x) { return x.rounded_up(); }

/// A half-space counts with the distance of its plane: that is where its numbers come from.
double bounded_reach(const Placed& p) {
    return std::isfinite(p.shape.reach()) ? p.shape.reach() : length(p.shape.centre());
}

/// { R x + p : n·x <= o } = { y : m·(y - p) <= o } with m = R^-T n; the distance is the lowest height of the
/// other shape.
template <class T>
Interval half_space_distance(const Placed& half_space, const Placed& other, const T& slack) {
    const Mat3& r = half_space.pose.rotation;
    const BasicMat3<T> rotation{
        {convert<T>(r.columns[0]), convert<T>(r.columns[1]), convert<T>(r.columns[2])}};
    const BasicVec3<T> m = transpose_times(inverse(rotation), convert<T>(half_space.shape.vector(0)));
    const BasicVec3<T> y = turned_support<T>(other, -m) +
                           (convert<T>(other.pose.position) - convert<T>(half_space.pose.position));
    const T d = (dot(m, y) - T(half_space.shape.values()[3])) / root<T>(length_sq(m));
    return {down(d - slack), up(d + slack)};
}

template <class T>
Interval enclose(const Placed& a, const Placed& b, double relative_tolerance, double relative_slack) {
    const double extent = pair_extent(a, b);
    const T tolerance = T(relative_tolerance) * T(extent), slack = T(relative_slack) * T(extent);
    const bool plane_a = a.shape.type() == ShapeType::half_space,
               plane_b = b.shape.type() == ShapeType::half_space;
    if (plane_a && plane_b) return Interval::everything();
    if (plane_a) return half_space_distance<T>(a, b, slack);
    if (plane_b) return half_space_distance<T>(b, a, slack);
    const GapBounds<T> gap = precise_gap<T>(a, b, tolerance, 2000);
    if (!gap.inside && gap.lower > tolerance) return {down(gap.lower - slack), up(gap.upper + slack)};
    const DepthBounds<T> depth = PreciseEpa<T>(a, b, tolerance).run(600);
    // A polytope around the origin bounds the depth; one beside it says nothing, and the nearest point found
    // bounds the gap.
    const T nearest = depth.lower > T(0) ? -depth.lower : gap.upper;
    return {down(-depth.upper - slack), up(nearest + slack)};
}

std::vector<Vec3> sphere_of_directions(int count) {
    std::vector<Vec3> result;
    const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
    for (int i = 0; i < count; ++i) {
        const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
        result.push_back({r * std::cos(golden * i), r * std::sin(golden * i), z});
    }
    return result;
}

void add_special_axes(const Placed& a, const Placed& b, std::vector<Vec3>& out) {
    const auto both = [&](const Vec3& d) {
        if (length_sq(d) == 0) return;
        out.push_back(unit(d));
        out.push_back(-unit(d));
    };
    for (const Vec3& x : a.pose.rotation.columns) {
        both(x);
        for (const Vec3& y : b.pose.rotation.columns) both(cross(x, y));
    }
    for (const Vec3& y : b.pose.rotation.columns) both(y);
    const Vec3 centres = b.pose * b.shape.centre() - a.pose * a.shape.centre();
    both(centres);
    for (const Vec3& x : a.pose.rotation.columns) both(cross(centres, x)), both(cross(cross(centres, x), x));
    for (const Vec3& y : b.pose.rotation.columns) both(cross(centres, y)), both(cross(cross(centres, y), y));
}

long double overlap_at(const Placed& a, const Placed& b, const BasicVec3<long double>& d) {
    return dot(difference_support<long double>(a, b, d), d) / root<long double>(length_sq(d));
}

/// Point of the hull of plane vectors nearest the origin.
Vec2 nearest_in_hull(const std::vector<Vec2>& g) {
    Vec2 best = g[0];
    std::vector<double> angles;
    for (std::size_t i = 0; i < g.size(); ++i) {
        angles.push_back(std::atan2(g[i].y, g[i].x));
        for (std::size_t j = 0; j < g.size(); ++j) {
            const Vec2 e = g[j] - g[i];
            const double d = length_sq(e), t = d > 0 ? std::clamp(-dot(g[i], e) / d, 0.0, 1.0) : 0.0;
            if (const Vec2 p = g[i] + t * e; length_sq(p) < length_sq(best)) best = p;
        }
    }
    std::sort(angles.begin(), angles.end());
    double widest = angles.front() + 2 * std::numbers::pi - angles.back();
    for (std::size_t i = 1; i < angles.size(); ++i) widest = std::max(widest, angles[i] - angles[i - 1]);
    return widest < std::numbers::pi ? Vec2{} : best;
}

/// Descent on the sphere by sampled gradients: the overlap has kinks, so the slopes on a ring around the
/// point are combined to the shortest one, which points down every one of them. The ring shrinks when there
/// is none.
long double refine(const Placed& a, const Placed& b, const Vec3& start) {
    using V = BasicVec3<long double>;
    V best = convert<long double>(start);
    long double value = overlap_at(a, b, best), radius = 0.06L;
    for (int step = 0; step < 400 && radius > 1e-11L; ++step) {
        const V helper = std::abs(best.x) < 0.6L ? V{1, 0, 0} : V{0, 1, 0};
        const V e = with_length<long double>(cross(best, helper), 1), f = cross(best, e);
        std::vector<Vec2> slopes;
        for (int i = 0; i < 8; ++i) {
            const double angle = 0.37 * step + i * std::numbers::pi / 4;
            const V w = difference_support<long double>(
                a, b, best + e * (radius * std::cos(angle)) + f * (radius * std::sin(angle)));
            slopes.push_back({static_cast<double>(dot(w, e)), static_cast<double>(dot(w, f))});
        }
        const Vec2 slope = nearest_in_hull(slopes);
        bool moved = false;
        for (long double t = 4 * radius; length_sq(slope) > 0 && !moved && t > radius / 8; t /= 2) {
            const Vec2 along = slope * (1 / length(slope));
            const V d = with_length<long double>(best - e * (t * along.x) - f * (t * along.y), 1);
            if (const long double h = overlap_at(a, b, d); h < value) {
                value = h;
                best = d;
                moved = true;
            }
        }
        if (!moved) radius *= 0.4L;
    }
    return value;
}

long double disk_and_slab_distance(long double rho, long double z, long double radius, long double half) {
    const long double dr = rho - radius, dz = std::abs(z) - half;
    if (dr <= 0 && dz <= 0) return std::max(dr, dz);
    return std::hypot(std::max(dr, 0.0L), std::max(dz, 0.0L));
}

/// Profile in the half plane (rho, z): the triangle apex (0, h), rim (r, -h), base centre (0, -h).
long double cone_distance(long double rho, long double z, long double r, long double h) {
    const long double slant = std::hypot(r, 2 * h);
    const long double nr = 2 * h / slant, nz = r / slant;  // outward normal of the slant line
    const long double over_slant = nr * rho + nz * (z - h), under_base = -h - z;
    if (over_slant <= 0 && under_base <= 0) return std::max(over_slant, under_base);
    const auto to_segment = [&](long double ax, long double az, long double bx, long double bz) {
        const long double ex = bx - ax, ez = bz - az, d = ex * ex + ez * ez;
        const long double t = d > 0 ? std::clamp(((rho - ax) * ex + (z - az) * ez) / d, 0.0L, 1.0L) : 0.0L;
        return std::hypot(rho - ax - t * ex, z - az - t * ez);
    };
    return std::min(to_segment(0, h, r, -h), to_segment(0, -h, r, -h));
}

/// Closest boundary point x_i = r_i² p_i / (r_i² + s), with s the largest root of Σ (r_i p_i / (r_i² + s))² =
/// 1: outside and, for the nearest boundary point from inside, by bisection on the branch above -min r_i².
/// Needs positive radii.
std::optional<long double> ellipsoid_distance(const Vec3& radii, const Vec3& point) {
    const long double r[3] = {radii.x, radii.y, radii.z},
                      p[3] = {std::abs(point.x), std::abs(point.y), std::abs(point.z)};
    const long double smallest = std::min({r[0], r[1], r[2]});
    long double inside = 0;
    for (int i = 0; i < 3; ++i) {
        if (!(r[i] > 0)) return std::nullopt;
        if (r[i] == smallest && p[i] == 0)
            return std::nullopt;  // the root may be at the pole: another formula
        inside += (p[i] / r[i]) * (p[i] / r[i]);
    }
    const auto excess = [&](long double s) {
        long double sum = -1;
        for (int i = 0; i < 3; ++i)
            sum += (r[i] * p[i] / (r[i] * r[i] + s)) * (r[i] * p[i] / (r[i] * r[i] + s));
        return sum;
    };
    long double low = -smallest * smallest, high = 0;
    for (int i = 0; i < 3; ++i) high = std::max(high, r[i] * (r[0] + r[1] + r[2] + p[0] + p[1] + p[2]) * 4);
    for (int i = 0; i < 400; ++i) {
        const long double middle = low + (high - low) / 2;
        (excess(middle) > 0 ? low : high) = middle;
    }
    long double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += (p[i] * high / (r[i] * r[i] + high)) * (p[i] * high / (r[i] * r[i] + high));
    return inside < 1 ? -std::sqrt(sum) : std::sqrt(sum);
}

}  // namespace

double pair_extent(const Placed& a, const Placed& b) {
    return bounded_reach(a) + bounded_reach(b) + length(b.pose.position - a.pose.position);
}

double larger_reach(const Placed& a, const Placed& b) {
    const double x = a.shape.reach(), y = b.shape.reach();
    return std::max(std::isfinite(x) ? x : 0.0, std::isfinite(y) ? y : 0.0);
}

Interval enclose_distance(const Placed& a, const Placed& b, Precision precision) {
    // long double has 64 bits: about 5e-20 per operation; Real about 1e-58. The slack covers thousands of
    // them.
    const auto narrow = [&](const Interval& x) { return x.width() <= 1e-12 * pair_extent(a, b); };
    const Interval fast =
        precision == Precision::fast ? enclose<long double>(a, b, 1e-16, 1e-17) : Interval::everything();
    if (narrow(fast)) return fast;
    // Otherwise rounding spoiled the polytope, or the optimum is not isolated. The two searches go different
    // ways, and both contain it.
    const Interval high = enclose<Real>(a, b, 1e-22, 1e-30);
    if (narrow(high)) return high;
    return intersect(high, precision == Precision::fast ? fast : enclose<long double>(a, b, 1e-16, 1e-17));
}

long double overlap_along(const Placed& a, const Placed& b, const Vec3& direction) {
    return overlap_at(a, b, convert<long double>(direction));
}

double overlap_by_search(const Placed& a, const Placed& b, std::span<const Vec3> starts) {
    static const std::vector<Vec3> dense = sphere_of_directions(2000);
    std::vector<Vec3> directions = dense;
    add_special_axes(a, b, directions);
    for (const Vec3& s : starts) directions.push_back(unit(s));
    std::vector<std::pair<double, Vec3>> ranked;
    for (const Vec3& d : directions) ranked.emplace_back(dot(difference_support<double>(a, b, d), d), d);
    std::sort(ranked.begin(), ranked.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<Vec3> refined;
    long double best = overlap_along(a, b, ranked.front().second);
    for (const auto& [height, d] : ranked) {
        const auto near = [towards = d](const Vec3& other) { return dot(towards, other) > 0.99; };
        if (std::any_of(refined.begin(), refined.end(), near)) continue;
        refined.push_back(d);
        best = std::min(best, refine(a, b, d));
        if (refined.size() == 6) break;
    }
    for (const Vec3& s : starts) best = std::min(best, refine(a, b, unit(s)));
    return up(best + 1e-17L * static_cast<long double>(pair_extent(a, b)));
}

namespace {

/// To the sphere of either end or the slanted side between them, in the half-plane of the axis and the point.
long double tapered_distance(long double rho, long double z, const std::array<double, 12>& v) {
    const long double bottom = v[0], top = v[1], height = 2 * static_cast<long double>(v[2]);
    const long double above = z + height / 2, to_bottom = std::hypot(rho, above) - bottom,
                      to_top = std::hypot(rho, above - height) - top;
    const long double sine =
        (bottom - top) / height;  // of the angle by which the side's normal leaves the horizontal
    if (!(std::abs(sine) < 1)) return bottom > top ? to_bottom : to_top;
    const long double cosine = std::sqrt((1 - sine) * (1 + sine)), along = cosine * above - sine * rho;
    if (along <= 0) return to_bottom;
    return along >= cosine * height ? to_top : cosine * rho + sine * above - bottom;
}

}  // namespace

std::optional<long double> point_distance(const Shape& shape, const Vec3& point) {
    const auto& v = shape.values();
    const long double x = point.x, y = point.y, z = point.z, rho = std::hypot(x, y);
    switch (shape.type()) {
        case ShapeType::sphere: return std::hypot(rho, z) - static_cast<long double>(v[0]);
        case ShapeType::box: {
            const long double dx = std::abs(x) - v[0], dy = std::abs(y) - v[1], dz = std::abs(z) - v[2];
            if (dx <= 0 && dy <= 0 && dz <= 0) return std::max({dx, dy, dz});
            return std::hypot(std::max(dx, 0.0L), std::hypot(std::max(dy, 0.0L), std::max(dz, 0.0L)));
        }
        case ShapeType::capsule:
            return std::hypot(rho, std::max(0.0L, std::abs(z) - static_cast<long double>(v[1]))) - v[0];
        case ShapeType::cylinder: return disk_and_slab_distance(rho, z, v[0], v[1]);
        case ShapeType::cone: return cone_distance(rho, z, v[0], v[1]);
        case ShapeType::tapered_capsule: return tapered_distance(rho, z, v);
        case ShapeType::ellipsoid: return ellipsoid_distance(shape.vector(0), point);
        case ShapeType::half_space:
            return (v[0] * x + v[1] * y + v[2] * z - v[3]) /
                   std::hypot(std::hypot<long double>(v[0], v[1]), static_cast<long double>(v[2]));
        default: return std::nullopt;
    }
}

}  // namespace graze::test
