// Slacks are a few hundred last places of the lengths involved: `separation` rounds, and so do the points
// that it is evaluated at.
#include "oracle/judge_hits.hpp"
#include "oracle/fault_text.hpp"

#include <algorithm>
#include <cmath>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// One last place of 1.
constexpr double kUlp = 0x1p-52;

bool half_space(const Placed& p) { return p.shape.type() == ShapeType::half_space; }

double size_of(const Placed& p) {
    return std::isfinite(p.shape.reach()) && p.shape.reach() > 0 ? p.shape.reach() : 1;
}

std::vector<std::string> manifold_faults(const ContactManifold& m, const Placed& a, const Placed& b) {
    std::vector<std::string> faults;
    if (!is_finite(m.normal) || !(std::abs(length(m.normal) - 1) <= 1e-14))
        faults.push_back("the normal is not unit");
    double deepest = 0;
    for (const ContactPoint& p : m.points) {
        if (!is_finite(p.position) || !(p.depth > 0) || !std::isfinite(p.depth))
            faults.push_back(text("a point is bad", p.depth));
        deepest = std::max(deepest, p.depth);
    }
    const double slack = m.distance.width() + 128 * kUlp * pair_extent(a, b);
    if (m.points.empty()) {
        if (m.distance.upper < 0 && std::isfinite(m.distance.lower))
            faults.push_back(text("an overlap has no point", m.distance.upper));
    } else {
        if (m.distance.lower > 0) faults.push_back(text("a gap has points", m.distance.lower));
        if (!(deepest <= -m.distance.lower + slack))
            faults.push_back(text("deeper than the overlap", deepest, -m.distance.lower));
        if (!(deepest >= -m.distance.upper - slack))
            faults.push_back(text("no point is as deep as the overlap", deepest, m.distance.upper));
    }
    if (!verify(m, a, b))
        faults.push_back(text("the manifold does not verify; points", static_cast<double>(m.points.size())));
    return faults;
}

void add(std::vector<std::string>& faults, const std::vector<std::string>& more, const std::string& prefix) {
    for (const std::string& fault : more) faults.push_back(prefix + fault);
}

/// The distance of the target from the point where a ray is at t.
Interval distance_at(const Placed& target, const Ray& ray, double t) {
    return separation(target, Placed{Point{}, Pose::translation(ray.origin + t * ray.direction)}).distance;
}

/// Where the ray is nearest the target's centre, in t.
double nearest_t(const Placed& target, const Ray& ray) {
    return dot(target.pose * target.shape.centre() - ray.origin, ray.direction) / length_sq(ray.direction);
}

std::vector<std::string> ray_faults(const Placed& target, const Ray& ray) {
    std::vector<std::string> faults;
    const double speed = length(ray.direction);
    if (!(speed > 0)) return faults;
    const auto hit = raycast(ray, target);
    const double slack = 256 * kUlp *
                         (length(ray.origin) + length(target.pose.position) + size_of(target) +
                          length(ray.origin - target.pose.position));
    if (!hit) {
        for (const double across : {-0.5, -0.1, 0.0, 0.1, 0.5}) {
            const double t = nearest_t(target, ray) + across * size_of(target) / speed;
            if (t >= 0 && distance_at(target, ray, t).upper < -slack)
                faults.push_back(text("a ray misses what it hits at t", t));
        }
        return faults;
    }
    if (!std::isfinite(hit->t) || !is_finite(hit->point) || !is_finite(hit->normal))
        return {"a ray hit is not finite"};
    if (!hit->bounds.contains(hit->t) || hit->bounds.lower < 0)
        faults.push_back(text("t is outside of its bounds", hit->t));
    if (hit->status == Status::invalid_input) faults.push_back("a valid ray is refused");
    // A ray that may be parallel to a plane intersects it nowhere, or anywhere far away: there is no upper
    // end to show.
    const bool endless = half_space(target) && std::isinf(hit->bounds.upper);
    if (!endless && !verify(*hit, ray, target))
        faults.push_back(text("a ray hit does not verify", hit->bounds.lower, hit->bounds.upper));
    for (const double share : {0.25, 0.75, 0.999}) {
        if (hit->bounds.lower == 0) break;
        const double before = share * hit->bounds.lower;
        if (distance_at(target, ray, before).upper < -slack)
            faults.push_back(text("a ray is inside before its hit", before, hit->bounds.lower));
    }
    if (!endless && distance_at(target, ray, hit->t).lower > hit->bounds.width() * speed + slack)
        faults.push_back(text("a ray is outside at its hit", distance_at(target, ray, hit->t).lower,
                              hit->bounds.width() * speed));
    return faults;
}

std::string describe(const Ray& ray) {
    return "Ray{" + literal(ray.origin) + ", " + literal(ray.direction) + "}: ";
}

}  // namespace

std::vector<std::string> contact_faults(const Placed& a, const Placed& b, const Separation& s) {
    std::vector<std::string> faults;
    const ContactManifold m = contacts(a, b);
    add(faults, manifold_faults(m, a, b), "contacts: ");
    add(faults, manifold_faults(contacts(b, a), b, a), "swapped contacts: ");
    if (!(m.distance.lower <= s.distance.upper && s.distance.lower <= m.distance.upper))
        faults.push_back(text("contacts: another distance", m.distance.lower, m.distance.upper));
    return faults;
}

std::vector<std::string> ray_faults(const Placed& target, Random& random) {
    std::vector<std::string> faults;
    const double size = size_of(target);
    const Vec3 centre = target.pose * target.shape.centre();
    const Vec3 origin = centre + random.uniform(0, 6) * size * random.direction();
    const Vec3 end = half_space(target) ? centre + random.in_cube(size)
                                        : target.pose * support(target.shape, random.direction());
    for (const Vec3& aim : {centre + random.in_cube(size), end}) {
        const Ray ray{origin, (aim - origin) * random.log_uniform(1e-3, 1e3)};
        add(faults, ray_faults(target, ray), describe(ray));
    }
    return faults;
}

std::vector<std::string> cast_faults(const Placed& a, const Placed& b, Random& random) {
    std::vector<std::string> faults;
    const double size = std::max(size_of(a), size_of(b));
    const Vec3 displacement = (a.pose.position - b.pose.position) * random.uniform(0, 2) +
                              random.uniform(0, 2) * size * random.direction();
    const auto at = [&](double t) {
        Placed moved = b;
        moved.pose.position += t * displacement;
        return separation(a, moved).distance;
    };
    const double slack =
        256 * kUlp *
        (pair_extent(a, b) + length(a.pose.position) + length(b.pose.position) + length(displacement));
    const auto hit = translational_cast(a, b, displacement);
    const std::string prefix = "cast along " + literal(displacement) + ": ";
    if (!hit) {
        for (const double t : {0.0, 0.3, 0.6, 1.0}) {
            if (at(t).upper < -slack) faults.push_back(prefix + text("misses what it hits at t", t));
        }
        return faults;
    }
    if (!std::isfinite(hit->time.upper) || !is_finite(hit->point) || !is_finite(hit->normal))
        return {prefix + "not finite"};
    if (!(0 <= hit->time.lower && hit->time.lower <= hit->time.upper && hit->time.upper <= 1))
        faults.push_back(prefix + text("times out of order", hit->time.lower, hit->time.upper));
    if (!verify(*hit, a, b, displacement))
        faults.push_back(prefix + text("does not verify", hit->time.lower, hit->time.upper));
    for (const double share : {0.5, 0.999}) {
        if (hit->time.lower > 0 && at(share * hit->time.lower).upper < -slack)
            faults.push_back(prefix + text("overlap before the hit", share * hit->time.lower));
    }
    const double gap = at(hit->time.upper).lower;
    if (gap > hit->time.width() * length(displacement) + slack)
        faults.push_back(prefix + text("apart at the hit", gap, hit->time.upper));
    return faults;
}

}  // namespace graze::test
