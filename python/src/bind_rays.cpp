// Rays, points and boxes against one placed shape, single and many.
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "rays.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

/// Calls answer(i) for every item of a batch about one target.
template <class Answer> void for_all(std::size_t count, const py::object& threads, const Answer& answer) {
    run_batch({count, threads_of(threads)}, [&]() -> Block {
        return item_by_item([&answer](std::size_t i) {
            answer(i);
            return true;
        });
    });
}

class RayAnswers {
public:
    RayAnswers(Placed target, std::vector<Ray> rays, const py::object& threads)
        : target_(std::move(target)), rays_(std::move(rays)), hits_(rays_.size()) {
        for_all(rays_.size(), threads, [this](std::size_t i) { hits_[i] = raycast(rays_[i], target_); });
    }
    [[nodiscard]] const Items<std::optional<RayHit>>& hits() const noexcept { return hits_; }
    [[nodiscard]] py::object at(std::size_t i) const {
        return hits_[i] ? py::cast(RayAnswer{*hits_[i], rays_[i], target_}) : py::object(py::none());
    }

private:
    Placed target_;
    std::vector<Ray> rays_;
    Items<std::optional<RayHit>> hits_;
};

py::object raycast_verb(const py::object& target, const py::object& origin, const py::object& direction,
                        const py::object& pose, const py::object& threads) {
    const Placed placed = placed_of(target, pose, "target");
    Rays rays = rays_of(origin, direction);
    if (rays.many) return py::cast(RayAnswers(placed, std::move(rays.items), threads));
    const auto hit = raycast(rays.items[0], placed);
    return hit ? py::cast(RayAnswer{*hit, rays.items[0], placed}) : py::object(py::none());
}

py::object raycast_any_verb(const py::object& target, const py::tuple& ray, const py::object& pose,
                            const py::object& max_t, const py::object& threads) {
    const Placed placed = placed_of(target, pose, "target");
    const Rays rays = rays_of(ray[0], ray[1]);
    const double reach = reach_of(max_t);
    if (!rays.many) return py::bool_(raycast_any(rays.items[0], placed, reach));
    py::array_t<bool> results(static_cast<py::ssize_t>(rays.items.size()));
    bool* out = results.mutable_data();
    for_all(rays.items.size(), threads,
            [&, out](std::size_t i) { out[i] = raycast_any(rays.items[i], placed, reach); });
    return results;
}

py::list list_of(const std::vector<PartHit>& hits) {
    const py::object make = py::module_::import("graze._verbs").attr("PartHit");
    py::list list;
    for (const PartHit& hit : hits)
        list.append(make(hit.part, hit.hit.t, array_of(hit.hit.point), array_of(hit.hit.normal)));
    return list;
}

py::list raycast_all_verb(const py::object& target, const py::tuple& ray, const py::object& pose,
                          const py::object& max_t, const py::object& threads) {
    const Placed placed = placed_of(target, pose, "target");
    const Rays rays = rays_of(ray[0], ray[1]);
    const double reach = reach_of(max_t);
    std::vector<std::vector<PartHit>> hits(rays.items.size());
    for_all(hits.size(), threads,
            [&](std::size_t i) { hits[i] = raycast_all(rays.items[i], placed, reach); });
    if (!rays.many) return list_of(hits[0]);
    py::list lists;
    for (const auto& one : hits) lists.append(list_of(one));
    return lists;
}

/// (lower, upper), both numbers or both arrays.
py::tuple signed_distance_verb(const py::object& solid, const py::object& point, const py::object& pose,
                               const py::object& threads) {
    const Placed placed = placed_of(solid, pose, "solid");
    bool many = false;
    const Doubles points = points_of(point, "point", many);
    const double* in = points.data();
    if (!many) {
        const Interval d = signed_distance(placed, {in[0], in[1], in[2]});
        return py::make_tuple(d.lower, d.upper);
    }
    const auto count = static_cast<std::size_t>(points.size()) / 3;
    Doubles lower(static_cast<py::ssize_t>(count)), upper(static_cast<py::ssize_t>(count));
    double *low = lower.mutable_data(), *high = upper.mutable_data();
    for_all(count, threads, [&placed, in, low, high](std::size_t i) {
        const Interval d = signed_distance(placed, {in[3 * i], in[3 * i + 1], in[3 * i + 2]});
        low[i] = d.lower, high[i] = d.upper;
    });
    return py::make_tuple(lower, upper);
}

/// Numbers of the parts that overlap a box of the world's axes.
py::array parts_in_box_verb(const py::object& target, const py::object& min, const py::object& max,
                            const py::object& pose) {
    const Placed placed = placed_of(target, pose, "target");
    const Aabb box{vector_of(min, "min"), vector_of(max, "max")};
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z))
        refuse_value("min: above max");
    const std::vector<std::uint32_t> parts = parts_overlapping_box(placed, box);
    return column<std::uint32_t>(parts, [](std::uint32_t part) { return part; });
}

void bind_hit(py::module_& module) {
    py::class_<RayAnswer>(module, "RayHit")
        .def_property_readonly("t", [](const RayAnswer& r) { return r.hit.t; })
        .def_property_readonly("lower", [](const RayAnswer& r) { return r.hit.bounds.lower; })
        .def_property_readonly("upper", [](const RayAnswer& r) { return r.hit.bounds.upper; })
        .def_property_readonly("point", [](const RayAnswer& r) { return array_of(r.hit.point); })
        .def_property_readonly("normal", [](const RayAnswer& r) { return array_of(r.hit.normal); })
        .def_property_readonly("origin", [](const RayAnswer& r) { return array_of(r.ray.origin); })
        .def_property_readonly("direction", [](const RayAnswer& r) { return array_of(r.ray.direction); })
        .def_property_readonly("target", [](const RayAnswer& r) { return wrapped(r.target); })
        .def_property_readonly(
            "status", [](const RayAnswer& r) { return member("Status", static_cast<int>(r.hit.status)); })
        .def("verify",
             [](const RayAnswer& r) {
                 const py::gil_scoped_release unlocked;
                 return verify(r.hit, r.ray, r.target);
             })
        .def("__eq__",
             [](const RayAnswer& r, const py::object& other) -> py::object {
                 if (!py::isinstance<RayAnswer>(other))
                     return py::reinterpret_borrow<py::object>(Py_NotImplemented);
                 const auto& s = other.cast<const RayAnswer&>();
                 return py::bool_(r.hit.t == s.hit.t && r.hit.bounds == s.hit.bounds &&
                                  r.hit.point == s.hit.point && r.hit.normal == s.hit.normal);
             })
        .def("__hash__", [](const RayAnswer& r) { return py::hash(py::float_(r.hit.t)); })
        .def("__repr__", printable<RayAnswer>([](const RayAnswer& r) {
                 return "<RayHit t in " + text(r.hit.bounds) + ", point " + text(r.hit.point) + ">";
             }))
        .def("__reduce__", [](const RayAnswer& r) {
            return py::make_tuple(
                py::module_::import("graze").attr("raycast"),
                py::make_tuple(wrapped(r.target), array_of(r.ray.origin), array_of(r.ray.direction)));
        });
}

template <class Get> auto numbers(const Get& get) {
    return [get](const RayAnswers& r) {
        return column<double>(r.hits(), [&](const std::optional<RayHit>& hit) {
            return hit ? get(*hit) : std::numeric_limits<double>::infinity();
        });
    };
}

template <class Get> auto vectors(const Get& get) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return [get](const RayAnswers& r) {
        return vector_column(r.hits(), [&](const std::optional<RayHit>& hit) {
            return hit ? get(*hit) : Vec3{kNone, kNone, kNone};
        });
    };
}

void bind_hits(py::module_& module) {
    py::class_<RayAnswers>(module, "RayHits")
        .def("__len__", [](const RayAnswers& r) { return r.hits().size(); })
        .def("__getitem__", [](const RayAnswers& r,
                               const py::object& index) { return r.at(index_of(index, r.hits().size())); })
        .def_property_readonly("hit",
                               [](const RayAnswers& r) {
                                   return column<bool>(r.hits(),
                                                       [](const auto& hit) { return hit.has_value(); });
                               })
        .def_property_readonly("t", numbers([](const RayHit& hit) { return hit.t; }))
        .def_property_readonly("lower", numbers([](const RayHit& hit) { return hit.bounds.lower; }))
        .def_property_readonly("upper", numbers([](const RayHit& hit) { return hit.bounds.upper; }))
        .def_property_readonly("points", vectors([](const RayHit& hit) { return hit.point; }))
        .def_property_readonly("normals", vectors([](const RayHit& hit) { return hit.normal; }))
        .def("__repr__", printable<RayAnswers>([](const RayAnswers& r) {
                 return "<RayHits of " + std::to_string(r.hits().size()) + " rays>";
             }));
}

}  // namespace

void bind_rays(py::module_& module) {
    bind_hit(module);
    bind_hits(module);
    module.def("raycast", &raycast_verb);
    module.def("raycast_all", &raycast_all_verb);
    module.def("raycast_any", &raycast_any_verb);
    module.def("signed_distance", &signed_distance_verb);
    module.def("parts_overlapping_box", &parts_in_box_verb);
}

}  // namespace graze::python
