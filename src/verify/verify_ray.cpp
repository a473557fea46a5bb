// First hits: a plane keeps everything before the lower end apart, and the sets touch (up to rounding) within
// the interval: at the members that the hit describes, or where membership proves it.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "math/degeneracy/thin_triangle.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_cast_parts.hpp"
#include "verify/verify_cover.hpp"

namespace graze {
namespace {

using namespace verifying;

bool ordered(const Interval& bounds) noexcept {
    return bounds.lower >= 0 && bounds.lower <= bounds.upper && std::isfinite(bounds.upper);
}

bool answered(Status status) noexcept {
    return status == Status::converged || status == Status::budget_reached;
}

/// Where in the interval a contact is sought: thin shapes are left again before the upper end.
std::array<double, 4> candidates(const Interval& bounds, double best) noexcept {
    return {bounds.upper, best, bounds.middle(), bounds.lower};
}

/// Heights over a half-space are taken along its own normal, whatever the hit's normal: where that plane has
/// to separate the pair, the hit must have the same normal.
bool reports_half_space(const Vec3& normal, const Placed& a, const Placed& b, double end) noexcept {
    return end == 0 || !has_half_space(a, b) || follows_half_space(normal, a, b);
}

/// Whether some plane separates a convex shape from the segment that a point moves along, when those that one
/// can guess do not: across the closest points of the segment and the core, which are soon found where it is
/// a polytope; else the nearest point of the differences of both is approached step by step, each time along
/// the line to the lowest difference (Gilbert 1966).
bool some_plane_separates(const Placed& part, const Placed& point, const Vec3& motion, double end) noexcept {
    const Placed path{Segment{{}, end * motion}, point.pose};
    const std::array<Vec3, 2> guesses = separating_guesses(part, path);
    if (std::ranges::any_of(guesses, [&](const Vec3& n) {
            return !(n == Vec3{}) && apart_until(part, point, motion, n, end);
        }))
        return true;
    constexpr int kSteps =
        200;  // a plane shows after a few, but where the path passes by within a hundredth of the part's size
    const Vec3 from = point.pose.position;
    const Vec3 to = from + end * motion;
    Vec3 nearest = 0.5 * from + 0.5 * to - part.pose * part.shape.centre();
    for (int step = 0; step < kSteps && !(nearest == Vec3{}); ++step) {
        const Vec3 normal = unit(nearest);
        if (apart_until(part, point, motion, normal, end)) return true;
        const Vec3 member = part.pose * support(part.shape, transpose_times(part.pose.rotation, normal));
        const Vec3 lowest = (dot(normal, to) < dot(normal, from) ? to : from) - member;
        const Vec3 down = lowest - nearest;
        const double share = -dot(nearest, down) / length_sq(down);
        if (!(share > 0)) return false;
        nearest = nearest + std::min(share, 1.0) * down;
    }
    return false;
}

/// Normals that may keep a point moving along a ray out of a part: guesses, each checked.
struct PartNormals {
    std::array<Vec3, 8> tried{};
    std::size_t count = 0;

    void add(const Vec3& n) noexcept {
        if (is_finite(n) && !(n == Vec3{})) tried[count++] = n;
    }
};

/// The given one; against the motion; of a triangle its own, and those across its edges against the motion:
/// the plane of a needle is inaccurate, but its edges are accurate.
PartNormals normals_of(const PlacedParts& parts, std::uint32_t i, const Vec3& motion,
                       const Vec3& given) noexcept {
    PartNormals normals;
    normals.add(given);
    normals.add(-motion);
    const Triangle t = parts.triangle(i);
    const Mat3& rotation = parts.placed.pose.rotation;
    const Vec3 face = rotation * cross(t.b - t.a, t.c - t.a);
    normals.add(face);
    normals.add(-face);
    const Vec3 direction = unit(motion);
    for (const Vec3& side : {t.b - t.a, t.c - t.b, t.a - t.c}) {
        normals.add(-across_edge(direction, unit(rotation * side)));
    }
    return normals;
}

/// The same for a point that moves along a ray, and a target that is not convex: it starts outside of a
/// solid, and every part is passed by the signs of volumes, or kept apart by a plane: along the given normal,
/// one of the part's own, or one that is searched for.
bool passes_parts_until(const Placed& target, const Placed& point, const Vec3& motion, const Vec3& normal,
                        double end) noexcept {
    if (end == 0) return true;
    const PlacedParts parts(target);
    const IntervalVec3 start = enclose(point.pose.position);
    if (parts.solid() && !(tree_holds(parts) && starts_outside(parts, start))) return false;
    const IntervalVec3 last = start + Interval(end) * enclose(motion);
    const bool triangles = parts.made_of_triangles() && parts.margin() == 0;
    for (std::uint32_t i = 0; i < parts.count(); ++i) {
        if (triangles && passes_before(parts, i, start, last)) continue;
        const Placed part = placed_part(parts, i);
        PartNormals normals;
        if (triangles) {
            normals = normals_of(parts, i, motion, normal);
        } else {
            const Vec3 centre = part.pose * part.shape.centre();
            for (const Vec3& n : {normal, -motion, point.pose.position - centre, middle(last) - centre})
                normals.add(n);
        }
        const std::span<const Vec3> tried(normals.tried.data(), normals.count);
        const bool apart = std::ranges::any_of(
            tried, [&](const Vec3& n) { return apart_until(part, point, motion, n, end); });
        if (!apart && !some_plane_separates(part, point, motion, end)) return false;
    }
    return true;
}

/// Roundings of the point of contact that are no fault: the budget of an undecided verdict, on the length of
/// the way as well.
double contact_slack(const Placed& a, const Placed& b, double travel) noexcept {
    return 64 * kEps * (extent(a, b) + travel) + 4 * distortion(a, b);
}

/// Weights that make an average; whatever their values then are, the average is a member.
bool terms_given(const SupportTerms& terms) noexcept {
    if (terms.count == 0 || terms.count > terms.weights.size()) return false;
    double sum = 0;
    for (std::size_t i = 0; i < terms.count; ++i) {
        if (!(terms.weights[i] >= 0) || !is_finite(terms.directions[i])) return false;
        sum += terms.weights[i];
    }
    return sum > 0 && std::isfinite(sum);
}

/// Σ w_i x_i / Σ w_i with members x_i: one as well.
template <class Member> IntervalVec3 averaged(const SupportTerms& terms, const Member& member) noexcept {
    IntervalVec3 sum{};
    Interval total(0);
    for (std::size_t i = 0; i < terms.count; ++i) {
        sum += Interval(terms.weights[i]) * member(terms.directions[i]);
        total += Interval(terms.weights[i]);
    }
    return {sum.x / total, sum.y / total, sum.z / total};
}

/// A box around a member of the shape: the directions are those of what its outermost affine images are made
/// of.
IntervalVec3 member_of(const Shape& shape, const SupportTerms& terms) noexcept {
    if (shape.type() != ShapeType::affine_image)
        return averaged(terms, [&](const Vec3& direction) { return support_enclosure(shape, direction); });
    const Mat3 m{{shape.vector(0), shape.vector(1), shape.vector(2)}};
    return enclose(m) * member_of(shape.children()[0], terms) + enclose(shape.vector(3));
}

/// The t of the interval where from + t * motion - to comes nearest to the given difference, up to rounding.
double nearest_time(const Vec3& from, const Vec3& motion, const Vec3& to, const Vec3& difference,
                    const Interval& interval) noexcept {
    double t = interval.middle();
    // Twice: the first guess carries the roundings of the whole distance.
    for (int pass = 0; pass < 2; ++pass) {
        const double step =
            dot(difference - middle(shifted_difference(from, t, motion, to)), unit(motion)) / length(motion);
        t = std::isfinite(step) ? std::clamp(t + step, interval.lower, interval.upper) : t;
    }
    return t;
}

/// The ray hits the member that the hit describes.
bool hits_member(const RayHit& hit, const Ray& ray, const Placed& target, double slack) noexcept {
    if (target.shape.type() == ShapeType::half_space || !terms_given(hit.terms)) return false;
    const IntervalVec3 member = enclose(target.pose.rotation) * member_of(target.shape, hit.terms);
    const double t =
        nearest_time(ray.origin, ray.direction, target.pose.position, middle(member), hit.bounds);
    return norm(shifted_difference(ray.origin, t, ray.direction, target.pose.position) - member).upper <=
           slack;
}

/// How far the reported point may be from either shape when b's origin is at `apart` from a's: sets that
/// overlap by g along the normal may share points g deep and, where they are round, sqrt(2 g size) aside.
double point_allowance(const CastHit& hit, const Placed& a, const Placed& b, const Vec3& displacement,
                       const IntervalVec3& apart) noexcept {
    const double overlap =
        std::max(0.0, -gap_along(a, b, hit.normal, apart).lower) + hit.time.width() * length(displacement);
    return overlap + std::sqrt(2 * overlap * extent(a, b));
}

/// The core members that the hit describes come as close as the margins at some time of the interval, and the
/// reported point is as near to them.
bool members_touch(const CastHit& hit, const Placed& a, const Placed& b, const Vec3& displacement,
                   double slack) noexcept {
    if (has_half_space(a, b) || displacement == Vec3{} || !terms_given(hit.terms)) return false;
    const Mat3 b_in_a = relative(a.pose, b.pose).rotation;
    const IntervalVec3 core_a = enclose(a.pose.rotation) * averaged(hit.terms, [&](const Vec3& d) {
                                    return core_support_enclosure(a.shape, d);
                                });
    const IntervalVec3 core_b = enclose(b.pose.rotation) * averaged(hit.terms, [&](const Vec3& d) {
                                    return core_support_enclosure(b.shape, transpose_times(b_in_a, -d));
                                });
    const Interval margin_a = margin_below(a);
    const Interval margin_b = margin_below(b);
    const IntervalVec3 difference = core_a - core_b;
    const double t =
        nearest_time(b.pose.position, displacement, a.pose.position, middle(difference), hit.time);
    const IntervalVec3 apart = shifted_difference(b.pose.position, t, displacement, a.pose.position);
    if (!((norm(apart - difference) - margin_a - margin_b).upper <= 2 * slack)) return false;
    const double allowance = slack + point_allowance(hit, a, b, displacement, apart);
    const IntervalVec3 from_a = enclose(hit.point) - enclose(a.pose.position);
    const IntervalVec3 from_b = shifted_difference(hit.point, -t, displacement, b.pose.position);
    return ((norm(from_a - core_a) - margin_a).upper <= allowance || clearance_at(a, from_a) >= -allowance) &&
           ((norm(from_b - core_b) - margin_b).upper <= allowance || clearance_at(b, from_b) >= -allowance);
}

}  // namespace

bool verify(const RayHit& hit, const Ray& ray, const Placed& target) noexcept {
    if (!meaningful(target) || !is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{})
        return false;
    if (!answered(hit.status) || !ordered(hit.bounds) || !hit.bounds.contains(hit.t) ||
        !nearly_unit(hit.normal) || !is_finite(hit.point))
        return false;
    // The ray is a point that moves away from the target.
    const Placed start{Point{}, Pose::translation(ray.origin)};
    if (!reports_half_space(hit.normal, target, start, hit.bounds.lower)) return false;
    const bool outside = target.shape.convex()
                             ? apart_until(target, start, ray.direction, hit.normal, hit.bounds.lower)
                             : passes_parts_until(target, start, ray.direction, hit.normal, hit.bounds.lower);
    if (!outside) return false;
    const double travel = (Interval(hit.bounds.upper) * norm(enclose(ray.direction))).upper;
    const double slack = contact_slack(target, start, travel);
    const IntervalVec3 off = shifted_difference(ray.origin, hit.t, ray.direction, hit.point);
    if (!(norm(off).upper <= slack + 8 * kEps * length(ray.origin))) return false;
    return hits_member(hit, ray, target, slack) ||
           std::ranges::any_of(candidates(hit.bounds, hit.t), [&](double t) {
               return clearance_at(target, shifted_difference(ray.origin, t, ray.direction,
                                                              target.pose.position)) >= -slack;
           });
}

bool verify(const CastHit& hit, const Placed& a, const Placed& b, const Vec3& displacement) noexcept {
    if (!meaningful(a) || !meaningful(b) || !is_finite(displacement) || !is_finite(hit.point)) return false;
    if (!answered(hit.status) || !ordered(hit.time) || !nearly_unit(hit.normal)) return false;
    if (!reports_half_space(hit.normal, a, b, hit.time.lower)) return false;
    const bool convex = a.shape.convex() && b.shape.convex();
    if (!apart_until(a, b, displacement, hit.normal, hit.time.lower) &&
        (convex || !parts_apart_until(a, b, displacement, hit.normal, hit.time.lower)))
        return false;
    const double travel = (Interval(hit.time.upper) * norm(enclose(displacement))).upper;
    const double slack =
        contact_slack(a, b, travel) + 8 * kEps * (length(a.pose.position) + length(b.pose.position));
    if (members_touch(hit, a, b, displacement, slack)) return true;
    return std::ranges::any_of(candidates(hit.time, hit.time.upper), [&](double t) {
        const IntervalVec3 apart = shifted_difference(b.pose.position, t, displacement, a.pose.position);
        const IntervalVec3 on_a = enclose(hit.point) - enclose(a.pose.position);
        // Where the point of contact was on b before the motion.
        const IntervalVec3 on_b = shifted_difference(hit.point, -t, displacement, b.pose.position);
        const auto in_both = [&](double off) {
            return lies_in(a, on_a, hit.normal, off) && lies_in(b, on_b, -hit.normal, off);
        };
        if (in_both(slack)) return true;
        return in_both(slack + point_allowance(hit, a, b, displacement, apart)) &&
               come_within(a, b, apart, 2 * slack);
    });
}

}  // namespace graze
