#include "oracle/random_robots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

constexpr double kPi = std::numbers::pi;

Shape mesh_of(const TriangleSoup& soup, MeshKind kind, double scale) {
    std::vector<Vec3> vertices = soup.vertices;
    for (Vec3& v : vertices) v = v * scale;
    MeshOptions options;
    options.kind = kind;
    return *Mesh::build(vertices, soup.triangles, options);
}

Shape hull_of(Random& random, double scale) {
    const Vec3 size{0.5 * scale, 0.25 * scale, 0.2 * scale};
    return *ConvexHull::build(random_points(random, 24, size));
}

Shape convex_mesh(Random& random, double scale) {
    const Vec3 size{0.5 * scale, 0.25 * scale, 0.2 * scale};
    const auto hull = ConvexHull::build(random_points(random, 40, size));
    TriangleSoup soup;
    soup.vertices.assign(hull->vertices().begin(), hull->vertices().end());
    soup.triangles.assign(hull->data().triangles.begin(), hull->data().triangles.end());
    return mesh_of(soup, MeshKind::solid, 1);
}

Shape parts(Random& random, double scale) {
    std::vector<CompoundPart> list;
    for (std::size_t i = 0; i < 3; ++i) {
        const Shape part = random_body(random, static_cast<BodyKind>(i), 0.5 * scale);
        list.push_back({part, {Mat3::identity(), random.in_cube(0.25 * scale)}});
    }
    return *Compound::build(list);
}

Shape cloud(Random& random, double scale, bool cubes) {
    std::vector<Vec3> points;
    for (int i = 0; i < 120; ++i) points.push_back(0.5 * scale * random.direction());
    return cubes ? *voxels(points, 0.02 * scale) : *point_cloud(points, 0.03 * scale);
}

Shape hills(Random& random, double scale) {
    std::vector<double> heights;
    for (int i = 0; i < 36; ++i) heights.push_back(random.uniform(-0.1, 0.1) * scale);
    HeightGrid grid{.columns = 5, .rows = 5, .cell_width = 0.2 * scale, .cell_depth = 0.2 * scale};
    grid.corner = {-0.5 * scale, -0.5 * scale};
    return *HeightField::build(grid, heights);
}

/// Those made of triangles, and of parts.
Shape random_parts_body(Random& random, BodyKind kind, double s) {
    const TorusMesh torus{.major_radius = 0.35, .minor_radius = 0.12, .rings = 10, .sides = 6};
    switch (kind) {
        case BodyKind::convex_mesh: return convex_mesh(random, s);
        case BodyKind::compound: return parts(random, s);
        case BodyKind::notched_mesh: return mesh_of(torus_mesh(torus), MeshKind::solid, s);
        case BodyKind::surface_mesh: return mesh_of(icosphere_mesh(0.4, 1), MeshKind::surface, s);
        case BodyKind::rounded_mesh:
            return rounded(mesh_of(torus_mesh(torus), MeshKind::solid, 0.8 * s), 0.05 * s);
        case BodyKind::point_cloud: return cloud(random, s, false);
        case BodyKind::voxels: return cloud(random, s, true);
        default: return hills(random, s);
    }
}

JointType random_type(Random& random) {
    constexpr std::array<JointType, 5> kTypes{JointType::revolute, JointType::continuous,
                                              JointType::prismatic, JointType::planar, JointType::floating};
    return kTypes[random.index(kTypes.size())];
}

/// A rotation within what poses tolerate.
Mat3 nearly(Random& random, Mat3 rotation) {
    const double off = random.log_uniform(1e-12, 4e-8);
    for (Vec3& column : rotation.columns) column += off * random.direction();
    return rotation;
}

/// A half-space below the arm. Often its own origin is far away: offset and position cancel.
std::pair<Shape, Pose> ground(Random& random, const Shape& shape, const ObstacleOptions& options) {
    const Vec3 normal = shape.vector(0), below = options.at - Vec3{0, 0, 0.9 * options.scale};
    const Mat3 rotation = rotation_matrix(Quat::from_axis_angle(random.direction(), random.uniform(0, 0.2)));
    Vec3 origin = below;
    if (random.chance(0.6)) origin += random.log_uniform(1, 1e7) * options.scale * random.direction();
    return {HalfSpace{normal, dot(rotation * normal, below - origin)}, Pose{rotation, origin}};
}

/// The time from one waypoint to the next: down to the last bits of doubles near 1.
double random_step(Random& random, double time, bool smooth) {
    if (smooth || random.chance(0.7)) return random.uniform(0.5, 2);
    if (random.chance(0.5)) return random.log_uniform(1e-13, 1);
    return static_cast<double>(3 + random.index(60)) * (time == 0 ? kEps : time * kEps);
}

std::string numbered(const std::string& name, std::size_t i) { return name + std::to_string(i); }

}  // namespace

std::string_view to_string(BodyKind kind) noexcept {
    constexpr std::array<std::string_view, kBodyKinds> kNames{
        "sphere",      "box",          "capsule",      "cylinder",     "cone",          "ellipsoid",
        "hull",        "tapered",      "rounded box",  "sum",          "hull of parts", "blade",
        "convex mesh", "compound",     "notched mesh", "surface mesh", "rounded mesh",  "point cloud",
        "voxels",      "height field", "half-space"};
    return kNames[static_cast<std::size_t>(kind)];
}

Shape random_body(Random& random, BodyKind kind, double s) {
    const double thin = random.uniform(0.1, 0.25) * s, half = random.uniform(0.2, 0.4) * s;
    switch (kind) {
        case BodyKind::sphere: return Sphere{thin};
        case BodyKind::box: return Box{{half, thin, 0.7 * thin}};
        case BodyKind::capsule: return Capsule{thin, half};
        case BodyKind::cylinder: return Cylinder{thin, half};
        case BodyKind::cone: return Cone{thin, half};
        case BodyKind::ellipsoid: return Ellipsoid{{half, thin, 0.6 * thin}};
        case BodyKind::hull: return hull_of(random, s);
        case BodyKind::tapered_capsule: return TaperedCapsule{thin, 0.5 * thin, half};
        case BodyKind::rounded_box: return rounded(Box{{half, 0.6 * thin, 0.5 * thin}}, 0.3 * thin);
        case BodyKind::minkowski_sum:
            return minkowski_sum(Box{{half, 0.5 * thin, 0.4 * thin}}, Sphere{0.4 * thin});
        case BodyKind::hull_of_parts:
            return convex_hull_of(Sphere{thin}, minkowski_sum(Point{{half, 0, 0}}, Sphere{0.5 * thin}));
        case BodyKind::blade: return Box{{half, thin, 1e-3 * thin}};
        case BodyKind::half_space: return HalfSpace{random.uniform(0.1, 10) * Vec3{0.1, 0.1, 1}, 0};
        default: return random_parts_body(random, kind, s);
    }
}

Robot random_arm(Random& random, const ArmOptions& options) {
    const double step = options.scale / static_cast<double>(options.joints);
    RobotDescription arm;
    arm.name = options.name;
    arm.base = Pose::from(random.rotation(), options.at);
    arm.links.push_back({.name = numbered(options.name, 0)});
    for (std::size_t i = 1; i <= options.joints; ++i) {
        RobotLink link{.name = numbered(options.name, i)};
        const Shape shape = random_body(random, options.link, 0.8 * step);
        link.shapes.push_back({shape, Pose::from(random.rotation(), {0.5 * step, 0, 0})});
        arm.links.push_back(std::move(link));
        RobotJoint joint;
        joint.name = numbered(std::string(options.name) + "joint ", i);
        joint.type = JointType::revolute;
        joint.parent = numbered(options.name, i - 1);
        joint.child = numbered(options.name, i);
        joint.axis = 2.0 * random.direction();
        joint.origin = Pose::from(random.rotation(), {i == 1 ? 0 : step, 0, 0});
        if (options.all_types) joint.type = random_type(random);
        const bool slides = joint.type == JointType::prismatic;
        joint.limits = slides ? Interval{-step, step} : Interval{-2.8, 2.9};
        if (options.all_types && i == options.joints && coordinate_count(arm.joints[0].type) == 1) {
            joint.type = JointType::revolute;
            joint.mimic = JointMimic{arm.joints[0].name, slides ? 1 : -0.7, 0.2};
            joint.limits = Interval::everything();
        }
        arm.joints.push_back(std::move(joint));
    }
    if (options.carries)
        arm.attached.push_back(
            {.name = numbered(options.name, options.joints) + " part",
             .link = numbered(options.name, options.joints),
             .shapes = {Placed{Box{{0.3 * step, 0.1 * step, 0.1 * step}}, Pose::translation({step, 0, 0})}},
             .may_touch = {numbered(options.name, options.joints - 1)}});
    for (std::size_t i = 0; i < options.joints; ++i) {
        for (std::size_t j = i + 2; j <= std::min(i + 3, options.joints); ++j)
            arm.excluded.push_back({numbered(options.name, i), numbered(options.name, j), "near"});
    }
    return *Robot::build(std::move(arm));
}

std::vector<Obstacle> random_obstacles(Random& random, const ObstacleOptions& options) {
    std::vector<Obstacle> obstacles;
    for (std::size_t i = 0; i < options.count; ++i) {
        const auto kind = static_cast<BodyKind>(random.index(options.kinds));
        const double size = random.uniform(0.2, 0.5) * options.scale;
        Pose pose = Pose::from(random.rotation(), {});
        pose.position = options.at + random.uniform(0.4, 1.3) * options.scale * random.direction();
        Shape shape = random_body(random, kind, size);
        if (kind == BodyKind::half_space) std::tie(shape, pose) = ground(random, shape, options);
        if (options.rough && random.chance(0.3)) pose.rotation = nearly(random, pose.rotation);
        obstacles.push_back({numbered("obstacle ", i), Placed{shape, pose}});
    }
    return obstacles;
}

std::vector<double> random_configuration(Random& random, const RobotCell& cell, double scale) {
    std::vector<double> values;
    for (const Robot& robot : cell.robots()) {
        for (std::size_t i = 0; i < robot.joint_count(); ++i) {
            const double most = robot.is_angle(i) ? kPi : scale / 3;
            const Interval range = intersect(robot.limits(i), {-most, most});
            values.push_back(random.uniform(range.lower, range.upper));
        }
    }
    return values;
}

JointPath random_path(Random& random, const RobotCell& cell, double size, double scale) {
    const std::size_t kind = random.index(4);
    std::vector<Waypoint> points{{0, random_configuration(random, cell, scale)}};
    const std::vector<double> aim = random_configuration(random, cell, scale);
    const std::size_t count = kind == 0 ? 2 : 3 + random.index(3);
    for (std::size_t k = 1; k < count; ++k) {
        const double step = random_step(random, points.back().time, kind == 2);
        Waypoint next{points.back().time + step, points.back().values};
        for (std::size_t i = 0; i < aim.size(); ++i)
            next.values[i] += size * (aim[i] - next.values[i]) * random.uniform(0.2, 1);
        points.push_back(std::move(next));
    }
    if (kind == 2) return JointPath::spline(points);
    if (kind != 3) return JointPath::polyline(points);
    std::vector<std::vector<double>> velocities;
    for (const Waypoint& point : points) {
        std::vector<double> v;
        for (std::size_t i = 0; i < point.values.size(); ++i)
            v.push_back(random.uniform(-1, 1) * size * std::abs(aim[i] - points[0].values[i]));
        velocities.push_back(std::move(v));
    }
    return JointPath::hermite(points, velocities);
}

}  // namespace graze::test
