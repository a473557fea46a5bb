#include "io/robots/path_rows.hpp"

#include <array>
#include <cmath>

#include "graze/math/vec.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"

namespace graze::io {

namespace {

constexpr std::array<std::string_view, 2> kTimes{"time", "time_from_start"};

std::vector<std::string> coordinate_names(const Robot& robot) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) names.push_back(robot.coordinate_name(i));
    return names;
}

/// "'wrist'".
std::string quoted(const std::string& name) { return "'" + printable(name, 60) + "'"; }

}  // namespace

std::string time_column(const Robot& robot) {
    for (const std::string_view name : kTimes) {
        bool taken = false;
        for (std::size_t i = 0; i < robot.joint_count(); ++i)
            taken = taken || robot.coordinate_name(i) == name;
        if (!taken) return std::string(name);
    }
    return {};
}

std::optional<std::size_t> PathNames::coordinate(std::string_view name) const {
    for (std::size_t i = 0; i < robot_.joint_count(); ++i)
        if (robot_.coordinate_name(i) == name) return i;
    return std::nullopt;
}

std::optional<PathColumn> PathNames::find(const std::string& name) const {
    const std::string own = printable(name, 1000);
    if (const auto i = coordinate(own)) return PathColumn{PathColumn::Kind::value, *i};
    for (const std::string_view time : kTimes)
        if (own == time) return PathColumn{PathColumn::Kind::time, 0};
    if (!own.ends_with(kVelocitySuffix)) return std::nullopt;
    const auto i = coordinate(std::string_view(own).substr(0, own.size() - kVelocitySuffix.size()));
    if (!i) return std::nullopt;
    return PathColumn{PathColumn::Kind::velocity, *i};
}

void PathNames::fail(const std::string& name, const std::string& file, const std::string& place) const {
    const auto of_joint = [](const RobotJoint& joint) -> std::string {
        if (joint.mimic) return "it follows '" + joint.mimic->joint + "'; remove its values";
        if (joint.type == JointType::fixed) return "it is fixed; remove its values";
        return "it has several values; name each, as in '" + joint.name + " x'";
    };
    for (const RobotJoint& joint : robot_.description().joints) {
        if (joint.name != printable(name, 1000)) continue;
        const std::string text = of_joint(joint);
        const std::size_t mark = text.find("; ");
        io::fail(
            {file, place, "the joint " + quoted(name) + " takes no value: " + text.substr(0, mark),
             std::string(1, static_cast<char>(std::toupper(text[mark + 2]))) + text.substr(mark + 3) + "."});
    }
    io::fail({file, place, "the robot has no joint " + quoted(name),
              nearest_name(printable(name, 60), coordinate_names(robot_))});
}

PathInterpolation interpolation_of(std::string_view name, const NamedIn& where) {
    constexpr std::array kAll{PathInterpolation::linear, PathInterpolation::spline,
                              PathInterpolation::hermite};
    constexpr std::array<std::string_view, 3> kNames{"linear", "spline", "hermite"};
    for (const PathInterpolation one : kAll)
        if (name == to_string(one)) return one;
    fail({where.file, where.element, "there is no interpolation " + quoted(std::string(name)),
          nearest_name(printable(name, 60), kNames)});
}

PathRows::PathRows(const Robot& robot, const PathReadOptions& options, std::string file,
                   std::vector<std::size_t> coordinates)
    : robot_(robot),
      options_(options),
      file_(std::move(file)),
      coordinates_(std::move(coordinates)),
      others_(robot.neutral()) {
    const PathNames names(robot);
    for (const auto& [name, value] : options.joints) {
        const auto column = names.find(name);
        const std::string place = "joint " + printable(name, 60);
        if (!column || column->kind != PathColumn::Kind::value) names.fail(name, file_, place);
        if (!std::isfinite(value) || std::abs(value) > kLargestServed)
            fail({file_, place, "its value is not a usable number", "Give radians or a length."});
        others_[column->coordinate] = value;
    }
    std::vector<bool> named(robot.joint_count(), false);
    for (const std::size_t i : coordinates_) named[i] = true;
    note_others(named);
}

void PathRows::note_others(const std::vector<bool>& named) {
    constexpr std::size_t kMostNamed = 8;
    std::string text;
    std::size_t count = 0;
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (named[i] || ++count > kMostNamed) continue;
        text += (count > 1 ? ", " : "") + quoted(robot_.coordinate_name(i)) + " at ";
        write_number(text, others_[i]);
    }
    if (count == 0) return;
    if (count > kMostNamed) text += " and " + std::to_string(count - kMostNamed) + " more";
    result_.notes.push_back("'" + legible(std::filesystem::path(file_).filename().string()) +
                            "': joints that it does not name stay: " + text);
}

void PathRows::add(const PathRow& row) {
    const auto wrong = [&](std::string reason, std::string hint) {
        fail({file_, row.place, std::move(reason), std::move(hint)});
    };
    if (result_.waypoints.size() >= options_.waypoints)
        wrong("there are more than " + std::to_string(options_.waypoints) + " waypoints",
              "Split the path, or raise the limit.");
    const auto check = [&](std::span<const double> numbers, const char* what) {
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            if (std::isfinite(numbers[k]) && std::abs(numbers[k]) <= kLargestServed) continue;
            wrong(std::string(what) + " of " + quoted(robot_.coordinate_name(coordinates_[k])) +
                      " is NaN, infinite or above 1e100",
                  "Correct it.");
        }
    };
    check(row.values, "the value");
    check(row.velocities, "the velocity");
    Waypoint waypoint;
    const bool first = result_.waypoints.empty();
    waypoint.time = row.time.value_or(first ? 0 : result_.waypoints.back().time + 1);
    if (!std::isfinite(waypoint.time)) wrong("its time is NaN or infinite", "Correct it.");
    if (!first && !(result_.waypoints.back().time < waypoint.time)) {
        std::string times;
        write_number(times, waypoint.time);
        times += " is not after ";
        write_number(times, result_.waypoints.back().time);
        wrong("its time " + times + ", that of the waypoint before",
              "Sort the rows by time, and remove repeated ones.");
    }
    waypoint.values = others_;
    for (std::size_t k = 0; k < row.values.size(); ++k) waypoint.values[coordinates_[k]] = row.values[k];
    result_.waypoints.push_back(std::move(waypoint));
    places_.push_back(row.place);
    if (row.velocities.empty()) return;
    std::vector<double> velocities(others_.size(), 0.0);
    for (std::size_t k = 0; k < row.velocities.size(); ++k) velocities[coordinates_[k]] = row.velocities[k];
    result_.velocities.push_back(std::move(velocities));
}

JointPathFile PathRows::finish(std::optional<PathInterpolation> written) {
    const bool velocities = !result_.velocities.empty();
    if (result_.waypoints.empty())
        fail({file_, "", "it has no waypoints", "Give at least two rows of numbers."});
    result_.interpolation = options_.interpolation.value_or(
        written.value_or(velocities ? PathInterpolation::hermite : PathInterpolation::linear));
    if (result_.interpolation == PathInterpolation::hermite && !velocities)
        fail({file_, "", "it has no velocities, which a path by hermite interpolation needs",
              "Add a column for each joint, called as the joint with '_velocity' behind, or choose spline."});
    if (result_.interpolation != PathInterpolation::hermite) result_.velocities.clear();
    switch (result_.interpolation) {
        case PathInterpolation::linear: result_.path = JointPath::polyline(result_.waypoints); break;
        case PathInterpolation::spline: result_.path = JointPath::spline(result_.waypoints); break;
        case PathInterpolation::hermite:
            result_.path = JointPath::hermite(result_.waypoints, result_.velocities);
    }
    if (const auto fault = result_.path.fault()) {
        const bool placed = fault->kind == Element::waypoint && fault->element < places_.size();
        fail_build(file_, placed ? places_[fault->element] : "",
                   {fault->rule, Element::whole, 0, fault->text, {}});
    }
    return std::move(result_);
}

}  // namespace graze::io
