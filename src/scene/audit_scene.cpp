// All pairs and all objects, one by one.
#include "scene/audit_scene.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/scene.hpp"
#include "query/audit/audit_bounds.hpp"
#include "query/audit/audit_check.hpp"

namespace graze::audit {
namespace {

// Larger scenes are left to the audits of their pairs: all pairs of 64 objects are 2016.
constexpr std::size_t kMostObjects = 64;
constexpr std::uint64_t kSceneSample = 4;
// An object of more parts takes too long to be queried once for each other object.
constexpr std::size_t kMostParts = 4096;

/// An answer of a scene under audit.
class SceneCheck {
public:
    SceneCheck(std::string_view verb, const Scene& scene)
        : check_(verb), scene_(scene), objects_(scene.objects()) {
        std::size_t parts = 0;
        for (const ObjectId& object : objects_) {
            const Vec3& position = scene.placed(object).pose.position;
            for (const double x : {position.x, position.y, position.z}) hash_.add(x);
            parts += parts_in(scene.placed(object).shape);
        }
        small_ = objects_.size() <= kMostObjects && parts <= kMostParts;
    }

    void asked(std::string name, const Vec3& v) {
        for (const double x : {v.x, v.y, v.z}) hash_.add(x);
        check_.asked(std::move(name), v);
    }
    void asked(std::string name, double x) {
        hash_.add(x);
        check_.asked(std::move(name), {x});
    }
    void asked(const Placed& region) { attached_ = {"region", json_text(region)}; }
    void asked(const Moving& moving) { attached_ = {"moving", json_text(moving)}; }

    /// Whether all objects are to be queried.
    [[nodiscard]] bool now() const noexcept {
        return small_ && hash_.samples(kSceneSample, static_cast<std::uint64_t>(Salt::brute));
    }
    [[nodiscard]] const std::vector<ObjectId>& objects() const noexcept { return objects_; }
    [[nodiscard]] const Placed& placed(const ObjectId& object) const noexcept {
        return scene_.placed(object);
    }
    [[nodiscard]] bool in_groups(const ObjectId& object, std::uint32_t mask) const noexcept {
        return (scene_.options(object).group & mask) != 0;
    }

    void expect(bool holds, std::string_view law) {
        if (holds || check_.failed()) return;
        check_.attach("scene", json_text(to_bytes(scene_)));
        if (!attached_.first.empty()) check_.attach(attached_.first, attached_.second);
        check_.expect(false, law);
    }

private:
    Check check_;
    const Scene& scene_;
    std::vector<ObjectId> objects_;
    std::pair<std::string, std::string> attached_;
    InputHash hash_;
    bool small_ = false;
};

/// visit(pair, placed_a, placed_b) for all pairs whose groups may collide.
template <class Visit>
void for_all_pairs(const SceneCheck& check, const SceneView& view, const Visit& visit) {
    const std::vector<ObjectId>& objects = check.objects();
    for (std::size_t i = 0; i < objects.size(); ++i) {
        for (std::size_t j = i + 1; j < objects.size(); ++j) {
            const ObjectPair pair{objects[i], objects[j]};
            if (view.may_collide(pair.a.index, pair.b.index))
                visit(pair, check.placed(pair.a), check.placed(pair.b));
        }
    }
}

/// The pair query's hit of an object, where the ray passes through the object's box: within the rounding of
/// large shapes a hit may be outside of the box, and a scene need not test there.
std::optional<RayHit> hit_of(const ObjectId& object, const Scene& scene, const Ray& ray) {
    const Interval inside = clip_ray(scene.bounds(object), ray.origin, ray.direction);
    return ordered(inside) ? raycast(ray, scene.placed(object)) : std::nullopt;
}

bool listed(std::span<const ObjectPair> pairs, const ObjectPair& pair) {
    return std::ranges::find(pairs, pair) != pairs.end();
}

template <class Range, class Projection> bool strictly_ordered(const Range& range, Projection projection) {
    return std::ranges::adjacent_find(range, std::ranges::greater_equal{}, projection) ==
           std::ranges::end(range);
}

/// Whether a ray is one that the verb serves.
bool castable(const Ray& ray) noexcept {
    return is_finite(ray.origin) && is_finite(ray.direction) && !(ray.direction == Vec3{});
}

}  // namespace

void check_near(std::span<const ObjectPair> pairs, const SceneView& view) {
    SceneCheck check("near_pairs", view.scene);
    check.expect(strictly_ordered(pairs, std::identity{}), "pairs out of order, or one twice");
    if (!check.now()) return;
    std::size_t near = 0;
    const std::vector<ObjectId>& objects = check.objects();
    for (std::size_t i = 0; i < objects.size(); ++i) {
        for (std::size_t j = i + 1; j < objects.size(); ++j) {
            if (!view.scene.near(objects[i], objects[j])) continue;
            ++near;
            check.expect(listed(pairs, {objects[i], objects[j]}), "a near pair is missing");
        }
    }
    check.expect(near == pairs.size(), "a pair that is not near");
}

void check_overlapping(std::span<const ObjectPair> pairs, const SceneView& view) {
    SceneCheck check("overlapping_pairs", view.scene);
    check.expect(strictly_ordered(pairs, std::identity{}), "pairs out of order, or one twice");
    if (!check.now()) return;
    for_all_pairs(check, view, [&](const ObjectPair& pair, const Placed& a, const Placed& b) {
        if (listed(pairs, pair))
            check.expect(overlaps(a, b), "a pair that does not overlap");
        else
            check.expect(!overlaps(a, b) || separation(a, b).distance.upper >= -close_call(a, b),
                         "a pair that overlaps is missing");
    });
}

void check_contacts(std::span<const ObjectContacts> contacts, const SceneView& view) {
    SceneCheck check("scene_contacts", view.scene);
    check.expect(strictly_ordered(contacts, &ObjectContacts::objects), "pairs out of order, or one twice");
    for (const ObjectContacts& pair : contacts)
        check.expect(!pair.manifolds.empty(), "a pair without contacts");
    if (!check.now()) return;
    for_all_pairs(check, view, [&](const ObjectPair& pair, const Placed& a, const Placed& b) {
        if (std::ranges::find(contacts, pair, &ObjectContacts::objects) != contacts.end()) return;
        const bool deep = separation(a, b).distance.upper < -close_call(a, b);
        check.expect(!deep || contact_manifolds(a, b).empty(), "the contacts of a pair are missing");
    });
}

void check_within(std::span<const ObjectSeparation> pairs, const SceneView& view, double clearance) {
    SceneCheck check("pairs_within", view.scene);
    check.asked("clearance", clearance);
    check.expect(strictly_ordered(pairs, &ObjectSeparation::objects), "pairs out of order, or one twice");
    for (const ObjectSeparation& pair : pairs)
        check.expect(pair.separation.distance.lower <= clearance,
                     "a pair that is farther apart than the clearance");
    if (!check.now() || !(clearance >= 0)) return;
    for_all_pairs(check, view, [&](const ObjectPair& pair, const Placed& a, const Placed& b) {
        if (std::ranges::find(pairs, pair, &ObjectSeparation::objects) != pairs.end()) return;
        check.expect(separation(a, b).distance.upper >= clearance, "a pair within the clearance is missing");
    });
}

void check_closest(const std::optional<ObjectSeparation>& closest, const SceneView& view,
                   const ObjectId* object) {
    SceneCheck check("closest_pair", view.scene);
    if (object != nullptr) check.asked("object", static_cast<double>(object->index));
    if (!check.now() || (object != nullptr && !view.scene.contains(*object))) return;
    for_all_pairs(check, view, [&](const ObjectPair& pair, const Placed& a, const Placed& b) {
        if (object != nullptr && pair.a != *object && pair.b != *object) return;
        check.expect(closest.has_value(), "no closest pair, but there is a pair");
        if (closest)
            check.expect(separation(a, b).distance.upper >= closest->separation.distance.lower,
                         "a pair is closer than the closest");
    });
}

void check_ray(const std::optional<ObjectRayHit>& hit, const Scene& scene, const SceneRay& ray) {
    SceneCheck check("scene_raycast", scene);
    check.asked("origin", ray.ray.origin);
    check.asked("direction", ray.ray.direction);
    check.asked("mask", ray.mask);
    if (!check.now() || !castable(ray.ray)) return;
    for (const ObjectId& object : check.objects()) {
        if (!check.in_groups(object, ray.mask)) continue;
        const auto other = hit_of(object, scene, ray.ray);
        if (!other) continue;
        if (other->status == Status::converged)
            check.expect(hit.has_value(), "a ray misses an object that it hits");
        if (hit)
            check.expect(other->bounds.upper >= hit->bounds.lower, "an object is hit before the first one");
    }
}

void check_any_hit(bool any, const Scene& scene, const SceneRay& ray) {
    SceneCheck check("scene_raycast_any", scene);
    check.asked("origin", ray.ray.origin);
    check.asked("direction", ray.ray.direction);
    check.asked("max_t", ray.max_t);
    check.asked("mask", ray.mask);
    if (!check.now() || any || !castable(ray.ray)) return;
    for (const ObjectId& object : check.objects()) {
        if (!check.in_groups(object, ray.mask)) continue;
        const auto other = hit_of(object, scene, ray.ray);
        check.expect(!other || other->status != Status::converged || !(other->bounds.upper < ray.max_t),
                     "no hit, but an object is hit");
    }
}

void check_all_hits(std::span<const ObjectRayHit> hits, const Scene& scene, const SceneRay& ray) {
    SceneCheck check("scene_raycast_all", scene);
    check.asked("origin", ray.ray.origin);
    check.asked("direction", ray.ray.direction);
    check.asked("max_t", ray.max_t);
    check.asked("mask", ray.mask);
    check.expect(std::ranges::is_sorted(hits, {}, &RayHit::t), "hits out of order");
    for (const ObjectRayHit& hit : hits) check.expect(hit.t <= ray.max_t, "a hit beyond the end of the ray");
    if (!check.now() || !castable(ray.ray)) return;
    for (const ObjectId& object : check.objects()) {
        if (!check.in_groups(object, ray.mask)) continue;
        const auto other = hit_of(object, scene, ray.ray);
        if (!other || other->status != Status::converged || !(other->bounds.upper < ray.max_t)) continue;
        const bool found = std::ranges::find(hits, object, &ObjectRayHit::object) != hits.end();
        check.expect(found, "the hit of an object is missing");
    }
}

void check_objects_in(std::span<const ObjectId> objects, const Scene& scene, const Placed& region,
                      std::uint32_t mask) {
    SceneCheck check("objects_in", scene);
    check.asked("mask", mask);
    check.expect(strictly_ordered(objects, std::identity{}), "objects out of order, or one twice");
    if (!check.now() || !graze::check(region)) return;
    check.asked(region);
    for (const ObjectId& object : check.objects()) {
        const Placed& placed = check.placed(object);
        const bool found = std::ranges::find(objects, object) != objects.end();
        if (!check.in_groups(object, mask))
            check.expect(!found, "an object of another group");
        else if (found)
            check.expect(separation(placed, region).distance.lower <= moved_slack(placed, region),
                         "an object outside of the region");
        else
            check.expect(separation(placed, region).distance.upper >= -moved_slack(placed, region),
                         "an object in the region is missing");
    }
}

void check_objects_in(std::span<const ObjectId> objects, const Scene& scene, const Aabb& box,
                      std::uint32_t mask) {
    const Placed region{Box{half_extents(box)}, Pose::translation(centre(box))};
    if (!is_empty(box) && graze::check(region)) check_objects_in(objects, scene, region, mask);
}

void check_cast(const std::optional<ObjectCastHit>& hit, const Scene& scene, const Moving& moving,
                std::uint32_t mask) {
    SceneCheck check("scene_cast", scene);
    check.asked("mask", mask);
    if (!check.now() || !graze::check(moving)) return;
    check.asked(moving);
    for (const ObjectId& object : check.objects()) {
        if (!check.in_groups(object, mask)) continue;
        const Placed& placed = check.placed(object);
        const Impact other = time_of_impact({placed.shape, LinearMotion{placed.pose, {}}}, moving);
        if (other.answer != ImpactAnswer::contact) continue;
        check.expect(hit.has_value(), "a cast misses an object that it touches");
        if (hit)
            check.expect(other.time.upper >= hit->impact.time.lower,
                         "an object is touched before the first one");
    }
}

void check_impacts(const expected<std::vector<ObjectImpact>, SceneError>& impacts, const SceneView& view,
                   std::span<const ObjectMotion> motions, const ImpactOptions& options) {
    SceneCheck check("scene_impacts", view.scene);
    check.asked("tolerance", options.tolerance);
    if (!impacts) return;
    check.expect(
        std::ranges::is_sorted(*impacts, {}, [](const ObjectImpact& one) { return one.impact.time.lower; }),
        "impacts out of order");
    for (const ObjectImpact& one : *impacts) check.expect(one.impact.hit, "a miss among the impacts");
    if (!check.now()) return;
    const auto moving = [&](const ObjectId& object, const Placed& placed) {
        const auto found = std::ranges::find(motions, object, &ObjectMotion::object);
        return Moving{placed.shape,
                      found != motions.end() ? found->motion : Motion(LinearMotion{placed.pose, {}})};
    };
    for_all_pairs(check, view, [&](const ObjectPair& pair, const Placed& a, const Placed& b) {
        const auto moves = [&](const ObjectId& object) {
            return std::ranges::find(motions, object, &ObjectMotion::object) != motions.end();
        };
        if (!moves(pair.a) && !moves(pair.b)) return;
        if (std::ranges::find(*impacts, pair, &ObjectImpact::objects) != impacts->end()) return;
        const Impact impact = time_of_impact(moving(pair.a, a), moving(pair.b, b), options);
        check.expect(impact.answer != ImpactAnswer::contact, "the impact of a pair is missing");
    });
}

}  // namespace graze::audit
