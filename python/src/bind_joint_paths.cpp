// Paths of configurations over t in [0, 1].
#include <cstdint>

#include "batch.hpp"
#include "bindings.hpp"
#include "robots.hpp"

namespace graze::python {

namespace {

using HeldPath = Held<JointPath>;

/// (N, n), and times (N,) or None: 0, 1, 2, ...
std::vector<Waypoint> waypoints_of(const py::object& points, const py::object& times) {
    const Doubles rows = doubles_of(points, "points");
    if (rows.ndim() != 2)
        refuse_value("points: shape " + extents_of(rows) + "; waypoints are (N, n), a row for each");
    require_finite(rows, static_cast<std::size_t>(rows.shape(1)), "points", true);
    std::vector<Waypoint> waypoints(static_cast<std::size_t>(rows.shape(0)));
    const auto n = static_cast<std::size_t>(rows.shape(1));
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
        waypoints[i].time = static_cast<double>(i);
        waypoints[i].values.assign(rows.data() + i * n, rows.data() + (i + 1) * n);
    }
    if (times.is_none()) return waypoints;
    const Doubles at = doubles_of(times, "times");
    if (at.ndim() != 1 || at.shape(0) != rows.shape(0))
        refuse_value("times: shape " + extents_of(at) + "; there are " + std::to_string(rows.shape(0)) +
                     " waypoints");
    require_finite(at, 1, "times", true);
    for (std::size_t i = 0; i < waypoints.size(); ++i) waypoints[i].time = at.data()[i];
    return waypoints;
}

HeldPath checked_path(JointPath path) {
    if (const auto fault = path.fault()) refuse_value("points: " + fault->message());
    return {std::move(path)};
}

HeldPath hermite_path(const py::object& points, const py::object& given, const py::object& times) {
    const std::vector<Waypoint> waypoints = waypoints_of(points, times);
    const Doubles rows = doubles_of(given, "velocities");
    const auto n = waypoints.empty() ? 0 : static_cast<py::ssize_t>(waypoints.front().values.size());
    if (rows.ndim() != 2 || rows.shape(0) != static_cast<py::ssize_t>(waypoints.size()) || rows.shape(1) != n)
        refuse_value("velocities: shape " + extents_of(rows) + "; they are as the waypoints, (" +
                     std::to_string(waypoints.size()) + ", " + std::to_string(n) + ")");
    require_finite(rows, static_cast<std::size_t>(n), "velocities", true);
    std::vector<std::vector<double>> velocities;
    for (std::size_t i = 0; i < waypoints.size(); ++i) {
        const double* const row = rows.data() + static_cast<py::ssize_t>(i) * n;
        velocities.emplace_back(row, row + n);
    }
    return checked_path(JointPath::hermite(waypoints, velocities));
}

/// (n,) at a number, (T, n) at an array of them.
Doubles values_at(const HeldPath& self, const py::object& t) {
    const JointPath& path = self.get();
    if (PyFloat_Check(t.ptr()) || PyLong_Check(t.ptr())) return array_of(path.at(number_of(t, "t")));
    const Doubles times = doubles_of(t, "t");
    if (times.ndim() == 0) return array_of(path.at(number_of(t, "t")));
    if (times.ndim() != 1) refuse_value("t: shape " + extents_of(times) + "; times are (T,)");
    require_finite(times, 1, "t", true);
    const std::size_t joints = path.joint_count();
    Doubles rows({times.shape(0), static_cast<py::ssize_t>(joints)});
    double* const out = rows.mutable_data();
    const double* const at = times.data();
    run_batch({static_cast<std::size_t>(times.shape(0))}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            path.at(at[i], {out + i * joints, joints});
            return true;
        });
    });
    return rows;
}

std::size_t joint_number(const JointPath& path, const py::object& joint) {
    const auto last = static_cast<long long>(path.joint_count()) - 1;
    return static_cast<std::size_t>(integer_of(joint, "joint", 0, last));
}

Interval time_of(const py::object& lower, const py::object& upper) {
    const Interval time{number_of(lower, "lower"), number_of(upper, "upper")};
    if (time.lower > time.upper) refuse_value("lower: above upper");
    if (time.lower < 0) refuse_value("lower: below 0");
    if (time.upper > 1) refuse_value("upper: above 1");
    return time;
}

/// ((lower, upper), speed, acceleration).
py::tuple rates_over(const HeldPath& self, const py::object& joint, const py::object& lower,
                     const py::object& upper) {
    const JointPath& path = self.get();
    const JointRates rates = path.over(joint_number(path, joint), time_of(lower, upper));
    return py::make_tuple(tuple_of(rates.value), rates.speed, rates.acceleration);
}

void require_same_joints(const Robot& robot, const JointPath& path) {
    if (path.joint_count() != robot.joint_count())
        refuse_value("robot: it takes " + std::to_string(robot.joint_count()) + " values, the path has " +
                     std::to_string(path.joint_count()));
}

py::tuple link_bounds(const HeldPath& self, const py::object& given, const py::object& lower,
                      const py::object& upper) {
    const Robot& robot = robot_of(given, "robot");
    require_same_joints(robot, self.get());
    return arrays_of(bounds_over(robot, self.get(), time_of(lower, upper)));
}

}  // namespace

void bind_joint_paths(py::module_& module) {
    py::class_<HeldPath>(module, "JointPathBase")
        .def(py::init([](const py::object& path) { return HeldPath{joint_path_of(path, "path")}; }))
        .def_property_readonly("joint_count", [](const HeldPath& self) { return self.get().joint_count(); })
        .def_property_readonly("knots", [](const HeldPath& self) { return array_of(self.get().knots()); })
        .def_property_readonly("start_time", [](const HeldPath& self) { return self.get().start_time(); })
        .def_property_readonly("duration", [](const HeldPath& self) { return self.get().duration(); })
        .def_property_readonly("degree", [](const HeldPath& self) { return self.get().degree(); })
        .def_property_readonly("coefficients",
                               [](const HeldPath& self) {
                                   const JointPath& path = self.get();
                                   const auto pieces = static_cast<py::ssize_t>(path.knots().size()) - 1;
                                   return array_of(path.coefficients())
                                       .reshape({pieces, static_cast<py::ssize_t>(path.joint_count()),
                                                 static_cast<py::ssize_t>(path.degree()) + 1});
                               })
        .def("at", &values_at)
        .def("_rates", &rates_over)
        .def("_bounds_over", &link_bounds)
        .def("check",
             [](const HeldPath& self, const py::object& given) {
                 const Robot& robot = robot_of(given, "robot");
                 require_same_joints(robot, self.get());
                 if (const auto checked = self.get().check(robot); !checked)
                     refuse_value("path: " + checked.error().message());
             })
        .def("_same", [](const HeldPath& self, const HeldPath& other) { return self.value == other.value; });
    module.def("polyline_path", [](const py::object& points, const py::object& times) {
        return checked_path(JointPath::polyline(waypoints_of(points, times)));
    });
    module.def("spline_path", [](const py::object& points, const py::object& times) {
        return checked_path(JointPath::spline(waypoints_of(points, times)));
    });
    module.def("hermite_path", &hermite_path);
}

}  // namespace graze::python
