// Which two objects are closest. Objects that may not collide give no bound of the search distance, and when
// only such objects are near, every search would visit all of them. So the objects of one group and mask have
// a tree of their own, unless all may collide with all.
#include <algorithm>
#include <atomic>
#include <map>

#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "graze/scene/dynamic_tree.hpp"
#include "query/counted.hpp"
#include "scene/audit_scene.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// The closer of two; of equals the first pair. By the upper ends, which are what is known to be reached.
bool closer(const ObjectSeparation& x, const ObjectSeparation& y) noexcept {
    if (x.separation.distance.upper != y.separation.distance.upper)
        return x.separation.distance.upper < y.separation.distance.upper;
    return x.objects < y.objects;
}

void keep_closer(std::optional<ObjectSeparation>& best, const ObjectSeparation& pair) {
    if (!best || closer(pair, *best)) best = pair;
}

/// How far apart boxes may be so that their objects can be the closest: overlaps count as 0, for boxes that
/// touch may hold any of them.
double reach_of(const ObjectSeparation& pair) noexcept {
    return std::max(0.0, pair.separation.distance.upper);
}

/// A bound that only shrinks, whichever thread brings it down. It never prunes a pair that could be the
/// closest, so the answer does not depend on the order.
class SharedReach {
public:
    [[nodiscard]] double now() const noexcept { return reach_.load(std::memory_order_relaxed); }
    void shrink(double reach) noexcept {
        double known = now();
        while (reach < known && !reach_.compare_exchange_weak(known, reach, std::memory_order_relaxed)) {
        }
    }

private:
    std::atomic<double> reach_{kInfinity};
};

/// Objects that have group and mask in common.
struct FilterSet {
    std::uint32_t group = 0;
    std::uint32_t mask = 0;
    std::vector<ProxyId> places;  ///< Ascending.
    DynamicTree tree;  ///< Of their boxes by position in `places`. Empty while all may collide with all.

    [[nodiscard]] bool may_collide(const FilterSet& other) const noexcept {
        return (group & other.mask) != 0 && (other.group & mask) != 0;
    }
};

// More sets than this are searched as one, for their pairs are as many as their square.
constexpr std::size_t kMostSets = 32;

std::vector<FilterSet> filter_sets(std::span<const SceneObject> objects) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<ProxyId>> by_filter;
    for (ProxyId place = 0; place < objects.size(); ++place) {
        const SceneObject& object = objects[place];
        if (object.there) by_filter[{object.options.group, object.options.mask}].push_back(place);
    }
    std::vector<FilterSet> sets(by_filter.size());
    auto set = sets.begin();
    for (auto& [filter, places] : by_filter) {
        set->group = filter.first;
        set->mask = filter.second;
        set->places = std::move(places);
        ++set;
    }
    return sets;
}

bool all_may_collide(std::span<const FilterSet> sets) noexcept {
    return std::ranges::all_of(sets, [&](const FilterSet& a) {
        return std::ranges::all_of(sets, [&](const FilterSet& b) { return a.may_collide(b); });
    });
}

}  // namespace

/// Searches for the closest pair on the scene's threads; on one when it is measured, as its only task.
class Scene::ClosestSearch {
public:
    ClosestSearch(const State& state, CascadeMeter& meter) : state_(state), meter_(meter) {}

    /// Each of the places against what `visit_near(box, limit, visitor)` finds: others, or all of the same
    /// places.
    template <class VisitNear>
    void search(std::span<const ProxyId> places, bool among_themselves, const VisitNear& visit_near) {
        std::vector<std::optional<ObjectSeparation>> best((places.size() + State::kBlock - 1) /
                                                          State::kBlock);
        const unsigned threads = meter_.measures() ? 1 : state_.threads;
        State::for_each_on(threads, places.size(), [&](std::size_t i) {
            const ProxyId place = places[i];
            visit_near(
                state_.boxes.box(place), reach_.now(), [&](ProxyId other, double lower, double& limit) {
                    limit = std::min(limit, reach_.now());
                    // Both objects of a pair would find it; only the earlier one tests it.
                    if (lower > limit || (among_themselves && other <= place) ||
                        !state_.may_collide(place, other))
                        return Continue::yes;
                    const auto [first, second] = std::minmax(place, other);
                    const ObjectSeparation pair{
                        state_.ids({first, second}),
                        counted_separation(state_.placed(first), state_.placed(second), {}, meter_.test(0))};
                    keep_closer(best[i / State::kBlock], pair);
                    reach_.shrink(reach_of(pair));
                    limit = std::min(limit, reach_.now());
                    return Continue::yes;
                });
        });
        for (const auto& pair : best) {
            if (pair) keep_closer(best_, *pair);
        }
    }

    [[nodiscard]] const std::optional<ObjectSeparation>& best() const noexcept { return best_; }

private:
    const State& state_;
    CascadeMeter& meter_;
    SharedReach reach_;
    std::optional<ObjectSeparation> best_;
};

std::optional<ObjectSeparation> Scene::closest_pair(CascadeCounters* counters) const {
    CascadeMeter meter(counters);
    const auto search = [&] {
        const TimedScope timed = meter.time_task(0);
        std::vector<FilterSet> sets = filter_sets(state_->objects);
        ClosestSearch closest(*state_, meter);
        if (sets.size() > kMostSets || all_may_collide(sets)) {
            std::vector<ProxyId> places;
            for (const FilterSet& set : sets)
                places.insert(places.end(), set.places.begin(), set.places.end());
            std::ranges::sort(places);
            closest.search(places, true, [&](const Aabb& box, double limit, BoundedProxyVisitor visit) {
                state_->boxes.visit_near(box, limit, visit);
            });
            return closest.best();
        }
        for (FilterSet& set : sets) {
            for (std::size_t i = 0; i < set.places.size(); ++i)
                set.tree.insert(static_cast<ProxyId>(i), state_->boxes.box(set.places[i]));
            set.tree.update(state_->threads);
        }
        for (std::size_t i = 0; i < sets.size(); ++i) {
            for (std::size_t j = i; j < sets.size(); ++j) {
                if (!sets[i].may_collide(sets[j])) continue;
                const FilterSet& few = sets[i].places.size() <= sets[j].places.size() ? sets[i] : sets[j];
                const FilterSet& many = &few == &sets[i] ? sets[j] : sets[i];
                closest.search(
                    few.places, i == j, [&](const Aabb& box, double limit, BoundedProxyVisitor visit) {
                        many.tree.visit_near(box, limit, [&](ProxyId at, double lower, double& reach) {
                            return visit(many.places[at], lower, reach);
                        });
                    });
            }
        }
        return closest.best();
    };
    const auto ask = [&] {
        meter.begin(1);
        const std::optional<ObjectSeparation> best = search();
        meter.finish(pairs_among(size()), best ? 1 : 0);
        return best;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_closest(answer, {*this, state_->filter()}, nullptr));
}

std::optional<ObjectSeparation> Scene::closest_pair(const ObjectId& object, CascadeCounters* counters) const {
    CascadeMeter meter(counters);
    const auto search = [&] {
        const TimedScope timed = meter.time_task(0);
        std::optional<ObjectSeparation> best;
        const ProxyId place = object.index;
        state_->boxes.visit_near(
            state_->boxes.box(place), kInfinity, [&](ProxyId other, double, double& limit) {
                if (!state_->may_collide(place, other)) return Continue::yes;
                const auto [first, second] = std::minmax(place, other);
                keep_closer(best, {state_->ids({first, second}),
                                   counted_separation(state_->placed(first), state_->placed(second), {},
                                                      meter.test(0))});
                limit = std::min(limit, reach_of(*best));
                return Continue::yes;
            });
        return best;
    };
    const auto ask = [&]() -> std::optional<ObjectSeparation> {
        if (!state_->find(object)) return std::nullopt;
        meter.begin(1);
        const std::optional<ObjectSeparation> best = search();
        meter.finish(size() - 1, best ? 1 : 0);
        return best;
    };
    return GRAZE_AUDITED_WHOLE(ask(), audit::check_closest(answer, {*this, state_->filter()}, &object));
}

}  // namespace graze
