// The 15 axes of two boxes: a quick yes or no, and the axis of least depth. What rounding and poses do to
// each axis is counted below.
#include "convex/sat/sat_box_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "convex/sat/sat_box_box_witness.hpp"

namespace graze {
namespace {

// Errors. Let d be the defect of the rotation R of b, E the sum of the boxes' sizes and the distance of their
// centres; the caller's `error` is at least d E. b is taken as exactly { R y + t : |y_i| <= h_i }, a
// parallelepiped.
// - face axis of a: exact direction; the value suffers rounding only.
// - face axis of b: R_j is off the true normal R_k × R_l by an angle below 1.5 d, and not quite unit: below
//   2.5 d E.
// - edge axis: e_i × R_j has two components, both entries of R: it is exact, however short. Where b's half
//   width along it is taken from orthonormality (the quick test), the error is below 2 d E, not scaled by the
//   length s of the axis; where it is computed from the axis (the full test), every term is scaled by s, and
//   s cancels.
// - s < eps: the two edges count as parallel and the axis is dropped: zeroing these entries of R moves b by
//   less than eps E.
// With the model's own `error` added, four times (error + rounding) covers each of them; rounding is below 8
// eps E.
constexpr double kSlack = 4;

double slack_of(const Vec3& half_a, const Vec3& half_b, const Vec3& t, double error) noexcept {
    const Vec3 sum = half_a + half_b + abs(t);
    return kSlack * (error + 8 * kEps * (sum.x + sum.y + sum.z));
}

/// Component i is |x_j| |y_k| + |x_k| |y_j| for nonnegative x, y: the sum of magnitudes of cross(x, y).
Vec3 cross_magnitude(const Vec3& x, const Vec3& y) noexcept {
    return {x.y * y.z + x.z * y.y, x.z * y.x + x.x * y.z, x.x * y.y + x.y * y.x};
}

/// Separation along the three axes e_i × R_j, each divided by its own length; -infinity for parallel edges.
Vec3 edge_separations(const Vec3& half_a, const Vec3& half_b, const Pose& b, std::size_t j) noexcept {
    const Vec3& r = b.rotation.columns[j];
    const std::size_t k = (j + 1) % 3;
    const std::size_t l = (j + 2) % 3;
    const Vec3 reach_a = cross_magnitude(half_a, abs(r));
    // (e_i × r) · x is component i of r × x.
    const Vec3 reach_b =
        abs(cross(r, b.rotation.columns[k])) * half_b[k] + abs(cross(r, b.rotation.columns[l])) * half_b[l];
    const Vec3 value = abs(cross(r, b.position)) - (reach_a + reach_b);
    const Vec3 sq = hadamard(r, r);
    const Vec3 length_squared{sq.y + sq.z, sq.z + sq.x, sq.x + sq.y};
    Vec3 result;
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = length_squared[i] < kEps * kEps ? -std::numeric_limits<double>::infinity()
                                                    : value[i] / std::sqrt(length_squared[i]);
    }
    return result;
}

/// Whether two boxes share a part of the line between their centres, as most overlapping ones do; `t_a` and
/// `t_b` are its components in their frames, not negative. Boxes without width share nothing here.
bool overlap_between_centres(const Vec3& half_a, const Vec3& half_b, const Vec3& t_a,
                             const Vec3& t_b) noexcept {
    const Vec3 thinner = min(half_a, half_b);
    if (!(std::min(thinner.x, std::min(thinner.y, thinner.z)) > 0)) return false;
    // The line is this many times longer than its parts in a and in b.
    const double in_a = std::max(t_a.x / half_a.x, std::max(t_a.y / half_a.y, t_a.z / half_a.z));
    const double in_b = std::max(t_b.x / half_b.x, std::max(t_b.y / half_b.y, t_b.z / half_b.z));
    return in_a + in_b > in_a * in_b * (1 + 64 * kEps);
}

/// The careful test of three edge axes that the quick test could not decide.
SatAnswer resolve_edges(const Vec3& half_a, const Vec3& half_b, const Pose& b, std::size_t j,
                        double slack) noexcept {
    const double largest = max_component(edge_separations(half_a, half_b, b, j));
    if (largest > slack) return SatAnswer::separated;
    return largest < -slack ? SatAnswer::overlapping : SatAnswer::close;
}

}  // namespace

SatAnswer boxes_overlap(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a, double error) noexcept {
    const Vec3& t = b_in_a.position;
    const auto& r = b_in_a.rotation.columns;
    const double slack = slack_of(half_a, half_b, t, error);
    const std::array<Vec3, 3> m{abs(r[0]), abs(r[1]), abs(r[2])};

    const Vec3 face_a = face_gaps_of_a(half_a, half_b, b_in_a, m);
    double largest = max_component(face_a);
    if (largest > slack) return SatAnswer::separated;

    const Vec3 along = abs(transpose_times(b_in_a.rotation, t));
    const Vec3 face_b = face_gaps_of_b(half_a, half_b, along, m);
    largest = std::max(largest, max_component(face_b));
    if (largest > slack) return SatAnswer::separated;

    if (largest < -slack && overlap_between_centres(half_a - Vec3{slack, slack, slack},
                                                    half_b - Vec3{slack, slack, slack}, abs(t), along))
        return SatAnswer::overlapping;

    bool close = largest >= -slack;
    for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t k = (j + 1) % 3;
        const std::size_t l = (j + 2) % 3;
        const Vec3 edge =
            abs(cross(r[j], t)) - (cross_magnitude(half_a, m[j]) + m[l] * half_b[k] + m[k] * half_b[l]);
        const double value = max_component(edge);
        if (value > slack) return SatAnswer::separated;
        if (value < -slack) continue;
        const SatAnswer answer = resolve_edges(half_a, half_b, b_in_a, j, slack);
        if (answer == SatAnswer::separated) return answer;
        close = close || answer == SatAnswer::close;
    }
    return close ? SatAnswer::close : SatAnswer::overlapping;
}

BoxBoxSat box_box_sat(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a, double error) noexcept {
    const Vec3& t = b_in_a.position;
    const auto& r = b_in_a.rotation.columns;
    const double slack = slack_of(half_a, half_b, t, error);
    const std::array<Vec3, 3> m{abs(r[0]), abs(r[1]), abs(r[2])};
    const Vec3 along = abs(transpose_times(b_in_a.rotation, t));
    const Vec3 face_a = face_gaps_of_a(half_a, half_b, b_in_a, m);
    const Vec3 face_b = face_gaps_of_b(half_a, half_b, along, m);

    BoxAxis face{};
    double best = face_a.x;
    for (std::size_t i = 1; i < 6; ++i) {
        const double value = i < 3 ? face_a[i] : face_b[i - 3];
        if (value <= best) continue;
        best = value;
        face = i < 3 ? BoxAxis{BoxAxis::Kind::face_a, i, 0} : BoxAxis{BoxAxis::Kind::face_b, 0, i - 3};
    }
    BoxAxis edge = face;
    double best_edge = best;
    for (std::size_t j = 0; j < 3; ++j) {
        const Vec3 value = edge_separations(half_a, half_b, b_in_a, j);
        for (std::size_t i = 0; i < 3; ++i) {
            if (value[i] <= best_edge) continue;
            best_edge = value[i];
            edge = {BoxAxis::Kind::edges, i, j};
        }
    }

    BoxBoxSat sat;
    const bool use_edge = best_edge > best + slack;
    const BoxAxis& chosen = use_edge ? edge : face;
    sat.separation = use_edge ? best_edge : best;
    sat.axis = box_axis_direction(chosen, b_in_a);
    sat.distance = {sat.separation - slack, std::numeric_limits<double>::infinity()};
    if (sat.separation > slack) sat.answer = SatAnswer::separated;
    if (best_edge < -slack) {
        sat.answer = SatAnswer::overlapping;
        sat.distance.upper = best_edge + slack;
        const BoxWitness points =
            box_box_witness({half_a, half_b, b_in_a, slack}, chosen, sat.axis, sat.separation);
        sat.point_a = points.point_a;
        sat.point_b = points.point_b;
    }
    return sat;
}

}  // namespace graze
