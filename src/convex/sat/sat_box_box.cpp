// The 15 axes of two boxes: a quick yes or no, and the axis of least depth. What rounding and poses do to
// each axis is counted in sat_box_box_axes.hpp.
#include "convex/sat/sat_box_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "convex/sat/sat_box_box_witness.hpp"

namespace graze {

using sat::edge_separations;
using sat::slack_of;

SatAnswer boxes_overlap(const Vec3& half_a, const Vec3& half_b, const Pose& b_in_a, double error) noexcept {
    return sat::overlap_along_axes(half_a, half_b, b_in_a, error);
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
