#include "verify/moving/verify_passage.hpp"

#include <algorithm>
#include <cmath>

#include "graze/shape/hull.hpp"
#include "math/exact_number.hpp"
#include "math/interval_signs.hpp"
#include "motion/motion_piece.hpp"
#include "shape/primitives/list.hpp"
#include "verify/moving/verify_offset.hpp"

namespace graze::verifying {
namespace {

/// From p to q at a moment, or throughout.
IntervalVec3 between(const Passage::Track& p, const Passage::Track& q,
                     IntervalVec3 Passage::Track::*when) noexcept {
    return q.*when - p.*when;
}

}  // namespace

Passage::Passage(const MotionPiece& a, const MotionPiece& b, const Interval& time) noexcept {
    // Far from the world's origin everything below is rounded relative to the bodies' sizes and displacements
    // only.
    const Vec3 origin = pose_of(a, time.lower).position;
    const auto bounds = [&](const MotionPiece& piece) {
        return Bounds{bounds_relative_to(origin, piece, Interval(time.lower)),
                      bounds_relative_to(origin, piece, Interval(time.upper)),
                      bounds_relative_to(origin, piece, time)};
    };
    a_ = bounds(a);
    b_ = bounds(b);
}

Passage::Track Passage::track(const Bounds& bounds, const Vec3& x) noexcept {
    const IntervalVec3 exact = enclose(x);
    return {bounds.first.rotation * exact + bounds.first.position,
            bounds.last.rotation * exact + bounds.last.position,
            bounds.over.rotation * exact + bounds.over.position};
}

bool goes_through(const Passage::Track& vertex, const std::array<Passage::Track, 3>& face) noexcept {
    using Track = Passage::Track;
    const auto corners = [&](IntervalVec3 Track::*when) {
        return std::array<IntervalVec3, 3>{between(vertex, face[0], when), between(vertex, face[1], when),
                                           between(vertex, face[2], when)};
    };
    const auto d = corners(&Track::over);
    // Any direction is valid; the projection of the face is largest along its own normal.
    const Vec3 across = cross(middle(d[1]) - middle(d[0]), middle(d[2]) - middle(d[0]));
    const IntervalVec3 view = enclose(unit(across));
    const Interval ab = triple(view, d[0], d[1]), bc = triple(view, d[1], d[2]);
    if (!have_same_sign(ab, bc) || !have_same_sign(bc, triple(view, d[2], d[0]))) return false;
    const auto first = corners(&Track::first), last = corners(&Track::last);
    // With the vertex out of the edges' difference: nearer to zero than a product of the three differences
    // themselves.
    const auto volume = [](const std::array<IntervalVec3, 3>& c) {
        return triple(c[0], c[1] - c[0], c[2] - c[0]);
    };
    return have_opposite_signs(volume(first), volume(last));
}

bool go_through(const std::array<Passage::Track, 2>& edge_a,
                const std::array<Passage::Track, 2>& edge_b) noexcept {
    using Track = Passage::Track;
    const auto when = &Track::over;
    const IntervalVec3 a = between(edge_a[0], edge_a[1], when), b = between(edge_b[0], edge_b[1], when);
    const IntervalVec3 view = enclose(unit(cross(middle(a), middle(b))));
    // Each edge's ends are on different sides of the other's line.
    if (!have_opposite_signs(triple(view, a, between(edge_a[0], edge_b[0], when)),
                             triple(view, a, between(edge_a[0], edge_b[1], when))))
        return false;
    if (!have_opposite_signs(triple(view, b, between(edge_b[0], edge_a[0], when)),
                             triple(view, b, between(edge_b[0], edge_a[1], when))))
        return false;
    const auto volume = [&](IntervalVec3 Track::*moment) {
        return triple(between(edge_a[0], edge_b[0], moment), between(edge_a[0], edge_a[1], moment),
                      between(edge_b[0], edge_b[1], moment));
    };
    return have_opposite_signs(volume(&Track::first), volume(&Track::last));
}

std::vector<Vec3> flat_corners(const Shape& shape) {
    if (shape.margin() > 0) return {};
    const auto of_primitive = [&]<class P>(const P& p) -> std::vector<Vec3> {
        if constexpr (requires { PrimitiveTraits<P>::flat_corners(p).value(); }) {
            if (const auto corners = PrimitiveTraits<P>::flat_corners(p))
                return {corners->begin(), corners->end()};
        } else if constexpr (requires { PrimitiveTraits<P>::flat_corners(p); }) {
            const auto corners = PrimitiveTraits<P>::flat_corners(p);
            return {corners.begin(), corners.end()};
        }
        return {};
    };
    return visit_primitive(shape, of_primitive, [&]() -> std::vector<Vec3> {
        if (shape.type() != ShapeType::polygon && shape.type() != ShapeType::hull) return {};
        const auto& data = static_cast<const HullData&>(*shape.payload());
        if (shape.type() == ShapeType::polygon || data.dimension < 2) return data.vertices;
        if (data.dimension > 2) return {};
        std::vector<Vec3> corners;
        for (const std::uint32_t i : data.facets[0]) corners.push_back(data.vertices[i]);
        return corners;
    });
}

namespace {

using Tracks = std::vector<Passage::Track>;

/// A vertex of one through the other. A polygon is taken as the triangles around each of its corners: what is
/// on a side of some is inside of others.
bool vertex_through(const Tracks& vertices, const Tracks& face) noexcept {
    const std::size_t n = face.size();
    if (n < 3) return false;
    for (const Passage::Track& vertex : vertices) {
        for (std::size_t apex = 0; apex < (n == 3 ? 1 : n); ++apex) {
            for (std::size_t i = 1; i + 1 < n; ++i) {
                if (goes_through(vertex, {face[apex], face[(apex + i) % n], face[(apex + i + 1) % n]}))
                    return true;
            }
        }
    }
    return false;
}

/// A segment is one edge, a polygon one for each corner.
std::size_t edge_count(const Tracks& corners) noexcept {
    return corners.size() < 3 ? corners.size() - 1 : corners.size();
}

bool edges_through(const Tracks& a, const Tracks& b) noexcept {
    for (std::size_t i = 0; i < edge_count(a); ++i) {
        for (std::size_t j = 0; j < edge_count(b); ++j) {
            if (go_through({a[i], a[(i + 1) % a.size()]}, {b[j], b[(j + 1) % b.size()]})) return true;
        }
    }
    return false;
}

using Exact3 = BasicVec3<ExactNumber>;

Exact3 exact(const Vec3& v) { return {v.x, v.y, v.z}; }

/// Whether it moves straight without rotation, with coefficients that are exactly zero.
bool straight(const MotionPiece& piece) noexcept {
    return piece.rate == 0 && !piece.blended && piece.drift == Mat3{} && piece.path[2] == Vec3{} &&
           piece.path[3] == Vec3{};
}

/// Where the piece has a body point at a time.
Exact3 place_at(const MotionPiece& piece, const Vec3& x, double t) {
    const Exact3 arm = exact(x) - exact(piece.pivot), along = exact(piece.path[1]);
    const auto& c = piece.start.columns;
    return exact(piece.path[0]) + along * (ExactNumber(t) - ExactNumber(piece.time.lower)) +
           exact(c[0]) * arm.x + exact(c[1]) * arm.y + exact(c[2]) * arm.z;
}

/// Whether two points on straight paths coincide at some time of the interval: the difference goes through
/// zero. Exact.
bool points_coincide(const MotionPiece& a, const Vec3& x, const MotionPiece& b, const Vec3& y,
                     const Interval& time) {
    if (!straight(a) || !straight(b)) return false;
    const Exact3 first = place_at(b, y, time.lower) - place_at(a, x, time.lower);
    const Exact3 last = place_at(b, y, time.upper) - place_at(a, x, time.upper);
    const Exact3 product = cross(first, last);
    if (product.x.sign() != Sign::zero || product.y.sign() != Sign::zero || product.z.sign() != Sign::zero)
        return false;
    // On a line with zero, and not both on one side of it.
    const Sign facing = dot(first, last).sign();
    return facing == Sign::zero || facing == Sign::negative;
}

}  // namespace

bool pass_through(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                  const Interval& time) {
    const MotionPiece& piece_a = motion_a.piece_at(time.lower);
    const MotionPiece& piece_b = motion_b.piece_at(time.lower);
    const auto serves = [&](const MotionPiece& piece) {
        return piece.time.lower <= time.lower && time.upper <= piece.time.upper;
    };
    if (!(time.lower < time.upper) || !serves(piece_a) || !serves(piece_b)) return false;
    const std::vector<Vec3> corners_a = flat_corners(a), corners_b = flat_corners(b);
    if (corners_a.size() == 1 && corners_b.size() == 1)
        return points_coincide(piece_a, corners_a[0], piece_b, corners_b[0], time);
    // For a point and a segment no sign proves that they touch.
    if (corners_a.empty() || corners_b.empty() || corners_a.size() + corners_b.size() < 4) return false;
    const Passage passage(piece_a, piece_b, time);
    Tracks tracks_a, tracks_b;
    for (const Vec3& x : corners_a) tracks_a.push_back(passage.of_a(x));
    for (const Vec3& x : corners_b) tracks_b.push_back(passage.of_b(x));
    return vertex_through(tracks_a, tracks_b) || vertex_through(tracks_b, tracks_a) ||
           edges_through(tracks_a, tracks_b);
}

bool pass_through_by(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                     const Interval& time) {
    if (pass_through(a, motion_a, b, motion_b, time)) return true;
    // Twice as long: where they close at a steady speed the gap at the start is wider by as much as they are
    // through at the end.
    const double earlier = std::max({0.0, time.lower - time.width(), motion_a.piece_at(time.lower).time.lower,
                                     motion_b.piece_at(time.lower).time.lower});
    return earlier < time.lower && pass_through(a, motion_a, b, motion_b, {earlier, time.upper});
}

}  // namespace graze::verifying
