// What searches in a cell need of it, computed once.
#pragma once

#include <optional>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/robot/robot_cell.hpp"
#include "graze/tree/box_tree.hpp"
#include "verify/moving/hanging_pair.hpp"

namespace graze {

/// A body as searches use it.
struct SearchBody {
    Placed placed;       ///< The body; its pose counts for obstacles only.
    Placed enclosure;    ///< A convex set that contains it; itself when it is convex. The same.
    bool convex = true;  ///< The enclosure is the body, but for rounding.
    double excess = 0;   ///< How far the two may differ: of convex meshes.
    bool half_space = false;
    verifying::BodyBall ball{};  ///< In the frame that it is fixed to.
    Aabb box{};                  ///< Of obstacles; world frame.
    double support_error = 0;    ///< How far a computed support value of the enclosure may be off.
};

/// Obstacles are searched by their tree when there are more.
inline constexpr std::size_t kObstaclesInList = 48;

struct RobotCell::State {
    std::optional<BuildError> fault;
    std::vector<Robot> robots;
    CellModel model;
    std::vector<SearchBody> bodies;
    std::vector<Vec3> directions;     ///< Unit, of the axes.
    std::vector<std::size_t> depths;  ///< Axes between each frame and the world.
    std::vector<double> reaches;      ///< Lengths of the chain to each frame, without shifts.
    double largest_reach = 0;         ///< Of the robots, with shifts within their limits: what tolerances are
                                      ///< relative to.
    std::vector<std::uint32_t> unbounded;  ///< Obstacles that are half-spaces.
    std::vector<std::uint32_t> bounded;    ///< The other obstacles.
    BoxTree obstacle_tree;                 ///< Of these, by their place in the list; empty when they are few.

    /// Whether a link's body is tested against an obstacle.
    [[nodiscard]] bool tested(std::uint32_t link_body, std::uint32_t obstacle) const noexcept;
    /// A configuration that can be used.
    [[nodiscard]] bool accepts(std::span<const double> configuration) const noexcept;
};

}  // namespace graze
