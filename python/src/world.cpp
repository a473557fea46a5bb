#include "world.hpp"

#include <algorithm>

namespace graze::python {

void World::must(const expected<void, SceneError>& done, const std::string& name) {
    if (!done) refuse_value(name + ": " + done.error().message);
}

ObjectId World::id_of(Key key) const {
    const auto found = kept_.find(key);
    return found == kept_.end() ? ObjectId{} : found->second.id;
}

World::Key World::add(const Shape& shape, const Pose& pose, double margin) {
    ObjectOptions options;
    options.margin = margin;
    const auto lock = exclusive();
    const auto id = scene_.try_add(shape, pose, options);
    if (!id) refuse_value("shape: " + id.error().message);
    const Key key = key_of(*id);
    kept_[key] = {*id, added_++};
    return key;
}

void World::remove(Key key) {
    const auto lock = exclusive();
    must(scene_.remove(id_of(key)), "name");
    kept_.erase(key);
    std::erase_if(excluded_, [key](const KeyPair& pair) { return pair.first == key || pair.second == key; });
}

void World::move(Key key, const Pose& pose) {
    const auto lock = exclusive();
    must(scene_.move(id_of(key), pose), "pose");
}

void World::set_shape(Key key, const Shape& shape) {
    const auto lock = exclusive();
    must(scene_.set_shape(id_of(key), shape), "shape");
}

void World::set_margin(Key key, double margin) {
    const auto lock = exclusive();
    must(scene_.set_margin(id_of(key), margin), "margin");
}

void World::set_filter(Key key, std::uint32_t group, std::uint32_t mask) {
    const auto lock = exclusive();
    must(scene_.set_filter(id_of(key), group, mask), "group, mask");
}

void World::exclude(Key a, Key b, bool excluded) {
    const auto lock = exclusive();
    must(excluded ? scene_.exclude(id_of(a), id_of(b)) : scene_.include(id_of(a), id_of(b)), "a, b");
    const KeyPair pair{std::min(a, b), std::max(a, b)};
    if (excluded)
        excluded_.insert(pair);
    else
        excluded_.erase(pair);
}

Placed World::placed(Key key) const {
    const auto lock = shared();
    return scene_.placed(id_of(key));
}

Aabb World::bounds(Key key) const {
    const auto lock = shared();
    return scene_.bounds(id_of(key));
}

ObjectId World::object(Key key) const {
    const auto lock = shared();
    return id_of(key);
}

World::KeyHit World::hit_of(const Ray& ray, const std::optional<ObjectRayHit>& hit) const {
    if (!hit) return {-1, {}};
    return {static_cast<std::int64_t>(key_of(hit->object)), {*hit, ray, scene_.placed(hit->object)}};
}

std::vector<World::KeyHit> World::raycast(std::span<const Ray> rays) const {
    std::vector<KeyHit> first(rays.size());
    const bool locked = responding();  // then other threads cannot change it, and need not lock it
    run_batch({rays.size(), threads_, ItemCost::microseconds}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            const Shared lock = locked ? Shared() : Shared(locks_->scene);
            first[i] = hit_of(rays[i], scene_.raycast(rays[i]));
            return true;
        });
    });
    return first;
}

std::vector<World::KeyHit> World::raycast_all(const Ray& ray, double max_t) const {
    const auto lock = shared();
    std::vector<KeyHit> all;
    for (const ObjectRayHit& hit : scene_.raycast_all(ray, max_t)) all.push_back(hit_of(ray, hit));
    return all;
}

bool World::raycast_any(const Ray& ray, double max_t) const {
    const auto lock = shared();
    return scene_.raycast_any(ray, max_t);
}

std::vector<World::Key> World::in_order(std::vector<Key> keys) const {
    std::ranges::sort(keys, {}, [this](Key key) { return kept_.at(key).number; });
    return keys;
}

std::vector<World::Key> World::in_box(const Aabb& box) const {
    const auto lock = shared();
    std::vector<Key> keys;
    for (const ObjectId& id : scene_.objects_in(box)) keys.push_back(key_of(id));
    return in_order(std::move(keys));
}

std::optional<std::tuple<World::Key, double, double>> World::cast(const Moving& moving) const {
    const auto lock = shared();
    const auto hit = scene_.cast(moving);
    if (!hit) return {};
    return std::tuple(key_of(hit->object), hit->impact.time.lower, hit->impact.time.upper);
}

std::size_t World::respond(const ResponseTable& table) {
    const auto lock = exclusive();  // in a round that a response starts, the first one has it
    const struct Responding {
        Locks& locks;
        bool first;
        Responding(Locks& of, bool is_first) : locks(of), first(is_first) {
            if (first) locks.responding = std::this_thread::get_id();
        }
        Responding(const Responding&) = delete;
        Responding& operator=(const Responding&) = delete;
        ~Responding() {
            if (first) locks.responding = std::thread::id();
        }
    } round(*locks_, lock.owns_lock());
    return scene_.respond(table);
}

}  // namespace graze::python
