// When moving objects of a scene first touch each other or those at rest.
#include <algorithm>

#include "ccd/impact_search.hpp"
#include "core/audited.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// Which objects move, and how. By growing place.
struct MovingObjects {
    std::vector<ProxyId> places;
    std::vector<const Motion*> motions;

    /// Null for those at rest.
    [[nodiscard]] const Motion* motion_of(ProxyId place) const noexcept {
        const auto at = std::ranges::lower_bound(places, place);
        return at != places.end() && *at == place ? motions[static_cast<std::size_t>(at - places.begin())]
                                                  : nullptr;
    }
};

// The state of a scene is the scene's own type, which only templates can name here.

/// The motions in order, or the first that cannot be used.
template <class State>
expected<MovingObjects, SceneError> named_motions(const State& state, std::span<const ObjectMotion> motions) {
    std::vector<const ObjectMotion*> named;
    for (const ObjectMotion& moving : motions) {
        if (!state.find(moving.object)) return unexpected<SceneError>(state.unknown(moving.object));
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
    return moving;
}

/// The pairs to test: of objects that move, or one of which does, whose boxes over the whole time overlap.
/// Ascending.
template <class State> std::vector<ProxyPair> moving_pairs(const State& state, const MovingObjects& moving) {
    std::vector<Aabb> swept(moving.places.size());
    std::vector<std::vector<ProxyPair>> close(moving.places.size());  // at rest, by each that moves
    state.for_each(moving.places.size(), [&](std::size_t i) {
        const ProxyId place = moving.places[i];
        swept[i] = swept_box(*moving.motions[i], local_box_of(state.placed(place).shape), {0, 1});
        state.boxes.visit_box(swept[i], [&](ProxyId other) {
            if (!moving.motion_of(other) && state.may_collide(place, other))
                close[i].push_back(ProxyPair::of(place, other));
            return Continue::yes;
        });
    });
    std::vector<ProxyPair> pairs;
    append_overlaps(moving.places, swept, pairs, state.threads);
    std::erase_if(pairs,
                  [&state](const ProxyPair& pair) { return !state.may_collide(pair.first, pair.second); });
    for (const std::vector<ProxyPair>& part : close) pairs.insert(pairs.end(), part.begin(), part.end());
    std::ranges::sort(pairs);
    return pairs;
}

/// An object with its motion, or at rest where it is.
template <class State> Moving moving_body(const State& state, const MovingObjects& moving, ProxyId place) {
    const Placed& placed = state.placed(place);
    const Motion* motion = moving.motion_of(place);
    return {placed.shape, motion ? *motion : Motion(LinearMotion{placed.pose, {}})};
}

/// The first contact of each pair that has one, in the order of the pairs.
template <class State>
std::vector<ObjectImpact> test_pairs(const State& state, const MovingObjects& moving,
                                     std::span<const ProxyPair> pairs, const ImpactOptions& options,
                                     CascadeMeter& meter) {
    std::vector<ObjectImpact> found(pairs.size());
    meter.begin(pairs.size());
    state.for_each(pairs.size(), [&](std::size_t i) {
        const auto& [first, second] = pairs[i];
        found[i] = {state.ids(pairs[i]),
                    counted_time_of_impact(moving_body(state, moving, first),
                                           moving_body(state, moving, second), options, meter.test(i))};
    });
    std::erase_if(found, [](const ObjectImpact& pair) { return !pair.impact.hit; });
    return found;
}

}  // namespace

expected<std::vector<ObjectImpact>, SceneError> Scene::impacts(std::span<const ObjectMotion> motions,
                                                               const ImpactOptions& options,
                                                               CascadeCounters* counters) const {
    const auto ask = [&]() -> expected<std::vector<ObjectImpact>, SceneError> {
        CascadeMeter meter(counters);
        TimedScope broad = meter.time_broad();
        const expected<MovingObjects, SceneError> moving = named_motions(*state_, motions);
        if (!moving) return unexpected<SceneError>(moving.error());
        const std::vector<ProxyPair> pairs = moving_pairs(*state_, *moving);
        broad.stop();
        std::vector<ObjectImpact> found = test_pairs(*state_, *moving, pairs, options, meter);
        meter.finish(pairs_among(size()) - pairs_among(size() - motions.size()), found.size());
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
    // The motions were usable a moment ago, for `impacts`.
    const expected<MovingObjects, SceneError> moving = named_motions(*state_, motions);
    const auto body_of = [&](const ObjectId& object) { return moving_body(*state_, *moving, object.index); };
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
