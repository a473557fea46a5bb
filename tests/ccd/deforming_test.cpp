// Deforming meshes: the earliest contact equals that of all pairs of features, candidates leave none out,
// neighbours are no contacts.
#include "graze/ccd/feature_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

struct Owned {
    std::vector<Vec3> start, end;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    [[nodiscard]] DeformingMesh view() const { return {start, end, triangles}; }
};

Owned moved(const TriangleSoup& soup, Random& random, const Vec3& from, const Vec3& displacement,
            double wobble) {
    Owned mesh;
    mesh.triangles = soup.triangles;
    for (const Vec3& v : soup.vertices) {
        mesh.start.push_back(v + from);
        mesh.end.push_back(v + from + displacement + random.in_cube(wobble));
    }
    return mesh;
}

using Edge = std::array<std::uint32_t, 2>;

std::set<Edge> edges_of(const Owned& mesh) {
    std::set<Edge> edges;
    for (const auto& t : mesh.triangles) {
        for (std::size_t k = 0; k < 3; ++k)
            edges.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    }
    return edges;
}

bool share(std::initializer_list<std::uint32_t> a, std::initializer_list<std::uint32_t> b) {
    return std::any_of(a.begin(), a.end(),
                       [&](std::uint32_t v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

/// The earliest contact of all pairs of features, one by one; `same`: of one mesh with itself.
Impact brute_force(const Owned& a, const Owned& b, bool same, const VertexImpactOptions& options) {
    Impact best;
    const auto keep = [&](const Impact& impact) {
        if (impact.hit && (!best.hit || impact.time.lower < best.time.lower)) best = impact;
    };
    const auto vertices_against = [&](const Owned& points, const Owned& faces) {
        std::set<std::uint32_t> used;
        for (const auto& t : points.triangles) used.insert(t.begin(), t.end());
        for (const std::uint32_t v : used) {
            for (const auto& t : faces.triangles) {
                if (same && share({v}, {t[0], t[1], t[2]})) continue;
                keep(vertex_face_impact(
                    {{points.start[v], faces.start[t[0]], faces.start[t[1]], faces.start[t[2]]}},
                    {{points.end[v], faces.end[t[0]], faces.end[t[1]], faces.end[t[2]]}}, options));
            }
        }
    };
    vertices_against(a, b);
    if (!same) vertices_against(b, a);
    for (const Edge& e : edges_of(a)) {
        for (const Edge& f : edges_of(b)) {
            if (same && (share({e[0], e[1]}, {f[0], f[1]}) || f < e)) continue;
            keep(edge_edge_impact({{a.start[e[0]], a.start[e[1]], b.start[f[0]], b.start[f[1]]}},
                                  {{a.end[e[0]], a.end[e[1]], b.end[f[0]], b.end[f[1]]}}, options));
        }
    }
    return best;
}

TEST(DeformingImpact, EqualsAllPairsOfFeatures) {
    Random random(71);
    int hits = 0;
    constexpr int kRuns = 40;
    for (int i = 0; i < kRuns; ++i) {
        const Vec3 from = 2.5 * random.direction();
        const Owned a = moved(icosphere_mesh(0.8, 1), random, {}, {}, 0.3);
        const Owned b = moved(torus_mesh({0.6, 0.2, 8, 4}), random, from,
                              random.in_cube(1) - random.uniform(0.3, 1) * from, 0.3);
        VertexImpactOptions options;
        if (i % 3 == 0) options.minimum_separation = 0.05;
        const auto found = deforming_impact(a.view(), b.view(), options);
        ASSERT_TRUE(found.has_value());
        const Impact slow = brute_force(a, b, false, options);
        ASSERT_EQ(found->impact.hit, slow.hit) << i;
        hits += slow.hit;
        if (!slow.hit) continue;
        ASSERT_NEAR(found->impact.time.lower, slow.time.lower, 1e-6) << i;
        ASSERT_LE(found->impact.time.width(), 1e-6);
        // The reported pair is one that touches then, and swapping the meshes flips the normal.
        const auto flipped = deforming_impact(b.view(), a.view(), options);
        ASSERT_NEAR(flipped->impact.time.lower, found->impact.time.lower, 1e-6);
        ASSERT_GT(dot(found->impact.normal, from), -0.5) << "from a to b";
        ASSERT_GT(found->impact.work.primitive_tests, 0u);
    }
    EXPECT_GT(hits, kRuns / 4);
    EXPECT_LT(hits, kRuns);
}

// Of the pairs that overlap at one time some are closer than rounding resolves and some are certain: contact
// is certain then, whichever comes first.
TEST(DeformingImpact, WhatOnePairLeavesOpenAnotherOneShows) {
    for (const double high : {0.0, 1.0}) {
        Owned ground;
        // In the plane z = x, so that boxes around the ways overlap.
        ground.start = ground.end = {{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {10, 0, 10}, {11, 0, 11}, {10, 1, 10}};
        ground.triangles = {{0, 1, 2}, {3, 4, 5}};
        // Open at the start: a vertex one double above. Open later: a vertex that comes down on a side.
        const Vec3 doubtful = high == 0 ? Vec3{0.2, 0.2, std::nextafter(0.2, 1)} : Vec3{0.5, 0, 0.5};
        Owned tips;
        for (const Vec3& v : {doubtful, Vec3{0.3, 0.2, 1.3}, Vec3{0.2, 0.3, 1.2}, Vec3{10.25, 0.25, 10.25},
                              Vec3{10.3, 0.2, 11.3}, Vec3{10.2, 0.3, 11.2}}) {
            tips.start.push_back(v + Vec3{0, 0, high});
            tips.end.push_back(v - Vec3{0, 0, high});
        }
        for (const bool swapped : {false, true}) {
            tips.triangles =
                swapped ? ground.triangles : std::vector<std::array<std::uint32_t, 3>>{{3, 4, 5}, {0, 1, 2}};
            const std::array<Vec3, 4> open{
                {tips.start[0], ground.start[0], ground.start[1], ground.start[2]}};
            const std::array<Vec3, 4> open_end{{tips.end[0], ground.end[0], ground.end[1], ground.end[2]}};
            ASSERT_EQ(vertex_face_impact(open, open_end).answer, ImpactAnswer::within_tolerance) << high;
            const auto found = deforming_impact(tips.view(), ground.view()),
                       flipped = deforming_impact(ground.view(), tips.view());
            for (const auto& result : {found, flipped}) {
                ASSERT_TRUE(result.has_value());
                const Impact& impact = result->impact;
                EXPECT_EQ(impact.answer, ImpactAnswer::contact) << high << swapped;
                EXPECT_NE(impact.proof, ContactProof::none);
                EXPECT_TRUE(widened(impact.time, 1e-12).contains(high / 2)) << impact.time.lower;
                EXPECT_LE(impact.time.width(), 1e-6);
                EXPECT_NEAR(impact.point.x, 10.25, 1e-9);
                EXPECT_EQ(impact.status, Status::converged);
                EXPECT_GT(impact.work.box_tests, 0u);
            }
            EXPECT_EQ(found->pair.kind, FeaturePair::Kind::vertex_face);
            EXPECT_EQ(found->pair.vertices[0], 3u);
            EXPECT_EQ(flipped->pair.kind, FeaturePair::Kind::face_vertex);
        }
    }
}

TEST(SelfImpact, AFoldingSheetTouchesItselfAndAFlatOneDoesNot) {
    // A strip of 8 x 1 cells; one half folds over onto the other.
    Owned strip;
    for (int i = 0; i <= 8; ++i) {
        for (int j = 0; j <= 1; ++j) {
            const double x = i - 4.0;
            strip.start.push_back({x, static_cast<double>(j), x > 0 ? x : 0});
            strip.end.push_back({x > 0 ? -0.9 * x : x, static_cast<double>(j), x > 0 ? -0.1 * x : 0});
        }
    }
    for (std::uint32_t i = 0; i < 8; ++i) {
        const std::uint32_t v = 2 * i;
        strip.triangles.push_back({v, v + 2, v + 3});
        strip.triangles.push_back({v, v + 3, v + 1});
    }
    const auto folded = self_impact(strip.view());
    ASSERT_TRUE(folded.has_value());
    EXPECT_TRUE(folded->impact.hit);
    const Impact slow = brute_force(strip, strip, true, {});
    EXPECT_NEAR(folded->impact.time.lower, slow.time.lower, 1e-6);
    Owned still = strip;
    still.end = still.start;
    EXPECT_FALSE(self_impact(still.view())->impact.hit);
}

TEST(SelfImpact, EqualsAllPairsOfFeaturesOnACrumpledSphere) {
    Random random(72);
    int hits = 0;
    for (int i = 0; i < 20; ++i) {
        const Owned ball = moved(icosphere_mesh(1, 1), random, {}, {}, i % 2 == 0 ? 0.2 : 1.0);
        const auto found = self_impact(ball.view());
        const Impact slow = brute_force(ball, ball, true, {});
        ASSERT_EQ(found->impact.hit, slow.hit) << i;
        hits += slow.hit;
        if (slow.hit) {
            ASSERT_NEAR(found->impact.time.lower, slow.time.lower, 1e-6) << i;
        }
    }
    EXPECT_GT(hits, 4);
    EXPECT_LT(hits, 20);
}

TEST(CloseFeatures, HoldsEveryPairThatTouchesOnceEach) {
    Random random(73);
    const Owned a = moved(icosphere_mesh(0.8, 1), random, {}, {}, 0.3);
    const Owned b = moved(icosphere_mesh(0.8, 1), random, {1.7, 0, 0}, {-0.5, 0, 0}, 0.3);
    const auto pairs = close_features(a.view(), b.view(), 0);
    ASSERT_TRUE(pairs.has_value());
    std::set<std::pair<int, std::array<std::uint32_t, 4>>> visited;
    std::size_t touching = 0;
    for (const FeaturePair& pair : *pairs) {
        std::array<std::uint32_t, 4> key = pair.vertices;
        if (pair.kind == FeaturePair::Kind::edge_edge) {
            std::sort(key.begin(), key.begin() + 2);
            std::sort(key.begin() + 2, key.end());
        } else {
            std::sort(key.begin() + 1, key.end());
        }
        ASSERT_TRUE(visited.insert({static_cast<int>(pair.kind), key}).second) << "a pair twice";
        if (pair.kind != FeaturePair::Kind::edge_edge) continue;
        touching += edge_edge_impact({{a.start[key[0]], a.start[key[1]], b.start[key[2]], b.start[key[3]]}},
                                     {{a.end[key[0]], a.end[key[1]], b.end[key[2]], b.end[key[3]]}})
                        .hit;
    }
    std::size_t all = 0;
    for (const Edge& e : edges_of(a)) {
        for (const Edge& f : edges_of(b)) {
            all += edge_edge_impact({{a.start[e[0]], a.start[e[1]], b.start[f[0]], b.start[f[1]]}},
                                    {{a.end[e[0]], a.end[e[1]], b.end[f[0]], b.end[f[1]]}})
                       .hit;
        }
    }
    EXPECT_EQ(touching, all);
    EXPECT_GT(all, 0u);
    EXPECT_GT(close_features(a.view(), b.view(), 0.2)->size(), pairs->size());
}

TEST(DeformingImpact, BadInputSaysWhichElementIsWrong) {
    Random random(74);
    const Owned fine = moved(icosphere_mesh(1, 0), random, {}, {}, 0);
    Owned bad = fine;
    bad.end[3].y = std::numeric_limits<double>::quiet_NaN();
    const auto nan = self_impact(bad.view());
    ASSERT_FALSE(nan.has_value());
    EXPECT_EQ(nan.error().rule, Rule::not_finite);
    EXPECT_EQ(nan.error().element, 3u);
    const std::string at_end = "at the end, vertex 3: a coordinate is NaN or infinite; give finite numbers";
    EXPECT_EQ(nan.error().message(), at_end);
    EXPECT_EQ(deforming_impact(bad.view(), fine.view()).error().message(), "mesh a, " + at_end);
    EXPECT_EQ(close_features(fine.view(), bad.view(), 1).error().message(), "mesh b, " + at_end);
    std::swap(bad.start, bad.end);
    EXPECT_EQ(self_impact(bad.view()).error().where, "at the start");
    bad = fine;
    bad.triangles[5][1] = 99;
    const auto index = deforming_impact(fine.view(), bad.view());
    ASSERT_FALSE(index.has_value());
    EXPECT_EQ(index.error().kind, Element::triangle);
    EXPECT_EQ(index.error().element, 5u);
    EXPECT_EQ(index.error().message(), "mesh b, triangle 5: names vertex 99 of 12");
    bad = fine;
    bad.end.pop_back();
    EXPECT_EQ(self_impact(bad.view()).error().message(),
              "there are 12 vertices at the start and 11 at the end; give as many for both");
    EXPECT_FALSE(self_impact(fine.view(), {.tolerance = 0}).has_value());
    EXPECT_FALSE(close_features(fine.view(), -1).has_value());
    EXPECT_FALSE(deforming_impact({}, fine.view())->impact.hit);
}

}  // namespace
}  // namespace graze::test
