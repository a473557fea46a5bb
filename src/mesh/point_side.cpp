// Rays through the tree from points that are exact in the mesh's frame.
#include "mesh/point_side.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/tree/box_tree.hpp"
#include "math/placed_arithmetic.hpp"
#include "math/placed_signs.hpp"
#include "mesh/triangle_crossing.hpp"

namespace graze {
namespace {

using namespace crossing;  // NOLINT(google-build-using-namespace): the counting of crossings is written in
                           // its words
using inside_detail::Parity;
using inside_detail::random_unit;

// A ray in a random direction hits an edge about once in 2^50 times; only meshes that are mostly edges need a
// second draw.
constexpr std::uint64_t kDraws = 4;

/// Sign of direction · ((u - q) × (v - q)): on which side of the edge uv the ray from q passes.
Sign passing_side(const RaySegment& ray, const Vec3& u, const Vec3& v, WorkBudget* work) noexcept {
    const Vec3 &q = ray.origin, &direction = ray.direction;
    const Vec3 a = u - q, b = v - q;
    const Vec3 plus{a.y * b.z, a.z * b.x, a.x * b.y}, minus{a.z * b.y, a.x * b.z, a.y * b.x};
    const double side = dot(plus - minus, direction);
    const double magnitude = dot(abs(plus) + abs(minus), abs(direction));
    // As for orient3d: two differences, product, subtraction, product, two sums carry seven roundings;
    // 2^-1000 against underflow.
    if (magnitude > 0x1p-900 && std::abs(side) > 10 * kEps * magnitude) return sign_of(side);
    spend(work, work::kExactSign);
    const BasicVec3<ExactNumber> o = converted<ExactNumber>(q);
    return dot(cross(converted<ExactNumber>(u) - o, converted<ExactNumber>(v) - o),
               converted<ExactNumber>(direction))
        .sign();
}

TriangleCrossing crossing_of(const RaySegment& ray, const Triangle& t, bool symbolic,
                             WorkBudget* work) noexcept {
    Sign ab = passing_side(ray, t.a, t.b, work);
    Sign bc = passing_side(ray, t.b, t.c, work);
    if (some_opposite(ab, bc, bc)) return TriangleCrossing::none;
    Sign ca = passing_side(ray, t.c, t.a, work);
    if (some_opposite(ab, bc, ca)) return TriangleCrossing::none;
    const Sign height = orient3d(t.a, t.b, t.c, ray.origin);
    const bool grazing = is_zero(ab) || is_zero(bc) || is_zero(ca);
    if (is_zero(height) || (grazing && symbolic)) {
        PlacedSigns signs(work);
        signs.set(kFrom, {nullptr, ray.origin});
        signs.set(kA, {nullptr, t.a});
        signs.set(kB, {nullptr, t.b});
        signs.set(kC, {nullptr, t.c});
        // From a point of the plane but not of the triangle a ray turned a little never comes back to the
        // plane.
        if (is_zero(height))
            return starts_in_triangle(signs) ? TriangleCrossing::boundary : TriangleCrossing::none;
        if (is_zero(ab)) ab = chosen_side(signs, kFrom, kA, kB);
        if (is_zero(bc)) bc = chosen_side(signs, kFrom, kB, kC);
        if (is_zero(ca)) ca = chosen_side(signs, kFrom, kC, kA);
        if (some_opposite(ab, bc, ca)) return TriangleCrossing::none;
    } else if (grazing) {
        return TriangleCrossing::unclear;
    }
    // The three sides sum up to the direction's component along the normal, so it has their sign.
    return height == opposite(ab) ? TriangleCrossing::crossed : TriangleCrossing::none;
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
    for (std::size_t i = 0; i < 3; ++i)
        direction[i] = i == axis ? sign : 0.7 * (random_unit(3 * draw + i) - 0.5);
    return direction;
}

}  // namespace

// splitmix64.
double inside_detail::random_unit(std::uint64_t n) noexcept {
    std::uint64_t z = (n + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

Parity inside_detail::ray_parity(const MeshData& solid, const Vec3& point, const Vec3& direction,
                                 bool symbolic, WorkBudget* work) noexcept {
    const RaySegment ray{point, direction};
    Parity parity = Parity::even;
    bool unclear = false;
    const TreeStats stats = visit_ray(solid.tree, ray, [&](const LeafSlots& leaf, double, double&) {
        spend(work, work::kLeaf + leaf.count * work::kPointTriangle);
        for (std::uint32_t s = leaf.first; s < leaf.first + leaf.count; ++s) {
            switch (crossing_of(ray, solid.triangle_in_slot(s), symbolic, work)) {
                case TriangleCrossing::none: break;
                case TriangleCrossing::crossed:
                    parity = parity == Parity::even ? Parity::odd : Parity::even;
                    break;
                case TriangleCrossing::unclear: unclear = true; break;
                case TriangleCrossing::boundary: parity = Parity::boundary; return Continue::no;
            }
        }
        return Continue::yes;
    });
    spend(work, stats.node_tests * work::kNode);
    return unclear && parity != Parity::boundary ? Parity::unclear : parity;
}

PointSide side_of(const MeshData& solid, const Vec3& point, WorkBudget* work) noexcept {
    const Aabb& box = solid.tree.bounds();
    if (!contains(box, point)) return PointSide::outside;
    for (std::uint64_t draw = 0;; ++draw) {
        switch (
            inside_detail::ray_parity(solid, point, direction_of(box, point, draw), draw >= kDraws, work)) {
            case Parity::even: return PointSide::outside;
            case Parity::odd: return PointSide::inside;
            case Parity::boundary: return PointSide::boundary;
            case Parity::unclear: break;
        }
    }
}

}  // namespace graze
