#include "arm.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "../scene/graze_bodies.hpp"

namespace graze::bench {
namespace {

using test::Random;

/// A capsule from a to b in a link's frame.
struct LinkSpec {
    Vec3 a{};
    Vec3 b{};
    double radius = 0;
};

struct JointSpec {
    Vec3 position{};
    double roll = 0;  ///< About x, in quarter turns.
    Interval limits{};
};

// An arm of the usual size and build: a reach of 0.9 m, axes of neighbours across each other.
constexpr std::array<JointSpec, 7> kJoints{{{{0, 0, 0.333}, 0, {-2.9, 2.9}},
                                            {{0, 0, 0}, -1, {-1.76, 1.76}},
                                            {{0, -0.316, 0}, 1, {-2.9, 2.9}},
                                            {{0.0825, 0, 0}, 1, {-3.07, -0.07}},
                                            {{-0.0825, 0.384, 0}, -1, {-2.9, 2.9}},
                                            {{0, 0, 0}, 1, {-0.02, 3.75}},
                                            {{0.088, 0, 0}, 1, {-2.9, 2.9}}}};
constexpr std::array<LinkSpec, 7> kLinks{{{{0, 0, -0.19}, {0, 0, 0}, 0.06},
                                          {{0, 0, -0.06}, {0, 0, 0.06}, 0.06},
                                          {{0, 0, -0.15}, {0, 0, 0}, 0.06},
                                          {{0, 0, -0.06}, {0, 0, 0.06}, 0.06},
                                          {{0, 0, -0.26}, {0, 0, -0.1}, 0.06},
                                          {{0, 0, -0.03}, {0.08, 0, 0.01}, 0.05},
                                          {{0, 0, 0.1}, {0, 0, 0.16}, 0.05}}};

/// Where the capsule along z goes.
Pose pose_of(const LinkSpec& link) {
    const Vec3 z = unit(link.b - link.a);
    const Vec3 axis = cross(Vec3{0, 0, 1}, z);
    const Quat turn = length(axis) > 1e-9 ? Quat::from_axis_angle(axis, std::atan2(length(axis), z.z))
                                          : Quat::from_axis_angle({1, 0, 0}, z.z > 0 ? 0 : std::numbers::pi);
    return Pose::from(turn, 0.5 * (link.a + link.b));
}

/// Points on a capsule along z, or inside where `waist` > 0: the middle is thinner by that share.
Vec3 on_capsule(const LinkSpec& link, const Vec3& direction, double waist) {
    const double half_height = 0.5 * length(link.b - link.a);
    const double thinner = waist * std::pow(1 - direction.z * direction.z, 4);
    return link.radius * (1 - thinner) * direction + Vec3{0, 0, std::copysign(half_height, direction.z)};
}

std::shared_ptr<const TriangleSoup> hull_soup(const LinkSpec& link) {
    Random random(5);
    std::vector<Vec3> points;
    for (int i = 0; i < 120; ++i) points.push_back(on_capsule(link, random.direction(), 0));
    const ConvexHull hull = ConvexHull::build(points).value();
    return std::make_shared<TriangleSoup>(
        TriangleSoup{{hull.vertices().begin(), hull.vertices().end()}, hull.data().triangles});
}

std::shared_ptr<const TriangleSoup> waisted_soup(const LinkSpec& link) {
    TriangleSoup soup = icosphere_mesh(1, 2);
    for (Vec3& v : soup.vertices) v = on_capsule(link, unit(v), 0.3);
    return std::make_shared<TriangleSoup>(std::move(soup));
}

Body link_body(const LinkSpec& link, LinkKind kind) {
    Body body;
    body.radius = link.radius;
    body.half_height = 0.5 * length(link.b - link.a);
    switch (kind) {
        case LinkKind::capsule: body.kind = Body::Kind::capsule; break;
        case LinkKind::hull: body.kind = Body::Kind::hull; break;
        default: body.kind = Body::Kind::mesh;
    }
    if (kind == LinkKind::mesh) body.soup = waisted_soup(link);
    if (kind == LinkKind::hull || kind == LinkKind::convex_mesh) body.soup = hull_soup(link);
    return body;
}

/// Links are solid here, as a reader of robots makes closed meshes.
Shape link_shape(const Body& body) {
    if (body.kind != Body::Kind::mesh) return graze_shape_of(body);
    return Mesh::build(body.soup->vertices, body.soup->triangles, {.kind = MeshKind::solid}).value();
}

ArmBody random_obstacle(std::size_t number, Random& random) {
    const auto size = [&](double least, double more) { return least + more * random.unit(); };
    ArmBody obstacle;
    const Body::Kind kinds[] = {Body::Kind::box, Body::Kind::sphere, Body::Kind::cylinder};
    obstacle.body.kind = kinds[number % 3];
    obstacle.body.half_extents = {size(0.05, 0.1), size(0.05, 0.1), size(0.05, 0.1)};
    obstacle.body.radius = number % 3 == 1 ? size(0.05, 0.1) : size(0.03, 0.05);
    obstacle.body.half_height = size(0.1, 0.2);
    do {
        obstacle.in_link = random.pose(0.9);
        obstacle.in_link.position.z = random.uniform(-0.1, 1.1);
    } while (std::hypot(obstacle.in_link.position.x, obstacle.in_link.position.y) < 0.35);
    return obstacle;
}

}  // namespace

Arm make_arm(LinkKind kind) {
    RobotDescription description{.name = "arm", .links = {{.name = "l0"}}};
    std::vector<ArmBody> bodies;
    for (std::size_t i = 0; i < kJoints.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const ArmBody body{link_body(kLinks[i], kind), pose_of(kLinks[i])};
        bodies.push_back(body);
        description.links.push_back(
            {.name = "l" + number, .shapes = {{link_shape(body.body), body.in_link}}});
        const Quat roll = Quat::from_axis_angle({1, 0, 0}, kJoints[i].roll * std::numbers::pi / 2);
        description.joints.push_back({.name = "j" + number,
                                      .type = JointType::revolute,
                                      .parent = "l" + std::to_string(i),
                                      .child = "l" + number,
                                      .origin = Pose::from(roll, kJoints[i].position),
                                      .limits = kJoints[i].limits});
        // Neighbours of neighbours overlap at rest.
        for (std::size_t k = i + 3; k <= std::min<std::size_t>(7, i + 4); ++k)
            description.excluded.push_back({"l" + number, "l" + std::to_string(k), "near"});
    }
    return {Robot::build(std::move(description)).value(), std::move(bodies)};
}

ArmCell make_cell(const Arm& arm, Random& random) {
    std::vector<ArmBody> bodies = arm.bodies;
    std::vector<Obstacle> obstacles;
    for (std::size_t i = 0; i < 10; ++i) {
        bodies.push_back(random_obstacle(i, random));
        obstacles.push_back(
            {"obstacle " + std::to_string(i), {graze_shape_of(bodies.back().body), bodies.back().in_link}});
    }
    return {RobotCell(arm.robot, obstacles), std::move(bodies)};
}

std::vector<double> random_configuration(const Robot& robot, Random& random) {
    std::vector<double> values;
    for (std::size_t i = 0; i < robot.joint_count(); ++i)
        values.push_back(random.uniform(robot.limits(i).lower, robot.limits(i).upper));
    return values;
}

}  // namespace graze::bench
