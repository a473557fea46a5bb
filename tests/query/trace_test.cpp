// Traces change no answer, and report every step in the frame of a and the caller's unit of length, at sizes
// where the solver scales the pair.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/judge.hpp"
#include "oracle/quadric_oracle.hpp"

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
        for (std::uint32_t k = 0; k < p.simplex_size; ++k)
            EXPECT_LE(length(p.simplex[k] * factor - s.simplex[k]), 1e-12 * factor);
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
            separation({Cone{1, 1}, Pose::identity()}, {Ellipsoid{{1, 0.5, 0.5}}, at(1)}, {.trace = &plain});
            separation({Cone{factor, factor}, Pose::identity()},
                       {Ellipsoid{Vec3{1, 0.5, 0.5} * factor}, at(factor)}, {.trace = &scaled});
            EXPECT_EQ(scaled.steps[0].support, (Vec3{4, 5, 6}));
            EXPECT_EQ(scaled.steps[0].bounds, Interval(7, 8));
            scaled.steps.erase(scaled.steps.begin());
            EXPECT_GE(plain.steps.size(), 2u);
            expect_same_steps(plain, scaled, factor);
        }
    }
}

Shape mesh_shape() {
    const TriangleSoup soup = box_mesh({0.5, 0.6, 0.7});
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid});
}

Shape compound_shape() {
    const std::vector<CompoundPart> members{
        {Sphere{0.5}, {}}, {Box{{0.2, 0.4, 0.3}}, Affine::from(Pose::translation({0.6, 0.1, 0}))}};
    return *Compound::build(members);
}

Shape height_field_shape() {
    return *HeightField::build({3, 3, 0.7, 0.7, {-1, -1}}, std::vector<double>(16, 0.1));
}

void expect_same_bits(const Separation& plain, const Separation& traced) {
    EXPECT_EQ(plain.distance, traced.distance);
    EXPECT_EQ(plain.point_a, traced.point_a);
    EXPECT_EQ(plain.point_b, traced.point_b);
    EXPECT_EQ(plain.normal, traced.normal);
    EXPECT_EQ(plain.status, traced.status);
    EXPECT_EQ(plain.iterations, traced.iterations);
    EXPECT_EQ(plain.part_a, traced.part_a);
    EXPECT_EQ(plain.part_b, traced.part_b);
    EXPECT_EQ(plain.terms_from_b, traced.terms_from_b);
    ASSERT_EQ(plain.terms, traced.terms);
    for (std::uint32_t i = 0; i < plain.terms; ++i) {
        EXPECT_EQ(plain.directions[i], traced.directions[i]);
        EXPECT_EQ(plain.weights[i], traced.weights[i]);
    }
}

bool is_answer(TraceStage stage) { return stage >= TraceStage::closed_form; }

/// The step of a method that is no search has its answer; one step per iteration otherwise.
void expect_steps_of(const Trace& trace, const Separation& s, const Placed& a) {
    ASSERT_FALSE(trace.steps.empty());
    const TraceStep& last = trace.steps.back();
    std::size_t searched = 0;
    for (const TraceStep& step : trace.steps)
        searched += is_answer(step.stage) || step.stage == TraceStage::inner_balls ? 0 : 1;
    if (is_answer(last.stage)) {
        EXPECT_EQ(last.bounds, s.distance);
        EXPECT_LE(length(a.pose.rotation * last.axis - s.normal), 1e-14);
    } else {  // flat differences are expanded without a polytope, and without steps
        EXPECT_LE(searched, s.iterations);
        EXPECT_GT(searched, 0u);
    }
    const auto by_gjk = [](const TraceStep& step) { return step.stage == TraceStage::gjk; };
    if (std::ranges::all_of(trace.steps, by_gjk) && s.distance.lower > 0) {
        EXPECT_EQ(searched, s.iterations);
    }
}

/// Every pair of types in both orders, in every arrangement: closed forms, descents, searches, depths, and
/// pairs that are solved in reverse.
TEST(Trace, LeavesEveryAnswerAsItIs) {
    Random random(108);
    std::vector<ShapeType> types(kAllShapeTypes.begin(), kAllShapeTypes.end());
    types.insert(types.end(), {ShapeType::mesh, ShapeType::compound, ShapeType::height_field});
    const auto shape_of = [&](ShapeType type) {
        if (type == ShapeType::mesh) return mesh_shape();
        if (type == ShapeType::compound) return compound_shape();
        return type == ShapeType::height_field ? height_field_shape() : random_shape(random, type);
    };
    std::array<int, 8> stages{};
    for (const ShapeType first : types)
        for (const ShapeType second : types)
            for (std::size_t arrangement = 0; arrangement < kArrangementCount; ++arrangement) {
                const bool parts = !is_convex(first) || !is_convex(second);
                if (parts && arrangement % 4 != 0) continue;  // depths of solids take long
                const PairCase p = placed_pair(random, shape_of(first), shape_of(second),
                                               static_cast<Arrangement>(arrangement));
                Trace trace;
                PairCache plain_cache, traced_cache;
                const std::uint32_t budget = parts ? 16 : 0;
                const Separation plain = separation(p.a, p.b, {.max_iterations = budget}, &plain_cache);
                const Separation traced =
                    separation(p.a, p.b, {.max_iterations = budget, .trace = &trace}, &traced_cache);
                expect_same_bits(plain, traced);
                EXPECT_EQ(plain_cache.axis, traced_cache.axis);
                EXPECT_EQ(plain_cache.count, traced_cache.count);
                if (traced.status != Status::invalid_input) expect_steps_of(trace, traced, p.a);
                for (const TraceStep& step : trace.steps) ++stages[static_cast<std::size_t>(step.stage)];
                if (HasFailure()) FAIL() << describe(p);
            }
    for (std::size_t stage = 0; stage < stages.size(); ++stage) EXPECT_GT(stages[stage], 0) << stage;
}

TEST(Trace, LeavesCertifiedAnswersAsTheyAre) {
    Random random(109);
    for (const ShapeType first : kAllShapeTypes)
        for (const ShapeType second : kAllShapeTypes)
            for (const Arrangement arrangement :
                 {Arrangement::random, Arrangement::concentric, Arrangement::deep}) {
                const PairCase p = random_pair(random, first, second, arrangement);
                Trace trace;
                const CertifiedSeparation plain = certified_separation(p.a, p.b);
                const CertifiedSeparation traced = certified_separation(p.a, p.b, {.trace = &trace});
                expect_same_bits(plain.separation, traced.separation);
                EXPECT_EQ(plain.certificate.vertices.size(), traced.certificate.vertices.size());
                EXPECT_EQ(plain.certificate.triangles.size(), traced.certificate.triangles.size());
                if (HasFailure()) FAIL() << describe(p);
            }
}

/// World axes, from the position.
Vec3 turned_support(const Placed& placed, const Vec3& d) {
    return placed.pose.rotation * support(placed.shape, transpose_times(placed.pose.rotation, d));
}

/// Steps of pairs that are solved in reverse are brought to the frame of a: every support point is one of the
/// difference a - b there.
TEST(Trace, IsInTheFrameOfTheFirstShape) {
    Random random(110);
    int steps = 0;
    for (const ShapeType type : {ShapeType::hull, ShapeType::ellipsoid, ShapeType::tetrahedron})
        for (int trial = 0; trial < 30; ++trial) {
            const Arrangement arrangement = trial % 2 == 0 ? Arrangement::concentric : Arrangement::random;
            const PairCase p = random_pair(random, type, type, arrangement);
            for (const auto& [a, b] : {std::pair{p.a, p.b}, std::pair{p.b, p.a}}) {
                Trace trace;
                separation(a, b, {.trace = &trace});
                for (const TraceStep& step : trace.steps) {
                    if (is_answer(step.stage)) continue;
                    ++steps;
                    const Vec3 d = unit(a.pose.rotation * step.axis), w = a.pose.rotation * step.support;
                    const double height = dot(d, turned_support(a, d) - turned_support(b, -d) +
                                                     (a.pose.position - b.pose.position)) -
                                          a.shape.margin() - b.shape.margin();
                    EXPECT_NEAR(dot(d, w), height, 1e-9 * pair_extent(a, b)) << describe(p);
                }
            }
        }
    EXPECT_GT(steps, 500);
}

/// With the first step's four corners every facet is made of points reported before: a viewer can rebuild the
/// polytope.
TEST(Trace, TellsWhatThePolytopeStartsAs) {
    Random random(107);
    int deep = 0;
    for (int i = 0; i < 60; ++i) {
        const PairCase pair = random_pair(random, i % 2 == 0 ? ShapeType::cone : ShapeType::box,
                                          ShapeType::hull, Arrangement::deep);
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
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NE(std::ranges::find(known, step.simplex[k]), known.end()) << describe(pair);
            known.push_back(step.support);
        }
        EXPECT_FALSE(s.distance.upper < -1e-6 && known.empty()) << describe(pair);
    }
    EXPECT_GT(deep, 40);
}

}  // namespace
}  // namespace graze::test
