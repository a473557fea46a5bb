// What `verify` shows of an impact: cells that leave time open, false proofs, and points and normals that are
// not where the bodies touch are refused; true answers are not.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ccd/certain_overlap.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/moving_pairs.hpp"
#include "oracle/random_motions.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Moving resting(const Shape& shape, const Vec3& at) {
    return {shape, LinearMotion{Pose::translation(at), {}}};
}

Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    MeshOptions options;
    options.kind = kind;
    return *Mesh::build(soup.vertices, soup.triangles, options);
}

Shape three_balls() {
    std::vector<CompoundPart> parts;
    parts.reserve(3);
    for (int i = 0; i < 3; ++i) parts.push_back({Sphere{1}, Affine{Mat3::identity(), {3.0 * i, 0, 0}}});
    return *Compound::build(parts);
}

/// Statements that are false of a true impact whose bodies are about one in size, apart at its lower end, and
/// intersect along a normal that is no axis of theirs.
struct Alteration {
    const char* what;
    std::function<void(Impact&)> change;
};
std::vector<Alteration> false_places() {
    return {
        {"a point far away",
         [](Impact& x) {
             x.point += {1000, 1000, 1000};
         }},
        {"a point beside both", [](Impact& x) { x.point += 0.5 * perpendicular(x.normal) + 3.0 * x.normal; }},
        {"a point that is none", [](Impact& x) { x.point.x = kNan; }},
        {"the normal reversed", [](Impact& x) { x.normal = -x.normal; }},
        {"a normal across", [](Impact& x) { x.normal = perpendicular(x.normal); }},
        {"no normal", [](Impact& x) { x.normal = {}; }},
        {"a normal that is none", [](Impact& x) { x.normal.y = kNan; }},
        {"a normal of two", [](Impact& x) { x.normal = 2.0 * x.normal; }},
        {"another part", [](Impact& x) { x.part_a += 1000; }},
        {"another part of b", [](Impact& x) { x.part_b += 1000; }}};
}

TEST(VerifyImpactPlace, AlteredImpactsAreRefused) {
    const Motion coming = TwistMotion{Pose::translation({4, 0.1, 0.2}), {-4, 0, 0}, {1, 2, 3}, {}};
    const std::vector<std::pair<Moving, Moving>> pairs{
        {resting(Box{{0.5, 0.5, 0.5}}, {}), {Cylinder{0.3, 0.4}, coming}},
        {resting(Sphere{0.5}, {}), {Capsule{0.3, 0.4}, coming}},
        {resting(HalfSpace{{1, 0, 0}, 0.5}, {}), {Cone{0.3, 0.4}, coming}},
        {{Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, coming},
         resting(Ellipsoid{{0.5, 0.7, 0.9}}, {})},
        {resting(Triangle{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {}),
         {Segment{{-0.5, 0, 0}, {0.5, 0, 0}}, coming}},
        {resting(mesh_of(icosphere_mesh(1, 1), MeshKind::solid), {}), {Box{{0.3, 0.4, 0.5}}, coming}},
        {resting(three_balls(), {-6, 0, 0}),
         {mesh_of(box_mesh({0.3, 0.4, 0.5}), MeshKind::surface), coming}}};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [a, b] = pairs[i];
        const bool convex = a.shape.convex() && b.shape.convex();
        const CertifiedImpact good = certified_time_of_impact(a, b);
        ASSERT_EQ(good.impact.answer, ImpactAnswer::contact) << i;
        ASSERT_GT(good.impact.time.lower, 0) << i;
        ASSERT_TRUE(verify(good, a, b)) << i;
        ASSERT_TRUE(!convex || verify(good.impact, a, b)) << i;
        // That they come within the tolerance is true as well, and says less.
        CertifiedImpact less = good;
        less.impact.answer = ImpactAnswer::within_tolerance;
        less.impact.proof = ContactProof::none;
        less.contact = {};
        EXPECT_TRUE(verify(less, a, b)) << i;
        for (const Alteration& alteration : false_places()) {
            for (const CertifiedImpact& from : {good, less}) {
                CertifiedImpact bad = from;
                alteration.change(bad.impact);
                EXPECT_FALSE(verify(bad, a, b)) << i << ' ' << alteration.what;
                EXPECT_FALSE(verify(bad.impact, a, b)) << i << ' ' << alteration.what;
            }
        }
    }
}

TEST(VerifyImpactPlace, WithinTheToleranceIsCloseAtTheLowerEnd) {
    const Shape cube = Box{{0.5, 0.5, 0.5}}, shell = mesh_of(icosphere_mesh(1, 1), MeshKind::surface);
    for (const Shape& shape : {cube, shell}) {
        const Moving here = resting(cube, {}), far = resting(shape, {100, 0, 0});
        CertifiedImpact lie = certified_time_of_impact(here, far);
        ASSERT_EQ(lie.impact.answer, ImpactAnswer::miss);
        lie.impact.hit = true;
        lie.impact.answer = ImpactAnswer::within_tolerance;
        lie.impact.point = {0.5, 0, 0};
        for (const Interval& time : {Interval{0, 0}, Interval{0, 1e-6}, Interval{0.5, 0.6}, Interval{1, 1}}) {
            lie.impact.time = time;
            EXPECT_FALSE(verify(lie, here, far)) << time.lower;
            EXPECT_FALSE(verify(lie.impact, here, far)) << time.lower;
            // A search that gave up says nothing of how close they are.
            CertifiedImpact open = lie;
            open.impact.status = Status::budget_reached;
            EXPECT_TRUE(verify(open, here, far) || (time.lower == 0 && !shape.convex()))
                << time.lower << " covers end with the time";
        }
    }
}

TEST(VerifyImpactPlace, OverlapsAtTheStartHaveTheirPointAndNormal) {
    Random random(91);
    const std::vector<Shape> shapes{Box{{0.5, 0.6, 0.7}},
                                    Sphere{0.8},
                                    Cylinder{0.5, 0.6},
                                    mesh_of(icosphere_mesh(1, 1), MeshKind::solid),
                                    mesh_of(torus_mesh({0.6, 0.3, 8, 5}), MeshKind::surface),
                                    three_balls()};
    int overlaps = 0;
    for (int i = 0; i < 300; ++i) {
        const Moving a{shapes[random.index(shapes.size())],
                       LinearMotion{Pose::from(random.rotation(), random.in_cube(0.5)), {}}};
        const Moving b{shapes[random.index(shapes.size())],
                       random_motion(random, Pose::from(random.rotation(), random.in_cube(0.5)), 1)};
        const CertifiedImpact start = certified_time_of_impact(a, b);
        ASSERT_TRUE(verify(start, a, b)) << i;
        if (start.impact.answer != ImpactAnswer::contact || start.impact.time.upper > 0) continue;
        ++overlaps;
        const bool convex = a.shape.convex() && b.shape.convex();
        for (const Alteration& alteration : false_places()) {
            const std::string what = alteration.what;
            // Along which line they overlap least is not shown, nor by parts of what is not convex to which
            // side.
            if (what == "a normal across" || what == "a point beside both" ||
                (!convex && what == "the normal reversed"))
                continue;
            CertifiedImpact bad = start;
            alteration.change(bad.impact);
            // Two balls about one middle may be parted along any line to either side.
            if (what == "the normal reversed" && length(bad.impact.normal + start.impact.normal) < 1e-9 &&
                verify(bad, a, b)) {
                EXPECT_LT(length(pose_at(a.motion, 0).position - pose_at(b.motion, 0).position), 0.2) << i;
                continue;
            }
            EXPECT_FALSE(verify(bad, a, b)) << i << ' ' << what;
        }
    }
    EXPECT_GT(overlaps, 100);
}

TEST(VerifyImpactPlace, TrueAnswersOfAllKindsAreShown) {
    Random random(92);
    const std::vector<Shape> sets{mesh_of(icosphere_mesh(1, 1), MeshKind::solid),
                                  mesh_of(torus_mesh({0.6, 0.3, 8, 5}), MeshKind::surface), three_balls(),
                                  rounded(mesh_of(box_mesh({0.4, 0.5, 0.6}), MeshKind::solid), 0.1)};
    int hits = 0, given_up = 0, unshown = 0;
    constexpr int kRuns = 450;
    for (int i = 0; i < kRuns; ++i) {
        const auto convex = [&] {
            return random_shape(random, kAllShapeTypes[random.index(kDrawnShapeTypeCount)]);
        };
        const Shape first = i % 3 == 0 ? sets[random.index(sets.size())] : convex(),
                    second = i % 9 == 0 ? sets[random.index(sets.size())] : convex();
        const Moving a{first, random_motion(random, Pose::from(random.rotation(), {}), 1)};
        const Moving b{
            second, random_motion(
                        random, Pose::from(random.rotation(), random.uniform(0, 3) * random.direction()), 2)};
        ImpactOptions options;
        if (i % 4 == 0) options.tolerance = random.log_uniform(1e-8, 0.5);
        if (i % 5 == 0) options.max_steps = 1 + static_cast<std::uint32_t>(random.index(40));
        const CertifiedImpact certified = certified_time_of_impact(a, b, options);
        unshown += !verify(certified, a, b);
        hits += certified.impact.hit;
        given_up += certified.impact.status == Status::budget_reached;
    }
    EXPECT_GT(hits, kRuns / 4);
    EXPECT_LT(hits, kRuns * 9 / 10);
    EXPECT_GT(given_up, 5);
    EXPECT_EQ(unshown, 0);
}

TEST(VerifyImpact, AProofOfTheContactMustHoldWhereItIsGiven) {
    const Moving box{Box{{0.4, 0.5, 0.6}}, LinearMotion{Pose::identity(), {0.2, 0, 0}}};
    const Moving cone{Cone{0.5, 0.5},
                      TwistMotion{Pose::translation({2, 0.1, 0.2}), {-3, 0, 0}, {1, 2, 0}, {}}};
    const CertifiedImpact certified = certified_time_of_impact(box, cone);
    ASSERT_EQ(certified.impact.proof, ContactProof::overlap);
    ASSERT_FALSE(std::holds_alternative<std::monostate>(certified.contact));
    EXPECT_TRUE(verify(certified, box, cone));
    CertifiedImpact without = certified;
    without.contact = {};
    EXPECT_TRUE(verify(without, box, cone)) << "a common point is sought then";
    CertifiedImpact other = certified;
    other.impact.answer = ImpactAnswer::within_tolerance;
    other.impact.proof = ContactProof::none;
    EXPECT_FALSE(verify(other, box, cone)) << "proof of contact beside an answer of none";
    other = certified;
    other.contact = CommonPoint{{0, 5, 0}};
    EXPECT_FALSE(verify(other, box, cone));
    other.contact =
        decide({box.shape, Pose::identity()}, {cone.shape, Pose::translation({2, 0.1, 0.2})}).proof;
    EXPECT_FALSE(verify(other, box, cone)) << "a plane between them shows no contact";
}

TEST(VerifyImpact, ShallowMeetingsOfFlatAndThinBodiesAreShown) {
    // Overlaps of 1e-11 to 1e-9 at the upper end, of 13 in a million random pairs: too little for a check to
    // find a common point by itself.
    struct Case {
        std::uint64_t seed;
        int pair;
    };
    for (const auto& [seed, wanted] : {Case{57, 856}, Case{117, 796}, Case{155, 92}, Case{165, 360}}) {
        Random random(seed);
        for (int i = 0; i <= wanted; ++i) {
            const std::optional<MovingPair> pair = random_moving_pair(random, i);
            if (i != wanted) continue;
            ASSERT_TRUE(pair);
            const auto& [a, b] = *pair;
            const CertifiedImpact certified = certified_time_of_impact(a, b);
            EXPECT_EQ(certified.impact.answer, ImpactAnswer::contact);
            EXPECT_TRUE(verify(certified, a, b)) << seed;
        }
    }
}

TEST(VerifyImpact, SliversWithAMarginDoNotOverlapBeforeTheyTouch) {
    // A triangle of 1e6 and one of 1, 1.4e-7 apart: the nearest point of a sliver of their difference was
    // taken for one within the margin.
    const Placed a{
        rounded(Shape(Triangle{{0x1.479eaf248a0a4p+18, 0x1.c926c92a758ap+17, -0x1.f07aa7ff85357p+18},
                               {-0x1.a178f6819361cp+19, 0x1.11a0cb7389fb8p+18, -0x1.aad57c29d038ap+18},
                               {0x1.e178e1e3071cep+19, 0x1.ebbad677c60fp+16, -0x1.4975553996d36p+19}}),
                0x1.4ac95c614285cp-21),
        Pose{Mat3{{{{-0x1.a6411731552p-7, 0x1.49e828db5bddap-1, 0x1.877c9fca6d3f4p-1},
                    {0x1.fd47b22ce846bp-2, -0x1.518a3eea51f0cp-1, 0x1.20bcbb124c342p-1},
                    {0x1.bc236ea389d54p-1, 0x1.8cd938f96113ep-2, -0x1.3f748044d042p-2}}}},
             {-0x1.eec5549f84a72p+27, 0x1.9da585144da57p+25, -0x1.414d19f926b6cp+30}}};
    const Placed b{Shape(Triangle{{0x1.6582e39eb9544p-2, -0x1.9c2ad7c32953cp-1, -0x1.16e69f0c191ap-3},
                                  {-0x1.8d99a711f5936p-1, -0x1.68a17452e978cp-2, -0x1.e839af9f742f8p-1},
                                  {-0x1.f3cef2565517p-4, -0x1.f862f76257662p-1, -0x1.b417a97c102fcp-1}}),
                   Pose{Mat3{{{{0x1.dfabe801cdfcep-1, -0x1.3cafcf6ea0f7ap-2, 0x1.4e580dc78c9f1p-3},
                               {0x1.5c26b2178e72dp-2, 0x1.d45ce6396351cp-1, -0x1.bed16c3478dc1p-3},
                               {-0x1.4f539f20bb3e6p-4, 0x1.0a23c09f42efdp-2, 0x1.eca00631a573ep-1}}}},
                        {-0x1.efa5fefd7e768p+27, 0x1.9eae3f1274bafp+25, -0x1.4118c5333b083p+30}}};
    const Separation gap = separation(a, b);
    ASSERT_GT(gap.distance.lower, 1e-7);
    EXPECT_FALSE(surely_overlap(a, b, gap.normal));
    Placed before = b;
    before.pose.position += gap.normal * 3e6;
    const Moving resting_a{a.shape, LinearMotion{a.pose, {}}},
        coming{b.shape, InBetweenMotion{before.pose, b.pose}};
    const CertifiedImpact certified = certified_time_of_impact(resting_a, coming);
    EXPECT_NE(certified.impact.answer, ImpactAnswer::contact);
    EXPECT_TRUE(verify(certified, resting_a, coming));
}

TEST(VerifyImpact, FalseStatementsAreRefused) {
    const Moving bar{
        Box{{2, 0.05, 0.05}},
        InBetweenMotion{Pose::identity(), Pose::from(Quat::from_axis_angle({0, 0, 1}, 3.0), {})}};
    const Moving post = resting(Cylinder{0.1, 1}, {0, 1.5, 0});
    const CertifiedImpact good = certified_time_of_impact(bar, post);
    ASSERT_TRUE(verify(good, bar, post));
    ASSERT_TRUE(verify(good.impact, bar, post));
    ASSERT_GE(good.cells.size(), 3u);
    std::vector<CertifiedImpact> bad(8, good);
    bad[0].impact.time.lower = bad[0].impact.time.upper;     // not covered by the cells
    bad[1].impact.time.upper = bad[1].impact.time.lower;     // they do not touch yet
    bad[2].impact.answer = ImpactAnswer::miss;               // and hit says otherwise
    bad[3].impact = {};                                      // a miss that the cells do not show
    bad[4].cells.erase(bad[4].cells.begin() + 1);            // a gap in time
    bad[5].cells[1].normal = -bad[5].cells[1].normal;        // the wrong side
    bad[6].cells.back().time.upper += 1e-3;                  // beyond contact
    bad[7].cells = {{{0, 1}, good.cells[0].normal, false}};  // open at both ends, closed in between
    bad[7].impact = {};
    for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_FALSE(verify(bad[i], bar, post)) << i;
    Impact late = good.impact;
    late.time = {late.time.upper + 1e-3, late.time.upper + 2e-3};
    EXPECT_FALSE(verify(late, bar, post));
    EXPECT_FALSE(verify(Impact{}, bar, post));
}

TEST(VerifyImpact, BallsAndLongNormalsProveNoMoreThanTheyShould) {
    // The ball around the bar reaches the post although the bar passes it.
    const Moving bar{Box{{2, 0.05, 0.05}}, LinearMotion{}}, post = resting(Sphere{0.1}, {0, 1, 0});
    CertifiedImpact cell;
    cell.cells = {{{0, 1}, {0, 1, 0}, false}};
    EXPECT_TRUE(verify(cell, bar, post));
    cell.cells[0].balls = true;
    EXPECT_FALSE(verify(cell, bar, post));
    // A deviation of the path counts in full, however long the normal is within its tolerance.
    const Moving ball = resting(Sphere{0.5}, {});
    const SampledMotion loose{{Pose::translation({2, 0, 0}), Pose::translation({2, 0, 0})}, {}, 1.0000005};
    cell.cells = {{{0, 1}, {1 + 9e-7, 0, 0}, false}};
    EXPECT_FALSE(verify(cell, ball, {Sphere{0.5}, loose}));
}

TEST(VerifyImpact, FastSpinnersAreDecidedByTheBallsAroundTheirPivots) {
    const Moving box = resting(Box{{1, 1, 1}}, {});
    for (const double turns : {1e3, 1e6, 1e12}) {
        const Moving far{Box{{1, 1, 1}}, TwistMotion{Pose::translation({5, 0, 0}), {}, {0, turns, 0}, {}}};
        EXPECT_TRUE(verify(Impact{}, box, far)) << turns;
        EXPECT_TRUE(verify(Impact{}, far, box)) << turns;
    }
    // Nothing shows a miss of what comes together, and the attempt ends.
    const Moving near{Box{{1, 1, 1}},
                      TwistMotion{Pose::translation({2.5, 0, 0}), {-1, 0, 0}, {0, 1e6, 0}, {}}};
    EXPECT_FALSE(verify(Impact{}, box, near));
}

TEST(VerifyImpact, NormalsThatAreNotUnitAreRefused) {
    const Moving ball = resting(Sphere{0.5}, {}), other = resting(Sphere{0.5}, {3, 0, 0});
    Impact miss;
    EXPECT_TRUE(verify(miss, ball, other));
    for (const Vec3& normal : {Vec3{}, Vec3{2, 0, 0}, Vec3{1e200, 0, 0}, Vec3{std::nan(""), 0, 0}}) {
        miss.normal = normal;
        EXPECT_FALSE(verify(miss, ball, other));
    }
}

TEST(VerifyImpact, ACurveBetweenOpenEndsIsFound) {
    // The bar is clear of the post at both ends of a half turn, and through it in between.
    const Moving bar{Box{{2, 0.05, 0.05}}, TwistMotion{Pose::identity(), {}, {0, 0, std::numbers::pi}, {}}};
    const Moving post = resting(Sphere{0.1}, {0, 1.5, 0});
    CertifiedImpact lie;
    lie.cells = {{{0, 1}, {0, 1, 0}, false}};
    EXPECT_FALSE(verify(lie, bar, post));
    EXPECT_TRUE(verify(certified_time_of_impact(bar, post), bar, post));
}

}  // namespace
}  // namespace graze::test
