// Paths as text.
#include "graze/io/robot_file.hpp"
#include "io/robots/path_rows.hpp"
#include "io/text/json_text.hpp"

namespace graze::io {

namespace {

/// A name as a field, in quotes where it needs them.
std::string field_of(const std::string& name) {
    const bool plain = name.find_first_of(",;\"\t# ") == std::string::npos;
    if (plain) return name;
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

void write_row(std::string& out, const std::vector<double>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) out += ',';
        write_number(out, row[i]);
    }
}

void write_rows(std::string& out, const std::vector<std::vector<double>>& rows) {
    out += '[';
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out += i > 0 ? ",\n [" : "\n [";
        write_row(out, rows[i]);
        out += ']';
    }
    out += ']';
}

}  // namespace

std::string to_csv(const JointPathFile& path, const Robot& robot) {
    std::string out;
    if (path.interpolation != PathInterpolation::linear)
        out += std::string("# interpolation: ") + to_string(path.interpolation) + "\n";
    out += time_column(robot);
    for (std::size_t i = 0; i < robot.joint_count(); ++i) out += ',' + field_of(robot.coordinate_name(i));
    const bool velocities = path.velocities.size() == path.waypoints.size();
    for (std::size_t i = 0; i < robot.joint_count() && velocities; ++i)
        out += ',' + field_of(robot.coordinate_name(i) + std::string(kVelocitySuffix));
    out += '\n';
    for (std::size_t i = 0; i < path.waypoints.size(); ++i) {
        write_number(out, path.waypoints[i].time);
        out += ',';
        write_row(out, path.waypoints[i].values);
        if (velocities) {
            out += ',';
            write_row(out, path.velocities[i]);
        }
        out += '\n';
    }
    return out;
}

std::string to_json(const JointPathFile& path, const Robot& robot) {
    std::string out = "{\"joints\": [";
    for (std::size_t i = 0; i < robot.joint_count(); ++i) {
        if (i > 0) out += ',';
        write_text(out, robot.coordinate_name(i));
    }
    out += "],\n\"interpolation\": ";
    write_text(out, to_string(path.interpolation));
    std::vector<double> times;
    std::vector<std::vector<double>> points;
    for (const Waypoint& waypoint : path.waypoints) {
        times.push_back(waypoint.time);
        points.push_back(waypoint.values);
    }
    out += ",\n\"times\": [";
    write_row(out, times);
    out += "],\n\"points\": ";
    write_rows(out, points);
    if (path.velocities.size() == path.waypoints.size() && !path.velocities.empty()) {
        out += ",\n\"velocities\": ";
        write_rows(out, path.velocities);
    }
    out += "}\n";
    return out;
}

}  // namespace graze::io
