#include "robot/moment.hpp"

#include <algorithm>
#include <cmath>

namespace graze {

void Moment::place(const SearchSet& set) {
    const KinematicTree& tree = set.cell->model.tree;
    frames.resize(tree.frame_count());
    bodies.resize(set.link_bodies);
    balls.resize(set.link_bodies);
    place_frames(tree, set.cell->directions, configuration, frames);
    for (std::size_t i = 0; i < set.link_bodies; ++i) {
        const Pose& frame = frames[set.bodies[i].frame];
        bodies[i] = frame * set.bodies[i].in_frame;
        balls[i] = frame * set.bodies[i].ball.centre;
    }
}

double placement_error(const RobotCell::State& cell, std::span<const double> sizes) noexcept {
    const KinematicTree& tree = cell.model.tree;
    // Each axis adds a sine, a cosine, a product of matrices and one of a matrix and a vector: together less
    // than 64 roundings of all that is behind it; its value has less than 16 of its size.
    double roundings = 64, shifts = 0;
    for (const RobotAxis& axis : tree.axes) {
        const double size = axis.coordinate < sizes.size()
                                ? std::abs(axis.multiplier * sizes[axis.coordinate]) + std::abs(axis.offset)
                                : 0;
        roundings += 64 + (axis.turns ? 16 * size : 0);
        if (!axis.turns) shifts += size;
    }
    return roundings * kEps * (cell.largest_reach + cell.farthest_base + shifts);
}

CellRates::CellRates(const SearchSet& set)
    : set_(set),
      frames_(set.cell->model.tree.frame_count()),
      rates_(set.link_bodies * frames_),
      lines_(set.cell->model.tree.axes.size()) {}

void CellRates::update(const Moment& middle, std::span<const JointRates> rates, double half, double error) {
    const KinematicTree& tree = set_.cell->model.tree;
    // Roundings of levers and rates, a few for each axis, and what matrices are off rotations.
    const double stretch = chain_stretch(tree.axes.size());
    for (std::size_t i = 0; i < tree.axes.size(); ++i)
        if (tree.axes[i].turns) lines_[i] = middle.frames[i + 1].rotation * set_.cell->directions[i];
    for (std::size_t body = 0; body < set_.link_bodies; ++body) {
        const double radius = set_.bodies[body].ball.radius;
        const Vec3& centre = middle.balls[body];
        ChainRates all;
        std::uint32_t frame = set_.bodies[body].frame;
        ChainRates* const row = &rates_[body * frames_];
        row[frame] = all;
        while (frame != 0) {
            const RobotAxis& axis = tree.axes[frame - 1];
            JointRates value = rates[axis.coordinate];
            const double times = std::abs(axis.multiplier);
            value.speed *= times;
            value.acceleration *= times;
            double lever = 0;
            if (axis.turns && value.speed + value.acceleration > 0)
                lever = length(cross(lines_[frame - 1], centre - middle.frames[frame].position)) + radius +
                        half * all.speed + error;
            all = before_axis(all, axis.turns, value, lever);
            frame = axis.before;
            row[frame] = {all.speed * stretch, all.acceleration * stretch};
        }
    }
}

}  // namespace graze
