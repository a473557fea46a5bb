// Rays, points and boxes against one placed shape, single and many.
#include <algorithm>
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
#include "triangles.hpp"

namespace graze::python {

namespace {

/// Calls answer(i) for every item of a batch about one target.
template <class Answer> void for_all(std::size_t count, unsigned threads, const Answer& answer) {
    run_batch({count, threads}, [&]() -> Block {
        return item_by_item([&answer](std::size_t i) {
            answer(i);
            return true;
        });
    });
}

/// Rays and points at one mesh are sorted by place in blocks of this size: below a second for the largest
/// meshes, so that Ctrl-C ends a batch within one.
constexpr std::size_t kSortedTogether = 4096;

/// One question: without the interpreter's lock where it may take long.
template <class Question> auto ask_one(const Placed& target, const Question& question) {
    return target.shape.convex() ? question() : unlocked(question);
}

class RayAnswers {
public:
    RayAnswers(Placed target, std::vector<Ray> rays, unsigned threads)
        : target_(std::move(target)), rays_(std::move(rays)), hits_(rays_.size()) {
        run_batch({rays_.size(), threads, ItemCost::microseconds, kSortedTogether}, [&]() -> Block {
            return [this](const ItemRange& range, Watch&) {
                const std::size_t count = range.last - range.first;
                raycasts(std::span<const Ray>(rays_).subspan(range.first, count), target_,
                         std::span<std::optional<RayHit>>(hits_).subspan(range.first, count));
                return range.last;
            };
        });
    }
    /// Pickled ones.
    RayAnswers(Placed target, std::vector<Ray> rays, Items<std::optional<RayHit>> hits)
        : target_(std::move(target)), rays_(std::move(rays)), hits_(std::move(hits)) {
        if (hits_.size() != rays_.size()) refuse_bytes();
    }
    [[nodiscard]] const Items<std::optional<RayHit>>& hits() const noexcept { return hits_; }
    [[nodiscard]] const std::vector<Ray>& rays() const noexcept { return rays_; }
    [[nodiscard]] const Placed& target() const noexcept { return target_; }
    [[nodiscard]] std::string bytes() const { return packed_all(hits_); }
    [[nodiscard]] bool same_inputs(const RayAnswers& other) const {
        return same(target_, other.target_) && std::ranges::equal(rays_, other.rays_, &same_ray);
    }
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
    const unsigned parallel = threads_of(threads);
    if (rays.many) return py::cast(RayAnswers(placed, std::move(rays.items), parallel));
    const auto hit = ask_one(placed, [&] { return raycast(rays.items[0], placed); });
    return hit ? py::cast(RayAnswer{*hit, rays.items[0], placed}) : py::object(py::none());
}

py::object raycast_any_verb(const py::object& target, const py::tuple& ray, const py::object& pose,
                            const py::object& max_t, const py::object& threads) {
    const Placed placed = placed_of(target, pose, "target");
    const Rays rays = rays_of(ray[0], ray[1]);
    const double reach = reach_of(max_t);
    const unsigned parallel = threads_of(threads);
    if (!rays.many)
        return py::bool_(ask_one(placed, [&] { return raycast_any(rays.items[0], placed, reach); }));
    py::array_t<bool> results(static_cast<py::ssize_t>(rays.items.size()));
    bool* out = results.mutable_data();
    for_all(rays.items.size(), parallel,
            [&, out](std::size_t i) { out[i] = raycast_any(rays.items[i], placed, reach); });
    return results;
}

py::list part_list(const std::vector<PartHit>& hits) {
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
    const unsigned parallel = threads_of(threads);
    std::vector<std::vector<PartHit>> hits(rays.items.size());
    for_all(hits.size(), parallel,
            [&](std::size_t i) { hits[i] = raycast_all(rays.items[i], placed, reach); });
    if (!rays.many) return part_list(hits[0]);
    py::list lists;
    for (const auto& one : hits) lists.append(part_list(one));
    return lists;
}

/// (lower, upper), both numbers or both arrays.
py::tuple signed_distance_verb(const py::object& solid, const py::object& point, const py::object& pose,
                               const py::object& threads) {
    const Placed placed = placed_of(solid, pose, "solid");
    bool many = false;
    const unsigned parallel = threads_of(threads);
    const Doubles points = points_of(point, "point", many);
    const double* in = points.data();
    if (!many) {
        const Vec3 at{in[0], in[1], in[2]};
        const Interval d = ask_one(placed, [&] { return signed_distance(placed, at); });
        return py::make_tuple(d.lower, d.upper);
    }
    const auto count = static_cast<std::size_t>(points.size()) / 3;
    Doubles lower(static_cast<py::ssize_t>(count)), upper(static_cast<py::ssize_t>(count));
    double *low = lower.mutable_data(), *high = upper.mutable_data();
    const std::span<const Vec3> places = as_points(points);
    run_batch({count, parallel, ItemCost::microseconds, kSortedTogether}, [&]() -> Block {
        return [&, found = std::vector<Interval>()](const ItemRange& range, Watch&) mutable {
            found.resize(range.last - range.first);
            signed_distances(placed, places.subspan(range.first, found.size()), found);
            for (std::size_t i = 0; i < found.size(); ++i)
                low[range.first + i] = found[i].lower, high[range.first + i] = found[i].upper;
            return range.last;
        };
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
    const auto parts = ask_one(placed, [&] { return parts_overlapping_box(placed, box); });
    return column<std::uint32_t>(parts, [](std::uint32_t part) { return part; });
}

void bind_ray_hit(py::module_& module) {
    py::class_<RayAnswer> one(module, "RayHit");
    compare_by_bytes(one);
    one.def_property_readonly("t", [](const RayAnswer& r) { return r.hit.t; })
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
        .def("__repr__", printable<RayAnswer>([](const RayAnswer& r) {
                 return "<RayHit t in " + text(r.hit.bounds) + ", point " + text(r.hit.point) + ">";
             }))
        .def("__reduce__", [](const RayAnswer& r) {
            return made_again("ray_hit", wrapped(r.target), array_of(r.ray.origin), array_of(r.ray.direction),
                              py::bytes(r.bytes()));
        });
}

template <class Get> auto ray_numbers(const Get& get) {
    return [get](const RayAnswers& r) {
        return column<double>(r.hits(), [&](const std::optional<RayHit>& hit) {
            return hit ? get(*hit) : std::numeric_limits<double>::infinity();
        });
    };
}

template <class Get> auto ray_vectors(const Get& get) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return [get](const RayAnswers& r) {
        return vector_column(r.hits(), [&](const std::optional<RayHit>& hit) {
            return hit ? get(*hit) : Vec3{kNone, kNone, kNone};
        });
    };
}

void bind_ray_hits(py::module_& module) {
    py::class_<RayAnswers> many(module, "RayHits");
    compare_by_bytes(many);
    many.def("__len__", [](const RayAnswers& r) { return r.hits().size(); })
        .def("__getitem__",
             [](const RayAnswers& r, const py::object& index) {
                 return item_or_list(index, r.hits().size(), [&](std::size_t i) { return r.at(i); });
             })
        .def_property_readonly("hit",
                               [](const RayAnswers& r) {
                                   return column<bool>(r.hits(),
                                                       [](const auto& hit) { return hit.has_value(); });
                               })
        .def_property_readonly("t", ray_numbers([](const RayHit& hit) { return hit.t; }))
        .def_property_readonly("lower", ray_numbers([](const RayHit& hit) { return hit.bounds.lower; }))
        .def_property_readonly("upper", ray_numbers([](const RayHit& hit) { return hit.bounds.upper; }))
        .def_property_readonly("points", ray_vectors([](const RayHit& hit) { return hit.point; }))
        .def_property_readonly("normals", ray_vectors([](const RayHit& hit) { return hit.normal; }))
        .def("__repr__", printable<RayAnswers>([](const RayAnswers& r) {
                 const auto hits = std::count_if(r.hits().begin(), r.hits().end(),
                                                 [](const auto& hit) { return hit.has_value(); });
                 return "<RayHits of " + counted(r.hits().size(), "ray") + ", " + std::to_string(hits) +
                        " of them hit>";
             }))
        .def("__reduce__", [](const RayAnswers& r) {
            const auto& rays = r.rays();
            return made_again("ray_hits", wrapped(r.target()),
                              vector_column(rays, [](const Ray& ray) { return ray.origin; }),
                              vector_column(rays, [](const Ray& ray) { return ray.direction; }),
                              py::bytes(r.bytes()));
        });
}

}  // namespace

void bind_rays(py::module_& module) {
    bind_ray_hit(module);
    bind_ray_hits(module);
    module.def("ray_hit_again", [](const py::object& target, const py::object& origin,
                                   const py::object& direction, const py::object& bytes) {
        const Ray ray{vector_of(origin, "origin"), vector_of(direction, "direction")};
        return RayAnswer{answer_of<RayHit>(bytes), ray, placed_of(target, py::none(), "target")};
    });
    module.def("ray_hits_again", [](const py::object& target, const py::object& origin,
                                    const py::object& direction, const py::object& bytes) {
        return RayAnswers(placed_of(target, py::none(), "target"), rays_of(origin, direction).items,
                          answers_of<std::optional<RayHit>>(bytes));
    });
    module.def("raycast", &raycast_verb);
    module.def("raycast_all", &raycast_all_verb);
    module.def("raycast_any", &raycast_any_verb);
    module.def("signed_distance", &signed_distance_verb);
    module.def("parts_overlapping_box", &parts_in_box_verb);
}

}  // namespace graze::python
