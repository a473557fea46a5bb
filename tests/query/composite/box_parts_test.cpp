// Parts in boxes against brute force: triangles by planes in rationals, other parts by `overlaps`.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"
#include "graze/shape/shape.hpp"
#include "math/exact.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

Mesh make(TriangleSoup soup, double scale) {
    for (Vec3& v : soup.vertices) v = v * scale;
    auto mesh = Mesh::build(soup.vertices, soup.triangles);
    if (!mesh) ADD_FAILURE() << mesh.error().message();
    return *mesh;
}

/// Clips the placed triangle by the six sides of the box, in rationals; what is left is the common part.
bool intersects_exactly(const Triangle& t, const Pose& pose, const Aabb& box) {
    const auto p = exact(pose);
    std::vector<ExactVec3> loop{p * exact(t.a), p * exact(t.b), p * exact(t.c)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool upper : {false, true}) {
            const mpq_class wall(upper ? box.max[axis] : box.min[axis]);
            std::vector<ExactVec3> kept;
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const ExactVec3 &x = loop[i], &y = loop[(i + 1) % loop.size()];
                const mpq_class hx = upper ? mpq_class(wall - x[axis]) : mpq_class(x[axis] - wall);
                const mpq_class hy = upper ? mpq_class(wall - y[axis]) : mpq_class(y[axis] - wall);
                if (hx >= 0) kept.push_back(x);
                if (sgn(hx) * sgn(hy) < 0) {
                    const mpq_class s = hx / (hx - hy);
                    kept.push_back(x + s * (y - x));
                }
            }
            loop = kept;
        }
    }
    return !loop.empty();
}

TEST(PartsOverlappingBox, TrianglesEqualRationals) {
    Random random(95);
    const TriangleSoup models[] = {torus_mesh({1, 0.3, 10, 6}), gear_mesh({5, 1, 0.8, 0.3, 0.2, 1}),
                                   box_mesh({0.5, 0.75, 1})};
    std::size_t found_in_all = 0, asked = 0, exactly_touching = 0;
    for (const double scale : {1e-6, 1.0, 1e6}) {
        for (int i = 0; i < 45; ++i) {
            const Mesh mesh = make(models[random.index(3)], scale);
            const bool aligned = i % 3 == 0;
            const Placed placed{mesh, aligned ? Pose::identity() : random.pose(scale)};
            // Boxes whose corners and sides are at corners of the mesh touch it exactly.
            const Triangle some = mesh.triangle(random.index(mesh.triangle_count()));
            const Vec3 at = placed.pose * (i % 2 == 0 ? some.a : random.in_cube(1) * scale);
            Vec3 size =
                Vec3{random.unit(), random.unit(), random.unit()} * (random.log_uniform(0.3, 4) * scale);
            if (i % 7 == 0) size[random.index(3)] = 0;
            Aabb box{at, at + size};
            if (i % 5 == 0) box = {at - size, at};
            const std::vector<std::uint32_t> found = parts_overlapping_box(placed, box);
            EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
            for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
                const Triangle triangle = mesh.triangle(t);
                const bool truth = intersects_exactly(triangle, placed.pose, box);
                ASSERT_EQ(std::binary_search(found.begin(), found.end(), t), truth)
                    << "scale " << scale << " case " << i << " part " << t;
                const Aabb inner{box.min + size * 1e-9, box.max - size * 1e-9};
                exactly_touching +=
                    truth && aligned && !is_empty(inner) && !intersects_exactly(triangle, placed.pose, inner);
            }
            found_in_all += found.size();
            asked += mesh.triangle_count();
        }
    }
    EXPECT_GT(found_in_all, asked / 20);
    EXPECT_LT(found_in_all, asked / 2);
    EXPECT_GT(exactly_touching, 20);
}

TEST(PartsOverlappingBox, OtherPartsAsOverlapsTells) {
    Random random(96);
    std::vector<CompoundPart> members;
    for (int i = 0; i < 14; ++i)
        members.push_back({random_shape(random, kAllShapeTypes[static_cast<std::size_t>(i) % 10]),
                           Affine::from(random.pose(2))});
    const auto compound = Compound::build(members);
    const auto field =
        HeightField::build({6, 5, 4.0 / 6, 4.0 / 5, {-2, -2}}, terrain_heights({2, 0.4, 6, 5, 7}));
    ASSERT_TRUE(compound.has_value() && field.has_value());
    std::size_t found_in_all = 0, asked = 0;
    for (int i = 0; i < 120; ++i) {
        const double margin = i % 3 == 0 ? 0.1 : 0;
        const Shape core = i % 2 == 0 ? Shape(*compound) : Shape(*field);
        const Placed placed{margin > 0 ? rounded(core, margin) : core, random.pose(1)};
        const Vec3 middle = random.in_cube(2), half = abs(random.in_cube(1.8));
        const Aabb box{middle - half, middle + half};
        const std::vector<std::uint32_t> found = parts_overlapping_box(placed, box);
        const std::size_t count = i % 2 == 0 ? compound->part_count() : field->triangle_count();
        for (std::uint32_t k = 0; k < count; ++k) {
            const Shape part = i % 2 == 0 ? compound->part(k) : Shape(field->triangle(k));
            const Placed one{margin > 0 ? rounded(part, margin) : part, placed.pose};
            EXPECT_EQ(std::binary_search(found.begin(), found.end(), k),
                      overlaps(one, {Box{half}, Pose::translation(middle)}))
                << "case " << i << " part " << k;
        }
        found_in_all += found.size();
        asked += count;
    }
    EXPECT_GT(found_in_all, asked / 20);
    EXPECT_LT(found_in_all, asked / 2);
}

TEST(PartsOverlappingBox, EndlessFlatAndEmptyBoxes) {
    const Mesh mesh = make(box_mesh({1, 1, 1}), 1);
    const Placed placed{mesh, Pose::translation({5, 0, 0})};
    EXPECT_EQ(parts_overlapping_box(placed,
                                    {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}})
                  .size(),
              12);
    EXPECT_EQ(parts_overlapping_box(placed, {{-kInfinity, -kInfinity, 1}, {kInfinity, kInfinity, kInfinity}})
                  .size(),
              10)
        << "the top, and walls that touch it";
    EXPECT_TRUE(parts_overlapping_box(
                    placed, {{-kInfinity, -kInfinity, 1 + 1e-15}, {kInfinity, kInfinity, kInfinity}})
                    .empty());
    EXPECT_TRUE(parts_overlapping_box(placed, {{4.5, -0.5, -0.5}, {5.5, 0.5, 0.5}}).empty())
        << "inside, away from the walls";
    EXPECT_EQ(parts_overlapping_box(placed, {{6, 0.5, 0.25}, {6, 0.5, 0.25}}).size(), 1)
        << "a point of a wall";
    EXPECT_TRUE(parts_overlapping_box(placed, Aabb{}).empty());
    EXPECT_TRUE(parts_overlapping_box(placed, {{0, 0, std::nan("")}, {1, 1, 1}}).empty());
    EXPECT_TRUE(
        parts_overlapping_box({mesh, Pose::translation({kInfinity, 0, 0})}, {{0, 0, 0}, {1, 1, 1}}).empty());
    EXPECT_EQ(parts_overlapping_box({Sphere{1}, Pose::identity()}, {{0.5, 0, 0}, {kInfinity, 1, 1}}),
              std::vector<std::uint32_t>{0});
    EXPECT_TRUE(
        parts_overlapping_box({Sphere{1}, Pose::identity()}, {{0.8, 0.8, 0.8}, {kInfinity, 1, 1}}).empty());
    EXPECT_EQ(
        parts_overlapping_box({HalfSpace{{0, 0, 1}, 0}, Pose::identity()}, {{0, 0, -1}, {1, 1, 1}}).size(),
        1);
}

}  // namespace
}  // namespace graze::test
