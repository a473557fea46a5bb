// Vertices on straight lines: recorded cases, 192-bit roots, degenerate motions, and public queries with
// exact answers when they are there.
#include "graze/ccd/feature_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/random.hpp"
#include "oracle/vertex_oracle.hpp"

namespace graze::test {
namespace {

using Vertices = std::array<Vec3, 4>;

Vertices shifted(Vertices v, const Vec3& first, const Vec3& rest, std::size_t split) {
    for (std::size_t i = 0; i < 4; ++i) v[i] += i < split ? first : rest;
    return v;
}

/// Random vertices, the first `split` of which fly roughly towards the middle of the others and as far beyond
/// it.
void aim(Random& random, std::size_t split, double scale, Vertices& start, Vertices& end) {
    Vec3 from{}, to{};
    for (std::size_t k = 0; k < 4; ++k) {
        start[k] = random.in_cube(scale);
        (k < split ? from : to) += start[k] * (1 / static_cast<double>(k < split ? split : 4 - split));
    }
    for (std::size_t k = 0; k < 4; ++k)
        end[k] = start[k] + random.in_cube(0.5 * scale) + (k < split ? 2.0 * (to - from) : Vec3{});
}

void expect_sound(const Impact& impact, const VertexTruth& truth, double tolerance) {
    ASSERT_EQ(impact.hit, impact.answer != ImpactAnswer::miss);
    ASSERT_LE(impact.time.lower, impact.time.upper);
    ASSERT_NEAR(length(impact.normal), 1, 1e-12);
    if (impact.hit && impact.status == Status::converged) {
        ASSERT_LE(impact.time.width(), tolerance);
    }
    if (truth.time) {
        ASSERT_TRUE(impact.hit) << "a contact at " << *truth.time << " is missed";
        ASSERT_LE(impact.time.lower, *truth.time);
        if (impact.answer == ImpactAnswer::contact) {
            ASSERT_GE(impact.time.upper, *truth.time - 1e-15);
        }
    } else {
        ASSERT_NE(impact.answer, ImpactAnswer::contact);
    }
}

// The recorded cases of moving edges, both along x, with the times that geometry gives.
TEST(EdgeEdgeImpact, RecordedCases) {
    const Vertices crossed{{{0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}};
    const Vertices parallel{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}}};
    const Impact apart = edge_edge_impact(shifted(parallel, {0, 0, 0}, {10, 0, 0}, 2),
                                          shifted(parallel, {-10, 0, 0}, {20, 0, 0}, 2));
    EXPECT_EQ(apart.answer, ImpactAnswer::miss);
    const Impact contact = edge_edge_impact(shifted(crossed, {0, 0, 0}, {10, 0, 0}, 2),
                                            shifted(crossed, {10, 0, 0}, {0, 0, 0}, 2));
    EXPECT_TRUE(contact.hit);
    EXPECT_LE(contact.time.lower, 0.45);
    EXPECT_GE(contact.time.upper, 0.45);
    EXPECT_LE(contact.time.width(), 1e-6);
    const Impact together = edge_edge_impact(crossed, shifted(crossed, {10, 0, 0}, {10, 0, 0}, 2));
    EXPECT_EQ(together.answer, ImpactAnswer::contact);
    EXPECT_EQ(together.time, (Interval{0, 0}));
    // The same in a vertical plane, where a test by projection to the ground finds nothing.
    const Vertices upright{{{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}};
    const Impact turned = edge_edge_impact(shifted(upright, {0, 0, 0}, {10, 0, 0}, 2),
                                           shifted(upright, {10, 0, 0}, {0, 0, 0}, 2));
    EXPECT_TRUE(turned.hit);
    EXPECT_LE(turned.time.lower, 0.45);
    EXPECT_GE(turned.time.upper, 0.45);
}

TEST(VertexFaceImpact, RecordedCases) {
    const Vertices face{{{0, 0, 0}, {0, 0, -1}, {0, 0, 1}, {0, 1, 0}}};
    const Impact apart =
        vertex_face_impact(shifted(face, {}, {10, 0, 0}, 1), shifted(face, {-10, 0, 0}, {20, 0, 0}, 1));
    EXPECT_EQ(apart.answer, ImpactAnswer::miss);
    // Contact on the edge of the face: it cannot be shown by continuity, and must not be missed.
    const Impact contact =
        vertex_face_impact(shifted(face, {}, {10, 0, 0}, 1), shifted(face, {10, 0, 0}, {0, 0, 0}, 1));
    EXPECT_TRUE(contact.hit);
    EXPECT_LE(contact.time.lower, 0.5);
    EXPECT_GE(contact.time.upper, 0.5);
    const Impact together = vertex_face_impact(face, shifted(face, {10, 0, 0}, {10, 0, 0}, 1));
    EXPECT_EQ(together.answer, ImpactAnswer::contact);
    EXPECT_EQ(together.time, (Interval{0, 0}));
    // A contact between two grid times, where sampling at fixed times is blind.
    const Vertices inner{{{0, 0.25, 0}, {0, 0, -1}, {0, 0, 1}, {0, 1, 0}}};
    const Impact early =
        vertex_face_impact(shifted(inner, {-6, 0, 0}, {}, 1), shifted(inner, {14, 0, 0}, {}, 1));
    EXPECT_EQ(early.answer, ImpactAnswer::contact);
    EXPECT_TRUE(early.time.contains(0.3));
    EXPECT_NEAR(early.normal.x, 1, 1e-12);
    EXPECT_NEAR(early.point.x, 0, 1e-4);
    EXPECT_NEAR(early.point.y, 0.25, 1e-12);
}

TEST(VertexImpact, RandomMotionsAgreeWithTheRootsOfTheVolume) {
    Random random(31);
    int hits = 0, clear = 0, proven = 0;
    for (int i = 0; i < 6000; ++i) {
        const double scale = i % 4 == 0 ? random.log_uniform(1e-6, 1e6) : 1;
        const Vec3 far = i % 5 == 0 ? random.in_cube(100 * scale) : Vec3{};
        Vertices start, end;
        const bool edges = i % 2 == 0;
        aim(random, edges ? 2 : 1, scale, start, end);
        for (std::size_t k = 0; k < 4; ++k) {
            start[k] += far;
            end[k] += far;
        }
        const VertexTruth truth = edges ? edge_edge_truth(start, end) : vertex_face_truth(start, end);
        const Impact impact = edges ? edge_edge_impact(start, end) : vertex_face_impact(start, end);
        if (!truth.clear) {
            ASSERT_TRUE(impact.hit || !truth.time);
            continue;
        }
        ASSERT_NO_FATAL_FAILURE(expect_sound(impact, truth, 1e-6)) << i;
        ++clear;
        hits += truth.time.has_value();
        proven += impact.answer == ImpactAnswer::contact;
        // What is not decided is rare, and always close.
        ASSERT_EQ(impact.hit, truth.time.has_value()) << i;
    }
    EXPECT_GT(clear, 5900);
    EXPECT_GT(hits, 1200);
    EXPECT_LT(hits, 4800);
    EXPECT_GE(proven, hits - 2);
}

TEST(VertexImpact, SwappedPartsAnswerAlike) {
    Random random(32);
    for (int i = 0; i < 1000; ++i) {
        Vertices start, end;
        for (std::size_t k = 0; k < 4; ++k) {
            start[k] = random.in_cube(1);
            end[k] = random.in_cube(1);
        }
        const Vertices start_b{{start[2], start[3], start[0], start[1]}},
            end_b{{end[2], end[3], end[0], end[1]}};
        const Impact one = edge_edge_impact(start, end), two = edge_edge_impact(start_b, end_b);
        ASSERT_EQ(one.hit, two.hit);
        if (!one.hit) continue;
        ASSERT_NEAR(one.time.lower, two.time.lower, 2e-6);
        ASSERT_LE(length(one.normal + two.normal), 1e-3);
    }
}

TEST(VertexImpact, MinimumSeparationIsKept) {
    Random random(33);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        Vertices start, end;
        aim(random, 1, 1, start, end);
        VertexImpactOptions options;
        options.minimum_separation = random.log_uniform(1e-4, 0.1);
        const Impact plain = vertex_face_impact(start, end), wide = vertex_face_impact(start, end, options);
        if (plain.hit) {
            ASSERT_TRUE(wide.hit);
            ASSERT_LE(wide.time.lower, plain.time.upper);
        }
        // The vertex by itself, sampled until then.
        const double until = wide.hit ? wide.time.lower : 1;
        for (int k = 0; k <= 50; ++k) {
            const double t = until * k / 50;
            if (wide.hit && t >= until) break;
            Vertices at;
            for (std::size_t j = 0; j < 4; ++j) at[j] = start[j] + t * (end[j] - start[j]);
            double nearest = std::numeric_limits<double>::infinity();
            for (int u = 0; u <= 20; ++u) {
                for (int v = 0; u + v <= 20; ++v) {
                    const Vec3 p = at[1] + (u / 20.0) * (at[2] - at[1]) + (v / 20.0) * (at[3] - at[1]);
                    nearest = std::min(nearest, length(p - at[0]));
                }
            }
            ASSERT_GE(nearest, options.minimum_separation * (1 - 1e-9)) << i << " at " << t;
        }
        hits += wide.hit && wide.answer == ImpactAnswer::contact;
    }
    EXPECT_GT(hits, 200);
}

TEST(VertexImpact, CloserThanTheSeparationAtTheStartIsContactThen) {
    for (const double separation : {1e-10, 1e-7, 1e-3, 0.1}) {
        const VertexImpactOptions options{.minimum_separation = separation};
        for (const double away : {0.0, 1e-9, 1.0, -1.0}) {
            const Vertices start{{{0.2, 0.2, separation / 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
            Vertices end = start;
            end[0].z += away;
            const Vertices edges{{{-1, 0, separation / 2}, {1, 0, separation / 2}, {0, -1, 0}, {0, 1, 0}}};
            Vertices moved = edges;
            moved[0].z += away;
            moved[1].z += away;
            for (const Impact& impact :
                 {vertex_face_impact(start, end, options), edge_edge_impact(edges, moved, options)}) {
                EXPECT_EQ(impact.answer, ImpactAnswer::contact) << separation << ' ' << away;
                EXPECT_EQ(impact.proof, ContactProof::overlap);
                EXPECT_EQ(impact.time, (Interval{0, 0})) << separation << ' ' << away;
                EXPECT_NEAR(impact.normal.z, -1, 1e-9);
                EXPECT_EQ(impact.point.z, separation / 2);
                EXPECT_EQ(impact.status, Status::converged);
            }
        }
    }
}

TEST(VertexImpact, DegenerateMotionsEndInTimeAndAreNeverMissed) {
    const Vertices flat{{{2, 0.2, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    Vertices slid = flat;
    slid[0] = {-2, 0.2, 0};  // in the plane of the face throughout
    const Impact sliding = vertex_face_impact(flat, slid);
    EXPECT_TRUE(sliding.hit);
    EXPECT_LE(sliding.time.lower, 0.3);  // enters at x = 0.8
    EXPECT_GE(sliding.time.upper, 0.3 - 1e-6);
    const Vertices point{{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    Vertices through = point;
    through[0] = {-1, 0, 0};  // a vertex through a face that is a point
    const Impact single = vertex_face_impact(point, through);
    EXPECT_TRUE(single.hit);
    EXPECT_LE(single.time.lower, 0.5);
    EXPECT_GE(single.time.upper, 0.5 - 1e-6);
    const Vertices line{{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}}};
    Vertices pushed = line;
    pushed[0].x += 4;
    pushed[1].x += 4;  // one edge along the other's line
    const Impact along = edge_edge_impact(line, pushed);
    EXPECT_TRUE(along.hit);
    EXPECT_LE(along.time.lower, 0.5);
    EXPECT_GE(along.time.upper, 0.5 - 1e-6);
    const Impact still = edge_edge_impact(line, line);
    EXPECT_EQ(still.answer, ImpactAnswer::miss);
}

TEST(VertexImpact, GrazingLadderIsNeverMissed) {
    for (const double gap : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3}) {
        // A vertex passes the corner of a triangle, `gap` outside of it. The slanted one's corner is inside
        // of its box.
        for (const bool slanted : {false, true}) {
            const Vertices start = slanted
                                       ? Vertices{{{1 - gap, 2 + gap, 1}, {0, 0, 0}, {3, 3, 0}, {1, 2, 0}}}
                                       : Vertices{{{0.5, 1 + gap, 1}, {0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}}};
            Vertices end = start;
            end[0].z = -1;
            const Impact impact = vertex_face_impact(start, end);
            // Along an axis a gap of one double is certain; elsewhere only one above rounding is.
            if (gap > (slanted ? 1e-13 : 0)) {
                EXPECT_EQ(impact.answer, ImpactAnswer::miss) << gap;
            } else {
                EXPECT_TRUE(impact.hit) << gap;
            }
            if (gap < -1e-9) {
                EXPECT_EQ(impact.answer, ImpactAnswer::contact) << gap;
            }
        }
    }
}

TEST(VertexImpact, WaysApartAlongAnAxisAreAMissHoweverFlatTheirPlane) {
    // All in one plane, a double more than the separation apart: planes across the nearest points are mostly
    // rounding there.
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (const double separation : {0.0, 0.25 * scale}) {
            Vertices start{{{-1, 0.5, 0}, {-1, -0.5, 0}, {1, -0.5, 0}, {1, 0.5, 0}}};
            for (Vec3& v : start) v = scale * v;
            Vertices end = start;
            end[0].x = end[1].x = 0;
            end[2].x = end[3].x = separation;
            const VertexImpactOptions options{.minimum_separation = separation};
            EXPECT_TRUE(edge_edge_impact(start, end, options).hit) << scale << ' ' << separation;
            end[2].x = end[3].x = separation > 0 ? std::nextafter(separation, 2 * separation)
                                                 : std::numeric_limits<double>::denorm_min();
            const Impact miss = edge_edge_impact(start, end, options);
            EXPECT_EQ(miss.answer, ImpactAnswer::miss) << scale << ' ' << separation;
            EXPECT_FALSE(miss.hit);
            EXPECT_EQ(miss.time, Interval(1));
        }
    }
}

// Small whole numbers: edges that are parallel, or in one plane, all the way. Hardly any of them ends without
// a narrow time.
TEST(VertexImpact, DegenerateQueriesSeldomRunOutOfSteps) {
    Random random(77);
    int open = 0;
    constexpr int kQueries = 20000;
    for (int i = 0; i < kQueries; ++i) {
        std::array<Vec3, 4> start{}, end{};
        for (std::size_t k = 0; k < 12; ++k) {
            start[k / 3][k % 3] = static_cast<double>(random.index(3)) - 1;
            end[k / 3][k % 3] = static_cast<double>(random.index(3)) - 1;
        }
        const Impact impact = i % 2 == 0 ? vertex_face_impact(start, end) : edge_edge_impact(start, end);
        open += impact.status == Status::converged ? 0 : 1;
        if (impact.hit && impact.status == Status::converged) {
            EXPECT_LE(impact.time.width(), 1e-6) << i;
        }
    }
    EXPECT_LE(open, kQueries / 1000);
}

TEST(VertexImpact, BadNumbersAreRefused) {
    const Vertices fine{{{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    Vertices bad = fine;
    bad[2].y = std::numeric_limits<double>::quiet_NaN();
    for (const Impact& impact :
         {vertex_face_impact(bad, fine), edge_edge_impact(fine, bad),
          vertex_face_impact(fine, fine, {.tolerance = 0}),
          edge_edge_impact(fine, fine, {.tolerance = 1e-6, .minimum_separation = -1})}) {
        EXPECT_EQ(impact.status, Status::invalid_input);
        EXPECT_TRUE(impact.hit);
        EXPECT_EQ(impact.time, (Interval{0, 1}));
    }
}

// Parallel edges that pass at 3e-11 of their size: neither the way between the nearest points nor the plane
// of their differences is good to that.
TEST(VertexImpact, ParallelEdgesThatPassCloseAreAMiss) {
    const std::array<Vec3, 4> start{{{0.1666666666666668, 0.3717752795857997, 0.66666666666666674},
                                     {0.16666666666666632, 0.3717752795857997, 1.6721579001731841e-17},
                                     {0.16666666669999999, 0.33333333336666665, -3.33333360913457e-11},
                                     {0.16666666669999999, 0.33333333336666665, 0.66666666663333329}}};
    const std::array<Vec3, 4> end{{{0.16666666666666644, 0.32941006446232318, 0.66666666666666652},
                                   {0.16666666666666644, 0.3294100644623234, -2.6533235819691846e-16},
                                   {0.16666666669999999, 0.33333333336666665, -3.33333360913457e-11},
                                   {0.16666666669999999, 0.33333333336666665, 0.66666666663333329}}};
    EXPECT_EQ(edge_edge_impact(start, end).answer, ImpactAnswer::miss);
    EXPECT_EQ(
        edge_edge_impact({start[2], start[3], start[0], start[1]}, {end[2], end[3], end[0], end[1]}).answer,
        ImpactAnswer::miss);
}

}  // namespace
}  // namespace graze::test
