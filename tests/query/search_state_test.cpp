// Searches that keep a bound, a direction, a leaf or the parts of an earlier answer while they go on, against
// brute force over all pairs of parts: integer soups, built and refitted, height fields, rounded meshes and
// compounds, also of one part; both orders; with caches that other pairs and other steps left behind; sizes
// at which searches run scaled.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/ccd/time_of_impact.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/part_set.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/random.hpp"
#include "oracle/triangle_distance_of.hpp"

namespace graze::test {
namespace {

enum class Kind { soup, refitted, field, rounded_soup, compound, one_part, convex };

class Maker {
public:
    Maker(Random& random, double unit) : random_(random), unit_(unit) {}

    Vec3 lattice(int half) {
        const auto one = [&] {
            return static_cast<double>(random_.index(2 * static_cast<std::size_t>(half) + 1)) - half;
        };
        const double x = one(), y = one();
        return Vec3{x, y, one()} * unit_;
    }
    Shape make(Kind kind) {
        switch (kind) {
            case Kind::soup: return soup(false);
            case Kind::refitted: return soup(true);
            case Kind::field: return field();
            case Kind::rounded_soup: return rounded(soup(random_.chance(0.3)), 0.25 * unit_ * (1 + size(4)));
            case Kind::compound: return compound(1 + random_.index(6));
            case Kind::one_part: return compound(1);
            case Kind::convex: break;
        }
        return convex();
    }
    Pose pose() {
        if (random_.chance(0.3)) return random_.pose(4 * unit_);
        Pose pose = Pose::translation(lattice(4) * (random_.chance(0.3) ? 0.5 : 1));
        if (random_.chance(0.5)) pose.rotation = quarter_turns(random_);
        return pose;
    }

private:
    double size(std::size_t count) { return static_cast<double>(random_.index(count)); }

    /// Refitted: from a build on other vertices, so that neighbours in the tree are anywhere.
    Mesh soup(bool refitted) {
        std::vector<Vec3> corners, before;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        const auto count = static_cast<std::uint32_t>(1 + random_.index(20));
        for (std::uint32_t i = 0; i < count; ++i) {
            triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
            for (int corner = 0; corner < 3; ++corner) corners.push_back(lattice(4));
        }
        for (std::size_t i = 0; i < corners.size(); ++i) before.push_back(lattice(7));
        if (!refitted) return *Mesh::build(corners, triangles);
        return *Mesh::build(before, triangles)->with_vertices(corners);
    }
    Shape field() {
        HeightGrid grid{static_cast<std::uint32_t>(1 + random_.index(4)),
                        static_cast<std::uint32_t>(1 + random_.index(4)),
                        unit_,
                        unit_,
                        {}};
        std::vector<double> heights;
        for (std::size_t i = 0; i < (grid.columns + 1) * std::size_t{grid.rows + 1}; ++i)
            heights.push_back(unit_ * size(6));
        return *HeightField::build(grid, heights);
    }
    Shape convex() {
        switch (random_.index(5)) {
            case 0: return Sphere{0.5 * unit_ * (1 + size(3))};
            case 1: return Box{Vec3{1 + size(3), 1 + size(3), 1 + size(3)} * (0.5 * unit_)};
            case 2: return Capsule{0.5 * unit_, unit_ * (1 + size(2))};
            case 3: return Cylinder{0.5 * unit_ * (1 + size(2)), 0.5 * unit_ * (1 + size(3))};
            default: break;
        }
        const Vec3 a = lattice(2), b = lattice(2);
        return Triangle{a, b, lattice(2)};
    }
    Shape compound(std::size_t count) {
        std::vector<CompoundPart> parts;
        for (std::size_t i = 0; i < count; ++i) {
            const Shape part = convex();
            parts.push_back({part, Affine{Mat3::identity(), lattice(4)}});
        }
        return *Compound::build(parts);
    }

    Random& random_;
    double unit_;
};

std::vector<Shape> parts_of(const Shape& shape) {
    if (shape.convex()) return {shape};
    const PartSet set(shape);
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < set.count(); ++i) parts.push_back(set.part(i));
    return parts;
}

/// The distance by all pairs of parts; of triangles without margins also which of them intersect, exactly.
struct Brute {
    Interval distance{kInfinity, kInfinity};
    bool exact = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> overlapping;
    double size = 0;

    Brute(const Placed& a, const Placed& b)
        : size(a.shape.reach() + b.shape.reach() + length(a.pose.position - b.pose.position)) {
        const auto plain = [](const Shape& shape) {
            return !shape.convex() && PartSet(shape).made_of_triangles() && PartSet(shape).margin() == 0;
        };
        exact = plain(a.shape) && plain(b.shape);
        exact ? by_triangles(a, b) : by_parts(a, b);
    }

private:
    void by_triangles(const Placed& a, const Placed& b) {
        const PartSet in_a(a.shape), in_b(b.shape);
        const TriangleView view(a.pose, b.pose, b.shape.core_reach());
        const double error = 1e-13 * size;
        for (std::uint32_t i = 0; i < in_a.count(); ++i) {
            for (std::uint32_t j = 0; j < in_b.count(); ++j) {
                const Triangle p = in_a.triangle(i), q = view.in_frame_of_a(in_b.triangle(j));
                const bool overlap = contact(view, p, in_b.triangle(j)) != TriangleContact::disjoint;
                if (overlap) overlapping.emplace_back(i, j);
                const Interval gap = distance_of_triangles({p.a, p.b, p.c}, {q.a, q.b, q.c}).distance;
                add(overlap ? Interval(0) : Interval(std::max(0.0, gap.lower - error), gap.upper + error));
            }
        }
    }
    void by_parts(const Placed& a, const Placed& b) {
        for (const Shape& x : parts_of(a.shape)) {
            for (const Shape& y : parts_of(b.shape)) add(separation({x, a.pose}, {y, b.pose}).distance);
        }
    }
    void add(const Interval& gap) {
        distance = {std::min(distance.lower, gap.lower), std::min(distance.upper, gap.upper)};
    }
};

constexpr Kind kParts[] = {Kind::soup,         Kind::soup,     Kind::refitted, Kind::field,
                           Kind::rounded_soup, Kind::compound, Kind::one_part};

/// Extents beyond 1e-30 .. 1e30 are searched at another scale.
constexpr double kUnits[] = {1, 1, 1, 1e-6, 1e6, 1e-33, 1e33};

void expect_answers(const Placed& a, const Placed& b, PairCache left_behind, std::uint64_t seed) {
    const Brute brute(a, b);
    const double error = 1e-11 * brute.size;
    const bool overlapping = overlaps(a, b);
    PairCache cache = left_behind;
    const bool close = !brute.exact && std::abs(brute.distance.upper) < error;
    for (const bool again :
         {overlaps(b, a), overlaps(a, b, &cache), overlaps(a, b, &cache), overlaps(b, a, &cache)})
        EXPECT_TRUE(again == overlapping || close) << seed;
    EXPECT_TRUE(!brute.exact || overlapping == !brute.overlapping.empty()) << seed;
    EXPECT_FALSE(overlapping && brute.distance.lower > error) << seed;
    EXPECT_FALSE(!overlapping && brute.distance.upper < -error) << seed;
    if (brute.exact) {
        const std::vector<TrianglePair> found = intersecting_triangles(a, b);
        ASSERT_EQ(found.size(), brute.overlapping.size()) << seed;
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(std::pair(found[i].triangle_a, found[i].triangle_b), brute.overlapping[i]) << seed;
    }
    SeparationOptions options;
    if (overlapping)
        options.max_iterations =
            4;  // of depths, which are searched with translations and are not what is tested here
    PairCache warm = left_behind;
    for (const Separation& s : {separation(a, b, options), separation(b, a, options, &warm),
                                separation(a, b, options, &warm), separation(a, b, options, &warm)}) {
        ASSERT_LE(s.distance.lower, s.distance.upper) << seed;
        if (brute.distance.lower > error) {
            EXPECT_LE(s.distance.lower, brute.distance.upper + error) << seed;
            EXPECT_GE(s.distance.upper, brute.distance.lower - error) << seed;
            EXPECT_LE(s.distance.width(), 1e-5 * brute.size) << seed;
            EXPECT_NEAR(length(s.point_b - s.point_a), s.distance.upper, 1e-5 * brute.size) << seed;
        } else {
            EXPECT_LE(s.distance.lower, error) << seed;
        }
    }
}

TEST(SearchState, OfPartsGivesTheAnswersOfBruteForce) {
    std::vector<PairCache> left_behind(1);
    int overlapping = 0, apart = 0;
    for (std::uint64_t seed = 0; seed < 1500 && !testing::Test::HasFailure(); ++seed) {
        Random random(7919 * seed + 13);
        Maker maker(random, kUnits[random.index(std::size(kUnits))]);
        const Shape first = maker.make(kParts[random.index(std::size(kParts))]);
        const Shape second = random.chance(0.15) ? maker.make(Kind::convex)
                                                 : maker.make(kParts[random.index(std::size(kParts))]);
        const Pose pose = maker.pose();
        const Placed a{first, pose}, b{second, maker.pose()};
        expect_answers(a, b, left_behind[random.index(left_behind.size())], seed);
        PairCache next;
        ++(overlaps(a, b, &next) ? overlapping : apart);
        separation(a, b, {.max_iterations = 4}, &next);
        left_behind.push_back(next);
        if (left_behind.size() > 32) left_behind.erase(left_behind.begin());
    }
    EXPECT_GT(overlapping, 400);
    EXPECT_GT(apart, 400);
}

Motion random_motion(Random& random, Maker& maker, const Vec3& away) {
    Pose start = maker.pose();
    start.position += away;
    switch (random.index(4)) {
        case 0: return LinearMotion{start, maker.lattice(9) - away};
        case 1: return InBetweenMotion{start, maker.pose()};
        case 2:
            return TwistMotion{start, maker.lattice(7) - away, random.direction() * random.uniform(0, 4), {}};
        default: return LinearMotion{start, {}};
    }
}

/// When the first two parts touch, by each two of them alone.
struct FirstOfParts {
    double not_before = 1;        ///< Nothing touches earlier.
    double touching = kInfinity;  ///< Some pair certainly has by then.

    FirstOfParts(const Moving& a, const Moving& b) {
        for (const Shape& x : parts_of(a.shape)) {
            for (const Shape& y : parts_of(b.shape)) {
                const Impact impact = time_of_impact({x, a.motion}, {y, b.motion});
                if (!impact.hit) continue;
                not_before = std::min(not_before, impact.time.lower);
                if (impact.answer == ImpactAnswer::contact) touching = std::min(touching, impact.time.upper);
            }
        }
    }
};

TEST(SearchState, OfMovingPartsFindsTheFirstContactOfAllPairs) {
    int hits = 0, misses = 0;
    for (std::uint64_t seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) {
        Random random(32452843 * seed + 11);
        Maker maker(random, kUnits[random.index(std::size(kUnits))]);
        const Shape first = maker.make(kParts[random.index(std::size(kParts))]);
        const Shape second = random.chance(0.3) ? maker.make(Kind::convex)
                                                : maker.make(kParts[random.index(std::size(kParts))]);
        const Motion still = random_motion(random, maker, {});
        const Moving a{first, still}, b{second, random_motion(random, maker, maker.lattice(6))};
        if (parts_of(first).size() * parts_of(second).size() > 120) continue;
        const FirstOfParts brute(a, b);
        for (const Impact& impact : {time_of_impact(a, b), time_of_impact(b, a)}) {
            // Parts alone are searched to a tolerance relative to themselves, which is finer.
            EXPECT_TRUE(brute.touching > 1 || (impact.hit && impact.time.lower <= brute.touching + 1e-9))
                << seed;
            EXPECT_TRUE(impact.answer != ImpactAnswer::contact ||
                        impact.time.upper >= brute.not_before - 1e-9)
                << seed;
            ++(impact.hit ? hits : misses);
        }
    }
    EXPECT_GT(hits, 200);
    EXPECT_GT(misses, 200);
}

TEST(SearchState, AnyContentOfACacheIsSafe) {
    Random random(49979687);
    const auto number = [&] {
        if (random.chance(0.05)) return std::array{kInfinity, -kInfinity, std::nan(""), 0.0}[random.index(4)];
        return random.normal() * std::pow(10, random.uniform(-300, 300));
    };
    const auto vector = [&] {
        const double x = number(), y = number();
        return Vec3{x, y, number()};
    };
    for (int i = 0; i < 8000 && !testing::Test::HasFailure(); ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)));
        PairCache hostile{vector(),
                          {vector(), vector(), vector()},
                          static_cast<std::uint32_t>(random.index(6)),
                          {1U << 31, 7},
                          true};
        PairCache same = hostile;
        const Separation cold = separation(pair.a, pair.b), warm = separation(pair.a, pair.b, {}, &hostile);
        const double error = 1e-12 * (std::isfinite(cold.distance.upper)
                                          ? std::abs(cold.distance.upper) + std::abs(cold.distance.lower)
                                          : 0);
        EXPECT_LE(warm.distance.lower, cold.distance.upper + error) << describe(pair);
        EXPECT_GE(warm.distance.upper, cold.distance.lower - error) << describe(pair);
        EXPECT_EQ(warm.status == Status::invalid_input, cold.status == Status::invalid_input)
            << describe(pair);
        const bool overlapping = overlaps(pair.a, pair.b, &same);
        EXPECT_TRUE(overlapping || cold.distance.upper >= 0) << describe(pair);
        EXPECT_TRUE(!overlapping || cold.distance.lower <= error || overlaps(pair.a, pair.b))
            << describe(pair);
    }
}

}  // namespace
}  // namespace graze::test
