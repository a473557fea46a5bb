// Triangle meshes: surfaces and solids, what is refused and why, and the questions that meshes answer; and
// compounds of compounds.
#include <graze/graze.hpp>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

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

    // [shown: nested]
    // Compounds of convex shapes may hold compounds; a path leads from a part to where it was given.
    const std::vector<CompoundPart> wheel{{Cylinder{0.4, 0.1}, {}}, {Box{{0.05, 0.05, 0.3}}, {}}};
    const Compound wheels = Compound::build(wheel).value();
    const Compound axle =
        Compound::build(std::vector<CompoundPart>{{Capsule{0.05, 1}, {}},
                                                  {wheels, Affine{Mat3::identity(), {0, 0, -1}}},
                                                  {wheels, Affine{Mat3::identity(), {0, 0, 1}}}})
            .value();
    const Separation gap = separation({axle, Pose::identity()}, {Sphere{0.5}, Pose::translation({2, 0, 1})});
    const std::vector<std::uint32_t> path = axle.path(gap.part_a);
    std::printf("nearest is part %u of %zu: entry %u of the axle, of that entry %u\n", gap.part_a,
                axle.part_count(), path[0], path[1]);
    // [end]

    Placed freed = b;
    freed.pose.position += (-depth.distance.lower + 1e-9) * depth.normal;
    const bool free = !overlaps(a, freed);
    const bool named = path == std::vector<std::uint32_t>{2, 0};
    return named && inside.upper < 0 && outside.lower > 0 && free && relation(a, b) == Relation::overlapping
               ? 0
               : 1;
}
