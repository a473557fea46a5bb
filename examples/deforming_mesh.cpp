// A mesh whose vertices move: refit its tree, learn when a new build pays, deform it in several scenes at
// once, and find the first moment at which a sheet that folds touches itself.
#include <graze/graze.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace graze;

int main() {
    // [shown: refit]
    const TriangleSoup ball = icosphere_mesh(1, 4);
    Mesh jelly = Mesh::build(ball.vertices, ball.triangles, {.kind = MeshKind::solid}).value();
    std::vector<Vec3> vertices = ball.vertices;
    int refits = 0, rebuilds = 0;
    for (int frame = 1; frame <= 30; ++frame) {
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Vec3& original = ball.vertices[i];
            vertices[i] = (1 + 0.2 * std::sin(0.2 * frame + 5 * original.z)) * original;
        }
        jelly = jelly.with_vertices(vertices).value();  // the same triangles: the tree is refitted
        ++refits;
        if (jelly.rebuild_pays()) {  // boxes overlap so much that searches are slow
            jelly = Mesh::build(vertices, ball.triangles, {.kind = MeshKind::solid}).value();
            ++rebuilds;
        }
    }
    std::printf("wobbling: %d refits, %d builds\n", refits, rebuilds);
    // [end]

    // [shown: borrow]
    // Vertices in an array of yours, here of floats, are read where they are. After a change in place one
    // notice refits the tree, and the mesh follows in every scene that has it.
    std::vector<std::array<float, 3>> points;
    for (const Vec3& v : ball.vertices)
        points.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    const VertexView view{points.data(), 0, points.size(), VertexScalar::float32};  // 0: packed
    Mesh shared = Mesh::build(view, ball.triangles, {.borrow = true}).value();
    Scene world, sensors;
    const ObjectId in_world = world.add(shared, Pose::identity());
    const ObjectId in_sensors = sensors.add(shared, Pose::translation({5, 0, 0}));
    for (auto& point : points) point[2] *= 1.5F;
    shared = deform(shared, view).value();
    std::printf("its top is at %.2f in one scene, at %.2f in the other\n", world.bounds(in_world).max.z,
                sensors.bounds(in_sensors).max.z);
    // [end]

    // Wobbling keeps neighbours together. Vertices that change places at random do not: then a build pays.
    for (std::size_t i = 0; i < vertices.size(); ++i)
        vertices[i] = ball.vertices[(i * 997) % vertices.size()];
    const TriangleSoup& same = ball;
    const Mesh torn = Mesh::build(same.vertices, same.triangles).value().with_vertices(vertices).value();
    std::printf("vertices that changed places: a build %s\n", torn.rebuild_pays() ? "pays" : "does not pay");

    // [shown: self]
    // A sheet of 12 x 3 squares folds: its right half swings over and down through the left half.
    std::vector<Vec3> flat, folded;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i <= 12; ++i) {
        for (std::uint32_t j = 0; j <= 3; ++j) {
            const double x = i, y = j;
            flat.push_back({x, y, i <= 6 ? 0.0 : x - 6});  // half of it stands upright
            folded.push_back(i <= 6 ? Vec3{x, y, 0} : Vec3{6 - 0.9 * (x - 6), y + 0.1, -1});
        }
    }
    for (std::uint32_t i = 0; i < 12; ++i) {
        for (std::uint32_t j = 0; j < 3; ++j) {
            const std::uint32_t k = 4 * i + j;
            triangles.push_back({k, k + 4, k + 1});
            triangles.push_back({k + 1, k + 4, k + 5});
        }
    }
    const DeformingImpact fold = self_impact({flat, folded, triangles}).value();
    std::printf("the sheet touches itself at t in [%.6f, %.6f], vertices %u %u and %u %u\n",
                fold.impact.time.lower, fold.impact.time.upper, fold.pair.vertices[0], fold.pair.vertices[1],
                fold.pair.vertices[2], fold.pair.vertices[3]);
    // [end]

    // A step that ends before that moment is free of contact, and proven to be.
    std::vector<Vec3> before = flat;
    const double until = 0.99 * fold.impact.time.lower;
    for (std::size_t i = 0; i < flat.size(); ++i) before[i] = flat[i] + until * (folded[i] - flat[i]);
    const bool free = !self_impact({flat, before, triangles}).value().impact.hit;
    const bool follow = world.bounds(in_world).max.z > 1.49 && sensors.bounds(in_sensors).max.z > 1.49;
    return follow && fold.impact.hit && free && rebuilds == 0 && torn.rebuild_pays() ? 0 : 1;
}
