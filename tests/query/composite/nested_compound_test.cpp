// A compound of compounds answers every verb as the same parts given one by one do, bit by bit, and its parts
// keep the path by which they were given.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/shape_bytes.hpp"
#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

using Path = std::vector<std::uint32_t>;

Affine random_placement(Random& random, double half) {
    Affine map = Affine::from(random.pose(half));
    if (random.index(3) == 0) map.linear.columns[1] = map.linear.columns[1] * random.uniform(0.3, 2);
    return map;
}

/// A compound with compounds in it, up to `levels` of them, and its parts one by one.
struct NestedParts {
    Compound compound;
    std::vector<Shape> flat;
    std::vector<Path> paths;
};

NestedParts random_nested(Random& random, int levels) {
    std::vector<CompoundPart> list;
    std::vector<Shape> flat;
    std::vector<Path> paths;
    const std::size_t count = 1 + random.index(3);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Affine placement = random.index(4) == 0 ? Affine{} : random_placement(random, 1);
        const auto placed = [&](const Shape& shape) {
            return placement == Affine{} ? shape : transformed(shape, placement);
        };
        if (levels > 0 && random.index(2) == 0) {
            const NestedParts inner = random_nested(random, levels - 1);
            list.push_back({inner.compound, placement});
            for (std::size_t j = 0; j < inner.flat.size(); ++j) {
                flat.push_back(placed(inner.flat[j]));
                paths.push_back({i});
                paths.back().insert(paths.back().end(), inner.paths[j].begin(), inner.paths[j].end());
            }
            continue;
        }
        const ShapeType type = kAllShapeTypes[random.index(kConvexShapeTypeCount)];
        const Shape shape = type == ShapeType::half_space ? Shape(Sphere{0.5}) : random_shape(random, type);
        list.push_back({shape, placement});
        flat.push_back(placed(shape));
        paths.push_back({i});
    }
    return {*Compound::build(list), flat, paths};
}

Compound flat_compound(const std::vector<Shape>& parts) {
    std::vector<CompoundPart> list;
    for (const Shape& part : parts) list.push_back({part, {}});
    return *Compound::build(list);
}

void expect_equal(const Separation& x, const Separation& y) {
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_TRUE(x.point_a == y.point_a && x.point_b == y.point_b && x.normal == y.normal);
    EXPECT_TRUE(x.part_a == y.part_a && x.part_b == y.part_b);
}

void expect_same_answers(const Placed& nested, const Placed& flat, const Placed& other) {
    EXPECT_EQ(overlaps(nested, other), overlaps(flat, other));
    const Separation gap = separation(nested, other);
    expect_equal(gap, separation(flat, other));
    expect_equal(separation(other, nested), separation(other, flat));
    EXPECT_EQ(verify(gap, nested, other), verify(gap, flat, other));
    EXPECT_EQ(relation(nested, other), relation(flat, other));
    const Verdict verdict = decide(nested, other), same = decide(flat, other);
    EXPECT_EQ(verdict.answer, same.answer);
    EXPECT_EQ(verdict.proof.index(), same.proof.index());
    EXPECT_TRUE(verify(verdict, nested, other) && verify(verdict, flat, other));
    const auto common = common_point(nested, other), twin = common_point(flat, other);
    ASSERT_EQ(common.has_value(), twin.has_value());
    EXPECT_TRUE(!common || (common->point == twin->point && verify(*common, flat, other)));
    const ContactManifold x = contacts(nested, other), y = contacts(flat, other);
    ASSERT_EQ(x.points.size(), y.points.size());
    for (std::size_t i = 0; i < x.points.size(); ++i)
        EXPECT_TRUE(x.points[i].position == y.points[i].position);
    const Ray ray{other.pose.position + Vec3{3, 2, 1}, -Vec3{3, 2, 1}};
    const auto hit = raycast(ray, nested), again = raycast(ray, flat);
    ASSERT_EQ(hit.has_value(), again.has_value());
    EXPECT_TRUE(!hit || (hit->t == again->t && hit->bounds == again->bounds && verify(*hit, ray, flat)));
    EXPECT_EQ(signed_distance(nested, {1, 2, 3}), signed_distance(flat, {1, 2, 3}));
    const Moving moving{other.shape, LinearMotion{other.pose, {-2, -1, -1}}};
    const Impact impact = time_of_impact(Moving{nested.shape, LinearMotion{nested.pose, {}}}, moving);
    const Impact twice = time_of_impact(Moving{flat.shape, LinearMotion{flat.pose, {}}}, moving);
    EXPECT_TRUE(impact.answer == twice.answer && impact.time == twice.time && impact.part_a == twice.part_a);
}

TEST(NestedCompound, AnswersAsItsPartsOneByOne) {
    Random random(7201);
    int nested = 0;
    for (int i = 0; i < 60; ++i) {
        const NestedParts given = random_nested(random, 3);
        const Compound flat = flat_compound(given.flat);
        ASSERT_EQ(given.compound.part_count(), given.flat.size());
        for (std::size_t k = 0; k < given.flat.size(); ++k) {
            EXPECT_EQ(given.compound.path(k), given.paths[k]);
            nested += given.paths[k].size() > 1 ? 1 : 0;
            EXPECT_EQ(flat.path(k), Path{static_cast<std::uint32_t>(k)});
        }
        const Pose pose = random.pose(1);
        expect_same_answers({given.compound, pose}, {flat, pose}, {Box{{0.5, 0.6, 0.7}}, random.pose(2)});
        expect_same_answers({given.compound, pose}, {flat, pose},
                            {random_nested(random, 1).compound, random.pose(3)});
    }
    EXPECT_GT(nested, 60);
}

TEST(NestedCompound, KeepsPathsInImagesAndBytes) {
    Random random(7202);
    for (int i = 0; i < 40; ++i) {
        const NestedParts given = random_nested(random, 3);
        const Shape image = transformed(given.compound, random_placement(random, 2));
        const std::vector<std::byte> bytes = *to_bytes(Shape(given.compound));
        const auto loaded = shape_from_bytes(bytes);
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
        EXPECT_EQ(*to_bytes(*loaded), bytes);
        for (const Shape& shape : {image, *loaded}) {
            const CompoundData* data = compound_data(shape);
            ASSERT_NE(data, nullptr);
            for (std::size_t k = 0; k < given.paths.size(); ++k)
                EXPECT_EQ(part_path(*data, k), given.paths[k]);
        }
    }
}

TEST(NestedCompound, RoundedOnesGrowTheirParts) {
    const std::vector<CompoundPart> list{{Box{{1, 1, 1}}, {}},
                                         {Sphere{0.5}, Affine::from(Pose::translation({3, 0, 0}))}};
    const Shape thick = rounded(*Compound::build(list), 0.25);
    Affine twice = Affine::from(Pose::translation({0, 5, 0}));
    for (Vec3& column : twice.linear.columns) column = 2.0 * column;
    const Compound given = *Compound::build(std::vector<CompoundPart>{{thick, twice}, {Point{}, {}}});
    const Placed here{given, Pose::identity()};
    const auto from = [&](const Vec3& point) { return signed_distance(here, point); };
    EXPECT_TRUE(from({0, 10, 0}).contains(2.5)) << "a half extent of 2, grown by 0.5, around y = 5";
    EXPECT_TRUE(from({6, 10, 0}).contains(3.5)) << "a radius of 1, grown by 0.5, around x = 6";
    EXPECT_EQ(given.path(0), (Path{0, 0}));
    EXPECT_EQ(given.path(1), (Path{0, 1}));
    EXPECT_EQ(given.path(2), (Path{1}));
    twice.linear.columns[0] = 3.0 * twice.linear.columns[0];
    const auto uneven = Compound::build(std::vector<CompoundPart>{{Point{}, {}}, {thick, twice}});
    ASSERT_FALSE(uneven.has_value());
    EXPECT_EQ(uneven.error().rule, Rule::uneven_margin);
    EXPECT_EQ(uneven.error().element, 1U);
}

TEST(NestedCompound, NamesTheEntryAtFault) {
    const Compound inner = *Compound::build(std::vector<CompoundPart>{{Sphere{1}, {}}, {Box{{1, 1, 1}}, {}}});
    const auto faulty = [&](const CompoundPart& last) {
        return Compound::build(std::vector<CompoundPart>{{inner, {}}, {Point{}, {}}, last}).error();
    };
    EXPECT_EQ(faulty({Sphere{-1}, {}}).element, 2U);
    EXPECT_EQ(faulty({HalfSpace{}, {}}).rule, Rule::unbounded_child);
    Affine huge = Affine::scale({1e99, 1e99, 1e99});
    huge.offset = {1e100, 1e100, 1e100};
    EXPECT_EQ(faulty({inner, huge}).element, 2U);
}

}  // namespace
}  // namespace graze::test
