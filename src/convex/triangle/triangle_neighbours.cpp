// One shared corner s: each triangle is a fan from s to its far edge. If the fans have a common point other
// than s, they share the ray segment from s through it. That segment leaves one of the fans at its far edge
// and is still in the other: so the far edge of one intersects the other triangle. Away from degenerate cases
// four signs decide: with n_a = a' × b' and n_b = c' × d' (all corners relative to s) the planes' common line
// runs along n_b × n_a = a' (n_b · b') - b' (n_b · a'), so signs of heights decide in which direction from s
// each fan reaches it. Two shared corners: only triangles of one plane on one side of the common edge
// overlap.
#include "convex/triangle/triangle_neighbours.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "convex/triangle/triangle_triangle.hpp"
#include "core/in_place.hpp"
#include "graze/math/predicates.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {
namespace {

using Places = InPlace<Vec3, 3>;

PlacedPoint exact(const Vec3& x) noexcept { return {nullptr, x}; }

bool has(const Places& places, const Vec3& x) noexcept {
    return std::find(places.begin(), places.end(), x) != places.end();
}

/// The distinct positions of the triangle's corners: three, or fewer when it is degenerate.
void places_of(const Triangle& t, Places& places) noexcept {
    for (const Vec3& x : {t.a, t.b, t.c}) {
        if (!has(places, x)) places.push(x);
    }
}

/// Exact; degenerate triangles count as segments and points.
bool intersecting(const Triangle& a, const Triangle& b) noexcept {
    const Pose same;
    return contact(TriangleView(same, same, 0), a, b) != TriangleContact::disjoint;
}
Triangle as_point(const Vec3& x) noexcept { return {x, x, x}; }
Triangle as_segment(const Vec3& x, const Vec3& y) noexcept { return {x, y, y}; }
bool on_segment(const Vec3& x, const Vec3& from, const Vec3& to) noexcept {
    return intersecting(as_point(x), as_segment(from, to));
}

Sign turn(const Vec3& s, const Vec3& x, const Vec3& y, int axis) noexcept {
    return cross_sign(exact(s), exact(x), exact(y), axis);
}

/// From a corner to an edge, or to a point when both ends are equal.
struct Fan {
    Vec3 corner{};
    Vec3 from{};
    Vec3 to{};

    [[nodiscard]] Triangle whole() const noexcept { return {corner, from, to}; }
    [[nodiscard]] Triangle far() const noexcept { return as_segment(from, to); }
};

/// A triangle as fans from one of its corners: itself, or the segments of a flat one.
InPlace<Fan, 2>& fans_of(const Places& places, const Vec3& s, InPlace<Fan, 2>& fans) noexcept {
    InPlace<Vec3, 3> others;
    for (const Vec3& x : places) {
        if (!(x == s)) others.push(x);
    }
    if (others.size() == 2 && area_axis(s, others[0], others[1]) >= 0) {
        fans.push({s, others[0], others[1]});
    } else {
        for (const Vec3& x : others) fans.push({s, x, x});
    }
    return fans;
}

bool opposite_signs(Sign x, Sign y) noexcept { return x != Sign::zero && x == opposite(y); }

/// Two fans with an area, by signs; empty where a corner lies in the plane of the other fan.
std::optional<bool> intersect_in_space(const Fan& a, const Fan& b) noexcept {
    const Sign from_a = orient3d(b.corner, b.from, b.to, a.from),
               to_a = orient3d(b.corner, b.from, b.to, a.to);
    if (from_a == to_a && from_a != Sign::zero) return false;
    const Sign from_b = orient3d(a.corner, a.from, a.to, b.from),
               to_b = orient3d(a.corner, a.from, a.to, b.to);
    if (from_b == to_b && from_b != Sign::zero) return false;
    if (!opposite_signs(from_a, to_a) || !opposite_signs(from_b, to_b)) return std::nullopt;
    return to_a != to_b;
}

/// Whether x, projected along the axis and relative to the fan's corner, is in the fan's angle or on its
/// border. All in one plane.
bool in_angle(const Fan& fan, const Vec3& x, int axis) noexcept {
    const Sign winding = turn(fan.corner, fan.from, fan.to, axis);
    return turn(fan.corner, fan.from, x, axis) != opposite(winding) &&
           turn(fan.corner, x, fan.to, axis) != opposite(winding);
}

/// Two fans with an area in one plane.
bool intersect_in_plane(const Fan& a, const Fan& b, int axis) noexcept {
    return in_angle(a, b.from, axis) || in_angle(a, b.to, axis) || in_angle(b, a.from, axis) ||
           in_angle(b, a.to, axis);
}

bool fans_intersect(const Fan& a, const Fan& b) noexcept {
    if (!(a.from == a.to) && !(b.from == b.to)) {
        if (const std::optional<bool> decided = intersect_in_space(a, b)) return *decided;
        const bool flat = orient3d(a.corner, a.from, a.to, b.from) == Sign::zero &&
                          orient3d(a.corner, a.from, a.to, b.to) == Sign::zero;
        if (flat) return intersect_in_plane(a, b, area_axis(a.corner, a.from, a.to));
    }
    return intersecting(a.far(), b.whole()) || intersecting(b.far(), a.whole());
}

bool beyond_corner(const Places& a, const Places& b, const Vec3& s) noexcept {
    InPlace<Fan, 2> fans_a;
    InPlace<Fan, 2> fans_b;
    fans_of(b, s, fans_b);
    for (const Fan& fan_a : fans_of(a, s, fans_a)) {
        if (std::any_of(fans_b.begin(), fans_b.end(),
                        [&](const Fan& fan_b) { return fans_intersect(fan_a, fan_b); }))
            return true;
    }
    return false;
}

/// The place that is not one of the two; nothing when there is none.
const Vec3* third(const Places& places, const Vec3& s, const Vec3& t) noexcept {
    const auto* const found =
        std::find_if(places.begin(), places.end(), [&](const Vec3& x) { return !(x == s) && !(x == t); });
    return found == places.end() ? nullptr : found;
}

bool beyond_edge(const Places& a, const Places& b, const Vec3& s, const Vec3& t) noexcept {
    const Vec3* const x = third(a, s, t);
    const Vec3* const y = third(b, s, t);
    // Without a third corner it is the shared edge itself.
    if (x == nullptr || y == nullptr || orient3d(s, t, *x, *y) != Sign::zero) return false;
    const int axis = area_axis(s, t, *x);
    const bool flat_y = area_axis(s, t, *y) < 0;
    if ((axis < 0) != flat_y)
        return false;  // the line of the edge has only the edge in common with the other triangle
    if (axis >= 0) return turn(s, t, *x, axis) == turn(s, t, *y, axis);
    // Four corners on one line: both must go on beyond the same end.
    return (on_segment(s, *x, t) && on_segment(s, *y, t)) || (on_segment(t, *x, s) && on_segment(t, *y, s));
}

}  // namespace

std::uint32_t shared_corners(const Triangle& a, const Triangle& b) noexcept {
    Places of_a;
    Places of_b;
    places_of(a, of_a);
    places_of(b, of_b);
    return static_cast<std::uint32_t>(
        std::count_if(of_a.begin(), of_a.end(), [&](const Vec3& x) { return has(of_b, x); }));
}

bool intersect_beyond_shared(const Triangle& a, const Triangle& b) noexcept {
    Places of_a;
    Places of_b;
    places_of(a, of_a);
    places_of(b, of_b);
    Places shared;
    for (const Vec3& x : of_a) {
        if (has(of_b, x)) shared.push(x);
    }
    switch (shared.size()) {
        case 0: return intersecting(a, b);
        case 1: return beyond_corner(of_a, of_b, shared[0]);
        case 2: return beyond_edge(of_a, of_b, shared[0], shared[1]);
        default: return area_axis(shared[0], shared[1], shared[2]) >= 0;
    }
}

}  // namespace graze
