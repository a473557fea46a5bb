// Separating axes of small convex polytopes: point, segment, triangle, tetrahedron, polygon, box, hull, in
// every combination. Frame of a throughout. Flat shapes are solid in their plane: their normal is an axis,
// and where the difference of the two shapes is flat itself (coplanar triangles, collinear segments) axes
// inside that flat are tried too.
//
// Guarantee: as in sat_box_box.hpp, `error` bounds how far the true sets may lie from the views. `separated`
// is always proven. `overlapping` and a finite upper end of the distance need exact faces: they are claimed
// for points, segments, triangles, tetrahedra and boxes, whose faces follow from their numbers, and not for
// hulls and polygons, whose faces were merged by a builder. A common point decides there. Several axes of
// equal overlap: the first in the order below. Method: face normals of a, of b, then cross products of edges
// (G. van den Bergen, Collision Detection in Interactive 3D Environments, theorem 3.1); a comment in
// sat_polytope.cpp explains how axes of nearly parallel edges enter the bounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "convex/sat/sat_box_box.hpp"
#include "core/in_place.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// The polytope data that SAT uses. Frame of a.
struct PolytopeView {
    struct Face {
        Vec3 normal{1, 0, 0};        ///< Unit; outward when the polytope is not flat.
        double offset = 0;           ///< Height of the face along the normal.
        double direction_error = 0;  ///< Bound of the angle to the exact normal.
    };
    struct Edge {
        Vec3 direction{1, 0, 0};  ///< Unit. Parallel edges share one entry where parallel exactly.
        double length = 0;        ///< The longest of them.
    };
    static constexpr std::size_t kMaxParts = 256;

    InPlace<Vec3, kMaxParts> vertices;
    /// One for the two sides of a flat shape and for opposite faces of a box.
    InPlace<Face, kMaxParts> faces;
    InPlace<Edge, kMaxParts> edges;
    InPlace<std::array<std::uint16_t, 2>, 2 * kMaxParts> segments;  ///< Every edge by its vertices.
    std::array<Vec3, 3> half_axes{};                                ///< Boxes only.
    Vec3 centre{};      ///< The centre of a box, else the mean of the vertices.
    double reach = 0;   ///< Largest distance of a vertex from a's origin.
    bool box = false;   ///< Heights come from the half axes, not from the rounded corners.
    bool flat = false;  ///< At most two-dimensional.
    /// The faces are those of the hull of the vertices, up to their direction errors.
    bool exact_faces = true;
};

/// Axes allowed for one pair: faces of both and products of edges.
inline constexpr std::size_t kMaxSatAxes = 4096;

/// Fills the view of `shape` placed by `pose` in a's frame. False when the type is not a polytope, or has
/// more than PolytopeView::kMaxParts vertices, faces or different edges.
bool make_polytope_view(const Shape& shape, const Pose& pose, PolytopeView& view) noexcept;

/// Whether SAT serves the pair within kMaxSatAxes.
bool sat_serves(const PolytopeView& a, const PolytopeView& b) noexcept;

struct PolytopeSat {
    SatAnswer answer = SatAnswer::close;
    double separation = 0;  ///< Largest found, along `axis`: < 0 overlap.
    /// Contains the signed distance. Upper end finite only when overlapping.
    Interval distance = Interval::everything();
    Vec3 axis{1, 0, 0};      ///< Unit, from a to b.
    std::uint32_t axes = 0;  ///< Axes tested.
};

/// Stops at the first axis that certainly separates; without one, the axis of the least overlap.
PolytopeSat polytopes_overlap(const PolytopeView& a, const PolytopeView& b, double error) noexcept;

/// A point well inside both polytopes, up to rounding: the mean of the corners of their intersection. False
/// when no part of an edge of one lies in the other: they are disjoint, or intersect within rounding only.
/// Flat shapes give a point of their plane.
bool common_point(const PolytopeView& a, const PolytopeView& b, Vec3& point) noexcept;

}  // namespace graze
