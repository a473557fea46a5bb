// From cores to shapes: adds margins and the error of the pair to what the solvers found, in the world frame.
#include "convex/core_answer.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
Vec3 unit_again(const Vec3& v) noexcept {
    constexpr double kSmall = 1e-9;
    const double defect = 1 - length_sq(v);
    return std::abs(defect) < kSmall ? v * (1 + 0.5 * defect) : unit(v);
}

Separation finish(const Placed& a, const Placed& b, const CorePair& pair, const CoreAnswer& core) noexcept {
    Separation s;
    const double unscale = 1 / pair.scale;
    s.distance = {(core.lower - pair.margin - pair.error) * unscale,
                  (core.upper - pair.margin + pair.error) * unscale};
    s.normal = unit_again(a.pose.rotation * core.normal);
    s.point_a = a.pose * (core.point_a * unscale + a.shape.margin() * core.normal);
    // Through the relative position, so that far from the world's origin the two points stay as close as they
    // are.
    s.point_b = a.pose * (core.point_b * unscale - b.shape.margin() * core.normal);
    s.status = core.status;
    s.iterations = core.iterations;
    return s;
}

void take_witness(const Simplex& simplex, CoreAnswer& core) noexcept {
    core.point_a = {};
    core.point_b = {};
    for (std::uint32_t i = 0; i < simplex.size; ++i) {
        core.point_a += simplex.weights[i] * simplex.points[i].a;
        core.point_b += simplex.weights[i] * simplex.points[i].b;
    }
}

void note_terms(const Simplex& simplex, Separation& separation) noexcept {
    separation.terms = simplex.size;
    for (std::uint32_t i = 0; i < simplex.size; ++i) {
        separation.directions[i] = simplex.points[i].direction;
        separation.weights[i] = simplex.weights[i];
    }
}

void fit_witnesses_to_bounds(Separation& separation) noexcept {
    const Vec3& normal = separation.normal;
    const double span = dot(separation.point_b - separation.point_a, normal);
    const double excess = span - std::clamp(span, separation.distance.lower, separation.distance.upper);
    if (excess == 0) return;
    separation.point_a += (0.5 * excess) * normal;
    separation.point_b -= (0.5 * excess) * normal;
}

}  // namespace graze
