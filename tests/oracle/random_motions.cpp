#include "oracle/random_motions.hpp"

#include <algorithm>

#include "motion/motion_piece.hpp"

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

/// The angular velocity w of a blend of quaternions after the time s: R' = [w] R.
Vec3 angular_velocity(const std::array<Quat, 4>& c, double s) {
    const auto sum = [](double x, const Quat& p, double y, const Quat& q) {
        return Quat{x * p.w + y * q.w, x * p.x + y * q.x, x * p.y + y * q.y, x * p.z + y * q.z};
    };
    const Quat q = sum(1, sum(1, c[0], s, c[1]), s * s, sum(1, c[2], s, c[3]));
    const Quat change = sum(1, sum(1, c[1], 2 * s, c[2]), 3 * s * s, c[3]) * conjugate(q);
    return (2 / length_sq(q)) * Vec3{change.x, change.y, change.z};
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

Vec3 velocity_of(const MotionPiece& piece, double t, const Vec3& place) {
    const double s = std::clamp(t, piece.time.lower, piece.time.upper) - piece.time.lower;
    const auto& c = piece.path;
    const Vec3 path_velocity = c[1] + (2.0 * c[2] + c[3] * (3 * s)) * s;
    const Vec3 from_pivot = place - (c[0] + (c[1] + (c[2] + c[3] * s) * s) * s);
    if (piece.blended) return path_velocity + cross(angular_velocity(piece.blend, s), from_pivot);
    return path_velocity + piece.rate * cross(piece.axis, from_pivot) +
           piece.drift * transpose_times(rotation_at(piece, t), from_pivot);
}

}  // namespace graze::test
