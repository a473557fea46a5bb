// Compounds and height fields: parts, boxes, images, margins, and what is refused.
#include "graze/mesh/compound.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "graze/math/vec.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/part_set.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<CompoundPart> table() {
    const auto at = [](double x, double y, double z) { return Affine::from(Pose::translation({x, y, z})); };
    return {{Box{{1, 0.6, 0.05}}, at(0, 0, 1)},
            {Cylinder{0.05, 0.5}, at(0.9, 0.5, 0.5)},
            {Cylinder{0.05, 0.5}, at(-0.9, 0.5, 0.5)},
            {Sphere{0.2}, {Mat3::diagonal({1, 2, 0.5}), {0, 0, 1.2}}},
            {Point{{0, 0, 3}}, {}}};
}

std::vector<Aabb> boxes_of(const PartSet& parts) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < parts.count(); ++i) boxes.push_back(parts.part_box(i));
    return boxes;
}

TEST(Compound, PlacesItsParts) {
    const auto compound = Compound::build(table());
    ASSERT_TRUE(compound.has_value());
    EXPECT_EQ(compound->part_count(), 5U);
    EXPECT_NEAR(compound->bounds().max.z, 3, 1e-12);
    EXPECT_NEAR(compound->bounds().min.x, -1, 1e-12);
    EXPECT_EQ(compound->part(4).type(), ShapeType::point) << "unplaced parts stay what they are";
    const Shape shape = *compound;
    EXPECT_EQ(shape.type(), ShapeType::compound);
    EXPECT_FALSE(shape.convex());
    EXPECT_FALSE(shape.polytope_core());
    EXPECT_GE(shape.reach(), 3);
    EXPECT_TRUE(check({shape, Pose::identity()}).has_value());
    const PartSet parts(shape);
    ASSERT_EQ(parts.count(), 5U);
    EXPECT_FALSE(parts.made_of_triangles());
    EXPECT_FALSE(parts.solid());
    EXPECT_TRUE(parts.tree().encloses(boxes_of(parts)));
    // The union is where the parts are: the rim of the scaled ball, and a leg's foot.
    EXPECT_NEAR(support(parts.part(3), {0, 1, 0}).y, 0.4, 1e-12);
    EXPECT_NEAR(support(parts.part(1), {0, 0, -1}).z, 0, 1e-12);
}

TEST(Compound, NamesTheFirstBadPart) {
    auto parts = table();
    parts.insert(parts.begin() + 2, {HalfSpace{}, {}});
    EXPECT_EQ(Compound::build(parts).error().element, 2U);
    EXPECT_EQ(Compound::build(parts).error().rule, Rule::unbounded_child);
    parts[2] = {Sphere{-1}, {}};
    EXPECT_EQ(Compound::build(parts).error().rule, Rule::invalid_child);
    EXPECT_EQ(Compound::build(parts).error().kind, Element::part);
    parts[2] = {Sphere{1}, Affine::scale({1, kNan, 1})};
    EXPECT_EQ(Compound::build(parts).error().element, 2U);
    const TriangleSoup soup = box_mesh({1, 1, 1});
    parts[2] = {*Mesh::build(soup.vertices, soup.triangles), {}};
    EXPECT_EQ(Compound::build(parts).error().rule, Rule::not_convex);
    EXPECT_EQ(Compound::build({}).error().rule, Rule::too_few);
}

TEST(Compound, ImagesAndMargins) {
    const Shape shape = *Compound::build(table());
    const Affine map{{{Vec3{2, 0, 0.5}, Vec3{0, 0.1, 0}, Vec3{1, 0, 3}}}, {1, 2, 3}};
    const Shape image = transformed(shape, map);
    ASSERT_TRUE(image.valid());
    ASSERT_EQ(image.type(), ShapeType::compound);
    const PartSet before(shape), after(image);
    Random random(3);
    for (std::size_t i = 0; i < before.count(); ++i) {
        for (int k = 0; k < 20; ++k) {
            const Vec3 d = random.direction();
            const Vec3 far = map * support(before.part(i), transpose_times(map.linear, d));
            EXPECT_NEAR(dot(d, support(after.part(i), d)), dot(d, far), 1e-12);
        }
    }
    EXPECT_TRUE(after.tree().encloses(boxes_of(after)));
    const Shape round = rounded(shape, 0.25);
    EXPECT_EQ(round.margin(), 0.25);
    EXPECT_NEAR(support(PartSet(round).part(4), {0, 0, 1}).z, 3.25, 1e-12);
    EXPECT_EQ(scaled(round, {1, 2, 1}).fault()->rule, Rule::uneven_margin);
    EXPECT_EQ(scaled(round, {2, 2, 2}).margin(), 0.5);
    EXPECT_FALSE(minkowski_sum(shape, Sphere{1}).valid());
}

TEST(Compound, OfPolytopesHasAPolytopeCore) {
    const std::vector<CompoundPart> soup{
        {Box{{1, 1, 1}}, {}}, {Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Affine::scale({2, 3, 4})}};
    EXPECT_TRUE(Shape(*Compound::build(soup)).polytope_core());
}

TEST(HeightField, EqualsTheTerrainMesh) {
    const Terrain terrain{2, 0.5, 13, 7, 9};
    const TriangleSoup soup = terrain_mesh(terrain);
    // Cells a power of two wide keep the grid points exact.
    const HeightGrid grid{13, 7, 0.25, 0.5, {-2, -2}};
    const auto field = HeightField::build(grid, terrain_heights(terrain));
    ASSERT_TRUE(field.has_value());
    ASSERT_EQ(field->triangle_count(), soup.triangles.size());
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
        const std::array<Vec3, 3> mine{field->triangle(t).a, field->triangle(t).b, field->triangle(t).c};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = soup.triangles[t][k];
            EXPECT_EQ(mine[k], (Vec3{-2 + 0.25 * (v % 14), -2 + 0.5 * (v / 14), soup.vertices[v].z}));
        }
    }
    const Shape shape = *field;
    EXPECT_EQ(shape.type(), ShapeType::height_field);
    EXPECT_FALSE(shape.convex());
    const PartSet parts(shape);
    EXPECT_TRUE(parts.made_of_triangles());
    EXPECT_FALSE(parts.solid());
    ASSERT_EQ(parts.count(), soup.triangles.size());
    EXPECT_TRUE(parts.tree().encloses(boxes_of(parts)));
    for (std::size_t slot = 0; slot < parts.count(); ++slot) {
        EXPECT_EQ(parts.triangle_in_slot(slot).b, parts.triangle(parts.tree().order()[slot]).b);
    }
}

TEST(HeightField, FollowsItsHeightsAndMaps) {
    const HeightGrid grid{8, 8, 1, 1, {-4, -4}};
    std::vector<double> heights(81, 0.0);
    const auto flat = HeightField::build(grid, heights);
    heights[40] = 5;
    const auto peak = flat->with_heights(heights);
    ASSERT_TRUE(peak.has_value());
    EXPECT_EQ(flat->bounds().max.z, 0);
    EXPECT_EQ(peak->bounds().max.z, 5);
    const Shape shape = *peak;
    const Pose turn = Pose::from(Quat::from_axis_angle({0, 1, 0}, 0.5), {0, 0, 7});
    const Shape image = transformed(transformed(shape, Affine::scale({1, 1, 2})), Affine::from(turn));
    ASSERT_TRUE(image.valid());
    const PartSet parts(image);
    EXPECT_TRUE(parts.tree().encloses(boxes_of(parts)));
    for (std::size_t t = 0; t < parts.count(); ++t) {
        const Vec3 v = peak->triangle(t).c;
        EXPECT_LE(length(parts.triangle(t).c - turn * Vec3{v.x, v.y, 2 * v.z}), 1e-14);
    }
    EXPECT_EQ(rounded(image, 0.5).margin(), 0.5);
    EXPECT_EQ(PartSet(rounded(image, 0.5)).part(0).margin(), 0.5);
    EXPECT_FALSE(transformed(shape, {Mat3::identity(), {kNan, 0, 0}}).valid());
    EXPECT_EQ(scaled(shape, {1e101, 1, 1}).fault()->rule, Rule::out_of_range);
}

TEST(HeightField, MapsMakeNoNumbersBelowTheServedOnes) {
    const HeightGrid grid{3, 4, 0.5, 0.5, {}};
    const auto flat = HeightField::build(grid, std::vector<double>(20, 0.25));
    const auto low = HeightField::build(grid, std::vector<double>(20, 1e-60));
    std::vector<Shape> shapes{transformed(*low, Affine::scale({1, 1, 1e-60}))};
    for (const double entry : {4.9e-324, 1e-315, 1e-101}) {
        Affine sheared;
        sheared.linear.columns[0].y = entry;
        shapes.push_back(transformed(*flat, sheared));
    }
    // Unmapped grids cancel too.
    shapes.push_back(
        *HeightField::build({3, 4, 0.1e-90, 1e-90, {-0.3e-90, 0}}, std::vector<double>(20, 1e-90)));
    for (const Shape& shape : shapes) {
        ASSERT_TRUE(shape.valid());
        const PartSet parts(shape);
        for (std::size_t i = 0; i < parts.count(); ++i) {
            ASSERT_TRUE(parts.part(i).valid());
            const Triangle t = parts.triangle(i);
            for (const Vec3& v : {t.a, t.b, t.c}) {
                for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(in_served_range(v[k])) << v[k];
            }
        }
    }
    const Separation above =
        separation({shapes[1], Pose::identity()}, {Sphere{0.15}, Pose::translation({0.5, 0.5, 2})});
    EXPECT_EQ(above.status, Status::converged);
    EXPECT_NEAR(above.distance.lower, 1.6, 1e-6);
    EXPECT_NEAR(above.distance.upper, 1.6, 1e-6);
}

TEST(HeightField, NamesWhatIsWrong) {
    const HeightGrid grid{2, 2, 1, 1, {}};
    std::vector<double> heights(9, 1.0);
    EXPECT_TRUE(HeightField::build(grid, heights).has_value());
    EXPECT_EQ(HeightField::build({0, 2, 1, 1, {}}, heights).error().rule, Rule::too_few);
    EXPECT_EQ(HeightField::build({2, 2, 0, 1, {}}, heights).error().rule, Rule::negative);
    EXPECT_EQ(HeightField::build({2, 2, 1, kNan, {}}, heights).error().element, 1U);
    EXPECT_EQ(HeightField::build({2, 2, 1, 1, {0, 1e200}}, heights).error().element, 3U);
    EXPECT_EQ(HeightField::build({3000000000U, 3000000000U, 1, 1, {}}, heights).error().rule,
              Rule::too_complex);
    heights[7] = kNan;
    EXPECT_EQ(HeightField::build(grid, heights).error().element, 7U);
    EXPECT_EQ(HeightField::build(grid, heights).error().kind, Element::height);
    heights.pop_back();
    EXPECT_EQ(HeightField::build(grid, heights).error().kind, Element::whole);
}

}  // namespace
}  // namespace graze::test
