#include "oracle/random_cells.hpp"

#include <cmath>

namespace graze::test {

DrawnCell drawn_cell(Random& random, std::size_t i) {
    DrawnCell drawn;
    drawn.scale = std::pow(10.0, static_cast<double>(i % 7) - 3);
    const Vec3 at = i % 8 == 5 ? 1e4 * drawn.scale * random.direction() : Vec3{};
    ArmOptions arm{.joints = 3 + i % 4, .scale = drawn.scale, .at = at};
    arm.link = static_cast<BodyKind>(i % kLinkKinds);
    arm.all_types = i % 3 == 0;
    arm.carries = i % 4 == 3;
    drawn.input.robots = {random_arm(random, arm)};
    if (i % 5 == 0) {
        arm.name = "other ";
        arm.at = at + 1.2 * drawn.scale * random.direction();
        drawn.input.robots.push_back(random_arm(random, arm));
    }
    const std::size_t count = i % 9 == 4 ? 60 : 5;
    drawn.input.obstacles =
        random_obstacles(random, {.count = count, .scale = drawn.scale, .at = at, .rough = true});
    drawn.input.options.self_collision = i % 4 != 1;
    if (i % 4 == 2) drawn.input.options.default_padding = 0.005 * drawn.scale;
    if (i % 6 == 4) drawn.input.options.allowed = {{"1", "obstacle 0"}, {"3", "obstacle 2"}};
    drawn.path_size = i % 10 == 7 ? 10 : 0.7;
    return drawn;
}

JointPath drawn_path(Random& random, const DrawnCell& drawn, const RobotCell& cell) {
    JointPath path;
    for (int tries = 0; tries < 20; ++tries) {
        path = random_path(random, cell, random.uniform(0.1, drawn.path_size), drawn.scale);
        if (!overlaps(cell, path.at(0))) break;
    }
    return path;
}

}  // namespace graze::test
