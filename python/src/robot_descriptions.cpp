// Descriptions of robots out of nested tuples, and back.
#include <array>
#include <cmath>

#include "objects.hpp"
#include "poses.hpp"
#include "robots.hpp"

namespace graze::python {

namespace {

constexpr std::array<const char*, 6> kJointTypes = {"fixed",     "revolute", "continuous",
                                                    "prismatic", "planar",   "floating"};

JointType joint_type_of(py::handle value, const std::string& name) {
    const std::string given = text_of(value, name);
    for (std::size_t i = 0; i < kJointTypes.size(); ++i)
        if (given == kJointTypes[i]) return static_cast<JointType>(i);
    std::string known;
    for (const char* type : kJointTypes) known += (known.empty() ? "'" : ", '") + std::string(type) + "'";
    refuse_value(name + ": one of " + known + " is needed, not '" + given + "'");
}

/// Calls use(item, "joints[3]") for each item of a tuple.
template <class Use> void each_item(py::handle items, const std::string& name, const Use& use) {
    std::size_t i = 0;
    for (const py::handle item : py::reinterpret_borrow<py::tuple>(items)) use(item, named(name, i++, true));
}

py::tuple fields_in(py::handle item) { return py::reinterpret_borrow<py::tuple>(item); }

std::vector<Placed> shapes_of(py::handle items, const std::string& name) {
    std::vector<Placed> shapes;
    each_item(items, name, [&](py::handle item, const std::string& where) {
        shapes.push_back(placed_of(item, py::none(), where));
    });
    return shapes;
}

RobotJoint joint_of(const py::tuple& given, const std::string& name) {
    RobotJoint joint;
    joint.name = text_of(given[0], name + ".name");
    joint.type = joint_type_of(given[1], name + ".type");
    joint.parent = text_of(given[2], name + ".parent");
    joint.child = text_of(given[3], name + ".child");
    joint.origin = pose_of(given[4], name + ".origin");
    joint.axis = vector_of(given[5], name + ".axis");
    joint.limits = interval_of(given[6], name + ".limits");
    joint.soft_limits = interval_of(given[7], name + ".soft_limits");
    each_item(given[8], name + ".coordinate_limits", [&](py::handle item, const std::string& where) {
        joint.coordinate_limits.push_back(interval_of(item, where));
    });
    if (!py::object(given[9]).is_none()) {
        const py::tuple mimic = fields_in(given[9]);
        joint.mimic = JointMimic{text_of(mimic[0], name + ".mimic.joint"),
                                 number_of(mimic[1], name + ".mimic.multiplier"),
                                 number_of(mimic[2], name + ".mimic.offset")};
    }
    if (!py::object(given[10]).is_none()) joint.neighbours = given[10].cast<bool>();
    return joint;
}

AttachedBody attached_of(const py::tuple& given, const std::string& name) {
    AttachedBody body;
    body.name = text_of(given[0], name + ".name");
    body.link = text_of(given[1], name + ".link");
    body.shapes = shapes_of(given[2], name + ".shapes");
    each_item(given[3], name + ".may_touch", [&](py::handle item, const std::string& where) {
        body.may_touch.push_back(text_of(item, where));
    });
    return body;
}

template <class Items, class Make> py::tuple tuple_from(const Items& items, const Make& make) {
    py::tuple made(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) made[i] = make(items[i]);
    return made;
}

py::tuple tuple_of_shapes(const std::vector<Placed>& shapes) {
    return tuple_from(shapes, [](const Placed& placed) { return wrapped(placed); });
}

py::tuple tuple_of_joint(const RobotJoint& joint) {
    py::object mimic = py::none(), neighbours = py::none();
    if (joint.neighbours) neighbours = py::bool_(*joint.neighbours);
    if (joint.mimic) mimic = py::make_tuple(joint.mimic->joint, joint.mimic->multiplier, joint.mimic->offset);
    return py::make_tuple(joint.name, joint_type_name(joint.type), joint.parent, joint.child,
                          wrapped(joint.origin), py::make_tuple(joint.axis.x, joint.axis.y, joint.axis.z),
                          tuple_of(joint.limits), tuple_of(joint.soft_limits),
                          tuple_from(joint.coordinate_limits, [](const Interval& i) { return tuple_of(i); }),
                          mimic, neighbours);
}

}  // namespace

const char* joint_type_name(JointType type) { return kJointTypes[static_cast<std::size_t>(type)]; }

Interval interval_of(py::handle value, const std::string& name) {
    if (value.is_none()) return Interval::everything();
    const Doubles ends = doubles_of(value, name);
    if (ends.ndim() != 1 || ends.shape(0) != 2)
        refuse_value(name + ": shape " + extents_of(ends) + "; limits are (lower, upper)");
    const Interval interval{ends.at(0), ends.at(1)};
    if (std::isnan(interval.lower) || std::isnan(interval.upper)) refuse_value(name + ": NaN");
    return interval;
}

py::tuple tuple_of(const Interval& interval) { return py::make_tuple(interval.lower, interval.upper); }

RobotDescription robot_description_of(const py::tuple& given) {
    RobotDescription description;
    description.name = text_of(given[0], "name");
    each_item(given[1], "links", [&](py::handle item, const std::string& where) {
        const py::tuple link = fields_in(item);
        description.links.push_back(
            {text_of(link[0], where + ".name"), shapes_of(link[1], where + ".shapes")});
    });
    each_item(given[2], "joints", [&](py::handle item, const std::string& where) {
        description.joints.push_back(joint_of(fields_in(item), where));
    });
    description.base = pose_of(given[3], "base");
    each_item(given[4], "attached", [&](py::handle item, const std::string& where) {
        description.attached.push_back(attached_of(fields_in(item), where));
    });
    each_item(given[5], "excluded", [&](py::handle item, const std::string& where) {
        const py::tuple pair = fields_in(item);
        description.excluded.push_back(
            {text_of(pair[0], where), text_of(pair[1], where), text_of(pair[2], where)});
    });
    return description;
}

py::tuple tuple_of(const RobotDescription& description) {
    const auto link = [](const RobotLink& one) {
        return py::make_tuple(one.name, tuple_of_shapes(one.shapes));
    };
    const auto attached = [](const AttachedBody& one) {
        return py::make_tuple(
            one.name, one.link, tuple_of_shapes(one.shapes),
            tuple_from(one.may_touch, [](const std::string& name) { return py::str(name); }));
    };
    const auto excluded = [](const ExcludedLinks& one) { return py::make_tuple(one.a, one.b, one.reason); };
    return py::make_tuple(description.name, tuple_from(description.links, link),
                          tuple_from(description.joints, &tuple_of_joint), wrapped(description.base),
                          tuple_from(description.attached, attached),
                          tuple_from(description.excluded, excluded));
}

}  // namespace graze::python
