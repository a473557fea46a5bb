// Yes or no about frames where rounding decides: touching within a few units in the last place, parallel
// edges, thin frames, and magnitudes at both ends of the served range. Every way to ask, in both orders,
// against exact separating axes; those against rational arithmetic.
#include "frames/frame_tests.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bounds/frame_axes.hpp"
#include "graze/frames/frame_overlap.hpp"
#include "oracle/frame_oracle.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

template <int D> bool overlap_exactly(const Frame<D>& a, const Frame<D>& b) {
    return !find_separating_axis<D>({a, {}}, {b, {}}, false).has_value();
}

template <int D> void expect_all_alike(const Frame<D>& a, const Frame<D>& b) {
    const bool truth = overlap_exactly(a, b);
    for (const bool swapped : {false, true}) {
        const Frame<D>& p = swapped ? b : a;
        const Frame<D>& q = swapped ? a : b;
        ASSERT_EQ(overlaps(p, q), truth);
        ASSERT_EQ(overlaps_by_elimination(p, q), truth);
        ASSERT_EQ(separating_axes(p, q).hit, truth);
        ASSERT_EQ(intersect(p, q, {.box = FrameBox::none}).hit, truth);
        const MovingFrame<D> moving_p{p, {}};
        const MovingFrame<D> moving_q{q, {}};
        ASSERT_EQ(overlaps(moving_p, moving_q), truth);
        ASSERT_EQ(overlaps_by_elimination(moving_p, moving_q), truth);
    }
}

template <int D>
Frame<D> frame(FrameKind kind, const VecOf<D>& origin,
               const std::array<VecOf<D>, static_cast<std::size_t>(D)>& c) {
    return Frame<D>(kind, origin, c);
}

template <int D> Frame<D> scaled(const Frame<D>& given, double scale) {
    auto components = given.components();
    for (auto& component : components) component = component * scale;
    return Frame<D>(given.kind(), given.origin() * scale, components);
}

template <int D> Frame<D> shifted(const Frame<D>& given, const VecOf<D>& by, FrameKind kind) {
    return Frame<D>(kind, given.origin() + by, given.components());
}

FrameKind random_kind(Random& random) {
    return random.chance(0.5) ? FrameKind::cuboid : FrameKind::tetrahedron;
}

template <class T> class FrameAxisTests : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(FrameAxisTests, Dimensions);

TYPED_TEST(FrameAxisTests, ExactAxesAreThoseOfRationalArithmetic) {
    constexpr int D = TypeParam::value;
    Random random(3);
    for (int i = 0; i < (D == 2 ? 100 : 30); ++i) {
        const auto a = random_moving_frame<D>(random);
        const Frame<D> b =
            shifted<D>(random_frame<D>(random), a.frame.components()[0] * 0.5, random_kind(random));
        ASSERT_EQ(overlap_exactly(a.frame, b), exact_overlap<D>({a.frame, {}}, {b, {}}, false).overlap) << i;
    }
}

/// A copy beside the frame, off by a few units in the last place: all edges are parallel, and faces touch or
/// almost do.
TYPED_TEST(FrameAxisTests, CopiesBesideEachOther) {
    constexpr int D = TypeParam::value;
    Random random(5);
    int hits = 0;
    constexpr int kPairs = D == 2 ? 3000 : 600;
    for (int i = 0; i < kPairs; ++i) {
        const Frame<D> a = random_frame<D>(random);
        VecOf<D> by{};
        for (const auto& component : a.components())
            by = by + component * (static_cast<double>(random.index(5)) * 0.5 - 1);
        for (std::size_t k = 0; k < D; ++k)
            by[k] *= 1 + (static_cast<double>(random.index(9)) - 4) * 2 * kEps;
        const Frame<D> b = shifted<D>(a, by, random_kind(random));
        SCOPED_TRACE(i);
        ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, b));
        hits += overlap_exactly(a, b) ? 1 : 0;
    }
    EXPECT_GT(hits, kPairs / 10);
    EXPECT_LT(hits, kPairs * 9 / 10);
}

/// A tip of one on a face or an edge of the other, up to rounding.
TYPED_TEST(FrameAxisTests, TipsOnFaces) {
    constexpr int D = TypeParam::value;
    Random random(7);
    for (int i = 0; i < (D == 2 ? 3000 : 600); ++i) {
        const Frame<D> a = random_frame<D>(random);
        VecOf<D> at = a.origin();
        for (std::size_t k = 0; k < D; ++k)
            at = at + a.components()[k] * (k == 0 ? 0.0 : random.chance(0.3) ? 1.0 : random.uniform(0, 0.4));
        auto components = random_frame<D>(random).components();
        if (random.chance(0.5)) components[0] = a.components()[1];
        SCOPED_TRACE(i);
        const Frame<D> b = frame<D>(random_kind(random), at, components);
        if (!b.valid()) continue;
        ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, b));
    }
}

TYPED_TEST(FrameAxisTests, MagnitudesAtTheEndsOfTheServedRange) {
    constexpr int D = TypeParam::value;
    Random random(11);
    for (const double scale : {1e-97, 1e-90, 1e-60, 1e-30, 1e30, 1e60, 1e90, 1e97}) {
        int hits = 0;
        for (int i = 0; i < 60; ++i) {
            const Frame<D> a = scaled(random_frame<D>(random), scale);
            const Frame<D> b = scaled(random_frame<D>(random), scale);
            if (!a.valid() || !b.valid()) continue;
            SCOPED_TRACE(scale);
            ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, b));
            if (const Frame<D> speck = scaled(b, 1e-12); speck.valid()) {
                ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, speck));
            }
            ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, shifted<D>(a, a.components()[0], b.kind())));
            hits += overlap_exactly(a, b) ? 1 : 0;
        }
        EXPECT_GT(hits, 3) << scale;
    }
}

TYPED_TEST(FrameAxisTests, ThinFrames) {
    constexpr int D = TypeParam::value;
    Random random(13);
    for (int i = 0; i < (D == 2 ? 2000 : 500); ++i) {
        const Frame<D> a = random_frame<D>(random);
        auto components = random_frame<D>(random).components();
        const double thin = random.log_uniform(1e-12, 1e-3);
        components[0] = components[1] * 0.5 + components[0] * thin;
        const Frame<D> b = frame<D>(random_kind(random),
                                    a.origin() + a.components()[0] * random.uniform(-0.1, 1.1), components);
        SCOPED_TRACE(i);
        if (!b.valid()) continue;
        ASSERT_NO_FATAL_FAILURE(expect_all_alike<D>(a, b));
    }
}

/// Boxes of one rotated grid intersect without exact arithmetic when they overlap, parallel edges and all.
TEST(FrameAxisTestsInSpace, ParallelEdgesNeedNoExactSigns) {
    Random random(17);
    for (int i = 0; i < 500; ++i) {
        const Pose pose = random.pose(3);
        const auto& axes = pose.rotation.columns;
        const auto box = [&](const Vec3& corner, const Vec3& size) {
            return Frame<3>(FrameKind::cuboid, pose * corner,
                            {axes[0] * size.x, axes[1] * size.y, axes[2] * size.z});
        };
        // Long boxes past each other's middles: only the axes decide, not the line between the middles.
        const Frame<3> a = box({0, 0, 0}, {10, 1, 1});
        const Frame<3> b = box({9.5, 0.2, 0.3}, {1, 12, 1});
        const FrameSystem<3> again = frame_tests::snapped(make_frame_system(a, b));
        frame_tests::AxisTests<3, true, true> tests(again, true);
        ASSERT_TRUE(tests.in_range());
        const FrameTestResult first = tests.first();
        ASSERT_EQ(first == FrameTestResult::unknown ? tests.edges() : first, FrameTestResult::overlapping)
            << i;
        ASSERT_TRUE(overlaps(a, b));
    }
}

}  // namespace
}  // namespace graze::test
