// A PairCache makes the next query on a slowly moving pair cheap, and never changes what is true.
#include <gtest/gtest.h>

#include "convex/gjk/portal_walk.hpp"
#include "graze/query/query.hpp"
#include "oracle/judge.hpp"
#include "shape/pose_check.hpp"

namespace graze::test {
namespace {

/// Two shapes on a smooth path past each other, `steps` frames of it.
struct Path {
    Shape a;
    Shape b;
    Quat turn;
    Vec3 from;
    Vec3 to;

    [[nodiscard]] PairCase at(double t) const {
        const Quat q = Quat::from_axis_angle({turn.x, turn.y, turn.z}, 0.5 * t);
        return {{a, Pose::identity()}, {b, Pose::from(q * turn, from + t * (to - from))}};
    }
};

Path random_path(Random& random, ShapeType a, ShapeType b) {
    const Vec3 side = random.direction() * 3.0;
    return {random_shape(random, a), random_shape(random, b), random.rotation(), side + random.in_cube(1),
            side + random.in_cube(1)};
}

constexpr ShapeType kSearched[] = {ShapeType::hull,    ShapeType::tetrahedron, ShapeType::box,
                                   ShapeType::polygon, ShapeType::cylinder,    ShapeType::cone};

TEST(WarmStart, CoherentPolytopesTakeAboutOneIteration) {
    Random random(501);
    std::uint64_t cold = 0, warm = 0, frames = 0;
    for (int run = 0; run < 20; ++run) {
        const Path path = random_path(random, ShapeType::hull, ShapeType::hull);
        PairCache cache;
        for (int step = 0; step <= 1000; ++step) {
            const PairCase pair = path.at(step / 1000.0);
            const Separation fresh = separation(pair.a, pair.b);
            if (fresh.distance.lower <= 0) continue;
            const Separation s = separation(pair.a, pair.b, {}, &cache);
            if (step == 0) continue;
            cold += fresh.iterations;
            warm += s.iterations;
            ++frames;
        }
    }
    ASSERT_GT(frames, 5000u);
    RecordProperty("warm_iterations_per_1000", static_cast<int>(1000 * warm / frames));
    RecordProperty("cold_iterations_per_1000", static_cast<int>(1000 * cold / frames));
    EXPECT_LE(static_cast<double>(warm), 2.0 * static_cast<double>(frames)) << "distance";
    EXPECT_LT(2 * warm, cold);
}

TEST(WarmStart, CachedOverlapTestsAgreeWithFreshOnes) {
    Random random(502);
    int apart = 0;
    for (int run = 0; run < 20; ++run) {
        const Path path = random_path(random, ShapeType::hull, ShapeType::hull);
        PairCache cache;
        for (int step = 0; step <= 200; ++step) {
            PairCase pair = path.at(step / 200.0);
            pair.b.pose.position = pair.b.pose.position * (step / 200.0);  // from deep inside to apart
            const bool fresh = overlaps(pair.a, pair.b);
            EXPECT_EQ(overlaps(pair.a, pair.b, &cache), fresh);
            apart += !fresh;
        }
    }
    EXPECT_GT(apart, 500);
    EXPECT_LT(apart, 3500);
}

/// The difference of two hulls, as the portal walk has it, with its support evaluations counted.
struct CountedDifference {
    static constexpr bool kEndsEarly = false;
    const CorePair* pair;
    std::uint64_t* evaluations;

    bool support(const Vec3& d, Vec3& w, PortalAnswer& answer) const {
        ++*evaluations;
        w = pair->support_a(d) - pair->support_b(d);
        const double height = dot(w, d);
        if (height > 0) return true;
        answer = height * height > pair->error * pair->error * length_sq(d) && height < 0
                     ? PortalAnswer::apart
                     : PortalAnswer::unsure;
        return false;
    }
    static bool overlap_between_centres(const Vec3&) { return false; }
};

TEST(WarmStart, CoherentOverlapTestsTakeAboutOneSupportEvaluation) {
    Random random(505);
    std::uint64_t warm = 0, cold = 0, frames = 0;
    for (int run = 0; run < 60; ++run) {
        Path path = random_path(random, ShapeType::hull, ShapeType::hull);
        path.from = 0.6 * path.from;
        path.to = 0.6 * path.to;
        PairCache cache;
        Vec3 axis{};
        for (int step = 0; step <= 1000; ++step) {
            const PairCase pair = path.at(step / 1000.0);
            CorePair cores;
            ASSERT_TRUE(make_core_pair(pair.a, pair.b, cores));
            const bool apart = !overlaps(pair.a, pair.b, &cache);
            if (!apart || balls_apart(pair.a, pair.b, PoseCheck(pair.a, pair.b))) continue;
            std::uint64_t evaluations = 0;
            ASSERT_EQ(walk_portal(cores, CountedDifference{&cores, &evaluations}, axis), PortalAnswer::apart);
            // The verb walked the same way: it left the same axis.
            ASSERT_EQ(cache.axis, axis) << step;
            warm += evaluations;
            Vec3 none{};
            walk_portal(cores, CountedDifference{&cores, &cold}, none);
            ++frames;
        }
    }
    ASSERT_GT(frames, 10000U);
    EXPECT_LE(static_cast<double>(warm), 1.05 * static_cast<double>(frames));
    EXPECT_GT(static_cast<double>(cold), 1.15 * static_cast<double>(frames));
}

TEST(WarmStart, AnswersStayWithinTheBounds) {
    Random random(503);
    for (int run = 0; run < 30; ++run) {
        const Path path = random_path(random, kSearched[random.index(6)], kSearched[random.index(6)]);
        PairCache cache;
        for (int step = 0; step <= 60; ++step) {
            PairCase pair = path.at(step / 30.0 - 1);  // starts deep inside, ends apart
            pair.b.pose.position = pair.b.pose.position * (0.4 * step / 60.0);
            const Separation fresh = separation(pair.a, pair.b), s = separation(pair.a, pair.b, {}, &cache);
            EXPECT_LE(s.distance.lower, fresh.distance.upper) << describe(pair);
            EXPECT_GE(s.distance.upper, fresh.distance.lower) << describe(pair);
            for (const std::string& fault :
                 faults_of(s, pair.a, pair.b, default_width(pair.a, pair.b), nullptr))
                ADD_FAILURE() << fault << "\n" << describe(pair);
        }
    }
}

TEST(WarmStart, SurvivesACacheOfAnotherPair) {
    Random random(504);
    PairCache cache;
    for (int i = 0; i < 600; ++i) {
        const ShapeType ta = kAllShapeTypes[random.index(kDrawnShapeTypeCount)],
                        tb = kAllShapeTypes[random.index(kDrawnShapeTypeCount)];
        const PairCase pair =
            random_pair(random, ta, tb, static_cast<Arrangement>(random.index(kArrangementCount)));
        const Truth truth = truth_of(pair.a, pair.b);
        const Separation s = separation(pair.a, pair.b, {}, &cache);
        for (const std::string& fault : faults_of(s, pair.a, pair.b, default_width(pair.a, pair.b), &truth))
            ADD_FAILURE() << fault << "\n" << describe(pair);
    }
}

}  // namespace
}  // namespace graze::test
