#include "worker/mesh_glue.hpp"

#include <algorithm>

namespace graze::cad {
namespace {

Vec3 near_point_of(const Vec3& a, const Vec3& b, const Vec3& p) {
    const double square = length_sq(b - a);
    return square > 0 ? a + std::clamp(dot(p - a, b - a) / square, 0.0, 1.0) * (b - a) : a;
}

}  // namespace

Vec3 near_point(const std::array<Vec3, 3>& t, const std::array<bool, 3>& on_side, const Vec3& p) {
    std::array<Vec3, 3> on{};
    std::size_t sides = 0;
    std::size_t side = 0;
    std::size_t best = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        on[k] = near_point_of(t[(k + 1) % 3], t[(k + 2) % 3], p);
        if (length_sq(on[k] - p) < length_sq(on[best] - p)) best = k;
        if (on_side[k]) ++sides, side = k;
    }
    if (sides == 1) return on[side];
    if (sides > 1) return t[!on_side[0] ? 0 : !on_side[1] ? 1 : 2];  // at a corner: the one not opposite
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const double square = length_sq(normal);
    if (!(square > 0)) return on[best];
    const Vec3 q = p - (dot(p - t[0], normal) / square) * normal;
    const double a = dot(cross(t[2] - t[1], q - t[1]), normal);
    const double b = dot(cross(t[0] - t[2], q - t[2]), normal);
    const double c = dot(cross(t[1] - t[0], q - t[0]), normal);
    return a >= 0 && b >= 0 && c >= 0 ? q : on[best];
}

}  // namespace graze::cad
