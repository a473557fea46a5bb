#include "robot/gradient.hpp"

#include <cmath>

#include "convex/manifold/support_face.hpp"

namespace graze {
namespace {

/// Sine of the angle below which faces and edges count as parallel. Within it the nearest points run from one
/// end of a face to the other, and the derivative with them.
constexpr double kParallel = 1e-3;

void add_change(const SearchSet& set, const Moment& moment, std::uint32_t body, const Vec3& point,
                const Vec3& along, std::vector<double>& gradient) {
    const KinematicTree& tree = set.cell->model.tree;
    for (std::uint32_t f = set.bodies[body].frame; f != 0; f = tree.axes[f - 1].before) {
        const RobotAxis& axis = tree.axes[f - 1];
        const Vec3 z = moment.frames[f].rotation * set.cell->directions[f - 1];
        const Vec3 moved = axis.turns ? cross(z, point - moment.frames[f].position) : z;
        gradient[axis.coordinate] += axis.multiplier * dot(along, moved);
    }
}

/// The part of a body that faces a direction of the world.
struct Facing {
    std::size_t points = 0;
    Vec3 edge{};  ///< Unit, of an edge; world frame.
};
Facing facing(const Shape& shape, const Pose& pose, const Vec3& direction) {
    SupportFace face;
    support_face(shape, transpose_times(pose.rotation, direction),
                 {std::sqrt(1 - kParallel * kParallel), kParallel}, face);
    Facing result{face.size(), {}};
    if (face.size() == 2) result.edge = unit(pose.rotation * (face.points[1] - face.points[0]));
    return result;
}

}  // namespace

void gradient_of(const SearchSet& set, const Moment& moment, CellClearance& clearance) {
    const Separation& gap = clearance.separation;
    const auto [a, b] = clearance.pair;
    add_change(set, moment, a, gap.point_a, -gap.normal, clearance.gradient);
    if (b < set.link_bodies) add_change(set, moment, b, gap.point_b, gap.normal, clearance.gradient);
}

bool nearest_point_unique(const SearchSet& set, const Moment& moment, const CellClearance& clearance) {
    const auto [a, b] = clearance.pair;
    const SearchBody &first = set.bodies[a], &second = set.bodies[b];
    if (!(clearance.distance.lower > 0) || !first.convex || !second.convex) return false;
    const Vec3& n = clearance.separation.normal;
    const Facing of_a = facing(first.placed.shape, moment.bodies[a], n);
    if (of_a.points == 1) return true;
    if (second.half_space) return false;
    const Pose& pose_b = b < moment.bodies.size() ? moment.bodies[b] : second.placed.pose;
    const Facing of_b = facing(second.placed.shape, pose_b, -n);
    if (of_b.points == 1) return true;
    return of_a.points == 2 && of_b.points == 2 && length(cross(of_a.edge, of_b.edge)) > kParallel;
}

}  // namespace graze
