// The promises of the systems of the documents: a common point of pairs that overlap, oriented trees that
// move, all contacts of an impact, interval arithmetic over oriented trees. As a user's program against an
// installed graze. Exit status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

using namespace graze;

namespace {

Mesh cube_mesh(double half) {
    std::vector<Vec3> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners.push_back(
            {(i & 1U) != 0 ? half : -half, (i & 2U) != 0 ? half : -half, (i & 4U) != 0 ? half : -half});
    }
    const std::vector<std::array<std::uint32_t, 3>> faces{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return *Mesh::build(corners, faces, {.kind = MeshKind::solid});
}

void pairs_that_overlap_have_a_point_in_common() {
    const Placed box{Box{{1, 1, 1}}, Pose::identity()};
    const Placed cone{Cone{0.5, 1.0}, Pose::from(Quat::from_axis_angle({1, 0, 0}, 0.4), {1.2, 0.1, 0.2})};
    const auto common = common_point(box, cone);
    PROMISE(common.has_value());
    PROMISE(common->kind == CommonPointKind::member && common->distance == 0);
    PROMISE(verify(*common, box, cone));
    PROMISE(max_component(abs(common->point)) <= 1);
    PROMISE(!common_point(box, Placed{Sphere{0.5}, Pose::translation({3, 0, 0})}).has_value());
}

void every_pair_of_moving_trees_has_its_own_time() {
    const ObbTree tree = ObbTree::build(cube_mesh(0.5));
    const MovingTree still{tree, Pose::identity(), Vec3{0, 0, 0}};
    const MovingTree flying{tree, Pose::from(Quat::identity(), {3, 0.1, 0.1}), Vec3{-4, 0, 0}};
    double first = 2;
    std::size_t pairs = 0;
    find_moving_collisions(still, flying, 1.0, {}, [&](const MovingTreeContact& contact) {
        PROMISE(contact.time.lower <= contact.time.upper);
        first = std::min(first, contact.time.lower);
        ++pairs;
        return Continue::yes;
    });
    PROMISE(pairs >= 4);
    PROMISE(near(first, 0.5, 1e-9));
}

struct Cubes {
    Moving still{cube_mesh(0.5), LinearMotion{Pose::identity(), {0, 0, 0}}};
    Moving flying{cube_mesh(0.5), LinearMotion{Pose::from(Quat::identity(), {3, 0, 0}), {-4, 0, 0}}};
};

void an_impact_has_all_of_its_contacts() {
    const auto [still, flying] = Cubes{};
    const Impact impact = time_of_impact(still, flying);
    PROMISE(impact.answer != ImpactAnswer::miss && near(impact.time.lower, 0.5, 1e-6));
    PROMISE(impact_contacts(impact, still, flying).size() >= 4);
}

void intervals_over_oriented_trees_give_the_same_time() {
    const auto [still, flying] = Cubes{};
    const Impact impact = time_of_impact(still, flying, {.method = ImpactMethod::interval_obb});
    PROMISE(impact.hit && near(impact.time.lower, 0.5, 1e-5));
}

}  // namespace

int main() {
    pairs_that_overlap_have_a_point_in_common();
    every_pair_of_moving_trees_has_its_own_time();
    an_impact_has_all_of_its_contacts();
    intervals_over_oriented_trees_give_the_same_time();
    if (broken == 0) std::puts("documents: all promises hold");
    return broken == 0 ? 0 : 1;
}
