// What a point set spans before any hull is built: bad coordinates, extent, dimension. Method: extreme points
// of the bounding box give a far pair, the point farthest from their line a triangle, its plane the
// thickness.
#include <algorithm>
#include <cmath>

#include "graze/math/vec.hpp"
#include "math/degeneracy/thin_triangle.hpp"
#include "math/degeneracy/triangle_normal.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

// Coordinates that come out of a rotation or a file are off by a few roundings: three products and sums each.
// A point set that is flat within a handful of those was meant to be flat, and its thickness carries no
// information.
constexpr double kFlatRoundings = 32;

struct Farthest {
    std::uint32_t index = 0;
    double value = 0;
};

template <class Measure> Farthest farthest_by(std::span<const Vec3> points, const Measure& measure) {
    Farthest best;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const double value = measure(points[i]);
        if (value > best.value) best = {i, value};
    }
    return best;
}

/// The two of the box's six extreme points that lie farthest apart.
std::array<std::uint32_t, 2> far_pair(std::span<const Vec3> points, double scale) {
    std::array<std::uint32_t, 6> extreme{};
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (points[i][axis] < points[extreme[2 * axis]][axis]) extreme[2 * axis] = i;
            if (points[i][axis] > points[extreme[2 * axis + 1]][axis]) extreme[2 * axis + 1] = i;
        }
    }
    std::array<std::uint32_t, 2> pair{};
    double best = -1;
    for (const std::uint32_t i : extreme) {
        for (const std::uint32_t j : extreme) {
            const double apart = length_sq(scale * (points[i] - points[j]));
            if (apart > best) {
                best = apart;
                pair = {i, j};
            }
        }
    }
    return pair;
}

}  // namespace

std::optional<BuildError> check_points(std::span<const Vec3> points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!is_finite(points[i]))
            return BuildError{Rule::not_finite, Element::vertex, i,
                              "a coordinate is NaN or infinite; remove or repair the point"};
        if (!in_served_range(points[i]))
            return BuildError{Rule::out_of_range, Element::vertex, i,
                              "a coordinate's magnitude lies outside {0} and [1e-100, 1e100]; choose a unit "
                              "that brings it inside"};
    }
    return std::nullopt;
}

Spread measure_spread(std::span<const Vec3> points) {
    Spread spread;
    Vec3 low = points[0];
    Vec3 high = points[0];
    for (const Vec3& p : points) {
        low = min(low, p);
        high = max(high, p);
    }
    spread.centre = 0.5 * low + 0.5 * high;
    spread.size = max_component(high - low);
    spread.magnitude = max_component(max(abs(low), abs(high)));
    spread.tolerance = kFlatRoundings * kEps * spread.magnitude;
    if (spread.size <= spread.tolerance) {
        spread.thickness = spread.size;
        return spread;
    }
    const double scale = unit_scale(spread.size);
    const double tolerance = scale * spread.tolerance;
    const auto [first, second] = far_pair(points, scale);
    const Vec3 origin = points[first];
    const Vec3 along = unit(scale * (points[second] - origin));
    const Farthest side =
        farthest_by(points, [&](const Vec3& p) { return length(cross(along, scale * (p - origin))); });
    spread.base = {first, second, side.index, first};
    spread.dimension = 1;
    spread.thickness = side.value / scale;
    if (side.value <= tolerance) return spread;

    // A rounding of the length along the line would be a tilt of a narrow set.
    const Vec3 across = across_edge(scale * (points[side.index] - origin), along);
    const Vec3 normal = unit(cross(along, across));
    spread.axes = {along, across, normal};
    const Farthest height =
        farthest_by(points, [&](const Vec3& p) { return std::abs(dot(normal, scale * (p - origin))); });
    spread.base[3] = height.index;
    spread.dimension = height.value <= tolerance ? 2 : 3;
    spread.thickness = height.value / scale;
    spread.widths = {length(scale * (points[second] - origin)) / scale, side.value / scale, spread.thickness};
    return spread;
}

}  // namespace graze::hulls
