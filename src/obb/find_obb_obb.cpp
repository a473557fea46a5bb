// A point of two oriented boxes. Every corner of what they have in common is an end of the part of some edge
// of one box that lies in the other, so the mean of those ends is well inside. Boxes that miss each other by
// rounding do so at two crossed edges: there it is the middle of the closest points of the edges.
#include "obb/find_obb_obb.hpp"

#include <algorithm>
#include <utility>

#include "graze/convex/primitive_tests.hpp"
#include "graze/math/pose.hpp"
#include "graze/obb/obb_search.hpp"

namespace graze {
namespace {

/// A half extent below this share of the largest is none: its square's inverse would be beyond all others by
/// more than doubles have digits.
constexpr double kFlatExtent = 1e-9;

struct Sum {
    Vec3 total{};
    double count = 0;

    void add(const Vec3& x) noexcept {
        total += x;
        count += 1;
    }
};

/// A segment start + t direction, t in [-1, 1], clipped to |x_i| <= limit_i. Empty: enter > leave.
struct Part {
    double enter = -1;
    double leave = 1;
};
Part clip(const Vec3& start, const Vec3& direction, const Vec3& limit) noexcept {
    Part part;
    for (std::size_t i = 0; i < 3; ++i) {
        if (direction[i] == 0) {
            if (std::abs(start[i]) > limit[i]) return {1, -1};
            continue;
        }
        const double s = (-limit[i] - start[i]) / direction[i], t = (limit[i] - start[i]) / direction[i];
        part.enter = std::max(part.enter, std::min(s, t));
        part.leave = std::min(part.leave, std::max(s, t));
    }
    return part;
}

/// The four edges along one direction of the box with corners c ± h0 ± h1 ± h2, clipped to |x_i| <= limit_i.
void add_edges(const Vec3& c, const std::array<Vec3, 3>& h, const Vec3& limit, Sum& sum) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &u = h[(i + 1) % 3], &v = h[(i + 2) % 3];
        for (const Vec3& start : {c + u + v, c + u - v, c - u + v, c - u - v}) {
            const Part part = clip(start, h[i], limit);
            if (part.enter > part.leave) continue;
            sum.add(start + h[i] * part.enter);
            sum.add(start + h[i] * part.leave);
        }
    }
}

Vec3 clamped(const Vec3& x, const Vec3& h) noexcept { return min(max(x, -h), h); }

/// The edges of a and b that face each other along the product of a's axis i and b's axis j.
std::pair<Segment, Segment> facing_edges(const ObbPair& pair, std::size_t i, std::size_t j) noexcept {
    Vec3 along{};
    along[i] = 1;
    Vec3 axis = cross(along, pair.m.columns[j]);
    if (dot(axis, pair.c) < 0) axis = -axis;
    Vec3 on_a{}, on_b{};  // the middles; b's along its own axes
    for (std::size_t k = 0; k < 3; ++k) {
        if (k != i) on_a[k] = std::copysign(pair.half_a[k], axis[k]);
        if (k != j) on_b[k] = -std::copysign(pair.half_b[k], dot(axis, pair.m.columns[k]));
    }
    const Vec3 middle = pair.c + pair.m * on_b, half_a = along * pair.half_a[i],
               half_b = pair.m.columns[j] * pair.half_b[j];
    return {{on_a - half_a, on_a + half_a}, {middle - half_b, middle + half_b}};
}

/// The best point for boxes that miss each other: within half of the gap of both.
Vec3 nearest_point(const ObbPair& pair) noexcept {
    // To and fro between the two boxes: quick at a face, slow at crossed edges.
    Vec3 on_a = clamped(pair.c, pair.half_a), on_b{};
    for (int i = 0; i < 32; ++i) {
        on_b = pair.c + pair.m * clamped(transpose_times(pair.m, on_a - pair.c), pair.half_b);
        on_a = clamped(on_b, pair.half_a);
    }
    Vec3 best = 0.5 * (on_a + on_b);
    double best_sq = length_sq(on_a - on_b);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            const auto [edge_a, edge_b] = facing_edges(pair, i, j);
            const ClosestOnSegments found = closest_on_segments(edge_a, edge_b);
            if (found.distance_sq >= best_sq) continue;
            best = 0.5 * (found.point_a + found.point_b);
            best_sq = found.distance_sq;
        }
    }
    return best;
}

ObbPair pair_of(const Obb& a, const Obb& b) noexcept {
    const Vec3 between = b.centre - a.centre, lengths = abs(between) + a.half_extents + b.half_extents;
    return {a.half_extents, b.half_extents, transpose_times(a.axes, b.axes), transpose_times(a.axes, between),
            obb_slack(lengths.x + lengths.y + lengths.z,
                      orthonormality_defect(a.axes) + orthonormality_defect(b.axes))};
}

}  // namespace

Vec3 common_point(const ObbPair& pair) noexcept {
    const Vec3 margin{pair.slack, pair.slack, pair.slack};
    const Mat3& m = pair.m;
    Sum in_a, in_b;
    add_edges(pair.c,
              {m.columns[0] * pair.half_b.x, m.columns[1] * pair.half_b.y, m.columns[2] * pair.half_b.z},
              pair.half_a + margin, in_a);
    const Mat3 back = transpose(m);
    add_edges(
        -transpose_times(m, pair.c),
        {back.columns[0] * pair.half_a.x, back.columns[1] * pair.half_a.y, back.columns[2] * pair.half_a.z},
        pair.half_b + margin, in_b);
    if (in_a.count + in_b.count > 0) {
        const Vec3 total = in_a.total + m * in_b.total + pair.c * in_b.count;
        return clamped(total * (1 / (in_a.count + in_b.count)), pair.half_a);
    }
    return nearest_point(pair);
}

bool overlaps_lite(const Obb& a, const Obb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return false;
    if (!(orthonormality_defect(a.axes) + orthonormality_defect(b.axes) <= kMaxObbDefect)) return true;
    return !apart_by_faces(pair_of(a, b));
}

std::optional<Vec3> find_obb_obb(const Obb& a, const Obb& b) noexcept {
    if (!overlaps(a, b)) return std::nullopt;
    return a.centre + a.axes * common_point(pair_of(a, b));
}

Vec3 normal_at(const Obb& box, const Vec3& x) noexcept {
    const Vec3 y = transpose_times(box.axes, x - box.centre);
    Vec3 gradient{};
    const double largest = max_component(box.half_extents);
    for (std::size_t i = 0; i < 3; ++i) {
        // A flat direction wins over all others: its ellipsoid is a disk, and a point on the disk has the
        // disk's normal.
        const double h = box.half_extents[i] / largest;
        if (!(h > kFlatExtent)) return box.axes.columns[i] * (y[i] < 0 ? -1.0 : 1.0);
        gradient[i] = y[i] / largest / (h * h);
    }
    return box.axes * unit(gradient);
}

}  // namespace graze
