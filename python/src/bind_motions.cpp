// Motions: a pose for every time in [0, 1], bounds over intervals of time, and the space that is swept.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <graze/motion/motion.hpp>

#include "answers.hpp"
#include "bindings.hpp"
#include "motions.hpp"

namespace graze::python {

namespace {

Motion checked_motion(const Motion& motion) {
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

/// (4, 4), or (N, 4, 4) of many times.
py::object poses_at(const Motion& motion, const py::object& t) {
    if (PyFloat_Check(t.ptr()) || PyLong_Check(t.ptr())) return array_of(pose_at(motion, number_of(t, "t")));
    const Doubles times = doubles_of(t, "t");
    if (times.ndim() == 0) return array_of(pose_at(motion, number_of(t, "t")));
    if (times.ndim() != 1) refuse_value("t: shape " + extents_of(times) + "; times are (N,)");
    Doubles poses({times.shape(0), py::ssize_t{4}, py::ssize_t{4}});
    double* out = poses.mutable_data();
    for (py::ssize_t i = 0; i < times.shape(0); ++i) {
        if (!std::isfinite(times.at(i)))
            refuse_value(named("t", static_cast<std::size_t>(i), true) + ": not finite");
        out = put_matrix(pose_at(motion, times.at(i)), out);
    }
    return poses;
}

/// Lower and upper ends of the rotation (3, 3) and of the position (3,).
py::tuple motion_bounds(const Motion& motion, const py::object& lower, const py::object& upper) {
    const Interval time{number_of(lower, "lower"), number_of(upper, "upper")};
    if (time.lower > time.upper) refuse_value("lower: above upper");
    const PoseBounds bounds = bounds_over(motion, time);
    Mat3 low, high;
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            low(r, c) = bounds.rotation(r, c).lower;
            high(r, c) = bounds.rotation(r, c).upper;
        }
    const auto& [x, y, z] = bounds.position;
    return py::make_tuple(array_of(low), array_of(high), array_of(Vec3{x.lower, y.lower, z.lower}),
                          array_of(Vec3{x.upper, y.upper, z.upper}));
}

/// The path of a body whose velocity(t, pose) returns a linear and an angular velocity: poses and times.
py::tuple integrated(const py::object& start, const py::function& velocity, const py::object& given_steps,
                     const py::object& pivot, const py::object& euler) {
    IntegrationOptions options;
    options.steps = static_cast<std::uint32_t>(integer_of(given_steps, "steps", 1, 1 << 24));
    options.pivot = vector_of(pivot, "pivot");
    options.method = boolean_of(euler, "euler") ? Integrator::euler : Integrator::runge_kutta;
    const auto made = integrate(
        pose_of(start, "start"),
        [&](double t, const Pose& pose) {
            const py::object both = velocity(t, array_of(pose));
            if (!PyTuple_Check(both.ptr()) || PyTuple_GET_SIZE(both.ptr()) != 2)
                refuse_type("velocity: a tuple of a linear and an angular velocity is needed");
            return BodyVelocity{vector_of(PyTuple_GET_ITEM(both.ptr(), 0), "velocity: linear"),
                                vector_of(PyTuple_GET_ITEM(both.ptr(), 1), "velocity: angular")};
        },
        options);
    if (!made) refuse_value("velocity: " + made.error().message());
    py::list poses;
    for (const Pose& pose : made->poses) poses.append(wrapped(pose));
    return py::make_tuple(poses, column<double>(made->times, [](double t) { return t; }));
}

double deviation_of(const py::object& poses, const py::object& times, const py::tuple& given,
                    const py::object& reach) {
    const MotionLimits limits{number_of(given[0], "linear_acceleration"),
                              number_of(given[1], "angular_velocity"),
                              number_of(given[2], "angular_acceleration")};
    if (limits.linear_acceleration < 0 || limits.angular_velocity < 0 || limits.angular_acceleration < 0)
        refuse_value("limits: below 0");
    const SampledMotion path{path_of(poses), times_of(times)};
    checked_motion(path);
    return sampling_deviation(path, limits, number_of(reach, "reach"));
}

Shape swept_shape(const Shape& shape, const std::string& name) {
    if (const auto fault = shape.fault()) refuse_value(name + ": " + fault->message());
    return shape;
}

void bind_swept(py::module_& module) {
    module.def("swept_along", [](const py::object& shape, const py::object& displacement) {
        return swept_shape(swept_along(shape_of(shape, "shape"), vector_of(displacement, "displacement")),
                           "shape");
    });
    module.def("hull_of_placements",
               [](const py::object& shape, const py::object& first, const py::object& second) {
                   return swept_shape(hull_of_placements(shape_of(shape, "shape"), pose_of(first, "first"),
                                                         pose_of(second, "second")),
                                      "shape");
               });
}

void bind_motion_class(py::module_& module) {
    py::class_<Motion>(module, "MotionBase")
        .def(py::init([](const Motion& motion) { return motion; }))
        .def("_poses_at", &poses_at)
        .def("_bounds_over", &motion_bounds);
    module.def("linear_motion", [](const py::object& start, const py::object& displacement) {
        return checked_motion(LinearMotion{pose_of(start, "start"), vector_of(displacement, "displacement")});
    });
    module.def("in_between_motion", [](const py::object& start, const py::object& end) {
        return checked_motion(InBetweenMotion{pose_of(start, "start"), pose_of(end, "end")});
    });
    module.def("twist_motion", [](const py::object& start, const py::object& velocity,
                                  const py::object& angular_velocity, const py::object& pivot) {
        return checked_motion(TwistMotion{pose_of(start, "start"), vector_of(velocity, "velocity"),
                                          vector_of(angular_velocity, "angular_velocity"),
                                          vector_of(pivot, "pivot")});
    });
    module.def("screw_motion", [](const py::object& start, const py::tuple& axis, const py::object& angle,
                                  const py::object& advance) {
        return checked_motion(ScrewMotion{pose_of(start, "start"), vector_of(axis[0], "axis_point"),
                                          vector_of(axis[1], "axis_direction"), number_of(angle, "angle"),
                                          number_of(advance, "advance")});
    });
    module.def("sampled_motion",
               [](const py::object& poses, const py::object& times, const py::object& deviation) {
                   return checked_motion(
                       SampledMotion{path_of(poses), times_of(times), number_of(deviation, "deviation")});
               });
    module.def("spline_motion", [](const py::object& poses, const py::object& times) {
        return checked_motion(SplineMotion{path_of(poses), times_of(times)});
    });
}

}  // namespace

void bind_motions(py::module_& module) {
    bind_motion_class(module);
    bind_swept(module);
    module.def("integrated", &integrated);
    module.def("sampling_deviation", &deviation_of);
}

}  // namespace graze::python
