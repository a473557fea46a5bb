// URDF by urdfdom: the tree of links is walked from its root, each joint at its value. Links are groups, so
// that exclusions can name them.
#include "io/robot_file.hpp"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "io/formats/xml_guard.hpp"
#include "io/mesh_file.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"
#include "io/text/name_book.hpp"

namespace graze::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPackage = "package://";

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

std::string short_text(double number) {
    std::string text;
    write_number(text, number);
    return text;
}

Pose pose_of(const urdf::Pose& pose) {
    return Pose::from({pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z},
                      {pose.position.x, pose.position.y, pose.position.z});
}

class RobotReader {
public:
    RobotReader(const urdf::ModelInterface& model, const RobotText& text, fs::path folder, std::string file,
                ReadContext& context)
        : model_(model), folder_(std::move(folder)), file_(std::move(file)), context_(context) {
        for (const RobotText::Link& link : text.links) capsules_.emplace(link.name, link.capsules);
    }

    Document read();
    [[nodiscard]] std::vector<std::string> links() const;

private:
    void check_joints() const;
    [[nodiscard]] double value_of(const urdf::Joint& joint, std::size_t depth = 0) const;
    [[nodiscard]] Pose motion_of(const urdf::Joint& joint) const;
    void visit(const urdf::Link& link, const Pose& pose, const std::string& body);
    void add_collision(const urdf::Link& link, std::size_t index, const Pose& pose, const std::string& name);
    void add_mesh(const urdf::Mesh& mesh, const Part& part, const std::string& where);
    void add(Part part, const std::string& where);
    [[nodiscard]] fs::path find_mesh(const std::string& name, const std::string& where) const;
    [[nodiscard]] fs::path find_in_package(const std::string& name, const std::string& where) const;

    const urdf::ModelInterface& model_;
    fs::path folder_;
    std::string file_;
    ReadContext& context_;
    std::map<std::string, std::vector<bool>> capsules_;  ///< By link: see RobotText.
    Document document_;
    NameBook names_;
};

std::vector<std::string> RobotReader::links() const {
    std::vector<std::string> names;
    names.reserve(model_.links_.size());
    for (const auto& [name, link] : model_.links_) names.push_back(name);
    return names;
}

void RobotReader::check_joints() const {
    std::vector<std::string> known;
    known.reserve(model_.joints_.size());
    for (const auto& [name, joint] : model_.joints_) known.push_back(name);
    for (const auto& [name, value] : context_.options.joints) {
        if (!model_.joints_.contains(name))
            fail({file_, "joint " + printable(name, 60), "the robot has no such joint",
                  nearest_name(name, known)});
        if (!std::isfinite(value) || std::abs(value) > 1e100)
            fail({file_, "joint " + printable(name, 60), "its value is not a usable number",
                  "Give radians or a length."});
    }
}

double RobotReader::value_of(const urdf::Joint& joint, std::size_t depth) const {
    const std::string where = "joint " + printable(joint.name, 60);
    const auto given = context_.options.joints.find(joint.name);
    double value = given == context_.options.joints.end() ? 0 : given->second;
    if (joint.mimic && given == context_.options.joints.end()) {
        const auto other = model_.joints_.find(joint.mimic->joint_name);
        if (other == model_.joints_.end())
            fail({file_, where, "it follows a joint that is not there", "Name one that is."});
        if (depth >= context_.options.limits.nesting)
            fail({file_, where, "joints follow each other in a circle", "Break the circle."});
        value = joint.mimic->multiplier * value_of(*other->second, depth + 1) + joint.mimic->offset;
    }
    const bool limited = joint.limits &&
                         (joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::PRISMATIC) &&
                         joint.limits->lower <= joint.limits->upper;
    if (!limited) return value;
    const double lower = joint.limits->lower, upper = joint.limits->upper;
    if (given != context_.options.joints.end() && !(value >= lower && value <= upper))
        fail({file_, where, "its value is outside of its limits",
              "Give one from " + short_text(lower) + " to " + short_text(upper) + "."});
    return std::clamp(value, lower, upper);
}

Pose RobotReader::motion_of(const urdf::Joint& joint) const {
    const std::string where = "joint " + printable(joint.name, 60);
    if (joint.type == urdf::Joint::FIXED) return {};
    const bool turns = joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS;
    if (!turns && joint.type != urdf::Joint::PRISMATIC) {
        if (!context_.options.joints.contains(joint.name)) return {};
        fail({file_, where, "floating and planar joints have no single value",
              "They stay where the file has them."});
    }
    const Vec3 axis{joint.axis.x, joint.axis.y, joint.axis.z};
    if (!is_finite(axis) || axis == Vec3{})
        fail({file_, where, "its axis is zero or not finite", "Write <axis xyz=\"0 0 1\"/>."});
    const double value = value_of(joint);
    if (turns) return Pose::from(Quat::from_axis_angle(axis, value), {});
    return Pose::translation(unit(axis) * value);
}

fs::path RobotReader::find_mesh(const std::string& name, const std::string& where) const {
    if (name.starts_with(kPackage)) return find_in_package(name, where);
    const std::string file = name.starts_with("file://") ? name.substr(7) : name;
    return find_named_file(file, folder_, {file_, where}, context_.options);
}

fs::path RobotReader::find_in_package(const std::string& name, const std::string& where) const {
    const std::string remainder = name.substr(kPackage.size());
    const std::size_t slash = std::min(remainder.find('/'), remainder.size());
    const std::string package = remainder.substr(0, slash);
    const std::string inner = remainder.substr(std::min(slash + 1, remainder.size()));
    struct Place {
        fs::path folder;
        std::string file;
    };
    std::vector<Place> places;
    std::error_code ignored;
    for (const fs::path& folder : context_.options.packages) {
        places.push_back({folder, remainder});
        if (fs::canonical(folder, ignored).filename() == package) places.push_back({folder, inner});
    }
    // The package's folder may be the robot's own, or one in it; with files anywhere also one above.
    places.push_back({folder_, remainder});
    places.push_back({folder_, inner});
    std::string up;
    for (int level = 0; context_.options.files_anywhere && level < 8; ++level) {
        up += "../";
        places.push_back({folder_, up + remainder});
        places.push_back({folder_, up + inner});
    }
    for (const auto& [folder, file] : places) {
        if (!file.empty() && fs::exists(folder / file, ignored))
            return find_named_file(file, folder, {file_, where}, context_.options);
    }
    constexpr std::size_t kMostShown = 4;
    std::string tried;
    for (std::size_t i = 0; i < std::min(kMostShown, places.size()); ++i)
        tried += (i > 0 ? ", '" : "'") +
                 printable((places[i].folder / places[i].file).lexically_normal().string()) + "'";
    fail({file_, where, "there is no file '" + printable(name) + "'",
          "Tried: " + tried + (places.size() > kMostShown ? " and more" : "") +
              ". Packages are looked up in the folders given for them and in that of the robot's file; "
              "elsewhere only when files anywhere "
              "are allowed."});
}

void RobotReader::add(Part part, const std::string& where) {
    context_.budget.count_part(file_);
    part.name = names_.take(part.name);
    if (const auto usable = check(placed(part)); !usable) fail_build(file_, where, usable.error());
    document_.parts.push_back(std::move(part));
}

void RobotReader::add_mesh(const urdf::Mesh& mesh, const Part& part, const std::string& where) {
    const fs::path path = find_mesh(mesh.filename, where);
    const ReadOptions& options = context_.options;
    std::vector<Part> nodes =
        read_mesh_file(path, path.string(), {options.unit_scale, options.up, options.solids}, context_);
    const Vec3 scale{mesh.scale.x, mesh.scale.y, mesh.scale.z};
    for (Part& node : nodes) {
        Part copy = part;
        if (nodes.size() > 1) copy.name += "/" + node.name;
        copy.source = legible(mesh.filename);
        copy.file = node.file;
        copy.shape = node.shape;
        if (scale == Vec3{1, 1, 1})
            copy.pose = part.pose * node.pose;
        else
            copy.shape = transformed(node.shape, Affine::scale(scale) * Affine::from(node.pose));
        add(std::move(copy), where);
    }
}

void RobotReader::add_collision(const urdf::Link& link, std::size_t index, const Pose& pose,
                                const std::string& name) {
    const std::string where = "link " + printable(link.name, 60);
    const urdf::Collision& collision = *link.collision_array[index];
    if (!collision.geometry)
        fail({file_, where, "a collision without a geometry",
              "Add a box, capsule, cylinder, sphere or mesh."});
    Part part;
    part.name = name;
    part.group = group_of_link(link.name);
    part.pose = pose * pose_of(collision.origin);
    const urdf::Geometry& geometry = *collision.geometry;
    if (geometry.type == urdf::Geometry::MESH)
        return add_mesh(static_cast<const urdf::Mesh&>(geometry), part, where);
    if (geometry.type == urdf::Geometry::SPHERE) {
        part.shape = Sphere{static_cast<const urdf::Sphere&>(geometry).radius};
    } else if (geometry.type == urdf::Geometry::BOX) {
        const urdf::Vector3& size = static_cast<const urdf::Box&>(geometry).dim;
        part.shape = Box{Vec3{size.x, size.y, size.z} * 0.5};
    } else {
        // The length of a capsule is that of its cylindrical part, its axis z.
        const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
        if (capsules_.at(link.name).at(index))
            part.shape = Capsule{cylinder.radius, 0.5 * cylinder.length};
        else
            part.shape = Cylinder{cylinder.radius, 0.5 * cylinder.length};
    }
    add(std::move(part), where);
}

/// `body`: the nearest link above with a geometry. As deep as the tree, which was checked.
void RobotReader::visit(const urdf::Link& link, const Pose& pose, const std::string& body) {
    const std::string group = group_pattern(link.name);
    const std::size_t before = document_.parts.size();
    for (std::size_t i = 0; i < link.collision_array.size(); ++i) {
        const bool single = link.collision_array.size() == 1;
        const std::string name = printable(link.name, 900) + (single ? "" : "/" + std::to_string(i));
        add_collision(link, i, pose, name);
    }
    const std::size_t count = document_.parts.size() - before;
    if (count > 1) document_.exclusions.push_back({group, group, "one link"});
    if (count > 0 && !body.empty()) document_.exclusions.push_back({body, group, "adjacent links"});
    for (const urdf::JointSharedPtr& joint : link.child_joints) {
        const auto child = model_.links_.find(joint->child_link_name);
        if (child == model_.links_.end())
            fail({file_, "joint " + printable(joint->name, 60), "its child link is not there",
                  "Add the link."});
        visit(*child->second, pose * pose_of(joint->parent_to_joint_origin_transform) * motion_of(*joint),
              count > 0 ? group : body);
    }
}

Document RobotReader::read() {
    check_joints();
    visit(*model_.root_link_, {}, "");
    if (document_.parts.empty())
        fail({file_, "", "no link has a collision geometry",
              "Add <collision> elements; <visual> ones are not read."});
    return std::move(document_);
}

}  // namespace

Document read_robot_file(const fs::path& path, const std::string& shown, ReadContext& context) {
    const RobotText robot = check_robot(read_xml_text(path, shown, context.options), shown);
    const urdf::ModelInterfaceSharedPtr model = parse(robot, shown);
    RobotReader reader(*model, robot, path.parent_path(), shown, context);
    Document document = reader.read();
    document.title = printable(robot.name);
    if (context.options.semantic)
        add_disabled_pairs(document, {robot.name, reader.links()}, *context.options.semantic, context);
    return document;
}

}  // namespace graze::io
