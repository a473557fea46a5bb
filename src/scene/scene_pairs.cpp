// Questions about all pairs of a scene's objects.
#include <algorithm>

#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "query/counted.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {

std::vector<ProxyPair> Scene::State::overlapping_pairs(CascadeMeter& meter) const {
    std::vector<ProxyPair> pairs;
    {
        const TimedScope timed = meter.time_broad();
        pairs = near_pairs();
    }
    std::vector<unsigned char> overlap(pairs.size());
    if (meter.measures()) {
        meter.begin(pairs.size());
        for_each(pairs.size(), [&](std::size_t i) {
            overlap[i] =
                counted_overlaps(placed(pairs[i].first), placed(pairs[i].second), meter.test(i)) ? 1 : 0;
        });
    } else {
        std::vector<PlacedPair> both(pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i)
            both[i] = {&placed(pairs[i].first), &placed(pairs[i].second)};
        overlaps_of(both, overlap, {threads});
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (overlap[i]) pairs[kept++] = pairs[i];
    }
    pairs.resize(kept);
    return pairs;
}

bool Scene::near(const ObjectId& a, const ObjectId& b) const noexcept {
    return state_->find(a) && state_->find(b) && state_->may_collide(a.index, b.index) &&
           graze::overlaps(state_->boxes.box(a.index), state_->boxes.box(b.index));
}

std::vector<ObjectPair> Scene::near_pairs(CascadeCounters* counters) const {
    const auto ask = [&] {
        CascadeMeter meter(counters);
        TimedScope broad = meter.time_broad();
        std::vector<ObjectPair> pairs;
        for (const ProxyPair& pair : state_->near_pairs()) pairs.push_back(state_->ids(pair));
        broad.stop();
        meter.finish(pairs_among(size()), pairs.size());
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_near(answer, {*this, state_->filter()}));
}

std::vector<ObjectPair> Scene::overlapping_pairs(CascadeCounters* counters) const {
    const auto ask = [&] {
        CascadeMeter meter(counters);
        std::vector<ObjectPair> pairs;
        for (const ProxyPair& pair : state_->overlapping_pairs(meter)) pairs.push_back(state_->ids(pair));
        meter.finish(pairs_among(size()), pairs.size());
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_overlapping(answer, {*this, state_->filter()}));
}

std::vector<ObjectContacts> Scene::contacts(const ContactOptions& options, CascadeCounters* counters) const {
    const auto ask = [&] {
        CascadeMeter meter(counters);
        // An overlap test of two meshes is a hundred times faster than finding that they have no contacts.
        const std::vector<ProxyPair> overlapping = state_->overlapping_pairs(meter);
        std::vector<ObjectContacts> found(overlapping.size());
        meter.begin(overlapping.size());
        state_->for_each(overlapping.size(), [&](std::size_t i) {
            const TimedScope timed = meter.time_details(i);
            const auto& [first, second] = overlapping[i];
            found[i] = {state_->ids(overlapping[i]),
                        contact_manifolds(state_->placed(first), state_->placed(second), options)};
        });
        std::erase_if(found, [](const ObjectContacts& pair) { return pair.manifolds.empty(); });
        meter.finish(pairs_among(size()), found.size());
        return found;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_contacts(answer, {*this, state_->filter()}));
}

std::vector<ObjectSeparation> Scene::pairs_within(double clearance, const SeparationOptions& options,
                                                  CascadeCounters* counters) const {
    const auto ask = [&]() -> std::vector<ObjectSeparation> {
        if (!(clearance >= 0)) return {};
        CascadeMeter meter(counters);
        const std::size_t places = state_->objects.size();
        std::vector<std::vector<ObjectSeparation>> of_place(places);
        meter.begin(places);
        state_->for_each(places, [&](std::size_t i) {
            const TimedScope timed = meter.time_task(i);
            const auto place = static_cast<ProxyId>(i);
            if (!state_->objects[place].there) return;
            state_->boxes.visit_near(
                state_->boxes.box(place), clearance, [&](ProxyId other, double, double&) {
                    if (other <= place || !state_->may_collide(place, other)) return Continue::yes;
                    const Separation gap = counted_separation(state_->placed(place), state_->placed(other),
                                                              options, meter.test(i));
                    if (gap.distance.lower <= clearance)
                        of_place[i].push_back({{state_->id(place), state_->id(other)}, gap});
                    return Continue::yes;
                });
            std::ranges::sort(of_place[i], {}, &ObjectSeparation::objects);
        });
        std::vector<ObjectSeparation> pairs;
        for (auto& some : of_place) pairs.insert(pairs.end(), some.begin(), some.end());
        meter.finish(pairs_among(size()), pairs.size());
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_within(answer, {*this, state_->filter()}, clearance));
}

}  // namespace graze
