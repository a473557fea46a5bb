// Triangle meshes: surfaces and solids, what is refused and why, and the questions that meshes answer.
#include <graze/graze.hpp>

#include <array>
#include <cstdio>
#include <string>

using namespace graze;

int main() {
    // [shown: build]
    const TriangleSoup ring = torus_mesh({1, 0.3, 64, 32});
    const auto solid = Mesh::build(ring.vertices, ring.triangles, {.kind = MeshKind::solid});
    if (!solid) return 1;
    TriangleSoup torn = ring;
    torn.triangles.pop_back();
    const auto refused = Mesh::build(torn.vertices, torn.triangles, {.kind = MeshKind::solid});
    if (refused) return 1;
    std::printf("refused: %s\n", refused.error().message().c_str());
    std::printf("%s", examine(torn.vertices, torn.triangles).text().c_str());  // every fault, and what to do
    // [end]

    // [shown: ask]
    const Placed a{*solid, Pose::identity()}, b{*solid, Pose::translation({1, 0, 0.1})};
    std::printf("the tori are %s: %zu pairs of triangles cross\n",
                std::string(to_string(relation(a, b))).c_str(), intersecting_triangles(a, b).size());
    const Interval inside = signed_distance(a, {1, 0, 0}), outside = signed_distance(a, {0, 0, 0});
    std::printf("the middle of the tube is %.3f deep, that of the hole %.3f away\n", -inside.upper,
                outside.lower);
    const Separation depth = separation(a, b);
    std::printf("moving b by %.3f along (%.2f, %.2f, %.2f) is enough to free it\n", -depth.distance.lower,
                depth.normal.x, depth.normal.y, depth.normal.z);
    // [end]

    Placed freed = b;
    freed.pose.position += (-depth.distance.lower + 1e-9) * depth.normal;
    const bool free = !overlaps(a, freed);
    return inside.upper < 0 && outside.lower > 0 && free && relation(a, b) == Relation::overlapping ? 0 : 1;
}
