// Rays and segments against the basic sets: slabs, long double roots, rational signed volumes and mutual
// agreement.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "graze/convex/primitive_tests.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kScales[] = {1e-6, 1, 1e6};

TEST(RaySphere, AgainstLongDoubleRoots) {
    Random random(51);
    for (const double s : kScales) {
        int hits = 0;
        for (int i = 0; i < 2000; ++i) {
            const Vec3 centre = random.in_cube(s);
            const double radius = random.uniform(0.1, 1) * s;
            const Vec3 origin = centre + random.in_cube(2 * s);
            const Ray ray{origin, (centre + random.in_cube(s) - origin) * random.uniform(0.3, 2)};
            const Vec3 r = ray.origin - centre;
            const long double a = length_sq(ray.direction);
            const long double b = static_cast<long double>(r.x) * ray.direction.x +
                                  static_cast<long double>(r.y) * ray.direction.y +
                                  static_cast<long double>(r.z) * ray.direction.z;
            const long double c =
                static_cast<long double>(length_sq(r)) - static_cast<long double>(radius) * radius;
            const long double disc = b * b - a * c;
            if (std::abs(disc) < 1e-9L * s * s * s * s) continue;
            const auto hit = find_ray_sphere(ray, centre, radius);
            const bool expected = disc > 0 && (-b + std::sqrt(disc)) / a >= 0;
            ASSERT_EQ(hit.has_value(), expected);
            const auto segment =
                find_segment_sphere({ray.origin, ray.origin + ray.direction}, centre, radius);
            ASSERT_EQ(segment.has_value(), expected && (-b - std::sqrt(disc)) / a <= 1)
                << "the segment ends at 1";
            ASSERT_EQ(overlaps_segment_sphere({ray.origin, ray.origin + ray.direction}, centre, radius),
                      segment.has_value());
            if (!hit) continue;
            ++hits;
            const double in = static_cast<double>((-b - std::sqrt(disc)) / a),
                         out = static_cast<double>((-b + std::sqrt(disc)) / a);
            EXPECT_EQ(hit->starts_inside, in < 0);
            EXPECT_NEAR(hit->enter, std::max(in, 0.0), 1e-9);
            EXPECT_NEAR(hit->leave, out, 1e-9);
            EXPECT_EQ(hit->point, ray.origin + hit->enter * ray.direction);
            EXPECT_LE(length(hit->normal - (hit->starts_inside ? Vec3{} : unit(hit->point - centre))), 1e-7);
            EXPECT_LE(segment ? segment->leave : 0, 1);
        }
        EXPECT_GT(hits, 200);
    }
}

TEST(RaySphere, FarRaysHitTheSurface) {
    for (const double far : {1e3, 1e6, 1e9, 1e12}) {
        const auto hit = find_ray_sphere({{-far, 0.6, 0}, {1, 0, 0}}, {}, 1);
        ASSERT_TRUE(hit) << far;
        EXPECT_NEAR(hit->enter, far - 0.8, 2e-16 * far + 1e-12);
        EXPECT_NEAR(hit->normal.x, -0.8, 1e-9 + 1e-15 * far);
        EXPECT_FALSE(find_ray_sphere({{-far, 1.0001, 0}, {1, 0, 0}}, {}, 1)) << far;
    }
    EXPECT_FALSE(find_ray_sphere({{0, 0, 0}, {0, 0, 0}}, {}, 1)) << "no direction, no ray";
    EXPECT_TRUE(find_segment_sphere({{0.5, 0, 0}, {0.5, 0, 0}}, {}, 1)) << "but a segment may be a point";
    EXPECT_TRUE(find_segment_sphere({{-2, 1, 0}, {2, 1, 0}}, {}, 1)) << "tangents touch";
}

Vec3 small_integers(Random& random, std::size_t n) {
    const auto k = [&] { return static_cast<double>(random.index(2 * n + 1)) - static_cast<double>(n); };
    const double x = k(), y = k(), z = k();
    return {x, y, z};
}

TEST(RaySphere, StartsOnTheSurfaceAreInside) {
    Random random(56);
    int starts = 0, ends = 0;
    for (int i = 0; i < 100000; ++i) {
        const Vec3 centre = small_integers(random, 3), start = small_integers(random, 3),
                   direction = small_integers(random, 3);
        const double radius = static_cast<double>(random.index(4));
        if (direction == Vec3{}) continue;
        if (length_sq(start - centre) == radius * radius) {
            ++starts;
            const auto hit = find_ray_sphere({start, direction}, centre, radius);
            ASSERT_TRUE(hit);
            EXPECT_TRUE(hit->starts_inside);
            EXPECT_EQ(hit->enter, 0);
            EXPECT_FALSE(std::signbit(hit->enter));
            EXPECT_GE(hit->leave, 0);
            EXPECT_EQ(hit->point, start);
            EXPECT_EQ(hit->normal, Vec3{});
        }
        if (length_sq(start + direction - centre) == radius * radius) {
            ++ends;
            const auto hit = find_segment_sphere({start, start + direction}, centre, radius);
            ASSERT_TRUE(hit) << "touching counts at the other end too";
            EXPECT_LE(hit->leave, 1);
        }
        if (length_sq(cross(start - centre, direction)) == radius * radius * length_sq(direction)) {
            const bool ahead = dot(centre - start, direction) >= 0;
            ASSERT_EQ(find_ray_sphere({start, direction}, centre, radius).has_value(), ahead) << "tangents";
        }
    }
    EXPECT_GT(starts, 1000);
    EXPECT_GT(ends, 1000);
}

TEST(RaySphere, StartsJustOutsideFaceOutwards) {
    // Outside by rounding only, going away: a touch of the near side, or a miss.
    Random random(60);
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 start = unit(random.direction());
        const Vec3 direction = 0.7 * start + random.in_cube(0.1);
        if (!(length_sq(start) > 1)) continue;
        for (const auto& hit : {find_ray_sphere({start, direction}, {}, 1),
                                find_segment_sphere({start, start + direction}, {}, 1)}) {
            if (!hit) continue;
            ++hits;
            EXPECT_FALSE(hit->starts_inside);
            EXPECT_EQ(hit->enter, 0);
            EXPECT_LE(hit->leave, 1e-15);
            EXPECT_EQ(hit->point, start);
            ASSERT_LE(length(hit->normal - start), 1e-15) << i;
        }
    }
    EXPECT_GT(hits, 1000);
}

TEST(RaySolids, NoHitsOfWhatIsNoNumber) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    EXPECT_FALSE(find_ray_sphere(ray, {}, nan));
    EXPECT_FALSE(find_ray_sphere(ray, {}, -1));
    EXPECT_FALSE(find_ray_sphere(ray, {0, nan, 0}, 1));
    const Segment through{{-5, 0, 0}, {5, 0, 0}};
    for (const double bad : {nan, -1.0}) {
        EXPECT_FALSE(find_segment_sphere(through, {}, bad)) << bad;
        EXPECT_FALSE(overlaps_segment_sphere(through, {}, bad)) << bad;
        EXPECT_FALSE(overlaps_segment_sphere({{}, {}}, {}, bad)) << bad;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        for (const double bad : {nan, -1.0}) {
            Vec3 half{1, 1, 1};
            half[i] = bad;
            EXPECT_FALSE(find_ray_box(ray, {half})) << i << " " << bad;
            EXPECT_FALSE(find_ray_box({{0, 0, 0}, {1, 0, 0}}, {half})) << i << " " << bad;
            EXPECT_FALSE(find_segment_box(through, {half})) << i << " " << bad;
            EXPECT_FALSE(overlaps_segment_box(through, {half})) << i << " " << bad;
            EXPECT_FALSE(overlaps_segment_box({{-5, -5, -5}, {5, 5, 5}}, {half})) << i << " " << bad;
        }
        for (const Vec3& start : {Vec3{-5, 0, 0}, Vec3{}}) {
            Vec3 origin = start, direction = ray.direction;
            origin[i] = nan;
            direction[i] = nan;
            for (const Ray& none : {Ray{origin, ray.direction}, Ray{start, direction}}) {
                const Segment segment{none.origin, none.origin + none.direction};
                EXPECT_FALSE(find_ray_sphere(none, {}, 1)) << i;
                EXPECT_FALSE(find_segment_sphere(segment, {}, 1)) << i;
                EXPECT_FALSE(find_ray_box(none, {{1, 1, 1}})) << i;
                EXPECT_FALSE(find_segment_box(segment, {{1, 1, 1}})) << i;
                const Segment back{segment.b, segment.a};
                for (const Segment& either : {segment, back}) {
                    EXPECT_FALSE(overlaps_segment_sphere(either, {}, 1)) << i;
                    EXPECT_FALSE(overlaps_segment_box(either, {{1, 1, 1}})) << i;
                    EXPECT_FALSE(find_segment_triangle(either, {{-1, -1, -1}, {1, -1, 1}, {0, 1, 0}})) << i;
                    EXPECT_FALSE(overlaps_segment_triangle(either, {{-1, -1, -1}, {1, -1, 1}, {0, 1, 0}}))
                        << i;
                    EXPECT_FALSE(
                        find_segment_polygon(either, std::vector<Vec3>{{-1, -1, -1}, {1, -1, 1}, {0, 1, 0}}))
                        << i;
                }
            }
        }
    }
}

TEST(SegmentSphere, SeparationIsSignedAndConsistent) {
    Random random(52);
    for (const double s : kScales) {
        for (int i = 0; i < 500; ++i) {
            const Segment segment{random.in_cube(s), random.in_cube(s)};
            const Vec3 centre = random.in_cube(s);
            const double radius = random.uniform(0.05, 0.5) * s;
            const SphereSeparation found = separation_segment_sphere(segment, centre, radius);
            EXPECT_EQ(found.distance <= 0, overlaps_segment_sphere(segment, centre, radius));
            EXPECT_NEAR(length(found.normal), 1, 1e-14);
            EXPECT_NEAR(length(found.point_sphere - centre), radius, 1e-14 * s);
            EXPECT_LE(length(found.point + found.distance * found.normal - found.point_sphere), 1e-14 * s);
        }
    }
    const SphereSeparation on = separation_segment_sphere({{-1, 0, 0}, {1, 0, 0}}, {0.25, 0, 0}, 2);
    EXPECT_EQ(on.distance, -2);
    EXPECT_NEAR(on.normal.x, 0, 1e-15);
}

std::optional<std::array<double, 2>> slab_oracle(const Ray& ray, const Vec3& h, double last) {
    double in = 0, out = last;
    for (std::size_t i = 0; i < 3; ++i) {
        if (ray.direction[i] == 0) {
            if (std::abs(ray.origin[i]) > h[i]) return std::nullopt;
            continue;
        }
        const double a = (-h[i] - ray.origin[i]) / ray.direction[i],
                     b = (h[i] - ray.origin[i]) / ray.direction[i];
        in = std::max(in, std::min(a, b));
        out = std::min(out, std::max(a, b));
    }
    if (in > out) return std::nullopt;
    return std::array<double, 2>{in, out};
}

TEST(RayBox, AgainstSlabsAndSeparatingAxes) {
    Random random(53);
    for (const double s : kScales) {
        int hits = 0;
        for (int i = 0; i < 3000; ++i) {
            const Vec3 h{random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s, random.uniform(0.1, 1) * s};
            const Vec3 origin = random.in_cube(2 * s);
            Ray ray{origin, (random.in_cube(s) - origin) * random.uniform(0.3, 2)};
            for (std::size_t k = 0; k < 3; ++k)
                if (random.chance(0.1)) ray.direction[k] = 0;
            if (ray.direction == Vec3{}) continue;
            const auto hit = find_ray_box(ray, {h});
            const auto expected = slab_oracle(ray, h, INFINITY);
            ASSERT_EQ(hit.has_value(), expected.has_value());
            const Segment segment{ray.origin, ray.origin + ray.direction};
            const auto cut = find_segment_box(segment, {h});
            const auto cut_expected = slab_oracle({ray.origin, segment.b - segment.a}, h, 1);
            ASSERT_EQ(cut.has_value(), cut_expected.has_value());
            ASSERT_EQ(overlaps_segment_box(segment, {h}), cut.has_value());
            if (!hit) continue;
            ++hits;
            EXPECT_DOUBLE_EQ(hit->enter, (*expected)[0]);
            EXPECT_DOUBLE_EQ(hit->leave, (*expected)[1]);
            EXPECT_EQ(hit->starts_inside, slab_oracle(ray, h, 0).has_value());
            if (hit->starts_inside) {
                EXPECT_EQ(hit->normal, Vec3{});
            } else {
                EXPECT_EQ(length(hit->normal), 1);
                EXPECT_LT(dot(hit->normal, ray.direction), 0);
                EXPECT_NEAR(dot(hit->normal, hit->point) / s, dot(abs(hit->normal), h) / s, 1e-12);
            }
        }
        EXPECT_GT(hits, 300);
    }
    EXPECT_TRUE(overlaps_segment_box({{-2, 1, 1}, {2, 1, 1}}, {{1, 1, 1}})) << "along an edge";
    EXPECT_TRUE(find_segment_box({{-2, 1, 1}, {2, 1, 1}}, {{1, 1, 1}}));
    EXPECT_FALSE(overlaps_segment_box({{-2, 1.5, 0}, {1.5, -2, 0}}, {{0.2, 0.2, 1}}))
        << "only a cross product tells";
    EXPECT_FALSE(find_ray_box({{0, 0, 0}, {0, 0, 0}}, {{1, 1, 1}}));
}

/// (b - a) × (c - a) · (d - a) in rationals.
int exact_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto q = [](const Vec3& u, const Vec3& v) {
        return std::array<mpq_class, 3>{mpq_class(u.x) - mpq_class(v.x), mpq_class(u.y) - mpq_class(v.y),
                                        mpq_class(u.z) - mpq_class(v.z)};
    };
    const auto u = q(b, a), v = q(c, a), w = q(d, a);
    const mpq_class det = (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
                          (u[0] * v[1] - u[1] * v[0]) * w[2];
    return sgn(det);
}

TEST(RayTriangle, AgreesWithSignedVolumesAndRationals) {
    Random random(54);
    for (const double s : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        int hits = 0;
        for (int i = 0; i < 1500; ++i) {
            const Triangle t{random.in_cube(s), random.in_cube(s), random.in_cube(s)};
            const double u = random.uniform(-0.3, 1), v = random.uniform(-0.3, 1);
            const Vec3 target = t.a + u * (t.b - t.a) + v * (t.c - t.a);
            const Segment segment{target + random.in_cube(2 * s),
                                  target - random.in_cube(2 * s) * random.unit()};
            const int start = exact_side(t.a, t.b, t.c, segment.a),
                      end = exact_side(t.a, t.b, t.c, segment.b);
            const int o0 = exact_side(segment.a, segment.b, t.a, t.b),
                      o1 = exact_side(segment.a, segment.b, t.b, t.c),
                      o2 = exact_side(segment.a, segment.b, t.c, t.a);
            const bool exact =
                start * end <= 0 && ((o0 >= 0 && o1 >= 0 && o2 >= 0) || (o0 <= 0 && o1 <= 0 && o2 <= 0));
            ASSERT_EQ(overlaps_segment_triangle_exact(segment, t), exact);
            ASSERT_EQ(overlaps_segment_triangle(segment, t), exact);
            const auto hit = find_segment_triangle(segment, t);
            ASSERT_EQ(hit.has_value(), exact);
            if (!hit) continue;
            ++hits;
            EXPECT_EQ(hit->front, start > 0);
            EXPECT_GE(hit->t, 0);
            EXPECT_LE(hit->t, 1);
            EXPECT_LE(length(hit->point - (t.a + hit->u * (t.b - t.a) + hit->v * (t.c - t.a))), 1e-9 * s);
            const auto ray = find_ray_triangle({segment.a, segment.b - segment.a}, t);
            ASSERT_TRUE(ray);
            EXPECT_EQ(ray->t, hit->t);
        }
        EXPECT_GT(hits, 50) << s;
    }
}

TEST(RayTriangle, TheGuardIsRelative) {
    for (const double s : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        const Triangle t{{0, 0, 0}, {s, 0, 0}, {0, s, 0}};
        EXPECT_FALSE(find_ray_triangle({{-s, 0.25 * s, 0}, {s, 0, 0}}, t))
            << "coplanar rays miss at every scale";
        EXPECT_TRUE(find_ray_triangle({{-s, 0.25 * s, 1e-6 * s}, {s, 0, -0.8e-6 * s}}, t))
            << "and shallow ones hit at every scale " << s;
        EXPECT_FALSE(find_ray_triangle({{0.2 * s, 0.2 * s, s}, {0, 0, s}}, t)) << "behind";
        EXPECT_FALSE(find_ray_triangle({{0.2 * s, 0.2 * s, s}, {0, 0, -s}}, {t.a, t.b, t.b})) << "no area";
        const auto back = find_ray_triangle({{0.2 * s, 0.2 * s, -s}, {0, 0, 1}}, t);
        ASSERT_TRUE(back);
        EXPECT_FALSE(back->front);
    }
}

TEST(SegmentTriangleExact, CoplanarDegenerateAndSkew) {
    const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    EXPECT_TRUE(overlaps_segment_triangle_exact({{1, 1, 0}, {1.5, 1, 0}}, t))
        << "inside the plane and the triangle";
    EXPECT_TRUE(overlaps_segment_triangle_exact({{-1, 1, 0}, {9, 1, 0}}, t)) << "across";
    EXPECT_TRUE(overlaps_segment_triangle_exact({{2, 2, 0}, {5, 5, 0}}, t)) << "touching the slanted edge";
    EXPECT_FALSE(overlaps_segment_triangle_exact({{2, 2 + 1e-15, 0}, {5, 5, 0}}, t));
    EXPECT_FALSE(overlaps_segment_triangle_exact({{5, -1, 0}, {5, 9, 0}}, t));
    EXPECT_FALSE(overlaps_segment_triangle(Segment{{-1, 1, 0}, {9, 1, 0}}, t))
        << "the rounded test leaves coplanar pairs out";
    const Triangle line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}};
    EXPECT_TRUE(overlaps_segment_triangle_exact({{1.5, 1.5, 0}, {1.5, 1.5, 3}}, line));
    EXPECT_FALSE(overlaps_segment_triangle_exact({{0.9, 1.1, 0.5}, {1.1, 0.9, 2}}, line))
        << "skew, though every view shows a crossing";
    const Triangle point{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    EXPECT_TRUE(overlaps_segment_triangle_exact({{0, 0, 0}, {2, 2, 2}}, point));
    EXPECT_FALSE(overlaps_segment_triangle_exact({{0, 0, 0}, {2, 2, 2.0000001}}, point));
    EXPECT_TRUE(overlaps_segment_triangle_exact({{1, 1, 1}, {1, 1, 1}}, point));
}

TEST(RayPolygon, TrianglesOfIntegersAreClosed) {
    Random random(57);
    int hits = 0, edges = 0, starts = 0;
    for (int i = 0; i < 50000; ++i) {
        const std::array<Vec3, 3> p{small_integers(random, 3), small_integers(random, 3),
                                    small_integers(random, 3)};
        const Ray ray{small_integers(random, 3), small_integers(random, 3)};
        const int start = exact_side(p[0], p[1], p[2], ray.origin);
        const int side = exact_side(p[0], p[1], p[2], p[0] + ray.direction);
        if (side == 0) continue;
        const Vec3 ahead = ray.origin + ray.direction;
        const int o0 = exact_side(ray.origin, ahead, p[0], p[1]),
                  o1 = exact_side(ray.origin, ahead, p[1], p[2]),
                  o2 = exact_side(ray.origin, ahead, p[2], p[0]);
        const bool exact =
            start * side <= 0 && ((o0 >= 0 && o1 >= 0 && o2 >= 0) || (o0 <= 0 && o1 <= 0 && o2 <= 0));
        const auto hit = find_ray_polygon(ray, p);
        ASSERT_EQ(hit.has_value(), exact) << i;
        if (!exact) continue;
        ++hits;
        edges += o0 == 0 || o1 == 0 || o2 == 0 ? 1 : 0;
        if (start != 0) continue;
        ++starts;
        EXPECT_EQ(hit->t, 0);
        EXPECT_FALSE(std::signbit(hit->t));
        EXPECT_EQ(hit->point, ray.origin);
    }
    EXPECT_GT(hits, 2000);
    EXPECT_GT(edges, 1000);
    EXPECT_GT(starts, 300);
}

TEST(RayPolygon, ConcavePolygonsInAnyPlane) {
    Random random(55);
    const std::vector<Vec3> arrow{{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
    for (const double s : kScales) {
        for (int i = 0; i < 200; ++i) {
            const Pose pose = Pose::from(random.rotation(), random.in_cube(10 * s));
            std::vector<Vec3> polygon;
            for (const Vec3& p : arrow) polygon.push_back(pose * (p * s));
            const Vec3 up = pose.rotation * Vec3{0, 0, 1};
            const auto at = [&](double x, double y) { return pose * (Vec3{x, y, 0} * s); };
            const auto hit = find_ray_polygon({at(2, 2) + up * (3 * s), -up * s}, polygon);
            ASSERT_TRUE(hit);
            EXPECT_NEAR(hit->t, 3, 1e-12);
            EXPECT_LE(length(hit->point - at(2, 2)), 1e-12 * s);
            EXPECT_FALSE(find_ray_polygon({at(0.5, 2) + up * (3 * s), -up * s}, polygon)) << "in the notch";
            EXPECT_FALSE(find_ray_polygon({at(2, 2) + up * (3 * s), up * s}, polygon)) << "behind";
            EXPECT_FALSE(find_segment_polygon({at(2, 2) + up * (3 * s), at(2, 2) + up * (0.1 * s)}, polygon))
                << "short";
            EXPECT_TRUE(find_segment_polygon({at(2, 2) + up * (3 * s), at(2, 2) - up * (0.1 * s)}, polygon));
        }
    }
    EXPECT_FALSE(find_ray_polygon({{0, 1, 0}, {1, 0, 0}}, arrow)) << "in the plane";
    for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{4, 2, 0}, Vec3{0, 4, 0}, Vec3{1, 2, 0}, Vec3{2, 1, 0},
                          Vec3{2, 3, 0}, Vec3{0.5, 1, 0}, Vec3{0.5, 3, 0}}) {
        EXPECT_TRUE(find_ray_polygon({p + Vec3{1, 2, 3}, {-1, -2, -3}}, arrow))
            << "vertices and edges, " << p.x << " " << p.y;
        EXPECT_TRUE(find_segment_polygon({p, p + Vec3{0, 0, 1}}, arrow)) << "starting there";
        EXPECT_TRUE(find_segment_polygon({p + Vec3{0, 1, 1}, p}, arrow)) << "ending there";
    }
    EXPECT_FALSE(find_ray_polygon({{0, 1, 3}, {0, 0, -1}}, arrow)) << "between vertices, beside their edges";
    EXPECT_FALSE(find_ray_polygon({{6, 3, 3}, {0, 0, -1}}, arrow)) << "on the line of an edge, beyond it";
    EXPECT_FALSE(find_ray_polygon({{0, 1, 0}, {1, 0, 0}}, std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}}));
}

}  // namespace
}  // namespace graze::test
