// Placed triangles against exact rationals: verdicts with no disagreement at all, features, and the ends of
// the common segment within their error. GRAZE_TRIANGLE_PAIRS sets the number of pairs of the main test.
#include "convex/triangle/triangle_triangle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "convex/triangle/triangle_pair_signs.hpp"
#include "graze/verify/verify.hpp"
#include "math/exact.hpp"
#include "oracle/exact_triangles.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Corners placed(const Triangle& t, const Pose& pose) {
    const auto p = exact(pose);
    return {p * exact(t.a), p * exact(t.b), p * exact(t.c)};
}
using IntegerVec3 = BasicVec3<mpz_class>;

/// The corners of both, scaled by one power of two that makes them integers: their products need no common
/// divisors.
std::array<IntegerVec3, 6> scaled_to_integers(const Corners& a, const Corners& b) {
    mpz_class denominator = 1;
    for (const Corners& t : {a, b}) {
        for (const ExactVec3& v : t) {
            for (std::size_t i = 0; i < 3; ++i)
                denominator = std::max(denominator, mpz_class(v[i].get_den()));
        }
    }
    std::array<IntegerVec3, 6> scaled;
    for (std::size_t k = 0; k < 6; ++k) {
        const ExactVec3& v = k < 3 ? a[k] : b[k - 3];
        for (std::size_t i = 0; i < 3; ++i) scaled[k][i] = v[i].get_num() * (denominator / v[i].get_den());
    }
    return scaled;
}

/// How planes part the two: normals of faces and products of edges give all candidates when the triangles'
/// difference has an inside. When it has none, every plane around it parts them weakly, and `strictly` may be
/// missed.
enum class Separated : std::uint8_t { strictly, weakly, not_at_all };
Separated separated(const Corners& a, const Corners& b) {
    const std::array<IntegerVec3, 6> v = scaled_to_integers(a, b);
    std::array<IntegerVec3, 6> edges;
    for (std::size_t i = 0; i < 6; ++i) edges[i] = v[i < 3 ? (i + 1) % 3 : 3 + (i - 2) % 3] - v[i];
    bool solid = false, weak = false;
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = i + 1; j < 6; ++j) {
            const IntegerVec3 axis = cross(edges[i], edges[j]);
            if (axis == IntegerVec3{}) continue;
            for (const IntegerVec3& e : edges) solid = solid || dot(axis, e) != 0;
            std::array<mpz_class, 6> height;
            for (std::size_t k = 0; k < 6; ++k) height[k] = dot(axis, v[k]);
            const mpz_class &a_low = std::min({height[0], height[1], height[2]}),
                            &a_high = std::max({height[0], height[1], height[2]});
            const mpz_class &b_low = std::min({height[3], height[4], height[5]}),
                            &b_high = std::max({height[3], height[4], height[5]});
            if (a_high < b_low || b_high < a_low) return Separated::strictly;
            weak = weak || a_high == b_low || b_high == a_low;
        }
    }
    return weak || !solid ? Separated::weakly : Separated::not_at_all;
}

struct PlacedPair {
    Triangle a, b;
    Pose pose_a, pose_b;
};

Pose turned_by_axes(Random& random, double s) {
    // Exact in doubles: a permutation of the axes that keeps the orientation.
    const std::array<Mat3, 4> turns{Mat3::identity(), Mat3{{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}}},
                                    Mat3{{Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 0, 0}}},
                                    Mat3{{Vec3{-1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 1, 0}}}};
    const auto step = [&] { return s * (static_cast<double>(random.index(3)) - 1); };
    const double x = step(), y = step();
    return {turns[random.index(4)], {x, y, step()}};
}

/// Every kind of arrangement that the exact stages are there for.
PlacedPair arrangement(Random& random, std::size_t kind) {
    static constexpr std::array<double, 7> kScales{1, 1, 1e-6, 1e6, 1e-90, 1e90, 0.3};
    const double s = kScales[random.index(kScales.size())];
    const auto free = [&] { return random.in_cube(s); };
    const auto grid = [&] {
        const double x = s * static_cast<double>(random.index(4)),
                     y = s * static_cast<double>(random.index(4));
        return Vec3{x, y, s * static_cast<double>(random.index(3))};
    };
    const auto sheet = [&] {
        const double x = random.uniform(-s, s);
        return Vec3{x, random.uniform(-s, s), 0.25 * s};
    };
    const auto triangle = [](const auto& corner) {
        const Vec3 a = corner(), b = corner();
        return Triangle{a, b, corner()};
    };
    const auto pose = [&] { return random.pose(0.4 * s); };
    switch (kind) {
        case 0: return {triangle(free), triangle(free), pose(), pose()};
        case 1: return {triangle(grid), triangle(grid), turned_by_axes(random, s), turned_by_axes(random, s)};
        case 2: {  // coplanar under one pose
            const Pose both = pose();
            return {triangle(sheet), triangle(sheet), both, both};
        }
        case 3: {  // neighbours in a mesh: one or two common corners
            const Pose both = pose();
            const Triangle a = triangle(free);
            return {a, random.chance(0.5) ? Triangle{a.b, a.a, free()} : Triangle{free(), a.c, free()}, both,
                    both};
        }
        case 4: {  // needles
            const Triangle a = triangle(free);
            const Vec3 d = 1e-9 * free();
            return {a, {a.a + 0.3 * (a.b - a.a) + d, free(), a.a + 0.3 * (a.b - a.a)}, pose(), pose()};
        }
        case 5: {  // segments and points
            const Vec3 p = grid(), q = grid();
            const Triangle thin{p, q, random.chance(0.3) ? p : p + 2.0 * (q - p)};
            const Triangle other = random.chance(0.3) ? Triangle{grid(), p, p} : triangle(grid);
            return {thin, other, turned_by_axes(random, s), turned_by_axes(random, s)};
        }
        case 6: {  // a corner on the other's plane, up to rounding, under poses of their own
            PlacedPair pair{triangle(free), {}, pose(), pose()};
            const double u = random.unit(), v = random.unit() * (1 - u);
            const Vec3 foot =
                pair.pose_a * (pair.a.a + u * (pair.a.b - pair.a.a) + v * (pair.a.c - pair.a.a));
            pair.b = triangle(free);
            pair.b.a = inverse(pair.pose_b) * foot;
            return pair;
        }
        case 7: {  // edges that touch up to rounding
            PlacedPair pair{triangle(free), {}, pose(), pose()};
            const Vec3 cut = pair.pose_a * (pair.a.a + random.unit() * (pair.a.b - pair.a.a));
            const Vec3 d = free();
            pair.b = {inverse(pair.pose_b) * (cut - d), inverse(pair.pose_b) * (cut + random.unit() * d),
                      free()};
            return pair;
        }
        case 8: {  // nearly the same plane, far from the origin
            const Pose both = random.pose(1e6 * s);
            const Pose tilt = Pose::from(Quat::from_axis_angle(random.direction(), 1e-8), {});
            return {triangle(sheet), triangle(sheet), both, both * tilt};
        }
        default: {  // a small one at a large one
            const Triangle a = triangle(free);
            const auto small = [&] { return a.a + 0.4 * (a.b - a.a) + 0.3 * (a.c - a.a) + 1e-5 * free(); };
            const Pose both = pose();
            return {a, triangle(small), both,
                    random.chance(0.5) ? both : Pose{both.rotation, both.position + 1e-6 * free()}};
        }
    }
}

constexpr std::array<const char*, 10> kKinds{"free",
                                             "grid",
                                             "coplanar",
                                             "neighbours",
                                             "needles",
                                             "segments",
                                             "corner on plane",
                                             "edge on edge",
                                             "nearly one plane",
                                             "small on large"};

Feature feature(const TriangleFeature& f) { return {static_cast<Feature::Kind>(f.kind), f.first, f.second}; }

std::size_t pair_count() {
    const char* wanted = std::getenv("GRAZE_TRIANGLE_PAIRS");
    return wanted == nullptr ? 10000 : static_cast<std::size_t>(std::stoull(wanted));
}

double reach(const Triangle& t) { return std::max({length(t.a), length(t.b), length(t.c)}) * (1 + 1e-12); }

void expect_near(const Vec3& end, const ExactVec3& truth, double error) {
    const ExactVec3 off = exact(end) - truth;
    const mpq_class bound(error);
    EXPECT_LE(dot(off, off), bound * bound) << "an end of the segment is off by more than its error";
}

/// The ends are the two exact corners farthest apart.
void expect_ends(const TriangleIntersection& found, const std::vector<ExactVec3>& corners) {
    ExactVec3 first = corners[0], last = corners[0];
    mpq_class farthest = 0;
    for (const ExactVec3& p : corners) {
        for (const ExactVec3& q : corners) {
            const mpq_class sq = dot(p - q, p - q);
            if (sq <= farthest) continue;
            farthest = sq;
            first = p;
            last = q;
        }
    }
    const ExactVec3 straight = exact(found.segment.a) - first, turned = exact(found.segment.a) - last;
    if (dot(turned, turned) < dot(straight, straight)) std::swap(first, last);
    expect_near(found.segment.a, first, found.error);
    expect_near(found.segment.b, last, found.error);
}

TEST(PlacedTriangles, AgreeWithExactRationals) {
    Random random(4242);
    std::array<std::array<int, 3>, kKinds.size()> counts{};
    const std::size_t pairs = pair_count();
    for (std::size_t n = 0; n < pairs; ++n) {
        const std::size_t kind = n % kKinds.size();
        PlacedPair pair = arrangement(random, kind);
        if (random.chance(0.1))
            pair.pose_a.rotation.columns[1] = -pair.pose_a.rotation.columns[1];  // reflections are poses too
        const Corners a = placed(pair.a, pair.pose_a), b = placed(pair.b, pair.pose_b);
        const Separated planes = separated(a, b);
        // Planes alone decide pairs that are not flat; the common corners decide the others, and the
        // ends of some.
        const bool construct = planes == Separated::weakly || n % 8 == 0;
        const std::vector<ExactVec3> corners = construct ? common_points(a, b) : std::vector<ExactVec3>{};
        TriangleContact truth =
            planes == Separated::strictly ? TriangleContact::disjoint : TriangleContact::crossing;
        if (planes == Separated::weakly)
            truth = corners.empty() ? TriangleContact::disjoint : TriangleContact::touching;
        ASSERT_TRUE(!construct || corners.empty() == (truth == TriangleContact::disjoint))
            << "the oracles disagree";
        const TriangleView view(pair.pose_a, pair.pose_b, reach(pair.b));
        const TriangleView back(pair.pose_b, pair.pose_a, reach(pair.a));
        ASSERT_EQ(contact(view, pair.a, pair.b), truth) << kKinds[kind] << " " << n;
        ASSERT_EQ(contact(back, pair.b, pair.a), truth) << kKinds[kind] << " " << n;
        ++counts[kind][static_cast<std::size_t>(truth)];
        const TriangleIntersection found = graze::intersection(view, pair.a, pair.b);
        ASSERT_EQ(found.contact, truth) << kKinds[kind] << " " << n;
        if (truth == TriangleContact::disjoint) continue;
        ASSERT_TRUE(verify(Proof(Crossing{feature(found.feature_a), feature(found.feature_b)}),
                           {pair.a, pair.pose_a}, {pair.b, pair.pose_b}))
            << kKinds[kind] << " " << n;
        if (!construct) continue;
        if (found.flat) {
            for (const Vec3& end : {found.segment.a, found.segment.b}) {
                mpq_class nearest = -1;
                for (const ExactVec3& c : corners) {
                    const ExactVec3 off = exact(end) - c;
                    const mpq_class sq = dot(off, off);
                    if (nearest < 0 || sq < nearest) nearest = sq;
                }
                EXPECT_LE(nearest, mpq_class(found.error) * mpq_class(found.error));
            }
        } else {
            expect_ends(found, corners);
        }
        if (HasFailure()) FAIL() << kKinds[kind] << " " << n;
    }
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        std::cout << kKinds[kind] << ": " << counts[kind][0] << " disjoint, " << counts[kind][1]
                  << " touching, " << counts[kind][2] << " crossing\n";
        const int hits = counts[kind][1] + counts[kind][2];
        EXPECT_GT(hits, static_cast<int>(pairs / kKinds.size() / 40)) << kKinds[kind];
    }
}

/// Work of exact signs that a call spends.
template <class Call> std::uint64_t work_of(const Pose& pose_a, const Pose& pose_b, const Call& call) {
    WorkBudget budget = WorkBudget::unlimited();
    const std::uint64_t before = budget.left();
    call(TriangleView(pose_a, pose_b, 8, &budget));
    return before - budget.left();
}

TEST(PlacedTriangles, RoundedPlanesThatPartNeedNoExactSign) {
    // b's first corner is in a's plane, so that plane leaves its sign open; b's own plane parts them.
    const Triangle a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, b{{2, 0, 0}, {3, 0, 1}, {2, 1, 1}};
    const Pose both{};
    const auto intersect = [&](const TriangleView& view) {
        EXPECT_EQ(graze::intersection(view, a, b).contact, TriangleContact::disjoint);
    };
    const auto decide = [&](const TriangleView& view) {
        EXPECT_EQ(contact(view, a, b), TriangleContact::disjoint);
    };
    EXPECT_EQ(work_of(both, both, intersect), 0u);
    EXPECT_EQ(work_of(both, both, decide), 0u);
}

TEST(PlacedTriangles, CoplanarOnesInGeneralPositionNeedExactSignsForTheirPlaneOnly) {
    const Triangle a{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const Triangle over{{1, 1, 0}, {5, 2, 0}, {2, 5, 0}}, beside{{3, 3, 0}, {5, 2, 0}, {2, 5, 0}};
    const Pose both{};
    const std::uint64_t plane = work_of(both, both, [&](const TriangleView& view) {
        PlacedSigns signs(view.work());
        for (std::size_t i = 0; i < 3; ++i) {
            signs.set(i, view.exact_a(std::array{a.a, a.b, a.c}[i]));
            signs.set(3 + i, view.exact_b(std::array{over.a, over.b, over.c}[i]));
        }
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(signs.orient3d(0, 1, 2, 3 + i), Sign::zero);
    });
    ASSERT_GT(plane, 0u);
    EXPECT_EQ(work_of(both, both,
                      [&](const TriangleView& view) {
                          EXPECT_EQ(contact(view, a, over), TriangleContact::touching);
                      }),
              plane);
    EXPECT_EQ(work_of(both, both,
                      [&](const TriangleView& view) {
                          EXPECT_EQ(contact(view, a, beside), TriangleContact::disjoint);
                      }),
              plane);
}

TEST(PlacedTriangles, FlatPairsReportTheirLongestCommonSegment) {
    // The smaller one lies in the other; its longest edge is around the origin.
    const Triangle large{{-20, -20, 0}, {40, -20, 0}, {-20, 40, 0}},
        small{{-3, 0, 0}, {1, 2, 0}, {3, 0.5, 0}};
    const Pose both{};
    const TriangleView view(both, both, 30);
    for (const bool swap : {false, true}) {
        const TriangleIntersection found =
            swap ? graze::intersection(view, small, large) : graze::intersection(view, large, small);
        EXPECT_EQ(found.contact, TriangleContact::touching);
        EXPECT_TRUE(found.flat);
        const bool forward = found.segment.a.x < found.segment.b.x;
        EXPECT_LE(length((forward ? found.segment.a : found.segment.b) - small.a), found.error);
        EXPECT_LE(length((forward ? found.segment.b : found.segment.a) - small.c), found.error);
        EXPECT_LE(found.error, 1e-12);
    }
}

TEST(TriangleView, ErrorsAreThoseOfARotationAndTwoOrigins) {
    // 4 + 2.1 · 32 roundings of each matrix entry, 8 + 2.1 · 32 of the offset, and those of applying both.
    const Pose still{}, turned = Pose::from(Quat::from_axis_angle({0, 0, 1}, 1), {});
    EXPECT_EQ(TriangleView(still, still, 5).error(), 0);
    const TriangleView rotated(still, turned, 5);
    EXPECT_LE(rotated.error(), (3 * 71.2 + 16) * kEps * 5);
    const Pose shifted = Pose::translation({100, 0, 0});
    EXPECT_LE(TriangleView(still, shifted, 0).error(), (75.2 + 5.1) * kEps * 100);
}

TEST(PlacedTriangles, PosesThatFlattenAreDecidedByExactSigns) {
    // a's pose maps space onto the plane z = 0, so that there is no inverse to bring b into a's frame.
    const Pose flat{Mat3::diagonal({1, 1, 0}), {1, 0, 0}}, still{};
    const Triangle a{{0, 0, 3}, {4, 0, -2}, {0, 4, 9}};  // {1, 0, 0}, {5, 0, 0}, {1, 4, 0}
    const Triangle through{{2, 1, -1}, {2, 1, 1}, {9, 9, 1}}, above{{2, 1, 1}, {3, 1, 1}, {2, 2, 2}},
        beside{{0, 0, 0}, {0.5, 1, 0}, {0, 2, 0}}, at{{1, 0, 0}, {0, 1, 1}, {0, 2, 0}};
    const TriangleView view(flat, still, 20);
    EXPECT_FALSE(std::isfinite(view.error()));
    const std::array<std::pair<Triangle, TriangleContact>, 4> cases{{{through, TriangleContact::crossing},
                                                                     {above, TriangleContact::disjoint},
                                                                     {beside, TriangleContact::disjoint},
                                                                     {at, TriangleContact::touching}}};
    for (const auto& [b, truth] : cases) {
        EXPECT_EQ(contact(view, a, b), truth);
        EXPECT_EQ(graze::intersection(view, a, b).contact, truth);
        EXPECT_EQ(contact(TriangleView(still, flat, 20), b, a), truth);
    }
}

TEST(PlacedTriangles, ErrorOfACrossingOfCoplanarEdgesIsThatOfTheFrame) {
    // b's corners are off by e. Its edges down to the first one are 1000 long, and cross a's edge of length 2
    // along x: areas over them, of 2000 from end to end, are off by 2.04 (1000 · 2 e + 2 e · 1000), the place
    // along the edge by 3.1 of that in 2000, and the point by twice the edge's length times that.
    const Pose still{}, turned = Pose::from(Quat::from_axis_angle({0, 0, 1}, 1), {});
    const Pose back = inverse(turned);
    const Triangle a{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}};
    const Triangle b{back * Vec3{0.25, -0.125, 0}, back * Vec3{0.25, 1000, 0}, back * Vec3{0.5, 1000, 0}};
    const TriangleView view(still, turned, 1001);
    const TriangleIntersection found = graze::intersection(view, a, b);
    ASSERT_EQ(found.contact, TriangleContact::touching);
    EXPECT_LE(found.error, 52 * view.error());
}

}  // namespace
}  // namespace graze::test
