// Scenes: graze::Scene with objects numbered by Python. Names, and the order of answers by names, are
// Python's (graze/_scene.py). Questions run without the interpreter's lock, and a scene's own lock keeps
// changes apart from them.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <graze/scene/scene.hpp>

#include "answers.hpp"
#include "batch.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "rays.hpp"

namespace graze::python {

namespace {

class World {
public:
    explicit World(unsigned threads) : scene_(SceneOptions{threads, nullptr}) {}

    std::uint64_t add(const Shape& shape, const Pose& pose, double margin) {
        ObjectOptions options;
        options.margin = margin;
        const auto lock = exclusive();
        const auto id = scene_.try_add(shape, pose, options);
        if (!id) refuse_value("shape: " + id.error().message);
        return remember(*id);
    }
    void remove(std::uint64_t key) {
        const auto lock = exclusive();
        must(scene_.remove(id_of(key)), "name");
        ids_.erase(key);
    }
    void move(std::uint64_t key, const Pose& pose) {
        const auto lock = exclusive();
        must(scene_.move(id_of(key), pose), "pose");
    }
    void set_shape(std::uint64_t key, const Shape& shape) {
        const auto lock = exclusive();
        must(scene_.set_shape(id_of(key), shape), "shape");
    }
    void set_margin(std::uint64_t key, double margin) {
        const auto lock = exclusive();
        must(scene_.set_margin(id_of(key), margin), "margin");
    }
    void set_filter(std::uint64_t key, std::uint32_t group, std::uint32_t mask) {
        const auto lock = exclusive();
        must(scene_.set_filter(id_of(key), group, mask), "group, mask");
    }
    void exclude(std::uint64_t a, std::uint64_t b, bool excluded) {
        const auto lock = exclusive();
        must(excluded ? scene_.exclude(id_of(a), id_of(b)) : scene_.include(id_of(a), id_of(b)), "a, b");
    }
    [[nodiscard]] Placed placed(std::uint64_t key) const {
        const auto lock = shared();
        return scene_.placed(id_of(key));
    }

    using KeyPairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
    [[nodiscard]] KeyPairs pairs_within(double clearance) const {
        const auto lock = shared();
        KeyPairs found;
        for (const ObjectSeparation& pair : scene_.pairs_within(clearance))
            found.emplace_back(key_of(pair.objects.a), key_of(pair.objects.b));
        return found;
    }
    /// Pairs whose boxes overlap and that may collide.
    [[nodiscard]] KeyPairs near_pairs() const {
        const auto lock = shared();
        KeyPairs found;
        for (const ObjectPair& pair : scene_.near_pairs()) found.emplace_back(key_of(pair.a), key_of(pair.b));
        return found;
    }
    [[nodiscard]] KeyPairs overlapping() const {
        const auto lock = shared();
        KeyPairs found;
        for (const ObjectPair& pair : scene_.overlapping_pairs())
            found.emplace_back(key_of(pair.a), key_of(pair.b));
        return found;
    }
    /// The closest pair of all, or of those with one object.
    [[nodiscard]] KeyPairs closest(const std::optional<std::uint64_t>& key) const {
        const auto lock = shared();
        const auto pair = key ? scene_.closest_pair(id_of(*key)) : scene_.closest_pair();
        if (!pair) return {};
        return {{key_of(pair->objects.a), key_of(pair->objects.b)}};
    }
    /// A key and the hit for each ray; -1 for a miss.
    using KeyHit = std::pair<std::int64_t, RayAnswer>;
    [[nodiscard]] KeyHit hit_of(const Ray& ray, const std::optional<ObjectRayHit>& hit) const {
        if (!hit) return {-1, {}};
        return {static_cast<std::int64_t>(key_of(hit->object)), {*hit, ray, scene_.placed(hit->object)}};
    }
    /// In blocks, between which signals are handled and other threads may change the scene.
    [[nodiscard]] std::vector<KeyHit> raycast(const std::vector<Ray>& rays) const {
        constexpr std::size_t kBlock = 256;
        std::vector<KeyHit> first;
        first.reserve(rays.size());
        auto last = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < rays.size(); i += kBlock) {
            append_hits(std::span(rays).subspan(i, std::min(kBlock, rays.size() - i)), first);
            if (const auto now = std::chrono::steady_clock::now(); now - last > kSignalPeriod) {
                handle_signals();
                last = now;
            }
        }
        return first;
    }
    [[nodiscard]] std::vector<KeyHit> raycast_all(const Ray& ray, double max_t) const {
        const auto lock = shared();
        std::vector<KeyHit> all;
        for (const ObjectRayHit& hit : scene_.raycast_all(ray, max_t)) all.push_back(hit_of(ray, hit));
        return all;
    }
    [[nodiscard]] bool raycast_any(const Ray& ray, double max_t) const {
        const auto lock = shared();
        return scene_.raycast_any(ray, max_t);
    }
    [[nodiscard]] std::vector<std::uint64_t> inside(const Placed& region) const {
        const auto lock = shared();
        return keys_of(scene_.objects_in(region));
    }
    [[nodiscard]] std::vector<std::uint64_t> in_box(const Aabb& box) const {
        const auto lock = shared();
        return keys_of(scene_.objects_in(box));
    }
    [[nodiscard]] Aabb bounds(std::uint64_t key) const {
        const auto lock = shared();
        return scene_.bounds(id_of(key));
    }
    /// The first object that a moving shape hits, and the bounds of the time.
    [[nodiscard]] std::optional<std::tuple<std::uint64_t, double, double>> cast(const Moving& moving) const {
        const auto lock = shared();
        const auto hit = scene_.cast(moving);
        if (!hit) return {};
        return std::tuple(key_of(hit->object), hit->impact.time.lower, hit->impact.time.upper);
    }
    /// Pairs that touch while objects move; afterwards they are where their motions end, when `stepping`.
    [[nodiscard]] std::vector<std::tuple<std::uint64_t, std::uint64_t, double, double>> impacts(
        const std::vector<std::pair<std::uint64_t, Motion>>& motions, bool stepping) {
        const auto lock = exclusive();
        std::vector<ObjectMotion> list;
        for (const auto& [key, motion] : motions) list.push_back({id_of(key), motion});
        const auto found = stepping ? scene_.step(list) : scene_.impacts(list);
        if (!found) refuse_value("motions: " + found.error().message);
        std::vector<std::tuple<std::uint64_t, std::uint64_t, double, double>> answers;
        for (const ObjectImpact& impact : *found)
            answers.emplace_back(key_of(impact.objects.a), key_of(impact.objects.b), impact.impact.time.lower,
                                 impact.impact.time.upper);
        return answers;
    }

private:
    static std::uint64_t key_of(const ObjectId& id) {
        return (std::uint64_t{id.index} << 31) | (id.generation & 0x7fffffffU);
    }
    static std::vector<std::uint64_t> keys_of(const std::vector<ObjectId>& ids) {
        std::vector<std::uint64_t> keys;
        for (const ObjectId& id : ids) keys.push_back(key_of(id));
        return keys;
    }
    std::uint64_t remember(const ObjectId& id) {
        const std::uint64_t key = key_of(id);
        ids_[key] = id;
        return key;
    }
    [[nodiscard]] ObjectId id_of(std::uint64_t key) const {
        const auto found = ids_.find(key);
        return found == ids_.end() ? ObjectId{} : found->second;
    }
    static void must(const expected<void, SceneError>& done, const std::string& name) {
        if (!done) refuse_value(name + ": " + done.error().message);
    }
    void append_hits(std::span<const Ray> rays, std::vector<KeyHit>& first) const {
        const auto lock = shared();
        const auto hits = scene_.raycast(rays);
        for (std::size_t i = 0; i < rays.size(); ++i) first.push_back(hit_of(rays[i], hits[i]));
    }
    // The locks are taken without the interpreter's, so that a thread that waits here cannot block the one
    // that it waits for; that is taken back afterwards where the members above raise.
    [[nodiscard]] std::unique_lock<std::shared_mutex> exclusive() const { return std::unique_lock(*mutex_); }
    [[nodiscard]] std::shared_lock<std::shared_mutex> shared() const { return std::shared_lock(*mutex_); }

    std::unique_ptr<std::shared_mutex> mutex_ = std::make_unique<std::shared_mutex>();
    Scene scene_;
    std::map<std::uint64_t, ObjectId> ids_;
};

Aabb box_given(const py::object& min, const py::object& max) {
    const Aabb box{vector_of(min, "min"), vector_of(max, "max")};
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z))
        refuse_value("min: above max");
    return box;
}

/// Without the interpreter's lock, which a wait for the scene's would keep from all other threads.
template <class Ask> auto unlocked(const Ask& ask) {
    const py::gil_scoped_release release;
    return ask();
}

py::list list_of(const std::vector<World::KeyHit>& hits) {
    py::list list;
    for (const auto& [key, hit] : hits)
        list.append(py::make_tuple(key, key < 0 ? py::object(py::none()) : py::cast(hit)));
    return list;
}

/// Questions along rays and in regions.
void bind_places(py::class_<World>& world) {
    world
        .def("raycast",
             [](const World& scene, const py::object& origin, const py::object& direction) {
                 const Rays rays = rays_of(origin, direction);
                 const auto hits = [&] {
                     const py::gil_scoped_release unlocked;
                     return scene.raycast(rays.items);
                 }();
                 return list_of(hits);
             })
        .def("raycast_all",
             [](const World& scene, const py::object& origin, const py::object& direction,
                const py::object& max_t) {
                 const Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction")};
                 if (ray.direction == Vec3{}) refuse_value("direction: a direction of length 0");
                 const double reach = reach_of(max_t);
                 return list_of(unlocked([&] { return scene.raycast_all(ray, reach); }));
             })
        .def("raycast_any",
             [](const World& scene, const py::object& origin, const py::object& direction,
                const py::object& max_t) {
                 const Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction")};
                 if (ray.direction == Vec3{}) refuse_value("direction: a direction of length 0");
                 const double reach = reach_of(max_t);
                 return unlocked([&] { return scene.raycast_any(ray, reach); });
             })
        .def("inside",
             [](const World& scene, const py::object& region) {
                 const Placed placed = placed_of(region, py::none(), "region");
                 const py::gil_scoped_release unlocked;
                 return scene.inside(placed);
             })
        .def("in_box",
             [](const World& scene, const py::object& min, const py::object& max) {
                 const Aabb box = box_given(min, max);
                 return unlocked([&] { return scene.in_box(box); });
             })
        .def("cast", [](const World& scene, const py::tuple& given) {
            const Moving moving = moving_of(given, "moving");
            const py::gil_scoped_release unlocked;
            return scene.cast(moving);
        });
}

}  // namespace

void bind_scenes(py::module_& module) {
    using Unlocked = py::call_guard<py::gil_scoped_release>;
    py::class_<World> world(module, "World");
    bind_places(world);
    world
        .def(py::init([](const py::object& threads) { return std::make_unique<World>(threads_of(threads)); }))
        .def("add",
             [](World& scene, const py::object& given, const py::object& pose, const py::object& margin) {
                 const Shape shape = shape_of(given, "shape");
                 const Pose place = pose_of(pose, "pose");
                 const double width = number_of(margin, "margin");
                 const py::gil_scoped_release unlocked;
                 return scene.add(shape, place, width);
             })
        .def("remove", &World::remove, Unlocked())
        .def("move",
             [](World& scene, std::uint64_t key, const py::object& pose) {
                 const Pose place = pose_of(pose, "pose");
                 const py::gil_scoped_release unlocked;
                 scene.move(key, place);
             })
        .def("set_shape",
             [](World& scene, std::uint64_t key, const py::object& given) {
                 const Shape shape = shape_of(given, "shape");
                 const py::gil_scoped_release unlocked;
                 scene.set_shape(key, shape);
             })
        .def("exclude", &World::exclude, Unlocked())
        .def("set_margin",
             [](World& scene, std::uint64_t key, const py::object& margin) {
                 const double width = number_of(margin, "margin");
                 unlocked([&] { scene.set_margin(key, width); });
             })
        .def("set_filter",
             [](World& scene, std::uint64_t key, const py::object& group, const py::object& mask) {
                 const auto own = static_cast<std::uint32_t>(integer_of(group, "group", 0, 0xffffffffLL));
                 const auto others = static_cast<std::uint32_t>(integer_of(mask, "mask", 0, 0xffffffffLL));
                 unlocked([&] { scene.set_filter(key, own, others); });
             })
        .def("bounds",
             [](const World& scene, std::uint64_t key) {
                 const Aabb box = unlocked([&] { return scene.bounds(key); });
                 return py::make_tuple(array_of(box.min), array_of(box.max));
             })
        .def("placed", [](const World& scene,
                          std::uint64_t key) { return wrapped(unlocked([&] { return scene.placed(key); })); })
        .def("pairs_within", &World::pairs_within, Unlocked())
        .def("near_pairs", &World::near_pairs, Unlocked())
        .def("overlapping", &World::overlapping, Unlocked())
        .def("closest", &World::closest, py::arg("key") = py::none(), Unlocked())
        .def("impacts", [](World& scene, const py::list& given, bool stepping) {
            std::vector<std::pair<std::uint64_t, Motion>> motions;
            for (const py::handle item : given) {
                const auto pair = py::reinterpret_borrow<py::tuple>(item);
                motions.emplace_back(pair[0].cast<std::uint64_t>(), motion_of(pair[1], "motions"));
            }
            const py::gil_scoped_release unlocked;
            return scene.impacts(motions, stepping);
        });
}

}  // namespace graze::python
