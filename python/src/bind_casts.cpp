// When a body that moves straight, without turning, first touches one that rests: single and many.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "text.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

struct CastAnswer : PairAnswer<CastHit> {
    Vec3 displacement{};

    [[nodiscard]] bool same_inputs(const CastAnswer& other) const {
        return displacement == other.displacement && PairAnswer<CastHit>::same_inputs(other);
    }
};

using Found = PairAnswers<std::optional<CastHit>>;

struct CastAnswers {
    Found hits;
    std::vector<Vec3> displacements;

    [[nodiscard]] std::string bytes() const { return hits.bytes(); }
    [[nodiscard]] bool same_inputs(const CastAnswers& other) const {
        return displacements == other.displacements && hits.same_inputs(other.hits);
    }
};

/// The pairs and the displacements have one length; a single one of either serves all.
py::object cast_verb(const py::tuple& pair, const py::object& a_pose, const py::object& b_pose,
                     const py::object& given, const py::object& threads) {
    Pairs pairs(pair[0], pair[1], a_pose, b_pose);
    bool many = false;
    const Doubles places = points_of(given, "displacement", many);
    const double* d = places.data();
    const unsigned parallel = threads_of(threads);
    const auto count = static_cast<std::size_t>(places.size()) / 3;
    if (!many && !pairs.many) {
        const Vec3 displacement{d[0], d[1], d[2]};
        const auto hit = pairs.ask(
            [&](const Placed& a, const Placed& b) { return translational_cast(a, b, displacement); });
        if (!hit) return py::none();
        return py::cast(CastAnswer{{*hit, pairs.only_a(), pairs.only_b()}, displacement});
    }
    if (many && pairs.many && count != pairs.count)
        refuse_value("displacement: " + std::to_string(count) + " displacements for " +
                     std::to_string(pairs.count) + " pairs");
    if (many) pairs.count = count;
    std::vector<Vec3> displacements(pairs.count);
    for (std::size_t i = 0; i < displacements.size(); ++i) {
        const double* of = d + (many ? 3 * i : 0);
        displacements[i] = {of[0], of[1], of[2]};
    }
    Found hits(pairs, parallel, [&](std::size_t i, const Placed& a, const Placed& b) {
        return translational_cast(a, b, displacements[i]);
    });
    return py::cast(CastAnswers{std::move(hits), std::move(displacements)});
}

void bind_cast_hit(py::module_& module) {
    using C = CastAnswer;
    py::class_<C> one(module, "CastHit");
    compare_by_bytes(one);
    one.def_property_readonly("lower", [](const C& c) { return c.answer.time.lower; })
        .def_property_readonly("upper", [](const C& c) { return c.answer.time.upper; })
        .def_property_readonly("time", [](const C& c) { return interval_object(c.answer.time); })
        .def_property_readonly("point", [](const C& c) { return array_of(c.answer.point); })
        .def_property_readonly("normal", [](const C& c) { return array_of(c.answer.normal); })
        .def_property_readonly("status",
                               [](const C& c) { return member("Status", static_cast<int>(c.answer.status)); })
        .def_property_readonly("iterations", [](const C& c) { return c.answer.iterations; })
        .def_property_readonly("displacement", [](const C& c) { return array_of(c.displacement); })
        .def_property_readonly("a", [](const C& c) { return wrapped(c.a); })
        .def_property_readonly("b", [](const C& c) { return wrapped(c.b); })
        .def("verify",
             [](const C& c) {
                 const py::gil_scoped_release unlocked;
                 return verify(c.answer, c.a, c.b, c.displacement);
             })
        .def("__repr__", printable<C>([](const C& c) {
                 return "<CastHit time in " + text(c.answer.time) + ", point " + text(c.answer.point) + ">";
             }))
        .def("__reduce__", [](const C& c) {
            return made_again("cast_hit", wrapped(c.a), wrapped(c.b), array_of(c.displacement),
                              py::bytes(c.bytes()));
        });
}

template <class Get> auto cast_numbers(const Get& get) {
    return [get](const CastAnswers& c) {
        return column<double>(c.hits.answers(), [&](const std::optional<CastHit>& hit) {
            return hit ? get(*hit) : std::numeric_limits<double>::infinity();
        });
    };
}

template <class Get> auto cast_vectors(const Get& get) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return [get](const CastAnswers& c) {
        return vector_column(c.hits.answers(), [&](const std::optional<CastHit>& hit) {
            return hit ? get(*hit) : Vec3{kNone, kNone, kNone};
        });
    };
}

void bind_cast_hits(py::module_& module) {
    using C = CastAnswers;
    py::class_<C> many(module, "CastHits");
    compare_by_bytes(many);
    many.def("__len__", [](const C& c) { return c.hits.size(); })
        .def("__getitem__",
             [](const C& c, const py::object& index) {
                 return item_or_list(index, c.hits.size(), [&](std::size_t i) -> py::object {
                     const auto one = c.hits.at(i);
                     if (!one.answer) return py::none();
                     return py::cast(CastAnswer{{*one.answer, one.a, one.b}, c.displacements[i]});
                 });
             })
        .def_property_readonly("hit",
                               [](const C& c) {
                                   return column<bool>(c.hits.answers(),
                                                       [](const auto& hit) { return hit.has_value(); });
                               })
        .def_property_readonly("lower", cast_numbers([](const CastHit& hit) { return hit.time.lower; }))
        .def_property_readonly("upper", cast_numbers([](const CastHit& hit) { return hit.time.upper; }))
        .def_property_readonly("points", cast_vectors([](const CastHit& hit) { return hit.point; }))
        .def_property_readonly("normals", cast_vectors([](const CastHit& hit) { return hit.normal; }))
        .def("__repr__", printable<C>([](const C& c) {
                 const auto hits = std::count_if(c.hits.answers().begin(), c.hits.answers().end(),
                                                 [](const auto& hit) { return hit.has_value(); });
                 return "<CastHits of " + counted(c.hits.size(), "pair") + ", " + std::to_string(hits) +
                        " of them hit>";
             }))
        .def("__reduce__", [](const C& c) {
            return made_again("cast_hits", c.hits.state(),
                              vector_column(c.displacements, [](const Vec3& d) { return d; }));
        });
}

}  // namespace

void bind_casts(py::module_& module) {
    bind_cast_hit(module);
    bind_cast_hits(module);
    module.def("cast_hit_again", [](const py::object& a, const py::object& b, const py::object& displacement,
                                    const py::object& bytes) {
        return CastAnswer{pair_again<CastHit>(a, b, bytes), vector_of(displacement, "displacement")};
    });
    module.def("cast_hits_again", [](const py::tuple& state, const py::object& displacements) {
        const Doubles given = points_of(displacements, "displacement");
        const std::span<const Vec3> cast_vectors = as_points(given);
        CastAnswers casts{Found(state), {cast_vectors.begin(), cast_vectors.end()}};
        if (casts.displacements.size() != casts.hits.size()) refuse_bytes();
        return casts;
    });
    module.def("translational_cast", &cast_verb);
}

}  // namespace graze::python
