// What a scene keeps, and the small steps that its members share. Proxies of the broad phase are the places
// of objects.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "graze/scene/scene.hpp"
#include "mesh/mesh_followers.hpp"
#include "mesh/unchecked_box.hpp"
#include "scene/broad_phase/box_world.hpp"
#include "scene/broad_phase/excluded_pairs.hpp"
#include "scene/cascade_meter.hpp"
#include "scene/placement.hpp"

namespace graze {

struct SceneObject {
    Placed placed;                  ///< As queries use it.
    Shape given;                    ///< Without map and margin.
    std::optional<ShapeMap> map{};  ///< What scales, shears or mirrors the shape, before its margin and its
                                    ///< pose. Empty for rigid objects.
    ObjectOptions options{};
    std::uint32_t generation = 0;
    std::uint32_t version = 0;  ///< Grows with every change of what queries use.
    bool there = false;
    MeshLink followed{};  ///< To the mesh of `given`, if that is one.

    /// A place is used again so often and no more: ids stay what they are.
    static constexpr std::uint32_t kMostGenerations = ~std::uint32_t{0} / 2;
    [[nodiscard]] bool is_worn_out() const noexcept { return generation >= kMostGenerations; }
    [[nodiscard]] Placement placement() const noexcept {
        return {placed.pose, map ? std::optional<Mat3>(map->linear) : std::nullopt};
    }
};

/// What is remembered of two near objects from one round of responses to the next. Starts for searches, never
/// answers.
struct RememberedPair {
    ProxyPair pair{};
    std::uint32_t generation_first = 0;
    std::uint32_t generation_second = 0;
    PairCache cache{};
};

struct Scene::State : MeshFollower {
    State(SceneOptions options, std::uint64_t number);

    [[nodiscard]] ObjectId id(ProxyId place) const noexcept {
        return {place, objects[place].generation, number};
    }
    [[nodiscard]] ObjectPair ids(const ProxyPair& pair) const noexcept {
        return {id(pair.first), id(pair.second)};
    }
    /// Null when the id names no object that is there.
    [[nodiscard]] const SceneObject* find(const ObjectId& object) const noexcept;
    [[nodiscard]] SceneObject* find(const ObjectId& object) noexcept;
    [[nodiscard]] SceneError unknown(const ObjectId& object) const;

    /// Whether groups, masks and exclusions let two places be examined together.
    [[nodiscard]] bool may_collide(ProxyId x, ProxyId y) const noexcept;
    [[nodiscard]] bool in_groups(ProxyId place, std::uint32_t mask) const noexcept {
        return (objects[place].options.group & mask) != 0;
    }
    [[nodiscard]] auto filter() const noexcept {
        return [this](ProxyId x, ProxyId y) { return may_collide(x, y); };
    }
    /// All near pairs whose groups may collide, ascending.
    [[nodiscard]] std::vector<ProxyPair> near_pairs() const;
    /// Those of them that overlap, or are undecided.
    [[nodiscard]] std::vector<ProxyPair> overlapping_pairs(CascadeMeter& meter) const;
    [[nodiscard]] const Placed& placed(ProxyId place) const noexcept { return objects[place].placed; }

    expected<ObjectId, SceneError> add(const Shape& shape, const Placement& placement,
                                       const ObjectOptions& options);
    /// Takes a new description of an object.
    void change(ProxyId place, SceneObject&& changed);
    /// Describes an object again and stores the description, or returns the reason why it cannot.
    expected<void, SceneError> change(const ObjectId& object, const Shape& shape, const Placement& placement,
                                      const ObjectOptions& options);

    /// Lets the scene follow the mesh that a new or changed object has, if any.
    void follow(SceneObject& object);
    /// New descriptions of places.
    using Changes = std::vector<std::pair<ProxyId, SceneObject>>;
    /// The objects that have the mesh with the deformed one instead, or why one of them cannot have it.
    [[nodiscard]] expected<Changes, SceneError> describe_deformed(const Mesh& mesh,
                                                                  const Mesh& deformed) const;

    /// Puts an object with the shape that it has at a pose, or answers why not.
    expected<void, SceneError> put(const ObjectId& id, const Pose& pose);
    /// Puts objects that are there at poses that have been checked, with the shapes that they have.
    void put(std::span<const ObjectId> ids, std::span<const Pose> poses);

    /// The near pairs, each with what was remembered of it.
    [[nodiscard]] std::vector<RememberedPair> recall_near_pairs();

    // Queries of about a microsecond each: starting a task costs less than a block.
    static constexpr std::size_t kBlock = CascadeMeter::kBlock;
    /// task(i) for i in [0, tasks), in blocks, on the scene's threads; those of a block in order on one
    /// thread.
    template <class Task> void for_each(std::size_t tasks, const Task& task) const {
        for_each_on(threads, tasks, task);
    }
    template <class Task> static void for_each_on(unsigned threads, std::size_t tasks, const Task& task) {
        const Workers workers(threads);
        workers.run([&] {
            workers.for_each((tasks + kBlock - 1) / kBlock, [&](std::size_t block) {
                for (std::size_t i = block * kBlock; i < std::min(tasks, (block + 1) * kBlock); ++i) task(i);
            });
        });
    }

    std::uint64_t number;
    unsigned threads;
    std::vector<SceneObject> objects;
    std::vector<std::uint32_t> free_places;  ///< Used again from the back.
    std::size_t count = 0;
    ExcludedPairs excluded;
    BoxWorld boxes;
    std::vector<RememberedPair> remembered;  ///< Ascending.
    Placed nothing;                          ///< What `placed` answers for unknown ids: an invalid shape.
};

/// A description of an object as it will be, or why it cannot be.
expected<SceneObject, SceneError> describe(const Shape& shape, const Placement& placement,
                                           const ObjectOptions& options);

}  // namespace graze
