// Where everything of a cell is at one time of a path, and how fast it may move around that time. World
// frame.
#pragma once

#include <span>
#include <vector>

#include "robot/cell_state.hpp"

namespace graze {

/// The frames and bodies of links for one configuration; rounded.
struct Moment {
    double time = 0;
    std::vector<double> configuration;
    std::vector<Pose> frames;
    std::vector<Pose> bodies;  ///< Of the links' bodies, in world frame.
    std::vector<Vec3> balls;   ///< Centres of the balls around them.

    /// Places everything for the configuration.
    void place(const SearchSet& set);
};

/// How far points of bodies may be off where a moment has them, by rounding of forward kinematics. `sizes`:
/// for each value of the configuration a bound of all numbers that it is computed from.
double placement_error(const RobotCell::State& cell, std::span<const double> sizes) noexcept;

/// Bounds of the speed and acceleration of every link's body relative to each frame on its chain, over the
/// time `half` before and after a moment.
class CellRates {
public:
    explicit CellRates(const SearchSet& set);

    /// `rates` of the values of the configuration over that time; `error` as of `placement_error`.
    void update(const Moment& middle, std::span<const JointRates> rates, double half, double error);

    /// Of a link's body, relative to a frame on its chain.
    [[nodiscard]] const ChainRates& of(std::uint32_t body, std::uint32_t frame) const noexcept {
        return rates_[body * frames_ + frame];
    }

private:
    const SearchSet& set_;
    std::size_t frames_;
    std::vector<ChainRates> rates_;  ///< By body, then frame; set for the frames of its chain.
    std::vector<Vec3> lines_;        ///< Unit directions of the axes at the moment.
};

}  // namespace graze
