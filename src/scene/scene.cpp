// Members of Scene that add, change and look up objects.
#include "graze/scene/scene.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "graze/shape/shape.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// A number that no other scene has, but for a coincidence of 64 mixed bits: no two are born at one address
/// at one time.
std::uint64_t scene_number(const void* address) noexcept {
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    std::uint64_t mixed = now ^ (reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15U);
    mixed = (mixed ^ (mixed >> 31)) * 0xbf58476d1ce4e5b9U;
    return mixed ^ (mixed >> 29);
}

template <class T> Affine from_columns(std::span<const T, 16> m) noexcept {
    const auto column = [&m](std::size_t i) {
        return Vec3{static_cast<double>(m[4 * i]), static_cast<double>(m[4 * i + 1]),
                    static_cast<double>(m[4 * i + 2])};
    };
    return {Mat3{{column(0), column(1), column(2)}}, column(3)};
}

}  // namespace

Scene::Scene(SceneOptions options) : state_(std::make_unique<State>(std::move(options), 0)) {
    state_->number = scene_number(state_.get());
}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

ObjectId Scene::add(const Shape& shape, const Pose& pose, const ObjectOptions& options) {
    return state_->add(shape, {pose, {}}, options).value_or(ObjectId{});
}

ObjectId Scene::add(const Shape& shape, const Affine& placement, const ObjectOptions& options) {
    return state_->add(shape, Placement::of(placement), options).value_or(ObjectId{});
}

expected<ObjectId, SceneError> Scene::try_add(const Shape& shape, const Pose& pose,
                                              const ObjectOptions& options) {
    return state_->add(shape, {pose, {}}, options);
}

expected<ObjectId, SceneError> Scene::try_add(const Shape& shape, const Affine& placement,
                                              const ObjectOptions& options) {
    return state_->add(shape, Placement::of(placement), options);
}

expected<void, SceneError> Scene::remove(const ObjectId& object) {
    SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    found->there = false;
    ++found->version;
    found->placed = state_->nothing;  // lets go of shared data
    found->given = state_->nothing.shape;
    found->followed = {};
    --state_->count;
    state_->excluded.erase(object.index);
    state_->boxes.remove(object.index);
    if (!found->is_worn_out()) state_->free_places.push_back(object.index);
    return {};
}

expected<void, SceneError> Scene::move(const ObjectId& object, const Pose& pose) {
    SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    if (found->map) return state_->change(object, found->given, {pose, {}}, found->options);
    return state_->put(object, pose);
}

expected<void, SceneError> Scene::move(const ObjectId& object, const Affine& placement) {
    const SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    if (found->map) {
        if (const auto pose = found->map->pose_of(placement)) return state_->put(object, *pose);
    }
    const Placement placed = Placement::of(placement);
    if (!found->map && !placed.map) return state_->put(object, placed.pose);
    return state_->change(object, found->given, placed, found->options);
}

expected<void, SceneError> Scene::move(const ObjectId& object, const Vec3& position,
                                       const Quat& orientation) {
    return move(object, Pose::from(orientation, position));
}

expected<void, SceneError> Scene::move(const ObjectId& object, std::span<const float, 16> matrix) {
    return move(object, from_columns(matrix));
}

expected<void, SceneError> Scene::move(const ObjectId& object, std::span<const double, 16> matrix) {
    return move(object, from_columns(matrix));
}

expected<void, SceneError> Scene::move(std::span<const ObjectId> objects, std::span<const Pose> poses) {
    if (objects.size() != poses.size()) {
        return unexpected<SceneError>({SceneError::Reason::invalid_placement,
                                       objects.size() > poses.size() ? objects[poses.size()] : ObjectId{},
                                       "there are " + std::to_string(objects.size()) + " objects and " +
                                           std::to_string(poses.size()) +
                                           " poses; give one pose for each object"});
    }
    std::vector<std::pair<std::size_t, SceneObject>> anew;  // those that lose a map
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const SceneObject* found = state_->find(objects[i]);
        if (!found) return unexpected<SceneError>(state_->unknown(objects[i]));
        const auto refused = [&](SceneError::Reason reason, const std::string& fault) {
            return unexpected<SceneError>({reason, objects[i], "pose " + std::to_string(i) + ": " + fault});
        };
        if (found->map) {
            auto described = describe(found->given, {poses[i], {}}, found->options);
            if (!described) return refused(described.error().reason, described.error().message);
            anew.emplace_back(i, *std::move(described));
        } else if (const auto fault = check(Placed{found->placed.shape, poses[i]}); !fault) {
            return refused(SceneError::Reason::invalid_placement, fault.error().message());
        }
    }
    for (auto& [i, described] : anew) state_->change(objects[i].index, std::move(described));
    state_->put(objects, poses);
    return {};
}

expected<void, SceneError> Scene::set_shape(const ObjectId& object, const Shape& shape) {
    const SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    return state_->change(object, shape, found->placement(), found->options);
}

expected<void, SceneError> Scene::set_margin(const ObjectId& object, double margin) {
    const SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    ObjectOptions options = found->options;
    options.margin = margin;
    return state_->change(object, found->given, found->placement(), options);
}

expected<void, SceneError> Scene::set_filter(const ObjectId& object, std::uint32_t group,
                                             std::uint32_t mask) {
    SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    found->options.group = group;
    found->options.mask = mask;
    return {};
}

expected<void, SceneError> Scene::set_user_data(const ObjectId& object, std::uint64_t user_data) {
    SceneObject* found = state_->find(object);
    if (!found) return unexpected<SceneError>(state_->unknown(object));
    found->options.user_data = user_data;
    return {};
}

expected<void, SceneError> Scene::exclude(const ObjectId& a, const ObjectId& b) {
    for (const ObjectId& object : {a, b}) {
        if (!state_->find(object)) return unexpected<SceneError>(state_->unknown(object));
    }
    state_->excluded.insert(a.index, b.index);
    return {};
}

expected<void, SceneError> Scene::include(const ObjectId& a, const ObjectId& b) {
    for (const ObjectId& object : {a, b}) {
        if (!state_->find(object)) return unexpected<SceneError>(state_->unknown(object));
    }
    state_->excluded.erase(a.index, b.index);
    return {};
}

std::size_t Scene::size() const noexcept { return state_->count; }

bool Scene::contains(const ObjectId& object) const noexcept { return state_->find(object) != nullptr; }

std::vector<ObjectId> Scene::objects() const {
    std::vector<ObjectId> ids;
    ids.reserve(state_->count);
    for (ProxyId place = 0; place < state_->objects.size(); ++place) {
        if (state_->objects[place].there) ids.push_back(state_->id(place));
    }
    return ids;
}

const Placed& Scene::placed(const ObjectId& object) const noexcept {
    const SceneObject* found = state_->find(object);
    return found ? found->placed : state_->nothing;
}

Aabb Scene::bounds(const ObjectId& object) const noexcept {
    return state_->find(object) ? state_->boxes.box(object.index) : Aabb{};
}

ObjectOptions Scene::options(const ObjectId& object) const noexcept {
    const SceneObject* found = state_->find(object);
    return found ? found->options : ObjectOptions{};
}

void Scene::update() { state_->boxes.update(); }

const BroadPhase& Scene::broad_phase() const noexcept { return state_->boxes.broad_phase(); }

}  // namespace graze
