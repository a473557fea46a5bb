// A point of two oriented boxes. Every corner of what they have in common is an end of the part of some edge of one box that lies in the
// other, so the mean of those ends is well inside.
#include "convex/obb_obb.hpp"

#include <algorithm>

#include "graze/convex/obb_tests.hpp"
#include "graze/math/pose.hpp"

namespace graze {
namespace {

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

ObbPair pair_of(const Obb& a, const Obb& b) noexcept {
    const Vec3 between = b.centre - a.centre, lengths = abs(between) + a.half_extents + b.half_extents;
    return {a.half_extents, b.half_extents, transpose_times(a.axes, b.axes), transpose_times(a.axes, between),
            obb_slack(lengths.x + lengths.y + lengths.z, orthonormality_defect(a.axes) + orthonormality_defect(b.axes))};
}

}  // namespace

Vec3 common_point(const ObbPair& pair) noexcept {
    const Vec3 room{pair.slack, pair.slack, pair.slack};
    const Mat3& m = pair.m;
    Sum in_a, in_b;
    add_edges(pair.c, {m.columns[0] * pair.half_b.x, m.columns[1] * pair.half_b.y, m.columns[2] * pair.half_b.z}, pair.half_a + room, in_a);
    const Mat3 back = transpose(m);
    add_edges(-transpose_times(m, pair.c),
              {back.columns[0] * pair.half_a.x, back.columns[1] * pair.half_a.y, back.columns[2] * pair.half_a.z}, pair.half_b + room,
              in_b);
    if (in_a.count + in_b.count > 0) {
        const Vec3 total = in_a.total + m * in_b.total + pair.c * in_b.count;
        return clamped(total * (1 / (in_a.count + in_b.count)), pair.half_a);
    }
    // A near miss, or rounding in the clips: to and fro between the two boxes, which are within the slack of each other.
    Vec3 x = clamped(pair.c, pair.half_a);
    for (int i = 0; i < 32; ++i) x = clamped(pair.c + m * clamped(transpose_times(m, x - pair.c), pair.half_b), pair.half_a);
    return x;
}

bool overlaps_lite(const Obb& a, const Obb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return false;
    if (!(orthonormality_defect(a.axes) + orthonormality_defect(b.axes) <= kMaxObbDefect)) return true;
    return !apart_by_faces(pair_of(a, b));
}

std::optional<Vec3> find_obb_obb(const Obb& a, const Obb& b) noexcept {
    if (is_empty(a) || is_empty(b)) return std::nullopt;
    const ObbPair pair = pair_of(a, b);
    const bool usable = orthonormality_defect(a.axes) + orthonormality_defect(b.axes) <= kMaxObbDefect;
    if (usable && (apart_by_faces(pair) || apart_by_edges(pair))) return std::nullopt;
    return a.centre + a.axes * common_point(pair);
}

Vec3 normal_at(const Obb& box, const Vec3& x) noexcept {
    const Vec3 y = transpose_times(box.axes, x - box.centre);
    Vec3 gradient{};
    const double largest = max_component(box.half_extents);
    for (std::size_t i = 0; i < 3; ++i) {
        // A flat direction wins over all others: its ellipsoid is a disk, and a point on the disk has the disk's normal.
        const double h = box.half_extents[i] / largest;
        if (!(h > 1e-9)) return box.axes.columns[i] * (y[i] < 0 ? -1.0 : 1.0);
        gradient[i] = y[i] / largest / (h * h);
    }
    return box.axes * unit(gradient);
}

}  // namespace graze
