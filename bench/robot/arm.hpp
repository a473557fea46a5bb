// The cells of the rows of robots: an arm of seven joints, its links capsules, hulls or meshes of the same
// size, among ten obstacles.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "../scene/body.hpp"
#include "graze/robot/robot_cell.hpp"
#include "oracle/random.hpp"

namespace graze::bench {

enum class LinkKind : std::uint8_t {
    capsule,
    hull,         ///< Of 120 points on the capsule.
    convex_mesh,  ///< The same hull as a mesh, as robots' collision meshes often are.
    mesh,         ///< 320 triangles, thinner in the middle: not convex.
};
inline constexpr std::array kLinkKinds{LinkKind::capsule, LinkKind::hull, LinkKind::convex_mesh,
                                       LinkKind::mesh};

constexpr std::string_view to_string(LinkKind kind) noexcept {
    switch (kind) {
        case LinkKind::capsule: return "capsule";
        case LinkKind::hull: return "hull";
        case LinkKind::convex_mesh: return "convex mesh";
        case LinkKind::mesh: return "mesh";
    }
    return "?";
}

/// A shape of a link, or an obstacle, as other libraries are given it.
struct ArmBody {
    Body body;
    Pose in_link{};  ///< Of an obstacle: in world frame.
};

struct ArmCell {
    RobotCell cell;
    std::vector<ArmBody> bodies;  ///< In the order of the cell's.
};

/// The arm alone; its bodies are those of its links.
struct Arm {
    Robot robot;
    std::vector<ArmBody> bodies;
};
Arm make_arm(LinkKind kind);

/// The arm among ten boxes, balls and cylinders at random places, none of them in its base.
ArmCell make_cell(const Arm& arm, test::Random& random);

/// Uniform within the limits.
std::vector<double> random_configuration(const Robot& robot, test::Random& random);

}  // namespace graze::bench
