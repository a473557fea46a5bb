// Distances made by hand and taken from the solvers, then bent: an interval that is accepted holds the exact
// value.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/polytope_oracle.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Placed at(const Shape& shape, const Vec3& position) { return {shape, Pose::translation(position)}; }

Separation made(const Interval& distance, const Vec3& normal, const Vec3& point_a, const Vec3& point_b) {
    Separation s;
    s.distance = distance;
    s.normal = normal;
    s.point_a = point_a;
    s.point_b = point_b;
    return s;
}

/// Changes of a true answer that make it untrue or nonsense.
std::vector<Separation> altered(const Separation& s, double by) {
    std::vector<Separation> all;
    const auto add = [&](auto&& change) {
        all.push_back(s);
        change(all.back());
    };
    add([&](Separation& c) { c.distance = {s.distance.upper + by, s.distance.upper + 2 * by}; });
    add([&](Separation& c) { c.distance = {s.distance.lower - 2 * by, s.distance.lower - by}; });
    add([&](Separation& c) { c.distance = {s.distance.upper, s.distance.lower - by}; });
    add([&](Separation& c) { c.normal = -s.normal; });
    add([&](Separation& c) { c.normal = perpendicular(s.normal); });
    add([&](Separation& c) { c.normal = 2.0 * s.normal; });
    add([&](Separation& c) { c.point_a += by * s.normal; });
    add([&](Separation& c) { c.point_b += by * s.normal; });
    add([&](Separation& c) { c.point_a.y = kNan; });
    add([&](Separation& c) { c.point_b.z = kInfinity; });
    add([&](Separation& c) { c.normal.x = kNan; });
    add([&](Separation& c) { c.distance.lower = kNan; });
    add([&](Separation& c) { c.distance.upper = kNan; });
    add([&](Separation& c) { c.status = Status::invalid_input; });
    return all;
}

void expect_only(const Separation& truth, const Placed& a, const Placed& b, double by) {
    EXPECT_TRUE(verify(truth, a, b)) << to_string(a.shape.type()) << " " << to_string(b.shape.type());
    const std::vector<Separation> false_ones = altered(truth, by);
    for (std::size_t i = 0; i < false_ones.size(); ++i) {
        EXPECT_FALSE(verify(false_ones[i], a, b))
            << to_string(a.shape.type()) << " " << to_string(b.shape.type()) << " bent " << i;
    }
}

TEST(VerifySeparation, HoldsClosedFormsToTheirNumbers) {
    const Shape box = Box{{0.5, 0.5, 0.5}};
    expect_only(made({2, 2}, {1, 0, 0}, {0.5, 0, 0}, {2.5, 0, 0}), at(box, {}), at(box, {3, 0, 0}), 0.25);
    expect_only(made({0, 0}, {1, 0, 0}, {0.5, 0, 0}, {0.5, 0, 0}), at(box, {}), at(box, {1, 0, 0}), 0.25);
    expect_only(made({1, 1}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}), at(Sphere{1}, {}), at(Sphere{2}, {4, 0, 0}),
                0.25);
    expect_only(made({-1, -1}, {1, 0, 0}, {1, 0, 0}, {0, 0, 0}), at(Sphere{1}, {}), at(Sphere{2}, {2, 0, 0}),
                0.25);
    // Concentric: any direction is as good as another, but the depth is what it is.
    const Separation concentric = made({-3, -3}, {0, 1, 0}, {0, 1, 0}, {0, -2, 0});
    EXPECT_TRUE(verify(concentric, at(Sphere{1}, {}), at(Sphere{2}, {})));
    EXPECT_FALSE(
        verify(made({-2.5, -2.5}, {0, 1, 0}, {0, 1, 0}, {0, -1.5, 0}), at(Sphere{1}, {}), at(Sphere{2}, {})));
    EXPECT_FALSE(
        verify(made({-3.5, -3.5}, {0, 1, 0}, {0, 1, 0}, {0, -2.5, 0}), at(Sphere{1}, {}), at(Sphere{2}, {})));
    // Capsules whose axes cross: only the margins count.
    Pose lying;
    lying.rotation = Mat3{{Vec3{0, 0, 1}, Vec3{0, 1, 0}, Vec3{-1, 0, 0}}};
    expect_only(made({-0.75, -0.75}, {0, 1, 0}, {0, 0.25, 0}, {0, -0.5, 0}), at(Capsule{0.25, 1}, {}),
                Placed{Capsule{0.5, 1}, lying}, 0.25);
    // A ball deep inside: the way out is through the nearest face, cap, or side.
    expect_only(made({-0.5, -0.5}, {-1, 0, 0}, {0.5, 0, 0}, {1, 0, 0}), at(Sphere{0.25}, {0.75, 0, 0}),
                at(Box{{1, 2, 2}}, {}), 0.125);
    expect_only(made({-0.5, -0.5}, {0, 0, -1}, {0, 0, 1.5}, {0, 0, 2}), at(Sphere{0.25}, {0, 0, 1.75}),
                at(Cylinder{1, 2}, {}), 0.125);
    expect_only(made({-0.5, -0.5}, {-1, 0, 0}, {0.5, 0, 0}, {1, 0, 0}), at(Sphere{0.25}, {0.75, 0, 0}),
                at(Cylinder{1, 2}, {}), 0.125);
    expect_only(made({-0.375, -0.375}, {0, 0, 1}, {0, 0, -0.625}, {0, 0, -1}),
                at(Sphere{0.25}, {0, 0, -0.875}), at(Cone{4, 1}, {}), 0.125);
    // A capsule in a box, a box in a box: all facets of the difference are tried.
    expect_only(made({-0.75, -0.75}, {1, 0, 0}, {1, 0, 0}, {0.25, 0, 0}), at(Box{{1, 2, 2}}, {}),
                at(Capsule{0.25, 1}, {0.5, 0, 0}), 0.125);
    expect_only(made({-0.5, -0.5}, {0, 1, 0}, {0, 1, 0}, {0, 0.5, 0}), at(Box{{2, 1, 2}}, {}),
                at(Box{{1, 1, 1}}, {0, 1.5, 0}), 0.125);
    expect_only(made({-0.75, -0.75}, {0, 1, 0}, {0, 1.25, 0}, {0, 0.5, 0}),
                at(rounded(Box{{2, 1, 2}}, 0.25), {}), at(Box{{1, 1, 1}}, {0, 1.5, 0}), 0.125);
    // A triangle and a ball.
    expect_only(made({-0.25, -0.25}, {0, 0, 1}, {0.25, 0.25, 0}, {0.25, 0.25, -0.25}),
                at(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}), at(Sphere{0.5}, {0.25, 0.25, 0.25}),
                0.125);
}

TEST(VerifySeparation, MeasuresHalfSpacesDirectly) {
    Random random(31);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        const Placed floor{HalfSpace{{0, 0, 2}, 2 * scale}, Pose::identity()};
        for (const double height : {3.0, 1.0, 0.25, -50.0}) {
            const Placed ball = at(Sphere{scale}, {0, 0, scale * (height + 2)});
            const Interval d{scale * height * (1 - 1e-15) - 1e-14 * scale,
                             scale * height * (1 + 1e-15) + 1e-14 * scale};
            const double middle = d.middle();
            const Separation s = made({std::min(d.lower, d.upper), std::max(d.lower, d.upper)}, {0, 0, 1},
                                      {0, 0, scale}, {0, 0, scale + middle});
            expect_only(s, floor, ball, 0.125 * scale);
            const Separation flipped = made(s.distance, {0, 0, -1}, s.point_b, s.point_a);
            expect_only(flipped, ball, floor, 0.125 * scale);
        }
    }
    const Placed wall{HalfSpace{{1, 0, 0}, 0}, Pose::identity()};
    EXPECT_TRUE(verify(made({-kInfinity, -kInfinity}, {1, 0, 0}, {}, {}), wall,
                       Placed{HalfSpace{{0, 0, 1}, 0}, Pose::identity()}));
    EXPECT_FALSE(
        verify(made({-1, 0}, {1, 0, 0}, {}, {}), wall, Placed{HalfSpace{{0, 0, 1}, 0}, Pose::identity()}));
    EXPECT_TRUE(verify(made({2, 2}, {1, 0, 0}, {}, {2, 0, 0}), wall,
                       Placed{HalfSpace{{-1, 0, 0}, -2}, Pose::identity()}));
    EXPECT_FALSE(verify(made({1, 1}, {1, 0, 0}, {}, {1, 0, 0}), wall,
                        Placed{HalfSpace{{-1, 0, 0}, -2}, Pose::identity()}));
}

TEST(VerifySeparation, RebuildsWitnessesFromTheirTerms) {
    // An octahedron's edge against a tetrahedron's corner, terms by hand: the middle of two support points of
    // a.
    const Placed a = at(Box{{1, 1, 1}}, {});
    const Placed b = at(Tetrahedron{{3, 0, 0}, {5, 1, 0}, {5, -1, 0}, {5, 0, 1}}, {});
    Separation s = made({2, 2}, {1, 0, 0}, {1, 0, 0}, {3, 0, 0});
    s.terms = 2;
    s.directions = {Vec3{1, 0.1, 0.1}, Vec3{1, -0.1, -0.1}};
    s.weights = {1, 1};  // normalised by the check
    EXPECT_TRUE(verify(s, a, b));
    Separation wrong = s;
    wrong.weights = {1, 0.5};
    wrong.distance.upper = 2;
    EXPECT_TRUE(verify(wrong, a, b));  // the points alone still show the gap
    wrong.point_a.y = 0.5;
    EXPECT_FALSE(verify(wrong, a, b));
    for (const double weight : {-1.0, kNan, kInfinity}) {
        wrong = s;
        wrong.weights[1] = weight;
        wrong.point_a = {1.5, 0, 0};
        EXPECT_FALSE(verify(wrong, a, b));
    }
    wrong = s;
    wrong.terms = 4000000000u;
    wrong.point_b.x = 2.75;
    EXPECT_FALSE(verify(wrong, a, b));
}

TEST(VerifySeparation, TermsSpeakOfEitherShape) {
    // So far away that the points may be off by a half and more: only the terms, of a's face and b's corner,
    // show the gap.
    const Vec3 far{0x1p50, 0, 0};
    const Placed a = at(Box{{1, 1, 1}}, far);
    const Placed b = at(Tetrahedron{{3, 0.5, 0.5}, {5, 1, 0}, {5, -1, 0}, {5, 0, 1}}, far);
    Separation s = made({2, 2}, {1, 0, 0}, far + Vec3{1, 0, 0}, far + Vec3{3, 1, 0});
    EXPECT_FALSE(verify(s, a, b));
    s.terms = 2;
    s.directions = {Vec3{1, 0.1, 0.1}, Vec3{1, -0.1, -0.1}};
    s.weights = {3, 1};
    EXPECT_TRUE(verify(s, a, b));
    s.terms_from_b = true;
    EXPECT_FALSE(verify(s, a, b));
    std::swap(s.point_a, s.point_b);
    s.normal = -s.normal;
    EXPECT_TRUE(verify(s, b, a));
    s.terms_from_b = false;
    EXPECT_FALSE(verify(s, b, a));
}

/// Answers of the solvers with their bounds moved: whatever is accepted holds the exact value.
TEST(VerifySeparation, AcceptsOnlyIntervalsAroundTheExactValue) {
    Random random(32);
    int accepted = 0, refused = 0, untouched = 0, shown = 0;
    for (int i = 0; i < 1500; ++i) {
        const ShapeType ta = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const ShapeType tb = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)), true);
        CertifiedSeparation certified = certified_separation(pair.a, pair.b);
        ++untouched;
        shown += verify(certified, pair.a, pair.b) ? 1 : 0;
        Interval& d = certified.separation.distance;
        const double step = std::max(d.width(), 1e-15 * (std::abs(d.lower) + std::abs(d.upper)));
        d.lower += random.uniform(-1, 1) * step;
        d.upper += random.uniform(-1, 1) * step;
        if (random.chance(0.2))
            certified.separation.normal = unit(certified.separation.normal + 1e-9 * random.direction());
        const bool good = verify(certified, pair.a, pair.b);
        ASSERT_TRUE(!good || contains(d, exact_distance(pair.a, pair.b)))
            << literal(pair.a) << literal(pair.b);
        ++(good ? accepted : refused);
    }
    EXPECT_GT(accepted, 250);
    EXPECT_GT(refused, 250);
    EXPECT_GT(shown, 0.99 * untouched);
}

TEST(VerifySeparation, BoxDepthsNeedNoCertificate) {
    Random random(33);
    int deep = 0;
    for (int i = 0; i < 600; ++i) {
        const PairCase pair = random_pair(random, ShapeType::box, ShapeType::box,
                                          static_cast<Arrangement>(random.index(kArrangementCount)), true);
        const ExactDistance exact = exact_distance(pair.a, pair.b);
        if (exact.sign() >= 0 || -exact.approximate() < 1e-9 * pair.a.shape.reach()) continue;
        const Separation s = separation(pair.a, pair.b);
        ASSERT_TRUE(verify(s, pair.a, pair.b)) << literal(pair.a) << literal(pair.b);
        Separation too_deep = s;
        too_deep.distance = {s.distance.lower - 1e-6 * pair.a.shape.reach(),
                             s.distance.lower - 1e-9 * pair.a.shape.reach()};
        ASSERT_FALSE(verify(too_deep, pair.a, pair.b)) << literal(pair.a) << literal(pair.b);
        ++deep;
    }
    EXPECT_GT(deep, 200);
}

/// The difference of two cubes, [-2, 2]³ less b's position: eight corners, twelve triangles.
CertifiedSeparation cube_pair(const Vec3& offset) {
    CertifiedSeparation certified;
    for (int i = 0; i < 8; ++i) {
        const Vec3 d{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
        certified.certificate.vertices.push_back({d, -d});
    }
    constexpr std::uint32_t kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& f : kFaces) {
        certified.certificate.triangles.push_back({{f[0], f[1], f[2]}});
        certified.certificate.triangles.push_back({{f[0], f[2], f[3]}});
    }
    const double depth = 2 - offset.x;
    certified.separation = made({-depth, -depth}, {1, 0, 0}, {1, 0, 0}, {1 - depth, 0, 0});
    return certified;
}

/// As a hull of its corners: no closed form stands in for the certificate.
Shape cube_of_points() {
    std::vector<Shape> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(Point{{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}});
    return convex_hull_of(corners);
}

TEST(VerifyCertificate, ShowsADepthThatNothingElseDoes) {
    const Shape cube = cube_of_points();
    const Placed a = at(cube, {});
    const Placed b = at(cube, {0.75, 0.25, 0.125});
    const CertifiedSeparation good = cube_pair({0.75, 0.25, 0.125});
    EXPECT_TRUE(verify(good, a, b));
    EXPECT_FALSE(verify(good.separation, a, b));
    const auto expect_refused = [&](auto&& change, const char* what) {
        CertifiedSeparation bad = good;
        change(bad);
        EXPECT_FALSE(verify(bad, a, b)) << what;
    };
    expect_refused([](auto& c) { c.separation.distance = {-1.5, -1.375}; }, "deeper than it is");
    expect_refused([](auto& c) { c.separation.distance = {-1.125, -1}; }, "less deep than it is");
    expect_refused([](auto& c) { c.certificate.triangles.pop_back(); }, "open surface");
    expect_refused(
        [](auto& c) {
            std::swap(c.certificate.triangles[3].vertices[0], c.certificate.triangles[3].vertices[1]);
        },
        "one triangle turned over");
    expect_refused([](auto& c) { c.certificate.triangles[3].vertices[0] = 8; }, "no such vertex");
    expect_refused([](auto& c) { c.certificate.triangles[3].vertices[2] = 4294967295u; }, "no such vertex");
    expect_refused([](auto& c) { c.certificate.vertices[5].direction_a.x = kNan; }, "not a direction");
    expect_refused(
        [](auto& c) { c.certificate.vertices[5].direction_b = -c.certificate.vertices[5].direction_b; },
        "a dent");
    expect_refused([](auto& c) { c.certificate.vertices.clear(); }, "no vertices");
    expect_refused([](auto& c) { c.certificate = {}; }, "no certificate");
    expect_refused(
        [](auto& c) {
            for (auto& v : c.certificate.vertices) v = {};
        },
        "one point");
    EXPECT_FALSE(verify(good, a, at(cube, {0.5, 0.25, 0.125})));
    EXPECT_FALSE(verify(good, a, at(cube, {5, 0, 0})));
    // The other orientation winds around as well; twice the surface does no harm.
    CertifiedSeparation other = good;
    for (auto& t : other.certificate.triangles) std::swap(t.vertices[0], t.vertices[1]);
    EXPECT_TRUE(verify(other, a, b));
    other = good;
    other.certificate.triangles.insert(other.certificate.triangles.end(), good.certificate.triangles.begin(),
                                       good.certificate.triangles.end());
    EXPECT_TRUE(verify(other, a, b));
    // A wrong normal is only a hint that does not help; one that is not a vector is refused.
    for (auto& t : other.certificate.triangles) t.normal = {0, 0, 1};
    EXPECT_TRUE(verify(other, a, b));
    for (auto& t : other.certificate.triangles) t.normal = {kNan, 0, 1};
    EXPECT_FALSE(verify(other, a, b));
}

TEST(VerifyCertificate, AddsTheMargins) {
    const Shape cube = rounded(cube_of_points(), 0.25);
    CertifiedSeparation good = cube_pair({0.75, 0.25, 0.125});
    good.separation = made({-1.75 - 1e-15, -1.75 + 1e-15}, {1, 0, 0}, {1.25, 0, 0}, {-0.5, 0, 0});
    EXPECT_TRUE(verify(good, at(cube, {}), at(cube, {0.75, 0.25, 0.125})));
    good.separation.distance = {-2, -1.75 - 1e-12};
    EXPECT_FALSE(verify(good, at(cube, {}), at(cube, {0.75, 0.25, 0.125})));
}

TEST(VerifyCertificate, SurvivesRandomRubbish) {
    Random random(34);
    for (int i = 0; i < 300; ++i) {
        CertifiedSeparation rubbish;
        rubbish.separation = made({-1 - random.unit(), -random.unit()}, random.direction(), random.in_cube(1),
                                  random.in_cube(1));
        rubbish.separation.terms = static_cast<std::uint32_t>(random.index(6));
        for (Vec3& d : rubbish.separation.directions) d = random.chance(0.1) ? Vec3{} : random.direction();
        for (double& w : rubbish.separation.weights) w = random.uniform(-0.1, 1);
        rubbish.separation.terms_from_b = random.chance(0.5);
        const std::size_t count = random.index(300);
        for (std::size_t k = 0; k < count; ++k)
            rubbish.certificate.vertices.push_back({random.direction(), random.in_cube(1e300)});
        for (std::size_t k = 0; k < count; ++k) {
            const auto index = [&] { return static_cast<std::uint32_t>(random.index(count + 1)); };
            const std::uint32_t p = index(), q = index(), r = index();
            rubbish.certificate.triangles.push_back({{p, q, r}});
            rubbish.certificate.triangles.push_back({{q, p, r}});
        }
        const PairCase pair =
            random_pair(random, kPolytopeTypes[random.index(kPolytopeTypes.size())], ShapeType::hull,
                        static_cast<Arrangement>(random.index(kArrangementCount)), true);
        // Chance may hit the truth, never anything else.
        const bool shown = verify(rubbish, pair.a, pair.b);
        EXPECT_TRUE(!shown || contains(rubbish.separation.distance, exact_distance(pair.a, pair.b)))
            << literal(pair.a) << literal(pair.b);
    }
}

TEST(VerifyCertificate, ShowsAShallowDepthOfANeedleInABox) {
    // A segment of 1e6 through a corner of a box of 1, 8e-6 deep: edges of the difference pass by the origin
    // too close for their signs.
    const Placed needle{Segment{{0x1.60cb1b36e9b58p+17, -0x1.eeaeca5aaa854p+17, 0x1.52a60514181d4p+18},
                                {-0x1.d74881426e22bp+19, 0x1.9e7492e187894p+18, 0x1.8a88b648d439p+17}},
                        Pose{{{Vec3{0x1.019c0bef0ba1cp-3, -0x1.27a5c55e209c8p-3, -0x1.f686e82597afp-1},
                               {-0x1.56afed5e935c6p-1, 0x1.6f9279c225f8p-1, -0x1.87ebff4f1eeecp-3},
                               {0x1.76ea6d4458b6cp-1, 0x1.5cabdfb2d3f2ap-1, -0x1.9e0877ebb93p-8}}},
                             {0x1.18a23af60d182p+19, -0x1.9c010e4bca1d8p+17, 0x1.e41f41d3bc822p+19}}};
    const Placed box{Box{{0x1.95d91e1240196p-1, 0x1.34fb4fcc9e32p-1, 0x1.0e97e0eaafdf8p-2}},
                     Pose{{{Vec3{0x1.43766529fefb5p-1, 0x1.c51e9910e13a2p-3, 0x1.7c5f83328f5a7p-1},
                            {0x1.310f45b317361p-2, 0x1.a188a7abc43eap-1, -0x1.fc1c638df8075p-2},
                            {-0x1.6e66ffbf0fd91p-1, 0x1.11d1d2fd156bbp-1, 0x1.cc11f5f9a08eap-2}}},
                          {0x1.ea8ef0153ac8bp+19, -0x1.4be28c037759p+17, 0x1.af6094b574e4ap+19}}};
    for (const auto& [a, b] : {std::pair{needle, box}, std::pair{box, needle}}) {
        const CertifiedSeparation certified = certified_separation(a, b);
        EXPECT_LT(certified.separation.distance.upper, -4e-6);
        EXPECT_TRUE(verify(certified, a, b));
        CertifiedSeparation deeper = certified;
        deeper.separation.distance.upper = deeper.separation.distance.lower = -1e-5;
        EXPECT_FALSE(verify(deeper, a, b));
    }
}

TEST(VerifySeparation, GapsOfConesFarFromTheOriginAreShown) {
    // The points are rounded at 180, the bounds are those of sizes of 0.1: a check must find members of its
    // own near them.
    const Placed box{Box{{0x1.889b7fddc9d82p-4, 0x1.d2b9ce9dfef7dp-5, 0x1.01623c45571e5p-4}},
                     Pose{{{Vec3{-0x1.086378f740944p-2, 0x1.c6faa4834efb4p-1, 0x1.84233f2353c2dp-2},
                            {0x1.48740d7c20b1p-4, 0x1.a48f1d00b6586p-2, -0x1.d1045ea11deacp-1},
                            {-0x1.eceede5da4752p-1, -0x1.a2018e57f0848p-3, -0x1.6b1b5911a42e8p-3}}},
                          {0x1.0360e8dcee902p+5, -0x1.4893f63d320b5p+6, -0x1.38ab55f96f665p+7}}};
    const Placed cone{Cone{0x1.f0b72d8564217p-6, 0x1.0bd9ac08cf74p-5},
                      Pose{{{Vec3{0x1.42d0a903e829p-2, -0x1.09df84258c462p-1, -0x1.96b2a29da2fb6p-1},
                             {-0x1.cb089d33e3718p-1, -0x1.bfe4c69246214p-2, -0x1.1e3568b6aca7p-4},
                             {-0x1.3e9ec88b34f9p-2, 0x1.77e740225e34fp-1, -0x1.34f7b482fbbc2p-1}}},
                           {0x1.041a35976e004p+5, -0x1.47f6d4e625a94p+6, -0x1.38bb191a04227p+7}}};
    EXPECT_TRUE(verify(separation(box, cone), box, cone));
    EXPECT_TRUE(verify(separation(cone, box), cone, box));
}

TEST(VerifySeparation, GapsOfNeedleConesAreShown) {
    Random random(77);
    int gaps = 0, unshown = 0;
    for (int i = 0; i < 6000; ++i) {
        const auto size = [&] { return random.log_uniform(1e-6, 1); };
        const Vec3 place = random.in_cube(i % 2 == 0 ? 300 : 0);
        const Placed a{Cone{size(), size()}, Pose::from(random.rotation(), place)};
        Placed b{Sphere{size()}, Pose::from(random.rotation(), place + random.in_cube(1))};
        if (i % 3 == 0) b.shape = Box{{size(), size(), size()}};
        if (i % 3 == 1) b.shape = Cone{size(), size()};
        const Separation first = separation(a, b);
        b.pose.position -= first.normal * (first.distance.middle() - random.log_uniform(1e-14, 0.1));
        const Separation s = separation(a, b);
        if (!(s.distance.lower > 0)) continue;
        ++gaps;
        unshown += !verify(s, a, b);
    }
    EXPECT_GT(gaps, 4000);
    EXPECT_LE(unshown, gaps / 2000) << "next to an apex members are known to less than gaps of 1e-14";
}

}  // namespace
}  // namespace graze::test
