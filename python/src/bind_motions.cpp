// Motions, and when moving bodies first touch.
#include <string>
#include <vector>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/motion/motion.hpp>
#include <graze/verify/verify.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "motions.hpp"
#include "text.hpp"

namespace graze::python {

namespace {

struct ImpactAnswer {
    CertifiedImpact certified{};
    bool has_proof = false;
    Moving a{Point{}, {}};
    Moving b{Point{}, {}};
    ImpactOptions options{};
};

Motion checked(const Motion& motion) {
    if (const auto fault = motion.fault()) refuse_value("motion: " + fault->message());
    return motion;
}

std::vector<Pose> path_of(py::handle poses) {
    const Poses given(poses, "poses");
    std::vector<Pose> path(given.size());
    for (std::size_t i = 0; i < path.size(); ++i)
        if (!given.read(i, path[i])) given.refuse(i);
    return path;
}

std::vector<double> times_of(py::handle times) {
    if (times.is_none()) return {};
    const Doubles given = doubles_of(times, "times");
    if (given.ndim() != 1) refuse_value("times: shape " + extents_of(given) + "; times are (N,)");
    return {given.data(), given.data() + given.size()};
}

void bind_motion_class(py::module_& module) {
    py::class_<Motion>(module, "MotionBase")
        .def(py::init([](const Motion& motion) { return motion; }))
        .def("_pose_at",
             [](const Motion& motion, const py::object& t) { return pose_at(motion, number_of(t, "t")); })
        .def("_bounds_over", [](const Motion& motion, const py::object& lower, const py::object& upper) {
            const PoseBounds bounds =
                bounds_over(motion, {number_of(lower, "lower"), number_of(upper, "upper")});
            const auto& p = bounds.position;
            return py::make_tuple(array_of(Vec3{p.x.lower, p.y.lower, p.z.lower}),
                                  array_of(Vec3{p.x.upper, p.y.upper, p.z.upper}));
        });
    module.def("linear_motion", [](const py::object& start, const py::object& displacement) {
        return checked(LinearMotion{pose_of(start, "start"), vector_of(displacement, "displacement")});
    });
    module.def("in_between_motion", [](const py::object& start, const py::object& end) {
        return checked(InBetweenMotion{pose_of(start, "start"), pose_of(end, "end")});
    });
    module.def("twist_motion", [](const py::object& start, const py::object& velocity,
                                  const py::object& angular_velocity, const py::object& pivot) {
        return checked(TwistMotion{pose_of(start, "start"), vector_of(velocity, "velocity"),
                                   vector_of(angular_velocity, "angular_velocity"),
                                   vector_of(pivot, "pivot")});
    });
    module.def("screw_motion", [](const py::object& start, const py::tuple& axis, const py::object& angle,
                                  const py::object& advance) {
        return checked(ScrewMotion{pose_of(start, "start"), vector_of(axis[0], "axis_point"),
                                   vector_of(axis[1], "axis_direction"), number_of(angle, "angle"),
                                   number_of(advance, "advance")});
    });
    module.def(
        "sampled_motion", [](const py::object& poses, const py::object& times, const py::object& deviation) {
            return checked(SampledMotion{path_of(poses), times_of(times), number_of(deviation, "deviation")});
        });
    module.def("spline_motion", [](const py::object& poses, const py::object& times) {
        return checked(SplineMotion{path_of(poses), times_of(times)});
    });
}

ImpactOptions options_of(py::handle tolerance, py::handle max_steps) {
    ImpactOptions options;
    options.tolerance = number_of(tolerance, "tolerance");
    if (options.tolerance <= 0) refuse_value("tolerance: not above 0");
    options.max_steps = static_cast<std::uint32_t>(integer_of(max_steps, "max_steps", 0, 0xffffffffLL));
    return options;
}

ImpactAnswer impact_of(const Moving& a, const Moving& b, const ImpactOptions& options, bool proof) {
    ImpactAnswer answer{{}, proof, a, b, options};
    if (proof)
        answer.certified = certified_time_of_impact(a, b, options);
    else
        answer.certified.impact = time_of_impact(a, b, options);
    return answer;
}

/// Lists of (shape, motion), of one length.
py::list impacts_verb(const py::list& given_a, const py::list& given_b, const py::tuple& given,
                      const py::object& threads) {
    const ImpactOptions options = options_of(given[0], given[1]);
    const bool proof = boolean_of(given[2], "proof");
    std::vector<Moving> a, b;
    for (std::size_t i = 0; i < given_a.size(); ++i) {
        a.push_back(moving_of(given_a[i], named("a", i, true)));
        b.push_back(moving_of(given_b[i], named("b", i, true)));
    }
    std::vector<ImpactAnswer> answers(a.size());
    run_batch(a.size(), threads_of(threads), [&]() -> Block {
        return [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) answers[i] = impact_of(a[i], b[i], options, proof);
            return last;
        };
    });
    py::list list;
    for (ImpactAnswer& answer : answers) list.append(py::cast(std::move(answer)));
    return list;
}

bool verified(const ImpactAnswer& i) {
    const py::gil_scoped_release unlocked;
    if (i.has_proof) return verify(i.certified, i.a, i.b);
    if (verify(i.certified.impact, i.a, i.b)) return true;
    // Meshes need the certificate, whose interval must support the one that was given.
    const CertifiedImpact again = certified_time_of_impact(i.a, i.b, i.options);
    const Impact &x = i.certified.impact, &y = again.impact;
    return x.answer == y.answer && x.time.lower <= y.time.lower && y.time.upper <= x.time.upper &&
           verify(again, i.a, i.b);
}

void bind_impact(py::module_& module) {
    using I = ImpactAnswer;
    const auto impact = [](auto get) { return [get](const I& i) { return get(i.certified.impact); }; };
    py::class_<I>(module, "ImpactBase")
        .def_property_readonly("hit", impact([](const Impact& i) { return i.hit; }))
        .def_property_readonly("answer", impact([](const Impact& i) {
                                   return member("ImpactAnswer", static_cast<int>(i.answer));
                               }))
        .def_property_readonly(
            "_time", impact([](const Impact& i) { return py::make_tuple(i.time.lower, i.time.upper); }))
        .def_property_readonly("point", impact([](const Impact& i) { return array_of(i.point); }))
        .def_property_readonly("normal", impact([](const Impact& i) { return array_of(i.normal); }))
        .def_property_readonly("part_a", impact([](const Impact& i) { return i.part_a; }))
        .def_property_readonly("part_b", impact([](const Impact& i) { return i.part_b; }))
        .def_property_readonly(
            "status", impact([](const Impact& i) { return member("Status", static_cast<int>(i.status)); }))
        .def_property_readonly(
            "_options",
            [](const I& i) { return py::make_tuple(i.options.tolerance, i.options.max_steps, i.has_proof); })
        .def("verify", &verified)
        .def("_same", [](const I& i, const I& j) {
            const Impact &p = i.certified.impact, &q = j.certified.impact;
            return p.answer == q.answer && p.time == q.time && p.point == q.point && p.normal == q.normal;
        });
}

py::object cast_verb(const py::object& a, const py::object& b, const py::object& displacement) {
    const Placed* pa = as_placed(a);
    const Placed* pb = as_placed(b);
    if (pa == nullptr || pb == nullptr) refuse_type("a, b: two Placed are needed");
    const auto hit = translational_cast(*pa, *pb, vector_of(displacement, "displacement"));
    if (!hit) return py::none();
    return py::make_tuple(hit->time.lower, hit->time.upper, array_of(hit->point), array_of(hit->normal));
}

}  // namespace

Moving moving_of(py::handle value, const std::string& name) {
    if (!PyTuple_Check(value.ptr()) || PyTuple_GET_SIZE(value.ptr()) != 2)
        refuse_type(name + ": a shape and its motion are needed");
    const Shape& shape = shape_of(PyTuple_GET_ITEM(value.ptr(), 0), name);
    return {shape, motion_of(PyTuple_GET_ITEM(value.ptr(), 1), name)};
}

const Motion& motion_of(py::handle value, const std::string& name) {
    py::detail::make_caster<Motion> caster;
    if (value.is_none() || !caster.load(value, false))
        refuse_type(name + ": a motion is needed, not " + std::string(Py_TYPE(value.ptr())->tp_name));
    return *static_cast<Motion*>(caster);
}

void bind_motions(py::module_& module) {
    bind_motion_class(module);
    bind_impact(module);
    module.def("impacts", &impacts_verb);
    module.def("translational_cast", &cast_verb);
}

}  // namespace graze::python
