// The promises of the public interface for moving bodies, as a user's program against an installed graze.
// Exit status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <cstdio>

using namespace graze;

namespace {

const Shape kCube = Box{{0.5, 0.5, 0.5}};

Moving resting(const Shape& shape, const Vec3& at = {}) {
    return {shape, LinearMotion{Pose::translation(at), {}}};
}
Moving straight(const Shape& shape, const Vec3& from, const Vec3& displacement) {
    return {shape, LinearMotion{Pose::translation(from), displacement}};
}

void straight_paths_end_where_the_gap_does() {
    const Impact impact = time_of_impact(resting(kCube), straight(kCube, {3, 0, 0}, {-4, 0, 0}));
    PROMISE(impact.hit && impact.time.contains(0.5) && impact.time.width() <= 1e-6);
    PROMISE(near(impact.normal.x, 1, 1e-6) && near(impact.point.x, 0.5, 1e-5));
}

void thin_walls_stop_bullets() {
    const Impact impact =
        time_of_impact(resting(Box{{0.001, 5, 5}}), straight(Sphere{0.01}, {-50, 0.3, 0.2}, {100, 0, 0}));
    PROMISE(impact.hit && near(impact.time.lower, 0.49989, 1e-6));
}

void turning_counts() {
    const Moving bar{
        Box{{2, 0.05, 0.05}},
        InBetweenMotion{Pose::identity(), Pose::from(Quat::from_axis_angle({0, 0, 1}, 3.0), {})}};
    const Moving post = resting(Cylinder{0.1, 1}, {0, 1.5, 0});
    const Impact impact = time_of_impact(bar, post, {.tolerance = 1e-6});
    PROMISE(impact.hit && impact.time.lower > 0.4 && impact.time.upper < 0.5);
    const Placed before{bar.shape, pose_at(bar.motion, impact.time.lower - 1e-9)};
    PROMISE(!overlaps(before, {post.shape, pose_at(post.motion, 0)}));
    PROMISE(verify(impact, bar, post));
    const PoseBounds bounds = bounds_over(bar.motion, {0.25, 0.75});
    PROMISE(bounds.rotation(0, 1).lower <= -1 && bounds.rotation(1, 0).upper >= 1);
}

void misses_are_proofs_and_overlaps_begin_at_zero() {
    PROMISE(!time_of_impact(resting(kCube), straight(kCube, {3, 0, 0}, {0, 5, 0})).hit);
    const Impact already = time_of_impact(resting(kCube), straight(kCube, {0.2, 0, 0}, {1, 0, 0}));
    PROMISE(already.hit && already.time.upper == 0);
}

void vertices_hit_faces_and_edges_edges() {
    const Impact face = vertex_face_impact({{{0.2, 0.2, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
                                           {{{0.2, 0.2, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    PROMISE(face.hit && face.time.contains(0.5));
    const Impact edge = edge_edge_impact({{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}},
                                         {{{-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}});
    PROMISE(edge.hit && edge.time.contains(0.5));
}

}  // namespace

int main() {
    straight_paths_end_where_the_gap_does();
    thin_walls_stop_bullets();
    turning_counts();
    misses_are_proofs_and_overlaps_begin_at_zero();
    vertices_hit_faces_and_edges_edges();
    if (broken == 0) std::puts("motion: all promises hold");
    return broken == 0 ? 0 : 1;
}
