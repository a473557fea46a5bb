// Triangles for pictures: inside of the shape, near its boundary everywhere, closed where the shape is.
#include <gtest/gtest.h>

#include <numbers>

#include "graze/io/document.hpp"
#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/solid/doctor.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

/// The largest height of the triangles along a unit direction.
double height_of(const TriangleSoup& soup, const Vec3& direction) {
    double height = -1e300;
    for (const Vec3& v : soup.vertices) height = std::max(height, dot(v, direction));
    return height;
}

TEST(DisplayTriangles, ConvexShapesAreInscribedWithinTheTolerance) {
    Random random(5);
    const std::vector<Shape> shapes{
        Sphere{2},
        Capsule{0.5, 2},
        Cylinder{1, 0.1},
        Cylinder{0.1, 3},
        Cone{1, 1},
        Ellipsoid{{1, 2, 0.2}},
        Box{{1, 2, 3}},
        Tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        rounded(Box{{1, 1, 1}}, 0.5),
        minkowski_sum(Cylinder{1, 1}, Box{{1, 1, 1}}),
        transformed(Cylinder{1, 1}, {Mat3::from_rows({1, 0.5, 0}, {0, 1, 0}, {0, 0, 2}), {1, 2, 3}})};
    for (const Shape& shape : shapes) {
        SCOPED_TRACE(to_string(shape.type()));
        const TriangleSoup soup = io::display_triangles(shape, 0.01);
        const MeshReport report = examine(soup.vertices, soup.triangles);
        EXPECT_TRUE(report.fit_for_solid()) << report.text();
        EXPECT_GT(report.volume, 0);
        EXPECT_LT(soup.triangles.size(), 20'000U);
        for (int i = 0; i < 300; ++i) {
            const Vec3 direction =
                unit({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
            const double exact = dot(support(shape, direction), direction),
                         drawn = height_of(soup, direction);
            EXPECT_LE(drawn, exact + 1e-12);
            EXPECT_GE(drawn, exact - 0.02 * shape.reach());
        }
    }
}

TEST(DisplayTriangles, RimsHaveAsManyPointsAsTheirChordsNeed) {
    // Directions spread evenly gave these 2700 and 10 300 points in seconds.
    Random random(6);
    for (const Shape& shape :
         std::vector<Shape>{Cylinder{1, 1}, Cone{1, 1}, Cone{0.05, 2}, Cylinder{2, 0.01}}) {
        SCOPED_TRACE(to_string(shape.type()));
        for (const double tolerance : {1e-3, 3e-4, 0.0}) {  // 1e-4 at least
            const TriangleSoup soup = io::display_triangles(shape, tolerance);
            EXPECT_TRUE(examine(soup.vertices, soup.triangles).fit_for_solid());
            EXPECT_LT(soup.vertices.size(), 4 * std::numbers::pi / std::sqrt(std::max(tolerance, 1e-4)));
            for (int i = 0; i < 300; ++i) {
                const Vec3 direction = random.direction();
                const double exact = dot(support(shape, direction), direction),
                             drawn = height_of(soup, direction);
                EXPECT_LE(drawn, exact + 1e-12);
                EXPECT_GE(drawn, exact - std::max(tolerance, 1e-4) * shape.reach());
            }
        }
    }
}

TEST(DisplayTriangles, FlatAndThinShapes) {
    EXPECT_EQ(io::display_triangles(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).triangles.size(), 1U);
    EXPECT_EQ(io::display_triangles(Box{{1, 1, 0}}).triangles.empty(), false);
    EXPECT_EQ(io::display_triangles(Segment{{0, 0, 0}, {1, 0, 0}}).triangles.size(), 1U);
    EXPECT_EQ(io::display_triangles(Point{{1, 2, 3}}).triangles.size(), 1U);
    const TriangleSoup plane = io::display_triangles(HalfSpace{{0, 0, 2}, 6}, 0.01, 5);
    ASSERT_EQ(plane.vertices.size(), 4U);
    for (const Vec3& v : plane.vertices) {
        EXPECT_DOUBLE_EQ(v.z, 3);
        EXPECT_DOUBLE_EQ(std::max(std::abs(v.x), std::abs(v.y)), 5);
    }
    EXPECT_GT(cross(plane.vertices[1] - plane.vertices[0], plane.vertices[2] - plane.vertices[0]).z, 0);
    EXPECT_TRUE(io::display_triangles(Sphere{-1}).triangles.empty());
}

TEST(DisplayTriangles, MeshesCompoundsAndFieldsAreTheirOwn) {
    const TriangleSoup ball = icosphere_mesh(1, 3);
    const Shape mesh = *Mesh::build(ball.vertices, ball.triangles, {.kind = MeshKind::solid});
    const TriangleSoup same = io::display_triangles(mesh);
    EXPECT_EQ(same.vertices, ball.vertices);
    EXPECT_EQ(same.triangles, ball.triangles);
    for (const Vec3& v : io::display_triangles(rounded(mesh, 0.25)).vertices)
        EXPECT_NEAR(length(v), 1.25, 0.01);
    const HeightGrid grid{.columns = 3, .rows = 2, .cell_width = 1, .cell_depth = 2, .corner = {1, 1}};
    const HeightField field =
        *HeightField::build(grid, std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const TriangleSoup hills = io::display_triangles(field);
    ASSERT_EQ(hills.triangles.size(), field.triangle_count());
    for (std::size_t t = 0; t < hills.triangles.size(); ++t) {
        const auto& [a, b, c] = hills.triangles[t];
        EXPECT_EQ(hills.vertices[a], field.triangle(t).a);
        EXPECT_EQ(hills.vertices[b], field.triangle(t).b);
        EXPECT_EQ(hills.vertices[c], field.triangle(t).c);
    }
    const Shape pair = *Compound::build(
        std::vector<CompoundPart>{{Box{{1, 1, 1}}}, {Box{{1, 1, 1}}, {Mat3::identity(), {5, 0, 0}}}});
    EXPECT_EQ(io::display_triangles(pair).triangles.size(), 24U);
}

}  // namespace
}  // namespace graze::test
