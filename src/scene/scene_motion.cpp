// When moving objects of a scene first touch each other or those at rest.
#include <algorithm>

#include "ccd/impact_search.hpp"
#include "core/audited.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// Which objects move, and where they come over the whole time. By growing place.
struct MovingObjects {
    std::vector<ProxyId> places;
    std::vector<const Motion*> motions;
    std::vector<Aabb> swept;

    /// Null for those at rest.
    [[nodiscard]] const Motion* motion_of(ProxyId place) const noexcept {
        const auto at = std::ranges::lower_bound(places, place);
        return at != places.end() && *at == place ? motions[static_cast<std::size_t>(at - places.begin())]
                                                  : nullptr;
    }
};

}  // namespace

expected<std::vector<ObjectImpact>, SceneError> Scene::impacts(std::span<const ObjectMotion> motions,
                                                               const ImpactOptions& options,
                                                               CascadeCounters* counters) const {
    const auto ask = [&]() -> expected<std::vector<ObjectImpact>, SceneError> {
        CascadeMeter meter(counters);
        TimedScope broad = meter.time_broad();
        std::vector<const ObjectMotion*> named;
        for (const ObjectMotion& moving : motions) {
            if (!state_->find(moving.object)) return unexpected<SceneError>(state_->unknown(moving.object));
            if (auto fault = moving.motion.fault())
                return unexpected<SceneError>(
                    {SceneError::Reason::invalid_placement, moving.object, fault->message()});
            named.push_back(&moving);
        }
        std::ranges::sort(named, {}, [](const ObjectMotion* moving) { return moving->object.index; });
        MovingObjects moving;
        for (const ObjectMotion* one : named) {
            const ProxyId place = one->object.index;
            if (!moving.places.empty() && moving.places.back() == place) {
                return unexpected<SceneError>({SceneError::Reason::invalid_placement, one->object,
                                               "the object is named twice; give one motion for each object"});
            }
            moving.places.push_back(place);
            moving.motions.push_back(&one->motion);
        }
        moving.swept.resize(named.size());
        std::vector<std::vector<ProxyPair>> close(named.size());  // at rest, by each that moves
        state_->for_each(named.size(), [&](std::size_t i) {
            const ProxyId place = moving.places[i];
            moving.swept[i] =
                swept_box(*moving.motions[i], local_box_of(state_->placed(place).shape), {0, 1});
            state_->boxes.visit_box(moving.swept[i], [&](ProxyId other) {
                if (!moving.motion_of(other) && state_->may_collide(place, other))
                    close[i].push_back(ProxyPair::of(place, other));
                return Continue::yes;
            });
        });
        std::vector<ProxyPair> pairs;
        append_overlaps(moving.places, moving.swept, pairs, state_->threads);
        std::erase_if(
            pairs, [this](const ProxyPair& pair) { return !state_->may_collide(pair.first, pair.second); });
        for (const std::vector<ProxyPair>& part : close) pairs.insert(pairs.end(), part.begin(), part.end());
        std::ranges::sort(pairs);
        broad.stop();

        const auto body_of = [&](ProxyId place) {
            const Placed& placed = state_->placed(place);
            const Motion* motion = moving.motion_of(place);
            return Moving{placed.shape, motion ? *motion : Motion(LinearMotion{placed.pose, {}})};
        };
        std::vector<ObjectImpact> found(pairs.size());
        meter.begin(pairs.size());
        state_->for_each(pairs.size(), [&](std::size_t i) {
            found[i] = {state_->ids(pairs[i]),
                        counted_time_of_impact(body_of(pairs[i].first), body_of(pairs[i].second), options,
                                               meter.test(i))};
        });
        std::erase_if(found, [](const ObjectImpact& pair) { return !pair.impact.hit; });
        meter.finish(pairs_among(size()) - pairs_among(size() - named.size()), found.size());
        std::ranges::stable_sort(found, {}, [](const ObjectImpact& pair) { return pair.impact.time.lower; });
        return found;
    };
    return GRAZE_AUDITED_WHOLE(ask(),
                               audit::check_impacts(answer, {*this, state_->filter()}, motions, options));
}

expected<std::vector<ObjectImpact>, SceneError> Scene::step(std::span<const ObjectMotion> motions,
                                                            const ImpactOptions& options,
                                                            CascadeCounters* counters) {
    std::vector<ObjectId> objects;
    std::vector<Pose> ends;
    for (const auto& [object, motion] : motions) {
        const SceneObject* found = state_->find(object);
        if (!found) return unexpected<SceneError>(state_->unknown(object));
        objects.push_back(object);
        ends.push_back(pose_at(motion, 1));
        if (const auto fault = check(Placed{found->placed.shape, ends.back()}); !fault) {
            return unexpected<SceneError>({SceneError::Reason::invalid_placement, object,
                                           "at the end of its motion " + fault.error().message()});
        }
    }
    auto found = impacts(motions, options, counters);
    if (!found) return found;
    const auto body_of = [&](ObjectId object) {
        const Placed& placed = state_->find(object)->placed;
        const auto named = std::ranges::find(motions, object, &ObjectMotion::object);
        return Moving{placed.shape,
                      named != motions.end() ? named->motion : Motion(LinearMotion{placed.pose, {}})};
    };
    CascadeMeter meter(counters);
    meter.begin(found->size());
    state_->for_each(found->size(), [&](std::size_t i) {
        const TimedScope timed = meter.time_details(i);
        ObjectImpact& pair = (*found)[i];
        // Where a budget ran out the time is long, and all parts of both may touch in it.
        if (pair.impact.status == Status::converged)
            pair.contacts =
                impact_contacts(pair.impact, body_of(pair.objects.a), body_of(pair.objects.b), options);
    });
    state_->put(objects, ends);
    meter.finish(0, 0);
    return found;
}

}  // namespace graze
