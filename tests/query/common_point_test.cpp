// Common points of pairs that overlap: of every type of shape, in both orders and at all scales, each
// verified; members are held against exact rationals and enclosed distances, crossings of flat sets against
// rationals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "graze/core/assert.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/exact_triangles.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/parts/part_generators.hpp"
#include "query/common_point.hpp"

namespace graze::test {
namespace {

using Kind = CommonPointKind;

/// How many answers were of each kind, and how many did not verify.
struct Tally {
    std::array<int, 4> kinds{};
    int overlapping = 0;
    int refused = 0;

    void add(const Placed& a, const Placed& b) {
        for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) count(common_point(*x, *y), *x, *y);
    }
    void add_from_separation(const Placed& a, const Placed& b) {
        for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
            // Depths of solids are not the matter here: a few translations are enough.
            const Separation s = separation(*x, *y, {.max_iterations = 16});
            count(common_point_from(s, *x, *y), *x, *y);
        }
    }
    void count(const std::optional<CertifiedCommonPoint>& common, const Placed& a, const Placed& b) {
        EXPECT_EQ(common.has_value(), decide(a, b).answer != Answer::disjoint) << literal(a) << literal(b);
        if (!common) return;
        ++overlapping;
        ++kinds[static_cast<std::size_t>(common->kind)];
        EXPECT_TRUE(is_finite(common->point) && common->distance >= 0) << literal(a) << literal(b);
        if (common->kind == Kind::unknown || verify(*common, a, b)) return;
        ++refused;
        ADD_FAILURE() << to_string(common->kind) << literal(a) << literal(b);
    }
    [[nodiscard]] int of(Kind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
};

Shape box_mesh(MeshKind kind, const Vec3& half) {
    std::vector<Vec3> v;
    for (int i = 0; i < 8; ++i)
        v.push_back({(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                     (i & 4) != 0 ? half.z : -half.z});
    const std::vector<std::array<std::uint32_t, 3>> f{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                                      {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                                      {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return *Mesh::build(v, f, {.kind = kind});
}

/// Both orders have a member of both.
void expect_member(const Placed& a, const Placed& b) {
    for (const auto& [x, y] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        const auto common = common_point(*x, *y);
        ASSERT_TRUE(common.has_value());
        EXPECT_EQ(common->kind, Kind::member);
        EXPECT_EQ(common->distance, 0);
        EXPECT_EQ(common->status, Status::converged);
        EXPECT_TRUE(verify(*common, *x, *y));
    }
}

TEST(CommonPoint, IsAMemberOfBoxAndCone) {
    const Placed box{Box{{1, 1, 1}}, Pose::identity()};
    const Placed cone{Cone{0.5, 1.0}, Pose::from(Quat::from_axis_angle({1, 0, 0}, 0.4), {1.2, 0.1, 0.2})};
    expect_member(box, cone);
    const auto common = common_point(box, cone);
    EXPECT_LE(std::max({std::abs(common->point.x), std::abs(common->point.y), std::abs(common->point.z)}), 1);
    EXPECT_FALSE(common_point(box, Placed{Sphere{0.5}, Pose::translation({3, 0, 0})}).has_value());
}

TEST(CommonPoint, OfEveryPairOfConvexTypesVerifies) {
    Random random(8101);
    Tally tally;
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes)
            for (std::size_t i = 0; i < kArrangementCount; ++i) {
                const PairCase pair = random_pair(random, a, b, static_cast<Arrangement>(i));
                tally.add(pair.a, pair.b);
            }
    EXPECT_GT(tally.overlapping, 2000);
    EXPECT_EQ(tally.refused, 0);
    EXPECT_LE(tally.of(Kind::unknown), 2);
    EXPECT_GT(tally.of(Kind::member), tally.overlapping / 2);
    EXPECT_GT(tally.of(Kind::nearby), 0);
    EXPECT_GT(tally.of(Kind::close), 0);
}

TEST(CommonPoint, OfShapesMadeOfPartsVerifies) {
    Random random(8102);
    Tally tally;
    for (std::size_t kind = 0; kind < kPartClassCount; ++kind)
        for (int i = 0; i < 60; ++i) {
            const PartCase parts = random_parts(random, static_cast<PartClass>(kind));
            tally.add(parts.a, parts.b);
        }
    EXPECT_GT(tally.overlapping, 500);
    EXPECT_EQ(tally.refused, 0);
    EXPECT_LE(tally.of(Kind::unknown), tally.overlapping / 100);
    EXPECT_GT(tally.of(Kind::member), 0);
    EXPECT_GT(tally.of(Kind::nearby), 0);
}

TEST(CommonPoint, FromASeparationIsOneOfEveryOverlapToo) {
    Random random(8105);
    Tally tally;
    for (std::size_t kind = 0; kind < kPartClassCount; ++kind)
        for (int i = 0; i < 40; ++i) {
            const PartCase parts = random_parts(random, static_cast<PartClass>(kind));
            tally.add_from_separation(parts.a, parts.b);
        }
    for (const ShapeType a : kAllShapeTypes)
        for (const ShapeType b : kAllShapeTypes) {
            const auto arrangement = static_cast<Arrangement>(random.index(kArrangementCount));
            const PairCase pair = random_pair(random, a, b, arrangement);
            tally.add_from_separation(pair.a, pair.b);
        }
    EXPECT_GT(tally.overlapping, 500);
    EXPECT_EQ(tally.refused, 0);
    EXPECT_LE(tally.of(Kind::unknown), tally.overlapping / 100);
    EXPECT_GT(tally.of(Kind::member), 0);
    EXPECT_GT(tally.of(Kind::nearby), 0);
}

TEST(CommonPoint, OfPolytopesIsAMemberInRationals) {
    Random random(8103);
    int members = 0;
    for (int i = 0; i < 600; ++i) {
        const ShapeType a = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const ShapeType b = kPolytopeTypes[random.index(kPolytopeTypes.size())];
        const PairCase pair =
            random_pair(random, a, b, static_cast<Arrangement>(random.index(kArrangementCount)), true);
        const Truth truth = truth_of(pair.a, pair.b);
        const auto common = common_point(pair.a, pair.b);
        if (truth.surely_disjoint() || !common) {
            EXPECT_TRUE(!common || common->kind == Kind::close) << describe(pair);
            EXPECT_TRUE(common || !truth.exact || truth.exact->sign() > 0) << describe(pair);
            continue;
        }
        if (common->kind != Kind::member) continue;
        ++members;
        const Placed point{Point{}, Pose::translation(common->point)};
        for (const Placed* each : {&pair.a, &pair.b}) {
            const Truth there = truth_of(*each, point);
            EXPECT_TRUE(!there.exact || there.exact->sign() <= 0) << describe(pair);
        }
    }
    EXPECT_GT(members, 60);
}

ExactVec3 exact(const Placed& placed, const Vec3& v) {
    const auto exactly = [](const Vec3& d) { return ExactVec3{d.x, d.y, d.z}; };
    const auto& c = placed.pose.rotation.columns;
    return exactly(c[0]) * mpq_class(v.x) + exactly(c[1]) * mpq_class(v.y) + exactly(c[2]) * mpq_class(v.z) +
           exactly(placed.pose.position);
}

Corners corners(const Placed& placed) {
    const Shape& t = placed.shape;
    return {exact(placed, t.vector(0)), exact(placed, t.vector(1)), exact(placed, t.vector(2))};
}

/// The squared distance from the nearest of the segments between the points, which are a few.
mpq_class square_from(const ExactVec3& at, const std::vector<ExactVec3>& points) {
    std::optional<mpq_class> best;
    for (const ExactVec3& p : points)
        for (const ExactVec3& q : points) {
            const ExactVec3 offset = q - p;
            const mpq_class square = dot(offset, offset);
            mpq_class t = square == 0 ? mpq_class(0) : mpq_class(dot(at - p, offset) / square);
            if (t < 0) t = 0;
            if (t > 1) t = 1;
            const ExactVec3 off = p + t * offset - at;
            const mpq_class here = dot(off, off);
            if (!best || here < *best) best = here;
        }
    return *best;
}

TEST(CommonPoint, OfCrossingTrianglesIsNextToAnExactOne) {
    Random random(8104);
    int crossing = 0, members = 0;
    for (int i = 0; i < 3000; ++i) {
        const double scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-6 : 1e6;
        const auto vertex = [&] {
            // Integers of a few bits touch and are coplanar often.
            const auto number = [&] {
                return i % 2 == 0 ? static_cast<double>(random.index(5)) - 2 : random.uniform(-1, 1);
            };
            const double x = number(), y = number();
            return Vec3{x, y, number()} * scale;
        };
        const Vec3 p = vertex(), q = vertex(), r = vertex(), u = vertex(), v = vertex(), w = vertex();
        const Placed a{Triangle{p, q, r}, Pose::identity()};
        const Placed b{Triangle{u, v, w}, i % 4 == 0 ? Pose::identity()
                                                     : Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.01 * i),
                                                                  Vec3{0.1, 0.2, 0.3} * scale)};
        const std::vector<ExactVec3> truth = common_points(corners(a), corners(b));
        const auto common = common_point(a, b);
        ASSERT_EQ(common.has_value(), !truth.empty()) << literal(a) << literal(b);
        if (!common) continue;
        ++crossing;
        ASSERT_TRUE(verify(*common, a, b)) << literal(a) << literal(b);
        ASSERT_TRUE(common->kind == Kind::member || common->kind == Kind::nearby);
        const ExactVec3 at{common->point.x, common->point.y, common->point.z};
        if (common->kind == Kind::member) {
            ++members;
            EXPECT_TRUE(in_triangle(at, corners(a)) && in_triangle(at, corners(b)))
                << literal(a) << literal(b);
            continue;
        }
        const mpq_class most = mpq_class(common->distance) * mpq_class(common->distance);
        EXPECT_LE(square_from(at, truth), most) << literal(a) << literal(b);
        // Some roundings of the coordinates, however flat the angle.
        EXPECT_LE(common->distance, 64 * kEps * 4 * scale) << literal(a) << literal(b);
    }
    EXPECT_GT(crossing, 500);
    EXPECT_GT(members, 50);
}

TEST(CommonPoint, OfNestedSolidsAndSkins) {
    const Shape outer = box_mesh(MeshKind::solid, {1, 1, 1}),
                inner = box_mesh(MeshKind::solid, {0.25, 0.25, 0.25});
    const Shape skin = box_mesh(MeshKind::surface, {0.25, 0.25, 0.25});
    const Pose turned = Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {0.1, 0.2, 0.3});
    expect_member({outer, Pose::identity()}, {inner, turned});
    expect_member({outer, turned}, {Sphere{0.01}, turned});
    expect_member({outer, Pose::identity()},
                  {outer, Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {1, 0.9, 0.8})});
    for (const Shape& part : {skin, Shape(Triangle{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}})}) {
        const auto common = common_point({outer, Pose::identity()}, {part, turned});
        ASSERT_TRUE(common.has_value());
        EXPECT_TRUE(verify(*common, {outer, Pose::identity()}, {part, turned}));
        EXPECT_NE(common->kind, Kind::unknown);
        EXPECT_LT(common->distance, 1e-15);
    }
}

TEST(CommonPoint, OfHalfSpaces) {
    const Placed floor{HalfSpace{{0, 0, 1}, 0.25},
                       Pose::from(Quat::from_axis_angle({1, 2, 0}, 0.3), {5, 6, 7})};
    for (const Shape& shape :
         {Shape(Box{{1, 2, 3}}), Shape(Sphere{1}), Shape(Cone{1, 2}), Shape(Point{}),
          Shape(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), box_mesh(MeshKind::solid, {1, 1, 1}),
          box_mesh(MeshKind::surface, {1, 1, 1})}) {
        const Placed on{shape, Pose::from(Quat::from_axis_angle({3, 1, 2}, 0.5), {5, 6, 6.5})};
        for (const auto& [x, y] : {std::pair{&floor, &on}, std::pair{&on, &floor}}) {
            const auto common = common_point(*x, *y);
            ASSERT_TRUE(common.has_value());
            EXPECT_TRUE(common->kind == Kind::member || common->kind == Kind::nearby);
            EXPECT_TRUE(verify(*common, *x, *y)) << to_string(common->kind) << literal(on);
        }
    }
    Random random(8105);
    for (int i = 0; i < 300; ++i) {
        const auto plane = [&] {
            return Placed{HalfSpace{random.direction(), random.uniform(-2, 2)}, random.pose(3)};
        };
        const Placed one = plane(), two = plane();
        const auto common = common_point(one, two);
        ASSERT_TRUE(common.has_value());
        EXPECT_EQ(common->kind, Kind::member);
        EXPECT_TRUE(verify(*common, one, two));
    }
    const Placed up{HalfSpace{{0, 0, 1}, 1}, Pose::identity()},
        down{HalfSpace{{0, 0, -1}, -1}, Pose::identity()};
    expect_member(up, down);
}

TEST(CommonPoint, IsRefusedWhenItIsNone) {
    const Placed a{Box{{1, 1, 1}}, Pose::identity()}, b{Sphere{1}, Pose::translation({1.5, 0, 0})};
    auto common = common_point(a, b);
    ASSERT_TRUE(common && verify(*common, a, b));
    const CertifiedCommonPoint good = *common;
    common->point = {-0.9, 0, 0};
    EXPECT_FALSE(verify(*common, a, b)) << "the point is not the proof's";
    common->proof = CommonPoint{common->point};
    EXPECT_FALSE(verify(*common, a, b)) << "the point is not in b";
    for (const auto change :
         {+[](CertifiedCommonPoint& c) { c.kind = Kind::unknown; },
          +[](CertifiedCommonPoint& c) { c.kind = Kind::close; },
          +[](CertifiedCommonPoint& c) { c.distance = -1; }, +[](CertifiedCommonPoint& c) { c.distance = 1; },
          +[](CertifiedCommonPoint& c) { c.proof = std::monostate{}; },
          +[](CertifiedCommonPoint& c) {
              c.proof = SeparatingPlane{{1, 0, 0}, 0.75};
          },
          +[](CertifiedCommonPoint& c) {
              c.proof = IntersectingParts{1, 0, c.point == Vec3{} ? ConvexProof{} : CommonPoint{c.point}};
          },
          +[](CertifiedCommonPoint& c) { c.point.x = std::numeric_limits<double>::quiet_NaN(); }}) {
        CertifiedCommonPoint bad = good;
        change(bad);
        EXPECT_FALSE(verify(bad, a, b));
    }
    const Placed p{Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Pose::identity()};
    const Placed q{Segment{{0.3, 0.3, -1}, {0.1, 0.2, 2}}, Pose::identity()};
    auto crossing = common_point(p, q);
    ASSERT_TRUE(crossing && verify(*crossing, p, q));
    ASSERT_EQ(crossing->kind, Kind::nearby);
    EXPECT_LT(crossing->distance, 1e-15);
    crossing->distance *= 0.01;
    EXPECT_FALSE(verify(*crossing, p, q)) << "nearer than is shown";
    crossing->point.x += 1e-9;
    crossing->distance = 0.9e-9;
    EXPECT_FALSE(verify(*crossing, p, q)) << "the crossing is 1e-9 away";
    crossing->distance = 1.1e-9;
    EXPECT_TRUE(verify(*crossing, p, q));
}

TEST(CommonPoint, OfInvalidInputSaysSo) {
    const AssertionHandler previous = set_assertion_handler([](const AssertionFailure&) {});
    const Placed good{Box{{1, 1, 1}}, Pose::identity()};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Placed& bad :
         {Placed{Sphere{-1}, Pose::identity()}, Placed{Sphere{1}, Pose::translation({nan, 0, 0})}}) {
        const auto common = common_point(good, bad);
        ASSERT_TRUE(common.has_value());
        EXPECT_EQ(common->kind, Kind::unknown);
        EXPECT_EQ(common->status, Status::invalid_input);
        EXPECT_TRUE(is_finite(common->point));
        EXPECT_FALSE(verify(*common, good, bad));
    }
    set_assertion_handler(previous);
}

}  // namespace
}  // namespace graze::test
