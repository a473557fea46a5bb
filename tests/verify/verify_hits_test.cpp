// Ray hits, cast hits and contact manifolds, true ones and bent ones.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Placed at(const Shape& shape, const Vec3& position) { return {shape, Pose::translation(position)}; }

/// Other unit vectors, one of them nearly the same.
std::array<Vec3, 3> turned_normals(const Vec3& n) {
    return {-n, Vec3{n.y, n.z, n.x}, unit(n + Vec3{1e-6, -1e-6, 1e-6})};
}

RayHit ray_hit(const Ray& ray, double t, const Interval& bounds, const Vec3& normal) {
    return {t, bounds, ray.origin + t * ray.direction, normal, Status::converged, 0};
}

TEST(VerifyRayHit, HoldsHitsToTheirNumbers) {
    const Ray ray{{-5, 0.25, 0}, {2, 0, 0}};
    for (const Shape& shape :
         {Shape(Box{{1, 1, 1}}), Shape(Cylinder{1, 1}),
          Shape(Triangle{{-1, -1, -1}, {-1, 3, -1}, {-1, 0, 2}}), Shape(HalfSpace{{-1, 0, 0}, 1}),
          Shape(Tetrahedron{{-1, -2, -2}, {-1, 2, -2}, {-1, 0, 3}, {4, 0, 0}})}) {
        const Placed target = at(shape, {0, shape.type() == ShapeType::cylinder ? 0.25 : 0, 0});
        const RayHit hit = ray_hit(ray, 2, {2, 2}, {-1, 0, 0});
        EXPECT_TRUE(verify(hit, ray, target)) << to_string(shape.type());
        const auto expect_refused = [&](auto&& change, const char* what) {
            RayHit bad = hit;
            change(bad);
            EXPECT_FALSE(verify(bad, ray, target)) << to_string(shape.type()) << " " << what;
        };
        expect_refused([&](RayHit& h) { h = ray_hit(ray, 2.5, {2.25, 2.5}, {-1, 0, 0}); }, "too late");
        expect_refused([&](RayHit& h) { h = ray_hit(ray, 1.5, {1.25, 1.75}, {-1, 0, 0}); }, "too early");
        expect_refused([](RayHit& h) { h.bounds = {2, 1}; }, "upside down");
        expect_refused([](RayHit& h) { h.bounds = {1.5, 1.75}; }, "t outside of its bounds");
        expect_refused([](RayHit& h) { h.point.x = 0; }, "another point");
        expect_refused([](RayHit& h) { h.status = Status::invalid_input; }, "no answer");
        expect_refused([](RayHit& h) { h.bounds.upper = kInfinity; }, "no bound");
        expect_refused([](RayHit& h) { h.bounds.lower = kNan; }, "NaN");
        expect_refused([](RayHit& h) { h.t = kNan; }, "NaN");
        expect_refused([](RayHit& h) { h.point.z = kNan; }, "NaN");
        expect_refused([](RayHit& h) { h.normal.z = kNan; }, "NaN");
        expect_refused([](RayHit& h) { h.normal = {-2, 0, 0}; }, "not unit");
        expect_refused([](RayHit& h) { h.normal = {1, 0, 0}; }, "the wrong way round");
        EXPECT_FALSE(verify(hit, Ray{{-5, 0.25, 0}, {kNan, 0, 0}}, target));
        EXPECT_FALSE(verify(hit, Ray{{-5, 0.25, 0}, {0, 0, 0}}, target));
        EXPECT_FALSE(verify(hit, Ray{{-5, 9, 9}, {2, 0, 0}}, target)) << to_string(shape.type());
        // Wider bounds are as true.
        EXPECT_TRUE(verify(ray_hit(ray, 2, {1.75, 2.0625}, {-1, 0, 0}), ray, target))
            << to_string(shape.type());
    }
    // From inside: nothing comes before t = 0.
    const Ray inside{{0, 0.25, 0}, {2, 0, 0}};
    EXPECT_TRUE(verify(ray_hit(inside, 0, {0, 0}, {-1, 0, 0}), inside, at(Sphere{1}, {})));
    EXPECT_FALSE(verify(ray_hit(inside, 0.25, {0.25, 0.25}, {-1, 0, 0}), inside, at(Sphere{1}, {})));
}

TEST(VerifyRayHit, AcceptsOnlyWhatIsOutsideBefore) {
    Random random(41);
    int shown = 0, hits = 0, altered_accepted = 0;
    for (int i = 0; i < 1500; ++i) {
        const Shape shape =
            random_polytope(random, kPolytopeTypes[2 + random.index(kPolytopeTypes.size() - 2)]);
        const Placed target{shape, random.pose(3)};
        const Vec3 aim = target.pose * (shape.centre() + random.in_cube(0.3));
        const Vec3 origin = target.pose.position + random.log_uniform(2, 100) * random.direction();
        const Ray ray{origin, random.log_uniform(0.1, 10) * (aim - origin)};
        auto hit = raycast(ray, target);
        if (!hit) continue;
        ++hits;
        shown += verify(*hit, ray, target) ? 1 : 0;
        // Later by anything from rounding to a tenth: the ray before must still be free when it is accepted.
        const double shift = random.log_uniform(1e-17, 1e-1) * hit->bounds.upper;
        hit->bounds.lower += shift;
        hit->bounds.upper = std::max(hit->bounds.upper, hit->bounds.lower);
        hit->t = std::max(hit->t, hit->bounds.lower);
        hit->point = ray.origin + hit->t * ray.direction;
        if (!verify(*hit, ray, target) || hit->bounds.lower == 0) continue;
        ++altered_accepted;
        const double before = hit->bounds.lower * (1 - 1e-14) - 1e-14;
        const Placed free{Segment{ray.origin, ray.origin + before * ray.direction}, Pose::identity()};
        ASSERT_EQ(exact_distance(free, target).relation, ExactRelation::disjoint)
            << literal(target) << literal(ray.origin) << literal(ray.direction);
    }
    EXPECT_GT(hits, 500);
    EXPECT_GT(shown, 0.99 * hits);
    EXPECT_GT(altered_accepted, 20);
    EXPECT_LT(altered_accepted, 0.7 * hits);
}

/// Something that was touched up to rounding at the start is no hit at a time that the bounds do not hold.
TEST(VerifyRayHit, WhatIsTouchedOutsideOfTheBoundsDoesNotCount) {
    const Placed box = at(Box{{1, 1, 1}}, {});
    const Ray leaving{{1 + 0x1p-50, 0.25, 0}, {1, 0, 0}};
    EXPECT_TRUE(verify(ray_hit(leaving, 0, {0, 0}, {1, 0, 0}), leaving, box)) << "within rounding";
    EXPECT_FALSE(verify(ray_hit(leaving, 1, {1, 1}, {1, 0, 0}), leaving, box));
    EXPECT_FALSE(verify(ray_hit(leaving, 1, {0.5, 2}, {1, 0, 0}), leaving, box));
    const Placed beside = at(Box{{1, 1, 1}}, {2 + 0x1p-50, 0, 0});
    EXPECT_TRUE(
        verify(CastHit{{0, 0}, {1, 0.25, 0}, {1, 0, 0}, Status::converged, 0}, box, beside, {1, 0, 0}));
    EXPECT_FALSE(
        verify(CastHit{{1, 1}, {1, 0.25, 0}, {1, 0, 0}, Status::converged, 0}, box, beside, {1, 0, 0}));
}

/// A point has no size for rounding to be relative to: a ray that starts there is on it, without any slack.
TEST(VerifyRayHit, OfAPointAtTheStart) {
    for (const Vec3& place : {Vec3{}, Vec3{1, -2, 0.3}}) {
        const Ray ray{place, {1, 2, 3}};
        const RayHit hit = ray_hit(ray, 0, {0, 0}, {1, 0, 0});
        EXPECT_TRUE(verify(hit, ray, at(Point{}, place)));
        EXPECT_FALSE(verify(hit, ray, at(Point{}, place + Vec3{1e-3, 0, 0})));
    }
}

TEST(VerifyCastHit, HoldsContactsToTheirTimes) {
    const Placed a = at(Box{{1, 1, 1}}, {});
    const Placed b = at(Box{{1, 1, 1}}, {6, 0.5, 0});
    const Vec3 displacement{-8, 0, 0};
    const CastHit hit{{0.5, 0.5}, {1, 0.25, 0}, {1, 0, 0}, Status::converged, 0};
    EXPECT_TRUE(verify(hit, a, b, displacement));
    const auto refused = [&](const Interval& time, const Vec3& point, const Vec3& normal) {
        return !verify(CastHit{time, point, normal, Status::converged, 0}, a, b, displacement);
    };
    EXPECT_TRUE(refused({0.625, 0.75}, {1, 0.25, 0}, {1, 0, 0}));  // contact before
    EXPECT_TRUE(refused({0.25, 0.375}, {1, 0.25, 0}, {1, 0, 0}));  // no contact yet
    EXPECT_TRUE(refused({0.5, 0.5}, {1, 3, 0}, {1, 0, 0}));        // elsewhere
    EXPECT_TRUE(refused({0.5, 0.5}, {1, 0.25, 0}, {-1, 0, 0}));
    EXPECT_TRUE(refused({0.5, 0.5}, {1, 0.25, 0}, {0, 1, 0}));
    EXPECT_TRUE(refused({0.5, 0.25}, {1, 0.25, 0}, {1, 0, 0}));
    EXPECT_TRUE(refused({kNan, 0.5}, {1, 0.25, 0}, {1, 0, 0}));
    EXPECT_TRUE(refused({0.5, kInfinity}, {1, 0.25, 0}, {1, 0, 0}));
    EXPECT_TRUE(refused({0.5, 0.5}, {kNan, 0.25, 0}, {1, 0, 0}));
    EXPECT_FALSE(verify(hit, a, b, {8, 0, 0}));
    EXPECT_FALSE(verify(hit, a, b, {kNan, 0, 0}));
    EXPECT_FALSE(verify(hit, a, at(Box{{1, -1, 1}}, {6, 0.5, 0}), displacement));
    // Overlap from the start is contact at 0, which no time after that may claim.
    const Placed c = at(Sphere{1}, {1.5, 0, 0});
    EXPECT_TRUE(verify(CastHit{{0, 0}, {0.75, 0, 0}, {1, 0, 0}, Status::converged, 0}, a, c, displacement));
    EXPECT_FALSE(
        verify(CastHit{{0.125, 0.125}, {0.75, 0, 0}, {1, 0, 0}, Status::converged, 0}, a, c, displacement));
    EXPECT_FALSE(verify(CastHit{{0, 0}, {0.75, 0, 0}, {1, 0, 0}, Status::converged, 0}, a,
                        at(Sphere{1}, {2.5, 0, 0}), displacement));
    const Placed floor{HalfSpace{{0, 0, 1}, 0}, Pose::identity()};
    EXPECT_TRUE(verify(CastHit{{0.5, 0.5}, {0, 0, 0}, {0, 0, 1}, Status::converged, 0}, floor,
                       at(Sphere{1}, {0, 0, 3}), {0, 0, -4}));
    EXPECT_FALSE(verify(CastHit{{0.75, 0.75}, {0, 0, -1}, {0, 0, 1}, Status::converged, 0}, floor,
                        at(Sphere{1}, {0, 0, 3}), {0, 0, -4}));
}

TEST(VerifyRayHit, NormalsOffTheHalfSpaceAreRefused) {
    Random random(65);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Placed ground{HalfSpace{2.0 * random.direction(), 0.3}, random.pose(0.2)};
        const Ray ray{2.0 * random.direction(), random.direction()};
        const auto hit = raycast(ray, ground);
        if (!hit || !(hit->bounds.lower > 0)) continue;
        ++hits;
        EXPECT_TRUE(verify(*hit, ray, ground)) << i;
        for (const Vec3& normal : turned_normals(hit->normal)) {
            RayHit turned = *hit;
            turned.normal = normal;
            EXPECT_FALSE(verify(turned, ray, ground)) << i;
        }
    }
    EXPECT_GT(hits, 12);
}

TEST(VerifyCastHit, NormalsOffTheHalfSpaceAreRefused) {
    Random random(66);
    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        const Vec3 up = random.direction();
        const Placed ground{HalfSpace{2.0 * up, 0.3}, Pose::translation(random.in_cube(0.2))};
        const Placed body{i % 2 == 0 ? Shape(Capsule{0.3, 0.4}) : Shape(Box{{0.4, 0.5, 0.6}}),
                          {random.pose(0.2).rotation, 4.0 * up}};
        for (const bool first : {true, false}) {
            const Placed& a = first ? ground : body;
            const Placed& b = first ? body : ground;
            const Vec3 displacement = (first ? -6.0 : 6.0) * up + random.in_cube(0.5);
            const auto hit = translational_cast(a, b, displacement);
            if (!hit) continue;
            ++hits;
            EXPECT_TRUE(verify(*hit, a, b, displacement)) << i;
            for (const Vec3& normal : turned_normals(hit->normal)) {
                CastHit turned = *hit;
                turned.normal = normal;
                EXPECT_FALSE(verify(turned, a, b, displacement)) << i;
            }
        }
    }
    EXPECT_GT(hits, 100);
}

TEST(VerifyCastHit, ShowsWhatTheSolverFinds) {
    Random random(42);
    int hits = 0, shown = 0;
    for (int i = 0; i < 1500; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        const PairCase pair = random_pair(random, ta, tb, Arrangement::random);
        const Placed b{pair.b.shape, {pair.b.pose.rotation, pair.b.pose.position + 3.0 * random.direction()}};
        const Vec3 displacement =
            2.0 * (pair.a.pose * pair.a.shape.centre() - b.pose * b.shape.centre()) + random.in_cube(0.1);
        const auto hit = translational_cast(pair.a, b, displacement);
        if (!hit) continue;
        ++hits;
        shown += verify(*hit, pair.a, b, displacement) ? 1 : 0;
        CastHit late = *hit;
        late.time = {hit->time.upper + 1e-3, hit->time.upper + 2e-3};
        EXPECT_FALSE(verify(late, pair.a, b, displacement))
            << literal(pair.a) << literal(b) << literal(displacement);
    }
    EXPECT_GT(hits, 800);
    EXPECT_GT(shown, 0.98 * hits);
}

ContactManifold manifold(std::initializer_list<ContactPoint> points, const Vec3& normal,
                         const Interval& distance) {
    ContactManifold m;
    for (const ContactPoint& p : points) m.points.storage[m.points.count++] = p;
    m.normal = normal;
    m.distance = distance;
    return m;
}

TEST(VerifyManifold, HoldsPointsToTheirShapes) {
    const Placed a = at(Box{{1, 1, 1}}, {});
    const Placed b = at(Box{{0.5, 0.5, 0.5}}, {0, 0, 1.25});
    const auto corner = [](double x, double y) { return ContactPoint{{x, y, 0.875}, 0.25, 0}; };
    const ContactManifold good =
        manifold({corner(0.5, 0.5), corner(-0.5, 0.5), corner(-0.5, -0.5), corner(0.5, -0.5)}, {0, 0, 1},
                 {-0.25, -0.25});
    EXPECT_TRUE(verify(good, a, b));
    const auto expect_refused = [&](auto&& change, const char* what) {
        ContactManifold bad = good;
        change(bad);
        EXPECT_FALSE(verify(bad, a, b)) << what;
    };
    expect_refused([](auto& m) { m.points.storage[2].depth = 0.375; }, "too deep");
    expect_refused([](auto& m) { m.points.storage[2].depth = 0; }, "no depth");
    expect_refused([](auto& m) { m.points.storage[2].depth = -0.25; }, "negative");
    expect_refused([](auto& m) { m.points.storage[2].depth = kNan; }, "NaN");
    expect_refused([](auto& m) { m.points.storage[1].position.x = 0.75; }, "beside b");
    expect_refused([](auto& m) { m.points.storage[1].position.z = 1; }, "above a");
    expect_refused([](auto& m) { m.points.storage[1].position.y = kInfinity; }, "not a point");
    expect_refused([](auto& m) { m.points.count = 5; }, "more than there are");
    expect_refused([](auto& m) { m.points.count = 0; }, "overlap without points");
    expect_refused([](auto& m) { m.normal = {0, 0, -1}; }, "the wrong way round");
    expect_refused([](auto& m) { m.normal = {1, 0, 0}; }, "aside");
    expect_refused([](auto& m) { m.normal = {0, 0, 1.5}; }, "not unit");
    expect_refused([](auto& m) { m.distance = {-0.125, -0.125}; }, "deeper than claimed");
    expect_refused([](auto& m) { m.distance = {kNan, 0}; }, "NaN");
    expect_refused([](auto& m) { m.status = Status::unsupported; }, "no answer");
    ContactManifold gap = manifold({}, {0, 0, 1}, {1, 1});
    gap.nearest_a = {0.25, 0, 1};
    gap.nearest_b = {0.25, 0, 2};
    EXPECT_TRUE(verify(gap, a, at(Box{{0.5, 0.5, 0.5}}, {0, 0, 2.5})));
    gap.nearest_a.x = 0.5;
    EXPECT_FALSE(verify(gap, a, at(Box{{0.5, 0.5, 0.5}}, {0, 0, 2.5}))) << "askew";
    gap.nearest_a = {0.25, 0, 1};
    gap.distance = {1.5, 1.5};
    EXPECT_FALSE(verify(gap, a, at(Box{{0.5, 0.5, 0.5}}, {0, 0, 2.5})));
    EXPECT_FALSE(verify(good, a, at(Box{{0.5, -0.5, 0.5}}, {0, 0, 1.25})));
}

TEST(VerifyManifold, ShowsWhatTheSolverFinds) {
    Random random(43);
    int some = 0, shown = 0;
    for (int i = 0; i < 1500; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)));
        ContactManifold m = contacts(pair.a, pair.b);
        if (m.points.empty()) continue;
        ++some;
        shown += verify(m, pair.a, pair.b) ? 1 : 0;
        for (std::size_t k = 0; k < m.points.count; ++k) m.points.storage[k].depth *= 1.5;
        for (std::size_t k = 0; k < m.points.count; ++k)
            m.points.storage[k].depth +=
                10 * m.distance.width() + 1e-3 * std::min(1e100, pair.a.shape.reach() + pair.b.shape.reach());
        EXPECT_FALSE(verify(m, pair.a, pair.b)) << literal(pair.a) << literal(pair.b);
    }
    EXPECT_GT(some, 400);
    EXPECT_GT(shown, 0.98 * some);
}

}  // namespace
}  // namespace graze::test
