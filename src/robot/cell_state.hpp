// What searches in a cell need of it, computed once.
#pragma once

#include <optional>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/robot/robot_cell.hpp"
#include "graze/tree/box_tree.hpp"
#include "verify/moving/hanging_pair.hpp"

namespace graze {

/// A body, or a member of a compound, as searches use it.
struct SearchBody {
    Placed placed;            ///< Its pose counts for obstacles only.
    Placed enclosure;         ///< A convex set that contains it; itself when it is convex. The same.
    std::uint32_t owner = 0;  ///< The cell's body that it is, or is a part of.
    std::uint32_t frame = 0;  ///< Of the cell's tree.
    Pose in_frame{};          ///< Of the shape.
    bool convex = true;       ///< The enclosure is the body, but for rounding.
    bool half_space = false;
    double excess = 0;           ///< How far the two may differ: of convex meshes.
    verifying::BodyBall ball{};  ///< In the frame.
    Aabb box{};                  ///< Of obstacles; world frame.
    double support_error = 0;    ///< How far a computed support value of the enclosure may be off.
};

/// Obstacles are searched by their tree when there are more.
inline constexpr std::size_t kObstaclesInList = 48;

/// Bodies to be searched: those of links first.
struct SearchSet {
    const RobotCell::State* cell = nullptr;
    std::vector<SearchBody> bodies;
    std::size_t link_bodies = 0;
    bool split = false;  ///< Some are members of compounds.
    std::vector<BodyPair> link_pairs;
    std::vector<std::uint32_t> unbounded;  ///< Obstacles that are half-spaces.
    std::vector<std::uint32_t> bounded;    ///< The other obstacles.
    BoxTree obstacle_tree;                 ///< Of these, by their place in the list; empty when they are few.

    /// Whether a link's body is tested against an obstacle.
    [[nodiscard]] bool tested(std::uint32_t link_body, std::uint32_t obstacle) const noexcept;
    /// The cell's bodies behind a pair.
    [[nodiscard]] BodyPair owners(const BodyPair& pair) const noexcept {
        return {bodies[pair.a].owner, bodies[pair.b].owner};
    }
};

struct RobotCell::State {
    std::optional<BuildError> fault;
    std::vector<Robot> robots;
    CellModel model;
    std::vector<Vec3> directions;  ///< Unit, of the axes.
    double largest_reach = 0;      ///< Of the robots from their bases, without shifts: what tolerances are
                                   ///< relative to.
    double farthest_base = 0;      ///< From the origin of the world: what roundings are relative to, too.
    SearchSet parts;               ///< Compounds as their members: what answers are searched in.
    SearchSet wholes;              ///< Every body as it is: what certificates are about.

    /// A configuration that can be used.
    [[nodiscard]] bool accepts(std::span<const double> configuration) const noexcept;
};

/// How far bodies that rest on each other may be apart, or deep in each other, relative to the robots' reach:
/// what files in single precision leave open, and far below what is built.
inline constexpr double kRestingShare = 1e-6;

/// Pairs of bodies that rest on each other, by growing pair. `padding` is of each body of the cell.
std::vector<BodyPair> resting_pairs(const RobotCell::State& cell, std::span<const double> padding);

/// The bodies of a cell, compounds split into their members or not.
SearchSet search_set(const RobotCell::State& cell, bool split);

}  // namespace graze
