// A round of responses: near pairs in order, each tested when its turn comes, from its cached state of the
// last round.
#include <algorithm>
#include <map>
#include <utility>

#include "graze/query/query.hpp"
#include "query/common_point.hpp"
#include "query/counted.hpp"
#include "scene/cascade_meter.hpp"
#include "scene/scene_state.hpp"

namespace graze {
namespace {

/// The responses to pairs of classes, read from the table once.
class ReadTable {
public:
    struct Responses {
        std::vector<ResponseId> ids;
        ResponseType richest = ResponseType::simple;
    };

    explicit ReadTable(const ResponseTable& table) noexcept : table_(table) {}

    const Responses& of(ResponseClass c, ResponseClass d) {
        auto [entry, fresh] = read_.try_emplace(std::minmax(c, d));
        if (fresh) {
            entry->second.ids = table_.responses(c, d);
            for (const ResponseId id : entry->second.ids)
                entry->second.richest = std::max(entry->second.richest, table_.type(id));
        }
        return entry->second;
    }

private:
    const ResponseTable& table_;
    std::map<std::pair<ResponseClass, ResponseClass>, Responses> read_;
};

/// What the query of a pair took; its members stay 0 when nothing is measured.
struct QueryCost {
    bool measured = false;
    PairWork work{};     ///< Overlap and depth.
    double details = 0;  ///< Seconds of the common point and its proof.
};

/// The query of two objects, once for all responses. Empty when they are disjoint: where a proof is
/// requested, by the proof.
std::optional<Encounter> query_pair(const Placed& a, const Placed& b, ResponseType richest, PairCache& cache,
                                    QueryCost& cost) {
    PairWork* work = cost.measured ? &cost.work : nullptr;
    if (!counted_overlaps(a, b, work, &cache)) return std::nullopt;
    Encounter encounter;
    encounter.computed = richest;
    if (richest == ResponseType::simple) return encounter;
    const bool with_depth = richest >= ResponseType::depth;
    if (with_depth) encounter.separation = counted_separation(a, b, {}, work, &cache);
    const TimedScope timed(cost.measured ? &cost.details : nullptr);
    std::optional<CertifiedCommonPoint> common =
        with_depth ? common_point_from(encounter.separation, a, b) : common_point(a, b);
    if (!common) return std::nullopt;
    encounter.common = *common;
    encounter.proof = std::move(common->proof);
    return encounter;
}

}  // namespace

std::vector<RememberedPair> Scene::State::recall_near_pairs() {
    const std::vector<ProxyPair> near = near_pairs();
    std::vector<RememberedPair> pairs;
    pairs.reserve(near.size());
    auto old = remembered.begin();
    for (const ProxyPair& pair : near) {
        RememberedPair now{pair, objects[pair.first].generation, objects[pair.second].generation};
        while (old != remembered.end() && old->pair < pair) ++old;
        if (old != remembered.end() && old->pair == pair && old->generation_first == now.generation_first &&
            old->generation_second == now.generation_second) {
            now.cache = old->cache;
        }
        pairs.push_back(now);
    }
    return pairs;
}

namespace {

/// A pending pair: its objects, the callbacks to call, and the result computed beforehand.
struct PendingResponse {
    RememberedPair* remembered = nullptr;
    ObjectId a{};  ///< The one whose class was made first.
    ObjectId b{};
    const ReadTable::Responses* responses = nullptr;
    PairCache cache{};  ///< As the query left it; cached when the pair is processed.
    std::optional<Encounter> found{};
    std::uint32_t version_a = 0;  ///< Of the objects when the pair was examined.
    std::uint32_t version_b = 0;
    QueryCost cost{};  ///< Of the last query. Added when the pair is processed, so that sums do not depend on
                       ///< what was tested ahead.
};

// Pairs tested ahead of their turns, by several threads: enough for all of them, few enough that a callback
// that stops the round wastes little.
constexpr std::size_t kAhead = 1024;

/// The pairs that have responses, in order. Objects are named as the state with that number has them.
std::vector<PendingResponse> pending_responses(std::span<RememberedPair> pairs, std::uint64_t number,
                                               const ResponseTable& table, ReadTable& responses) {
    std::vector<PendingResponse> all;
    for (RememberedPair& remembered : pairs) {
        const ObjectId x{remembered.pair.first, remembered.generation_first, number};
        const ObjectId y{remembered.pair.second, remembered.generation_second, number};
        const ResponseClass c = table.class_of(x);
        const ResponseClass d = table.class_of(y);
        const ReadTable::Responses& called = responses.of(c, d);
        if (!called.ids.empty())
            all.push_back(d < c ? PendingResponse{&remembered, y, x, &called}
                                : PendingResponse{&remembered, x, y, &called});
    }
    return all;
}

/// Every test starts from the cache at the beginning of the round, so that testing ahead changes no answer.
void test(PendingResponse& pending, std::span<const SceneObject> objects) {
    const SceneObject& a = objects[pending.a.index];
    const SceneObject& b = objects[pending.b.index];
    pending.cache = pending.remembered->cache;
    pending.cost = {pending.cost.measured, {}, 0};
    pending.found = query_pair(a.placed, b.placed, pending.responses->richest, pending.cache, pending.cost);
    pending.version_a = a.version;
    pending.version_b = b.version;
}

/// Whether the pair was tested as its objects are now.
bool is_current(const PendingResponse& pending, std::span<const SceneObject> objects) noexcept {
    return pending.version_a == objects[pending.a.index].version &&
           pending.version_b == objects[pending.b.index].version;
}

/// Calls the responses to a pair and counts the calls. `Continue::no` when one of them ends the round.
Continue call_responses(const PendingResponse& pending, const Encounter& encounter, const Scene& scene,
                        const ResponseTable& table, std::size_t& calls) {
    for (const ResponseId id : pending.responses->ids) {
        if (!table.contains(id)) continue;  // forgotten by a callback
        ++calls;
        if (table.call(id, encounter) == Continue::no) return Continue::no;
        if (!scene.contains(pending.a) || !scene.contains(pending.b)) break;  // nothing left to respond to
    }
    return Continue::yes;
}

}  // namespace

std::size_t Scene::respond(const ResponseTable& table, CascadeCounters* counters) {
    CascadeMeter meter(counters);
    TimedScope broad = meter.time_broad();
    const std::uint64_t pairs_at_start = pairs_among(size());
    state_->boxes.flush();
    // Callbacks may start another round, so the pairs of this one are moved out until it ends, also by an
    // exception.
    struct Round {
        State& state;
        std::vector<RememberedPair> pairs;
        ~Round() { state.remembered = std::move(pairs); }
    } round{*state_, state_->recall_near_pairs()};

    // The table as it is now: changes by callbacks take effect in the next round.
    ReadTable responses(table);
    std::vector<PendingResponse> all = pending_responses(round.pairs, state_->number, table, responses);
    broad.stop();
    for (PendingResponse& pending : all) pending.cost.measured = meter.measures();
    std::size_t calls = 0, found = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (state_->threads != 1 && i % kAhead == 0) {
            const std::size_t first = i;
            state_->for_each(std::min(kAhead, all.size() - first), [&](std::size_t k) {
                if (near(all[first + k].a, all[first + k].b)) test(all[first + k], state_->objects);
            });
        }
        PendingResponse& pending = all[i];
        if (!near(pending.a, pending.b)) continue;  // gone, excluded or moved away by a callback
        if (!is_current(pending, state_->objects)) test(pending, state_->objects);
        pending.remembered->cache = pending.cache;
        meter.add_tested(pending.cost.work, pending.cost.details);
        std::optional<Encounter> encounter =
            std::move(pending.found);  // proofs are large, and rounds may be long
        pending.found.reset();
        if (!encounter) continue;
        ++found;
        encounter->a = pending.a;
        encounter->b = pending.b;
        if (call_responses(pending, *encounter, *this, table, calls) == Continue::no) break;
    }
    meter.finish(pairs_at_start, found);
    return calls;
}

}  // namespace graze
