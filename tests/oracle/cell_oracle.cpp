#include "oracle/cell_oracle.hpp"

#include <algorithm>

#include "graze/query/query.hpp"

namespace graze::test {
namespace {

/// A shape of a link, with its padding.
struct LinkShape {
    Shape shape;
    Pose in_link{};
    std::size_t robot = 0;
    std::uint32_t link = 0;
};

/// What a cell tests against what; numbers from `shapes.size()` on are of obstacles.
struct Tested {
    std::vector<LinkShape> shapes;
    std::vector<BodyPair> pairs;
};

double padding_of(const CellOptions& options, const std::string& link) {
    for (const LinkPadding& padding : options.padding)
        if (padding.link == link) return padding.padding;
    return options.default_padding;
}

std::vector<LinkShape> link_shapes(const CellInput& input) {
    std::vector<LinkShape> shapes;
    for (std::size_t r = 0; r < input.robots.size(); ++r) {
        const auto links = input.robots[r].links();
        for (std::uint32_t i = 0; i < links.size(); ++i) {
            const double padding = padding_of(input.options, links[i].name);
            for (const Placed& shape : links[i].shapes) {
                const Shape grown = padding > 0 ? rounded(shape.shape, padding) : shape.shape;
                shapes.push_back({grown, shape.pose, r, i});
            }
        }
    }
    return shapes;
}

/// Where the shapes of links are.
std::vector<Pose> link_poses(const CellInput& input, const std::vector<LinkShape>& shapes,
                             std::span<const double> configuration) {
    std::vector<std::vector<Pose>> poses;
    std::size_t first = 0;
    for (const Robot& robot : input.robots) {
        poses.push_back(place(robot, configuration.subspan(first, robot.joint_count())));
        first += robot.joint_count();
    }
    std::vector<Pose> placed;
    placed.reserve(shapes.size());
    for (const LinkShape& shape : shapes) placed.push_back(poses[shape.robot][shape.link] * shape.in_link);
    return placed;
}

bool allowed(const CellInput& input, const std::string& link, const std::string& obstacle) {
    return std::ranges::any_of(input.options.allowed, [&](const AllowedContact& contact) {
        return contact.link == link && contact.obstacle == obstacle;
    });
}

/// The joint above a link; null for the root.
const RobotJoint* joint_above(const RobotDescription& robot, const std::string& link) {
    const auto found = std::ranges::find(robot.joints, link, &RobotJoint::child);
    return found == robot.joints.end() ? nullptr : &*found;
}

/// The link itself, or the one that carries the attached body.
const std::string& carrier_of(const RobotDescription& robot, const std::string& name) {
    const auto found = std::ranges::find(robot.attached, name, &AttachedBody::name);
    return found == robot.attached.end() ? name : found->link;
}

bool has_shapes(const RobotDescription& robot, const std::string& link) {
    return !std::ranges::find(robot.links, link, &RobotLink::name)->shapes.empty();
}

/// The joints from a link to the root.
std::vector<const RobotJoint*> joints_above(const RobotDescription& robot, std::string link) {
    std::vector<const RobotJoint*> joints;
    while (const RobotJoint* joint = joint_above(robot, link)) {
        joints.push_back(joint);
        link = joint->parent;
    }
    return joints;
}

/// Joined by one turning joint, with nothing between that has shapes.
bool turn_joined(const RobotDescription& robot, const std::string& below, const std::string& above) {
    std::vector<const RobotJoint*> moving;
    for (const RobotJoint* joint : joints_above(robot, below)) {
        if (joint->type != JointType::fixed) moving.push_back(joint);
        if (joint->parent == above)
            return moving.size() == 1 &&
                   (moving[0]->type == JointType::revolute || moving[0]->type == JointType::continuous);
        if (has_shapes(robot, joint->parent)) return false;
    }
    return false;
}

Tested tested_by(const CellInput& input) {
    Tested tested{link_shapes(input), {}};
    const auto links = static_cast<std::uint32_t>(tested.shapes.size());
    for (std::uint32_t i = 0; i < links; ++i) {
        const LinkShape& a = tested.shapes[i];
        const Robot& robot = input.robots[a.robot];
        const std::string& name = robot.links()[a.link].name;
        for (std::uint32_t j = i + 1; j < links; ++j) {
            const LinkShape& b = tested.shapes[j];
            const bool out =
                a.robot == b.robot && (!input.options.self_collision ||
                                       left_out(robot.description(), name, robot.links()[b.link].name));
            if (!out) tested.pairs.push_back({i, j});
        }
        for (std::uint32_t k = 0; k < input.obstacles.size(); ++k)
            if (!allowed(input, name, input.obstacles[k].name)) tested.pairs.push_back({i, links + k});
    }
    return tested;
}

/// An upper bound of the least distance: exact when it is less than `limit`. Spheres around the bodies leave
/// out most pairs.
double clearance_below(const CellInput& input, const Tested& tested, std::span<const double> configuration,
                       double limit) {
    double least = kInfinity;
    const std::size_t links = tested.shapes.size();
    const std::vector<Pose> poses = link_poses(input, tested.shapes, configuration);
    for (const auto& [a, b] : tested.pairs) {
        const Shape& first = tested.shapes[a].shape;
        const Shape& second = b < links ? tested.shapes[b].shape : input.obstacles[b - links].placed.shape;
        const Pose& place = b < links ? poses[b] : input.obstacles[b - links].placed.pose;
        const double apart = length(place.position - poses[a].position) * (1 - 1e-9) -
                             (first.reach() + second.reach()) * (1 + 1e-5);
        if (apart > std::max(0.0, std::min(limit, least))) continue;
        least = std::min(least, separation({first, poses[a]}, {second, place}).distance.upper);
    }
    return least;
}

}  // namespace

bool left_out(const RobotDescription& robot, const std::string& a, const std::string& b) {
    for (const ExcludedLinks& pair : robot.excluded)
        if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return true;
    for (const AttachedBody& body : robot.attached)
        for (const std::string& other : body.may_touch)
            if ((body.name == a && other == b) || (body.name == b && other == a)) return true;
    const std::string &x = carrier_of(robot, a), &y = carrier_of(robot, b);
    // The joints above only one of the two are those between them.
    const auto above_x = joints_above(robot, x), above_y = joints_above(robot, y);
    const auto moves = [](const auto& joints, const auto& others) {
        return std::ranges::any_of(joints, [&](const RobotJoint* joint) {
            return joint->type != JointType::fixed && std::ranges::count(others, joint) == 0;
        });
    };
    if (!moves(above_x, above_y) && !moves(above_y, above_x)) return true;
    if (x != a || y != b) return false;
    return turn_joined(robot, a, b) || turn_joined(robot, b, a);
}

std::vector<PlacedBodies> tested_pairs(const CellInput& input, std::span<const double> configuration) {
    const Tested tested = tested_by(input);
    const std::vector<Pose> poses = link_poses(input, tested.shapes, configuration);
    const std::size_t links = poses.size();
    std::vector<PlacedBodies> pairs;
    for (const auto& [a, b] : tested.pairs) {
        const Placed first{tested.shapes[a].shape, poses[a]};
        pairs.push_back({first, b < links ? Placed{tested.shapes[b].shape, poses[b]}
                                          : input.obstacles[b - links].placed});
    }
    return pairs;
}

bool overlaps_by_pairs(const CellInput& input, std::span<const double> configuration) {
    return std::ranges::any_of(tested_pairs(input, configuration),
                               [](const PlacedBodies& pair) { return overlaps(pair.a, pair.b); });
}

Interval clearance_by_pairs(const CellInput& input, std::span<const double> configuration) {
    Interval least(kInfinity);
    for (const PlacedBodies& pair : tested_pairs(input, configuration)) {
        const Interval distance = separation(pair.a, pair.b).distance;
        least = {std::min(least.lower, distance.lower), std::min(least.upper, distance.upper)};
    }
    return least;
}

PlacedBodies placed_bodies(const CellInput& input, const BodyPair& pair,
                           std::span<const double> configuration) {
    const std::vector<LinkShape> shapes = link_shapes(input);
    const std::vector<Pose> poses = link_poses(input, shapes, configuration);
    const auto body = [&](std::uint32_t i) {
        return i < shapes.size() ? Placed{shapes[i].shape, poses[i]}
                                 : input.obstacles.at(i - shapes.size()).placed;
    };
    return {body(pair.a), body(pair.b)};
}

std::vector<double> values_within(const JointPath& path, std::size_t piece, double fraction) {
    const std::size_t degree = path.degree(), each = degree + 1;
    std::vector<double> values(path.joint_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto given = path.coefficients().subspan((piece * values.size() + i) * each, each);
        std::vector<double> c(given.begin(), given.end());
        for (std::size_t k = degree; k > 0; --k)
            for (std::size_t j = 0; j < k; ++j) c[j] = (1 - fraction) * c[j] + fraction * c[j + 1];
        values[i] = c[0];
    }
    return values;
}

SampledClearance sampled_clearance(const CellInput& input, const JointPath& path, const Interval& time,
                                   std::size_t count) {
    SampledClearance least;
    const Tested tested = tested_by(input);
    const auto add = [&](const std::vector<double>& values, double t) {
        const double here = clearance_below(input, tested, values, least.least);
        if (here < least.least) least = {here, t};
    };
    const auto share = [&](std::size_t k) { return static_cast<double>(k) / static_cast<double>(count); };
    for (std::size_t k = 0; k <= count; ++k) {
        const double t = k == count ? time.upper : time.lower + share(k) * (time.upper - time.lower);
        add(path.at(t), t);
    }
    const auto knots = path.knots();
    for (std::size_t p = 0; p + 1 < knots.size(); ++p) {
        if (knots[p] < time.lower || knots[p + 1] > time.upper) continue;
        if (knots[p + 1] - knots[p] > time.width() / static_cast<double>(count)) continue;
        for (std::size_t k = 0; k <= count; ++k) add(values_within(path, p, share(k)), knots[p]);
    }
    return least;
}

}  // namespace graze::test
