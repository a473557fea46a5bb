// Robots: links in a tree of joints, and where each link is.
#include <algorithm>
#include <array>

#include <pybind11/stl.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "objects.hpp"
#include "poses.hpp"
#include "robots.hpp"

namespace graze::python {

namespace {

using HeldRobot = Held<Robot>;

Robot built(expected<Robot, BuildError> robot) {
    if (!robot) refuse_value(robot.error().message());
    return *std::move(robot);
}

/// (n,) or (n, 2): a property of every number of a configuration.
template <class Out, class Get> py::array per_coordinate(const Robot& robot, const Get& get) {
    py::array_t<Out> array(static_cast<py::ssize_t>(robot.joint_count()));
    for (std::size_t i = 0; i < robot.joint_count(); ++i) array.mutable_data()[i] = get(i);
    return array;
}

template <class Get> Doubles limit_rows(const Robot& robot, const Get& get) {
    std::vector<Interval> rows;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) rows.push_back(get(i));
    return interval_rows(rows);
}

py::list names_of_coordinates(const HeldRobot& self) {
    py::list names;
    for (std::size_t i = 0; i < self.get().joint_count(); ++i) names.append(self.get().coordinate_name(i));
    return names;
}

py::list names_of_links(const HeldRobot& self) {
    py::list names;
    for (const Robot::Link& link : self.get().links()) names.append(link.name);
    return names;
}

/// The shapes of every link, in its frame.
py::list shapes_of_links(const HeldRobot& self) {
    py::list all;
    for (const Robot::Link& link : self.get().links()) {
        py::list shapes;
        for (const Placed& placed : link.shapes) shapes.append(wrapped(placed));
        all.append(py::tuple(shapes));
    }
    return all;
}

/// (L, 4, 4), or (N, L, 4, 4).
Doubles placed_links(const HeldRobot& self, const py::object& q, const py::object& threads) {
    const Robot& robot = self.get();
    const Configurations given(q, robot.joint_count());
    const std::size_t size = 16 * robot.links().size();
    std::vector<py::ssize_t> extents{static_cast<py::ssize_t>(robot.links().size()), 4, 4};
    if (given.many()) extents.insert(extents.begin(), static_cast<py::ssize_t>(given.size()));
    Doubles poses(extents);
    double* const first = poses.mutable_data();
    run_batch({given.size(), threads_of(threads)}, [&]() -> Block {
        return item_by_item([&](std::size_t i) {
            double* out = first + i * size;
            for (const Pose& pose : place(robot, given[i])) out = put_matrix(pose, out);
            return true;
        });
    });
    return poses;
}

/// None, or the ValueError that names the configuration and its value.
void check_configurations(const HeldRobot& self, const py::object& q) {
    const Configurations given(q, self.get().joint_count());
    for (std::size_t i = 0; i < given.size(); ++i)
        if (const auto checked = self.get().check(given[i]); !checked)
            refuse_value(named("q", i, given.many()) + ": " + checked.error().message());
}

py::object within_limits(const HeldRobot& self, const py::object& q) {
    const Configurations given(q, self.get().joint_count());
    if (!given.many()) return py::bool_(self.get().check(given[0]).has_value());
    py::array_t<bool> within(static_cast<py::ssize_t>(given.size()));
    for (std::size_t i = 0; i < given.size(); ++i)
        within.mutable_data()[i] = self.get().check(given[i]).has_value();
    return within;
}

std::uint32_t link_of(const Robot& robot, const py::object& value, const std::string& name) {
    const auto link = robot.find_link(text_of(value, name));
    if (!link) refuse_value(name + ": the robot has no link '" + text_of(value, name) + "'");
    return *link;
}

const char* exemption(const HeldRobot& self, const py::object& a, const py::object& b) {
    static constexpr std::array<const char*, 4> kReasons = {"no", "adjacent", "rigid", "excluded"};
    const Robot& robot = self.get();
    return kReasons[static_cast<std::size_t>(robot.exempt(link_of(robot, a, "a"), link_of(robot, b, "b")))];
}

}  // namespace

py::tuple arrays_of(std::span<const PoseBounds> bounds) {
    const auto links = static_cast<py::ssize_t>(bounds.size());
    Doubles low({links, py::ssize_t{3}, py::ssize_t{3}}), high({links, py::ssize_t{3}, py::ssize_t{3}});
    Doubles least({links, py::ssize_t{3}}), most({links, py::ssize_t{3}});
    double *l = low.mutable_data(), *h = high.mutable_data();
    double *p = least.mutable_data(), *q = most.mutable_data();
    for (const PoseBounds& pose : bounds) {
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                *l++ = pose.rotation(r, c).lower, *h++ = pose.rotation(r, c).upper;
        const auto& [x, y, z] = pose.position;
        for (const Interval& i : {x, y, z}) *p++ = i.lower, *q++ = i.upper;
    }
    return py::make_tuple(low, high, least, most);
}

namespace {

py::tuple box_bounds(const HeldRobot& self, const py::object& given) {
    const Robot& robot = self.get();
    const Doubles rows = doubles_of(given, "box");
    const auto joints = static_cast<py::ssize_t>(robot.joint_count());
    if (rows.ndim() != 2 || rows.shape(0) != joints || rows.shape(1) != 2)
        refuse_value("box: shape " + extents_of(rows) + "; it has a row (lower, upper) for each of " +
                     std::to_string(joints) + " values");
    std::vector<Interval> box;
    for (py::ssize_t i = 0; i < joints; ++i) {
        box.push_back({rows.at(i, 0), rows.at(i, 1)});
        if (!(box.back().lower <= box.back().upper))
            refuse_value(named("box", static_cast<std::size_t>(i), true) +
                         ": its lower end is NaN or above "
                         "its upper end");
    }
    return arrays_of(bounds_over(robot, box));
}

/// x and y of a planar joint.
py::tuple planar_axes(const py::object& given) {
    const Vec3 axis = vector_of(given, "axis");
    if (axis == Vec3{}) refuse_value("axis: zero");
    const PlanarDirections directions = planar_directions(axis);
    return py::make_tuple(array_of(directions.x), array_of(directions.y));
}

}  // namespace

void bind_robots(py::module_& module) {
    const auto limits = [](const HeldRobot& self) {
        return limit_rows(self.get(), [&](std::size_t i) { return self.get().limits(i); });
    };
    const auto soft_limits = [](const HeldRobot& self) {
        return limit_rows(self.get(), [&](std::size_t i) { return self.get().soft_limits(i); });
    };
    py::class_<HeldRobot>(module, "RobotBase")
        .def(py::init([](const py::object& robot) { return HeldRobot{robot_of(robot, "robot")}; }))
        .def_property_readonly("joint_count", [](const HeldRobot& self) { return self.get().joint_count(); })
        .def_property_readonly("joint_names", &names_of_coordinates)
        .def_property_readonly("link_names", &names_of_links)
        .def_property_readonly("limits", limits)
        .def_property_readonly("soft_limits", soft_limits)
        .def_property_readonly("is_angle",
                               [](const HeldRobot& self) {
                                   return per_coordinate<bool>(
                                       self.get(), [&](std::size_t i) { return self.get().is_angle(i); });
                               })
        .def_property_readonly("is_continuous",
                               [](const HeldRobot& self) {
                                   return per_coordinate<bool>(self.get(), [&](std::size_t i) {
                                       return self.get().is_continuous(i);
                                   });
                               })
        .def("_neutral", [](const HeldRobot& self) { return array_of(self.get().neutral()); })
        .def("_check", &check_configurations)
        .def("_within_limits", &within_limits)
        .def("_exempt", &exemption)
        .def("_shapes", &shapes_of_links)
        .def("_placed", &placed_links)
        .def("_bounds_over", &box_bounds)
        .def("_description", [](const HeldRobot& self) { return tuple_of(self.get().description()); });
    module.def("planar_directions", &planar_axes);
    module.def("build_robot", [](const py::tuple& description) {
        return HeldRobot{built(Robot::build(robot_description_of(description)))};
    });
}

}  // namespace graze::python
