// Scenes of the C interface.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

/// Runs a change of a scene. `change(scene) -> expected<void, SceneError>`.
template <class Change> graze_result changed(graze_scene* scene, const Change& change) noexcept {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto outcome = change(scene->scene);
        return outcome ? succeed() : fail(outcome.error());
    });
}

/// An object that a scene has, or the error is noted.
bool known(const Scene& scene, const graze_object& object) noexcept {
    if (scene.contains(id(object))) return true;
    fail(GRAZE_UNKNOWN_OBJECT, "the object is not in this scene; use one that was added to it and not removed");
    return false;
}

/// The first `capacity` of `from`, made by `convert`, and how many there are.
template <class From, class To, class Convert>
graze_result listed(const std::vector<From>& from, To* to, std::size_t capacity, std::size_t* count, const Convert& convert) {
    if (!given(count) || (capacity > 0 && !given(to))) return GRAZE_INVALID_ARGUMENT;
    for (std::size_t i = 0; i < std::min(capacity, from.size()); ++i) to[i] = convert(from[i]);
    *count = from.size();
    return succeed();
}

ObjectOptions options_of(const graze_object_options* options) noexcept {
    return options ? ObjectOptions{options->margin, options->group, options->mask, options->user_data} : ObjectOptions{};
}

}  // namespace

graze_scene* graze_scene_create(void) { return graze_scene_create_with_threads(1); }

graze_scene* graze_scene_create_with_threads(unsigned threads) {
    graze_scene* scene = nullptr;
    guarded([&] {
        scene = new graze_scene{Scene(SceneOptions{threads, nullptr})};
        return succeed();
    });
    return scene;
}

void graze_scene_destroy(graze_scene* scene) { delete scene; }

graze_object graze_scene_add(graze_scene* scene, const graze_shape* shape, const double pose[7]) {
    graze_object object{};
    graze_scene_add_with(scene, shape, pose, nullptr, &object);
    return object;
}

graze_result graze_scene_add_with(graze_scene* scene, const graze_shape* shape, const double place[7], const graze_object_options* options,
                                  graze_object* added) {
    if (!given(scene) || !given(shape) || !given(place) || !given(added)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto outcome = scene->scene.try_add(shape->shape, pose(place), options_of(options));
        if (!outcome) return fail(outcome.error());
        *added = c::object(*outcome);
        return succeed();
    });
}

graze_result graze_scene_remove(graze_scene* scene, graze_object object) {
    return changed(scene, [&](Scene& s) { return s.remove(id(object)); });
}

graze_result graze_scene_move(graze_scene* scene, graze_object object, const double place[7]) {
    if (!given(place)) return GRAZE_INVALID_ARGUMENT;
    return changed(scene, [&](Scene& s) { return s.move(id(object), pose(place)); });
}

graze_result graze_scene_move_matrix(graze_scene* scene, graze_object object, const double matrix[16]) {
    if (!given(matrix)) return GRAZE_INVALID_ARGUMENT;
    return changed(scene, [&](Scene& s) { return s.move(id(object), std::span<const double, 16>(matrix, 16)); });
}

graze_result graze_scene_move_matrix_f(graze_scene* scene, graze_object object, const float matrix[16]) {
    if (!given(matrix)) return GRAZE_INVALID_ARGUMENT;
    return changed(scene, [&](Scene& s) { return s.move(id(object), std::span<const float, 16>(matrix, 16)); });
}

graze_result graze_scene_move_many(graze_scene* scene, const graze_object* objects, const double* poses, size_t count) {
    if (count > 0 && (!given(objects) || !given(poses))) return GRAZE_INVALID_ARGUMENT;
    return changed(scene, [&](Scene& s) {
        std::vector<ObjectId> ids(count);
        std::vector<Pose> places(count);
        for (std::size_t i = 0; i < count; ++i) {
            ids[i] = id(objects[i]);
            places[i] = pose(poses + 7 * i);
        }
        return s.move(ids, places);
    });
}

graze_result graze_scene_set_shape(graze_scene* scene, graze_object object, const graze_shape* shape) {
    if (!given(shape)) return GRAZE_INVALID_ARGUMENT;
    return changed(scene, [&](Scene& s) { return s.set_shape(id(object), shape->shape); });
}

graze_result graze_scene_set_margin(graze_scene* scene, graze_object object, double margin) {
    return changed(scene, [&](Scene& s) { return s.set_margin(id(object), margin); });
}

graze_result graze_scene_set_filter(graze_scene* scene, graze_object object, uint32_t group, uint32_t mask) {
    return changed(scene, [&](Scene& s) { return s.set_filter(id(object), group, mask); });
}

graze_result graze_scene_deform(graze_scene* scene, graze_shape* mesh, const double* vertices, size_t count, size_t stride) {
    if (!given(scene) || !given(mesh) || !given(vertices)) return GRAZE_INVALID_ARGUMENT;
    if (!mesh->mesh) return fail(GRAZE_INVALID_ARGUMENT, "the shape is not a mesh; only shapes of graze_shape_mesh can be deformed");
    return guarded([&] {
        const auto outcome = scene->scene.deform(*mesh->mesh, {vertices, count, stride > 0 ? stride : 3 * sizeof(double)});
        if (!outcome) return fail(outcome.error());
        mesh->mesh = *outcome;
        mesh->shape = *outcome;
        return succeed();
    });
}

graze_result graze_scene_exclude(graze_scene* scene, graze_object a, graze_object b) {
    return changed(scene, [&](Scene& s) { return s.exclude(id(a), id(b)); });
}

graze_result graze_scene_include(graze_scene* scene, graze_object a, graze_object b) {
    return changed(scene, [&](Scene& s) { return s.include(id(a), id(b)); });
}

size_t graze_scene_size(const graze_scene* scene) { return given(scene) ? scene->scene.size() : 0; }

int graze_scene_contains(const graze_scene* scene, graze_object object) {
    return given(scene) && scene->scene.contains(id(object)) ? 1 : 0;
}

graze_result graze_scene_options(const graze_scene* scene, graze_object object, graze_object_options* options) {
    if (!given(scene) || !given(options)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, object)) return GRAZE_UNKNOWN_OBJECT;
    const ObjectOptions found = scene->scene.options(id(object));
    *options = {found.margin, found.group, found.mask, found.user_data};
    return succeed();
}

graze_result graze_scene_bounds(const graze_scene* scene, graze_object object, double min[3], double max[3]) {
    if (!given(scene) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, object)) return GRAZE_UNKNOWN_OBJECT;
    const Aabb box = scene->scene.bounds(id(object));
    store(box.min, min);
    store(box.max, max);
    return succeed();
}

size_t graze_scene_pair_count(const graze_scene* scene) {
    std::size_t count = 0;
    graze_scene_pairs(scene, nullptr, 0, &count);
    return count;
}

graze_result graze_scene_pairs(const graze_scene* scene, graze_pair* pairs, size_t capacity, size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded(
        [&] { return listed(scene->scene.overlapping_pairs(), pairs, capacity, count, [](const ObjectPair& p) { return c::pair(p); }); });
}

graze_result graze_scene_separation(const graze_scene* scene, graze_object a, graze_object b, graze_separation* answer) {
    if (!given(scene) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, a) || !known(scene->scene, b)) return GRAZE_UNKNOWN_OBJECT;
    return guarded([&] {
        *answer = c::separation(graze::separation(scene->scene.placed(id(a)), scene->scene.placed(id(b))));
        return succeed();
    });
}

graze_result graze_scene_closest_pair(const graze_scene* scene, const graze_object* object, int* found, graze_pair* pair,
                                      graze_separation* answer) {
    if (!given(scene) || !given(found) || !given(pair) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    if (object && !known(scene->scene, *object)) return GRAZE_UNKNOWN_OBJECT;
    return guarded([&] {
        const auto closest = object ? scene->scene.closest_pair(id(*object)) : scene->scene.closest_pair();
        *found = closest ? 1 : 0;
        if (closest) {
            *pair = c::pair(closest->objects);
            *answer = c::separation(closest->separation);
        }
        return succeed();
    });
}

graze_result graze_scene_raycast(const graze_scene* scene, const double origin[3], const double direction[3], uint32_t mask, int* hit,
                                 graze_object* object, graze_ray_hit* answer) {
    if (!given(scene) || !given(origin, direction) || !given(hit) || !given(object) || !given(answer)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const Ray ray{vec(origin), vec(direction)};
        if (!is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3{}) {
            return fail(GRAZE_INVALID_ARGUMENT, "the ray has a NaN, an infinity or no direction; give finite numbers, not all zero");
        }
        const auto found = scene->scene.raycast(ray, mask);
        *hit = found ? 1 : 0;
        if (found) {
            *object = c::object(found->object);
            *answer = ray_hit(*found);
        }
        return succeed();
    });
}

graze_result graze_scene_objects_in_box(const graze_scene* scene, const double min[3], const double max[3], graze_object* objects,
                                        size_t capacity, size_t* count) {
    if (!given(scene) || !given(min, max)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return listed(scene->scene.objects_in(Aabb{vec(min), vec(max)}), objects, capacity, count,
                      [](const ObjectId& found) { return c::object(found); });
    });
}

graze_result graze_scene_step(graze_scene* scene, const graze_object* objects, const graze_motion* const* motions, size_t motion_count,
                              graze_pair* pairs, graze_impact* impacts, size_t capacity, size_t* count) {
    if (!given(scene) || !given(count)) return GRAZE_INVALID_ARGUMENT;
    if (motion_count > 0 && (!given(objects) || !given(motions))) return GRAZE_INVALID_ARGUMENT;
    if (capacity > 0 && (!given(pairs) || !given(impacts))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        std::vector<ObjectMotion> moving;
        for (std::size_t i = 0; i < motion_count; ++i) {
            if (!given(motions[i])) return GRAZE_INVALID_ARGUMENT;
            moving.push_back({id(objects[i]), motions[i]->motion});
        }
        const auto found = scene->scene.step(moving);
        if (!found) return fail(found.error());
        for (std::size_t i = 0; i < std::min(capacity, found->size()); ++i) {
            pairs[i] = c::pair((*found)[i].objects);
            impacts[i] = c::impact((*found)[i].impact);
        }
        *count = found->size();
        return succeed();
    });
}

graze_result graze_scene_save(const graze_scene* scene, void* bytes, size_t capacity, size_t* size) {
    if (!given(scene) || !given(size) || (capacity > 0 && !given(static_cast<const unsigned char*>(bytes)))) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const std::vector<std::byte> saved = to_bytes(scene->scene);
        *size = saved.size();
        if (capacity >= saved.size()) std::ranges::copy(saved, static_cast<std::byte*>(bytes));
        return succeed();
    });
}

graze_result graze_scene_load(const void* bytes, size_t size, graze_scene** scene) {
    if (!given(static_cast<const unsigned char*>(bytes)) || !given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        auto loaded = scene_from_bytes(std::span(static_cast<const std::byte*>(bytes), size));
        if (!loaded) return fail(GRAZE_INVALID_ARGUMENT, loaded.error().message());
        *scene = new graze_scene{*std::move(loaded)};
        return succeed();
    });
}

graze_result graze_scene_objects(const graze_scene* scene, graze_object* objects, size_t capacity, size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded(
        [&] { return listed(scene->scene.objects(), objects, capacity, count, [](const ObjectId& found) { return c::object(found); }); });
}
