// Cutting planes: at each point tried both shapes have a depth and a direction out. A convex set stays behind
// the plane there, and a set with a ball of radius r around a point does so by r. The next point is behind
// all planes by the largest r of a ladder for which there is one, and the nearest such. For solids that are
// not convex the planes hold close to the start only, where small r lead to.
#include "query/depth/inner_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "graze/query/query.hpp"
#include "math/project_onto_half_spaces.hpp"
#include "query/depth/deep_point.hpp"
#include "verify/verify_common_point.hpp"

namespace graze {
namespace {

/// Points tried. Of 10^5 random overlaps of all types nine in ten take one or two.
constexpr int kPoints = 24;
/// Planes kept, the latest: what is projected on is one for each side of half as many points.
constexpr std::size_t kPlanes = 10;

/// As precise as doubles allow: overlaps may be thin.
DepthBound depth_in(const PlacedParts& side, const Vec3& point) noexcept {
    if (!side.placed.shape.convex()) return depth_lower_bound_at(side, point);
    const Separation s = separation({Point{}, Pose::translation(point)}, side.placed, {.tolerance = 1e-12});
    return {-s.distance.upper, -s.normal};
}

/// x with inward · x >= height + r: behind the plane by r. Measured from the start.
struct Cut {
    Vec3 inward{};
    double height = 0;
};

class CuttingPlanes {
public:
    void add(const DepthBound& bound, const Vec3& at) {
        if (!std::isfinite(bound.depth) || bound.out == Vec3{}) return;
        if (cuts_.size() == kPlanes) cuts_.erase(cuts_.begin());
        cuts_.push_back({-bound.out, -dot(bound.out, at) - bound.depth});
    }

    /// The nearest point to `from` that is behind all planes by the largest of the radii largest, largest /
    /// 4,
    /// ... smallest.
    [[nodiscard]] std::optional<Vec3> next(const Vec3& from, double largest, double smallest) const {
        std::vector<HalfSpaceConstraint> sides(cuts_.size());
        for (double r = largest; r >= smallest; r /= 4) {
            for (std::size_t i = 0; i < cuts_.size(); ++i) sides[i] = {cuts_[i].inward, cuts_[i].height + r};
            if (const auto found = project_onto_half_spaces(sides, from)) return found;
        }
        return std::nullopt;
    }

private:
    std::vector<Cut> cuts_;
};

}  // namespace

std::optional<Vec3> inner_point(const Placed& a, const Placed& b, const Vec3& start) noexcept {
    using verifying::contains_point;
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    const double reach = std::min(a.shape.reach(), b.shape.reach());
    if (!std::isfinite(reach) || !is_finite(start)) return std::nullopt;
    CuttingPlanes planes;
    Vec3 offset{};
    for (int i = 0; i < kPoints; ++i) {
        const Vec3 point = start + offset;
        const DepthBound depth_a = depth_in(in_a, point);
        const DepthBound depth_b = depth_in(in_b, point);
        if (depth_a.depth >= 0 && depth_b.depth >= 0 && contains_point(a, point) && contains_point(b, point))
            return point;
        planes.add(depth_a, point - start);
        planes.add(depth_b, point - start);
        const std::optional<Vec3> next = planes.next(offset, 0.25 * reach, 1e-16 * reach);
        if (!next || !is_finite(*next) || *next == offset) return std::nullopt;
        offset = *next;
    }
    return std::nullopt;
}

}  // namespace graze
