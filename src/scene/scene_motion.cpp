// When moving objects of a scene first touch each other or those at rest.
#include <algorithm>

#include "graze/motion/interval_tests.hpp"
#include "graze/query/impact_query.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// Which objects move, and where they come over the whole time.
struct MovingObjects {
    std::vector<ProxyId> places;        ///< In the order of the motions.
    std::vector<const Motion*> motion;  ///< By place; null for those at rest.
    std::vector<Aabb> swept;            ///< By place; empty for those at rest.
};

}  // namespace

expected<std::vector<ObjectImpact>, SceneError> Scene::impacts(std::span<const ObjectMotion> motions, const ImpactOptions& options) const {
    MovingObjects moving{{}, std::vector<const Motion*>(state_->objects.size()), std::vector<Aabb>(state_->objects.size())};
    for (const auto& [object, motion] : motions) {
        if (!state_->find(object)) return unexpected<SceneError>(state_->unknown(object));
        if (moving.motion[object.index]) {
            return unexpected<SceneError>(
                {SceneError::Reason::invalid_placement, object, "the object is named twice; give one motion for each object"});
        }
        if (auto fault = motion.fault()) return unexpected<SceneError>({SceneError::Reason::invalid_placement, object, fault->message()});
        moving.places.push_back(object.index);
        moving.motion[object.index] = &motion;
        moving.swept[object.index] = swept_box(motion, local_box_of(state_->placed(object.index).shape), {0, 1});
    }

    std::vector<ProxyPair> pairs;
    for (const ProxyId place : moving.places) {
        state_->boxes.visit_box(moving.swept[place], [&](ProxyId other) {
            if (!moving.motion[other]) pairs.push_back(ProxyPair::of(place, other));
            return Continue::yes;
        });
    }
    append_overlaps(moving.places, moving.swept, pairs);
    std::erase_if(pairs, [this](const ProxyPair& pair) { return !state_->may_meet(pair.first, pair.second); });
    std::ranges::sort(pairs);

    const auto on_its_way = [&](ProxyId place) {
        const Placed& placed = state_->placed(place);
        return Moving{placed.shape, moving.motion[place] ? *moving.motion[place] : Motion(LinearMotion{placed.pose, {}})};
    };
    std::vector<ObjectImpact> found(pairs.size());
    state_->for_each(pairs.size(), [&](std::size_t i) {
        found[i] = {state_->ids(pairs[i]), time_of_impact(on_its_way(pairs[i].first), on_its_way(pairs[i].second), options)};
    });
    std::erase_if(found, [](const ObjectImpact& pair) { return !pair.impact.hit; });
    std::ranges::stable_sort(found, {}, [](const ObjectImpact& pair) { return pair.impact.time.lower; });
    return found;
}

expected<std::vector<ObjectImpact>, SceneError> Scene::step(std::span<const ObjectMotion> motions, const ImpactOptions& options) {
    std::vector<ObjectId> objects;
    std::vector<Pose> ends;
    for (const auto& [object, motion] : motions) {
        const SceneObject* found = state_->find(object);
        if (!found) return unexpected<SceneError>(state_->unknown(object));
        objects.push_back(object);
        ends.push_back(pose_at(motion, 1));
        if (const auto fault = check(Placed{found->placed.shape, ends.back()}); !fault) {
            return unexpected<SceneError>(
                {SceneError::Reason::invalid_placement, object, "at the end of its way " + fault.error().message()});
        }
    }
    auto found = impacts(motions, options);
    if (found) state_->put(objects, ends);
    return found;
}

}  // namespace graze
