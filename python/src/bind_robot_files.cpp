// Robots and their paths as files.
#include <map>
#include <string>

#include <pybind11/stl.h>

#include <graze/io/robot_file.hpp>

#include "bindings.hpp"
#include "objects.hpp"
#include "read_options.hpp"
#include "robots.hpp"

namespace graze::python {

namespace {

/// Robot, obstacles at rest, pairs that are not tested, configuration, notes.
py::tuple robot_in(const std::string& file, const py::dict& given) {
    const io::ReadOptions options = read_options(given);
    auto read = unlocked([&] { return io::read_robot(file, options); });
    if (!read) refuse_value(read.error().message());
    auto robot = Robot::build(read->robot);
    if (!robot) refuse_value(robot.error().message());
    py::list world, ignored;
    for (const io::WorldGeometry& item : read->world)
        world.append(py::make_tuple(item.name, wrapped(item.placed)));
    for (const io::IgnoredContact& pair : read->ignored)
        ignored.append(py::make_tuple(pair.link, pair.geometry));
    return py::make_tuple(Held<Robot>{*std::move(robot)}, world, ignored, array_of(read->configuration),
                          read->notes);
}

/// (N, n).
Doubles rows_from(const std::vector<std::vector<double>>& rows, std::size_t width) {
    Doubles array({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(width)});
    double* out = array.mutable_data();
    for (const std::vector<double>& row : rows) out = std::ranges::copy(row, out).out;
    return array;
}

std::optional<io::PathInterpolation> interpolation_in(py::handle value) {
    if (value.is_none()) return std::nullopt;
    const std::string name = text_of(value, "interpolation");
    for (const auto known : {io::PathInterpolation::linear, io::PathInterpolation::spline})
        if (name == io::to_string(known)) return known;
    refuse_value("interpolation: 'linear' or 'spline', not '" + name + "'");
}

/// How it goes between waypoints, these, their times, their velocities, notes.
py::tuple path_in(const std::string& file, const py::object& given, const py::object& interpolation,
                  const std::map<std::string, double>& joints) {
    const Robot robot = robot_of(given, "robot");
    const io::PathReadOptions options{interpolation_in(interpolation), joints};
    const auto read = unlocked([&] { return io::read_joint_path(file, robot, options); });
    if (!read) refuse_value(read.error().message());
    std::vector<std::vector<double>> points;
    std::vector<double> times;
    for (const Waypoint& waypoint : read->waypoints)
        points.push_back(waypoint.values), times.push_back(waypoint.time);
    return py::make_tuple(io::to_string(read->interpolation), rows_from(points, robot.joint_count()),
                          array_of(times), rows_from(read->velocities, robot.joint_count()), read->notes);
}

/// A path as `path_in` has it, as the text of a file.
std::string path_text(const py::tuple& fields, const py::object& given, const std::string& format) {
    const Robot& robot = robot_of(given, "robot");
    const Configurations points(fields[1], robot.joint_count(), "path"),
        velocities(fields[3], robot.joint_count(), "velocities");
    const Doubles times = doubles_of(fields[2], "times");
    io::JointPathFile file;
    const std::string kind = text_of(fields[0], "interpolation");
    file.interpolation = kind == "spline"    ? io::PathInterpolation::spline
                         : kind == "hermite" ? io::PathInterpolation::hermite
                                             : io::PathInterpolation::linear;
    for (std::size_t i = 0; i < points.size(); ++i)
        file.waypoints.push_back(
            {times.at(static_cast<py::ssize_t>(i)), {points[i].begin(), points[i].end()}});
    for (std::size_t i = 0; velocities.many() && i < velocities.size(); ++i)
        file.velocities.emplace_back(velocities[i].begin(), velocities[i].end());
    return format == "json" ? io::to_json(file, robot) : io::to_csv(file, robot);
}

}  // namespace

void bind_robot_files(py::module_& module) {
    module.def("read_robot", &robot_in);
    module.def("read_joint_path", &path_in);
    module.def("joint_path_text", &path_text);
}

}  // namespace graze::python
