// Questions about all pairs of a scene's objects.
#include <algorithm>

#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {

std::vector<ProxyPair> Scene::State::overlapping_pairs() const {
    std::vector<ProxyPair> pairs = near_pairs();
    std::vector<unsigned char> overlap(pairs.size());
    for_each(pairs.size(), [&](std::size_t i) {
        overlap[i] = overlaps(placed(pairs[i].first), placed(pairs[i].second)) ? 1 : 0;
    });
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

std::vector<ObjectPair> Scene::near_pairs() const {
    const auto ask = [&] {
        std::vector<ObjectPair> pairs;
        for (const ProxyPair& pair : state_->near_pairs()) pairs.push_back(state_->ids(pair));
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_near(answer, {*this, state_->filter()}));
}

std::vector<ObjectPair> Scene::overlapping_pairs() const {
    const auto ask = [&] {
        std::vector<ObjectPair> pairs;
        for (const ProxyPair& pair : state_->overlapping_pairs()) pairs.push_back(state_->ids(pair));
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_overlapping(answer, {*this, state_->filter()}));
}

std::vector<ObjectContacts> Scene::contacts(const ContactOptions& options) const {
    const auto ask = [&] {
        // An overlap test of two meshes is a hundred times faster than finding that they have no contacts.
        const std::vector<ProxyPair> overlapping = state_->overlapping_pairs();
        std::vector<ObjectContacts> found(overlapping.size());
        state_->for_each(overlapping.size(), [&](std::size_t i) {
            const auto& [first, second] = overlapping[i];
            found[i] = {state_->ids(overlapping[i]),
                        contact_manifolds(state_->placed(first), state_->placed(second), options)};
        });
        std::erase_if(found, [](const ObjectContacts& pair) { return pair.manifolds.empty(); });
        return found;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_contacts(answer, {*this, state_->filter()}));
}

std::vector<ObjectSeparation> Scene::pairs_within(double clearance, const SeparationOptions& options) const {
    const auto ask = [&]() -> std::vector<ObjectSeparation> {
        if (!(clearance >= 0)) return {};
        const std::size_t places = state_->objects.size();
        std::vector<std::vector<ObjectSeparation>> of_place(places);
        state_->for_each(places, [&](std::size_t i) {
            const auto place = static_cast<ProxyId>(i);
            if (!state_->objects[place].there) return;
            state_->boxes.visit_near(
                state_->boxes.box(place), clearance, [&](ProxyId other, double, double&) {
                    if (other <= place || !state_->may_collide(place, other)) return Continue::yes;
                    const Separation gap = separation(state_->placed(place), state_->placed(other), options);
                    if (gap.distance.lower <= clearance)
                        of_place[i].push_back({{state_->id(place), state_->id(other)}, gap});
                    return Continue::yes;
                });
            std::ranges::sort(of_place[i], {}, &ObjectSeparation::objects);
        });
        std::vector<ObjectSeparation> pairs;
        for (auto& some : of_place) pairs.insert(pairs.end(), some.begin(), some.end());
        return pairs;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_within(answer, {*this, state_->filter()}, clearance));
}

}  // namespace graze
