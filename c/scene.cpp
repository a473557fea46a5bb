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

ObjectOptions options_of(const graze_object_options* options) noexcept {
    return options ? ObjectOptions{options->margin, options->group, options->mask, options->user_data}
                   : ObjectOptions{};
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

graze_result graze_scene_create_with(unsigned threads, graze_broad_phase_kind kind, graze_scene** scene) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        auto phase = make_broad_phase(kind);
        if (!phase) return GRAZE_INVALID_ARGUMENT;
        *scene = new graze_scene{Scene(SceneOptions{threads, std::move(phase)})};
        return succeed();
    });
}

void graze_scene_destroy(graze_scene* scene) { delete scene; }

graze_object graze_scene_add(graze_scene* scene, const graze_shape* shape, const double pose[7]) {
    graze_object object{};
    graze_scene_add_with(scene, shape, pose, nullptr, &object);
    return object;
}

graze_result graze_scene_add_with(graze_scene* scene, const graze_shape* shape, const double place[7],
                                  const graze_object_options* options, graze_object* added) {
    if (!given(scene) || !given(shape) || !given(place) || !given(added)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto outcome = scene->scene.try_add(shape->shape, pose(place), options_of(options));
        if (!outcome) return fail(outcome.error());
        *added = c::object(*outcome);
        return succeed();
    });
}

graze_result graze_scene_add_matrix(graze_scene* scene, const graze_shape* shape, const double matrix[16],
                                    const graze_object_options* options, graze_object* object) {
    if (!given(scene) || !given(shape) || !given(matrix) || !given(object)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        const auto added = scene->scene.try_add(shape->shape, affine(matrix), options_of(options));
        if (!added) return fail(added.error());
        *object = c::object(*added);
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
    return changed(scene,
                   [&](Scene& s) { return s.move(id(object), std::span<const double, 16>(matrix, 16)); });
}

graze_result graze_scene_move_matrix_f(graze_scene* scene, graze_object object, const float matrix[16]) {
    if (!given(matrix)) return GRAZE_INVALID_ARGUMENT;
    return changed(scene,
                   [&](Scene& s) { return s.move(id(object), std::span<const float, 16>(matrix, 16)); });
}

graze_result graze_scene_move_many(graze_scene* scene, const graze_object* objects, const double* poses,
                                   size_t count) {
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

graze_result graze_scene_set_user_data(graze_scene* scene, graze_object object, uint64_t user_data) {
    return changed(scene, [&](Scene& s) { return s.set_user_data(id(object), user_data); });
}

graze_result graze_scene_deform(graze_scene* scene, graze_shape* mesh, const double* vertices, size_t count,
                                size_t stride) {
    if (!given(scene) || !given(mesh) || !given(vertices)) return GRAZE_INVALID_ARGUMENT;
    if (!mesh->mesh)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "the shape is not a mesh; only shapes of graze_shape_mesh can be deformed");
    return guarded([&] {
        const auto outcome =
            scene->scene.deform(*mesh->mesh, {vertices, stride, count, VertexScalar::float64});
        if (!outcome && outcome.error().reason == SceneError::Reason::no_object) {
            return fail(GRAZE_UNKNOWN_OBJECT,
                        "no object of this scene has the mesh as it is now; give it to those that should by "
                        "graze_scene_set_shape, and deform "
                        "it then");
        }
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

size_t graze_scene_size(const graze_scene* scene) {
    if (!given(scene)) return 0;
    succeed();
    return scene->scene.size();
}

int graze_scene_contains(const graze_scene* scene, graze_object object) {
    if (!given(scene)) return 0;
    succeed();
    return scene->scene.contains(id(object)) ? 1 : 0;
}

graze_result graze_scene_options(const graze_scene* scene, graze_object object,
                                 graze_object_options* options) {
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

graze_result graze_scene_pose(const graze_scene* scene, graze_object object, double pose_out[7]) {
    if (!given(scene) || !given(pose_out)) return GRAZE_INVALID_ARGUMENT;
    if (!known(scene->scene, object)) return GRAZE_UNKNOWN_OBJECT;
    store(scene->scene.placed(id(object)).pose, pose_out);
    return succeed();
}

graze_result graze_scene_save(const graze_scene* scene, void* bytes, size_t capacity, size_t* size) {
    if (!given(scene) || !given(size) || (capacity > 0 && !given(static_cast<const unsigned char*>(bytes))))
        return GRAZE_INVALID_ARGUMENT;
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

graze_result graze_scene_objects(const graze_scene* scene, graze_object* objects, size_t capacity,
                                 size_t* count) {
    if (!given(scene)) return GRAZE_INVALID_ARGUMENT;
    return guarded([&] {
        return listed(scene->scene.objects(), objects, capacity, count,
                      [](const ObjectId& found) { return c::object(found); });
    });
}
