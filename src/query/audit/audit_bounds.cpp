#include "query/audit/audit_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/math/vec.hpp"
#include "graze/query/query.hpp"
#include "mesh/part_set.hpp"
#include "query/composite/part_pairs.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::audit {
namespace {

/// Some members of a placed shape, rounded: its centre, and three corners of triangles drawn from the hash.
void append_members(const Placed& placed, const Check& check, std::vector<Vec3>& members) {
    if (is_half_space(placed)) return;
    members.push_back(placed.pose * placed.shape.centre());
    if (placed.shape.convex()) return;
    const PartSet parts(placed.shape);
    if (!parts.made_of_triangles()) return;
    std::uint64_t draw = check.hash().value();
    for (int i = 0; i < 3; ++i) {
        members.push_back(placed.pose * parts.triangle(draw % parts.count()).a);
        draw = draw / parts.count() + 0x9e3779b97f4a7c15;
    }
}

}  // namespace

bool valid(const Placed& a, const Placed& b) {
    return graze::check(a).has_value() && graze::check(b).has_value();
}

std::size_t parts_in(const Shape& shape) noexcept {
    return !shape.valid() || shape.convex() ? 1 : PartSet(shape).count();
}

bool linear_check_now(const Check& check, std::size_t parts, Salt salt) noexcept {
    return parts <= kAlwaysVerifiedParts || sampled(check, std::min(kSmallestSample, parts / 16), salt);
}

const char* kind_of(const Shape& a, const Shape& b) noexcept {
    return a.convex() && b.convex() ? "convex" : "parts";
}

bool is_unit(const Vec3& v) noexcept { return is_finite(v) && std::abs(length(v) - 1) <= 1e-14; }

bool ordered(const Interval& x) noexcept { return x.lower <= x.upper; }

bool compatible(const Interval& x, const Interval& y) noexcept {
    return x.lower <= y.upper && y.lower <= x.upper;
}

double close_call(const Placed& a, const Placed& b) noexcept {
    return 128 * kEps * verifying::extent(a, b) + 8 * verifying::distortion(a, b);
}

double moved_slack(const Placed& a, const Placed& b) noexcept {
    return close_call(a, b) + 64 * kEps * (length(a.pose.position) + length(b.pose.position));
}

double planes_below(const Placed& a, const Placed& b, const Vec3& normal, const Check& check) {
    if (!linear_check_now(check, parts_in(a.shape) + parts_in(b.shape), Salt::planes)) return -kInfinity;
    const Vec3 between = b.pose * b.shape.centre() - a.pose * a.shape.centre();
    double best = -kInfinity;
    for (const Vec3& n : {normal, between, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{-1, 0, 0},
                          Vec3{0, -1, 0}, Vec3{0, 0, -1}}) {
        if (is_finite(n) && n != Vec3{}) best = std::max(best, verifying::gap_along(a, b, n).lower);
    }
    return best;
}

double members_below(const Placed& a, const Placed& b, const Check& check) {
    double best = kInfinity;
    for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)}) {
        std::vector<Vec3> members;
        append_members(*from, check, members);
        for (const Vec3& member : members) {
            if (!is_finite(member)) continue;
            const double slack = moved_slack(a, b) + 4 * from->shape.support_error();
            best = std::min(best, signed_distance(*to, member).upper + slack);
        }
    }
    return best;
}

std::optional<Interval> distance_of_all_parts(const Placed& a, const Placed& b) {
    if ((a.shape.convex() && b.shape.convex()) || is_half_space(a) || is_half_space(b)) return std::nullopt;
    if (parts_in(a.shape) * parts_in(b.shape) > kMostBrutePairs) return std::nullopt;
    const PlacedParts parts_a(a), parts_b(b);
    Interval best{kInfinity, kInfinity};
    for (std::uint32_t i = 0; i < parts_a.count(); ++i) {
        const Placed part_a{parts_a.part(i), a.pose};
        for (std::uint32_t j = 0; j < parts_b.count(); ++j) {
            const Interval distance = separation(part_a, {parts_b.part(j), b.pose}).distance;
            best = {std::min(best.lower, distance.lower), std::min(best.upper, distance.upper)};
        }
    }
    // Two triangles that cross have a depth as convex sets; surfaces have none.
    if (parts_a.is_skin() && parts_b.is_skin()) best = {std::max(0.0, best.lower), std::max(0.0, best.upper)};
    return best;
}

bool has_solid(const Placed& a, const Placed& b) noexcept {
    const auto solid = [](const Placed& placed) {
        return !placed.shape.convex() && PartSet(placed.shape).solid();
    };
    return solid(a) || solid(b);
}

}  // namespace graze::audit
