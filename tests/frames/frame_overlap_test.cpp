// Frames against exact rational arithmetic: the document's cases, moving cases, random and degenerate ones;
// elimination and separating axes side by side, in both orders and both modes, and every verdict verified.
#include "graze/frames/frame_overlap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "frames/frame_cases.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/frame_oracle.hpp"
#include "oracle/random_frames.hpp"

namespace graze::test {
namespace {

constexpr double kTight = 1e-12;

template <int D> std::vector<FrameCase<D>> cases();
template <> std::vector<FrameCase<2>> cases<2>() { return frame_cases_2d(); }
template <> std::vector<FrameCase<3>> cases<3>() { return frame_cases_3d(); }

template <int D> bool encloses(const AabbOf<D>& outer, const AabbOf<D>& inner, double slack) {
    for (std::size_t i = 0; i < D; ++i) {
        if (!(outer.min[i] <= inner.min[i] + slack && inner.max[i] <= outer.max[i] + slack)) return false;
    }
    return true;
}
template <int D> bool same(const AabbOf<D>& a, const AabbOf<D>& b, double slack) {
    return encloses<D>(a, b, slack) && encloses<D>(b, a, slack);
}

template <int D> class DocumentCases : public ::testing::Test {
protected:
    static void check(const FrameCase<D>& each, const Frame<D>& a, const Frame<D>& b) {
        SCOPED_TRACE(each.name);
        const FrameOverlap<D> open = intersect(a, b, {.open = true, .box = FrameBox::elimination});
        EXPECT_EQ(open.hit, each.hit);
        EXPECT_TRUE(verify(open, a, b));
        EXPECT_EQ(open.status, Status::converged);
        EXPECT_EQ(separating_axes(a, b, true).hit, each.hit);
        const FrameOverlap<D> closed = intersect(a, b);
        EXPECT_EQ(closed.hit, each.hit || each.touch);
        EXPECT_TRUE(verify(closed, a, b));
        EXPECT_EQ(separating_axes(a, b).hit, closed.hit);
        EXPECT_EQ(overlaps(a, b), closed.hit);
        EXPECT_EQ(overlaps_by_elimination(a, b), closed.hit);
        EXPECT_EQ(is_empty(open.box), !each.hit);
        if (!each.hit) return;
        EXPECT_TRUE(encloses<D>(open.box, each.tight, 1e-12));
        EXPECT_TRUE(same<D>(closed.box, each.tight, kTight));
        EXPECT_TRUE(encloses<D>(closed.box, each.tight, 0));
        // The printed box of 2d-14 is larger than the truth, and the elimination's box encloses it all the
        // same.
        EXPECT_TRUE(encloses<D>(open.box, each.expected, 1e-4));
    }
};

using Dimensions = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
template <class T> class FrameCases : public DocumentCases<T::value> {};
TYPED_TEST_SUITE(FrameCases, Dimensions);

TYPED_TEST(FrameCases, AnswersOfTheDocumentInBothOrders) {
    constexpr int D = TypeParam::value;
    EXPECT_EQ(cases<D>().size(), D == 2 ? 22U : 12U);
    for (const FrameCase<D>& each : cases<D>()) {
        this->check(each, each.a, each.b);
        this->check(each, each.b, each.a);
    }
}

const Frame<2> kSquare{FrameKind::cuboid, {0, 0}, {{{1, 0}, {0, 1}}}};
const Frame<3> kCube{FrameKind::cuboid, {0, 0, 0}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

template <int D> struct MovingCase {
    const char* name;
    MovingFrame<D> a, b;
    bool open = false, closed = false;
    AabbOf<D> box{};
    Interval time{};
};

std::vector<MovingCase<2>> moving_cases_2d() {
    using enum FrameKind;
    const auto square_at = [](double x, double y) { return Frame<2>{cuboid, {x, y}, {{{1, 0}, {0, 1}}}}; };
    const MovingFrame<2> rest{kSquare, {0, 0}};
    return {
        {"arrives", rest, {square_at(3, 0), {-4, 0}}, true, true, {{0, 0}, {1, 1}}, {0.5, 1}},
        {"tunnels", rest, {square_at(3, 0), {-10, 0}}, true, true, {{0, 0}, {1, 1}}, {0.2, 0.4}},
        {"passes above", rest, {square_at(3, 2), {-4, 0}}, false, false, {}, {}},
        {"too slow", rest, {square_at(3, 0), {-1, 0}}, false, false, {}, {}},
        {"touches at the end", rest, {square_at(3, 0), {-2, 0}}, false, true, {{1, 0}, {1, 1}}, {1, 1}},
        {"triangles",
         {{tetrahedron, {0, 0}, {{{1, 0}, {0, 1}}}}, {1, 0}},
         {{tetrahedron, {3, 0.25}, {{{-1, 0}, {0, 1}}}}, {-2, 0}},
         true,
         true,
         {{2.0 / 3, 0.25}, {1.5, 1}},
         {5.0 / 12, 1}},
        {"side by side",
         {kSquare, {5, 5}},
         {square_at(0.5, 0.5), {5, 5}},
         true,
         true,
         {{0.5, 0.5}, {6, 6}},
         {0, 1}},
    };
}
std::vector<MovingCase<3>> moving_cases_3d() {
    using enum FrameKind;
    const MovingFrame<3> rest{kCube, {0, 0, 0}};
    return {
        {"arrives",
         rest,
         {{cuboid, {3, 0, 0}, kCube.components()}, {-4, 0, 0}},
         true,
         true,
         {{0, 0, 0}, {1, 1, 1}},
         {0.5, 1}},
        {"tip first",
         rest,
         {{tetrahedron, {0.25, 0.25, 3}, {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, -1}}}}, {0, 0, -4}},
         true,
         true,
         {{0.25, 0.25, 0}, {0.75, 0.75, 1}},
         {0.25, 0.75}},
        {"slanted",
         {{cuboid, {-1, -1, -1}, {{{1, 0, 0}, {1, 1, 1}, {0, 0, 1}}}}, {0, 0, 0}},
         {{cuboid, {0, 1, 0}, kCube.components()}, {0, -2, 0}},
         true,
         true,
         {{0, -1, 0}, {1, 0, 1}},
         {0.5, 1}},
    };
}

template <int D>
void check_moving(const MovingCase<D>& each, const MovingFrame<D>& a, const MovingFrame<D>& b) {
    SCOPED_TRACE(each.name);
    const FrameOverlap<D> open = intersect(a, b, {.open = true, .box = FrameBox::elimination});
    const FrameOverlap<D> closed = intersect(a, b);
    const FrameSat axes = separating_axes(a, b);
    EXPECT_EQ(open.hit, each.open);
    EXPECT_EQ(closed.hit, each.closed);
    EXPECT_EQ(axes.hit, each.closed);
    EXPECT_EQ(separating_axes(a, b, true).hit, each.open);
    EXPECT_EQ(overlaps(a, b), each.closed);
    EXPECT_EQ(overlaps_by_elimination(a, b), each.closed);
    EXPECT_TRUE(verify(open, a, b));
    EXPECT_TRUE(verify(closed, a, b));
    if (!each.closed) return;
    EXPECT_TRUE(same<D>(closed.box, each.box, kTight));
    for (const Interval& time : {closed.time, axes.time}) {
        EXPECT_LE(time.lower, each.time.lower);
        EXPECT_GE(time.upper, each.time.upper);
        EXPECT_NEAR(time.lower, each.time.lower, kTight);
        EXPECT_NEAR(time.upper, each.time.upper, kTight);
    }
    if (each.open) {
        EXPECT_TRUE(encloses<D>(open.box, each.box, kTight));
    }
}

TEST(MovingFrames, TenCasesInBothOrders) {
    for (const auto& each : moving_cases_2d()) {
        check_moving(each, each.a, each.b);
        check_moving(each, each.b, each.a);
    }
    for (const auto& each : moving_cases_3d()) {
        check_moving(each, each.a, each.b);
        check_moving(each, each.b, each.a);
    }
}

TEST(StillFrames, TetrahedraWhoseCoordinatesHaveBoundsAlthoughTheyAreApart) {
    const Frame<3> up{FrameKind::tetrahedron, {0.5, 0.5, 0.5}, {{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}};
    const Frame<3> low{FrameKind::tetrahedron, {-0.6, -0.6, -0.6}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    for (const auto& [a, b] : {std::pair(up, low), std::pair(low, up)}) {
        const FrameOverlap<3> apart = intersect(a, b);
        EXPECT_FALSE(apart.hit);
        EXPECT_TRUE(verify(apart.farkas, a, b));
        EXPECT_FALSE(verify(apart.farkas, a, a));
        EXPECT_FALSE(verify(FrameFarkas<3>{}, a, b));
    }
}

/// Small whole numbers: touching, parallel and coincident faces abound, and everything is exact.
template <int D> Frame<D> lattice_frame(Random& random, double unit) {
    const auto step = [&] { return unit * (static_cast<double>(random.index(5)) - 2); };
    for (;;) {
        VecOf<D> origin{};
        std::array<VecOf<D>, static_cast<std::size_t>(D)> components{};
        const bool cuboid = random.chance(0.5);
        for (std::size_t k = 0; k < D; ++k) origin[k] = step();
        for (auto& component : components) {
            for (std::size_t k = 0; k < D; ++k) component[k] = step();
        }
        const Frame<D> frame(cuboid ? FrameKind::cuboid : FrameKind::tetrahedron, origin, components);
        if (frame.valid()) return frame;
    }
}

/// Every field against the exact answer. `scale`: size of the frames.
template <int D>
void compare(const MovingFrame<D>& a, const MovingFrame<D>& b, bool moving, double scale, double tight) {
    const ExactOverlap<D> exact = exact_overlap(a, b, moving);
    const auto ask = [&](const FrameOptions& options) {
        return moving ? intersect(a, b, options) : intersect(a.frame, b.frame, options);
    };
    for (const bool open : {false, true}) {
        const FrameOverlap<D> found = ask({.open = open, .box = FrameBox::tight});
        ASSERT_EQ(found.hit, open ? exact.interiors_overlap : exact.overlap);
        ASSERT_EQ(moving ? separating_axes(a, b, open).hit : separating_axes(a.frame, b.frame, open).hit,
                  found.hit);
        ASSERT_TRUE(moving ? verify(found, a, b) : verify(found, a.frame, b.frame));
        ASSERT_EQ(ask({.open = open, .box = FrameBox::none}).hit, found.hit);
        if (!found.hit) continue;
        const FrameOverlap<D> rough = ask({.open = open, .box = FrameBox::elimination});
        for (std::size_t k = 0; k < D; ++k) {
            ASSERT_LE(found.box.min[k], exact.min[k]);
            ASSERT_GE(found.box.max[k], exact.max[k]);
            ASSERT_NEAR(found.box.min[k], exact.min[k].get_d(), tight * scale);
            ASSERT_NEAR(found.box.max[k], exact.max[k].get_d(), tight * scale);
            ASSERT_LE(rough.box.min[k], exact.min[k]);
            ASSERT_GE(rough.box.max[k], exact.max[k]);
        }
        if (!moving) continue;
        const FrameSat axes = separating_axes(a, b, open);
        for (const Interval& time : {found.time, axes.time}) {
            ASSERT_LE(time.lower, exact.first_time);
            ASSERT_GE(time.upper, exact.last_time);
            ASSERT_NEAR(time.lower, exact.first_time.get_d(), 1e-6);
            ASSERT_NEAR(time.upper, exact.last_time.get_d(), 1e-6);
        }
    }
}

TYPED_TEST(FrameCases, RandomPairsAgreeWithExactArithmetic) {
    constexpr int D = TypeParam::value;
    Random random(71 + D);
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < (D == 2 ? 150 : 40); ++i) {
            const double half = 100 * scale;
            const double thinnest = 1e-4 * std::pow(scale, D);
            const auto a = random_moving_frame<D>(random, half, thinnest);
            const auto b = random_moving_frame<D>(random, half, thinnest);
            SCOPED_TRACE(i);
            ASSERT_NO_FATAL_FAILURE(compare(a, b, false, half, 1e-7));
            if (D == 2 || i < 8) {
                ASSERT_NO_FATAL_FAILURE(compare(a, b, true, half, 1e-7));
            }
        }
    }
}

TYPED_TEST(FrameCases, TouchingAndParallelPairsAgreeWithExactArithmetic) {
    constexpr int D = TypeParam::value;
    Random random(91 + D);
    int touching = 0;
    for (int i = 0; i < (D == 2 ? 600 : 150); ++i) {
        // A unit with a full mantissa: sums of such numbers round, so that nothing is decided by luck.
        const double unit = i % 2 == 0 ? 1.0 : 0.1;
        const auto speed = [&] {
            VecOf<D> v{};
            for (std::size_t k = 0; k < D; ++k) v[k] = unit * (static_cast<double>(random.index(5)) - 2);
            return v;
        };
        MovingFrame<D> a{lattice_frame<D>(random, unit), {}};
        MovingFrame<D> b{lattice_frame<D>(random, unit), {}};
        a.velocity = speed();
        b.velocity = speed();
        const ExactOverlap<D> exact = exact_overlap(a, b, false);
        touching += exact.overlap && !exact.interiors_overlap ? 1 : 0;
        SCOPED_TRACE(i);
        ASSERT_NO_FATAL_FAILURE(compare(a, b, false, unit, 1e-9));
        if (D == 2 || i < 12) {
            ASSERT_NO_FATAL_FAILURE(compare(a, b, true, unit, 1e-9));
        }
    }
    EXPECT_GT(touching, D == 2 ? 30 : 5);
}

template <int D> void agree_on_random_pairs(int pairs, double hit_share, double band) {
    Random random(7);
    int hits = 0;
    for (int i = 0; i < pairs; ++i) {
        const Frame<D> a = random_frame<D>(random, 100, 1e-4);
        const Frame<D> b = random_frame<D>(random, 100, 1e-4);
        const MovingFrame<D> c{a, random_vector<D>(random, 100)};
        const MovingFrame<D> d{b, random_vector<D>(random, 100)};
        const FrameOverlap<D> still = intersect(a, b, {.box = FrameBox::none});
        const FrameOverlap<D> moving = intersect(c, d, {.box = FrameBox::none});
        hits += still.hit ? 1 : 0;
        ASSERT_EQ(still.hit, separating_axes(a, b).hit) << i;
        ASSERT_EQ(still.hit, intersect(b, a, {.box = FrameBox::none}).hit) << i;
        ASSERT_EQ(still.hit, overlaps_by_elimination(b, a)) << i;
        ASSERT_TRUE(verify(still, a, b)) << i;
        ASSERT_EQ(moving.hit, separating_axes(c, d).hit) << i;
        ASSERT_EQ(moving.hit, intersect(d, c, {.box = FrameBox::none}).hit) << i;
        ASSERT_TRUE(verify(moving, c, d)) << i;
        ASSERT_LE(still.rows, 36U);
        ASSERT_LE(moving.rows, 64U);
    }
    EXPECT_NEAR(hits / static_cast<double>(pairs), hit_share, band);
}
// Four standard deviations of the share at these counts.
TEST(RandomFrames, EliminationAgreesWithAxesInThePlane) { agree_on_random_pairs<2>(30000, 0.2337, 0.0098); }
TEST(RandomFrames, EliminationAgreesWithAxesInSpace) { agree_on_random_pairs<3>(20000, 0.1577, 0.0103); }

TEST(Frames, RefusesWhatIsNotAFrame) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const auto flat = Frame<3>::make(FrameKind::cuboid, {0, 0, 0}, {{{1, 0, 0}, {2, 0, 0}, {0, 0, 1}}});
    ASSERT_FALSE(flat.has_value());
    EXPECT_EQ(flat.error().rule, Rule::flat);
    EXPECT_FALSE(flat.error().message().empty());
    const auto broken = Frame<2>::make(FrameKind::tetrahedron, {0, 0}, {{{1, 0}, {0, nan}}});
    ASSERT_FALSE(broken.has_value());
    EXPECT_EQ(broken.error().rule, Rule::not_finite);
    EXPECT_EQ(broken.error().kind, Element::component);
    EXPECT_EQ(broken.error().element, 1U);
    EXPECT_EQ(Frame<2>::make(FrameKind::cuboid, {inf, 0}, kSquare.components()).error().rule,
              Rule::not_finite);
    EXPECT_EQ(Frame<2>::make(FrameKind::cuboid, {1e101, 0}, kSquare.components()).error().rule,
              Rule::out_of_range);
    EXPECT_TRUE(Frame<3>::make(FrameKind::cuboid, {0, 0, 0}, kCube.components()).has_value());
    const Frame<2> bad{FrameKind::cuboid, {0, nan}, kSquare.components()};
    EXPECT_FALSE(bad.valid());
    EXPECT_TRUE(is_empty(bad.bounds()));
    for (const FrameOverlap<2>& answer : {intersect(bad, kSquare), intersect(kSquare, bad),
                                          intersect(MovingFrame<2>{kSquare, {nan, 0}}, {})}) {
        EXPECT_EQ(answer.status, Status::invalid_input);
        EXPECT_TRUE(answer.hit);
        EXPECT_TRUE(is_empty(answer.box));
        EXPECT_FALSE(verify(answer, bad, kSquare));
    }
    EXPECT_EQ(separating_axes(bad, kSquare).status, Status::invalid_input);
    EXPECT_TRUE(overlaps(bad, kSquare));
}

TEST(Frames, ImportAndExportGoBackAndForth) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Frame<3> outer = random_frame<3>(random, 10, 10);
        const Frame<3> inner = random_frame<3>(random, 10, 10);
        const Frame<3> local = imported(inner, outer);
        EXPECT_EQ(local.kind(), inner.kind());
        for (std::size_t c = 0; c <= 3; ++c) {
            const Vec3& v = c < 3 ? local.components()[c] : local.origin();
            Vec3 back = c < 3 ? Vec3{} : outer.origin();
            for (std::size_t k = 0; k < 3; ++k) back += outer.components()[k] * v[k];
            const Vec3& truth = c < 3 ? inner.components()[c] : inner.origin();
            EXPECT_LT(length(back - truth), 1e-10) << i;
        }
        const Aabb world = exported(Aabb{{0, 0, 0}, {1, 1, 1}}, outer);
        const auto corners = Frame<3>(FrameKind::cuboid, outer.origin(), outer.components()).corners();
        for (const Vec3& corner : corners) EXPECT_LT(distance_sq(world, corner).upper, 1e-24);
        for (std::size_t k = 0; k < 3; ++k) {
            double low = corners[0][k];
            for (const Vec3& corner : corners) low = std::min(low, corner[k]);
            EXPECT_NEAR(world.min[k], low, 1e-12);
        }
    }
    EXPECT_TRUE(is_empty(exported(Aabb{}, kCube)));
}

TEST(Frames, BoundsAreTightAndContainTheCorners) {
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        const Frame<2> frame = random_frame<2>(random, 1, 1e-3);
        const auto corners = frame.corners();
        for (std::size_t k = 0; k < 2; ++k) {
            double low = frame.origin()[k], high = low;
            for (std::size_t c = 0; c < frame.corner_count(); ++c) {
                low = std::min(low, corners[c][k]);
                high = std::max(high, corners[c][k]);
            }
            EXPECT_NEAR(frame.bounds().min[k], low, 1e-15);
            EXPECT_NEAR(frame.bounds().max[k], high, 1e-15);
        }
    }
}

}  // namespace
}  // namespace graze::test
