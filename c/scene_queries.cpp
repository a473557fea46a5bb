// Questions about all objects of a scene in the C interface.
#include <cmath>
#include <span>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

graze_object_ray_hit hit_of(const ObjectRayHit& from) noexcept {
    return {c::object(from.object), ray_hit(from)};
}

/// The motions of objects, or the error is noted.
graze_result collect(const graze_object* objects, const graze_motion* const* motions, std::size_t count,
                     std::vector<ObjectMotion>& moving) {
    if (count > 0 && (!given(objects) || !given(motions))) return GRAZE_INVALID_ARGUMENT;
    for (std::size_t i = 0; i < count; ++i) {
        if (motions[i] == nullptr)
            return fail(GRAZE_INVALID_ARGUMENT,
                        "motion " + std::to_string(i) + " is NULL; give one for every object");
        moving.push_back({id(objects[i]), motions[i]->motion});
    }
    return GRAZE_OK;
}

/// Where impacts are written.
struct ImpactList {
    graze_pair* pairs;
    graze_impact* impacts;
    std::size_t capacity;
    std::size_t* count;

    [[nodiscard]] bool outputs_given() const noexcept {
        return given(count) && (capacity == 0 || (given(pairs) && given(impacts)));
    }
    graze_result write(const expected<std::vector<ObjectImpact>, SceneError>& found) const {
        if (!found) return fail(found.error());
        for (std::size_t i = 0; i < std::min(capacity, found->size()); ++i) {
            pairs[i] = c::pair((*found)[i].objects);
            impacts[i] = c::impact((*found)[i].impact);
        }
        *count = found->size();
        return succeed();
    }
};

/// Objects and their motions as a program in C gives them.
struct GivenMotions {
    const graze_object* objects;
    const graze_motion* const* motions;
    std::size_t count;
};

/// Writes the impacts that `ask(motions, options)` finds in the scene.
template <class GivenScene, class Ask>
graze_result write_impacts(GivenScene* scene, const GivenMotions& from, const graze_impact_options* options,
                           const ImpactList& list, const Ask& ask) noexcept {
    if (!given(scene) || !given(options) || !list.outputs_given()) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = impact_options(*options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<ObjectMotion> moving;
        const graze_result collected = collect(from.objects, from.motions, from.count, moving);
        return collected == GRAZE_OK ? list.write(ask(moving, *wanted)) : collected;
    });
}

}  // namespace

size_t graze_scene_pair_count(const graze_scene* scene) {
    std::size_t count = 0;
    graze_scene_pairs(scene, nullptr, 0, &count);
    return count;
}

graze_result graze_scene_measure(graze_scene* scene, int on) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        scene->costs = on ? std::make_unique<CascadeCounters>() : nullptr;
        return succeed();
    });
}

graze_result graze_scene_costs(const graze_scene* scene, graze_cascade* costs) {
    if (!given(scene) || !given(costs)) return GRAZE_INVALID_ARGUMENT;
    const CascadeCounters sum = scene->costs ? *scene->costs : CascadeCounters{};
    *costs = {sum.pairs,         sum.culled,       sum.tested,
              sum.found,         sum.box_tests,    sum.primitive_tests,
              sum.broad_seconds, sum.tree_seconds, sum.primitive_seconds,
              sum.detail_seconds};
    return succeed();
}

graze_result graze_scene_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity, size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return listed(scene->scene.overlapping_pairs(scene->costs.get()), pairs, capacity, count,
                      [](const ObjectPair& p) { return c::pair(p); });
    });
}

graze_result graze_scene_near(const graze_scene* scene, graze_object a, graze_object b, int* answer) {
    if (!given(scene) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    *answer = scene->scene.near(id(a), id(b)) ? 1 : 0;
    return succeed();
}

graze_result graze_scene_near_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity,
                                    size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return listed(scene->scene.near_pairs(scene->costs.get()), pairs, capacity, count,
                      [](const ObjectPair& p) { return c::pair(p); });
    });
}

graze_result graze_scene_contacts(const graze_scene* scene, graze_object_contacts* contacts, size_t capacity,
                                  size_t* count) {
    return graze_scene_contacts_within(scene, nullptr, contacts, capacity, count);
}

graze_result graze_scene_contacts_within(const graze_scene* scene, const graze_contact_options* options,
                                         graze_object_contacts* contacts, size_t capacity, size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    const auto wanted = contact_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<graze_object_contacts> found;
        for (const ObjectContacts& pair : scene->scene.contacts(*wanted, scene->costs.get())) {
            for (const ContactManifold& some : pair.manifolds)
                found.push_back({c::pair(pair.objects), manifold(some)});
        }
        return listed(found, contacts, capacity, count,
                      [](const graze_object_contacts& some) { return some; });
    });
}

graze_result graze_scene_pairs_within(const graze_scene* scene, double clearance,
                                      graze_object_separation* pairs, size_t capacity, size_t* count) {
    return graze_scene_clearances(scene, clearance, nullptr, pairs, capacity, count);
}

graze_result graze_scene_clearances(const graze_scene* scene, double clearance,
                                    const graze_separation_options* options, graze_object_separation* pairs,
                                    size_t capacity, size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    if (!(clearance >= 0))
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the clearance is negative or not a number; give a length of 0 or more");
    const auto wanted = separation_options(options);
    if (!wanted) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return listed(
            scene->scene.pairs_within(clearance, *wanted, scene->costs.get()), pairs, capacity, count,
            [](const ObjectSeparation& pair) {
                return graze_object_separation{c::pair(pair.objects), c::separation(pair.separation)};
            });
    });
}

graze_result graze_scene_separation(const graze_scene* scene, graze_object a, graze_object b,
                                    graze_separation* answer) {
    if (!given(scene) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    return guarded([&] {
        *answer = c::separation(graze::separation(scene->scene.placed(id(a)), scene->scene.placed(id(b))));
        return succeed();
    });
}

graze_result graze_scene_closest_pair(const graze_scene* scene, const graze_object* object, int* found,
                                      graze_pair* pair, graze_separation* answer) {
    if (!given(scene) || !given(found) || !given(pair) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    if (object && !known(scene->scene, *object)) return GRAZE_UNKNOWN_OBJECT;
    return guarded([&] {
        const auto closest = object ? scene->scene.closest_pair(id(*object), scene->costs.get())
                                    : scene->scene.closest_pair(scene->costs.get());
        *found = closest ? 1 : 0;
        if (closest) {
            *pair = c::pair(closest->objects);
            *answer = c::separation(closest->separation);
        }
        return succeed();
    });
}

graze_result graze_scene_raycast(const graze_scene* scene, const double origin[3], const double direction[3],
                                 uint32_t mask, int* hit, graze_object* object, graze_ray_hit* answer) {
    if (!given(scene) || !given(origin, direction) || !given(hit) || !given(object) || !given(answer))
        return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray)) return GRAZE_INVALID_ARGUMENT;
        const auto found = scene->scene.raycast(ray, mask, scene->costs.get());
        *hit = found ? 1 : 0;
        if (found) {
            *object = c::object(found->object);
            *answer = ray_hit(*found);
        }
        return succeed();
    });
}

graze_result graze_scene_raycast_any(const graze_scene* scene, const double origin[3],
                                     const double direction[3], double max_t, uint32_t mask, int* hit) {
    if (!given(scene) || !given(origin, direction) || !given(hit)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray) || !is_limit(max_t)) return GRAZE_INVALID_ARGUMENT;
        *hit = scene->scene.raycast_any(ray, max_t, mask, scene->costs.get()) ? 1 : 0;
        return succeed();
    });
}

graze_result graze_scene_raycast_all(const graze_scene* scene, const double origin[3],
                                     const double direction[3], double max_t, uint32_t mask,
                                     graze_object_ray_hit* hits, size_t capacity, size_t* count) {
    if (!given(scene) || !given(origin, direction)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Ray ray{vec(origin), vec(direction)};
        if (!ray_given(ray) || !is_limit(max_t)) return GRAZE_INVALID_ARGUMENT;
        return listed(scene->scene.raycast_all(ray, max_t, mask, scene->costs.get()), hits, capacity, count,
                      hit_of);
    });
}

graze_result graze_scene_raycast_many(const graze_scene* scene, const double* numbers, size_t count,
                                      uint32_t mask, graze_object_ray_hit* hits) {
    if (!given(scene) || (count > 0 && (!given(numbers) || !given(hits)))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<Ray> rays(count);
        for (std::size_t i = 0; i < count; ++i) {
            rays[i] = {vec(numbers + 6 * i), vec(numbers + 6 * i + 3)};
            if (!ray_given(rays[i]))
                return fail(GRAZE_INVALID_ARGUMENT,
                            "ray " + std::to_string(i) + ": " + std::string(graze_last_error()));
        }
        const auto found = scene->scene.raycast(rays, mask, scene->costs.get());
        for (std::size_t i = 0; i < count; ++i)
            hits[i] = found[i] ? hit_of(*found[i]) : graze_object_ray_hit{};
        return succeed();
    });
}

graze_result graze_scene_objects_in_box(const graze_scene* scene, const double min[3], const double max[3],
                                        uint32_t mask, graze_object* objects, size_t capacity,
                                        size_t* count) {
    if (!given(scene) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Aabb box{vec(min), vec(max)};
        if (is_empty(box))
            return fail(GRAZE_INVALID_ARGUMENT,
                        "the box has a NaN, or a minimum above its maximum; give min <= max");
        return listed(scene->scene.objects_in(box, mask, scene->costs.get()), objects, capacity, count,
                      [](const ObjectId& found) { return c::object(found); });
    });
}

graze_result graze_scene_objects_in_shape(const graze_scene* scene, const graze_shape* shape,
                                          const double place[7], uint32_t mask, graze_object* objects,
                                          size_t capacity, size_t* count) {
    if (!given(scene) || !given(shape) || !given(place)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Placed region{shape->shape, pose(place)};
        if (const auto fault = check(region); !fault)
            return fail(GRAZE_INVALID_PLACEMENT, fault.error().message());
        return listed(scene->scene.objects_in(region, mask, scene->costs.get()), objects, capacity, count,
                      [](const ObjectId& found) { return c::object(found); });
    });
}

graze_result graze_scene_cast(const graze_scene* scene, const graze_shape* shape, const graze_motion* motion,
                              double tolerance, uint32_t mask, int* hit, graze_object* object,
                              graze_impact* answer) {
    if (!given(scene) || !given(shape) || !given(motion) || !given(hit) || !given(object) || !given(answer))
        return GRAZE_INVALID_ARGUMENT;
    const auto options = impact_options(tolerance);
    if (!options) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto found =
            scene->scene.cast({shape->shape, motion->motion}, *options, mask, scene->costs.get());
        *hit = found ? 1 : 0;
        if (found) {
            *object = c::object(found->object);
            *answer = c::impact(found->impact);
        }
        return succeed();
    });
}

graze_result graze_scene_impacts(const graze_scene* scene, const graze_object* objects,
                                 const graze_motion* const* motions, size_t motion_count, graze_pair* pairs,
                                 graze_impact* impacts, size_t capacity, size_t* count) {
    const graze_impact_options options{};
    return graze_scene_impacts_within(scene, objects, motions, motion_count, &options, pairs, impacts,
                                      capacity, count);
}

graze_result graze_scene_impacts_within(const graze_scene* scene, const graze_object* objects,
                                        const graze_motion* const* motions, size_t motion_count,
                                        const graze_impact_options* options, graze_pair* pairs,
                                        graze_impact* impacts, size_t capacity, size_t* count) {
    return write_impacts(scene, {objects, motions, motion_count}, options, {pairs, impacts, capacity, count},
                         [scene](const std::vector<ObjectMotion>& moving, const ImpactOptions& wanted) {
                             return scene->scene.impacts(moving, wanted, scene->costs.get());
                         });
}

graze_result graze_scene_step(graze_scene* scene, const graze_object* objects,
                              const graze_motion* const* motions, size_t motion_count, graze_pair* pairs,
                              graze_impact* impacts, size_t capacity, size_t* count) {
    const graze_impact_options options{};
    return graze_scene_step_within(scene, objects, motions, motion_count, &options, pairs, impacts, capacity,
                                   count);
}

graze_result graze_scene_step_within(graze_scene* scene, const graze_object* objects,
                                     const graze_motion* const* motions, size_t motion_count,
                                     const graze_impact_options* options, graze_pair* pairs,
                                     graze_impact* impacts, size_t capacity, size_t* count) {
    return write_impacts(scene, {objects, motions, motion_count}, options, {pairs, impacts, capacity, count},
                         [scene](const std::vector<ObjectMotion>& moving, const ImpactOptions& wanted) {
                             return scene->scene.step(moving, wanted, scene->costs.get());
                         });
}
