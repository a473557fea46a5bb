// Scenes with objects numbered by Python: see world.hpp.
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "motions.hpp"
#include "poses.hpp"
#include "rays.hpp"
#include "world.hpp"

namespace graze::python {

namespace {

Aabb box_given(const py::object& min, const py::object& max) {
    const Aabb box{vector_of(min, "min"), vector_of(max, "max")};
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z))
        refuse_value("min: above max");
    return box;
}

void append(py::list& list, const std::vector<World::KeyHit>& hits) {
    for (const auto& [key, hit] : hits)
        list.append(py::make_tuple(key, key < 0 ? py::object(py::none()) : py::cast(hit)));
}

/// The keys of two objects, and their separation.
py::tuple gap_fields(const World::Gap& gap) {
    return py::make_tuple(gap.keys.first, gap.keys.second, separation_object(gap.separation));
}

/// Questions along rays and in regions.
void bind_places(py::class_<World>& world) {
    world
        .def("raycast",
             [](const World& scene, const py::object& origin, const py::object& direction) {
                 const Rays rays = rays_of(origin, direction);
                 constexpr std::size_t kBlock = 1 << 15;  // hits are large, and lists of them longer
                 py::list list;
                 for (std::size_t i = 0; i < rays.items.size(); i += kBlock)
                     append(list,
                            scene.raycast(
                                std::span(rays.items).subspan(i, std::min(kBlock, rays.items.size() - i))));
                 return list;
             })
        .def("raycast_all",
             [](const World& scene, const py::object& origin, const py::object& direction,
                const py::object& max_t) {
                 const Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction")};
                 if (ray.direction == Vec3{}) refuse_value("direction: a direction of length 0");
                 const double reach = reach_of(max_t);
                 py::list list;
                 append(list, unlocked([&] { return scene.raycast_all(ray, reach); }));
                 return list;
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
                 return scene.inside(placed_of(region, py::none(), "region"));
             })
        .def("in_box",
             [](const World& scene, const py::object& min, const py::object& max) {
                 const Aabb box = box_given(min, max);
                 return unlocked([&] { return scene.in_box(box); });
             })
        .def("cast", [](const World& scene, const py::tuple& given) {
            const Moving moving = moving_of(given, "moving");
            return unlocked([&] { return scene.cast(moving); });
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
                 return unlocked([&] { return scene.add(shape, place, width); });
             })
        .def("remove", &World::remove, Unlocked())
        .def("move",
             [](World& scene, std::uint64_t key, const py::object& pose) {
                 const Pose place = pose_of(pose, "pose");
                 unlocked([&] { scene.move(key, place); });
             })
        .def("set_shape",
             [](World& scene, std::uint64_t key, const py::object& given) {
                 const Shape shape = shape_of(given, "shape");
                 unlocked([&] { scene.set_shape(key, shape); });
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
        .def("within",
             [](const World& scene, const py::object& clearance) {
                 py::list list;
                 for (const World::Gap& gap : scene.within(number_of(clearance, "clearance")))
                     list.append(gap_fields(gap));
                 return list;
             })
        .def("near_pairs", &World::near_pairs)
        .def("overlapping", &World::overlapping)
        .def(
            "closest",
            [](const World& scene, const std::optional<World::Key>& key) -> py::object {
                const auto gap = scene.closest(key);
                return gap ? py::object(gap_fields(*gap)) : py::none();
            },
            py::arg("key") = py::none())
        .def("impacts", [](World& scene, const py::list& given, bool stepping) {
            World::KeyMotions motions;
            for (const py::handle item : given) {
                const auto pair = py::reinterpret_borrow<py::tuple>(item);
                motions.emplace_back(pair[0].cast<World::Key>(), motion_of(pair[1], "motions"));
            }
            return scene.impacts(motions, stepping);
        });
}

}  // namespace graze::python
