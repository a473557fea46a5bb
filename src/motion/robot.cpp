// Robots out of their descriptions: names are resolved, the tree is walked from its root, joints become axes
// and fixed joints disappear into the poses of links. The first fault found is the one reported.
#include "graze/motion/robot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "motion/followed_limits.hpp"
#include "motion/kinematics.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

constexpr std::array<std::string_view, 6> kFreeNames{"x", "y", "z", "roll", "pitch", "yaw"};

/// The rotation next to a matrix that is one within 1e-6: half of the defect taken off, twice, leaves
/// rounding.
Pose made_orthonormal(Pose pose) noexcept {
    for (int round = 0; round < 2; ++round) {
        Mat3& r = pose.rotation;
        Mat3 defect = transpose_times(r, r);
        for (std::size_t k = 0; k < 3; ++k) defect(k, k) -= 1;
        const Mat3 off = r * defect;
        for (std::size_t k = 0; k < 3; ++k) r.columns[k] -= 0.5 * off.columns[k];
    }
    return pose;
}

std::optional<Rule> fault_of(const Pose& pose) noexcept {
    for (const Vec3& column : pose.rotation.columns)
        if (!is_finite(column)) return Rule::not_finite;
    if (!is_finite(pose.position)) return Rule::not_finite;
    if (!below_largest_served(pose.position)) return Rule::out_of_range;
    if (!(orthonormality_defect(pose.rotation) <= kRigidTolerance) || determinant(pose.rotation) < 0)
        return Rule::not_orthonormal;
    return std::nullopt;
}

}  // namespace

/// Makes a robot of a description, or finds what is wrong with that.
class RobotBuilder {
public:
    explicit RobotBuilder(RobotDescription description) { data_.description = std::move(description); }

    expected<Robot, BuildError> build() {
        if (!read_names() || !read_joints() || !read_order() || !read_followers() || !add_axes() ||
            !finish_coordinates() || !add_attached() || !check_shapes() || !read_excluded())
            return tl::unexpected(*fault_);
        return Robot(std::make_shared<const Robot::Data>(std::move(data_)));
    }

private:
    /// What a joint that may follow others comes down to.
    struct Followed {
        std::uint32_t joint = 0;  ///< That has the number.
        double multiplier = 1;
        double offset = 0;
    };

    [[nodiscard]] const std::vector<RobotJoint>& joints() const { return data_.description.joints; }

    bool refuse(Rule rule, Element kind, std::size_t element, std::string text) {
        std::string where;
        if (kind == Element::link) {
            const std::size_t links = data_.description.links.size();
            where = element < links
                        ? "link '" + data_.description.links[element].name + "'"
                        : "attached body '" + data_.description.attached[element - links].name + "'";
        }
        if (kind == Element::joint) where = "joint '" + joints()[element].name + "'";
        fault_ = BuildError{rule, kind, element, std::move(text), std::move(where)};
        return false;
    }

    bool read_names() {
        const auto& description = data_.description;
        if (description.links.empty())
            return refuse(Rule::too_few, Element::whole, 0, "a robot needs at least one link");
        for (std::size_t i = 0; i < description.links.size(); ++i) {
            const std::string& name = description.links[i].name;
            if (name.empty()) return refuse(Rule::unknown_name, Element::link, i, "it has no name; give one");
            if (!links_.emplace(name, static_cast<std::uint32_t>(i)).second)
                return refuse(Rule::repeated_name, Element::link, i, "another link has the same name");
        }
        for (std::size_t i = 0; i < joints().size(); ++i) {
            const std::string& name = joints()[i].name;
            if (name.empty())
                return refuse(Rule::unknown_name, Element::joint, i, "it has no name; give one");
            if (!names_.emplace(name, static_cast<std::uint32_t>(i)).second)
                return refuse(Rule::repeated_name, Element::joint, i, "another joint has the same name");
        }
        return true;
    }

    bool read_joints() {
        above_.assign(data_.description.links.size(), std::nullopt);
        for (std::size_t i = 0; i < joints().size(); ++i) {
            if (!check_joint(i)) return false;
            const auto parent = links_.find(joints()[i].parent), child = links_.find(joints()[i].child);
            if (parent == links_.end())
                return refuse(Rule::unknown_name, Element::joint, i,
                              "its parent '" + joints()[i].parent + "' is not a link");
            if (child == links_.end())
                return refuse(Rule::unknown_name, Element::joint, i,
                              "its child '" + joints()[i].child + "' is not a link");
            if (above_[child->second])
                return refuse(Rule::not_a_tree, Element::joint, i,
                              "its child '" + joints()[i].child + "' is also the child of joint '" +
                                  joints()[*above_[child->second]].name + "'; a link has one parent");
            above_[child->second] = static_cast<std::uint32_t>(i);
        }
        if (const auto wrong = fault_of(data_.description.base))
            return refuse(*wrong, Element::whole, 0, "the pose of the base is not usable");
        return true;
    }

    bool check_joint(std::size_t i) {
        const RobotJoint& joint = joints()[i];
        const auto wrong = [&](Rule rule, std::string text) {
            return refuse(rule, Element::joint, i, std::move(text));
        };
        if (const auto rule = fault_of(joint.origin))
            return wrong(*rule, *rule == Rule::not_orthonormal
                                    ? "the rotation of its origin is not one within 1e-6"
                                    : "its origin has a number that is not finite or above 1e100");
        const bool along = joint.type != JointType::fixed && joint.type != JointType::floating;
        if (along && !is_finite(joint.axis)) return wrong(Rule::not_finite, "its axis is not finite");
        if (along && (joint.axis == Vec3{} || !below_largest_served(joint.axis) ||
                      !(max_component(abs(joint.axis)) >= kSmallestServed)))
            return wrong(Rule::zero_direction, "its axis has length zero; give a direction such as 0 0 1");
        const auto usable = [](const Interval& limits) {
            return limits.lower <= limits.upper && limits.lower < kInfinity && limits.upper > -kInfinity;
        };
        if (!usable(joint.limits) || !usable(joint.soft_limits))
            return wrong(Rule::not_increasing,
                         "its limits have no number between them: they are NaN or both infinite, or the "
                         "lower one is above the upper one; exchange them");
        if (joint.soft_limits != Interval::everything() && !joint.limits.contains(joint.soft_limits))
            return wrong(Rule::not_contained, "its soft limits are not within its limits");
        const std::size_t count = coordinate_count(joint.type);
        if (!joint.coordinate_limits.empty() && joint.coordinate_limits.size() != count)
            return wrong(Rule::too_few,
                         "it needs limits for each of its " + std::to_string(count) + " values");
        if (!std::ranges::all_of(joint.coordinate_limits, usable))
            return wrong(Rule::not_increasing,
                         "its limits have no number between them: they are NaN or both infinite, or a lower "
                         "one is above the upper one; exchange them");
        if (!joint.mimic) return true;
        if (count != 1) return wrong(Rule::out_of_range, "only joints with one value can follow another");
        if (!(std::abs(joint.mimic->multiplier) <= kLargestServed) ||
            !(std::abs(joint.mimic->offset) <= kLargestServed))
            return wrong(Rule::not_finite, "the multiplier or offset of what it follows is not usable");
        return true;
    }

    /// Links so that parents come first.
    bool read_order() {
        const std::size_t count = above_.size();
        std::vector<std::vector<std::uint32_t>> below(count);
        std::vector<bool> placed(count, false);
        for (std::uint32_t link = 0; link < count; ++link) {
            if (above_[link])
                below[links_.at(joints()[*above_[link]].parent)].push_back(link);
            else
                order_.push_back(link);
        }
        if (order_.size() > 1)
            return refuse(Rule::not_a_tree, Element::link, order_[1],
                          "no joint leads to it from '" + data_.description.links[order_[0]].name +
                              "'; a robot has one root");
        for (std::size_t i = 0; i < order_.size(); ++i) {
            placed[order_[i]] = true;
            for (const std::uint32_t child : below[order_[i]]) order_.push_back(child);
        }
        for (std::uint32_t link = 0; link < count; ++link)
            if (!placed[link])
                return refuse(Rule::not_a_tree, Element::joint, *above_[link],
                              "links and joints make a circle that it is part of; a robot is a tree");
        return true;
    }

    bool read_followers() {
        followed_.resize(joints().size());
        for (std::uint32_t i = 0; i < joints().size(); ++i) {
            Followed f{i, 1, 0};
            for (std::size_t steps = 0; joints()[f.joint].mimic; ++steps) {
                const JointMimic& mimic = *joints()[f.joint].mimic;
                const auto other = names_.find(mimic.joint);
                if (other == names_.end())
                    return refuse(Rule::unknown_name, Element::joint, i,
                                  "it follows '" + mimic.joint + "', which is not a joint");
                if (steps > joints().size())
                    return refuse(Rule::not_a_tree, Element::joint, i,
                                  "joints follow each other in a circle; break it");
                f = {other->second, f.multiplier * mimic.multiplier, f.multiplier * mimic.offset + f.offset};
            }
            if (f.joint != i && coordinate_count(joints()[f.joint].type) != 1)
                return refuse(Rule::out_of_range, Element::joint, i,
                              "it follows '" + joints()[f.joint].name + "', which has not one value but " +
                                  std::to_string(coordinate_count(joints()[f.joint].type)));
            if (!(std::abs(f.multiplier) <= kLargestServed && std::abs(f.offset) <= kLargestServed))
                return refuse(Rule::out_of_range, Element::joint, i,
                              "it follows '" + joints()[f.joint].name +
                                  "' by a multiplier or an offset that is too large");
            followed_[i] = f;
        }
        return true;
    }

    bool add_axes() {
        first_.resize(joints().size());
        for (std::size_t i = 0; i < joints().size(); ++i) {
            first_[i] = static_cast<std::uint32_t>(data_.coordinates.size());
            if (!joints()[i].mimic) add_coordinates(joints()[i]);
        }
        data_.tree.coordinates = data_.coordinates.size();
        data_.links.resize(data_.description.links.size());
        data_.joined.resize(data_.links.size(), false);
        for (const std::uint32_t number : order_) {
            const RobotLink& given = data_.description.links[number];
            Robot::Link& link = data_.links[number];
            link.name = given.name;
            link.shapes = given.shapes;
            if (!above_[number]) {
                link.in_frame = made_orthonormal(data_.description.base);
                continue;
            }
            const RobotJoint& joint = joints()[*above_[number]];
            link.parent = links_.at(joint.parent);
            const Robot::Link& parent = data_.links[*link.parent];
            const Pose origin = made_orthonormal(parent.in_frame * made_orthonormal(joint.origin));
            if (!below_largest_served(origin.position))
                return refuse(Rule::out_of_range, Element::joint, *above_[number], "it is too far away");
            link.frame = parent.frame;
            link.in_frame = origin;
            const bool turns = joint.type == JointType::revolute || joint.type == JointType::continuous;
            data_.joined[number] = joint.neighbours.value_or(turns);
            if (joint.type != JointType::fixed) add_joint(*above_[number], link);
        }
        return true;
    }

    void add_coordinates(const RobotJoint& joint) {
        const std::size_t count = coordinate_count(joint.type);
        for (std::size_t k = 0; k < count; ++k) {
            Robot::Coordinate c;
            c.name = joint.name;
            c.angle = joint.type == JointType::revolute || joint.type == JointType::continuous;
            const bool limited = joint.type == JointType::revolute || joint.type == JointType::prismatic;
            if (limited) c.limits = joint.limits;
            if (limited) c.soft_limits = joint.soft_limits;
            if (!joint.coordinate_limits.empty()) c.limits = joint.coordinate_limits[k];
            if (count == 3) c.angle = k == 2;
            if (count == 6) c.angle = k >= 3;
            if (count > 1) {
                c.name += ' ';
                c.name += count == 3 && k == 2 ? "angle" : kFreeNames[k];
            }
            data_.coordinates.push_back(std::move(c));
        }
    }

    /// The axes of a joint, and the link behind them.
    void add_joint(std::uint32_t number, Robot::Link& link) {
        const RobotJoint& joint = joints()[number];
        const std::uint32_t first = first_[followed_[number].joint];
        const auto add = [&](const Vec3& direction, bool turns, std::uint32_t coordinate) {
            RobotAxis axis;
            axis.origin = link.in_frame;
            axis.direction = direction;
            axis.turns = turns;
            axis.before = link.frame;
            axis.coordinate = coordinate;
            axis.multiplier = followed_[number].multiplier;
            axis.offset = followed_[number].offset;
            data_.tree.axes.push_back(axis);
            link.frame = static_cast<std::uint32_t>(data_.tree.axes.size());
            link.in_frame = Pose::identity();
        };
        if (joint.type == JointType::planar) {
            const PlanarDirections shifts = planar_directions(joint.axis);
            add(shifts.x, false, first);
            add(shifts.y, false, first + 1);
            add(joint.axis, true, first + 2);
        } else if (joint.type == JointType::floating) {
            const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
            for (std::uint32_t k = 0; k < 3; ++k) add(axes[k], false, first + k);
            for (std::uint32_t k = 3; k-- > 0;) add(axes[k], true, first + 3 + k);
        } else {
            add(joint.axis, joint.type != JointType::prismatic, first);
        }
    }

    /// The limits of a joint that follows another are limits of that one.
    bool follow(std::uint32_t number) {
        const Followed& f = followed_[number];
        const RobotJoint& joint = joints()[number];
        const bool limited = joint.type == JointType::revolute || joint.type == JointType::prismatic;
        if (f.joint == number || !limited) return true;
        Robot::Coordinate& c = data_.coordinates[first_[f.joint]];
        if (narrow_by_follower(c.limits, joint.limits, f.multiplier, f.offset) &&
            narrow_by_follower(c.soft_limits, joint.soft_limits, f.multiplier, f.offset) &&
            ranges_overlap(c.limits, c.soft_limits))
            return true;
        return refuse(Rule::out_of_range, Element::joint, number,
                      "its limits leave no value for joint '" + joints()[f.joint].name +
                          "', which it follows; change the multiplier, the offset or the limits");
    }

    bool finish_coordinates() {
        for (std::uint32_t i = 0; i < joints().size(); ++i)
            if (!follow(i)) return false;
        for (std::size_t i = 0; i < data_.coordinates.size(); ++i) {
            Robot::Coordinate& c = data_.coordinates[i];
            const bool limited =
                c.limits != Interval::everything() || c.soft_limits != Interval::everything();
            c.continuous = c.angle && !limited && is_periodic(data_.tree, i);
            // Soft limits that end next to a limit by rounding.
            const Interval both = intersect(c.limits, c.soft_limits);
            if (!(both.lower <= both.upper)) c.soft_limits = c.limits;
        }
        return true;
    }

    bool add_attached() {
        const std::size_t links = data_.description.links.size();
        for (std::size_t i = 0; i < data_.description.attached.size(); ++i) {
            const AttachedBody& body = data_.description.attached[i];
            if (body.name.empty())
                return refuse(Rule::unknown_name, Element::link, links + i, "it has no name; give one");
            const auto carrier = links_.find(body.link);
            if (carrier == links_.end() || carrier->second >= links)
                return refuse(Rule::unknown_name, Element::link, links + i,
                              "it is attached to '" + body.link + "', which is not a link");
            if (!links_.emplace(body.name, static_cast<std::uint32_t>(links + i)).second)
                return refuse(Rule::repeated_name, Element::link, links + i,
                              "a link or another attached body has the same name");
            const Robot::Link& link = data_.links[carrier->second];
            data_.links.push_back({body.name, body.shapes, link.frame, link.in_frame, carrier->second, true});
        }
        return true;
    }

    bool check_shapes() {
        for (std::size_t i = 0; i < data_.links.size(); ++i) {
            for (std::size_t k = 0; k < data_.links[i].shapes.size(); ++k) {
                const Placed& placed = data_.links[i].shapes[k];
                const std::string which = "its shape " + std::to_string(k);
                if (const auto fault = placed.shape.fault())
                    return refuse(fault->rule, Element::link, i, which + ": " + fault->message());
                if (placed.shape.type() == ShapeType::half_space)
                    return refuse(Rule::unbounded_child, Element::link, i,
                                  which + " is a half-space, which does not end; give it a box");
                if (const auto fault = fault_of(placed.pose))
                    return refuse(*fault, Element::link, i,
                                  which + " has a pose that is not finite or not a rotation");
            }
        }
        return true;
    }

    bool read_excluded() {
        const auto exclude = [&](const std::string& a, const std::string& b, const std::string& who) {
            const auto x = links_.find(a), y = links_.find(b);
            const std::string& unknown = x == links_.end() ? a : b;
            if (x == links_.end() || y == links_.end())
                return refuse(Rule::unknown_name, Element::whole, 0,
                              who + " names '" + unknown + "', which is not a link of the robot");
            data_.excluded.emplace_back(std::min(x->second, y->second), std::max(x->second, y->second));
            return true;
        };
        for (const ExcludedLinks& pair : data_.description.excluded)
            if (!exclude(pair.a, pair.b, "an excluded pair")) return false;
        for (const AttachedBody& body : data_.description.attached)
            for (const std::string& link : body.may_touch)
                if (!exclude(body.name, link, "attached body '" + body.name + "'")) return false;
        std::ranges::sort(data_.excluded);
        return true;
    }

    Robot::Data data_;
    std::unordered_map<std::string, std::uint32_t> links_;
    std::unordered_map<std::string, std::uint32_t> names_;  ///< Of joints.
    std::vector<std::optional<std::uint32_t>> above_;       ///< For each link the joint that it is child of.
    std::vector<std::uint32_t> order_;
    std::vector<Followed> followed_;
    std::vector<std::uint32_t> first_;  ///< For each joint its first number in a configuration.
    std::optional<BuildError> fault_;
};

expected<Robot, BuildError> Robot::build(RobotDescription description) {
    return RobotBuilder(std::move(description)).build();
}

expected<Robot, BuildError> Robot::with(AttachedBody body) const {
    RobotDescription more = data_->description;
    more.attached.push_back(std::move(body));
    return build(std::move(more));
}

}  // namespace graze
