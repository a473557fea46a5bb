// Questions about the pairs of a scene, in pieces between which signals are handled: the library's own have
// no way to end early. What a pair answers is what the verb answers of it, as there.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/query/query.hpp>

#include "world.hpp"

namespace graze::python {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Grown by a length on every side, and not by less.
Aabb grown(const Aabb& box, double width) {
    const auto down = [width](double x) { return std::nextafter(x - width, -kInfinity); };
    const auto up = [width](double x) { return std::nextafter(x + width, kInfinity); };
    return {{down(box.min.x), down(box.min.y), down(box.min.z)},
            {up(box.max.x), up(box.max.y), up(box.max.z)}};
}

/// Not more than the distance of the boxes.
double gap_of(const Aabb& a, const Aabb& b) {
    const auto along = [](double min_a, double max_a, double min_b, double max_b) {
        return std::max({0.0, min_b - max_a, min_a - max_b});
    };
    return std::max({along(a.min.x, a.max.x, b.min.x, b.max.x), along(a.min.y, a.max.y, b.min.y, b.max.y),
                     along(a.min.z, a.max.z, b.min.z, b.max.z)}) *
           (1 - 1e-15);
}

/// Contains the shape at every time of [0, 1].
Aabb swept_box(const Moving& moving) {
    constexpr Vec3 kEnd{kInfinity, kInfinity, kInfinity};
    const Aabb local = box_of({moving.shape, Pose{}});
    if (!is_finite(local.min) || !is_finite(local.max)) return {-kEnd, kEnd};
    constexpr int kPieces = 8;  // bounds of a turning body are wide over a long time
    const std::array<Interval, 3> x{
        {{local.min.x, local.max.x}, {local.min.y, local.max.y}, {local.min.z, local.max.z}}};
    Aabb swept{kEnd, -kEnd};
    for (int i = 0; i < kPieces; ++i) {
        const PoseBounds pose = bounds_over(moving.motion, {i / double{kPieces}, (i + 1) / double{kPieces}});
        const auto& [px, py, pz] = pose.position;
        const std::array<Interval, 3> p{{px, py, pz}};
        for (std::size_t r = 0; r < 3; ++r) {
            const Interval along =
                p[r] + pose.rotation(r, 0) * x[0] + pose.rotation(r, 1) * x[1] + pose.rotation(r, 2) * x[2];
            swept.min[r] = std::min(swept.min[r], along.lower);
            swept.max[r] = std::max(swept.max[r], along.upper);
        }
    }
    return swept;
}

}  // namespace

World::Snapshot World::snapshot(With with) const {
    return unlocked([this, with] {
        const auto lock = shared();
        std::vector<std::pair<std::uint64_t, ObjectId>> numbered;
        numbered.reserve(kept_.size());
        ProxyId places = 0;
        for (const auto& [key, kept] : kept_) {
            numbered.emplace_back(kept.number, kept.id);
            places = std::max(places, kept.id.index + 1);
        }
        std::ranges::sort(numbered);
        Snapshot all;
        all.items.reserve(numbered.size());
        std::vector<ProxyId> item_at(places);
        for (const auto& [number, id] : numbered) {
            const ObjectOptions options = scene_.options(id);
            item_at[id.index] = static_cast<ProxyId>(all.items.size());
            all.items.push_back(
                {key_of(id), scene_.placed(id), scene_.bounds(id), options.group, options.mask});
        }
        if (with == With::near_pairs) {
            for (const auto& [a, b] : scene_.near_pairs())
                all.near.push_back(ProxyPair::of(item_at[a.index], item_at[b.index]));
            std::ranges::sort(all.near);
        }
        all.excluded = excluded_;
        all.threads = threads_;
        return all;
    });
}

bool World::Snapshot::may_collide(std::size_t i, std::size_t j) const {
    const Item &a = items[i], &b = items[j];
    return (a.group & b.mask) != 0 && (b.group & a.mask) != 0 &&
           (excluded.empty() || !excluded.contains({std::min(a.key, b.key), std::max(a.key, b.key)}));
}

ItemCost World::Snapshot::cost() const {
    const bool convex =
        std::ranges::all_of(items, [](const Item& item) { return item.placed.shape.convex(); });
    return convex ? ItemCost::microseconds : ItemCost::seconds;
}

std::vector<ProxyPair> World::Snapshot::pairs(double reach) const {
    return unlocked([&] {
        std::vector<Aabb> boxes;
        boxes.reserve(items.size());
        for (const Item& item : items) boxes.push_back(reach > 0 ? grown(item.box, reach / 2) : item.box);
        std::vector<ProxyPair> found = find_overlapping_boxes(boxes, threads);
        std::erase_if(found, [this](const ProxyPair& pair) { return !may_collide(pair.first, pair.second); });
        return found;
    });
}

std::vector<Separation> World::Snapshot::separations(std::span<const ProxyPair> pairs) const {
    std::vector<Separation> gaps(pairs.size());
    run_batch({pairs.size(), threads, cost()}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            gaps[i] = separation(items[pairs[i].first].placed, items[pairs[i].second].placed);
            return true;
        });
    });
    return gaps;
}

std::vector<World::KeyPair> World::near_pairs() const {
    const Snapshot all = snapshot(With::near_pairs);
    std::vector<KeyPair> keys;
    for (const auto& [i, j] : all.near) keys.emplace_back(all.items[i].key, all.items[j].key);
    return keys;
}

std::vector<World::KeyPair> World::overlapping() const {
    const Snapshot all = snapshot(With::near_pairs);
    const std::vector<ProxyPair>& near = all.near;
    std::vector<unsigned char> hits(near.size());
    run_batch({near.size(), all.threads, all.cost()}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            hits[i] = overlaps(all.items[near[i].first].placed, all.items[near[i].second].placed) ? 1 : 0;
            return true;
        });
    });
    std::vector<KeyPair> keys;
    for (std::size_t i = 0; i < near.size(); ++i)
        if (hits[i] != 0) keys.emplace_back(all.items[near[i].first].key, all.items[near[i].second].key);
    return keys;
}

std::vector<World::Gap> World::within(double clearance) const {
    const Snapshot all = snapshot(With::objects);
    const std::vector<ProxyPair> near = all.pairs(clearance);
    const std::vector<Separation> gaps = all.separations(near);
    std::vector<Gap> found;
    for (std::size_t i = 0; i < near.size(); ++i)
        if (gaps[i].distance.lower <= clearance) found.push_back(all.gap(near[i], gaps[i]));
    return found;
}

/// The closest of these; `reach` bounds how far apart boxes of the closest may be. Near ones first, in pieces
/// after which the bound is known better.
std::optional<World::Gap> World::Snapshot::closest(std::vector<ProxyPair> pairs, double reach) const {
    constexpr std::size_t kPiece = 256;
    std::vector<std::pair<double, ProxyPair>> sorted;
    for (const ProxyPair& pair : pairs)
        sorted.emplace_back(gap_of(items[pair.first].box, items[pair.second].box), pair);
    std::ranges::sort(sorted);
    std::optional<std::pair<ProxyPair, Separation>> best;
    const auto is_closer = [&](const ProxyPair& pair, const Separation& gap) {
        if (!best || gap.distance.upper != best->second.distance.upper)
            return !best || gap.distance.upper < best->second.distance.upper;
        return pair < best->first;
    };
    for (std::size_t first = 0; first < sorted.size() && sorted[first].first <= reach; first += kPiece) {
        pairs.clear();
        for (std::size_t i = first; i < std::min(first + kPiece, sorted.size()); ++i)
            if (sorted[i].first <= reach) pairs.push_back(sorted[i].second);
        const std::vector<Separation> gaps = separations(pairs);
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (is_closer(pairs[i], gaps[i])) best = {pairs[i], gaps[i]};
        reach = std::min(reach, std::max(0.0, best->second.distance.upper));
    }
    if (!best) return {};
    return gap(best->first, best->second);
}

/// Some pairs that may collide, where there are any: of boxes that overlap, or that are within larger and
/// larger reaches.
std::vector<ProxyPair> World::Snapshot::pairs_by_growing_reach() const {
    double size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double least = kInfinity, most = -kInfinity;
        for (const Item& item : items)
            for (const double x : {item.box.min[axis], item.box.max[axis]})
                if (std::isfinite(x)) least = std::min(least, x), most = std::max(most, x);
        size = std::max(size, most - least);
    }
    std::vector<ProxyPair> found = pairs(0);
    const double count = std::max(1.0, static_cast<double>(items.size()));
    for (double reach = size / std::cbrt(count) / 8; found.empty() && reach > 0 && reach <= 2 * size;
         reach *= 2)
        found = pairs(reach);
    return found;
}

bool World::Snapshot::all_may_collide() const {
    std::uint32_t groups = 0, common = ~std::uint32_t{0};
    for (const Item& item : items) groups |= item.group, common &= item.mask;
    return std::ranges::all_of(items, [](const Item& item) { return item.group != 0; }) &&
           (groups & common) == groups;
}

std::optional<World::Gap> World::closest(const std::optional<Key>& key) const {
    const Snapshot all = snapshot(With::objects);
    if (key) {
        std::vector<ProxyPair> pairs;
        const auto at = std::ranges::find(all.items, *key, &Item::key);
        const auto i = static_cast<std::size_t>(at - all.items.begin());
        for (std::size_t j = 0; j < all.items.size() && i < all.items.size(); ++j)
            if (i != j && all.may_collide(i, j))
                pairs.push_back(ProxyPair::of(static_cast<ProxyId>(i), static_cast<ProxyId>(j)));
        return all.closest(std::move(pairs), kInfinity);
    }
    if (!all.all_may_collide()) {
        // Pairs of boxes are too many where most may not collide; the scene has trees for the others.
        const auto pair = unlocked([this] {
            const auto lock = shared();
            return scene_.closest_pair();
        });
        if (!pair) return {};
        const Key a = key_of(pair->objects.a), b = key_of(pair->objects.b);
        const auto place = [&](Key of) {
            return static_cast<ProxyId>(std::ranges::find(all.items, of, &Item::key) - all.items.begin());
        };
        const ProxyPair found = ProxyPair::of(place(a), place(b));
        if (found.second >= all.items.size()) return closest(key);  // changed meanwhile
        return all.gap(found, all.separations({&found, 1})[0]);
    }
    const auto first = all.closest(all.pairs_by_growing_reach(), kInfinity);
    if (!first) return {};
    return all.closest(all.pairs(std::max(0.0, first->separation.answer.distance.upper)), kInfinity);
}

std::vector<World::Key> World::inside(const Placed& region) const {
    std::vector<std::pair<Key, Placed>> near;
    unlocked([&] {
        const Aabb box = box_of(region);
        const auto lock = shared();
        std::vector<Key> keys;
        for (const ObjectId& id : scene_.objects_in(box)) keys.push_back(key_of(id));
        for (const Key key : in_order(std::move(keys))) near.emplace_back(key, scene_.placed(id_of(key)));
    });
    std::vector<unsigned char> hits(near.size());
    run_batch({near.size(), threads_, ItemCost::seconds}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            hits[i] = overlaps(near[i].second, region) ? 1 : 0;
            return true;
        });
    });
    std::vector<Key> keys;
    for (std::size_t i = 0; i < near.size(); ++i)
        if (hits[i] != 0) keys.push_back(near[i].first);
    return keys;
}

std::vector<World::KeyImpact> World::impacts(const KeyMotions& motions, bool stepping) {
    Snapshot all = snapshot(With::objects);
    std::vector<Moving> bodies;
    std::vector<char> moves(all.items.size(), 0);
    for (const Item& item : all.items)
        bodies.push_back({item.placed.shape, LinearMotion{item.placed.pose, {}}});
    for (const auto& [key, motion] : motions) {
        const auto at = std::ranges::find(all.items, key, &Item::key);
        if (at == all.items.end()) refuse_value("motions: an object that is no longer in the scene");
        const auto i = static_cast<std::size_t>(at - all.items.begin());
        bodies[i].motion = motion, moves[i] = 1;
        at->box = swept_box(bodies[i]);
    }
    std::vector<ProxyPair> near = all.pairs(0);
    std::erase_if(near, [&](const ProxyPair& pair) { return moves[pair.first] + moves[pair.second] == 0; });
    std::vector<Impact> found(near.size());
    run_batch({near.size(), all.threads, all.cost()}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            found[i] = time_of_impact(bodies[near[i].first], bodies[near[i].second]);
            return true;
        });
    });
    if (stepping)
        unlocked([&] {
            std::vector<Pose> ends;
            std::vector<ObjectId> objects;
            const auto lock = exclusive();
            for (const auto& [key, motion] : motions)
                objects.push_back(id_of(key)), ends.push_back(pose_at(motion, 1));
            must(scene_.move(objects, ends), "motions");
        });
    std::vector<KeyImpact> hits;
    for (std::size_t i = 0; i < near.size(); ++i)
        if (found[i].hit)
            hits.emplace_back(all.items[near[i].first].key, all.items[near[i].second].key,
                              found[i].time.lower, found[i].time.upper);
    std::ranges::stable_sort(hits, {}, [](const KeyImpact& hit) { return std::get<2>(hit); });
    return hits;
}

}  // namespace graze::python
