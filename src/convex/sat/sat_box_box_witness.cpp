// On a face: the lowest corner of the other box, or the mean of the lowest part of its nearest face. On
// edges: the nearest points of the two lines.
#include "convex/sat/sat_box_box_witness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bounds/clip_polygon.hpp"

namespace graze {
namespace {

/// A rectangle clipped by two slabs has at most eight corners.
using ClippedFace = ClippedPolygon<8>;

/// The face of b whose normal is most nearly opposite to a's direction sign * e_i.
ClippedFace incident_face(const BoxPair& pair, std::size_t i, double sign) noexcept {
    const auto& r = pair.b_in_a.rotation.columns;
    std::size_t j = 0;
    for (std::size_t n = 1; n < 3; ++n) j = std::abs(r[n][i]) > std::abs(r[j][i]) ? n : j;
    const Vec3 centre = pair.b_in_a.position - r[j] * std::copysign(pair.half_b[j], sign * r[j][i]);
    const Vec3 u = r[(j + 1) % 3] * pair.half_b[(j + 1) % 3];
    const Vec3 v = r[(j + 2) % 3] * pair.half_b[(j + 2) % 3];
    ClippedFace face;
    face.count = 4;
    face.corners = {centre + u + v, centre - u + v, centre - u - v, centre + u - v};
    return face;
}

/// The mean of the points of b's incident face over a's face that are lowest within the slack.
bool lowest_over_face(const BoxPair& pair, std::size_t i, double sign, Vec3& point) noexcept {
    ClippedFace face = incident_face(pair, i, sign);
    for (const std::size_t side : {(i + 1) % 3, (i + 2) % 3}) {
        face = clip_polygon(face, side, 1, pair.half_a[side]);
        face = clip_polygon(face, side, -1, pair.half_a[side]);
    }
    if (face.count == 0) return false;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < face.count; ++n) lowest = std::min(lowest, sign * face.corners[n][i]);
    Vec3 sum{};
    double used = 0;
    for (std::size_t n = 0; n < face.count; ++n) {
        if (sign * face.corners[n][i] > lowest + 2 * pair.slack) continue;
        sum += face.corners[n];
        used += 1;
    }
    point = sum * (1 / used);
    return true;
}

/// Contact of a's face sign * e_i with what b has lowest over it.
BoxWitness face_witness(const BoxPair& pair, std::size_t i, double sign, double separation) noexcept {
    Vec3 y = pair.b_in_a.position;
    for (std::size_t j = 0; j < 3; ++j) {
        const double slope = sign * pair.b_in_a.rotation.columns[j][i] * pair.half_b[j];
        if (std::abs(slope) > pair.slack)
            y -= pair.b_in_a.rotation.columns[j] * std::copysign(pair.half_b[j], slope);
    }
    // Two faces at a tiny angle have equal overlaps within rounding, and then the lowest corner may lie
    // beside a's face.
    const Vec3 outside = abs(y) - pair.half_a;
    if (std::max(outside[(i + 1) % 3], outside[(i + 2) % 3]) > pair.slack) lowest_over_face(pair, i, sign, y);
    Vec3 x = min(max(y, -pair.half_a), pair.half_a);
    x[i] = sign * pair.half_a[i];
    y[i] = x[i] + sign * separation;
    return {x, y};
}

/// Contact of an edge of a along e_i with an edge of b along R_j: the points where the two lines are nearest.
BoxWitness edge_witness(const BoxPair& pair, const BoxAxis& axis, const Vec3& direction,
                        double separation) noexcept {
    const auto& r = pair.b_in_a.rotation.columns;
    Vec3 x{};
    Vec3 y = pair.b_in_a.position;
    for (std::size_t n = 0; n < 3; ++n) {
        if (n != axis.i) x[n] = std::copysign(pair.half_a[n], direction[n]);
        if (n != axis.j) y -= r[n] * std::copysign(pair.half_b[n], dot(direction, r[n]));
    }
    // x + alpha e_i = y + beta R_j - separation * direction; `side` lies in the plane of both edges, across
    // e_i.
    const Vec3 offset = y - x - direction * separation;
    Vec3 e{};
    e[axis.i] = 1;
    const Vec3 side = cross(direction, e);
    const double slope = dot(r[axis.j], side);
    const double beta =
        std::clamp(slope == 0 ? 0 : -dot(offset, side) / slope, -pair.half_b[axis.j], pair.half_b[axis.j]);
    y += r[axis.j] * beta;
    x[axis.i] =
        std::clamp(y[axis.i] - direction[axis.i] * separation, -pair.half_a[axis.i], pair.half_a[axis.i]);
    return {x, y};
}

}  // namespace

Vec3 box_axis_direction(const BoxAxis& axis, const Pose& b_in_a) noexcept {
    const Vec3& t = b_in_a.position;
    const Vec3& r = b_in_a.rotation.columns[axis.j];
    Vec3 e{};
    e[axis.i] = 1;
    switch (axis.kind) {
        case BoxAxis::Kind::face_a: return t[axis.i] < 0 ? -e : e;
        case BoxAxis::Kind::face_b: return dot(r, t) > 0 ? r * (1 / length(r)) : r * (-1 / length(r));
        case BoxAxis::Kind::edges: break;
    }
    const Vec3 n = cross(e, r);
    return n * ((dot(n, t) < 0 ? -1 : 1) / length(n));
}

BoxWitness box_box_witness(const BoxPair& pair, const BoxAxis& axis, const Vec3& direction,
                           double separation) noexcept {
    switch (axis.kind) {
        case BoxAxis::Kind::face_a:
            return face_witness(pair, axis.i, direction[axis.i] < 0 ? -1 : 1, separation);
        case BoxAxis::Kind::face_b: {
            const BoxPair swapped{pair.half_b, pair.half_a, inverse(pair.b_in_a), pair.slack};
            const double sign = dot(direction, pair.b_in_a.rotation.columns[axis.j]) > 0 ? -1 : 1;
            const BoxWitness found = face_witness(swapped, axis.j, sign, separation);
            return {pair.b_in_a * found.point_b, pair.b_in_a * found.point_a};
        }
        case BoxAxis::Kind::edges: break;
    }
    return edge_witness(pair, axis, direction, separation);
}

}  // namespace graze
