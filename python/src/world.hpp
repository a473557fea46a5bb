// graze::Scene with objects numbered by Python, in the order in which they were added. Names are Python's
// (graze/_scene.py). Members that change it, or read one object, are called without the interpreter's lock:
// the scene's own lock keeps changes apart from questions, and a thread that waits for it must not block the
// one that it waits for. Questions about pairs copy what they are about and let both locks go.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <graze/scene/scene.hpp>

#include "answers.hpp"
#include "batch.hpp"

namespace graze::python {

class World {
public:
    using Key = std::uint64_t;
    using KeyPair = std::pair<Key, Key>;

    /// `threads` of questions about many pairs or rays.
    explicit World(unsigned threads) : threads_(threads) {}

    // Changes, without the interpreter's lock; a ValueError names the argument.

    Key add(const Shape& shape, const Pose& pose, double margin);
    void remove(Key key);
    void move(Key key, const Pose& pose);
    void set_shape(Key key, const Shape& shape);
    void set_margin(Key key, double margin);
    void set_filter(Key key, std::uint32_t group, std::uint32_t mask);
    void exclude(Key a, Key b, bool excluded);

    // Questions about one object, a ray or a region, without the interpreter's lock.

    [[nodiscard]] Placed placed(Key key) const;
    [[nodiscard]] Aabb bounds(Key key) const;
    /// A key and the hit for each ray; -1 for a miss.
    using KeyHit = std::pair<std::int64_t, RayAnswer>;
    [[nodiscard]] std::vector<KeyHit> raycast_all(const Ray& ray, double max_t) const;
    [[nodiscard]] bool raycast_any(const Ray& ray, double max_t) const;
    [[nodiscard]] std::vector<Key> in_box(const Aabb& box) const;
    /// The first object that a moving shape hits, and the bounds of the time.
    [[nodiscard]] std::optional<std::tuple<Key, double, double>> cast(const Moving& moving) const;

    // Questions about many pairs or rays, with the interpreter's lock, which they let go; a signal ends them.
    // Pairs are in the order of the objects, each by itself and among them.

    [[nodiscard]] std::vector<KeyHit> raycast(std::span<const Ray> rays) const;

    struct Gap {
        KeyPair keys;
        PairAnswer<Separation> separation;
    };
    [[nodiscard]] std::vector<KeyPair> near_pairs() const;
    [[nodiscard]] std::vector<KeyPair> overlapping() const;
    /// Those no farther apart than `clearance`.
    [[nodiscard]] std::vector<Gap> within(double clearance) const;
    /// The pair with the smallest upper bound, of all or of those with one object; of equals the first. A
    /// signal does not end it where groups and masks keep objects apart.
    [[nodiscard]] std::optional<Gap> closest(const std::optional<Key>& key) const;
    [[nodiscard]] std::vector<Key> inside(const Placed& region) const;
    /// Pairs that touch while objects move, by growing lower end of the time; afterwards they are where their
    /// motions end, when `stepping`.
    using KeyMotions = std::vector<std::pair<Key, Motion>>;
    using KeyImpact = std::tuple<Key, Key, double, double>;
    [[nodiscard]] std::vector<KeyImpact> impacts(const KeyMotions& motions, bool stepping);

    // Responses.

    /// Empty when the key is unknown.
    [[nodiscard]] ObjectId object(Key key) const;
    [[nodiscard]] static Key key_of(const ObjectId& id) {
        return (std::uint64_t{id.index} << 31) | (id.generation & 0x7fffffffU);
    }
    /// Without the interpreter's lock. The responses may use this world, from this thread.
    std::size_t respond(const ResponseTable& table);

private:
    using Exclusive = std::unique_lock<std::shared_mutex>;
    using Shared = std::shared_lock<std::shared_mutex>;

    struct Item {
        Key key = 0;
        Placed placed{Point{}, {}};
        Aabb box{};
        std::uint32_t group = 1;
        std::uint32_t mask = 1;
    };
    /// The objects in their order, as they are now.
    struct Snapshot {
        std::vector<Item> items;
        std::vector<ProxyPair> near;  ///< The scene's own near pairs, where they were requested. Ascending.
        std::set<KeyPair> excluded;
        unsigned threads = 1;

        [[nodiscard]] bool may_collide(std::size_t i, std::size_t j) const;
        [[nodiscard]] ItemCost cost() const;
        /// Those that may collide and whose boxes, grown by half of a length, overlap. Ascending.
        [[nodiscard]] std::vector<ProxyPair> pairs(double reach) const;
        [[nodiscard]] std::vector<Separation> separations(std::span<const ProxyPair> pairs) const;
        [[nodiscard]] Gap gap(const ProxyPair& pair, const Separation& separation) const {
            const Item &a = items[pair.first], &b = items[pair.second];
            return {{a.key, b.key}, {separation, a.placed, b.placed}};
        }
        [[nodiscard]] std::optional<Gap> closest(std::vector<ProxyPair> pairs, double reach) const;
        [[nodiscard]] std::vector<ProxyPair> pairs_by_growing_reach() const;
        /// Whether groups and masks keep none apart.
        [[nodiscard]] bool all_may_collide() const;
    };
    enum class With : unsigned char { objects, near_pairs };
    struct Kept {
        ObjectId id{};
        std::uint64_t number = 0;  ///< Of additions to this scene before it.
    };

    [[nodiscard]] Snapshot snapshot(With with) const;
    [[nodiscard]] ObjectId id_of(Key key) const;
    [[nodiscard]] std::vector<Key> in_order(std::vector<Key> keys) const;
    [[nodiscard]] KeyHit hit_of(const Ray& ray, const std::optional<ObjectRayHit>& hit) const;
    static void must(const expected<void, SceneError>& done, const std::string& name);
    // A round of responses holds the lock, and what its callbacks call needs none.
    [[nodiscard]] Exclusive exclusive() const {
        return responding() ? Exclusive() : Exclusive(locks_->scene);
    }
    [[nodiscard]] Shared shared() const { return responding() ? Shared() : Shared(locks_->scene); }
    [[nodiscard]] bool responding() const { return locks_->responding.load() == std::this_thread::get_id(); }

    struct Locks {
        std::shared_mutex scene;
        std::atomic<std::thread::id> responding{};  ///< The thread that responds; none.
    };
    std::unique_ptr<Locks> locks_ = std::make_unique<Locks>();
    unsigned threads_ = 1;
    Scene scene_;  ///< With one thread, so that a round of responses tests no pairs ahead of a signal.
    std::map<Key, Kept> kept_;
    std::uint64_t added_ = 0;
    std::set<KeyPair> excluded_;  ///< The smaller key first.
};

}  // namespace graze::python
