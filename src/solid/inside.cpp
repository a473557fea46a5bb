// Rays through the tree from points that are exact in the mesh's frame; exact signs of the world from there to points that are not.
#include "solid/inside.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/math/served_range.hpp"
#include "graze/tree/traverse.hpp"
#include "math/placed_arithmetic.hpp"
#include "math/placed_signs.hpp"
#include "mesh/triangle_box.hpp"

namespace graze {
namespace {

using inside_detail::Parity;

// A ray through a random direction meets an edge about once in 2^50 times; only meshes that are mostly edges need a second draw.
constexpr std::uint64_t kDraws = 4;

/// splitmix64: the n-th draw is the same on every machine.
double random_unit(std::uint64_t n) noexcept {
    std::uint64_t z = (n + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

bool is_zero(Sign s) noexcept { return s == Sign::zero; }
bool some_opposite(Sign x, Sign y, Sign z) noexcept {
    const bool up = x == Sign::positive || y == Sign::positive || z == Sign::positive;
    const bool down = x == Sign::negative || y == Sign::negative || z == Sign::negative;
    return up && down;
}

/// Sign of direction · ((u - q) × (v - q)): on which side of the edge uv the ray from q passes.
Sign passing_side(const RaySegment& ray, const Vec3& u, const Vec3& v, WorkBudget* work) noexcept {
    const Vec3 &q = ray.origin, &direction = ray.direction;
    const Vec3 a = u - q, b = v - q;
    const Vec3 plus{a.y * b.z, a.z * b.x, a.x * b.y}, minus{a.z * b.y, a.x * b.z, a.y * b.x};
    const double side = dot(plus - minus, direction);
    const double magnitude = dot(abs(plus) + abs(minus), abs(direction));
    // As for orient3d: two differences, product, subtraction, product, two sums carry seven roundings; 2^-1000 against underflow.
    if (magnitude > 0x1p-900 && std::abs(side) > 10 * kEps * magnitude) return sign_of(side);
    spend(work, work::kExactSign);
    const BasicVec3<ExactNumber> o = converted<ExactNumber>(q);
    return dot(cross(converted<ExactNumber>(u) - o, converted<ExactNumber>(v) - o), converted<ExactNumber>(direction)).sign();
}

/// The side that an infinitely small turn of the direction, by (e, e², e³), chooses: zero only when q lies on the line uv.
Sign chosen_side(PlacedSigns& signs, std::size_t q, std::size_t u, std::size_t v) noexcept {
    const int axis = signs.area_axis(q, u, v);
    return axis < 0 ? Sign::zero : signs.cross_sign(q, u, v, axis);
}

/// Numbers of the points of exact signs: where a ray or a segment starts and ends, and the corners of a triangle.
enum Point : std::size_t { kFrom, kTo, kA, kB, kC };

/// Whether the start, a point of the triangle's plane, is in the triangle.
bool starts_in_triangle(PlacedSigns& signs) noexcept { return signs.in_triangle(kFrom, {kA, kB, kC}, signs.area_axis(kA, kB, kC)); }

/// What one triangle does to a ray.
enum class Crossing : std::uint8_t { none, crossed, boundary, unclear };

Crossing crossing_of(const RaySegment& ray, const Triangle& t, bool symbolic, WorkBudget* work) noexcept {
    Sign ab = passing_side(ray, t.a, t.b, work);
    Sign bc = passing_side(ray, t.b, t.c, work);
    if (some_opposite(ab, bc, bc)) return Crossing::none;
    Sign ca = passing_side(ray, t.c, t.a, work);
    if (some_opposite(ab, bc, ca)) return Crossing::none;
    const Sign height = orient3d(t.a, t.b, t.c, ray.origin);
    const bool grazing = is_zero(ab) || is_zero(bc) || is_zero(ca);
    if (is_zero(height) || (grazing && symbolic)) {
        PlacedSigns signs(work);
        signs.set(kFrom, {nullptr, ray.origin});
        signs.set(kA, {nullptr, t.a});
        signs.set(kB, {nullptr, t.b});
        signs.set(kC, {nullptr, t.c});
        // From a point of the plane but not of the triangle a ray turned a little never comes back to the plane.
        if (is_zero(height)) return starts_in_triangle(signs) ? Crossing::boundary : Crossing::none;
        if (is_zero(ab)) ab = chosen_side(signs, kFrom, kA, kB);
        if (is_zero(bc)) bc = chosen_side(signs, kFrom, kB, kC);
        if (is_zero(ca)) ca = chosen_side(signs, kFrom, kC, kA);
        if (some_opposite(ab, bc, ca)) return Crossing::none;
    } else if (grazing) {
        return Crossing::unclear;
    }
    // The three sides sum up to the direction's component along the normal, so it has their sign.
    return height == opposite(ab) ? Crossing::crossed : Crossing::none;
}

/// Towards the nearest wall of the mesh's box, askew by random amounts: short rays cross few triangles.
Vec3 direction_of(const Aabb& box, const Vec3& q, std::uint64_t draw) noexcept {
    std::size_t axis = 0;
    double nearest = std::numeric_limits<double>::infinity(), sign = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        const double below = q[i] - box.min[i], above = box.max[i] - q[i];
        if (std::min(below, above) >= nearest) continue;
        nearest = std::min(below, above);
        axis = i;
        sign = below < above ? -1 : 1;
    }
    Vec3 direction{};
    for (std::size_t i = 0; i < 3; ++i) direction[i] = i == axis ? sign : 0.7 * (random_unit(3 * draw + i) - 0.5);
    return direction;
}

/// Signs of a segment between exact points against triangles of one pose.
class ExactSegment {
public:
    ExactSegment(const PlacedPoint& from, const PlacedPoint& to, WorkBudget* work) noexcept : signs_(work) {
        signs_.set(kFrom, from);
        signs_.set(kTo, to);
    }

    /// `symbolic` as for rays, by an infinitely small shift of the end, which must not be on the surface.
    [[nodiscard]] Crossing with(const Pose& pose, const Triangle& t, bool symbolic) noexcept {
        signs_.set(kA, {&pose, t.a});
        signs_.set(kB, {&pose, t.b});
        signs_.set(kC, {&pose, t.c});
        const Sign start = signs_.orient3d(kA, kB, kC, kFrom);
        if (is_zero(start) && starts_in_triangle(signs_)) return Crossing::boundary;
        Sign end = signs_.orient3d(kA, kB, kC, kTo);
        if (is_zero(start)) return is_zero(end) && !symbolic ? Crossing::unclear : Crossing::none;
        if (is_zero(end)) {
            if (!symbolic) return Crossing::none;
            end = chosen_side(signs_, kA, kB, kC);
        }
        if (end != opposite(start)) return Crossing::none;
        Sign ab = signs_.orient3d(kFrom, kTo, kA, kB), bc = signs_.orient3d(kFrom, kTo, kB, kC), ca = signs_.orient3d(kFrom, kTo, kC, kA);
        if (some_opposite(ab, bc, ca)) return Crossing::none;
        if (is_zero(ab) || is_zero(bc) || is_zero(ca)) {
            if (!symbolic) return Crossing::unclear;
            if (is_zero(ab)) ab = chosen_side(signs_, kFrom, kA, kB);
            if (is_zero(bc)) bc = chosen_side(signs_, kFrom, kB, kC);
            if (is_zero(ca)) ca = chosen_side(signs_, kFrom, kC, kA);
        }
        return some_opposite(ab, bc, ca) ? Crossing::none : Crossing::crossed;
    }

private:
    PlacedSigns signs_;
};

Aabb box_of(const IntervalVec3& p) noexcept { return {{p.x.lower, p.y.lower, p.z.lower}, {p.x.upper, p.y.upper, p.z.upper}}; }

/// A point of the world whose place in the mesh's frame is known only up to rounding, and near which there are triangles: exact signs tell
/// what lies between it and a point nearby that is exact in both.
PointSide side_near_surface(const MeshData& solid, const Pose& pose, const PlacedPoint& point, const Aabb& around,
                            WorkBudget* work) noexcept {
    const Vec3 middle = centre(around);
    // Wide enough for many doubles to lie in it, small enough for few triangles.
    const double spread = 1024 * max_component(half_extents(around));
    for (std::uint64_t draw = 0; draw < 16; ++draw) {
        Vec3 nearby = middle;
        for (std::size_t i = 0; i < 3; ++i) nearby[i] += spread * (2 * random_unit(3 * draw + i) - 1);
        const PointSide side = side_of(solid, nearby, work);
        if (side == PointSide::boundary) continue;
        ExactSegment segment(point, {&pose, nearby}, work);
        Crossing worst = Crossing::none;
        bool odd = false;
        visit_box(solid.tree, merge(around, {nearby, nearby}), [&](const LeafSlots& leaf) {
            for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
                const Crossing found = segment.with(pose, solid.triangle_in_slot(s), false);
                if (found == Crossing::crossed) odd = !odd;
                if (found == Crossing::unclear && worst != Crossing::boundary) worst = found;
                if (found == Crossing::boundary) worst = found;
            }
            return worst == Crossing::boundary ? Continue::no : Continue::yes;
        });
        if (worst == Crossing::boundary) return PointSide::boundary;
        if (worst == Crossing::unclear) continue;
        return (side == PointSide::inside) != odd ? PointSide::inside : PointSide::outside;
    }
    return inside_detail::side_by_all_triangles(solid, pose, point, work);
}

}  // namespace

IntervalVec3 local_enclosure(const Pose& pose, const PlacedPoint& point) noexcept {
    IntervalVec3 world = enclose(point.local);
    if (point.pose != nullptr) {
        if (*point.pose == pose) return world;
        world = enclose(point.pose->rotation) * world + enclose(point.pose->position);
    }
    if (pose.rotation == Mat3::identity()) return world - enclose(pose.position);
    return solve(pose.rotation, world - enclose(pose.position));
}

Parity inside_detail::ray_parity(const MeshData& solid, const Vec3& point, const Vec3& direction, bool symbolic,
                                 WorkBudget* work) noexcept {
    const RaySegment ray{point, direction};
    Parity parity = Parity::even;
    bool unclear = false;
    visit_ray(solid.tree, ray, [&](const LeafSlots& leaf, double, double&) {
        spend(work, work::kLeaf + leaf.count * work::kPointTriangle);
        for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
            switch (crossing_of(ray, solid.triangle_in_slot(s), symbolic, work)) {
                case Crossing::none: break;
                case Crossing::crossed: parity = parity == Parity::even ? Parity::odd : Parity::even; break;
                case Crossing::unclear: unclear = true; break;
                case Crossing::boundary: parity = Parity::boundary; return Continue::no;
            }
        }
        return Continue::yes;
    });
    return unclear && parity != Parity::boundary ? Parity::unclear : parity;
}

PointSide inside_detail::side_by_all_triangles(const MeshData& solid, const Pose& pose, const PlacedPoint& point,
                                               WorkBudget* work) noexcept {
    // Off the box by more than its size, in the mesh's frame: never on the surface.
    const double off = std::max(2 * solid.reach, kSmallestServed);
    const Vec3 outside = solid.tree.bounds().max + Vec3{off, 0.9 * off, 0.8 * off};
    ExactSegment segment(point, {&pose, outside}, work);
    bool odd = false;
    for (std::size_t i = 0; i < solid.triangles.size(); ++i) {
        const Crossing found = segment.with(pose, solid.triangle(i), true);
        if (found == Crossing::boundary) return PointSide::boundary;
        if (found == Crossing::crossed) odd = !odd;
    }
    return odd ? PointSide::inside : PointSide::outside;
}

PointSide side_of(const MeshData& solid, const Vec3& point, WorkBudget* work) noexcept {
    const Aabb& box = solid.tree.bounds();
    if (!contains(box, point)) return PointSide::outside;
    for (std::uint64_t draw = 0;; ++draw) {
        switch (inside_detail::ray_parity(solid, point, direction_of(box, point, draw), draw >= kDraws, work)) {
            case Parity::even: return PointSide::outside;
            case Parity::odd: return PointSide::inside;
            case Parity::boundary: return PointSide::boundary;
            case Parity::unclear: break;
        }
    }
}

PointSide side_of(const MeshData& solid, const Pose& pose, const PlacedPoint& point, WorkBudget* work) noexcept {
    const IntervalVec3 local = local_enclosure(pose, point);
    const Aabb around = box_of(local);
    if (!is_finite(around.min) || !is_finite(around.max)) return inside_detail::side_by_all_triangles(solid, pose, point, work);
    if (around.min == around.max) return side_of(solid, around.min, work);
    if (!overlaps(around, solid.tree.bounds())) return PointSide::outside;
    bool clear = true;
    visit_box(solid.tree, around, [&](const LeafSlots& leaf) {
        for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
            const Triangle t = solid.triangle_in_slot(s);
            clear = clear && !overlaps(around, box_of(t));
        }
        return clear ? Continue::yes : Continue::no;
    });
    // No triangle within rounding: all of the enclosure is on one side.
    return clear ? side_of(solid, middle(local), work) : side_near_surface(solid, pose, point, around, work);
}

}  // namespace graze
