// What is read off the elimination of two frames: certificates, points that are surely inside, counts of
// rows.
#include "frames/frame_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "graze/frames/frame_overlap.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

/// Of a frame's coordinates: what the rows sum up to, left · x <= right.
template <int D> struct SumOfRows {
    std::array<double, D> left{};
    double right = 0;
};
template <int D> SumOfRows<D> sum_of(const std::array<double, std::size_t{2} * D>& rows, FrameKind kind) {
    SumOfRows<D> sum;
    for (std::size_t i = 0; i < D; ++i) {
        const bool cuboid = kind == FrameKind::cuboid;
        sum.left[i] = rows[cuboid ? D + i : D] - rows[i];
        if (cuboid || i == 0) sum.right += rows[cuboid ? D + i : D];
    }
    return sum;
}

/// With a's coordinates written as functions of b's and of the time, the rows sum up to 0 <= negative.
template <int D>
void expect_contradiction(const FrameFarkas<D>& farkas, const MovingFrame<D>& a, const MovingFrame<D>& b) {
    const SumOfRows<D> of_a = sum_of<D>(farkas.rows_a, a.frame.kind());
    const SumOfRows<D> of_b = sum_of<D>(farkas.rows_b, b.frame.kind());
    std::array<double, D> left = of_b.left;
    double left_t = farkas.rows_t[1] - farkas.rows_t[0];
    double right = of_a.right + of_b.right + farkas.rows_t[1];
    double size = 0;  // of the sum's terms
    for (std::size_t j = 0; j < D; ++j) {
        const VecOf<D> normal = a.frame.normals()[j] * (of_a.left[j] / a.frame.volume());
        for (std::size_t i = 0; i < D; ++i) left[i] += dot(normal, b.frame.components()[i]);
        left_t += dot(normal, b.velocity - a.velocity);
        right -= dot(normal, b.frame.origin() - a.frame.origin());
        size += length(normal);
    }
    for (std::size_t i = 0; i < 2 * D; ++i) size += farkas.rows_a[i] + farkas.rows_b[i];
    for (const double each : left) EXPECT_NEAR(each, 0, 1e-12 * size);
    EXPECT_NEAR(left_t, 0, 1e-12 * size);
    EXPECT_LT(right, -1e-13 * size);
}

template <int D> void expect_contradictions(int pairs) {
    Random random(7100 + D);
    std::array<int, 4> kinds{};
    for (int i = 0; i < pairs; ++i) {
        MovingFrame<D> a = random_moving_frame<D>(random, 1, 1e-3);
        MovingFrame<D> b = random_moving_frame<D>(random, 1, 1e-3);
        const bool moving = i % 2 == 0;
        if (!moving) a.velocity = b.velocity = {};
        const FrameOptions options{.box = FrameBox::none};
        const FrameOverlap<D> found =
            moving ? intersect(a, b, options) : intersect(a.frame, b.frame, options);
        if (found.hit || found.by_exact_signs) continue;
        SCOPED_TRACE(i);
        expect_contradiction(found.farkas, a, b);
        EXPECT_TRUE(moving ? verify(found, a, b) : verify(found, a.frame, b.frame));
        kinds[(a.frame.kind() == FrameKind::cuboid ? 0u : 1u) +
              (b.frame.kind() == FrameKind::cuboid ? 0u : 2u)] += found.farkas.rows_b[D] > 0;
    }
    for (const int count : kinds) EXPECT_GT(count, pairs / 40);
}
TEST(FrameSolver, ContradictionsInThePlaneAddUp) { expect_contradictions<2>(600); }
TEST(FrameSolver, ContradictionsInSpaceAddUp) { expect_contradictions<3>(600); }

TEST(FrameSolver, TheTimeIsNoCoordinateOfATetrahedron) {
    const Frame<3> around{FrameKind::cuboid, {-9, -9, -9}, {{{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}}};
    const Frame<3> corner{FrameKind::tetrahedron, {0, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    const FrameSolver<3, true> solver(make_frame_system(around, corner, {1, 0, 0}));
    EXPECT_TRUE(solver.surely_inside({0.25, 0.25, 0.25, 0.75}));
    EXPECT_FALSE(solver.surely_inside({0.5, 0.5, 0.25, 0.25})) << "beyond the slanted face";
    EXPECT_FALSE(solver.surely_inside({0.25, 0.25, 0.25, 1})) << "at the end of the time";
    EXPECT_FALSE(solver.surely_inside({0, 0.25, 0.25, 0.75})) << "on a face";
}

TEST(FrameSolver, CountsTheRowsOfItsLargestStageOverAllRanges) {
    Random random(7110);
    int fewer = 0;
    for (int i = 0; i < 50; ++i) {
        const Frame<3> a = random_frame<3>(random, 1, 1e-3), b = random_frame<3>(random, 1, 1e-3);
        const FrameSystem<3> system = make_frame_system(a, b, random_vector<3>(random, 1));
        FrameSolver<3, true> solver(system);
        std::size_t largest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            LinearOfFrame<3> coordinate;
            for (std::size_t k = 0; k < 3; ++k) coordinate.of_x[k] = b.components()[k][axis];
            FrameSolver<3, true> alone(system);
            alone.range(coordinate);
            solver.range(coordinate);
            fewer += alone.largest() < largest;
            largest = std::max(largest, alone.largest());
            EXPECT_EQ(solver.largest(), largest) << i;
        }
    }
    EXPECT_GT(fewer, 10);
}

}  // namespace
}  // namespace graze::test
