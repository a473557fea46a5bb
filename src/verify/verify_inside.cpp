// Containment of convex sets by their support functions h: inner lies in outer exactly when h_inner(n) <=
// h_outer(n) for every n. The directions are covered by cones. Take n = Σ λ_i c_i with λ_i >= 0 and the
// corners c_i of a cone, and any member y of the outer set: then h_inner(n) <= Σ λ_i h_inner(c_i), and n · y
// <= h_outer(n). So it is enough that c_i · y >= h_inner(c_i) for the three corners. Cones that this does not
// hold for are split. Corners have few binary digits: cones of one split together are exactly the one that
// was split.
#include <algorithm>
#include <array>
#include <vector>

#include "verify/verify_bounds.hpp"
#include "verify/verify_relation.hpp"

namespace graze::verifying {
namespace {

using Cone = std::array<Vec3, 3>;

/// Where the sets touch in a point or along a few faces, some hundred cones decide; along a rim no number
/// does.
constexpr std::size_t kMostCones = 20'000;
/// Coordinates of corners are multiples of 2^-level.
constexpr int kMostSplits = 50;

/// World axes, relative to the position of the outer shape.
class Supports {
public:
    Supports(const Placed& outer, const Placed& inner, double tolerance) noexcept
        : outer_(outer),
          inner_(inner),
          apart_(enclose(inner.pose.position) - enclose(outer.pose.position)),
          tolerance_(tolerance) {}

    /// An exact member of the outer shape grown by the tolerance: where it reaches farthest, about, along the
    /// middle of the cone.
    [[nodiscard]] IntervalVec3 member(const Cone& cone) const noexcept {
        const Vec3 middle = unit(cone[0] + cone[1] + cone[2]);
        const Vec3 local = transpose_times(outer_.pose.rotation, middle);
        // A little less than the tolerance: the direction is a unit vector up to rounding.
        return enclose(outer_.pose.rotation) * support_enclosure(outer_.shape, local) +
               enclose(((1 - 4 * kEps) * tolerance_) * middle);
    }
    [[nodiscard]] Interval height_of_inner(const Vec3& n) const noexcept {
        return dot(enclose(n), apart_) +
               support_value(inner_.shape, transpose_times(enclose(inner_.pose.rotation), enclose(n)));
    }
    /// Along a corner the inner shape reaches farther for certain.
    [[nodiscard]] bool reaches_out(const Vec3& n) const noexcept {
        const Interval outer =
            support_value(outer_.shape, transpose_times(enclose(outer_.pose.rotation), enclose(n)));
        return height_of_inner(n).lower > (outer + Interval(tolerance_) * norm(enclose(n))).upper;
    }

private:
    const Placed& outer_;
    const Placed& inner_;
    IntervalVec3 apart_;
    double tolerance_;
};

struct Pending {
    Cone cone{};
    int splits = 0;
};

bool holds(const Supports& supports, const Cone& cone) noexcept {
    const IntervalVec3 y = supports.member(cone);
    return std::ranges::all_of(
        cone, [&](const Vec3& c) { return dot(enclose(c), y).lower >= supports.height_of_inner(c).upper; });
}

/// In four, by the middles of the edges.
void split(const Pending& from, std::vector<Pending>& pending) {
    const auto& [a, b, c] = from.cone;
    const Vec3 ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
    for (const Cone& cone : {Cone{a, ab, ca}, Cone{ab, b, bc}, Cone{ca, bc, c}, Cone{ab, bc, ca}})
        pending.push_back({cone, from.splits + 1});
}

}  // namespace

bool inside_by_supports(const Placed& outer, const Placed& inner, double tolerance) {
    if (has_half_space(outer, inner) || !outer.shape.convex() || !inner.shape.convex()) return false;
    const Supports supports(outer, inner, tolerance);
    std::vector<Pending> pending;
    for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0}) {
            for (const double z : {-1.0, 1.0})
                pending.push_back({{Vec3{x, 0, 0}, Vec3{0, y, 0}, Vec3{0, 0, z}}, 0});
        }
    }
    for (std::size_t cones = 0; !pending.empty(); ++cones) {
        const Pending next = pending.back();
        pending.pop_back();
        if (holds(supports, next.cone)) continue;
        if (cones >= kMostCones || next.splits >= kMostSplits || supports.reaches_out(next.cone[0]))
            return false;
        split(next, pending);
    }
    return true;
}

}  // namespace graze::verifying
