// The primitives have no absolute length in them: a power of two changes no digit of an answer anywhere in
// the range they serve.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "graze/convex/primitive_tests.hpp"
#include "graze/math/predicates.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// Just beyond 1e30 and below 1e-30.
constexpr std::array<double, 2> kFactors{0x1p100, 0x1p-100};

struct Scene {
    Triangle a{}, b{};
    Segment s{}, t{};
    Vec3 p{};
    Box box{};
    double radius = 0;
    std::array<Vec3, 4> quad_a{}, quad_b{};
};

Triangle times(const Triangle& t, double f) { return {t.a * f, t.b * f, t.c * f}; }
Segment times(const Segment& s, double f) { return {s.a * f, s.b * f}; }
std::array<Vec3, 4> times(std::array<Vec3, 4> q, double f) {
    for (Vec3& v : q) v *= f;
    return q;
}
Scene times(const Scene& s, double f) {
    return {times(s.a, f),     times(s.b, f),
            times(s.s, f),     times(s.t, f),
            s.p * f,           {s.box.half_extents * f},
            s.radius * f,      times(s.quad_a, f),
            times(s.quad_b, f)};
}

std::array<Vec3, 4> random_quad(Random& random) {
    const Vec3 o = random.in_cube(0.5), u = random.direction(), v = random.direction();
    return {o - u - v, o + u - v, o + u + v, o - u + v};
}

Scene random_scene(Random& random) {
    const auto x = [&] { return random.in_cube(1); };
    Scene s{{x(), x(), x()},
            {x(), x(), x()},
            {x(), x()},
            {x(), x()},
            x(),
            {{random.unit(), random.unit(), random.unit()}},
            random.unit(),
            {},
            {}};
    s.quad_a = random_quad(random);
    s.quad_b = random_quad(random);
    if (random.chance(0.2)) s.b.a = 0.25 * s.a.a + 0.25 * s.a.b + 0.5 * s.a.c;  // touching, nearly
    if (random.chance(0.2))
        s.b = {s.b.a, s.b.a + (s.a.b - s.a.a), s.b.a + (s.a.c - s.a.a)};  // parallel, nearly
    return s;
}

/// Every number that the primitives answer about the scene; lengths divided by the unit.
std::vector<double> answers(const Scene& s, double unit) {
    std::vector<double> all;
    const auto point = [&](const Vec3& v) { all.insert(all.end(), {v.x / unit, v.y / unit, v.z / unit}); };
    const auto add = [&](auto... x) { (all.push_back(static_cast<double>(x)), ...); };
    const auto ball = [&](const SphereSeparation& r) {
        add(r.distance / unit, r.normal.x, r.normal.y, r.normal.z);
        point(r.point);
        point(r.point_sphere);
    };
    const auto solid = [&](const std::optional<SolidHit>& hit) {
        add(hit.has_value());
        if (!hit) return;
        add(hit->enter, hit->leave, hit->normal.x, hit->normal.y, hit->normal.z, hit->starts_inside);
        point(hit->point);
    };
    const ClosestOnTriangle on_triangle = closest_on_triangle(s.p, s.a);
    point(on_triangle.point);
    add(on_triangle.weights[0], on_triangle.weights[1], on_triangle.weights[2]);
    const ClosestOnTetrahedron on_solid = closest_on_tetrahedron(s.p, {s.a.a, s.a.b, s.a.c, s.b.a});
    point(on_solid.point);
    add(on_solid.weights[0], on_solid.weights[1], on_solid.weights[2], on_solid.weights[3], on_solid.inside);
    const ClosestOnSegment on_segment = closest_on_segment(s.p, s.s);
    point(on_segment.point);
    add(on_segment.parameter);
    const ClosestOnSegments pair = closest_on_segments(s.s, s.t);
    point(pair.point_a);
    point(pair.point_b);
    add(pair.parameter_a, pair.parameter_b, pair.distance_sq / unit / unit);
    point(closest_on_box(s.p, s.box));
    ball(separation_segment_sphere(s.s, s.p, s.radius));
    ball(separation_triangle_sphere(s.a, s.p, s.radius));
    ball(separation_sphere_box(s.p, s.radius, s.box));
    solid(find_segment_sphere(s.s, s.p, s.radius));
    solid(find_segment_box(s.s, s.box));
    add(overlaps_segment_sphere(s.s, s.p, s.radius), overlaps_segment_box(s.s, s.box),
        overlaps_segment_triangle(s.s, s.a), overlaps_triangle_sphere(s.a, s.p, s.radius),
        overlaps_triangle_box(s.a, s.box), overlaps_polygon_sphere(s.quad_a, s.p, s.radius),
        overlaps_polygon_box(s.quad_a, s.box), overlaps_sphere_box(s.p, s.radius, s.box),
        overlaps_triangle_triangle_sat(s.a, s.b), overlaps_triangle_triangle_exact(s.a, s.b),
        overlaps_triangle_triangle(s.a, s.b), overlaps_segment_triangle_exact(s.s, s.a));
    const auto through = find_segment_triangle(s.s, s.a);
    add(through.has_value());
    if (through) add(through->t, through->u, through->v, through->front);
    const auto into = find_segment_polygon(s.s, s.quad_a);
    add(into.has_value());
    if (into) add(into->t);
    const auto common = find_triangle_triangle(s.a, s.b);
    add(common.has_value());
    if (common) point(common->a);
    if (common) point(common->b);
    const auto pieces = find_polygon_polygon(s.quad_a, s.quad_b);
    add(pieces.size(), overlaps_polygon_polygon(s.quad_a, s.quad_b));
    for (const Segment& piece : pieces) point(piece.a);
    for (const Segment& piece : pieces) point(piece.b);
    return all;
}

TEST(PrimitiveRange, PowersOfTwoChangeNoDigit) {
    Random random(58);
    int crossing = 0;
    for (int i = 0; i < 2000; ++i) {
        const Scene scene = random_scene(random);
        const std::vector<double> plain = answers(scene, 1);
        for (const double f : kFactors)
            ASSERT_EQ(answers(times(scene, f), f), plain) << "scene " << i << " times " << f;
        crossing += overlaps_triangle_triangle(scene.a, scene.b) ? 1 : 0;
    }
    EXPECT_GT(crossing, 200);
    EXPECT_LT(crossing, 1800);
}

/// Near 1e-95, 1e-70, 1e-45, 1e45, 1e70, 1e95.
constexpr std::array<double, 6> kFarFactors{0x1p-315, 0x1p-233, 0x1p-150, 0x1p150, 0x1p233, 0x1p316};

/// Of those that are served further than the others.
std::vector<double> far_answers(const Scene& s, double unit) {
    std::vector<double> all;
    const auto point = [&](const Vec3& v) { all.insert(all.end(), {v.x / unit, v.y / unit, v.z / unit}); };
    const auto add = [&](auto... x) { (all.push_back(static_cast<double>(x)), ...); };
    const Ray ray{s.s.a, s.s.b - s.s.a};
    for (const auto& hit : {find_segment_sphere(s.s, s.p, s.radius), find_ray_sphere(ray, s.p, s.radius),
                            find_segment_box(s.s, s.box), find_ray_box(ray, s.box)}) {
        add(hit.has_value());
        if (!hit) continue;
        add(hit->enter, hit->leave, hit->normal.x, hit->normal.y, hit->normal.z, hit->starts_inside);
        point(hit->point);
    }
    add(overlaps_segment_sphere(s.s, s.p, s.radius), overlaps_segment_box(s.s, s.box),
        overlaps_polygon_sphere(s.quad_a, s.p, s.radius), overlaps_polygon_polygon(s.quad_a, s.quad_b));
    for (const Segment& piece : find_polygon_polygon(s.quad_a, s.quad_b)) {
        point(piece.a);
        point(piece.b);
    }
    return all;
}

TEST(PrimitiveRange, FarPowersOfTwoChangeNoDigit) {
    Random random(61);
    for (int i = 0; i < 1000; ++i) {
        const Scene scene = random_scene(random);
        const std::vector<double> plain = far_answers(scene, 1);
        for (const double f : kFarFactors)
            ASSERT_EQ(far_answers(times(scene, f), f), plain) << "scene " << i << " times " << f;
    }
}

TEST(PrimitiveRange, MissesAndTouchesFarOut) {
    for (const double s : {1e-95, 1e-70, 1e-45, 1e45, 1e70, 1e95}) {
        SCOPED_TRACE(s);
        const Segment segment{{-s, 0, 0}, {s, 0, 0}};
        EXPECT_FALSE(overlaps_segment_sphere(segment, {0, 3 * s, 0}, s));
        EXPECT_TRUE(overlaps_segment_sphere(segment, {0, s, 0}, s));
        EXPECT_FALSE(find_ray_sphere({{-5 * s, 0, 0}, {s, 0, 0}}, {0, 3 * s, 0}, s));
        EXPECT_FALSE(find_ray_sphere({{-5 * s, 0, 0}, {1, 0, 0}}, {0, 3 * s, 0}, s))
            << "a direction has its own length";
        EXPECT_TRUE(find_ray_sphere({{-5 * s, 0, 0}, {s, 0, 0}}, {0, s, 0}, s));
        EXPECT_FALSE(find_ray_sphere({{-1, s, 0}, {1, 0, 0}}, {}, 0.5 * s))
            << "from a start that is nearer or farther";
        const std::vector<Vec3> floor{
            {-2 * s, -2 * s, 0}, {2 * s, -2 * s, 0}, {2 * s, 2 * s, 0}, {-2 * s, 2 * s, 0}};
        EXPECT_FALSE(overlaps_polygon_sphere(floor, {0, 0, 3 * s}, s));
        EXPECT_FALSE(overlaps_polygon_sphere(floor, {0, 4 * s, 0}, s));
        EXPECT_TRUE(overlaps_polygon_sphere(floor, {0, 0, s}, s));
        EXPECT_TRUE(
            overlaps_polygon_polygon(floor, std::vector<Vec3>{{-s, 0, -s}, {s, 0, -s}, {0.5 * s, 0, s}}));
        EXPECT_FALSE(overlaps_polygon_polygon(
            floor, std::vector<Vec3>{{9 * s, 0, -s}, {10 * s, 0, -s}, {9.5 * s, 0, s}}));
        EXPECT_FALSE(overlaps_triangle_sphere({floor[0], floor[1], floor[2]}, {0, 0, 3 * s}, s));
    }
    for (const double s : {0x1p-200, 1.0, 0x1p200}) {
        const Triangle floor{{-2 * s, -2 * s, 0}, {2 * s, -2 * s, 0}, {0, 3 * s, 0}};
        EXPECT_TRUE(overlaps_triangle_sphere(floor, {0, 0, s}, s)) << s;
        EXPECT_FALSE(overlaps_triangle_sphere(floor, {0, 0, (1 + 8 * kEps) * s}, s))
            << s << ": the products tell it";
    }
}

TEST(PrimitivePairs, YesOrNoIsWhetherTheSearchFindsSomething) {
    Random random(59);
    int polygons = 0, triangles = 0;
    for (int i = 0; i < 5000; ++i) {
        const Scene s = random_scene(random);
        const bool quads = overlaps_polygon_polygon(s.quad_a, s.quad_b);
        ASSERT_EQ(quads, !find_polygon_polygon(s.quad_a, s.quad_b).empty()) << i;
        const bool overlap = overlaps_triangle_triangle(s.a, s.b);
        const auto side = [&](const Vec3& p) { return orient3d(s.a.a, s.a.b, s.a.c, p); };
        // The search has no segment for coplanar triangles.
        const bool coplanar =
            side(s.b.a) == Sign::zero && side(s.b.b) == Sign::zero && side(s.b.c) == Sign::zero;
        ASSERT_EQ(overlap && !coplanar, find_triangle_triangle(s.a, s.b).has_value()) << i;
        polygons += quads ? 1 : 0;
        triangles += overlap ? 1 : 0;
    }
    EXPECT_GT(polygons, 1500);
    EXPECT_LT(polygons, 4900);
    EXPECT_GT(triangles, 500);
    EXPECT_LT(triangles, 4500);
}

}  // namespace
}  // namespace graze::test
