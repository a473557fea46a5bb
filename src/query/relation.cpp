// Relations from the verbs below them: apart by `decide`, inside by corners, touching by how deep the pair is. World frame.
#include "graze/query/relation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "convex/core_pair.hpp"
#include "convex/triangle_triangle.hpp"
#include "graze/shape/combinators.hpp"
#include "graze/shape/hull.hpp"
#include "query/composite.hpp"

namespace graze {
namespace {

/// Shapes no deeper than this in each other touch: what an undecided verdict may leave open.
double touch(const Placed& a, const Placed& b) noexcept {
    double extent = length(b.pose.position - a.pose.position);
    for (const Placed* placed : {&a, &b}) {
        if (std::isfinite(placed->shape.reach())) extent += placed->shape.reach();
    }
    return 64 * kEps * extent;
}

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

bool identical(const Placed& a, const Placed& b) noexcept {
    const Shape& x = a.shape;
    const Shape& y = b.shape;
    if (x.type() != y.type() || x.values() != y.values() || x.margin() != y.margin() || !same_place(a, b)) return false;
    return x.payload() == y.payload() || same_mesh(x, y);
}

/// Balls whose hull is the shape: centres in the world, one radius.
struct Corners {
    std::vector<Vec3> points;
    double radius = 0;
};

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

Corners corners_of(const Placed& placed) {
    Corners corners;
    corners.radius = placed.shape.margin();
    if (!core_corners(placed.shape, corners.points)) {
        // A ball around the shape says enough when it fits in.
        corners.points = {placed.shape.centre()};
        corners.radius = placed.shape.reach() + length(placed.shape.centre());
    }
    for (Vec3& point : corners.points) point = placed.pose * point;
    return corners;
}

/// Whether the convex `outer` contains all of `inner`, which is bounded: an eroded convex set is convex, so corners are enough.
bool convex_contains(const Placed& outer, const Placed& inner, double tolerance) noexcept {
    const auto holds = [&](const Vec3& point, double radius) {
        return separation({Point{}, Pose::translation(point)}, outer).distance.upper <= -radius + tolerance;
    };
    if (inner.shape.convex()) {
        const Corners corners = corners_of(inner);
        return std::all_of(corners.points.begin(), corners.points.end(), [&](const Vec3& p) { return holds(p, corners.radius); });
    }
    const PlacedParts parts(inner);
    for (std::uint32_t i = 0; i < parts.count(); ++i) {
        if (!convex_contains(outer, placed_part(parts, i), tolerance)) return false;
    }
    return true;
}

/// Given that they reach into each other. A solid mesh whose surface meets the other shape is said to contain it only where it is convex.
bool contains(const Placed& outer, const Placed& inner, double tolerance) noexcept {
    if (inner.shape.type() == ShapeType::half_space) return false;
    if (outer.shape.convex()) return convex_contains(outer, inner, tolerance);
    const MeshData* mesh = mesh_data(outer.shape);
    if (mesh == nullptr || !mesh->convex) return false;
    const Shape grown = outer.shape.margin() > 0 ? rounded(mesh->convex->hull, outer.shape.margin()) : mesh->convex->hull;
    return convex_contains({grown, outer.pose}, inner, tolerance + mesh->convex->excess);
}

bool parts_reach_into_each_other(const PartPairs& pairs, double tolerance) noexcept {
    const PlacedParts& a = pairs.a;
    const PlacedParts& b = pairs.b;
    const bool plain = a.made_of_triangles() && b.made_of_triangles() && a.margin() == 0 && b.margin() == 0;
    const TriangleView view(pairs.a.placed.pose, pairs.b.placed.pose, pairs.b.placed.shape.core_reach());
    bool deep = false;
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        deep = plain ? contact(view, a.triangle(i), b.triangle(j)) == TriangleContact::crossing
                     : separation(placed_part(pairs.a, i), placed_part(pairs.b, j)).distance.upper < -tolerance;
        return deep ? Continue::no : Continue::yes;
    });
    return deep;
}

/// Whether the common set of two shapes that meet is more than rounding could make it.
bool reach_into_each_other(const Placed& a, const Placed& b, double tolerance) noexcept {
    if ((a.shape.convex() && b.shape.convex()) || a.shape.type() == ShapeType::half_space || b.shape.type() == ShapeType::half_space)
        return separation(a, b).distance.upper < -tolerance;
    const PartPairs pairs(a, b);
    if (!pairs.bounded || parts_reach_into_each_other(pairs, tolerance) || surface_enters_solid(pairs, tolerance)) return true;
    // Solids that fill the same space may have no triangle in each other: a point deep in both tells.
    return separation(a, b, {.max_iterations = 64}).distance.upper < -tolerance;
}

/// For shapes that meet although no parts do. A surface all inside of the other side is not enough: that one may have a cavity in it.
Relation relation_of_enclosed(const PartPairs& pairs) noexcept {
    if (all_enclosed(pairs, true)) return reaches_around_piece(pairs, true) ? Relation::overlapping : Relation::b_inside_a;
    if (all_enclosed(pairs, false)) return reaches_around_piece(pairs, false) ? Relation::overlapping : Relation::a_inside_b;
    return Relation::overlapping;
}

}  // namespace

Relation relation(const Placed& a, const Placed& b) noexcept {
    const Verdict verdict = decide(a, b);
    if (verdict.status == Status::invalid_input) return Relation::overlapping;
    if (verdict.answer == Answer::disjoint) return Relation::disjoint;
    if (identical(a, b)) return Relation::identical;
    if (verdict.answer == Answer::undecided) return Relation::touching;
    if (std::holds_alternative<EnclosedPart>(verdict.proof)) {
        const PartPairs pairs(a, b);
        if (!meeting_parts(pairs)) return relation_of_enclosed(pairs);
    }
    const double tolerance = touch(a, b);
    if (!reach_into_each_other(a, b, tolerance)) return Relation::touching;
    if (contains(a, b, tolerance)) return Relation::b_inside_a;
    if (contains(b, a, tolerance)) return Relation::a_inside_b;
    return Relation::overlapping;
}

}  // namespace graze
