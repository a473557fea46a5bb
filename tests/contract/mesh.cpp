// The promises of the public interface for meshes, as a user's program against an installed graze. Exit
// status 0 when all hold.
#include <graze/graze.hpp>

#include "promise.hpp"

#include <cstdio>
#include <numbers>
#include <vector>

using namespace graze;

namespace {

const TriangleSoup kRing = torus_mesh({1, 0.3, 64, 32});

Mesh ring() { return *Mesh::build(kRing.vertices, kRing.triangles, {.kind = MeshKind::solid}); }

Pose upright_at(double x) {
    return Pose::from(Quat::from_axis_angle({1, 0, 0}, std::numbers::pi / 2), {x, 0, 0});
}

void linked_rings_do_not_touch() {
    const Placed one{ring(), Pose::identity()};
    const Placed two{ring(), upright_at(1)};
    PROMISE(!overlaps(one, two));
    PROMISE(separation(one, two).distance.lower > 0.2 && separation(one, two).distance.upper < 0.45);
    const Verdict verdict = decide(one, two);
    PROMISE(verdict.answer == Answer::disjoint && verify(verdict, one, two));
}

void pushed_together_they_do() {
    const Mesh mesh = ring();
    const Placed one{mesh, Pose::identity()};
    const Placed two{mesh, upright_at(1.5)};
    PROMISE(overlaps(one, two));
    PROMISE(verify(decide(one, two), one, two));
    const std::vector<TrianglePair> pairs = intersecting_triangles(one, two);
    PROMISE(!pairs.empty());
    for (const TrianglePair& pair : pairs)
        PROMISE(pair.triangle_a < mesh.triangle_count() && pair.triangle_b < mesh.triangle_count());
}

void solids_have_an_inside() {
    const Placed one{ring(), Pose::identity()};
    const Placed bead{Sphere{0.1}, Pose::translation({1, 0, 0})};
    PROMISE(relation(one, bead) == Relation::b_inside_a);
    PROMISE(relation(bead, one) == Relation::a_inside_b);
    PROMISE(relation(one, Placed{Sphere{0.1}, Pose::identity()}) == Relation::disjoint);
    PROMISE(overlaps(one, bead) && verify(decide(one, bead), one, bead));
    const Interval depth = signed_distance(one, {1, 0, 0});
    PROMISE(near(depth.lower, -0.3, 5e-3) && near(depth.upper, -0.3, 5e-3));
}

void rays_hit_the_near_side() {
    const Placed one{ring(), Pose::identity()};
    const auto hit = raycast(Ray{{-5, 0, 0}, {1, 0, 0}}, one);
    PROMISE(hit && near(hit->t, 3.7, 1e-3));
    PROMISE(raycast(Ray{{1, 0, 0}, {0, 0, 1}}, one)->t == 0);
    PROMISE(!raycast(Ray{{0, 0, -5}, {0, 0, 1}}, one));
}

void oriented_trees_search_on_their_own() {
    const ObbTree tree =
        ObbTree::build(ring(), {.fit = ObbFit::triangles, .split = ObbSplit::median, .leaf_size = 1});
    int visits = 0;
    const TreeStats stats =
        find_collisions({tree, Pose::identity()}, {tree, upright_at(1.5)}, {},
                        [&](const TreeContact&) { return ++visits < 5 ? Continue::yes : Continue::no; });
    PROMISE(visits == 5 && stats.box_tests > 0);
}

void vertices_may_move() {
    std::vector<Vec3> moved = kRing.vertices;
    for (Vec3& v : moved) v.x += 10;
    const auto shifted = ring().with_vertices(moved);
    PROMISE(shifted.has_value() &&
            !overlaps(Placed{ring(), Pose::identity()}, Placed{*shifted, Pose::identity()}));
}

void bad_meshes_are_reported() {
    auto triangles = kRing.triangles;
    triangles[7][1] = 1U << 30;
    const auto bad = Mesh::build(kRing.vertices, triangles, {});
    PROMISE(!bad.has_value() && bad.error().element == 7 && !bad.error().message().empty());
}

}  // namespace

int main() {
    linked_rings_do_not_touch();
    pushed_together_they_do();
    solids_have_an_inside();
    rays_hit_the_near_side();
    oriented_trees_search_on_their_own();
    vertices_may_move();
    bad_meshes_are_reported();
    if (broken == 0) std::puts("meshes: all promises hold");
    return broken == 0 ? 0 : 1;
}
