// Contact manifolds: every point is two points, one of each shape, that lie `depth` past each other along the
// normal.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "graze/verify/verify.hpp"
#include "mesh/placed_parts.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_composite.hpp"

namespace graze {
namespace {

using namespace verifying;

bool well_formed(const ContactManifold& m) noexcept {
    if (m.status != Status::converged && m.status != Status::budget_reached) return false;
    if (m.points.count > m.points.storage.size() || !nearly_unit(m.normal) ||
        !(m.distance.lower <= m.distance.upper))
        return false;
    return is_finite(m.nearest_a) && is_finite(m.nearest_b) &&
           std::all_of(m.points.begin(), m.points.end(), [](const ContactPoint& p) {
               return is_finite(p.position) && p.depth > 0 && std::isfinite(p.depth);
           });
}

/// In the shape; for a set of parts: in the part that the point names, or anywhere in the whole, which for a
/// solid is more than its parts.
bool in_set(const Placed& placed, std::uint32_t part, const IntervalVec3& offset, const Vec3& outward,
            double slack) noexcept {
    if (placed.shape.convex()) return lies_in(placed, offset, outward, slack);
    const PlacedParts parts(placed);
    if (part >= parts.count()) return false;
    return lies_in(placed_part(parts, part), offset, outward, slack) ||
           clearance_at(placed, offset) >= -slack;
}

/// position + half the depth along the normal is a's, the other end is b's, each within the slack.
bool shows(const ContactPoint& p, const Vec3& normal, const Placed& a, const Placed& b,
           double slack) noexcept {
    const IntervalVec3 middle_point = enclose(p.position);
    const IntervalVec3 half = Interval(0.5) * Interval(p.depth) * enclose(normal);
    return in_set(a, p.part_a, middle_point - enclose(a.pose.position) + half, normal, slack) &&
           in_set(b, p.part_b, middle_point - enclose(b.pose.position) - half, -normal, slack);
}

/// The nearest points are at the reported distance, along the normal, and each is in its shape, within the
/// slack.
bool nearest_points_hold(const ContactManifold& m, const Placed& a, const Placed& b, double slack) noexcept {
    const IntervalVec3 p = enclose(m.nearest_a);
    const IntervalVec3 q = enclose(m.nearest_b);
    const auto in = [&](const Placed& placed, const IntervalVec3& x, const Vec3& outward) {
        const IntervalVec3 offset = x - enclose(placed.pose.position);
        return placed.shape.convex() ? lies_in(placed, offset, outward, slack)
                                     : clearance_at(placed, offset) >= -slack;
    };
    return spans(q - p, m.distance, m.normal, a.shape.margin() + b.shape.margin(), slack) &&
           in(a, p, m.normal) && in(b, q, -m.normal);
}

/// What rounding does to the points, and what the contacts of parts leave open: pairs of parts are found as
/// closely as `separation` promises for them.
double slack_of(const Placed& a, const Placed& b) noexcept {
    const double positions = length(a.pose.position) + length(b.pose.position);
    const double rounding = 64 * kEps * (extent(a, b) + positions) + 4 * distortion(a, b);
    if (a.shape.convex() && b.shape.convex()) return rounding;
    double larger = 0;
    for (const Placed* placed : {&a, &b}) {
        if (std::isfinite(placed->shape.reach())) larger = std::max(larger, placed->shape.reach());
    }
    return rounding + (a.shape.polytope_core() && b.shape.polytope_core() ? 1e-9 : 1e-6) * larger;
}

bool placed_within(const Placed& a, const Placed& b, double wanted) noexcept {
    return come_within(a, b, enclose(b.pose.position) - enclose(a.pose.position), wanted);
}

/// Whether some parts of two sets are no farther apart than `wanted`: near pieces first, without those that a
/// plane keeps farther apart.
class NearParts {
public:
    NearParts(const PlacedParts& a, const PlacedParts& b, double wanted) : a_(a), b_(b), wanted_(wanted) {}

    bool some(const Piece& a, const Piece& b) {
        const bool whole_a = a.kind == Piece::Kind::part;
        const bool whole_b = b.kind == Piece::Kind::part;
        if (whole_a && whole_b)
            return tests_left_-- > 0 &&
                   placed_within(placed_part(a_, a.index), placed_part(b_, b.index), wanted_);
        const bool of_a = whole_b || (!whole_a && half_diagonal_sq(a, a_) >= half_diagonal_sq(b, b_));
        std::vector<std::pair<double, Piece>> near;
        for (const Piece& piece : of_a ? split(a, a_) : split(b, b_)) {
            const double gap = of_a ? gap_between(piece, b) : gap_between(a, piece);
            if (gap <= wanted_) near.emplace_back(gap, piece);
        }
        std::stable_sort(near.begin(), near.end(),
                         [](const auto& x, const auto& y) { return x.first < y.first; });
        return std::any_of(near.begin(), near.end(), [&](const auto& each) {
            return of_a ? some(each.second, b) : some(a, each.second);
        });
    }

private:
    [[nodiscard]] double gap_between(const Piece& a, const Piece& b) const {
        return gap_along(a, a_, b, b_, widest_axis(a, a_, b, b_)).lower;
    }

    const PlacedParts& a_;
    const PlacedParts& b_;
    double wanted_;
    int tests_left_ = 4096;  // at pairs of parts: the closest is among the first
};

/// Whether the two come within `wanted` at the reported point: in the parts that it names, or at one of its
/// ends, which in a solid may be far from every part.
bool touch_at(const ContactPoint& p, const Vec3& normal, const Placed& a, const Placed& b,
              double wanted) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    if (p.part_a >= in_a.count() || p.part_b >= in_b.count()) return false;
    if (placed_within(placed_part(in_a, p.part_a), placed_part(in_b, p.part_b), wanted)) return true;
    const IntervalVec3 middle_point = enclose(p.position);
    const IntervalVec3 half = Interval(0.5) * Interval(p.depth) * enclose(normal);
    const auto shown = [&](const IntervalVec3& x) {
        const Interval clearances = Interval(clearance_at(a, x - enclose(a.pose.position))) +
                                    Interval(clearance_at(b, x - enclose(b.pose.position)));
        return -clearances.lower <= wanted;
    };
    return shown(middle_point) || shown(middle_point + half) || shown(middle_point - half);
}

/// A point, a segment or a box with a ball around it: the depth of two of these is bounded directly.
bool has_plain_core(const Placed& placed) noexcept {
    return core_member_near(placed, placed.shape, {}).has_value();
}

/// For such a pair, from members of both cores near the ends of a contact.
double cores_above(const ContactPoint& p, const Vec3& normal, const Placed& a, const Placed& b) noexcept {
    const Vec3 end = 0.5 * p.depth * normal;
    return members_distance_above(a, p.position - a.pose.position + end - a.shape.margin() * normal,  //
                                  b, p.position - b.pose.position - end + b.shape.margin() * normal);
}

/// The upper end, within the slack. Where the pair is one of boxes, spheres and capsules, or has a
/// half-space, an overlap is shown as deep as it claims; else to be one.
bool upper_end_holds(const ContactManifold& manifold, const Placed& a, const Placed& b,
                     double slack) noexcept {
    const double upper = manifold.distance.upper;
    if (upper == std::numeric_limits<double>::infinity()) return true;
    if (has_half_space(a, b)) {
        const Interval along = gap_along(a, b, manifold.normal);
        return along.upper <= upper &&
               (!std::isfinite(along.upper) || follows_half_space(manifold.normal, a, b));
    }
    const bool convex = a.shape.convex() && b.shape.convex();
    const double wanted = std::max(upper, 0.0) + slack;
    if (manifold.points.empty() &&
        points_show({manifold.nearest_a, manifold.nearest_b, manifold.normal}, a, b, wanted))
        return true;
    if (convex) {
        if (manifold.points.empty() || !has_plain_core(a) || !has_plain_core(b))
            return placed_within(a, b, wanted);
        return zonotope_distance_above(a, b) <= upper + slack ||
               std::any_of(manifold.points.begin(), manifold.points.end(), [&](const ContactPoint& p) {
                   return cores_above(p, manifold.normal, a, b) <= upper + slack;
               });
    }
    if (std::any_of(manifold.points.begin(), manifold.points.end(),
                    [&](const ContactPoint& p) { return touch_at(p, manifold.normal, a, b, wanted); }))
        return true;
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    return NearParts(in_a, in_b, wanted).some(root_of(in_a), root_of(in_b));
}

bool lower_end_holds(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept {
    if (gap_along(a, b, manifold.normal).lower >= manifold.distance.lower) return true;
    Separation separation;
    separation.distance = manifold.distance;
    separation.normal = manifold.normal;
    return composite_lower_end(separation, a, b);
}

}  // namespace

bool verify(const ContactManifold& manifold, const Placed& a, const Placed& b) noexcept {
    if (!meaningful(a) || !meaningful(b) || !well_formed(manifold) || !lower_end_holds(manifold, a, b))
        return false;
    const double slack = slack_of(a, b);
    if (!upper_end_holds(manifold, a, b, slack)) return false;
    // For two convex shapes the slack of an end follows from the shapes.
    const double off = a.shape.convex() && b.shape.convex() ? manifold.distance.width() + slack : slack;
    // Two half-spaces that overlap without end have no depth and no points.
    const auto flat = [](const Placed& placed) { return placed.shape.type() == ShapeType::half_space; };
    if (manifold.points.empty() && std::isinf(manifold.distance.lower) && flat(a) && flat(b)) return true;
    if (manifold.points.empty())
        return manifold.distance.upper >= 0 &&
               nearest_points_hold(manifold, a, b, manifold.distance.width() + slack);
    return std::all_of(manifold.points.begin(), manifold.points.end(),
                       [&](const ContactPoint& p) { return shows(p, manifold.normal, a, b, off); });
}

}  // namespace graze
