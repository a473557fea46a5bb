// Moves of objects that a map scales or shears beside moves of the same objects as given: one scene each, the
// same places, interleaved, processor time. "anew" changes the scale at every move, so that the shape has to
// be made again: what every move cost without the kept shape.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "graze/graze.hpp"
#include "moving_boxes.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

struct MovedObject {
    Scene scene;
    ObjectId id;
    std::vector<double> seconds{};
};

MovedObject moved(const Shape& shape, const Affine& placement) {
    MovedObject object;
    object.id = object.scene.add(shape, placement);
    return object;
}

template <class Move> void time_moves(MovedObject& object, std::size_t moves, const Move& move) {
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < moves; ++i) move(i);
    object.seconds.push_back((cpu_seconds() - start) / static_cast<double>(moves));
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

void run_shape(const char* name, const Shape& shape, std::size_t remade) {
    constexpr std::size_t kPlaces = 256, kMoves = 2048;
    constexpr int kRounds = 9;
    test::Random random(41);
    const Mat3 scale = Mat3::diagonal({1.5, 0.7, 1.2}),
               shear{{Vec3{1.5, 0, 0}, Vec3{0.5, 0.7, 0}, Vec3{0.1, 0.2, 1.2}}};
    std::vector<Pose> poses;
    std::vector<Affine> scaled_maps, sheared_maps, other_maps;
    for (std::size_t i = 0; i < kPlaces; ++i) {
        poses.push_back(random.pose(3));
        const Mat3& turn = poses.back().rotation;
        scaled_maps.push_back({turn * scale, poses.back().position});
        sheared_maps.push_back({turn * shear, poses.back().position});
        other_maps.push_back(
            {turn * Mat3::diagonal({1.5, 0.7, 1.2 + 1e-3 * static_cast<double>(i)}), poses.back().position});
    }
    MovedObject plain = moved(shape, Affine::from(poses[0])),
                posed = moved(scaled(shape, {1.5, 0.7, 1.2}), Affine::from(poses[0]));
    MovedObject by_scale = moved(shape, scaled_maps[0]), by_shear = moved(shape, sheared_maps[0]),
                anew = moved(shape, other_maps[0]);
    for (int round = 0; round < kRounds; ++round) {
        time_moves(plain, kMoves,
                   [&](std::size_t i) { (void)plain.scene.move(plain.id, poses[i % kPlaces]); });
        time_moves(posed, kMoves,
                   [&](std::size_t i) { (void)posed.scene.move(posed.id, poses[i % kPlaces]); });
        time_moves(by_scale, kMoves,
                   [&](std::size_t i) { (void)by_scale.scene.move(by_scale.id, scaled_maps[i % kPlaces]); });
        time_moves(by_shear, kMoves,
                   [&](std::size_t i) { (void)by_shear.scene.move(by_shear.id, sheared_maps[i % kPlaces]); });
        time_moves(anew, remade,
                   [&](std::size_t i) { (void)anew.scene.move(anew.id, other_maps[i % kPlaces]); });
    }
    const double own = median(plain.seconds);
    const auto row = [&](const char* how, const MovedObject& object) {
        const double time = median(object.seconds);
        std::printf("%-10s %-16s %12.1f %10.2f\n", name, how, 1e9 * time, time / own);
    };
    row("as given", plain);
    row("scaled shape", posed);
    row("scaling map", by_scale);
    row("shearing map", by_shear);
    row("anew", anew);
}

}  // namespace

void run_scaled() {
    std::printf("\n%-10s %-16s %12s %10s\n", "shape", "placed by", "ns a move", "/ as given");
    test::Random random(42);
    std::vector<Vec3> points;
    for (int i = 0; i < 64; ++i) points.push_back(random.direction());
    const TriangleSoup torus =
        torus_mesh({.major_radius = 1, .minor_radius = 0.3, .rings = 262, .sides = 132});
    run_shape("box", Box{{1, 2, 3}}, 2048);
    run_shape("sphere", Sphere{1}, 2048);
    run_shape("hull 64", ConvexHull::build(points).value(), 2048);
    run_shape("mesh 69k", Mesh::build(torus.vertices, torus.triangles).value(), 4);
}

}  // namespace graze::bench
