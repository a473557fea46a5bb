// Checks of relations. For a pair that overlaps, the verdict proves the overlap and the certified separation
// its depth; containment is proven by testing every corner.
#include "verify/verify_relation.hpp"

#include <algorithm>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "shape/ball.hpp"
#include "shape/primitives/list.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace verifying {
namespace {

bool same_place(const Placed& a, const Placed& b) noexcept {
    const bool round = is_ball(a.shape) && a.shape.centre() == Vec3{};
    return round ? a.pose.position == b.pose.position : a.pose == b.pose;
}

/// Of one file, built twice.
bool same_mesh(const Shape& x, const Shape& y) noexcept {
    const MeshData* p = mesh_data(x);
    const MeshData* q = mesh_data(y);
    return p != nullptr && q != nullptr && p->options.kind == q->options.kind &&
           p->triangles == q->triangles && p->vertices.size() == q->vertices.size() &&
           std::equal(p->vertices.begin(), p->vertices.end(), q->vertices.begin());
}

/// Adds the balls of a shape with `margin` around its core; false when it is not the hull of a few balls.
bool add_balls(const Shape& shape, double margin, std::vector<PrimitiveBall>& balls) {
    if (shape.type() == ShapeType::rounded) return add_balls(shape.children()[0], margin, balls);
    const auto add = [&](std::span<const Vec3> corners) {
        for (const Vec3& corner : corners) balls.push_back({corner, margin});
        return true;
    };
    const auto of_primitive = [&]<class P>(const P& p) {
        if constexpr (requires { PrimitiveTraits<P>::balls(p); }) {
            for (const PrimitiveBall& ball : PrimitiveTraits<P>::balls(p))
                balls.push_back({ball.centre, ball.radius + (margin - shape.margin())});
            return true;
        } else if constexpr (requires { PrimitiveTraits<P>::core_corners(p); }) {
            return add(PrimitiveTraits<P>::core_corners(p));
        } else {
            return false;
        }
    };
    return visit_primitive(shape, of_primitive, [&] {
        const bool listed = shape.type() == ShapeType::hull || shape.type() == ShapeType::polygon;
        return listed && add(static_cast<const HullData*>(shape.payload())->vertices);
    });
}

}  // namespace

double most_touch(const Placed& a, const Placed& b) noexcept {
    double extent = length(b.pose.position - a.pose.position);
    for (const Placed* placed : {&a, &b}) {
        if (std::isfinite(placed->shape.reach())) extent += placed->shape.reach();
    }
    return 64 * kEps * extent;
}

bool identical(const Placed& a, const Placed& b) noexcept {
    const Shape& x = a.shape;
    const Shape& y = b.shape;
    if (x.type() != y.type() || x.values() != y.values() || x.margin() != y.margin() || !same_place(a, b))
        return false;
    return x.payload() == y.payload() || same_mesh(x, y);
}

std::vector<PrimitiveBall> corner_balls(const Shape& shape) {
    std::vector<PrimitiveBall> balls;
    // A ball around the shape is sufficient when it fits inside.
    if (!add_balls(shape, shape.margin(), balls))
        balls = {{shape.centre(), shape.reach() + length(shape.centre())}};
    return balls;
}

}  // namespace verifying

namespace {

using namespace verifying;

/// All balls at the corners of the bounded, convex `inner` lie in the convex `outer`, and with them their
/// hull; or supports show it.
bool shown_inside(const Placed& outer, const Placed& inner, double tolerance) {
    if (!outer.shape.convex() || !inner.shape.convex() || inner.shape.type() == ShapeType::half_space)
        return false;
    const IntervalVec3 apart = enclose(inner.pose.position) - enclose(outer.pose.position);
    const Interval stretched = stretch(inner.pose.rotation);
    const bool by_corners = std::ranges::all_of(corner_balls(inner.shape), [&](const PrimitiveBall& ball) {
        const double radius = (Interval(ball.radius) * stretched).upper;
        return clearance_at(outer, enclose(inner.pose.rotation) * enclose(ball.centre) + apart) >=
               radius - tolerance;
    });
    return by_corners || inside_by_supports(outer, inner, tolerance);
}

}  // namespace

bool verify(const CertifiedRelation& certified, const Placed& a, const Placed& b) {
    if (!meaningful(a) || !meaningful(b)) return false;
    const double tolerance = most_touch(a, b);
    const Interval& distance = certified.separation.separation.distance;
    switch (certified.relation) {
        case Relation::disjoint:
            return certified.verdict.answer == Answer::disjoint && verify(certified.verdict, a, b);
        case Relation::identical: return identical(a, b);
        case Relation::touching:
            if (certified.verdict.answer == Answer::undecided && verify(certified.verdict, a, b)) return true;
            // A common point bounds the distance of curved parts from above where their witnesses are not
            // known as closely.
            if (!(distance.lower >= -tolerance) || !verify(certified.separation, a, b)) return false;
            return distance.upper <= tolerance ||
                   (certified.verdict.answer == Answer::intersecting && verify(certified.verdict, a, b));
        case Relation::overlapping: return distance.upper < -tolerance && verify(certified.separation, a, b);
        case Relation::a_inside_b: return shown_inside(b, a, tolerance);
        case Relation::b_inside_a: return shown_inside(a, b, tolerance);
    }
    return false;
}

}  // namespace graze
