// Meshes that change in scenes. All objects that have the mesh are described again before any of them
// changes, so that a refusal leaves every scene as it was.
#include <utility>

#include "graze/scene/scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

SceneError no_object(const char* text) { return {SceneError::Reason::no_object, {}, text}; }

expected<Mesh, SceneError> moved(const Mesh& mesh, const VertexView& vertices) {
    auto deformed = mesh.with_vertices(vertices);
    if (!deformed)
        return unexpected<SceneError>({SceneError::Reason::invalid_shape, {}, deformed.error().message()});
    return *std::move(deformed);
}

}  // namespace

expected<Scene::State::Changes, SceneError> Scene::State::describe_deformed(const Mesh& mesh,
                                                                            const Mesh& deformed) const {
    Changes changes;
    for (ProxyId place = 0; place < objects.size(); ++place) {
        const SceneObject& object = objects[place];
        if (!object.there || object.given.payload() != &mesh.data()) continue;
        const Shape given =
            object.given.margin() > 0 ? rounded(deformed, object.given.margin()) : Shape(deformed);
        auto described = describe(given, object.placement(), object.options);
        if (!described)
            return unexpected<SceneError>(
                {described.error().reason, id(place), std::move(described.error().message)});
        changes.emplace_back(place, *std::move(described));
    }
    return changes;
}

expected<Mesh, SceneError> Scene::deform(const Mesh& mesh, const VertexView& vertices) {
    auto deformed = moved(mesh, vertices);
    if (!deformed) return deformed;
    auto changes = state_->describe_deformed(mesh, *deformed);
    if (!changes) return unexpected<SceneError>(std::move(changes.error()));
    if (changes->empty()) {
        return unexpected<SceneError>(no_object(
            "no object of this scene has the mesh; name the one that the last `deform` answered, or "
            "give it to an object first"));
    }
    for (auto& [place, object] : *changes) state_->change(place, std::move(object));
    return deformed;
}

expected<Mesh, SceneError> deform(const Mesh& mesh, const VertexView& vertices) {
    auto deformed = moved(mesh, vertices);
    if (!deformed) return deformed;
    const std::vector<MeshFollower*> followers = mesh.data().followers->all();
    std::vector<Scene::State::Changes> changes;
    std::size_t count = 0;
    for (MeshFollower* follower : followers) {
        auto here = static_cast<Scene::State*>(follower)->describe_deformed(mesh, *deformed);
        if (!here) return unexpected<SceneError>(std::move(here.error()));
        count += here->size();
        changes.push_back(*std::move(here));
    }
    if (count == 0 && !followers.empty()) {
        return unexpected<SceneError>(no_object(
            "scenes have a later state of the mesh, and none has this one; name the one that the last "
            "`deform` answered"));
    }
    for (std::size_t i = 0; i < followers.size(); ++i) {
        for (auto& [place, object] : changes[i])
            static_cast<Scene::State*>(followers[i])->change(place, std::move(object));
    }
    return deformed;
}

}  // namespace graze
