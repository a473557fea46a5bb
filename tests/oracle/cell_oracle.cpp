#include "oracle/cell_oracle.hpp"

#include <algorithm>

#include "graze/query/query.hpp"

namespace graze::test {
namespace {

struct PlacedLink {
    Placed placed;
    std::size_t robot = 0;
    std::uint32_t link = 0;
};

double padding_of(const CellOptions& options, const std::string& link) {
    for (const LinkPadding& padding : options.padding)
        if (padding.link == link) return padding.padding;
    return options.default_padding;
}

std::vector<PlacedLink> placed_links(const CellInput& input, std::span<const double> configuration) {
    std::vector<PlacedLink> bodies;
    std::size_t first = 0;
    for (std::size_t r = 0; r < input.robots.size(); ++r) {
        const Robot& robot = input.robots[r];
        const std::vector<Pose> poses = place(robot, configuration.subspan(first, robot.joint_count()));
        first += robot.joint_count();
        for (std::uint32_t i = 0; i < poses.size(); ++i) {
            const double padding = padding_of(input.options, robot.links()[i].name);
            for (const Placed& shape : robot.links()[i].shapes) {
                const Shape grown = padding > 0 ? rounded(shape.shape, padding) : shape.shape;
                bodies.push_back({{grown, poses[i] * shape.pose}, r, i});
            }
        }
    }
    return bodies;
}

bool allowed(const CellInput& input, const std::string& link, const std::string& obstacle) {
    return std::ranges::any_of(input.options.allowed, [&](const AllowedContact& contact) {
        return contact.link == link && contact.obstacle == obstacle;
    });
}

}  // namespace

std::vector<PlacedBodies> tested_pairs(const CellInput& input, std::span<const double> configuration) {
    std::vector<PlacedBodies> pairs;
    const std::vector<PlacedLink> links = placed_links(input, configuration);
    for (std::size_t i = 0; i < links.size(); ++i) {
        const Robot& robot = input.robots[links[i].robot];
        for (std::size_t j = i + 1; j < links.size(); ++j) {
            const bool same = links[i].robot == links[j].robot;
            const bool exempt = same && (!input.options.self_collision ||
                                         robot.exempt(links[i].link, links[j].link) != Robot::Exempt::no);
            if (!exempt) pairs.push_back({links[i].placed, links[j].placed});
        }
        const std::string& name = robot.links()[links[i].link].name;
        for (const Obstacle& obstacle : input.obstacles)
            if (!allowed(input, name, obstacle.name)) pairs.push_back({links[i].placed, obstacle.placed});
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
    const std::vector<PlacedLink> links = placed_links(input, configuration);
    const auto body = [&](std::uint32_t i) {
        return i < links.size() ? links[i].placed : input.obstacles.at(i - links.size()).placed;
    };
    return {body(pair.a), body(pair.b)};
}

SampledClearance sampled_clearance(const RobotCell& cell, const JointPath& path, const Interval& time,
                                   std::size_t count) {
    SampledClearance least;
    std::vector<double> values(path.joint_count());
    for (std::size_t k = 0; k <= count; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(count);
        const double t = k == count ? time.upper : time.lower + share * (time.upper - time.lower);
        path.at(t, values);
        // What is farther than the least so far needs no exact distance; overlaps stay within the limit.
        const double limit = std::max(0.0, least.least);
        const CellClearance here = clearance(cell, values, {.gradient = false, .limit = limit});
        if (here.distance.upper < least.least) least = {here.distance.upper, t};
    }
    return least;
}

}  // namespace graze::test
