#include "bodies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/scene/scene.hpp"
#include "graze/shape/hull.hpp"
#include "graze_bodies.hpp"
#include "oracle/random.hpp"

namespace graze::bench {
namespace {

using test::Random;

std::shared_ptr<const TriangleSoup> hull_of_32(Random& random) {
    const Vec3 radii{random.uniform(0.35, 0.65), random.uniform(0.35, 0.65), random.uniform(0.35, 0.65)};
    std::vector<Vec3> points;
    for (int i = 0; i < 32; ++i) points.push_back(hadamard(radii, random.direction()));
    const ConvexHull hull = ConvexHull::build(points).value();
    return std::make_shared<TriangleSoup>(
        TriangleSoup{{hull.vertices().begin(), hull.vertices().end()}, hull.data().triangles});
}

Body convex_body(Random& random, std::size_t number,
                 std::span<const std::shared_ptr<const TriangleSoup>> hulls) {
    Body body;
    body.kind = static_cast<Body::Kind>(number % 5);
    body.half_extents = {random.uniform(0.25, 0.6), random.uniform(0.25, 0.6), random.uniform(0.25, 0.6)};
    body.radius = random.uniform(0.25, 0.5);
    body.half_height = random.uniform(0.25, 0.5);
    if (body.kind == Body::Kind::hull) body.soup = hulls[random.index(hulls.size())];
    return body;
}

}  // namespace

void BodyWorld::add(Body body, const Pose& rest, double amplitude, double angle, std::uint64_t seed) {
    Random random(seed);
    bodies_.push_back(std::move(body));
    sways_.push_back({rest, random.in_cube(amplitude), random.direction(), angle, random.uniform(0, 6.28)});
    poses_.push_back(rest);
}

BodyWorld BodyWorld::pile(std::size_t count) {
    BodyWorld world;
    Random random(3);
    std::vector<std::shared_ptr<const TriangleSoup>> hulls(64);
    for (auto& hull : hulls) hull = hull_of_32(random);
    const double side =
        std::cbrt(0.62 * static_cast<double>(count));  // some 0.62 of volume for each body of about 0.4
    for (std::size_t i = 0; i < count; ++i)
        world.add(convex_body(random, i, hulls), random.pose(0.5 * side), 0.02, 0.03, 100 + i);
    world.relax();
    return world;
}

void BodyWorld::relax() {
    Scene scene;
    std::vector<ObjectId> ids;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        ids.push_back(scene.add(graze_shape_of(bodies_[i]), poses_[i]));
    for (int round = 0; round < 25; ++round) {
        for (const ObjectContacts& pair : scene.contacts()) {
            const ContactManifold& deepest = pair.manifolds.front();
            const Vec3 push = 0.45 * std::max(0.0, -deepest.distance.lower) * deepest.normal;
            poses_[pair.objects.a.index].position -= push;
            poses_[pair.objects.b.index].position += push;
        }
        if (!scene.move(ids, poses_)) return;
    }
    for (std::size_t i = 0; i < sways_.size(); ++i) sways_[i].rest = poses_[i];
}

BodyWorld BodyWorld::machine(std::size_t count) {
    BodyWorld world;
    world.turns_ = true;
    Random random(4);
    const std::shared_ptr<const TriangleSoup> models[] = {
        std::make_shared<TriangleSoup>(gear_mesh({24, 1, 0.8, 0.3, 0.2, 8})),
        std::make_shared<TriangleSoup>(torus_knot_mesh({2, 3, 0.65, 0.25, 0.1, 400, 16})),
        std::make_shared<TriangleSoup>(noisy_sphere_mesh({0.85, 0.2, 4, 3})),
        std::make_shared<TriangleSoup>(gear_mesh({36, 1, 0.9, 0.5, 0.35, 5})),
    };
    const auto edge = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 at = 1.9 * Vec3{static_cast<double>(i % edge), static_cast<double>(i / edge % edge),
                                   static_cast<double>(i / edge / edge)};
        Body body;
        body.kind = Body::Kind::mesh;
        body.soup = models[i % std::size(models)];
        world.add(body, Pose::from(random.rotation(), at), 0.1, 0.02, 500 + i);
    }
    return world;
}

void BodyWorld::put() {
    for (std::size_t i = 0; i < sways_.size(); ++i) {
        const Sway& sway = sways_[i];
        const double wave = std::sin(sway.phase + 0.4 * time_);
        const double angle = turns_ ? sway.angle * time_ : sway.angle * wave;
        poses_[i] =
            Pose::from(Quat::from_axis_angle(sway.axis, angle), sway.rest.position + wave * sway.amplitude) *
            Pose{sway.rest.rotation, {}};
    }
}

void BodyWorld::step() {
    ++time_;
    put();
}

}  // namespace graze::bench
