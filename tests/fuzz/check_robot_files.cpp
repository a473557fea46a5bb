#include "fuzz/check_robot_files.hpp"

#include <cmath>

#include "fuzz/fuzz_document.hpp"
#include "graze/io/robot_file.hpp"

namespace graze::test {
namespace {

std::string fault_of_error(const io::FileError& error) {
    if (error.reason.empty() || error.hint.empty())
        return "an error without a reason or a hint: " + error.message();
    if (error.message().find('\n') != std::string::npos) return "an error of several lines";
    return {};
}

std::string fault_of_robot(const std::string& extension, std::span<const std::uint8_t> bytes) {
    const auto path = file_of(extension, bytes.data(), bytes.size());
    io::ReadOptions options = small_limits();
    const auto file = io::read_robot(path, options);
    const std::string as_document = fault_of(io::read_document(path, options));
    if (!as_document.empty()) return as_document;
    if (!file) return fault_of_error(file.error());
    const auto robot = Robot::build(file->robot);
    if (!robot) return "a robot that cannot be built: " + robot.error().message();
    if (const auto inside = robot->check(file->configuration); !inside)
        return "values beyond the limits: " + inside.error().message();
    for (const Pose& pose : place(*robot, file->configuration))
        if (!is_finite(pose.position)) return "a link at a place that is not finite";
    for (const io::WorldGeometry& geometry : file->world)
        if (!check(geometry.placed)) return "geometry at rest that cannot be used: " + geometry.name;
    for (const io::IgnoredContact& pair : file->ignored)
        if (!robot->find_link(pair.link)) return "an ignored contact of no link: " + pair.link;
    return {};
}

/// Joints "a" (limited), "b" (shifts), "c" that follows "a", and a planar one "cart".
const Robot& path_robot() {
    static const Robot robot = [] {
        RobotDescription d;
        for (const char* name : {"base", "one", "two", "three", "four"}) d.links.push_back({name});
        const auto add = [&](const char* name, JointType type, std::size_t child) {
            RobotJoint joint;
            joint.name = name, joint.type = type, joint.parent = d.links[child - 1].name;
            joint.child = d.links[child].name;
            d.joints.push_back(joint);
        };
        add("a", JointType::revolute, 1);
        add("b", JointType::prismatic, 2);
        add("c", JointType::continuous, 3);
        add("cart", JointType::planar, 4);
        d.joints[0].limits = {-1, 2};
        d.joints[2].mimic = JointMimic{"a", 2, 0};
        return *Robot::build(d);
    }();
    return robot;
}

std::string fault_of_written(const std::string& extension, const std::string& text,
                             const io::JointPathFile& path) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto again = io::read_joint_path(file_of(extension, bytes, text.size()), path_robot());
    if (!again) return "a path that was written cannot be read: " + again.error().message();
    if (!(again->path == path.path)) return "a path that was written reads as another one";
    return {};
}

}  // namespace

std::string fault_of_mjcf(std::span<const std::uint8_t> bytes) { return fault_of_robot(".xml", bytes); }
std::string fault_of_urdf(std::span<const std::uint8_t> bytes) { return fault_of_robot(".urdf", bytes); }

std::string fault_of_joint_path(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return {};
    const unsigned choice = bytes[0];
    bytes = bytes.subspan(1);
    io::PathReadOptions options;
    options.waypoints = 10'000;
    if ((choice & 2U) != 0) options.interpolation = io::PathInterpolation::spline;
    const std::string extension = (choice & 1U) != 0 ? ".json" : ".csv";
    const auto path =
        io::read_joint_path(file_of(extension, bytes.data(), bytes.size()), path_robot(), options);
    if (!path) return fault_of_error(path.error());
    if (!path->path.valid()) return "a path that is not valid";
    for (const double t : {0.0, 0.3, 1.0}) {
        for (std::size_t i = 0; i < path->path.joint_count(); ++i) {
            const Interval all = path->path.over(i, {0, 1}).value, one = path->path.value_at(i, t);
            if (!(all.lower <= one.upper && one.lower <= all.upper))
                return "a value beyond the path's bounds";
        }
    }
    const std::string csv = fault_of_written(".csv", io::to_csv(*path, path_robot()), *path);
    return csv.empty() ? fault_of_written(".json", io::to_json(*path, path_robot()), *path) : csv;
}

std::string fault_of_path_proof(std::span<const std::uint8_t> bytes) {
    const auto proof = io::read_path_proof(file_of(".json", bytes.data(), bytes.size()));
    if (!proof) return fault_of_error(proof.error());
    const std::string text = io::to_json(*proof);
    const auto* written = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto again = io::read_path_proof(file_of(".json", written, text.size()));
    if (!again) return "a proof that was written cannot be read: " + again.error().message();
    if (io::to_json(*again) != text) return "a proof that was written reads as another one";
    return {};
}

}  // namespace graze::test
