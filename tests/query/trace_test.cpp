// Traces tell every step in the caller's unit of length, at sizes where the solver scales the pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/result/trace.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

void expect_same_steps(const Trace& plain, const Trace& scaled, double factor) {
    ASSERT_EQ(plain.steps.size(), scaled.steps.size());
    for (std::size_t i = 0; i < plain.steps.size(); ++i) {
        const TraceStep& p = plain.steps[i];
        const TraceStep& s = scaled.steps[i];
        EXPECT_EQ(p.stage, s.stage);
        EXPECT_LE(length(unit(p.axis) - unit(s.axis)), 1e-12);
        EXPECT_LE(length(p.support * factor - s.support), 1e-12 * factor);
        ASSERT_EQ(p.simplex_size, s.simplex_size);
        for (std::uint32_t k = 0; k < p.simplex_size; ++k) EXPECT_LE(length(p.simplex[k] * factor - s.simplex[k]), 1e-12 * factor);
        EXPECT_NEAR(p.bounds.lower, s.bounds.lower / factor, 1e-12);
        EXPECT_EQ(std::isfinite(p.bounds.upper), std::isfinite(s.bounds.upper));
        if (std::isfinite(p.bounds.upper)) {
            EXPECT_NEAR(p.bounds.upper, s.bounds.upper / factor, 1e-12);
        }
    }
}

TEST(Trace, CountsInTheCallersUnitAtExtremeSizes) {
    for (const double factor : {0x1p150, 0x1p-150}) {
        for (const double gap : {0.25, -0.25}) {
            Trace plain, scaled;
            // Nothing of an earlier query may change.
            scaled.steps.push_back({TraceStage::gjk, {1, 2, 3}, {4, 5, 6}, {}, 0, {7, 8}});
            const Pose turn = Pose::from({0.9, 0.1, 0.2, 0.3}, {});
            const auto at = [&](double f) { return Pose{turn.rotation, Vec3{2 + gap, 0.1, 0.2} * f}; };
            separation({Cone{1, 1}, Pose::identity()}, {Box{{1, 0.5, 0.5}}, at(1)}, {.trace = &plain});
            separation({Cone{factor, factor}, Pose::identity()}, {Box{Vec3{1, 0.5, 0.5} * factor}, at(factor)}, {.trace = &scaled});
            EXPECT_EQ(scaled.steps[0].support, (Vec3{4, 5, 6}));
            EXPECT_EQ(scaled.steps[0].bounds, Interval(7, 8));
            scaled.steps.erase(scaled.steps.begin());
            EXPECT_GE(plain.steps.size(), 2u);
            expect_same_steps(plain, scaled, factor);
        }
    }
}

/// With the first step's four corners every facet is made of points told before: a viewer can rebuild the polytope.
TEST(Trace, TellsWhatThePolytopeStartsAs) {
    Random random(107);
    int deep = 0;
    for (int i = 0; i < 60; ++i) {
        const PairCase pair = random_pair(random, i % 2 == 0 ? ShapeType::cone : ShapeType::box, ShapeType::hull, Arrangement::deep);
        Trace trace;
        const Separation s = separation(pair.a, pair.b, {.trace = &trace});
        std::vector<Vec3> known;
        for (const TraceStep& step : trace.steps) {
            if (step.stage != TraceStage::epa) continue;
            if (known.empty()) {
                ++deep;
                known.assign(step.simplex.begin(), step.simplex.end());
                const Vec3 o = known[3];
                EXPECT_NE(dot(cross(known[0] - o, known[1] - o), known[2] - o), 0) << describe(pair);
            }
            for (std::size_t k = 0; k < 3; ++k) EXPECT_NE(std::ranges::find(known, step.simplex[k]), known.end()) << describe(pair);
            known.push_back(step.support);
        }
        EXPECT_FALSE(s.distance.upper < -1e-6 && known.empty()) << describe(pair);
    }
    EXPECT_GT(deep, 40);
}

}  // namespace
}  // namespace graze::test
