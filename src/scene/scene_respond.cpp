// A round of responses: near pairs in order, each looked at when its turn comes, with what was remembered of it.
#include <algorithm>
#include <map>
#include <utility>

#include "graze/query/query.hpp"
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
            for (const ResponseId id : entry->second.ids) entry->second.richest = std::max(entry->second.richest, table_.type(id));
        }
        return entry->second;
    }

private:
    const ResponseTable& table_;
    std::map<std::pair<ResponseClass, ResponseClass>, Responses> read_;
};

/// What is asked of two objects, once for all responses. Empty when they are apart.
std::optional<Encounter> look(const Placed& a, const Placed& b, ResponseType richest, PairCache& cache) {
    if (!overlaps(a, b, &cache)) return std::nullopt;
    Encounter encounter;
    if (richest >= ResponseType::witnessed) encounter.proof = decide(a, b).proof;
    if (richest >= ResponseType::depth) encounter.separation = separation(a, b, {}, &cache);
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

std::size_t Scene::respond(const ResponseTable& table) {
    state_->boxes.settle();
    // Callbacks may ask for another round, so the pairs of this one are its own until it ends, by whichever way.
    struct Round {
        State& state;
        std::vector<RememberedPair> pairs;
        ~Round() { state.remembered = std::move(pairs); }
    } round{*state_, state_->recall_near_pairs()};
    ReadTable responses(table);

    std::size_t calls = 0;
    for (RememberedPair& remembered : round.pairs) {
        const auto [first, second] = remembered.pair;
        const ObjectId x{first, remembered.generation_first, state_->number};
        const ObjectId y{second, remembered.generation_second, state_->number};
        if (!near(x, y)) continue;  // gone, excluded or moved away by a callback
        const ResponseClass c = table.class_of(x);
        const ResponseClass d = table.class_of(y);
        const auto& [ids, richest] = responses.of(c, d);
        if (ids.empty()) continue;
        const bool swapped = d < c;
        const ObjectId& a = swapped ? y : x;
        const ObjectId& b = swapped ? x : y;
        auto encounter = look(placed(a), placed(b), richest, remembered.cache);
        if (!encounter) continue;
        encounter->a = a;
        encounter->b = b;
        for (const ResponseId id : ids) {
            ++calls;
            if (table.call(id, *encounter) == Continue::no) return calls;
            if (!contains(a) || !contains(b)) break;  // there is nothing left to respond to
        }
    }
    return calls;
}

}  // namespace graze
