// Rays and points against one placed shape, single and many.
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

struct RayAnswer {
    RayHit hit{};
    Ray ray{};
    Placed target{Point{}, {}};
};

class RayAnswers {
public:
    RayAnswers(Placed target, std::vector<Ray> rays)
        : target_(std::move(target)), rays_(std::move(rays)), hits_(rays_.size()) {}
    void run(unsigned threads) {
        run_batch(rays_.size(), threads, [this]() -> Block {
            return [this](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) hits_[i] = raycast(rays_[i], target_);
                return last;
            };
        });
    }
    [[nodiscard]] const std::vector<std::optional<RayHit>>& hits() const noexcept { return hits_; }
    [[nodiscard]] py::object at(std::size_t i) const {
        return hits_[i] ? py::cast(RayAnswer{*hits_[i], rays_[i], target_}) : py::object(py::none());
    }

private:
    Placed target_;
    std::vector<Ray> rays_;
    std::vector<std::optional<RayHit>> hits_;
};

/// Rays of (3,) or (N, 3) origins and directions; a single one of either serves all.
std::vector<Ray> rays_of(py::handle origin, py::handle direction, bool& many) {
    bool many_origins = false, many_directions = false;
    const Doubles origins = points_of(origin, "origin", many_origins);
    const Doubles directions = points_of(direction, "direction", many_directions);
    many = many_origins || many_directions;
    const auto origin_count = static_cast<std::size_t>(origins.size()) / 3;
    const auto direction_count = static_cast<std::size_t>(directions.size()) / 3;
    if (many_origins && many_directions && origin_count != direction_count)
        refuse_value("direction: " + std::to_string(direction_count) + " directions for " +
                     std::to_string(origin_count) + " origins");
    std::vector<Ray> rays(many_origins ? origin_count : direction_count);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const double* o = origins.data() + (many_origins ? 3 * i : 0);
        const double* d = directions.data() + (many_directions ? 3 * i : 0);
        rays[i] = {{o[0], o[1], o[2]}, {d[0], d[1], d[2]}};
        if (rays[i].direction == Vec3{})
            refuse_value(named("direction", i, many_directions) + ": a direction of length 0");
    }
    return rays;
}

py::object raycast_verb(const py::object& target, const py::object& origin, const py::object& direction,
                        const py::object& pose, const py::object& threads) {
    const Placed placed = placed_of(target, pose, "target");
    bool many = false;
    std::vector<Ray> rays = rays_of(origin, direction, many);
    if (many) {
        RayAnswers answers(placed, std::move(rays));
        answers.run(threads_of(threads));
        return py::cast(std::move(answers));
    }
    const auto hit = raycast(rays[0], placed);
    return hit ? py::cast(RayAnswer{*hit, rays[0], placed}) : py::object(py::none());
}

double reach_of(py::handle max_t) {
    if (max_t.is_none()) return std::numeric_limits<double>::infinity();
    const double t = number_of(max_t, "max_t");
    if (t < 0) refuse_value("max_t: below 0");
    return t;
}

py::list raycast_all_verb(const py::object& target, const py::object& origin, const py::object& direction,
                          const py::object& pose, const py::object& max_t) {
    const Placed placed = placed_of(target, pose, "target");
    bool many = false;
    const std::vector<Ray> rays = rays_of(origin, direction, many);
    if (many) refuse_value("origin: raycast_all takes one ray");
    py::list list;
    for (const PartHit& hit : raycast_all(rays[0], placed, reach_of(max_t)))
        list.append(py::make_tuple(hit.part, hit.hit.t, array_of(hit.hit.point)));
    return list;
}

/// (lower, upper), both numbers or both arrays.
py::tuple signed_distance_verb(const py::object& solid, const py::object& point, const py::object& pose,
                               const py::object& threads) {
    const Placed placed = placed_of(solid, pose, "solid");
    bool many = false;
    const Doubles points = points_of(point, "point", many);
    const double* in = points.data();
    const auto count = static_cast<std::size_t>(points.size()) / 3;
    if (!many) {
        const Interval d = signed_distance(placed, {in[0], in[1], in[2]});
        return py::make_tuple(d.lower, d.upper);
    }
    Doubles lower(static_cast<py::ssize_t>(count)), upper(static_cast<py::ssize_t>(count));
    double *low = lower.mutable_data(), *high = upper.mutable_data();
    run_batch(count, threads_of(threads), [&]() -> Block {
        return [&placed, in, low, high](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const Interval d = signed_distance(placed, {in[3 * i], in[3 * i + 1], in[3 * i + 2]});
                low[i] = d.lower, high[i] = d.upper;
            }
            return last;
        };
    });
    return py::make_tuple(lower, upper);
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
        .def("__repr__",
             [](const RayAnswer& r) {
                 return "<RayHit t in " + text(r.hit.bounds) + ", point " + text(r.hit.point) + ">";
             })
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
        .def("__repr__",
             [](const RayAnswers& r) { return "<RayHits of " + std::to_string(r.hits().size()) + " rays>"; });
}

}  // namespace

void bind_rays(py::module_& module) {
    bind_hit(module);
    bind_hits(module);
    module.def("raycast", &raycast_verb);
    module.def("raycast_all", &raycast_all_verb);
    module.def("signed_distance", &signed_distance_verb);
}

}  // namespace graze::python
