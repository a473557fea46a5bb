// URDF by urdfdom: the tree of links is walked from its root.
#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <mutex>

#include "graze/shape/shape.hpp"
#include "io/robots/mesh_shapes.hpp"
#include "io/robots/urdf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

/// Captures urdfdom's messages about a bad file, so that they are not printed to the terminal.
class Listener : public console_bridge::OutputHandler {
public:
    Listener() { console_bridge::useOutputHandler(this); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener() override { console_bridge::restorePreviousOutputHandler(); }

    void log(const std::string& text, console_bridge::LogLevel level, const char* /*file*/,
             int /*line*/) override {
        if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first_.empty()) first_ = text;
    }
    [[nodiscard]] const std::string& first() const noexcept { return first_; }

private:
    std::string first_;
};

/// console_bridge, through which urdfdom reports its errors, has one handler for the whole process, and
/// without one it prints. So robots are parsed one at a time, which takes milliseconds; their meshes are read
/// outside of the lock.
std::mutex listening;

/// urdfdom's first message, as one clause.
std::string reason_of(const Listener& listener) {
    std::string reason = printable(listener.first());
    while (!reason.empty() && (reason.back() == '.' || reason.back() == ' ')) reason.pop_back();
    return reason;
}

/// The text was checked, so urdfdom should read all of it. What it leaves out silently is found here: a robot
/// with less in it than the file has would hide clashes.
urdf::ModelInterfaceSharedPtr parse(const RobotText& robot, const std::string& file) {
    const std::lock_guard<std::mutex> alone(listening);
    const Listener listener;
    urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(robot.text);
    const std::string why = listener.first().empty() ? "" : ": " + reason_of(listener);
    if (!model || !model->getRoot())
        fail({file, "", "urdfdom cannot read it" + why, "Check what is named there."});
    for (const auto& [name, capsules] : robot.links) {
        const auto link = model->links_.find(name);
        if (link != model->links_.end() && link->second->collision_array.size() == capsules.size()) continue;
        fail({file, "link " + printable(name, 60), "urdfdom cannot read a collision" + why,
              "Check its place and its shape."});
    }
    return model;
}

Pose pose_of(const urdf::Pose& pose) {
    return Pose::from({pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z},
                      {pose.position.x, pose.position.y, pose.position.z});
}

JointType type_of(const urdf::Joint& joint) {
    switch (joint.type) {
        case urdf::Joint::REVOLUTE: return JointType::revolute;
        case urdf::Joint::CONTINUOUS: return JointType::continuous;
        case urdf::Joint::PRISMATIC: return JointType::prismatic;
        case urdf::Joint::PLANAR: return JointType::planar;
        case urdf::Joint::FLOATING: return JointType::floating;
        default: return JointType::fixed;
    }
}

RobotJoint joint_of(const urdf::Joint& given) {
    RobotJoint joint;
    joint.name = robot_name(given.name);
    joint.type = type_of(given);
    joint.parent = robot_name(given.parent_link_name);
    joint.child = robot_name(given.child_link_name);
    joint.origin = pose_of(given.parent_to_joint_origin_transform);
    if (joint.type != JointType::fixed && joint.type != JointType::floating)
        joint.axis = {given.axis.x, given.axis.y, given.axis.z};
    const bool limited = joint.type == JointType::revolute || joint.type == JointType::prismatic;
    if (limited && given.limits) joint.limits = {given.limits->lower, given.limits->upper};
    if (limited && given.safety)
        joint.soft_limits = {given.safety->soft_lower_limit, given.safety->soft_upper_limit};
    if (given.mimic)
        joint.mimic =
            JointMimic{robot_name(given.mimic->joint_name), given.mimic->multiplier, given.mimic->offset};
    return joint;
}

/// What is read into a model, and from where.
struct UrdfReading {
    const urdf::ModelInterface& parsed;
    const RobotText& text;
    std::filesystem::path folder;
    std::string file;
    ReadContext& context;
    MeshShapes meshes;
    std::map<std::string, std::vector<bool>> capsules{};  ///< By link: see RobotText.
    RobotModel model{};
};

void add_shape(UrdfReading& reading, Placed placed, ShapeOrigin origin, const std::string& where) {
    reading.context.budget.count_part(reading.file);
    check_shape_of(placed, {reading.file, where});
    reading.model.robot.links.back().shapes.push_back(std::move(placed));
    reading.model.origins.back().push_back(std::move(origin));
}

void add_mesh(UrdfReading& reading, const urdf::Mesh& mesh, const Pose& pose, const ShapeOrigin& origin,
              const std::string& where) {
    const std::filesystem::path path =
        find_mesh(mesh.filename, reading.folder, {reading.file, where}, reading.context.options);
    const auto& nodes = reading.meshes.read(path, {mesh.scale.x, mesh.scale.y, mesh.scale.z});
    for (const MeshShapes::Node& node : nodes) {
        ShapeOrigin one{origin.name, legible(mesh.filename), node.file};
        if (nodes.size() > 1) one.name += "/" + node.name;
        add_shape(reading, {node.placed.shape, pose * node.placed.pose}, std::move(one), where);
    }
}

void add_collision(UrdfReading& reading, const urdf::Link& link, std::size_t index,
                   const ShapeOrigin& origin) {
    const std::string where = "link " + printable(link.name, 60);
    const urdf::Collision& collision = *link.collision_array[index];
    if (!collision.geometry)
        fail({reading.file, where, "a collision without a geometry",
              "Add a box, capsule, cylinder, sphere or mesh."});
    const Pose pose = pose_of(collision.origin);
    const urdf::Geometry& geometry = *collision.geometry;
    if (geometry.type == urdf::Geometry::MESH)
        return add_mesh(reading, static_cast<const urdf::Mesh&>(geometry), pose, origin, where);
    Shape shape{Point{}};
    if (geometry.type == urdf::Geometry::SPHERE) {
        shape = Sphere{static_cast<const urdf::Sphere&>(geometry).radius};
    } else if (geometry.type == urdf::Geometry::BOX) {
        const urdf::Vector3& size = static_cast<const urdf::Box&>(geometry).dim;
        shape = Box{Vec3{size.x, size.y, size.z} * 0.5};
    } else {
        // The length of a capsule is that of its cylindrical part, its axis z.
        const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
        if (reading.capsules.at(link.name).at(index))
            shape = Capsule{cylinder.radius, 0.5 * cylinder.length};
        else
            shape = Cylinder{cylinder.radius, 0.5 * cylinder.length};
    }
    add_shape(reading, {std::move(shape), pose}, origin, where);
}

/// As deep as the tree, which was checked.
void add_links(UrdfReading& reading, const urdf::Link& link) {
    reading.model.robot.links.push_back({robot_name(link.name)});
    reading.model.origins.emplace_back();
    for (std::size_t i = 0; i < link.collision_array.size(); ++i) {
        const bool single = link.collision_array.size() == 1;
        add_collision(reading, link, i, {robot_name(link.name) + (single ? "" : "/" + std::to_string(i))});
    }
    for (const urdf::JointSharedPtr& joint : link.child_joints) {
        const auto child = reading.parsed.links_.find(joint->child_link_name);
        if (child == reading.parsed.links_.end())
            fail({reading.file, "joint " + printable(joint->name, 60), "its child link is not there",
                  "Add the link."});
        add_links(reading, *child->second);
    }
}

/// Planners shift along x and y of the frame whatever the axis is.
void note_plane(const UrdfReading& reading, const RobotJoint& joint) {
    const PlanarDirections plane = planar_directions(joint.axis);
    if (joint.type != JointType::planar || plane.x == PlanarDirections{}.x) return;
    const auto text = [](const Vec3& v) {
        std::array<char, 96> written{};
        std::snprintf(written.data(), written.size(), "%.4g %.4g %.4g", v.x + 0.0, v.y + 0.0, v.z + 0.0);
        return std::string(written.data());
    };
    reading.context.notes.add(reading.file, "joint " + printable(joint.name, 60),
                              "its plane is across its axis: x is along " + text(plane.x) + ", y along " +
                                  text(plane.y) + " of its frame");
}

}  // namespace

RobotModel read_urdf(const std::string& text, const std::filesystem::path& path, const std::string& shown,
                     ReadContext& context) {
    const RobotText robot = check_robot(text, shown);
    const urdf::ModelInterfaceSharedPtr parsed = parse(robot, shown);
    UrdfReading reading{*parsed, robot, path.parent_path(), shown, context, MeshShapes(context)};
    for (const RobotText::Link& link : robot.links) reading.capsules.emplace(link.name, link.capsules);
    reading.model.robot.name = printable(robot.name);
    add_links(reading, *parsed->root_link_);
    for (const std::string& name : robot.joints) {
        reading.model.robot.joints.push_back(joint_of(*parsed->joints_.at(name)));
        note_plane(reading, reading.model.robot.joints.back());
    }
    return std::move(reading.model);
}

}  // namespace graze::io
