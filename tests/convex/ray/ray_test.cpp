// Ray casts against 600-bit closed forms: every shape, five scales, near and far origins, inside starts, all
// fields.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "convex/ray/ray_oracle.hpp"
#include "convex/ray/ray_solver.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Oracle = std::function<RealSpan(const RealLine&)>;

struct Subject {
    std::string name;
    Shape shape;
    Oracle oracle;
    double tolerance = 1e-9;  ///< Allowed width of the bounds, relative to the shape.
};

std::vector<Real3> reals(std::span<const Vec3> points) {
    std::vector<Real3> r;
    for (const Vec3& p : points) r.push_back(real3(p));
    return r;
}

std::vector<Subject> closed_forms(double s, Random& random) {
    const double r = 0.7 * s, h = 0.9 * s;
    const Vec3 e{0.3 * s, 0.5 * s, 0.8 * s};
    std::vector<Vec3> points;
    for (int i = 0; i < 9; ++i) points.push_back(random.direction() * s);
    const ConvexHull hull = *ConvexHull::build(points);
    const std::span<const Vec3> v = hull.vertices();
    return {
        {"sphere", Sphere{r}, [=](const RealLine& l) { return inside_ball(l, {}, real(r)); }},
        {"box", Box{e}, [=](const RealLine& l) { return inside_box(l, real3(e)); }},
        {"capsule", Capsule{r, h}, [=](const RealLine& l) { return inside_capsule(l, real(r), real(h)); }},
        {"cylinder", Cylinder{r, h}, [=](const RealLine& l) { return inside_cylinder(l, real(r), real(h)); }},
        {"cone", Cone{r, h}, [=](const RealLine& l) { return inside_cone(l, real(r), real(h)); }},
        {"ellipsoid", Ellipsoid{e}, [=](const RealLine& l) { return inside_ellipsoid(l, real3(e)); }},
        {"hull", hull, [p = reals(v)](const RealLine& l) { return inside_points(l, p); }},
        {"tetrahedron", Tetrahedron{v[0], v[1], v[2], v[3]},
         [p = reals(v.first(4))](const RealLine& l) { return inside_points(l, p); }},
        {"scaled sphere", scaled(Sphere{1}, e),
         [=](const RealLine& l) { return inside_ellipsoid(l, real3(e)); }},
        {"half-space", HalfSpace{{0.6, 0, 0.8}, h}, [=](const RealLine& l) {
             return half_line(real(0.6) * l.o.x + real(0.8) * l.o.z - real(h),
                              real(0.6) * l.d.x + real(0.8) * l.d.z);
         }}};
}

std::vector<Subject> support_mapped(double s, Random& random) {
    const double r = 0.7 * s, h = 0.9 * s;
    const Vec3 e{0.3 * s, 0.5 * s, 0.8 * s};
    const Oracle rounded_box = [=](const RealLine& l) { return inside_rounded_box(l, real3(e), real(r)); };
    const std::array<Shape, 2> ends{transformed(Sphere{r}, Affine{Mat3::identity(), {0, 0, h}}),
                                    transformed(Sphere{r}, Affine{Mat3::identity(), {0, 0, -h}})};
    std::vector<Vec3> points;
    for (int i = 0; i < 5; ++i) points.push_back(random.in_cube(s));
    std::vector<Shape> corners;
    for (const Vec3& p : points) corners.emplace_back(Point{p});
    return {{"rounded box", rounded(Box{e}, r), rounded_box, 2e-6},
            {"box + sphere", minkowski_sum(Box{e}, Sphere{r}), rounded_box, 2e-6},
            {"box + box", minkowski_sum(Box{e}, Box{e}),
             [=](const RealLine& l) { return inside_box(l, real3(2.0 * e)); }},
            {"hull of two spheres", convex_hull_of(ends),
             [=](const RealLine& l) { return inside_capsule(l, real(r), real(h)); }, 2e-6},
            {"disk + segment", minkowski_sum(Cylinder{r, 0}, Segment{{0, 0, -h}, {0, 0, h}}),
             [=](const RealLine& l) { return inside_cylinder(l, real(r), real(h)); }, 2e-6},
            {"hull of points", convex_hull_of(corners),
             [p = reals(points)](const RealLine& l) { return inside_points(l, p); }}};
}

Ray random_ray(Random& random, const Pose& pose, double s) {
    const Vec3 target = pose * random.in_cube(1.2 * s);
    const double far = random.chance(0.3) ? random.log_uniform(1, 1e8) : 1;
    const Vec3 origin =
        random.chance(0.1) ? pose * random.in_cube(0.8 * s) : target + random.direction() * (3 * s * far);
    return {origin, (target - origin) * random.log_uniform(1e-2, 1e2)};
}

/// No support function, margin or axis enters here: only the fields of the hit and the set's own support
/// value.
void expect_sound(const RayHit& hit, const Ray& ray, const Placed& placed, const mpf_class& exact,
                  double tolerance) {
    EXPECT_LE(real(hit.bounds.lower), exact);
    EXPECT_GE(real(hit.bounds.upper), exact);
    EXPECT_TRUE(hit.bounds.contains(hit.t));
    EXPECT_NEAR(length(hit.normal), 1, 1e-12);
    EXPECT_LT(dot(hit.normal, ray.direction), 0);
    const Vec3 reached = ray.origin + hit.t * ray.direction;
    EXPECT_EQ(hit.point, reached);
    const double reach = std::min(placed.shape.reach(), 1e99);
    const double width = tolerance * reach / length(ray.direction) + 1e-12 * hit.t;
    EXPECT_EQ(hit.status, Status::converged);
    EXPECT_LE(hit.bounds.width(), width);
    if (hit.bounds.lower <= 0 || placed.shape.type() == ShapeType::half_space) return;
    // The theorem of the lower bound, in intervals: the plane along the normal keeps the way before it
    // outside.
    const IntervalVec3 n{hit.normal.x, hit.normal.y, hit.normal.z},
        o{ray.origin.x, ray.origin.y, ray.origin.z};
    const IntervalVec3 d{ray.direction.x, ray.direction.y, ray.direction.z};
    const Interval height = dot(n, o + d * Interval(hit.bounds.lower));
    EXPECT_GE(height.lower, support_value(placed, hit.normal).upper);
}

void check_random_rays(const Subject& subject, Random& random, double s, int count) {
    SCOPED_TRACE(subject.name + " at scale " + std::to_string(std::log10(s)));
    int hits = 0;
    for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
        const Pose pose = Pose::from(random.rotation(), random.in_cube(s));
        const Ray ray = random_ray(random, pose, s);
        const Placed placed{subject.shape, pose};
        const auto exact = first_parameter(subject.oracle(local_line(ray, pose)));
        const auto hit = raycast_convex(ray, placed);
        ASSERT_EQ(hit.has_value(), exact.has_value());
        if (!hit) continue;
        ++hits;
        if (*exact == 0) {
            EXPECT_EQ(hit->t, 0);
            EXPECT_EQ(hit->bounds, Interval(0));
            EXPECT_EQ(hit->point, ray.origin);
            EXPECT_NEAR(dot(hit->normal, unit(ray.direction)), -1, 1e-12);
        } else {
            expect_sound(*hit, ray, placed, *exact, subject.tolerance);
        }
    }
    EXPECT_GT(hits, count / 50);
    EXPECT_LT(hits, count);
}

class RayAtScale : public ::testing::TestWithParam<double> {};

TEST_P(RayAtScale, ClosedFormsContainTheExactParameter) {
    Random random(11);
    for (const Subject& subject : closed_forms(GetParam(), random))
        check_random_rays(subject, random, GetParam(), 400);
}

TEST_P(RayAtScale, SupportMappingsContainTheExactParameter) {
    Random random(12);
    for (const Subject& subject : support_mapped(GetParam(), random))
        check_random_rays(subject, random, GetParam(), 200);
}

INSTANTIATE_TEST_SUITE_P(Scales, RayAtScale, ::testing::Values(1e-90, 1e-6, 1.0, 1e6, 1e80));

TEST(Ray, LargeHullsAgreeWithTheirFacets) {
    Random random(13);
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) points.push_back(random.direction());
    const ConvexHull hull = *ConvexHull::build(points);
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3 origin = random.direction() * 3.0;
        const Ray ray{origin, random.in_cube(1) - origin};
        double in = -1e300, out = 1e300;
        for (const Plane& plane : hull.data().facet_planes) {
            const double height = plane(ray.origin), rate = dot(plane.normal, ray.direction);
            (rate < 0 ? in : out) = rate < 0 ? std::max(in, -height / rate) : std::min(out, -height / rate);
        }
        if (std::abs(out - in) < 1e-9) continue;
        const auto hit = raycast_convex(ray, {hull, Pose::identity()});
        ASSERT_EQ(hit.has_value(), in < out && out > 0);
        if (!hit) continue;
        ++hits;
        EXPECT_NEAR(hit->t, in, 1e-9);
        EXPECT_LE(hit->bounds.width(), 1e-9);
    }
    EXPECT_GT(hits, 200);
}

TEST(Ray, SkewPosesAreTakenAsTheirDoubles) {
    // A rotation matrix with errors of 1e-7: the placed set is R x + p, and the answer is about that set.
    Random random(14);
    for (int i = 0; i < 200; ++i) {
        Pose pose = Pose::from(random.rotation(), random.in_cube(1));
        for (Vec3& column : pose.rotation.columns) column += random.in_cube(1e-7);
        const Ray ray = random_ray(random, pose, 1);
        const auto exact = first_parameter(inside_ball(local_line(ray, pose), {}, real(0.9)));
        const auto hit = raycast_convex(ray, {Sphere{0.9}, pose});
        ASSERT_EQ(hit.has_value(), exact.has_value());
        if (hit && *exact > 0) expect_sound(*hit, ray, {Sphere{0.9}, pose}, *exact, 1e-9);
    }
}

TEST(Ray, BadInputIsAMiss) {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const Placed ball{Sphere{1}, Pose::identity()};
    for (const Shape& shape : {Shape(Sphere{1}), rounded(Box{{1, 1, 1}}, 0.1)}) {
        EXPECT_TRUE(raycast_convex({{-3, 0, 0}, {1, 0, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {0, 0, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{nan, 0, 0}, {1, 0, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {1, nan, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{-3, inf, 0}, {1, 0, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {inf, 0, 0}}, {shape, Pose::identity()}));
        EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {1, 0, 0}}, {shape, Pose::translation({nan, 0, 0})}));
        EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {1, 0, 0}}, {shape, Pose{Mat3::diagonal({2, 2, 2}), {}}}));
    }
    EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {1, 0, 0}}, {Sphere{-1}, Pose::identity()}));
    EXPECT_FALSE(raycast_convex({{-3, 0, 0}, {1, 0, 0}}, {Box{{1, nan, 1}}, Pose::identity()}));
}

}  // namespace
}  // namespace graze::test
