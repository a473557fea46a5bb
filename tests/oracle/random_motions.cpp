#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

Pose moved(Random& random, const Pose& pose, double step, double angle) {
    const Quat turn = Quat::from_axis_angle(random.direction(), random.uniform(-angle, angle));
    return Pose::from(turn * quaternion_of(pose.rotation), pose.position + random.in_cube(step));
}

std::vector<Pose> walk_from(Random& random, const Pose& start, std::size_t count, double step) {
    std::vector<Pose> poses{start};
    while (poses.size() < count) poses.push_back(moved(random, poses.back(), step, 2.9));
    return poses;
}

}  // namespace

std::vector<Pose> random_walk(Random& random, std::size_t count, double step) {
    return walk_from(random, random.pose(step), count, step);
}

Motion random_motion(Random& random) {
    const Pose start = random.pose(2);
    return random_motion(random, start, 3);
}

Motion random_motion(Random& random, const Pose& start, double travel) {
    switch (random.index(6)) {
        case 0: return LinearMotion{start, random.in_cube(travel)};
        case 1: return InBetweenMotion{start, moved(random, start, travel, 3.1)};
        case 2: {
            const Vec3 velocity = random.in_cube(travel), turn = random.in_cube(19);
            return TwistMotion{start, velocity, turn,
                               random.chance(0.5) ? Vec3{} : random.in_cube(0.3 * travel)};
        }
        case 3: {
            const Vec3 point = start.position + random.in_cube(travel), axis = random.direction();
            const double angle = random.uniform(-7, 7);
            return ScrewMotion{start, point, axis, angle, random.uniform(-travel, travel)};
        }
        case 4: return SampledMotion{walk_from(random, start, 2 + random.index(5), 0.5 * travel), {}, 0};
        default: return SplineMotion{walk_from(random, start, 2 + random.index(5), 0.5 * travel), {}};
    }
}

}  // namespace graze::test
