// Deforming meshes over arrays of the caller's: floats and strides answer as packed doubles, and two arrays
// that are filled in turn are the ends of every step.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/ccd/feature_impact.hpp"

namespace graze::test {
namespace {

struct SheetVertex {
    float uv[2];
    float position[3];
};

constexpr std::uint32_t kSide = 8;

std::vector<std::array<std::uint32_t, 3>> sheet_triangles() {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
        for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
            const std::uint32_t v = i * kSide + j;
            triangles.push_back({v, v + 1, v + kSide});
            triangles.push_back({v + 1, v + kSide + 1, v + kSide});
        }
    }
    return triangles;
}

/// A sheet whose one half is rolled over the other: `turn` radians, pi when folded flat.
std::vector<SheetVertex> folded_sheet(double turn) {
    std::vector<SheetVertex> vertices;
    for (std::uint32_t i = 0; i < kSide; ++i) {
        for (std::uint32_t j = 0; j < kSide; ++j) {
            const double x = i - 0.5 * kSide + 0.5, y = j;
            const double u = x > 0 ? x * std::cos(turn) : x, z = x > 0 ? x * std::sin(turn) : 0;
            vertices.push_back(
                {{1, 2}, {static_cast<float>(u), static_cast<float>(y + 0.01 * x), static_cast<float>(z)}});
        }
    }
    return vertices;
}

VertexView view_of_sheet(const std::vector<SheetVertex>& sheet) {
    return {sheet[0].position, sizeof(SheetVertex), sheet.size(), VertexScalar::float32};
}

void expect_equal(const DeformingImpact& x, const DeformingImpact& y) {
    EXPECT_EQ(x.impact.answer, y.impact.answer);
    EXPECT_EQ(x.impact.time, y.impact.time);
    EXPECT_EQ(x.impact.point, y.impact.point);
    EXPECT_EQ(x.impact.normal, y.impact.normal);
    if (x.impact.hit) {
        EXPECT_EQ(x.pair.vertices, y.pair.vertices);
    }
}

TEST(DeformingViews, FloatsAndStridesAnswerAsPackedDoubles) {
    const auto triangles = sheet_triangles();
    const auto start = folded_sheet(2.5), end = folded_sheet(3.5);  // the halves pass through each other
    const std::vector<Vec3> start_doubles = view_of_sheet(start).copied(),
                            end_doubles = view_of_sheet(end).copied();
    const DeformingMesh floats{view_of_sheet(start), view_of_sheet(end), triangles};
    const DeformingMesh doubles{start_doubles, end_doubles, triangles};
    const DeformingMesh mixed{view_of_sheet(start), end_doubles, triangles};
    const auto expected = self_impact(doubles);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(expected->impact.hit);
    for (const DeformingMesh* mesh : {&floats, &mixed}) {
        const auto found = self_impact(*mesh);
        ASSERT_TRUE(found);
        expect_equal(*found, *expected);
        EXPECT_EQ(close_features(*mesh, 0.1)->size(), close_features(doubles, 0.1)->size());
    }
    std::vector<Vec3> above = start_doubles, below = end_doubles;
    for (Vec3& v : above) v.z += 10;
    for (Vec3& v : below) v.z -= 10;
    const DeformingMesh falling{above, below, triangles};
    const auto impact = deforming_impact(floats, falling),
               impact_of_doubles = deforming_impact(doubles, falling);
    ASSERT_TRUE(impact && impact_of_doubles);
    EXPECT_TRUE(impact->impact.hit);
    expect_equal(*impact, *impact_of_doubles);
}

TEST(DeformingViews, TwoArraysInTurnAreTheEndsOfEveryStep) {
    const auto triangles = sheet_triangles();
    std::vector<SheetVertex> front = folded_sheet(0), back = front;
    bool hit = false;
    int step = 0;
    for (; step < 40 && !hit; ++step) {
        std::vector<SheetVertex>& next = step % 2 == 0 ? back : front;
        const std::vector<SheetVertex>& now = step % 2 == 0 ? front : back;
        next = folded_sheet(0.1 * (step + 1));
        const DeformingMesh mesh{view_of_sheet(now), view_of_sheet(next), triangles};
        const std::vector<Vec3> start = mesh.start.copied(), end = mesh.end.copied();
        const auto found = self_impact(mesh), expected = self_impact({start, end, triangles});
        ASSERT_TRUE(found && expected);
        expect_equal(*found, *expected);
        hit = found->impact.hit;
    }
    EXPECT_TRUE(hit);
    EXPECT_GT(step, 25);  // the halves come together at about pi
}

TEST(DeformingViews, BadArraysAreRefused) {
    const auto triangles = sheet_triangles();
    auto start = folded_sheet(0);
    const auto end = folded_sheet(1);
    DeformingMesh mesh{view_of_sheet(start), view_of_sheet(end), triangles};
    mesh.end.pointer = nullptr;
    EXPECT_NE(self_impact(mesh).error().message().find("null"), std::string::npos);
    mesh.end = view_of_sheet(end);
    mesh.start.stride = 8;
    EXPECT_NE(self_impact(mesh).error().message().find("stride is 8"), std::string::npos);
    mesh.start = view_of_sheet(start);
    mesh.end.count -= 1;
    EXPECT_EQ(self_impact(mesh).error().rule, Rule::too_few);
    mesh.end = view_of_sheet(end);
    start[11].position[0] = std::nanf("");
    const auto refused = self_impact(mesh);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Element::vertex);
    EXPECT_EQ(refused.error().element, 11U);
}

}  // namespace
}  // namespace graze::test
