// Vertices, edges and convex faces of placed flat sets, in exact coordinates: signs of orientations decide
// whether two features intersect.
#include "verify/verify_crossing.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "graze/math/predicates.hpp"
#include "graze/shape/hull.hpp"
#include "math/degeneracy/projection_axis.hpp"
#include "math/placed_arithmetic.hpp"

namespace graze::verifying {
namespace {

/// One to three points whose hull is meant; repeated points are fine.
struct Simplex {
    std::array<PlacedPoint, 3> points{};
    std::size_t count = 0;
};

bool same(const PlacedPoint& p, const PlacedPoint& q) noexcept {
    return difference_sign(p, q, 0) == Sign::zero && difference_sign(p, q, 1) == Sign::zero &&
           difference_sign(p, q, 2) == Sign::zero;
}

bool point_on_edge(const PlacedPoint& p, const PlacedPoint& u, const PlacedPoint& v) noexcept {
    PointSigns signs;
    return on_segment(signs, p, u, v);
}

bool edges_intersect(const PlacedPoint& p, const PlacedPoint& q, const PlacedPoint& u,
                     const PlacedPoint& v) noexcept {
    if (orient3d(p, q, u, v) != Sign::zero) return false;
    PointSigns signs;
    int axis = area_axis(signs, p, q, u);
    if (axis < 0) axis = area_axis(signs, p, q, v);
    if (axis < 0)
        return point_on_edge(p, u, v) || point_on_edge(q, u, v) || point_on_edge(u, p, q) ||
               point_on_edge(v, p, q);
    // Projected along this axis the common plane does not degenerate: its segments intersect exactly where
    // their projections do.
    return weakly_opposite(cross_sign(p, q, u, axis), cross_sign(p, q, v, axis)) &&
           weakly_opposite(cross_sign(u, v, p, axis), cross_sign(u, v, q, axis));
}

bool point_in_triangle(const PlacedPoint& p, const std::array<PlacedPoint, 3>& t) noexcept {
    PointSigns signs;
    return orient3d(t[0], t[1], t[2], p) == Sign::zero &&
           in_triangle(signs, p, t, area_axis(signs, t[0], t[1], t[2]));
}

bool edge_intersects_triangle(const PlacedPoint& p, const PlacedPoint& q,
                              const std::array<PlacedPoint, 3>& t) noexcept {
    const Sign side_p = orient3d(t[0], t[1], t[2], p);
    const Sign side_q = orient3d(t[0], t[1], t[2], q);
    if (side_p == Sign::zero && side_q == Sign::zero) {
        return point_in_triangle(p, t) || point_in_triangle(q, t) || edges_intersect(p, q, t[0], t[1]) ||
               edges_intersect(p, q, t[1], t[2]) || edges_intersect(p, q, t[2], t[0]);
    }
    // The segment reaches the plane in one point; it is inside when the line passes all three edges on the
    // same side.
    return weakly_opposite(side_p, side_q) &&
           weakly_alike(orient3d(p, q, t[0], t[1]), orient3d(p, q, t[1], t[2]), orient3d(p, q, t[2], t[0]));
}

bool simplices_intersect(const Simplex& a, const Simplex& b) noexcept {
    if (a.count > b.count) return simplices_intersect(b, a);
    const auto& p = a.points;
    const auto& q = b.points;
    if (a.count == 1 && b.count == 1) return same(p[0], q[0]);
    if (a.count == 1 && b.count == 2) return point_on_edge(p[0], q[0], q[1]);
    if (a.count == 1) return point_in_triangle(p[0], q);
    if (b.count == 2) return edges_intersect(p[0], p[1], q[0], q[1]);
    if (a.count == 2) return edge_intersects_triangle(p[0], p[1], q);
    // If two triangles intersect, an edge of one intersects the other.
    for (std::size_t i = 0; i < 3; ++i) {
        if (edge_intersects_triangle(p[i], p[(i + 1) % 3], q) ||
            edge_intersects_triangle(q[i], q[(i + 1) % 3], p))
            return true;
    }
    return false;
}

/// The point of the segment that divides it as |x| : |y|.
IntervalVec3 point_between(const PlacedPoint& p, const PlacedPoint& q, const ExactNumber& x,
                           const ExactNumber& y) noexcept {
    const IntervalVec3 from = placed<Interval>(p);
    return from + (placed<Interval>(q) - from) * share_of(x, y);
}

/// Around a common point of two edges that intersect.
IntervalVec3 box_of_edges(const PlacedPoint& p, const PlacedPoint& q, const PlacedPoint& u,
                          const PlacedPoint& v) noexcept {
    if (point_on_edge(p, u, v)) return placed<Interval>(p);
    if (point_on_edge(q, u, v)) return placed<Interval>(q);
    if (point_on_edge(u, p, q)) return placed<Interval>(u);
    if (point_on_edge(v, p, q)) return placed<Interval>(v);
    // No end is on the other edge: they cross inside of both, at the ratio of the areas beside the line p q.
    PointSigns signs;
    const auto [i, j] = plane_across(std::max(0, area_axis(signs, p, q, u)));
    const BasicVec3<ExactNumber> from = placed<ExactNumber>(p);
    const BasicVec3<ExactNumber> along = placed<ExactNumber>(q) - from;
    const auto area = [&, i = i, j = j](const PlacedPoint& corner) {
        const BasicVec3<ExactNumber> to = placed<ExactNumber>(corner) - from;
        return along[i] * to[j] - along[j] * to[i];
    };
    return point_between(u, v, area(u), area(v));
}

/// Around a common point of an edge and a triangle that intersect.
IntervalVec3 box_of_edge_triangle(const PlacedPoint& p, const PlacedPoint& q,
                                  const std::array<PlacedPoint, 3>& t) noexcept {
    const BasicVec3<ExactNumber> from = placed<ExactNumber>(t[0]);
    const BasicVec3<ExactNumber> normal =
        cross(placed<ExactNumber>(t[1]) - from, placed<ExactNumber>(t[2]) - from);
    const ExactNumber side_p = dot(normal, placed<ExactNumber>(p) - from);
    const ExactNumber side_q = dot(normal, placed<ExactNumber>(q) - from);
    if (side_p.sign() != Sign::zero || side_q.sign() != Sign::zero)
        return point_between(p, q, side_p, side_q);
    if (point_in_triangle(p, t)) return placed<Interval>(p);
    if (point_in_triangle(q, t)) return placed<Interval>(q);
    for (std::size_t i = 0; i < 2; ++i) {
        if (edges_intersect(p, q, t[i], t[i + 1])) return box_of_edges(p, q, t[i], t[i + 1]);
    }
    return box_of_edges(p, q, t[2], t[0]);
}

/// Around a common point of two simplices that intersect.
IntervalVec3 box_of_simplices(const Simplex& a, const Simplex& b) noexcept {
    if (a.count > b.count) return box_of_simplices(b, a);
    const auto& p = a.points;
    const auto& q = b.points;
    if (a.count == 1) return placed<Interval>(p[0]);
    if (b.count == 2) return box_of_edges(p[0], p[1], q[0], q[1]);
    if (a.count == 2) return box_of_edge_triangle(p[0], p[1], q);
    for (std::size_t i = 0; i < 3; ++i) {
        if (edge_intersects_triangle(p[i], p[(i + 1) % 3], q))
            return box_of_edge_triangle(p[i], p[(i + 1) % 3], q);
        if (edge_intersects_triangle(q[i], q[(i + 1) % 3], p))
            return box_of_edge_triangle(q[i], q[(i + 1) % 3], p);
    }
    return {Interval::everything(), Interval::everything(), Interval::everything()};
}

/// The points whose hull the shape is, when it is given by its vertices.
std::size_t vertex_count(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::point: return 1;
        case ShapeType::segment: return 2;
        case ShapeType::triangle: return 3;
        case ShapeType::tetrahedron: return 4;
        case ShapeType::polygon:
        case ShapeType::hull: return static_cast<const HullData&>(*shape.payload()).vertices.size();
        default: return 0;
    }
}

PlacedPoint vertex(const Placed& placed, std::size_t i) noexcept {
    const bool listed = placed.shape.type() == ShapeType::polygon || placed.shape.type() == ShapeType::hull;
    return {&placed.pose, listed ? static_cast<const HullData&>(*placed.shape.payload()).vertices[i]
                                 : placed.shape.vector(i)};
}

/// How many simplices a feature consists of; 0 when the shape has no such feature.
std::size_t piece_count(const Feature& feature, const Placed& placed) noexcept {
    const std::size_t count = vertex_count(placed.shape);
    switch (feature.kind) {
        case Feature::Kind::vertex: return feature.first < count ? 1 : 0;
        case Feature::Kind::edge: return feature.first < count && feature.second < count ? 1 : 0;
        case Feature::Kind::face: {
            const bool flat =
                placed.shape.type() == ShapeType::triangle || placed.shape.type() == ShapeType::polygon;
            return flat && count >= 3 ? count - 2 : 0;
        }
    }
    return 0;
}

Simplex piece(const Feature& feature, const Placed& placed, std::size_t i) noexcept {
    switch (feature.kind) {
        case Feature::Kind::vertex: return {{vertex(placed, feature.first)}, 1};
        case Feature::Kind::edge: return {{vertex(placed, feature.first), vertex(placed, feature.second)}, 2};
        case Feature::Kind::face: break;
    }
    return {{vertex(placed, 0), vertex(placed, i + 1), vertex(placed, i + 2)}, 3};
}

}  // namespace

std::optional<Feature> flat_feature(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::point: return Feature{Feature::Kind::vertex, 0, 0};
        case ShapeType::segment: return Feature{Feature::Kind::edge, 0, 1};
        case ShapeType::triangle:
        case ShapeType::polygon: return Feature{Feature::Kind::face, 0, 0};
        default: return std::nullopt;
    }
}

namespace {

/// Calls visit(simplex of a, simplex of b) for the first pieces of the features that intersect; whether there
/// are any.
template <class Visit>
bool visit_crossing(const Crossing& crossing, const Placed& a, const Placed& b, const Visit& visit) noexcept {
    const std::size_t count_a = piece_count(crossing.feature_a, a);
    const std::size_t count_b = piece_count(crossing.feature_b, b);
    for (std::size_t i = 0; i < count_a; ++i) {
        const Simplex part = piece(crossing.feature_a, a, i);
        for (std::size_t j = 0; j < count_b; ++j) {
            const Simplex other = piece(crossing.feature_b, b, j);
            if (!simplices_intersect(part, other)) continue;
            visit(part, other);
            return true;
        }
    }
    return false;
}

}  // namespace

bool features_intersect(const Crossing& crossing, const Placed& a, const Placed& b) noexcept {
    return visit_crossing(crossing, a, b, [](const Simplex&, const Simplex&) {});
}

std::optional<IntervalVec3> crossing_box(const Crossing& crossing, const Placed& a,
                                         const Placed& b) noexcept {
    std::optional<IntervalVec3> box;
    visit_crossing(crossing, a, b,
                   [&](const Simplex& of_a, const Simplex& of_b) { box = box_of_simplices(of_a, of_b); });
    return box;
}

}  // namespace graze::verifying
