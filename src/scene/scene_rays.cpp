// Questions along rays and paths, and in regions.
#include <algorithm>
#include <cmath>

#include "ccd/impact_search.hpp"
#include "core/audited.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "query/counted.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

bool before(const ObjectRayHit& x, const ObjectRayHit& y) noexcept {
    return x.t != y.t ? x.t < y.t : x.object < y.object;
}

bool is_ray(const Ray& ray) noexcept {
    return is_finite(ray.origin) && is_finite(ray.direction) && ray.direction != Vec3{};
}

/// Whether an object overlaps a box, which may be unbounded: only the part of the box around the object is
/// tested. For a half-space that part may be unbounded too, and then its deepest corner decides. Undecided
/// pairs count as overlapping.
bool overlaps_box(const Placed& placed, const Aabb& object_box, const Aabb& box, PairWork* work) noexcept {
    const Aabb part = intersection(object_box, box);
    const bool bounded = is_finite(part.min) && is_finite(part.max);
    if (bounded)
        return counted_overlaps(placed, Placed{Box{half_extents(part)}, Pose::translation(centre(part))},
                                work);
    if (placed.shape.type() != ShapeType::half_space) return true;
    const Vec3 normal = placed.pose.rotation * placed.shape.vector(0);
    const double rounding =
        32 * kEps * (length(normal) * length(placed.pose.position) + std::abs(placed.shape.values()[3]));
    const double offset = placed.shape.values()[3] + dot(normal, placed.pose.position);
    return -support_value(part, {Interval(-normal.x), Interval(-normal.y), Interval(-normal.z)}).upper <=
           offset + rounding;
}

/// The hit of one object. Its t is moved, within its bounds, to where the ray enters the object's box if it
/// was before: so an object that is passed over for its box could not have been hit earlier than another one.
std::optional<ObjectRayHit> hit_place(const Ray& ray, const ObjectId& object, const Placed& placed,
                                      const Aabb& box, PairWork* work) {
    const auto hit = counted_raycast(ray, placed, work);
    if (!hit) return std::nullopt;
    ObjectRayHit found{*hit, object};
    const double entry = clip_ray(box, ray.origin, ray.direction).lower;
    if (!(entry > hit->t && entry <= hit->bounds.upper)) return found;
    found.t = entry;
    found.point = ray.origin + entry * ray.direction;
    return found;
}

/// No box that the ray enters at t or earlier is entered later than this by a search with another rounding.
double search_limit(double t) noexcept { return t * (1 + 8 * kEps); }

}  // namespace

std::optional<ObjectRayHit> Scene::raycast(const Ray& ray, std::uint32_t mask,
                                           CascadeCounters* counters) const {
    const auto ask = [&]() -> std::optional<ObjectRayHit> {
        if (!is_ray(ray)) return std::nullopt;
        CascadeMeter meter(counters);
        meter.begin(1);
        TimedScope timed = meter.time_task(0);
        std::optional<ObjectRayHit> best;
        state_->boxes.visit_ray({ray.origin, ray.direction}, [&](ProxyId place, double, double& limit) {
            if (!state_->in_groups(place, mask)) return Continue::yes;
            const auto found = hit_place(ray, state_->id(place), state_->placed(place),
                                         state_->boxes.box(place), meter.test(0));
            if (found && (!best || before(*found, *best))) best = found;
            if (best) limit = std::min(limit, search_limit(best->t));
            return Continue::yes;
        });
        timed.stop();
        meter.finish(size(), best ? 1 : 0);
        return best;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_ray(answer, *this, {.ray = ray, .mask = mask}));
}

bool Scene::raycast_any(const Ray& ray, double max_t, std::uint32_t mask, CascadeCounters* counters) const {
    const auto ask = [&] {
        if (!is_ray(ray) || !(max_t >= 0)) return false;
        CascadeMeter meter(counters);
        meter.begin(1);
        TimedScope timed = meter.time_task(0);
        bool any = false;
        state_->boxes.visit_ray({ray.origin, ray.direction, 0, max_t}, [&](ProxyId place, double, double&) {
            any = any || (state_->in_groups(place, mask) &&
                          counted_raycast_any(ray, state_->placed(place), max_t, meter.test(0)));
            return any ? Continue::no : Continue::yes;
        });
        timed.stop();
        meter.finish(size(), any ? 1 : 0);
        return any;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_any_hit(answer, *this, {ray, max_t, mask}));
}

std::vector<ObjectRayHit> Scene::raycast_all(const Ray& ray, double max_t, std::uint32_t mask,
                                             CascadeCounters* counters) const {
    const auto ask = [&]() -> std::vector<ObjectRayHit> {
        if (!is_ray(ray) || !(max_t >= 0)) return {};
        CascadeMeter meter(counters);
        meter.begin(1);
        TimedScope timed = meter.time_task(0);
        std::vector<ObjectRayHit> hits;
        state_->boxes.visit_ray({ray.origin, ray.direction, 0, search_limit(max_t)},
                                [&](ProxyId place, double, double&) {
                                    if (!state_->in_groups(place, mask)) return Continue::yes;
                                    const auto hit = hit_place(ray, state_->id(place), state_->placed(place),
                                                               state_->boxes.box(place), meter.test(0));
                                    if (hit && hit->t <= max_t) hits.push_back(*hit);
                                    return Continue::yes;
                                });
        std::ranges::sort(hits, before);
        timed.stop();
        meter.finish(size(), hits.size());
        return hits;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_all_hits(answer, *this, {ray, max_t, mask}));
}

std::vector<std::optional<ObjectRayHit>> Scene::raycast(std::span<const Ray> rays, std::uint32_t mask,
                                                        CascadeCounters* counters) const {
    std::vector<std::optional<ObjectRayHit>> hits(rays.size());
    std::vector<CascadeCounters> own(counters != nullptr ? rays.size() : 0);
    state_->for_each(rays.size(), [&](std::size_t i) {
        hits[i] = raycast(rays[i], mask, counters != nullptr ? &own[i] : nullptr);
    });
    for (const CascadeCounters& one : own) *counters += one;
    return hits;
}

std::vector<ObjectId> Scene::objects_in(const Aabb& box, std::uint32_t mask,
                                        CascadeCounters* counters) const {
    const auto ask = [&] {
        std::vector<ObjectId> found;
        if (is_empty(box)) return found;
        CascadeMeter meter(counters);
        meter.begin(1);
        TimedScope timed = meter.time_task(0);
        state_->boxes.visit_box(box, [&](ProxyId place) {
            if (!state_->in_groups(place, mask)) return Continue::yes;
            const Aabb& inner = state_->boxes.box(place);
            if (graze::contains(box, inner) || overlaps_box(state_->placed(place), inner, box, meter.test(0)))
                found.push_back(state_->id(place));
            return Continue::yes;
        });
        std::ranges::sort(found);
        timed.stop();
        meter.finish(size(), found.size());
        return found;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_objects_in(answer, *this, box, mask));
}

std::vector<ObjectId> Scene::objects_in(const Placed& region, std::uint32_t mask,
                                        CascadeCounters* counters) const {
    const auto ask = [&] {
        std::vector<ObjectId> found;
        if (!check(region)) return found;
        CascadeMeter meter(counters);
        meter.begin(1);
        TimedScope timed = meter.time_task(0);
        state_->boxes.visit_box(unchecked_box_of(region), [&](ProxyId place) {
            if (state_->in_groups(place, mask) &&
                counted_overlaps(state_->placed(place), region, meter.test(0)))
                found.push_back(state_->id(place));
            return Continue::yes;
        });
        std::ranges::sort(found);
        timed.stop();
        meter.finish(size(), found.size());
        return found;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_objects_in(answer, *this, region, mask));
}

std::optional<ObjectCastHit> Scene::cast(const Moving& moving, const ImpactOptions& options,
                                         std::uint32_t mask, CascadeCounters* counters) const {
    const auto ask = [&]() -> std::optional<ObjectCastHit> {
        if (!check(moving)) return std::nullopt;
        CascadeMeter meter(counters);
        TimedScope broad = meter.time_broad();
        std::vector<ProxyId> places;
        state_->boxes.visit_box(swept_box(moving.motion, local_box_of(moving.shape), {0, 1}),
                                [&](ProxyId place) {
                                    if (state_->in_groups(place, mask)) places.push_back(place);
                                    return Continue::yes;
                                });
        std::ranges::sort(places);
        broad.stop();
        std::vector<Impact> impacts(places.size());
        meter.begin(places.size());
        state_->for_each(places.size(), [&](std::size_t i) {
            const Placed& placed = state_->placed(places[i]);
            impacts[i] = counted_time_of_impact({placed.shape, LinearMotion{placed.pose, {}}}, moving,
                                                options, meter.test(i));
        });
        std::optional<ObjectCastHit> best;
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (impacts[i].hit && (!best || impacts[i].time.lower < best->impact.time.lower))
                best = {state_->id(places[i]), impacts[i]};
        }
        meter.finish(size(), best ? 1 : 0);
        return best;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_cast(answer, *this, moving, mask));
}

}  // namespace graze
