// Traces tell every step in the caller's unit of length, at sizes where the solver scales the pair.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/convex/trace.hpp"
#include "graze/query/query.hpp"

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

}  // namespace
}  // namespace graze::test
