// Every verb on one pair, and what they state about each other. A verdict counts as known when `verify` shows
// it; `overlaps` false, a ray's or a cast's miss, and both ends of every interval are certain by contract, so
// two of them that exclude each other are a fault.
#include <algorithm>
#include <cmath>

#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/core/assert.hpp"
#include "graze/math/vec.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

/// A gap below this share of the extent may be called a contact: `overlaps` has no proof, and its certainty
/// ends there.
constexpr double kCloseCall = 1e-9;

bool ordered(const Interval& x) { return x.lower <= x.upper; }
bool unit_length(const Vec3& n) { return std::abs(length(n) - 1) <= 1e-14; }
bool apart(const Interval& x, const Interval& y) { return x.upper < y.lower || y.upper < x.lower; }

bool served(const Vec3& v) { return in_served_range(v.x) && in_served_range(v.y) && in_served_range(v.z); }

/// Sizes and distances that roundings count in; half-spaces by their plane.
double extent_of(const Placed& a, const Placed& b) {
    const auto size = [](const Shape& s) {
        return std::isfinite(s.reach()) ? s.reach() : length(s.centre());
    };
    const Vec3 offset = abs(a.pose.position - b.pose.position);
    return size(a.shape) + size(b.shape) + offset.x + offset.y + offset.z;
}

/// What is certain about the pair once a verdict is shown.
struct Known {
    bool disjoint = false;
    bool overlapping = false;
};

std::string fault_of_invalid(const Placed& a, const Placed& b) {
    if (separation(a, b).status != Status::invalid_input) return "separation accepts what check refuses";
    if (decide(a, b).status != Status::invalid_input) return "decide accepts what check refuses";
    if (contacts(a, b).status != Status::invalid_input) return "contacts accepts what check refuses";
    if (!overlaps(a, b)) return "overlaps is false on invalid input";
    if (translational_cast(a, b, {1, 0, 0})) return "a cast of invalid input hits";
    return {};
}

std::string fault_of_separation(const Separation& s, const Known& known) {
    if (!ordered(s.distance)) return "the distance's bounds are out of order or NaN";
    if (!is_finite(s.point_a) || !is_finite(s.point_b)) return "a witness point is not finite";
    if (!unit_length(s.normal)) return "the normal is not unit";
    if (s.status != Status::converged && s.status != Status::budget_reached)
        return "separation refuses what check accepts";
    if (known.disjoint && s.distance.upper <= 0) return "shown disjoint, but the distance is an overlap";
    if (known.overlapping && s.distance.lower > 0) return "shown intersecting, but the distance is a gap";
    return {};
}

std::string fault_of_verdict(const Verdict& v, const Placed& a, const Placed& b, const Separation& s) {
    if (v.status == Status::unsupported) return v.method == Method::gjk ? "gjk declines a pair" : "";
    if (v.status == Status::invalid_input) return "decide refuses what check accepts";
    if (!verify(v, a, b)) return {};
    if (v.answer == Answer::disjoint && s.distance.upper <= 0)
        return "shown disjoint, but the distance is an overlap";
    if (v.answer == Answer::intersecting && s.distance.lower > 0)
        return "shown intersecting, but the distance is a gap";
    const auto* close = std::get_if<Closeness>(&v.proof);
    if (close && apart(s.distance, {-close->delta, close->delta}))
        return "shown close, but the distance is not";
    return {};
}

std::string fault_of_contacts(const ContactManifold& m, const Separation& s, const Known& known,
                              double extent) {
    if (!ordered(m.distance) || !unit_length(m.normal)) return "the manifold's distance or normal is bad";
    if (m.points.size() > 4) return "more than four contact points";
    if (apart(m.distance, s.distance)) return "contacts and separation disagree about the distance";
    if (known.disjoint && !m.points.empty() && m.distance.upper < -kCloseCall * extent)
        return "deep contacts of shapes shown disjoint";
    for (const ContactPoint& p : m.points) {
        if (!is_finite(p.position) || !(p.depth > 0) || !std::isfinite(p.depth))
            return "a contact point is bad";
    }
    return {};
}

std::string fault_of_cast(const Placed& a, const Placed& b, const Vec3& offset, const Known& known) {
    const std::optional<CastHit> hit = translational_cast(a, b, offset);
    if (!served(offset)) return hit && !is_finite(offset) ? "a cast along NaN or infinity hits" : "";
    if (!hit) {
        if (known.overlapping) return "shown intersecting at the start, but the cast misses";
        Placed end = b;
        end.pose.position += offset;
        const double extent = extent_of(a, end) + extent_of(a, b);
        const Separation last = separation(a, end);
        if (last.status == Status::converged && last.distance.upper < -kCloseCall * extent)
            return "overlapping at the end, but the cast misses";
        return {};
    }
    if (!ordered(hit->time) || !(hit->time.lower >= 0) || !(hit->time.upper <= 1))
        return "the time of a cast is bad";
    if (!unit_length(hit->normal) || !is_finite(hit->point)) return "the normal or point of a cast is bad";
    if (known.overlapping && hit->time.lower > 0)
        return "shown intersecting at the start, but the cast starts apart";
    return {};
}

std::string fault_of_ray(const Ray& ray, const Placed& target) {
    const std::optional<RayHit> hit = raycast(ray, target);
    if (!served(ray.direction) || ray.direction == Vec3{})
        return hit && !is_finite(ray.direction) ? "a ray along NaN or infinity hits" : "";
    const Placed start{Point{ray.origin}, {}};
    const Verdict inside = decide(start, target);
    const bool starts_inside = inside.answer == Answer::intersecting && verify(inside, start, target);
    if (!hit) return starts_inside ? "the ray starts inside, but misses" : "";
    if (!ordered(hit->bounds) || !(hit->t >= 0) || !hit->bounds.contains(hit->t))
        return "the parameter of a hit is bad";
    if (!unit_length(hit->normal) || !is_finite(hit->point)) return "the normal or point of a hit is bad";
    if (starts_inside && hit->bounds.lower > 0) return "the ray starts inside, but hits later";
    return {};
}

std::string fault_of_pair(const Placed& a, const Placed& b, const Vec3& offset) {
    const Separation s = separation(a, b), flipped = separation(b, a);
    const Verdict v = decide(a, b);
    const double extent = extent_of(a, b);
    const bool shown = verify(v, a, b);
    const Known known{shown && v.answer == Answer::disjoint, shown && v.answer == Answer::intersecting};
    std::string fault = fault_of_separation(s, known);
    if (fault.empty()) fault = fault_of_separation(flipped, known);
    if (fault.empty() && apart(s.distance, flipped.distance)) fault = "the distance depends on the order";
    if (fault.empty() && verify(s, a, b) && known.overlapping && s.distance.lower > 0)
        fault = "verify shows a gap and an intersection";
    for (const Method method : {Method::automatic, Method::gjk, Method::sat}) {
        if (!fault.empty() || !supports(Query::decide, a.shape.type(), b.shape.type(), method)) continue;
        fault = fault_of_verdict(decide(a, b, method), a, b, s);
    }
    if (!fault.empty()) return fault;
    for (const bool overlap : {overlaps(a, b), overlaps(b, a)}) {
        if (!overlap && (known.overlapping || s.distance.upper <= 0)) return "overlaps misses a contact";
        if (overlap && s.distance.lower > kCloseCall * extent) return "overlaps reports a false contact";
    }
    fault = fault_of_contacts(contacts(a, b), s, known, extent);
    return fault.empty() ? fault_of_cast(a, b, offset, known) : fault;
}

}  // namespace

std::string fault_of_queries(std::span<const std::uint8_t> bytes) {
    set_assertion_handler([](const AssertionFailure&) {});  // invalid input is part of the subject
    ByteSource source(bytes);
    const Shape first = source.shape();
    const Pose first_pose = source.pose();
    const Placed a{first, first_pose};
    const Shape second = source.shape();
    const Pose second_pose = source.pose();
    const Placed b{second, second_pose};
    const Vec3 offset = source.vector(), origin = source.vector(), direction = source.vector();
    std::string fault;
    const bool usable_a = check(a).has_value(), usable_b = check(b).has_value();
    if (!usable_a || !usable_b)
        fault = fault_of_invalid(a, b);
    else
        fault = fault_of_pair(a, b, offset);
    if (fault.empty() && usable_a && check(Placed{Point{origin}, {}}))
        fault = fault_of_ray({origin, direction}, a);
    if (fault.empty() && !usable_a && raycast({origin, direction}, a))
        fault = "a ray hits what check refuses";
    set_assertion_handler(nullptr);
    if (fault.empty()) return fault;
    return fault + "\nconst Placed a = " + literal(a) + ";\nconst Placed b = " + literal(b) + ";\nway " +
           literal(offset) + ", ray " + literal(origin) + " + t " + literal(direction) + "\n";
}

}  // namespace graze::test
