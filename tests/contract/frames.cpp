// The promises of the public interface for frames, as a user's program against an installed graze. Exit
// status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <cstdio>
#include <limits>
#include <memory>

using namespace graze;

namespace {

Frame<2> square_at(double x, double y) { return {FrameKind::cuboid, {x, y}, {{{1, 0}, {0, 1}}}}; }

void boxes_of_intersections() {
    const FrameOverlap<2> both = intersect(square_at(0, 0), square_at(0.5, 0.5));
    PROMISE(both.hit && near(both.box.min[0], 0.5) && near(both.box.max[1], 1));
    PROMISE(verify(both, square_at(0, 0), square_at(0.5, 0.5)));
}

void touching_is_intersecting_unless_only_interiors_count() {
    PROMISE(intersect(square_at(0, 0), square_at(1, 0)).hit);
    const FrameOverlap<2> open = intersect(square_at(0, 0), square_at(1, 0), {.open = true});
    PROMISE(!open.hit && open.farkas.strict && verify(open.farkas, square_at(0, 0), square_at(1, 0)));
}

void misses_have_certificates() {
    const Frame<3> up{FrameKind::tetrahedron, {0.5, 0.5, 0.5}, {{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}};
    const Frame<3> low{FrameKind::tetrahedron, {-0.6, -0.6, -0.6}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    const FrameOverlap<3> apart = intersect(up, low);
    PROMISE(!apart.hit && verify(apart.farkas, up, low) && !verify(apart.farkas, up, up));
    PROMISE(!separating_axes(up, low).hit && !overlaps(up, low));
}

void fast_frames_do_not_tunnel() {
    const FrameOverlap<2> pass =
        intersect(MovingFrame<2>{square_at(0, 0), {0, 0}}, MovingFrame<2>{square_at(3, 0), {-10, 0}});
    PROMISE(pass.hit && near(pass.time.lower, 0.2) && near(pass.time.upper, 0.4));
}

void bad_frames_are_reported() {
    const auto bad = Frame<3>::make(FrameKind::cuboid, {0, 0, 0}, {{{1, 0, 0}, {2, 0, 0}, {0, 0, 1}}});
    PROMISE(!bad.has_value() && !bad.error().message().empty());
    const Frame<2> lost{FrameKind::cuboid, {std::numeric_limits<double>::quiet_NaN(), 0}, {{{1, 0}, {0, 1}}}};
    PROMISE(intersect(lost, square_at(0, 0)).status == Status::invalid_input);
}

void frames_are_shapes() {
    const Frame<3> slanted{FrameKind::cuboid, {0, 0, 0}, {{{1, 0, 0}, {0.5, 1, 0}, {0, 0, 1}}}};
    const Placed a{shape_of(slanted), Pose::identity()};
    const Placed b{Sphere{0.5}, Pose::translation({0.75, 0.5, 2})};
    PROMISE(separation(a, b).distance.contains(0.5));
    PROMISE(!overlaps(a, b));
}

void trees_find_the_parts_that_overlap() {
    const auto mesh = tetrahedra_of(Torus{1, 0.2, 24, 1});
    const auto tree = std::make_shared<const FrameTree>(*build_frame_tree(*mesh));
    const auto world = FrameWorld::make({{tree, Pose::identity()},
                                         {tree, Pose::translation({2.3, 0, 0})},
                                         {tree, Pose::translation({9, 0, 0})}});
    PROMISE(world.has_value());
    PROMISE(!search_collisions(*world).contacts.empty());
    PROMISE(colliding_objects(*world, 0).objects.size() == 1 && colliding_objects(*world, 2).objects.empty());
}

}  // namespace

int main() {
    boxes_of_intersections();
    touching_is_intersecting_unless_only_interiors_count();
    misses_have_certificates();
    fast_frames_do_not_tunnel();
    bad_frames_are_reported();
    frames_are_shapes();
    trees_find_the_parts_that_overlap();
    if (broken == 0) std::puts("frames: all promises hold");
    return broken == 0 ? 0 : 1;
}
