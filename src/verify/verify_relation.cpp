// Relations by what shows them. Of a pair that overlaps the verdict shows that it does, and a certified separation how deep; containment is shown by
// corners, each of them again.
#include "verify/verify_relation.hpp"

#include <algorithm>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace verifying {
namespace {

bool same_place(const Placed& a, const Placed& b) noexcept {
    const bool round = a.shape.type() == ShapeType::sphere;
    return round ? a.pose.position == b.pose.position : a.pose == b.pose;
}

/// Of one file, built twice.
bool same_mesh(const Shape& x, const Shape& y) noexcept {
    const MeshData* p = mesh_data(x);
    const MeshData* q = mesh_data(y);
    return p != nullptr && q != nullptr && p->options.kind == q->options.kind && p->triangles == q->triangles && p->vertices == q->vertices;
}

void add_box(const Vec3& half, std::vector<Vec3>& points) {
    for (int i = 0; i < 8; ++i)
        points.push_back({(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
}

/// Local corners of the core; false when the shape is not the hull of a few balls.
bool core_corners(const Shape& shape, std::vector<Vec3>& points) {
    switch (shape.type()) {
        case ShapeType::point:
        case ShapeType::segment:
        case ShapeType::triangle:
        case ShapeType::tetrahedron: {
            const std::size_t count = shape.type() == ShapeType::point      ? 1
                                      : shape.type() == ShapeType::segment  ? 2
                                      : shape.type() == ShapeType::triangle ? 3
                                                                            : 4;
            for (std::size_t i = 0; i < count; ++i) points.push_back(shape.vector(i));
            return true;
        }
        case ShapeType::sphere: points.push_back({}); return true;
        case ShapeType::capsule:
            for (const double end : {-1.0, 1.0}) points.push_back({0, 0, end * shape.values()[1]});
            return true;
        case ShapeType::box: add_box(shape.vector(0), points); return true;
        case ShapeType::hull:
        case ShapeType::polygon: {
            const auto& vertices = static_cast<const HullData*>(shape.payload())->vertices;
            points.insert(points.end(), vertices.begin(), vertices.end());
            return true;
        }
        case ShapeType::rounded: return core_corners(shape.children()[0], points);
        default: return false;
    }
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
    if (x.type() != y.type() || x.values() != y.values() || x.margin() != y.margin() || !same_place(a, b)) return false;
    return x.payload() == y.payload() || same_mesh(x, y);
}

Corners corners_of(const Shape& shape) {
    Corners corners;
    corners.radius = shape.margin();
    if (!core_corners(shape, corners.points)) {
        // A ball around the shape is sufficient when it fits inside.
        corners.points = {shape.centre()};
        corners.radius = shape.reach() + length(shape.centre());
    }
    return corners;
}

}  // namespace verifying

namespace {

using namespace verifying;

/// All balls at the corners of the bounded, convex `inner` lie in the convex `outer`, and with them their hull; or supports show it.
bool shown_inside(const Placed& outer, const Placed& inner, double tolerance) {
    if (!outer.shape.convex() || !inner.shape.convex() || inner.shape.type() == ShapeType::half_space) return false;
    const Corners corners = corners_of(inner.shape);
    const IntervalVec3 apart = enclose(inner.pose.position) - enclose(outer.pose.position);
    const double radius = (Interval(corners.radius) * stretch(inner.pose.rotation)).upper;
    const bool by_corners = std::ranges::all_of(corners.points, [&](const Vec3& point) {
        return clearance_at(outer, enclose(inner.pose.rotation) * enclose(point) + apart) >= radius - tolerance;
    });
    return by_corners || inside_by_supports(outer, inner, tolerance);
}

}  // namespace

bool verify(const CertifiedRelation& certified, const Placed& a, const Placed& b) {
    if (!meaningful(a) || !meaningful(b)) return false;
    const double tolerance = most_touch(a, b);
    const Interval& distance = certified.separation.separation.distance;
    switch (certified.relation) {
        case Relation::disjoint: return certified.verdict.answer == Answer::disjoint && verify(certified.verdict, a, b);
        case Relation::identical: return identical(a, b);
        case Relation::touching:
            if (certified.verdict.answer == Answer::undecided && verify(certified.verdict, a, b)) return true;
            // A common point bounds the distance of curved parts from above where their witnesses are not known as closely.
            if (!(distance.lower >= -tolerance) || !verify(certified.separation, a, b)) return false;
            return distance.upper <= tolerance || (certified.verdict.answer == Answer::intersecting && verify(certified.verdict, a, b));
        case Relation::overlapping: return distance.upper < -tolerance && verify(certified.separation, a, b);
        case Relation::a_inside_b: return shown_inside(b, a, tolerance);
        case Relation::b_inside_a: return shown_inside(a, b, tolerance);
    }
    return false;
}

}  // namespace graze
