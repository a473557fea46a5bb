// Objects of a scene: how they are described, checked, found and changed.
#include "scene/scene_state.hpp"

#include <cmath>
#include <utility>

#include "graze/scene/dynamic_tree.hpp"
#include "graze/shape/shape.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

/// Grown by a margin. A half-space, which has no rounded form of its own, is moved along its normal: the same
/// set.
Shape grown(const Shape& shape, double margin) {
    if (margin == 0) return shape;
    if (shape.type() != ShapeType::half_space || !shape.valid()) return rounded(shape, margin);
    const Vec3 normal = shape.vector(0);
    return HalfSpace{normal, shape.values()[3] + margin * length(normal)};
}

SceneError refused(SceneError::Reason reason, std::string message) {
    return {reason, {}, std::move(message)};
}

}  // namespace

expected<SceneObject, SceneError> describe(const Shape& shape, const Placement& placement,
                                           const ObjectOptions& options) {
    if (!(options.margin >= 0) || !std::isfinite(options.margin)) {
        return unexpected<SceneError>(
            refused(SceneError::Reason::invalid_margin,
                    "the margin is negative or not finite; give a length of 0 or more"));
    }
    if (auto fault = shape.fault())
        return unexpected<SceneError>(refused(SceneError::Reason::invalid_shape, fault->message()));
    if (placement.map && !is_finite(Affine{*placement.map, {}})) {
        return unexpected<SceneError>(refused(SceneError::Reason::invalid_placement,
                                              "the placement has a NaN or an infinity; give finite numbers"));
    }
    const Shape mapped = placement.map ? transformed(shape, {*placement.map, {}}) : shape;
    if (auto fault = mapped.fault())
        return unexpected<SceneError>(refused(SceneError::Reason::invalid_placement, fault->message()));
    SceneObject object{{grown(mapped, options.margin), placement.pose}, shape, {}, options};
    if (placement.map) object.map.emplace(*placement.map);
    if (auto fault = object.placed.shape.fault()) {
        return unexpected<SceneError>(refused(SceneError::Reason::invalid_margin, fault->message()));
    }
    if (const auto fault = check(object.placed); !fault) {
        return unexpected<SceneError>(
            refused(SceneError::Reason::invalid_placement, fault.error().message()));
    }
    return object;
}

Scene::State::State(SceneOptions options, std::uint64_t scene_number)
    : number(scene_number),
      threads(options.threads),
      boxes(options.broad_phase ? std::move(options.broad_phase) : std::make_unique<DynamicTree>(),
            options.threads),
      nothing{Shape::invalid(ShapeType::point, Rule::out_of_range, Element::whole, 0)} {}

const SceneObject* Scene::State::find(const ObjectId& object) const noexcept {
    if (object.scene != number || object.index >= objects.size()) return nullptr;
    const SceneObject& found = objects[object.index];
    return found.there && found.generation == object.generation ? &found : nullptr;
}

SceneObject* Scene::State::find(const ObjectId& object) noexcept {
    return const_cast<SceneObject*>(std::as_const(*this).find(object));
}

SceneError Scene::State::unknown(const ObjectId& object) const {
    using Reason = SceneError::Reason;
    if (!object)
        return {Reason::no_object, object,
                "the id names no object; use the one that `add` answered (empty when it refused: `try_add` "
                "says why)"};
    if (object.scene != number)
        return {Reason::other_scene, object,
                "the object belongs to another scene; use an id that this scene answered"};
    if (object.index >= objects.size() || object.generation > objects[object.index].generation)
        return {Reason::no_object, object,
                "this scene never gave the id; use one that `add` answered, unchanged"};
    return {Reason::removed, object, "the object was removed; forget its id"};
}

bool Scene::State::may_collide(ProxyId x, ProxyId y) const noexcept {
    const ObjectOptions& a = objects[x].options;
    const ObjectOptions& b = objects[y].options;
    if (x == y || (a.group & b.mask) == 0 || (b.group & a.mask) == 0) return false;
    return !excluded.contains(x, y);
}

std::vector<ProxyPair> Scene::State::near_pairs() const {
    std::vector<ProxyPair> pairs;
    boxes.find_pairs(pairs);
    std::erase_if(pairs, [this](const ProxyPair& pair) { return !may_collide(pair.first, pair.second); });
    return pairs;
}

expected<ObjectId, SceneError> Scene::State::add(const Shape& shape, const Placement& placement,
                                                 const ObjectOptions& options) {
    auto described = describe(shape, placement, options);
    if (!described) return unexpected<SceneError>(std::move(described.error()));
    ProxyId place = static_cast<ProxyId>(objects.size());
    if (!free_places.empty()) {
        place = free_places.back();
        described->generation = objects[place].generation;
        described->version = objects[place].version;
        objects[place] = *std::move(described);
        free_places.pop_back();
    } else {
        objects.push_back(*std::move(described));
    }
    SceneObject& object = objects[place];
    ++object.generation;
    ++object.version;
    object.there = true;
    follow(object);
    ++count;
    boxes.place(place, unchecked_box_of(object.placed));
    return id(place);
}

void Scene::State::follow(SceneObject& object) {
    const MeshData* mesh = mesh_data(object.given);
    object.followed = mesh != nullptr ? MeshLink(mesh->followers, *this) : MeshLink();
}

void Scene::State::change(ProxyId place, SceneObject&& changed) {
    SceneObject& old = objects[place];
    changed.generation = old.generation;
    changed.version = old.version + 1;
    changed.there = true;
    old = std::move(changed);
    follow(old);
    boxes.place(place, unchecked_box_of(old.placed));
}

expected<void, SceneError> Scene::State::change(const ObjectId& object, const Shape& shape,
                                                const Placement& placement, const ObjectOptions& options) {
    auto described = describe(shape, placement, options);
    if (!described)
        return unexpected<SceneError>(
            {described.error().reason, object, std::move(described.error().message)});
    change(object.index, *std::move(described));
    return {};
}

expected<void, SceneError> Scene::State::put(const ObjectId& id, const Pose& pose) {
    SceneObject& object = objects[id.index];
    const Pose before = std::exchange(object.placed.pose, pose);
    if (const auto fault = check(object.placed); !fault) {
        object.placed.pose = before;
        return unexpected<SceneError>({SceneError::Reason::invalid_placement, id, fault.error().message()});
    }
    ++object.version;
    boxes.place(id.index, unchecked_box_of(object.placed));
    return {};
}

void Scene::State::put(std::span<const ObjectId> ids, std::span<const Pose> poses) {
    std::vector<ProxyId> places(ids.size());
    std::vector<Aabb> moved(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        SceneObject& object = objects[ids[i].index];
        object.placed.pose = poses[i];
        ++object.version;
        places[i] = ids[i].index;
        moved[i] = unchecked_box_of(object.placed);
    }
    boxes.place(places, moved);
}

}  // namespace graze
