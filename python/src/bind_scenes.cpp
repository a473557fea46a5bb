// Scenes: graze::Scene with objects numbered by Python. Names, and the order of answers by names, are
// Python's (graze/_scene.py). Questions run without the interpreter's lock, and a scene's own lock keeps
// changes apart from them.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

#include <graze/scene/scene.hpp>

#include "arguments.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "objects.hpp"

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
    [[nodiscard]] KeyPairs overlapping() const {
        const auto lock = shared();
        KeyPairs found;
        for (const ObjectPair& pair : scene_.overlapping_pairs())
            found.emplace_back(key_of(pair.a), key_of(pair.b));
        return found;
    }
    [[nodiscard]] KeyPairs closest() const {
        const auto lock = shared();
        const auto pair = scene_.closest_pair();
        if (!pair) return {};
        return {{key_of(pair->objects.a), key_of(pair->objects.b)}};
    }
    [[nodiscard]] std::vector<std::int64_t> raycast(const std::vector<Ray>& rays) const {
        const auto lock = shared();
        std::vector<std::int64_t> first;
        for (const auto& hit : scene_.raycast(rays))
            first.push_back(hit ? static_cast<std::int64_t>(key_of(hit->object)) : -1);
        return first;
    }
    [[nodiscard]] std::vector<std::uint64_t> inside(const Placed& region) const {
        const auto lock = shared();
        std::vector<std::uint64_t> found;
        for (const ObjectId& id : scene_.objects_in(region)) found.push_back(key_of(id));
        return found;
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
    // The locks are taken without the interpreter's, so that a thread that waits here cannot block the one
    // that it waits for; that is taken back afterwards where the members above raise.
    [[nodiscard]] std::unique_lock<std::shared_mutex> exclusive() const { return std::unique_lock(*mutex_); }
    [[nodiscard]] std::shared_lock<std::shared_mutex> shared() const { return std::shared_lock(*mutex_); }

    std::unique_ptr<std::shared_mutex> mutex_ = std::make_unique<std::shared_mutex>();
    Scene scene_;
    std::map<std::uint64_t, ObjectId> ids_;
};

std::vector<Ray> rays_of(const py::object& origin, const py::object& direction) {
    const Doubles origins = points_of(origin, "origin");
    const Doubles directions = points_of(direction, "direction");
    if (origins.size() != directions.size())
        refuse_value("direction: " + std::to_string(directions.size() / 3) + " directions for " +
                     std::to_string(origins.size() / 3) + " origins");
    std::vector<Ray> rays(static_cast<std::size_t>(origins.size()) / 3);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const double *o = origins.data() + 3 * i, *d = directions.data() + 3 * i;
        rays[i] = {{o[0], o[1], o[2]}, {d[0], d[1], d[2]}};
        if (rays[i].direction == Vec3{})
            refuse_value(named("direction", i, true) + ": a direction of length 0");
    }
    return rays;
}

}  // namespace

void bind_scenes(py::module_& module) {
    using Unlocked = py::call_guard<py::gil_scoped_release>;
    py::class_<World>(module, "World")
        .def(py::init([](const py::object& threads) { return std::make_unique<World>(threads_of(threads)); }))
        .def("add",
             [](World& world, const py::object& given, const py::object& pose, const py::object& margin) {
                 const Shape shape = shape_of(given, "shape");
                 const Pose place = pose_of(pose, "pose");
                 const double width = number_of(margin, "margin");
                 const py::gil_scoped_release unlocked;
                 return world.add(shape, place, width);
             })
        .def("remove", &World::remove, Unlocked())
        .def("move",
             [](World& world, std::uint64_t key, const py::object& pose) {
                 const Pose place = pose_of(pose, "pose");
                 const py::gil_scoped_release unlocked;
                 world.move(key, place);
             })
        .def("set_shape",
             [](World& world, std::uint64_t key, const py::object& given) {
                 const Shape shape = shape_of(given, "shape");
                 const py::gil_scoped_release unlocked;
                 world.set_shape(key, shape);
             })
        .def("exclude", &World::exclude, Unlocked())
        .def("placed", [](const World& world, std::uint64_t key) { return wrapped(world.placed(key)); })
        .def("pairs_within", &World::pairs_within, Unlocked())
        .def("overlapping", &World::overlapping, Unlocked())
        .def("closest", &World::closest, Unlocked())
        .def("raycast",
             [](const World& world, const py::object& origin, const py::object& direction) {
                 const std::vector<Ray> rays = rays_of(origin, direction);
                 const py::gil_scoped_release unlocked;
                 return world.raycast(rays);
             })
        .def("inside",
             [](const World& world, const py::object& region) {
                 const Placed placed = placed_of(region, py::none(), "region");
                 const py::gil_scoped_release unlocked;
                 return world.inside(placed);
             })
        .def("impacts", [](World& world, const py::list& given, bool stepping) {
            std::vector<std::pair<std::uint64_t, Motion>> motions;
            for (const py::handle item : given) {
                const auto pair = py::reinterpret_borrow<py::tuple>(item);
                motions.emplace_back(pair[0].cast<std::uint64_t>(), motion_of(pair[1], "motions"));
            }
            const py::gil_scoped_release unlocked;
            return world.impacts(motions, stepping);
        });
}

}  // namespace graze::python
