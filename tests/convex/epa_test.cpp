// EPA on its own: every start simplex, flat differences, exact depths, the kept surface, budgets and pairs
// without a single deepest direction.
#include "convex/epa/epa.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "convex/core_pairs.hpp"
#include "convex/epa/separate.hpp"
#include "convex/gjk/gjk.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/polytope_oracle.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

/// A simplex of support points along the directions.
Simplex start_from(const CorePair& pair, const std::vector<Vec3>& directions) {
    Simplex s;
    for (const Vec3& d : directions) {
        SimplexPoint& p = s.points[s.size];
        p = {pair.support_a(d) - pair.support_b(d), pair.support_a(d), pair.support_b(d), d};
        s.weights[s.size++] = 1.0 / static_cast<double>(directions.size());
    }
    return s;
}

/// As tight as the solver ever asks.
EpaGoal tight(const CorePair& pair) {
    EpaGoal goal;
    goal.tolerance = 2 * pair.error;
    return goal;
}

Vec3 weighted(const Simplex& simplex) {
    Vec3 sum{};
    for (std::uint32_t i = 0; i < simplex.size; ++i) sum += simplex.weights[i] * simplex.points[i].w;
    return sum;
}

void expect_depth(const CorePair& pair, const EpaResult& depth, double truth) {
    EXPECT_LE(depth.lower, truth + pair.error);
    EXPECT_GE(depth.upper, truth - pair.error);
    EXPECT_LE(depth.upper - depth.lower, 2 * pair.error);
    EXPECT_FALSE(depth.budget_reached);
    EXPECT_NEAR(length(depth.normal), 1, 4 * kEps);
    // Between the bounds, right across the origin.
    EXPECT_NEAR(dot(weighted(depth.simplex), depth.normal), truth, 1e-12 * pair.extent);
}

// Two cubes of half size 1, the second moved by (1, 0.25, 0.125): depth 1 along x.
class EveryStart : public testing::Test {
protected:
    Placed a_{Box{{1, 1, 1}}}, b_{Box{{1, 1, 1}}, Pose::translation({1, 0.25, 0.125})};
    CorePair pair_ = pair_of(a_, b_);
};

TEST_F(EveryStart, Point) {
    // Far outside of what a point can hold: a start must hold the origin, so the shapes touch at that very
    // point.
    const Placed b{Box{{1, 1, 1}}, Pose::translation({2, 2, 2})};
    const CorePair touching = pair_of(a_, b);
    const EpaResult depth = epa(touching, start_from(touching, {{1, 1, 1}}), tight(touching));
    EXPECT_EQ(depth.lower, 0);
    EXPECT_NEAR(depth.upper, 0, touching.error);
    EXPECT_EQ(weighted(depth.simplex), Vec3{});
}

TEST_F(EveryStart, Segment) {
    const Placed b{Box{{1, 1, 1}}};  // concentric: opposite corners
    const CorePair pair = pair_of(a_, b);
    expect_depth(pair, epa(pair, start_from(pair, {{1, 1, 1}, {-1, -1, -1}}), tight(pair)), 2);
}

TEST_F(EveryStart, Triangle) {
    // Three corners of the difference whose plane passes the origin: (±2, ±2, ±2) in the plane x = y.
    const Placed b{Box{{1, 1, 1}}};
    const CorePair pair = pair_of(a_, b);
    expect_depth(pair, epa(pair, start_from(pair, {{1, 1, 1}, {-1, -1, 1}, {-1, -1, -1}}), tight(pair)), 2);
}

TEST_F(EveryStart, TetrahedronAroundTheOrigin) {
    const EpaResult depth =
        epa(pair_, start_from(pair_, {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}), tight(pair_));
    expect_depth(pair_, depth, 1);
    EXPECT_NEAR(depth.normal.x, 1, 1e-15);
}

TEST_F(EveryStart, TetrahedronWithTheOriginOnAFaceAnEdgeAndACorner) {
    const Vec3 p{1, 1, 1}, q{1, -1, -1}, r{-1, 1, -1}, s{-1, -1, 1};
    // The difference is the cube of half size 2 around -t; a face, an edge or a corner of the tetrahedron of
    // its corners is at the origin when t is a point of that.
    for (const Vec3& t : {Vec3{2, 2, 2} * (1.0 / 3), Vec3{2, 0, 0}, Vec3{0, 0, 2}, Vec3{2, 2, 2}}) {
        const Placed b{Box{{1, 1, 1}}, Pose::translation(t)};
        const CorePair pair = pair_of(a_, b);
        const double truth = 2 - max_component(t);
        expect_depth(pair, epa(pair, start_from(pair, {p, q, r, s}), tight(pair)), truth);
        expect_depth(pair, epa(pair, start_from(pair, {s, q, p, r}), tight(pair)), truth);
    }
}

TEST(Epa, FlatDifferencesHaveDepthZero) {
    const Placed x{Segment{{-1, 0, 0}, {1, 0, 0}}}, y{Segment{{0.5, -1, 0}, {0.5, 1, 0}}};
    const Placed t{Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
        u{Triangle{{0.25, 0.25, 0}, {2, 0.25, 0}, {0.25, 2, 0}}};
    const Placed p{Point{{0.25, 0.25, 0}}}, edge{Point{{0.5, 0, 0}}}, same{Segment{{-0.5, 0, 0}, {3, 0, 0}}};
    Random random(930);
    for (const auto& [a, b] :
         {std::pair{x, y}, {t, u}, {t, p}, {t, edge}, {x, same}, {p, p}, {t, t}, {x, edge}})
        for (int turn = 0; turn < 5; ++turn) {
            const Pose motion = turn == 0 ? Pose{} : random.pose(2);
            const Placed m{a.shape, motion}, n{b.shape, motion};
            const CertifiedSeparation s = certified_separation(m, n);
            EXPECT_LE(s.separation.distance.lower, 0);
            EXPECT_GE(s.separation.distance.upper, 0);
            EXPECT_LE(s.separation.distance.width(), 1e-13);
            EXPECT_EQ(s.separation.status, Status::converged);
            EXPECT_LE(length(s.separation.point_a - s.separation.point_b), 1e-13);
            EXPECT_TRUE(verify(s, m, n));
        }
}

TEST(Epa, FourFlatPointsAreWitnessedByTheRightThree) {
    const Placed a{Segment{{-1, 0, 0}, {1, 0, 0}}}, b{Segment{{0.5, -1, 0}, {0.5, 1, 0}}};
    const CorePair pair = pair_of(a, b);
    std::vector<Vec3> directions{{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}};
    for (int rotation = 0; rotation < 4; ++rotation) {
        const EpaResult depth = epa(pair, start_from(pair, directions), {});
        EXPECT_LE(length(weighted(depth.simplex)), 1e-15) << rotation;
        EXPECT_EQ(depth.upper, 0) << rotation;
        EXPECT_NEAR(std::abs(depth.normal.z), 1, 1e-15) << rotation;
        std::rotate(directions.begin(), directions.begin() + 1, directions.end());
    }
}

TEST(Epa, DepthsOfPolytopesAreExact) {
    Random random(931);
    int deep = 0;
    for (int trial = 0; trial < 150; ++trial) {
        const auto type = [&] { return kPolytopeTypes[3 + random.index(7)]; };
        const ShapeType first = type();
        const PairCase p = random_pair(random, first, type(),
                                       trial % 2 == 0 ? Arrangement::deep : Arrangement::random, true);
        const CorePair pair = pair_of(p.a, p.b);
        const ExactDistance exact = exact_distance(p.a, p.b);
        if (exact.sign() >= 0) continue;
        ++deep;
        Trace trace;
        SeparationOptions options;
        options.trace = &trace;
        const Separation s = separation(p.a, p.b, options);
        EXPECT_TRUE(contains(s.distance, exact)) << describe(p);
        EXPECT_LE(s.distance.width(), 1e-9 * larger_reach(p.a, p.b) + 256 * kEps * pair_extent(p.a, p.b))
            << describe(p);
        // Facets come nearest first as long as nothing rounds, and every bound holds the depth.
        const double truth = -exact.approximate() * pair.scale;
        for (const TraceStep& step : trace.steps) {
            if (step.stage != TraceStage::epa) continue;
            EXPECT_EQ(step.simplex_size, 3u);
            EXPECT_LE(step.bounds.lower, truth + 2 * pair.error) << describe(p);
            EXPECT_GE(step.bounds.upper, truth - 2 * pair.error) << describe(p);
        }
    }
    EXPECT_GT(deep, 60);
}

TEST(Epa, MovingByTheDepthAlongTheNormalMakesThemTouch) {
    Random random(932);
    for (const ShapeType type :
         {ShapeType::box, ShapeType::hull, ShapeType::ellipsoid, ShapeType::cone, ShapeType::cylinder})
        for (int trial = 0; trial < 20; ++trial) {
            const PairCase p = random_pair(random, type, ShapeType::hull, Arrangement::deep);
            const Separation s = separation(p.a, p.b);
            if (s.status != Status::converged || !(s.distance.upper < 0)) continue;
            Placed moved = p.b;
            moved.pose.position += -s.distance.middle() * s.normal;
            const Interval left = separation(p.a, moved).distance;
            const double slack = s.distance.width() + 64 * kEps * pair_extent(p.a, p.b);
            EXPECT_LE(left.lower, slack) << describe(p);
            EXPECT_GE(left.upper, -slack) << describe(p);
        }
}

/// Closed, oriented, around the origin, made of differences, no nearer to the origin than `lower`.
void expect_surface(const EpaPolytope& surface, double lower, double slack) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    double volume = 0;
    for (const auto& t : surface.triangles) {
        const Vec3 w[3] = {surface.vertices[t.vertices[0]].w, surface.vertices[t.vertices[1]].w,
                           surface.vertices[t.vertices[2]].w};
        for (std::size_t i = 0; i < 3; ++i) ++edges[{t.vertices[i], t.vertices[(i + 1) % 3]}];
        volume += dot(w[0], cross(w[1], w[2]));
        const double norm = length(t.normal);
        if (norm == 0) continue;
        for (const Vec3& corner : w) EXPECT_GE(dot(corner, t.normal) / norm, lower - slack);
    }
    EXPECT_GT(volume, 0);
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(edges.count({edge.second, edge.first}), 1u) << "an open edge";
    }
}

TEST(Epa, TheKeptPolytopeIsAClosedSurfaceAroundTheOrigin) {
    Random random(933);
    for (int trial = 0; trial < 60; ++trial) {
        const ShapeType type = trial % 3 == 0   ? ShapeType::ellipsoid
                               : trial % 3 == 1 ? ShapeType::hull
                                                : ShapeType::cylinder;
        const PairCase p = random_pair(random, type, ShapeType::box, Arrangement::deep);
        const CorePair pair = pair_of(p.a, p.b);
        GjkGoal goal;
        goal.tolerance = 2 * pair.error;
        const GjkResult found = gjk(pair, goal);
        if (found.outcome != GjkOutcome::overlapping) continue;
        EpaPolytope surface;
        EpaGoal expand;
        expand.tolerance = 1e-6 * pair.extent;
        const EpaResult depth = epa(pair, found.simplex, expand, &surface);
        if (surface.triangles.empty()) continue;
        expect_surface(surface, depth.lower, 16 * kEps * pair.extent);
        for (const SimplexPoint& v : surface.vertices) EXPECT_EQ(v.w, v.a - v.b);
    }
}

TEST(Epa, ASearchThatCannotCloseAHoleKeepsItsSurfaceAndWitness) {
    // A ball in the axis of a cylinder, deep around a whole circle: after a thousand steps the next hole gets
    // too large.
    const Mat3 turned{{{{0x1.1c51d49394f59p-1, 0x1.1a11bea3cc953p-1, 0x1.3ef8df66a3f46p-1},
                        {0x1.4482cdd40a71fp-1, 0x1.a31dc49e4aa68p-3, -0x1.7de9e0d0bbaccp-1},
                        {-0x1.13addae5299d8p-1, 0x1.9e3fbf8f31cap-1, -0x1.e25faadf61178p-3}}}};
    const Placed a{Shape(Sphere{0x1.46aaa4a9d0cbap-2}),
                   {turned, {-0x1.c930a520540ecp-4, 0x1.00277b25ac34fp-2, 0x1.a486fc7a43ce5p-2}}};
    const Placed b{Shape(Cylinder{0x1.036a444ea5d85p-2, 0x1.609fe030903c5p-2}),
                   {turned, {-0x1.1e81f220997f6p-3, 0x1.2baa56312ee23p-2, 0x1.97dc51057e7bbp-2}}};
    const CertifiedSeparation certified = certified_separation(a, b);
    EXPECT_TRUE(verify(certified, a, b));
    const Separation& s = certified.separation;
    const double spanned = dot(s.point_b - s.point_a, s.normal);
    EXPECT_LE(s.distance.lower - 1e-15, spanned);
    EXPECT_LE(spanned, s.distance.upper + 1e-15);
    EXPECT_LT(length(s.point_b - s.point_a - spanned * s.normal), 1e-5 * -spanned);
}

/// Points spread evenly over the unit sphere, by the golden angle.
ConvexHull round_hull(int count) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const double z = 1 - 2 * (i + 0.5) / count, angle = i * 2.399963229728653, r = std::sqrt(1 - z * z);
        points.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
    return *ConvexHull::build(points);
}

/// How far a point inside of a hull is from its boundary, by all of its triangles.
double depth_in(const ConvexHull& hull, const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& t : hull.data().triangles) {
        const Vec3 a = hull.vertices()[t[0]];
        least =
            std::min(least, dot(unit(cross(hull.vertices()[t[1]] - a, hull.vertices()[t[2]] - a)), a - p));
    }
    return least;
}

// The nearest facets of such a difference are a thousand and more, all about equally near: the polytope
// outgrows the stack.
TEST(Epa, LargeHullsWithOneCentreEndAsNarrowAsOthers) {
    const Pose turn = Pose::from(Quat{1, 0.3, 0.2, 0.1}, {});
    const ConvexHull hull = round_hull(2000);
    const Placed a{hull};
    for (const Vec3& centre : {Vec3{}, Vec3{1e-3, 0, 0}, Vec3{0.01, 0.02, 0}}) {
        const double depth = depth_in(hull, centre);
        for (const double radius : {0.0, 0.1}) {
            const Placed b{rounded(Point{}, radius), {turn.rotation, centre}};
            const CertifiedSeparation certified = certified_separation(a, b);
            EXPECT_TRUE(verify(certified, a, b));
            for (const Separation& s : {certified.separation, separation(a, b), separation(b, a)}) {
                EXPECT_EQ(s.status, Status::converged);
                EXPECT_LE(s.distance.width(), 1e-9);
                EXPECT_NEAR(-s.distance.middle(), depth + radius, 1e-13);
            }
        }
    }
    const Placed first{round_hull(1024)}, second{first.shape, turn};
    const CertifiedSeparation certified = certified_separation(first, second);
    EXPECT_EQ(certified.separation.status, Status::converged);
    EXPECT_LE(certified.separation.distance.width(), 1e-9 * first.shape.reach());
    EXPECT_TRUE(verify(certified, first, second));
    EXPECT_GT(certified.separation.iterations, 1280u);
    // As many steps as are requested, and bounds that hold the rest.
    for (const std::uint32_t budget : {200u, 300u, 1300u}) {
        const Separation s = separation(first, second, {.max_iterations = budget});
        EXPECT_EQ(s.status, Status::budget_reached);
        EXPECT_GE(s.iterations, budget);
        EXPECT_LE(s.iterations, 2 * budget);
        EXPECT_LE(s.distance.lower, certified.separation.distance.upper);
        EXPECT_GE(s.distance.upper, certified.separation.distance.lower);
    }
}

TEST(Epa, SmallBudgetsGiveWiderTrueBounds) {
    Random random(934);
    for (int trial = 0; trial < 40; ++trial) {
        const PairCase p = random_pair(random, ShapeType::ellipsoid,
                                       trial % 2 == 0 ? ShapeType::cone : ShapeType::hull, Arrangement::deep);
        const Interval truth = enclose_distance(p.a, p.b, Precision::fast);
        const CorePair pair = pair_of(p.a, p.b);
        const GjkResult found = gjk(pair, {.tolerance = 2 * pair.error});
        if (found.outcome != GjkOutcome::overlapping) continue;
        for (std::uint32_t budget = 1; budget <= 40; budget += budget) {
            EpaGoal goal;
            goal.max_iterations = budget;
            const EpaResult depth = epa(pair, found.simplex, goal);
            EXPECT_LE(depth.iterations, budget);
            EXPECT_TRUE(depth.budget_reached);
            EXPECT_LE(depth.lower,
                      -(truth.lower + p.a.shape.margin() + p.b.shape.margin()) * pair.scale + pair.error)
                << describe(p);
            EXPECT_GE(depth.upper,
                      -(truth.upper + p.a.shape.margin() + p.b.shape.margin()) * pair.scale - pair.error)
                << describe(p);
        }
    }
}

TEST(Epa, PairsWithoutASingleDeepestDirectionEndNarrow) {
    Random random(935);
    std::vector<PairCase> pairs;
    for (const double ratio : {1.0, 0.5, 0.1}) {
        const Placed a{Cylinder{1, 0.8}};
        for (const double shift : {0.0, 0.1, 0.5})
            pairs.push_back({a, {Cylinder{ratio, 0.8 * ratio}, Pose::translation({0, 0, shift})}});
        pairs.push_back({{Cone{1, 1}}, {Cylinder{ratio, 1}, Pose::translation({0, 0, 0.2})}});
        for (const double off : {0.0, 1e-9, 1e-3})
            pairs.push_back({{Ellipsoid{{1, 1, 1.5}}},
                             {Ellipsoid{{ratio, ratio, ratio * 1.2}}, Pose::translation({off, off, 0})}});
        pairs.push_back(
            {{Ellipsoid{{1, 1, 1}}}, {Ellipsoid{{ratio, ratio, ratio}}, Pose::translation({1e-7, 0, 0})}});
    }
    for (const PairCase& p : pairs) {
        const CertifiedSeparation s = certified_separation(p.a, p.b);
        EXPECT_LE(s.separation.distance.width(), 1e-3 * larger_reach(p.a, p.b)) << describe(p);
        EXPECT_TRUE(verify(s, p.a, p.b)) << describe(p);
        const double above = overlap_by_search(p.a, p.b);
        EXPECT_LE(-s.separation.distance.upper, above + 1e-12) << describe(p);
    }
}

TEST(Epa, ClosedFormsOfBallsAndBoxes) {
    Random random(936);
    for (int trial = 0; trial < 50; ++trial) {
        const Vec3 h = abs(random.in_cube(1)) + Vec3{0.1, 0.1, 0.1},
                   k = abs(random.in_cube(1)) + Vec3{0.1, 0.1, 0.1};
        const Vec3 t = hadamard(h + k, random.in_cube(0.99));
        const CertifiedSeparation s = certified_separation({Box{h}}, {Box{k}, Pose::translation(t)});
        const Vec3 clearance = h + k - abs(t);
        const double truth = std::min({clearance.x, clearance.y, clearance.z});
        EXPECT_LE(std::abs(s.separation.distance.middle() + truth), 1e-13);
        EXPECT_LE(s.separation.distance.width(), 1e-9 * length(h + k));
    }
    // A ball is a point with a margin: the cores of two never overlap but at one point.
    const Separation s = certified_separation({Sphere{1}}, {Sphere{0.5}}).separation;
    EXPECT_TRUE(s.distance.contains(-1.5));
    EXPECT_LE(s.distance.width(), 1e-14);
}

}  // namespace
}  // namespace graze::test
