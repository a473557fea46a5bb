// Trees of frames: objects as tetrahedra or as boxes around a solid, a world of many of them, and which
// collide.
#include <graze/graze.hpp>

#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <vector>

using namespace graze;

namespace {

std::shared_ptr<const FrameTree> shared(FrameTree tree) {
    return std::make_shared<const FrameTree>(std::move(tree));
}

}  // namespace

int main() {
    // [shown: tree]
    const auto ring = shared(build_frame_tree(tetrahedra_of(Torus{1, 0.2, 40, 1}).value()).value());
    const Pose upright = Pose::from(Quat::from_axis_angle({1, 0, 0}, 0.5 * std::numbers::pi), {1, 0, 0});
    const FrameObject link{ring, Pose::identity()}, next{ring, upright};  // two links of a chain
    const FrameObject crossing{ring, Pose::translation({1, 0, 0})};
    std::printf("%zu tetrahedra each; linked: %s, crossing: %zu pairs of them overlap\n", ring->leaf_count(),
                collide(link, next) ? "collide" : "free", search_collisions(link, crossing).contacts.size());
    // [end]

    // [shown: world]
    const TriangleSoup gear = gear_mesh({12, 1, 0.8, 0.3, 0.1, 1});
    const Mesh solid = Mesh::build(gear.vertices, gear.triangles, {.kind = MeshKind::solid}).value();
    const auto cover = shared(cover_by_frames(solid, {.max_leaves = 512}).value());  // boxes around any solid
    std::vector<FrameObject> objects;
    for (int i = 0; i < 100; ++i) {
        const Vec3 at{1.9 * (i % 10), 1.9 * (i / 10), 0.05 * (i % 3)};
        objects.push_back({cover, Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.1 * i), at)});
    }
    FrameWorld world = FrameWorld::make(objects).value();
    const CollidingObjects found = colliding_objects(world, 0);  // each at its first pair of leaves
    const FrameCollisions all = search_collisions(world);        // every pair of leaves of every two objects
    std::printf("gear 0 collides with %zu of 99; in all %zu pairs of leaves by %llu tests\n",
                found.objects.size(), all.contacts.size(), static_cast<unsigned long long>(all.stats.tests));
    // [end]

    // The document's way, elimination on each pair of nodes, finds the same pairs.
    const FrameCollisions eliminated = search_collisions(world, {.method = FrameMethod::elimination});
    std::size_t same = 0;
    for (std::size_t i = 0; i < std::min(all.contacts.size(), eliminated.contacts.size()); ++i)
        same += all.contacts[i].node_a == eliminated.contacts[i].node_a &&
                all.contacts[i].node_b == eliminated.contacts[i].node_b;
    std::printf("elimination: %zu pairs, %zu of them the same\n", eliminated.contacts.size(), same);

    // Moved away, the first gear is free.
    if (!world.move(0, Pose::translation({0, 0, 9}))) return 1;
    const bool free = colliding_objects(world, 0).objects.empty();
    const bool chain = !collide(link, next) && collide(link, crossing);
    return chain && free && !found.objects.empty() && same == all.contacts.size() ? 0 : 1;
}
