// The bodies of an MJCF file: links in a tree of joints, and geometry at rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "io/formats/xml_guard.hpp"
#include "io/robots/mjcf.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr const char* kWorld = "world";
constexpr std::array<std::string_view, 10> kBodyKinds{"body",     "joint", "freejoint", "geom",  "frame",
                                                      "inertial", "site",  "camera",    "light", "plugin"};

/// Where the children of a body or frame go.
struct MjcfParent {
    std::size_t link = 0;  ///< Of the model; of geometry at rest the root.
    Pose pose{};           ///< The frame of the children in that link's; at rest in the world's.
    bool rests = true;
    bool still = true;          ///< No joint moves it; it may carry what joints move.
    std::string body = kWorld;  ///< By name.
    std::string childclass{};
};

/// Whether a joint moves the body or one in it.
bool moves(const TiXmlElement* body) {
    for (const TiXmlElement* child = body->FirstChildElement(); child; child = child->NextSiblingElement()) {
        const std::string& kind = child->ValueStr();
        if (kind == "joint" || kind == "freejoint") return true;
        if ((kind == "body" || kind == "frame") && moves(child)) return true;
    }
    return false;
}

class BodyReader {
public:
    BodyReader(const MjcfText& text, const std::filesystem::path& folder, ReadContext& context)
        : text_(text), context_(context), meshes_(text, folder, context), paired_(paired_geoms(text)) {}

    RobotModel read();

private:
    void visit(TiXmlElement* element, const MjcfParent& parent);
    void visit_body(TiXmlElement* element, const MjcfParent& parent);
    void visit_frame(TiXmlElement* element, const MjcfParent& parent);
    std::size_t add_link(const std::string& name);
    void add_fixed(const std::string& wanted, std::size_t parent, std::size_t child, const Pose& origin);
    std::vector<std::pair<MjcfElement, Pose>> joints_of(TiXmlElement* body, const MjcfParent& frame);
    std::size_t add_joints(TiXmlElement* element, const MjcfParent& parent, const std::string& name);
    RobotJoint joint_of(const MjcfElement& element, const std::string& body);
    void read_limits(const MjcfElement& element, RobotJoint& joint);
    void note_ball_range(const MjcfElement& joint);
    void add_geom(const MjcfElement& geom, const MjcfParent& parent);
    MjcfFilter filter_of(const MjcfElement& geom) const;

    const MjcfText& text_;
    ReadContext& context_;
    MjcfMeshes meshes_;
    std::set<std::string> paired_;
    RobotModel model_;
    MjcfBodies bodies_;
    NameBook links_, joints_, geoms_;
    std::map<std::string, double> references_;  ///< Of joints.
};

/// A name in the book that must be free when the element has one of its own.
std::string take_name(NameBook& book, const MjcfText& text, const TiXmlElement* element,
                      const std::string& wanted) {
    const std::string own = robot_name(xml_attribute(element, "name"));
    std::string name = book.take(own.empty() ? wanted : own);
    if (!own.empty() && name != own)
        text.fail_at(element, "another " + element->ValueStr() + " has the same name",
                     "Give each a name of its own.");
    return name;
}

std::size_t BodyReader::add_link(const std::string& name) {
    context_.budget.count_part(model_.robot.name);
    model_.robot.links.push_back({name});
    model_.origins.emplace_back();
    return model_.robot.links.size() - 1;
}

void BodyReader::add_fixed(const std::string& wanted, std::size_t parent, std::size_t child,
                           const Pose& origin) {
    RobotJoint joint;
    joint.name = joints_.take(wanted);
    joint.parent = model_.robot.links[parent].name;
    joint.child = model_.robot.links[child].name;
    joint.origin = origin;
    model_.robot.joints.push_back(std::move(joint));
}

void BodyReader::read_limits(const MjcfElement& element, RobotJoint& joint) {
    const auto range = text_.numbers(element, "range", {2, 2});
    const bool given = range && ((*range)[0] != 0 || (*range)[1] != 0);
    const std::string limited = text_.attribute(element, "limited").value_or("auto");
    bool limits = given;
    if (limited != "auto") limits = text_.flag(element.xml, limited, "limited");
    const bool automatic =
        text_.flag(element.xml, text_.setting("autolimits").value_or("true"), "autolimits");
    if (limited == "auto" && given && !automatic)
        text_.fail_at(element.xml, "it has a range, but is not limited, and autolimits is false",
                      R"(Write limited="true" or limited="false".)");
    if (!limits) return;
    if (!given || !((*range)[0] < (*range)[1]))
        text_.fail_at(element.xml, "its range is not a lower limit and an upper one above it",
                      R"(Write range="-1 1".)");
    const bool slides = joint.type == JointType::prismatic;
    joint.limits = slides ? Interval{(*range)[0], (*range)[1]}
                          : Interval{text_.radians((*range)[0]), text_.radians((*range)[1])};
    if (joint.type == JointType::continuous) joint.type = JointType::revolute;
}

/// The limit of a ball is one of the whole angle, which none of its three values has.
void BodyReader::note_ball_range(const MjcfElement& joint) {
    const auto range = text_.numbers(joint, "range", {2, 2});
    if (!range || (*range)[1] == 0) return;
    const NamedIn where = text_.place(joint.xml);
    context_.notes.add(where.file, where.element, "the range of a ball joint is not kept: it turns freely");
}

/// A hinge or slide; its value counts from `ref` on.
RobotJoint BodyReader::joint_of(const MjcfElement& element, const std::string& body) {
    RobotJoint joint;
    joint.name = take_name(joints_, text_, element.xml, body + " joint");
    const std::string type = text_.attribute(element, "type").value_or("hinge");
    joint.type = type == "slide" ? JointType::prismatic : JointType::continuous;
    joint.axis = text_.vector(element, "axis", {0, 0, 1});
    if (joint.axis == Vec3{}) text_.fail_at(element.xml, "its axis is zero", R"(Write axis="0 0 1".)");
    read_limits(element, joint);
    const auto ref = text_.numbers(element, "ref", {1, 1});
    const double reference = !ref ? 0 : type == "slide" ? (*ref)[0] : text_.radians((*ref)[0]);
    references_[joint.name] = reference;
    if (reference == 0) return joint;
    joint.origin = type == "slide" ? Pose::translation(unit(joint.axis) * -reference)
                                   : Pose::from(Quat::from_axis_angle(joint.axis, -reference), {});
    return joint;
}

/// The joints of a body and its frames, each with the frame that it is written in, in the body's.
std::vector<std::pair<MjcfElement, Pose>> BodyReader::joints_of(TiXmlElement* body, const MjcfParent& frame) {
    std::vector<std::pair<MjcfElement, Pose>> joints;
    for (TiXmlElement* child = body->FirstChildElement(); child; child = child->NextSiblingElement()) {
        const std::string& kind = child->ValueStr();
        if (kind == "joint" || kind == "freejoint") joints.push_back({{child, frame.childclass}, frame.pose});
        if (kind != "frame") continue;
        MjcfParent inner = frame;
        if (const std::string own = xml_attribute(child, "childclass"); !own.empty()) inner.childclass = own;
        inner.pose = frame.pose * text_.pose({child, inner.childclass});
        for (auto& joint : joints_of(child, inner)) joints.push_back(std::move(joint));
    }
    return joints;
}

/// The link of a body below its parent's, with all joints in between: each turns about a point of its own, or
/// slides, after those before it.
std::size_t BodyReader::add_joints(TiXmlElement* element, const MjcfParent& parent, const std::string& name) {
    MjcfParent frame;
    frame.childclass = parent.childclass;
    const auto joints = joints_of(element, frame);
    Pose next = parent.pose;  // where the next joint is, in the frame of the link before it
    std::size_t before = parent.link;
    const auto append = [&](RobotJoint joint, const std::string& link) {
        // What is at rest is tested against the bodies that it carries, others are not.
        joint.neighbours = !parent.still;
        joint.parent = model_.robot.links[before].name;
        joint.origin = next * joint.origin;
        before = add_link(link);
        joint.child = model_.robot.links[before].name;
        model_.robot.joints.push_back(std::move(joint));
        next = {};
    };
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const auto& [joint, written_in] = joints[i];
        const std::string kind =
            joint.kind() == "freejoint" ? "free" : text_.attribute(joint, "type").value_or("hinge");
        const bool last = i + 1 == joints.size();
        if (kind == "free") {
            if (joints.size() > 1 || parent.body != kWorld)
                text_.fail_at(joint.xml, "a free joint moves a body of the world, alone",
                              "Put the body into <worldbody>, or remove its other joints.");
            RobotJoint free;
            free.name = take_name(joints_, text_, joint.xml, name + " joint");
            free.type = JointType::floating;
            append(std::move(free), name);
            return before;
        }
        const Vec3 point = written_in * text_.vector(joint, "pos", {});
        const bool offset = point != Vec3{} && kind != "slide";
        if (offset) next = next * Pose::translation(point);
        if (kind == "hinge" || kind == "slide") {
            RobotJoint one = joint_of(joint, name);
            one.axis = written_in.rotation * one.axis;
            one.origin = {written_in.rotation * one.origin.rotation * transpose(written_in.rotation),
                          written_in.rotation * one.origin.position};
            append(std::move(one), last && !offset ? name : links_.take(name + " frame"));
        } else if (kind == "ball") {
            const std::string base = take_name(joints_, text_, joint.xml, name + " joint");
            note_ball_range(joint);
            constexpr std::array<const char*, 3> kParts{" yaw", " pitch", " roll"};
            for (std::size_t k = 0; k < 3; ++k) {
                RobotJoint one;
                one.name = joints_.take(base + kParts[k]);
                one.type = JointType::continuous;
                one.axis = Vec3{};
                one.axis[2 - k] = 1;
                references_[one.name] = 0;
                append(std::move(one), last && !offset && k == 2 ? name : links_.take(name + " frame"));
            }
        } else {
            text_.fail_at(joint.xml, "there is no joint of type '" + printable(kind, 40) + "'",
                          nearest_name(printable(kind, 40),
                                       std::array<std::string_view, 4>{"free", "ball", "slide", "hinge"}));
        }
        if (offset) next = Pose::translation(-point);
    }
    if (model_.robot.links[before].name == name) return before;
    const std::size_t link = add_link(name);
    add_fixed(name + " mount", before, link, next);
    return link;
}

void BodyReader::visit_body(TiXmlElement* element, const MjcfParent& parent) {
    MjcfParent own = parent;
    if (const std::string given = xml_attribute(element, "childclass"); !given.empty())
        own.childclass = given;
    own.body = take_name(links_, text_, element, parent.body + " body");
    own.pose = parent.pose * text_.pose({element});
    own.rests = parent.rests && !moves(element);
    MjcfBody& body = bodies_.bodies[own.body];
    if (!own.rests) {
        MjcfParent above = own;
        above.body = parent.body;
        own.still = parent.still && joints_of(element, own).empty();
        own.link = add_joints(element, above, own.body);
        own.pose = {};
        body.link = own.link;
    }
    visit(element, own);
}

void BodyReader::visit_frame(TiXmlElement* element, const MjcfParent& parent) {
    MjcfParent own = parent;
    if (const std::string given = xml_attribute(element, "childclass"); !given.empty())
        own.childclass = given;
    own.pose = parent.pose * text_.pose({element, own.childclass});
    visit(element, own);
}

void BodyReader::visit(TiXmlElement* element, const MjcfParent& parent) {
    for (TiXmlElement* child = element->FirstChildElement(); child; child = child->NextSiblingElement()) {
        const std::string& kind = child->ValueStr();
        if (kind == "geom") add_geom({child, parent.childclass}, parent);
        if (kind == "body") visit_body(child, parent);
        if (kind == "frame") visit_frame(child, parent);
        const bool joint = kind == "joint" || kind == "freejoint";
        if (joint && parent.body == kWorld)
            text_.fail_at(child, "the world has no joints", "Put it into a <body>.");
        if (std::find(kBodyKinds.begin(), kBodyKinds.end(), kind) != kBodyKinds.end()) continue;
        constexpr std::array<std::string_view, 4> kRefused{"attach", "composite", "flexcomp", "replicate"};
        if (std::find(kRefused.begin(), kRefused.end(), kind) != kRefused.end())
            text_.fail_at(child, "elements <" + kind + "> are not read",
                          "Load the model in MuJoCo, and save it: it then has the bodies themselves.");
        text_.fail_at(child, "a body has no element <" + printable(kind, 40) + ">",
                      nearest_name(printable(kind, 40), kBodyKinds));
    }
}

MjcfFilter BodyReader::filter_of(const MjcfElement& geom) const {
    const std::string name = robot_name(xml_attribute(geom.xml, "name"));
    if (!name.empty() && paired_.contains(name)) return kCollidesWithAll;
    MjcfFilter filter;
    for (auto& [key, bits] : std::array<std::pair<const char*, std::uint32_t*>, 2>{
             {{"contype", &filter.type}, {"conaffinity", &filter.affinity}}}) {
        const auto value = text_.attribute(geom, key);
        if (!value) continue;
        std::int64_t whole = 0;
        Words words{*value};
        if (words.count() != 1 || !words.whole(whole) || whole < -2147483648LL || whole > 4294967295LL)
            text_.fail_at(
                geom.xml,
                std::string(key) + "=\"" + printable(*value, 40) + "\" is no whole number of 32 bits",
                "Write a number such as 1.");
        *bits = static_cast<std::uint32_t>(whole);
    }
    return filter;
}

void BodyReader::add_geom(const MjcfElement& geom, const MjcfParent& parent) {
    const std::string name = robot_name(xml_attribute(geom.xml, "name"));
    if (!name.empty()) bodies_.bodies_of_geoms.emplace(name, parent.body);
    MjcfGeom read{{}, 0, filter_of(geom)};
    if (read.filter.type == 0 && read.filter.affinity == 0) return;  // is only to be drawn
    context_.budget.count_part(model_.robot.name);
    MjcfShape shape = read_geom_shape(text_, geom, meshes_);
    shape.placed.pose = parent.pose * shape.placed.pose;
    if (!parent.rests && shape.placed.shape.type() == ShapeType::half_space)
        text_.fail_at(geom.xml, "a plane does not move with a body", "Give the body a box.");
    if (parent.rests) {
        read.world = model_.world.size();
        shape.origin.name = take_name(geoms_, text_, geom.xml, parent.body);
        bodies_.bodies[parent.body].world.push_back(read.world);
        model_.world.push_back({shape.origin.name, shape.placed});
        model_.world_origins.push_back(std::move(shape.origin));
    } else {
        read.link = parent.link;
        shape.origin.name = name.empty() ? parent.body : parent.body + "/" + name;
        model_.robot.links[parent.link].shapes.push_back(shape.placed);
        model_.origins[parent.link].push_back(std::move(shape.origin));
    }
    bodies_.geoms.push_back(read);
}

RobotModel BodyReader::read() {
    model_.robot.name = printable(xml_attribute(text_.root(), "model"));
    (void)add_link(links_.take(kWorld));
    bodies_.bodies[kWorld];
    for (TiXmlElement* world : text_.sections("worldbody")) {
        MjcfParent parent;
        parent.childclass = xml_attribute(world, "childclass");
        visit(world, parent);
    }
    read_contacts(text_, bodies_, model_, context_);
    read_equalities(text_, references_, model_, context_);
    return std::move(model_);
}

}  // namespace

RobotModel read_mjcf(const std::string& text, const std::filesystem::path& path, const std::string& shown,
                     ReadContext& context) {
    const MjcfText read(text, path, shown, context);
    return BodyReader(read, path.parent_path(), context).read();
}

}  // namespace graze::io
