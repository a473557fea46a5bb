// Rays that are decided in plain doubles, against 600-bit closed forms and against bounded arithmetic: random
// ones, and a ladder of those that graze, pass through edges, rims and apices, run along axes, and start on
// the surface.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "convex/ray/ray_oracle.hpp"
#include "convex/ray/ray_solver.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// One of eight is up to 1e-6 of the others.
double any_size(Random& random, double scale) {
    return scale * (random.index(8) == 0 ? random.log_uniform(1e-6, 1) : random.uniform(0.05, 1));
}

Shape any_solid(ShapeType type, Random& random, double scale) {
    const double a = any_size(random, scale), b = any_size(random, scale), c = any_size(random, scale);
    switch (type) {
        case ShapeType::box: return Box{{a, b, c}};
        case ShapeType::capsule: return Capsule{a, b};
        case ShapeType::cylinder: return Cylinder{a, b};
        case ShapeType::cone: return Cone{a, b};
        case ShapeType::ellipsoid: return Ellipsoid{{a, b, c}};
        case ShapeType::hull: {
            std::vector<Vec3> points;
            for (int i = 0; i < 8; ++i) points.push_back(hadamard({a, b, c}, random.direction()));
            const auto hull = ConvexHull::build(points);
            return hull ? Shape(*hull) : any_solid(type, random, scale);
        }
        default: return Sphere{a};
    }
}

RealSpan exact_span(const Shape& shape, const RealLine& line) {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::box: return inside_box(line, real3(shape.vector(0)));
        case ShapeType::capsule: return inside_capsule(line, real(v[0]), real(v[1]));
        case ShapeType::cylinder: return inside_cylinder(line, real(v[0]), real(v[1]));
        case ShapeType::cone: return inside_cone(line, real(v[0]), real(v[1]));
        case ShapeType::ellipsoid: return inside_ellipsoid(line, real3(shape.vector(0)));
        case ShapeType::hull: {
            std::vector<Real3> points;
            for (const Vec3& p : static_cast<const HullData&>(*shape.payload()).vertices)
                points.push_back(real3(p));
            return inside_points(line, points);
        }
        default: return inside_ball(line, {}, real(v[0]));
    }
}

double step_of_ladder(Random& random) {
    constexpr std::array kSteps{0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3};
    return (random.index(2) == 0 ? 1 : -1) * kSteps[random.index(kSteps.size())];
}

/// A line through a special point of the solid, or nearly: local frame.
Ray special_line(const Shape& shape, Random& random) {
    const auto& v = shape.values();
    const bool sizes_by_axis = shape.type() == ShapeType::box || shape.type() == ShapeType::ellipsoid;
    const double top = sizes_by_axis ? v[2] : v[1];
    const bool hull = shape.type() == ShapeType::hull;  // without sizes
    Ray line{random.in_cube(shape.reach()), random.direction()};
    switch (hull ? 1 + 3 * random.index(2) : random.index(7)) {
        case 0: line.origin.x = v[0]; break;                              // in a face's plane, on a side
        case 1: line.origin = support(shape, random.direction()); break;  // on the surface
        case 2: line.origin = {v[0], 0, -top}; break;                     // on a rim
        case 3: line.origin = {0, 0, top}; break;                         // at an apex
        case 4: {                                                         // tangent
            const Vec3 outward = random.direction();
            line = {support(shape, outward), perpendicular(outward) + step_of_ladder(random) * outward};
            break;
        }
        case 5: line = {{v[0], 0, 0}, {step_of_ladder(random), 0, 1}}; break;  // along a side
        default: line = {{}, random.index(2) == 0 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}}; break;
    }
    line.origin = line.origin * (1 + step_of_ladder(random));
    if (random.index(8) == 0) line.direction = {step_of_ladder(random), step_of_ladder(random), 1};
    if (!hull && random.index(8) == 0) line.direction = {v[0], 0, -2 * v[1]};  // along a slant
    return line;
}

Ray any_ray(const Placed& placed, Random& random, double scale) {
    const Shape& shape = placed.shape;
    Ray line = random.index(2) == 0 ? Ray{random.in_cube(1.1 * shape.reach()), random.direction()}
                                    : special_line(shape, random);
    line.direction = line.direction * random.log_uniform(1e-3, 1e3);
    double back = scale * random.uniform(0, 6);
    if (random.index(4) == 0) back = random.index(2) == 0 ? 0 : scale * random.log_uniform(1e-12, 1e8);
    if (random.index(10) == 0) back = -back;
    line.origin -= back * unit(line.direction);
    return {placed.pose * line.origin, placed.pose.rotation * line.direction};
}

Pose any_pose(Random& random, double scale) {
    if (random.index(4) == 0) return Pose::translation(random.index(2) == 0 ? Vec3{} : random.in_cube(scale));
    Pose pose = Pose::from(random.rotation(), random.in_cube(scale * (random.index(5) == 0 ? 100 : 1)));
    if (random.index(30) == 0) {
        for (Vec3& column : pose.rotation.columns) column += random.in_cube(1e-8);
    }
    return pose;
}

void expect_right(const std::optional<RayHit>& hit, const Ray& ray, const Placed& placed) {
    const auto exact = first_parameter(exact_span(placed.shape, local_line(ray, placed.pose)));
    if (exact) {
        ASSERT_TRUE(hit.has_value());
        ASSERT_LE(real(hit->bounds.lower), *exact);
        ASSERT_GE(real(hit->bounds.upper), *exact);
    } else if (hit) {  // rounding does not decide it: the filter has left it to the others
        const auto bounded = raycast_bounded(ray, placed);
        ASSERT_TRUE(bounded.has_value());
        ASSERT_EQ(hit->bounds, bounded->bounds);
    }
    if (!hit) return;
    ASSERT_TRUE(hit->bounds.contains(hit->t));
    ASSERT_EQ(hit->point, ray.origin + hit->t * ray.direction);
    ASSERT_NEAR(length(hit->normal), 1, 1e-12);
}

class RayFilter : public ::testing::TestWithParam<ShapeType> {};

TEST_P(RayFilter, ContainsTheExactParameter) {
    Random random(61 + static_cast<std::uint64_t>(GetParam()));
    const int count = GetParam() == ShapeType::hull ? 1000 : 6000;
    int hits = 0, inside = 0;
    double scale = 1;
    Shape shape = any_solid(GetParam(), random, scale);
    for (int i = 0; i < count && !HasFatalFailure(); ++i) {
        if (i % 50 == 0) {
            scale = random.log_uniform(1e-6, 1e6);
            shape = any_solid(GetParam(), random, scale);
        }
        const Placed placed{shape, any_pose(random, scale)};
        const Ray ray = any_ray(placed, random, scale);
        const auto hit = raycast_convex(ray, placed);
        expect_right(hit, ray, placed);
        if (hit && i % 20 == 0) {
            ASSERT_TRUE(verify(*hit, ray, placed)) << i;
        }
        hits += hit.has_value();
        inside += hit && hit->t == 0;
    }
    EXPECT_GT(hits - inside, count / 10);
    EXPECT_GT(inside, count / 30);
    EXPECT_LT(hits, count * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Solids, RayFilter,
                         ::testing::Values(ShapeType::sphere, ShapeType::box, ShapeType::capsule,
                                           ShapeType::cylinder, ShapeType::cone, ShapeType::ellipsoid,
                                           ShapeType::hull),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace
}  // namespace graze::test
