// Solids with faces in common planes overlap although no two of their triangles cross, and bodies that are
// wedged in others although no two parts overlap by more than rounding. What shows a small depth of convex
// shapes, or of triangles, does not show it there.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random.hpp"
#include "query/composite/composite.hpp"
#include "query/proof/composite_cover.hpp"

namespace graze::test {
namespace {

/// The unit cube with a corner at the origin. The first triangle, from whose corner it is probed whether the
/// cube is inside of others, is in the face x = 1 or in the face x = 0.
Mesh cube(bool starts_at_one) {
    using Triangles = std::vector<std::array<std::uint32_t, 3>>;
    std::vector<Vec3> vertices;
    for (int i = 0; i < 8; ++i)
        vertices.push_back({double(i & 1), double((i >> 1) & 1), double((i >> 2) & 1)});
    const Triangles low{{0, 4, 6}, {0, 6, 2}}, high{{1, 3, 7}, {1, 7, 5}};
    Triangles all = starts_at_one ? high : low;
    for (const auto& t :
         Triangles{{0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}})
        all.push_back(t);
    for (const auto& t : starts_at_one ? low : high) all.push_back(t);
    return *Mesh::build(vertices, all, {.kind = MeshKind::solid});
}

/// Names the parts of any pair that the check passes with.
template <class Check> std::optional<PartPair> accepted(const Check& check) {
    for (std::uint32_t i = 0; i < 12; ++i) {
        for (std::uint32_t j = 0; j < 12; ++j) {
            if (check(PartPair{i, j})) return PartPair{i, j};
        }
    }
    return std::nullopt;
}

/// "b moved by so much along x is free": it is in the same planes as a all the way.
TEST(VerifySlidingSolids, ADepthThatLeavesThemOverlappingIsRefused) {
    const Placed a{cube(false), Pose::identity()};
    for (const double offset : {0.0, 0.25, 0.5}) {
        const Placed b{cube(true), Pose::translation({offset, 0, 0})};
        const Separation honest = separation(a, b);
        ASSERT_LE(honest.distance.lower, -(1 - offset));
        for (const double lower : {-0.25, -0.125, -1e-6}) {
            const auto found = accepted([&](const PartPair& parts) {
                Separation s;
                s.distance = {lower, 0};
                s.point_a = s.point_b = {0.6, 0.5, 0.5};
                s.part_a = parts.a;
                s.part_b = parts.b;
                return verify(s, a, b);
            });
            EXPECT_FALSE(found) << "offset " << offset << ", lower " << lower << ", parts " << found->a
                                << " and " << found->b;
        }
    }
}

/// With a cover whose planes leave gaps of -delta, and every piece probed to be outside.
TEST(VerifySlidingSolids, AnOverlapIsNotTooCloseToCall) {
    const Placed a{cube(false), Pose::identity()}, b{cube(true), Pose::translation({0.25, 0, 0})};
    const PartPairs pairs(a, b);
    constexpr double kDelta = 1e-16;
    CoverFound found = find_cover(pairs, kDelta);
    const std::optional<std::vector<SolidProbe>> outside = outside_probes(pairs);
    ASSERT_TRUE(found.complete && outside);
    found.cover.outside = *outside;
    const auto taken = accepted([&](const PartPair& parts) {
        const Separation s = separation(placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b));
        for (const Vec3& normal :
             {s.normal, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
            CertifiedRelation touching;
            touching.relation = Relation::touching;
            touching.verdict.proof =
                CloseParts{parts.a, parts.b, {kDelta, normal, s.point_a, s.point_b}, found.cover};
            if (verify(touching.verdict, a, b) || verify(touching, a, b)) return true;
        }
        return false;
    });
    EXPECT_FALSE(taken) << "parts " << taken->a << " and " << taken->b;
}

Placed walls(double half_width, const Pose& pose) {
    const std::vector<CompoundPart> parts{
        {Box{{1, 3, 3}}, Affine::from(Pose::translation({half_width + 1, 0, 0}))},
        {Box{{1, 3, 3}}, Affine::from(Pose::translation({-half_width - 1, 0, 0}))}};
    return {*Compound::build(parts), pose};
}

/// A ball between two walls that are closer than it is wide by a rounding: out of both it gets along them
/// only.
TEST(VerifySlidingSolids, ABallWedgedBetweenWallsIsNotTooCloseToCall) {
    const Placed a = walls(1 - 0x1p-52, Pose::identity());
    const Placed ball{Sphere{1}, Pose::identity()};
    const PartPairs pairs(a, ball);
    constexpr double kDelta = 0x1p-50;
    const CoverFound found = find_cover(pairs, kDelta);
    ASSERT_TRUE(found.complete);
    for (std::uint32_t wall = 0; wall < 2; ++wall) {
        const Vec3 normal{wall == 0 ? -1.0 : 1.0, 0, 0};
        Verdict verdict;
        verdict.proof = CloseParts{wall, 0, {kDelta, normal, -normal, -normal}, found.cover};
        EXPECT_FALSE(verify(verdict, a, ball)) << wall;
    }
    EXPECT_LT(separation(a, ball).distance.lower, -1);
}

/// A corner of three walls, along -x, -y and -z of its frame.
Placed corner(const Pose& pose) {
    std::vector<CompoundPart> parts;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Vec3 half{3, 3, 3}, centre{};
        half[axis] = 1;
        centre[axis] = -1;
        parts.push_back({Box{half}, Affine::from(Pose::translation(centre))});
    }
    return {*Compound::build(parts), pose};
}

/// A ball in a corner of two or three walls touches each along another normal: it leaves all of them along a
/// direction between these.
TEST(VerifySlidingSolids, ContactsAlongSeveralNormalsAreShown) {
    Random random(2111);
    int undecided = 0, along_another = 0, touching = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose pose = random.pose(4);
        const Placed a = corner(pose);
        Placed ball{Sphere{0.5}, pose};
        ball.pose.position = pose * Vec3{0.5, 0.5, i % 2 == 0 ? 0.5 : random.uniform(0.6, 2)};
        for (const bool swapped : {false, true}) {
            const Placed &first = swapped ? ball : a, &second = swapped ? a : ball;
            const Verdict verdict = decide(first, second);
            EXPECT_TRUE(verify(verdict, first, second)) << i << (swapped ? " swapped" : "");
            undecided += verdict.answer == Answer::undecided;
            const auto* close = std::get_if<CloseParts>(&verdict.proof);
            along_another += close != nullptr && close->direction != Vec3{};
            if (i % 8 > 1) continue;  // the depth takes a tenth of a second
            const CertifiedRelation certified = certified_relation(first, second);
            if (certified.relation != Relation::touching) continue;
            ++touching;
            EXPECT_TRUE(verify(certified, first, second)) << i << (swapped ? " swapped" : "");
        }
    }
    EXPECT_GT(undecided, 10);
    EXPECT_GT(along_another, 5);
    EXPECT_GT(touching, 4);
}

/// A direction that leads into a wall shows nothing.
TEST(VerifySlidingSolids, AWrongWayOutOfACornerIsRefused) {
    Random random(2113);
    int changed = 0;
    for (int i = 0; i < 10; ++i) {
        const Pose pose = random.pose(4);
        const Placed a = corner(pose);
        Placed ball{Sphere{0.5}, pose};
        ball.pose.position = pose * Vec3{0.5, 0.5, 0.5};
        Verdict verdict = decide(a, ball);
        auto* close = std::get_if<CloseParts>(&verdict.proof);
        if (close == nullptr || close->direction == Vec3{}) continue;
        ASSERT_TRUE(verify(verdict, a, ball)) << i;
        close->direction = pose.rotation * Vec3{-1, 1, 1};
        EXPECT_FALSE(verify(verdict, a, ball)) << i;
        ++changed;
    }
    EXPECT_GT(changed, 0);
}

/// A ball at one wall touches up to rounding, whichever way the pair is turned: most such answers are too
/// close to call, and all are shown.
TEST(VerifySlidingSolids, ContactUpToRoundingIsShown) {
    Random random(2107);
    int undecided = 0;
    for (int i = 0; i < 300; ++i) {
        const Pose pose = random.pose(4);
        const Placed a = walls(2, pose);
        Placed ball{Sphere{0.5}, pose};
        ball.pose.position = pose * Vec3{1.5, random.uniform(-2, 2), random.uniform(-2, 2)};
        for (const bool swapped : {false, true}) {
            const Placed &first = swapped ? ball : a, &second = swapped ? a : ball;
            const Verdict verdict = decide(first, second);
            EXPECT_TRUE(verify(verdict, first, second)) << i << (swapped ? " swapped" : "");
            undecided += verdict.answer == Answer::undecided;
        }
    }
    EXPECT_GT(undecided, 30);
}

}  // namespace
}  // namespace graze::test
