// What batches answer in lanes is what the single verbs answer, for every instruction set and every number of
// threads: pairs of every kind that has a kernel, of all sizes, near touching, far from the origin, with
// matrices that are not quite rotations, and invalid ones.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

using Types = std::pair<ShapeType, ShapeType>;

std::vector<Types> kinds_in_lanes() {
    using enum ShapeType;
    std::vector<Types> kinds{{sphere, sphere}, {box, box}, {capsule, capsule}};
    for (const ShapeType other : {box, capsule, cylinder, cone})
        kinds.insert(kinds.end(), {{sphere, other}, {other, sphere}});
    kinds.insert(
        kinds.end(),
        {{capsule, box}, {box, capsule}, {box, cylinder}, {cylinder, cylinder}, {cylinder, capsule}});
    return kinds;
}

/// Turns some poses into such as are served with wider bounds, or not at all.
void damage(Random& random, Pose& pose) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = kInfinity;
    double* const numbers = &pose.rotation.columns[0].x;
    const std::size_t entry = random.index(9);
    switch (random.index(16)) {
        case 0: numbers[entry] += random.log_uniform(1e-12, 1e-5); break;
        case 1: numbers[entry] += random.uniform(0.9e-6, 1.1e-6); break;
        case 2: numbers[random.index(12)] = random.chance(0.5) ? nan : infinity; break;
        case 3: numbers[9 + random.index(3)] = random.log_uniform(1e90, 1e110); break;
        case 4:
            for (std::size_t i = 0; i < 9; ++i)
                numbers[i] = static_cast<double>(static_cast<float>(numbers[i]));
            break;
        default: break;
    }
}

PairCase lane_case(Random& random, const Types& types, std::size_t i) {
    const auto arrangement = static_cast<Arrangement>(i % kArrangementCount);
    PairCase pair = random_pair(random, types.first, types.second, arrangement);
    if (random.chance(0.1)) {
        const Vec3 away = random.in_cube(random.log_uniform(1, 1e9));
        pair.a.pose.position += away;
        pair.b.pose.position += away;
    }
    if (random.chance(0.2)) damage(random, random.chance(0.5) ? pair.a.pose : pair.b.pose);
    return pair;
}

/// Many pairs, each of its own shapes, of all kinds and with some that have no kernel.
std::vector<PairCase> lane_cases(std::uint64_t seed, std::size_t count) {
    Random random(seed);
    std::vector<PairCase> cases;
    const std::vector<Types> kinds = kinds_in_lanes();
    for (std::size_t i = 0; i < count; ++i)
        cases.push_back(lane_case(random, kinds[random.index(kinds.size())], i));
    for (std::size_t i = 0; i < count; i += 97) cases[i].a.shape = Sphere{-1};
    for (std::size_t i = 5; i < count; i += 83) cases[i].b.shape = Cylinder{0.5, 0.5};
    return cases;
}

std::vector<PlacedPair> pointers(const std::vector<PairCase>& cases) {
    std::vector<PlacedPair> pairs;
    for (const PairCase& pair : cases) pairs.push_back({&pair.a, &pair.b});
    return pairs;
}

/// By `overlaps_of`, in one batch.
void expect_overlaps_of_the_verb(const std::vector<PairCase>& cases) {
    const std::vector<PlacedPair> pairs = pointers(cases);
    std::vector<unsigned char> expected;
    for (const PairCase& pair : cases) expected.push_back(overlaps(pair.a, pair.b) ? 1 : 0);
    on_every_target([&] {
        for (const unsigned threads : {1U, 2U}) {
            std::vector<unsigned char> results(cases.size(), 7);
            overlaps_of(pairs, results, {threads});
            for (std::size_t i = 0; i < cases.size(); ++i) {
                ASSERT_EQ(results[i], expected[i]) << to_string(cases[i].arrangement) << '\n'
                                                   << literal(cases[i].a) << '\n'
                                                   << literal(cases[i].b);
            }
        }
    });
}

TEST(Lanes, OverlapsOfPairsAreThoseOfTheVerb) { expect_overlaps_of_the_verb(lane_cases(1, 20000)); }

TEST(Lanes, OverlapsOfPairsThatShareVerticesAreThoseOfTheVerb) {
    using enum ShapeType;
    Random random(5);
    std::vector<Shape> shapes;
    for (const ShapeType type : {hull, hull, hull, polygon}) shapes.push_back(random_shape(random, type));
    shapes.push_back(graze::rounded(shapes[0], 0.1));
    const std::size_t sharing = shapes.size();
    for (const ShapeType type : {sphere, box, box, capsule, cylinder, cylinder, cone})
        shapes.push_back(random_shape(random, type));
    std::vector<PairCase> cases;
    for (std::size_t i = 0; i < 10000; ++i) {
        const Shape &one = shapes[random.index(sharing)], &other = shapes[random.index(shapes.size())];
        const bool swapped = random.chance(0.5);
        PairCase pair = placed_pair(random, swapped ? other : one, swapped ? one : other,
                                    static_cast<Arrangement>(i % kArrangementCount));
        if (random.chance(0.2)) damage(random, random.chance(0.5) ? pair.a.pose : pair.b.pose);
        cases.push_back(pair);
    }
    expect_overlaps_of_the_verb(cases);
}

/// One pair of shapes at `count` places of all arrangements.
void expect_overlaps_of_the_verb(Random& random, const Shape& a, const Shape& b, std::size_t count) {
    std::vector<PosePair> poses;
    std::vector<unsigned char> expected;
    for (std::size_t i = 0; i < count; ++i) {
        PairCase at = placed_pair(random, a, b, static_cast<Arrangement>(i % kArrangementCount));
        if (random.chance(0.2)) damage(random, random.chance(0.5) ? at.a.pose : at.b.pose);
        poses.push_back({at.a.pose, at.b.pose});
        expected.push_back(overlaps(at.a, at.b) ? 1 : 0);
    }
    on_every_target([&] {
        for (const unsigned threads : {1U, 2U}) {
            std::vector<unsigned char> results(poses.size(), 7);
            overlaps_at(a, b, poses, results, {threads});
            for (std::size_t i = 0; i < poses.size(); ++i) {
                ASSERT_EQ(results[i], expected[i]) << literal(Placed{a, poses[i].a}) << '\n'
                                                   << literal(Placed{b, poses[i].b});
            }
        }
    });
}

TEST(Lanes, OverlapsAtPlacesAreThoseOfTheVerb) {
    Random random(2);
    for (const Types& types : kinds_in_lanes()) {
        const PairCase shapes = random_pair(random, types.first, types.second, Arrangement::random);
        expect_overlaps_of_the_verb(random, shapes.a.shape, shapes.b.shape, 1500);
    }
}

TEST(Lanes, PolytopesAtPlacesAreThoseOfTheVerb) {
    using enum ShapeType;
    Random random(4);
    constexpr std::array types{point, segment, triangle, tetrahedron, polygon, sphere, box, capsule, hull};
    for (const ShapeType a : types) {
        for (const ShapeType b : types) {
            const auto build = static_cast<Build>(random.index(5));
            const double scale = random.chance(0.5) ? 1 : random.log_uniform(1e-6, 1e6);
            const double ratio = random.chance(0.7) ? 1 : random.log_uniform(1e-4, 1e4);
            expect_overlaps_of_the_verb(random, random_shape(random, a, build, scale),
                                        random_shape(random, b, Build::plain, scale * ratio), 200);
        }
    }
    for (const std::size_t vertices : {4U, 9U, 33U, 100U, 250U, 400U}) {
        const Shape ball = Shape(*ConvexHull::build(random_points(random, vertices, {1, 0.8, 0.6})));
        expect_overlaps_of_the_verb(random, ball, ball, 300);
        expect_overlaps_of_the_verb(random, ball, Box{{0.3, 0.5, 0.9}}, 300);
    }
}

/// Every field, doubles by their bits.
bool same_bits(const Separation& x, const Separation& y) {
    const auto numbers = [](const Separation& s) {
        return std::array{s.distance.lower, s.distance.upper, s.point_a.x, s.point_a.y,
                          s.point_a.z,      s.point_b.x,      s.point_b.y, s.point_b.z,
                          s.normal.x,       s.normal.y,       s.normal.z};
    };
    const auto first = numbers(x), second = numbers(y);
    return std::memcmp(first.data(), second.data(), sizeof first) == 0 && x.status == y.status &&
           x.iterations == y.iterations && x.directions == y.directions && x.weights == y.weights &&
           x.terms == y.terms && x.terms_from_b == y.terms_from_b && x.part_a == y.part_a &&
           x.part_b == y.part_b;
}

TEST(Lanes, SeparationsOfPairsAreThoseOfTheVerb) {
    const std::vector<PairCase> cases = lane_cases(6, 6000);
    const std::vector<PlacedPair> pairs = pointers(cases);
    std::vector<Separation> expected;
    for (const PairCase& pair : cases) expected.push_back(separation(pair.a, pair.b));
    on_every_target([&] {
        for (const unsigned threads : {1U, 2U}) {
            std::vector<Separation> gaps(cases.size());
            separations_of(pairs, gaps, {threads});
            for (std::size_t i = 0; i < cases.size(); ++i) {
                ASSERT_TRUE(same_bits(gaps[i], expected[i])) << to_string(cases[i].arrangement) << '\n'
                                                             << literal(cases[i].a) << '\n'
                                                             << literal(cases[i].b);
            }
        }
    });
}

TEST(Lanes, SeparationsAtPlacesAreThoseOfTheVerb) {
    Random random(7);
    for (const Types& types : kinds_in_lanes()) {
        const PairCase shapes = random_pair(random, types.first, types.second, Arrangement::random);
        const Shape &a = shapes.a.shape, &b = shapes.b.shape;
        std::vector<PosePair> poses;
        std::vector<Separation> expected;
        for (std::size_t i = 0; i < 300; ++i) {
            PairCase at = placed_pair(random, a, b, static_cast<Arrangement>(i % kArrangementCount));
            if (random.chance(0.2)) damage(random, random.chance(0.5) ? at.a.pose : at.b.pose);
            poses.push_back({at.a.pose, at.b.pose});
            expected.push_back(separation(at.a, at.b));
        }
        on_every_target([&] {
            for (const unsigned threads : {1U, 2U}) {
                std::vector<Separation> gaps(poses.size());
                separations_at(a, b, poses, gaps, {threads});
                for (std::size_t i = 0; i < poses.size(); ++i) {
                    ASSERT_TRUE(same_bits(gaps[i], expected[i])) << literal(Placed{a, poses[i].a}) << '\n'
                                                                 << literal(Placed{b, poses[i].b});
                }
            }
        });
    }
}

TEST(Lanes, EveryLengthOfABatch) {
    const std::vector<PairCase> cases = lane_cases(3, 140);
    const std::vector<PlacedPair> pairs = pointers(cases);
    const Shape box = Box{{1, 0.5, 0.3}};
    std::vector<PosePair> poses;
    for (const PairCase& pair : cases) poses.push_back({pair.a.pose, pair.b.pose});
    on_every_target([&] {
        for (std::size_t length = 0; length <= cases.size(); length += length < 40 ? 1 : 11) {
            std::vector<unsigned char> of(length + 1, 7), at(length + 1, 7);
            std::vector<Separation> gaps(length);
            separations_of(std::span(pairs).first(length), gaps);
            overlaps_of(std::span(pairs).first(length), of);
            overlaps_at(box, box, std::span(poses).first(length), at);
            for (std::size_t i = 0; i < length; ++i) {
                ASSERT_EQ(of[i], overlaps(cases[i].a, cases[i].b) ? 1 : 0);
                ASSERT_TRUE(same_bits(gaps[i], separation(cases[i].a, cases[i].b)));
                ASSERT_EQ(at[i], overlaps({box, poses[i].a}, {box, poses[i].b}) ? 1 : 0);
            }
            EXPECT_EQ(of[length], 7);
            EXPECT_EQ(at[length], 7);
        }
    });
}

}  // namespace
}  // namespace graze::test
