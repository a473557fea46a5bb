// Slow and obvious answers about cells: the public verbs on two shapes for every pair, and samples of paths.
// Everything is placed by `place`, from what the cell was made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graze/robot/robot_cell.hpp"

namespace graze::test {

/// What a cell is made of.
struct CellInput {
    std::vector<Robot> robots;
    std::vector<Obstacle> obstacles;
    CellOptions options{};

    [[nodiscard]] RobotCell cell() const { return {robots, obstacles, options}; }
};

/// Two placed shapes that the cell tests, in the order of its bodies.
struct PlacedBodies {
    Placed a;
    Placed b;
};
std::vector<PlacedBodies> tested_pairs(const CellInput& input, std::span<const double> configuration);

bool overlaps_by_pairs(const CellInput& input, std::span<const double> configuration);

/// Contains the least distance of all pairs.
Interval clearance_by_pairs(const CellInput& input, std::span<const double> configuration);

/// The bodies of a pair of the cell as `place` has them; by `robots` and not by the cell's model.
PlacedBodies placed_bodies(const CellInput& input, const BodyPair& pair,
                           std::span<const double> configuration);

/// Whether the cell leaves out two links (or attached bodies) of a robot: written from the description alone.
bool left_out(const RobotDescription& robot, const std::string& a, const std::string& b);

/// The configuration at a fraction of a piece of the path: at times between two doubles too.
std::vector<double> values_within(const JointPath& path, std::size_t piece, double fraction);

/// The least distance of all pairs at `count` + 1 uniform times from `from` to `to`, and at as many fractions
/// of each piece that is shorter than what is between two of these, by the verbs on two shapes.
struct SampledClearance {
    double least = kInfinity;
    double time = 0;
};
SampledClearance sampled_clearance(const CellInput& input, const JointPath& path, const Interval& time,
                                   std::size_t count);

}  // namespace graze::test
