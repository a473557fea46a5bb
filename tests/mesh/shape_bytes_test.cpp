// Shapes come back from bytes as they were, in every table that queries use; corrupted bytes are
// refused, or make another good shape.
#include "graze/mesh/shape_bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/sealed_bytes.hpp"

namespace graze::test {
namespace {

std::string differs(const Shape& a, const Shape& b);

bool same_planes(const std::vector<Plane>& a, const std::vector<Plane>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Plane& p, const Plane& q) {
        return p.normal == q.normal && p.offset == q.offset;
    });
}

std::string differs(const HullData& a, const HullData& b) {
    if (a.dimension != b.dimension) return "dimension";
    if (a.vertices != b.vertices || a.source != b.source || a.triangles != b.triangles)
        return "vertices, source or triangles";
    if (a.facets != b.facets || !same_planes(a.facet_planes, b.facet_planes)) return "facets";
    if (a.neighbour_start != b.neighbour_start || a.neighbours != b.neighbours) return "neighbours";
    if (a.soa != b.soa || a.stride != b.stride) return "rows";
    if (a.cell_frame != b.cell_frame || a.cells_per_side != b.cells_per_side) return "frame of cells";
    if (a.cell_start != b.cell_start || a.cell_vertices != b.cell_vertices) return "cells";
    if (a.planarity != b.planarity || a.concavity != b.concavity || a.climb_error != b.climb_error)
        return "errors";
    if (a.dropped_distance != b.dropped_distance || a.dropped_count != b.dropped_count) return "dropped";
    return "";
}

std::string differs(const MeshData& a, const MeshData& b) {
    if (a.vertices.copied() != b.vertices.copied() || a.triangles != b.triangles || a.slots != b.slots)
        return "triangles";
    if (!(a.tree == b.tree)) return "tree";
    if (a.shell_vertices != b.shell_vertices || a.piece_triangles != b.piece_triangles)
        return "shells or pieces";
    if (a.options.kind != b.options.kind || a.options.split != b.options.split) return "options";
    if (a.reach != b.reach || a.longest_edge != b.longest_edge) return "extents";
    if (a.turned != b.turned || a.closed_by_index != b.closed_by_index) return "flags";
    if (a.convex.has_value() != b.convex.has_value()) return "convexity";
    if (!a.convex) return "";
    return a.convex->excess != b.convex->excess ? "excess" : differs(a.convex->hull, b.convex->hull);
}

std::string differs(const CompoundData& a, const CompoundData& b) {
    if (!(a.tree == b.tree)) return "tree of a compound";
    if (a.reach != b.reach || a.polytope_core != b.polytope_core || a.options.split != b.options.split)
        return "numbers of a compound";
    if (a.parts.size() != b.parts.size()) return "number of parts";
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
        if (std::string what = differs(a.parts[i], b.parts[i]); !what.empty())
            return what + " of part " + std::to_string(i);
    }
    return "";
}

std::string differs(const HeightFieldData& a, const HeightFieldData& b) {
    if (a.grid.columns != b.grid.columns || a.grid.rows != b.grid.rows ||
        a.grid.cell_width != b.grid.cell_width || a.grid.cell_depth != b.grid.cell_depth ||
        !(a.grid.corner == b.grid.corner))
        return "grid";
    if (a.heights != b.heights || a.map != b.map || a.reach != b.reach || a.options.split != b.options.split)
        return "heights";
    return a.tree == b.tree ? "" : "tree of a height field";
}

/// What of two shapes is not the same in every bit; empty when nothing is.
std::string differs(const Shape& a, const Shape& b) {
    if (a.type() != b.type()) return "type";
    if (a.valid() != b.valid()) return "validity";
    for (std::size_t i = 0; i < 12; ++i) {
        if (std::bit_cast<std::uint64_t>(a.values()[i]) != std::bit_cast<std::uint64_t>(b.values()[i]))
            return "value";
    }
    if (a.margin() != b.margin() || a.core_reach() != b.core_reach() ||
        a.support_error() != b.support_error())
        return "margin, reach, error";
    if (a.centre() != b.centre() || a.polytope_core() != b.polytope_core()) return "centre or core";
    if (a.children().size() != b.children().size()) return "number of children";
    for (std::size_t i = 0; i < a.children().size(); ++i) {
        if (std::string what = differs(a.children()[i], b.children()[i]); !what.empty())
            return what + " of child " + std::to_string(i);
    }
    switch (a.type()) {
        case ShapeType::hull:
        case ShapeType::polygon:
            return differs(static_cast<const HullData&>(*a.payload()),
                           static_cast<const HullData&>(*b.payload()));
        case ShapeType::mesh: return differs(*mesh_data(a), *mesh_data(b));
        case ShapeType::compound: return differs(*compound_data(a), *compound_data(b));
        case ShapeType::height_field: return differs(*height_field_data(a), *height_field_data(b));
        default: return "";
    }
}

/// The bytes of a shape that came back as it was.
Bytes round_trip(const Shape& shape) {
    const auto bytes = to_bytes(shape);
    EXPECT_TRUE(bytes) << literal(shape);
    if (!bytes) return {};
    const auto again = shape_from_bytes(*bytes);
    EXPECT_TRUE(again) << (again ? "" : again.error().message());
    if (!again) return *bytes;
    EXPECT_EQ(differs(shape, *again), "");
    EXPECT_EQ(to_bytes(*again), *bytes);
    return *bytes;
}

TEST(ShapeBytes, EveryConvexTypeComesBack) {
    Random random(4711);
    for (const double scale : {1.0, 1e-6, 1e6}) {
        for (const ShapeType type : kAllShapeTypes) {
            for (const Build build :
                 {Build::plain, Build::flat, Build::needle, Build::degenerate, Build::dyadic}) {
                for (int i = 0; i < 12; ++i) round_trip(random_shape(random, type, build, scale));
            }
        }
    }
}

TEST(ShapeBytes, HullsWithDroppedPointsComeBack) {
    Random random(4712);
    int dropped = 0, outside = 0, with_cells = 0;
    for (int i = 0; i < 60; ++i) {
        const double scale = random.log_uniform(1e-6, 1e6);
        const Vec3 far = random.chance(0.5) ? scale * random.in_cube(1e4) : Vec3{};
        std::vector<Vec3> points = random_points(
            random, 20 + random.index(400), scale * Vec3{1, 0.7, 0.01 + random.unit()}, random.chance(0.4));
        // Points on faces, edges and corners of a turned grid: many are outside of their neighbours' plane by
        // rounding.
        if (random.chance(0.6)) {
            points.clear();
            const Pose turned = random.pose(1);
            for (double x = 0; x < 5; ++x)
                for (double y = 0; y < 5; ++y)
                    for (double z = 0; z < 4; ++z) points.push_back(scale * (turned * Vec3{x, y, z}));
        }
        for (Vec3& p : points) p += far;
        const auto hull = ConvexHull::build(points);
        ASSERT_TRUE(hull);
        dropped += hull->data().dropped_count > 0 ? 1 : 0;
        outside += hull->data().dropped_distance > 0 ? 1 : 0;
        with_cells += hull->data().cells_per_side > 0 ? 1 : 0;
        round_trip(*hull);
    }
    EXPECT_GT(dropped, 20);
    EXPECT_GT(outside, 10);
    EXPECT_GT(with_cells, 5);
}

TEST(ShapeBytes, FlatHullsAndPolygonsComeBack) {
    Random random(4713);
    for (int i = 0; i < 200; ++i) {
        const Pose pose = random.chance(0.3) ? Pose::identity() : random.pose(random.chance(0.5) ? 1 : 1e3);
        std::vector<Vec3> loop;
        const std::size_t count = 3 + random.index(40);
        for (std::size_t k = 0; k < count; ++k) {
            const double angle = 2 * 3.14159265358979 * static_cast<double>(k) / static_cast<double>(count);
            loop.push_back(pose * Vec3{std::cos(angle), 0.1 * std::sin(angle),
                                       random.chance(0.3) ? 3e-10 * random.unit() : 0.0});
        }
        const auto polygon = ConvexPolygon::build(loop);
        if (polygon) round_trip(*polygon);
        EXPECT_TRUE(polygon) << i;
        loop.push_back(loop[0]);
        for (Vec3& p : loop) p = pose * Vec3{random.unit(), random.unit(), 0};
        const auto flat = ConvexHull::build(loop, {.allow_degenerate = true});
        ASSERT_TRUE(flat);
        round_trip(*flat);
    }
    for (const std::size_t count : {1U, 2U, 7U}) {
        std::vector<Vec3> line;
        for (std::size_t k = 0; k < count; ++k) line.push_back({1, 2, static_cast<double>(k)});
        const auto hull = ConvexHull::build(line, {.allow_degenerate = true});
        ASSERT_TRUE(hull);
        round_trip(*hull);
    }
}

Mesh torus(MeshKind kind, std::uint32_t rings = 8) {
    const TriangleSoup soup =
        torus_mesh({.major_radius = 0.8, .minor_radius = 0.3, .rings = rings, .sides = 5});
    return *Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
}

HeightField hills() {
    std::vector<double> heights;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 7; ++i) heights.push_back(0.25 * ((i * 5 + j * 3) % 4));
    return *HeightField::build(
        {.columns = 6, .rows = 4, .cell_width = 0.5, .cell_depth = 0.25, .corner = {-1, -2}}, heights);
}

std::vector<Shape> heavy_shapes() {
    Random random(4714);
    const TriangleSoup box = box_mesh({1, 2, 3});
    std::vector<std::array<std::uint32_t, 3>> inside_out = box.triangles;
    for (auto& t : inside_out) std::swap(t[1], t[2]);
    const Mesh skin = torus(MeshKind::surface), solid = torus(MeshKind::solid);
    const Mesh convex =
        *Mesh::build(box.vertices, inside_out, {.kind = MeshKind::solid, .split = BoxSplit::midpoint});
    EXPECT_TRUE(convex.data().convex && convex.data().turned);
    std::vector<Vec3> curved(solid.vertices().begin(), solid.vertices().end());
    for (Vec3& v : curved) v.z += 0.3 * v.x * v.x;
    const Shape ball = rounded(Box{{0.1, 0.2, 0.3}}, 0.05);
    const std::vector<CompoundPart> parts{{ball, Affine::from(random.pose(1))},
                                          {ball, {}},
                                          {Ellipsoid{{1, 2, 3}}, {}},
                                          {ball, Affine::scale({1, -2, 0})}};
    const Compound compound = *Compound::build(parts);
    return {skin,
            solid,
            convex,
            *solid.with_vertices(curved),
            transformed(solid, Affine{Mat3{{Vec3{1, 0.2, 0}, Vec3{0, 3, 0}, Vec3{0.1, 0, -1}}}, {5, 6, 7}}),
            transformed(convex, Affine::scale({1, 1, 0})),
            rounded(rounded(skin, 0.1), 0.02),
            compound,
            rounded(transformed(compound, Affine::scale({2, 1, 1})), 0.25),
            hills(),
            rounded(transformed(hills(), Affine::from(random.pose(3))), 0.5)};
}

TEST(ShapeBytes, MeshesCompoundsAndHeightFieldsComeBack) {
    for (const Shape& shape : heavy_shapes()) {
        ASSERT_TRUE(shape.valid());
        round_trip(shape);
    }
}

TEST(ShapeBytes, WhatIsSharedIsKeptOnce) {
    Random random(4715);
    const ConvexHull hull = *ConvexHull::build(random_points(random, 200, {1, 1, 1}));
    const Bytes one = round_trip(hull);
    std::vector<CompoundPart> parts;
    parts.reserve(20);
    for (int i = 0; i < 20; ++i)
        parts.push_back({hull, Affine::from(Pose::translation({2.0 * i + 2, 0, 0}))});
    const Bytes many = round_trip(*Compound::build(parts));
    EXPECT_LT(many.size(), one.size() + 20 * 400);
    const auto compound = shape_from_bytes(many);
    ASSERT_TRUE(compound);
    const auto& loaded = compound_data(*compound)->parts;
    for (const Shape& part : loaded)
        EXPECT_EQ(part.children()[0].payload(), loaded[0].children()[0].payload());
    // Sums of sums of one shape: two records a level, not two to the power of the level.
    Shape sum = Box{{1, 1, 1}};
    for (int i = 0; i < 11; ++i) sum = minkowski_sum(sum, sum);
    EXPECT_LT(round_trip(sum).size(), 500U);
}

TEST(ShapeBytes, InvalidShapesAreNotKept) {
    const auto bytes = to_bytes(Shape(Sphere{-1}));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().rule, Rule::negative);
}

/// Whatever the bytes are: refused with a reason, or a good shape that can be kept.
::testing::AssertionResult refused_or_good(const Bytes& bytes, int& loaded) {
    const auto shape = shape_from_bytes(bytes);
    if (!shape) {
        return shape.error().message().size() > 10 ? ::testing::AssertionSuccess()
                                                   : ::testing::AssertionFailure() << "no reason";
    }
    ++loaded;
    if (!shape->valid()) return ::testing::AssertionFailure() << "an invalid shape";
    const auto kept = to_bytes(*shape);
    const auto again = kept ? shape_from_bytes(*kept) : shape;
    if (!kept || !again) return ::testing::AssertionFailure() << "cannot be kept again";
    const std::string what = differs(*shape, *again);
    if (!what.empty()) return ::testing::AssertionFailure() << "comes back with another " << what;
    for (const Vec3 d : {Vec3{1, 0, 0}, Vec3{-1, 2, 3}}) {
        const Vec3 p = shape->convex() ? support(*shape, d) : shape->centre();
        if (!is_finite(p)) return ::testing::AssertionFailure() << "a support point that is not finite";
        if (shape->type() != ShapeType::half_space &&
            !(length(p) <= shape->reach() * (1 + 1e-12) + 8 * shape->support_error()))
            return ::testing::AssertionFailure() << "a point beyond the reach";
    }
    return ::testing::AssertionSuccess();
}

std::vector<Shape> small_shapes() {
    Random random(4716);
    const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const TriangleSoup box = box_mesh({1, 2, 3});
    const std::vector<CompoundPart> parts{{Sphere{0.3}, {}}, {Box{{1, 2, 3}}, Affine::from(random.pose(1))}};
    const std::vector<double> heights{0, 1, 2, 0, 1, 0};
    return {minkowski_sum(Capsule{1, 2}, transformed(Cone{1, 2}, Affine::scale({1, 2, 3}))),
            convex_hull_of(rounded(Segment{{0, 0, 0}, {1, 2, 3}}, 0.5), Sphere{1}),
            HalfSpace{{0, 0, 2}, 1},
            *ConvexHull::build(random_points(random, 9, {1, 2, 3})),
            *ConvexPolygon::build(square),
            *Mesh::build(box.vertices, box.triangles, {.kind = MeshKind::solid}),
            rounded(*Mesh::build(box.vertices, box.triangles), 0.1),
            *Compound::build(parts),
            *HeightField::build({.columns = 2, .rows = 1}, heights)};
}

TEST(ShapeBytes, EveryDamageIsNoticed) {
    Random random(4717);
    for (const Shape& shape : small_shapes()) {
        const Bytes bytes = *to_bytes(shape);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            Bytes damaged = bytes;
            damaged[i] ^= static_cast<std::byte>(1 + random.index(255));
            EXPECT_FALSE(shape_from_bytes(damaged)) << i;
            EXPECT_FALSE(shape_from_bytes(std::span(bytes).first(i))) << i;
        }
        Bytes longer = bytes;
        for (int i = 0; i < 8; ++i) {
            longer.push_back(std::byte{0});
            EXPECT_FALSE(shape_from_bytes(longer)) << i;
        }
    }
}

TEST(ShapeBytes, LiesWithARightChecksumAreRefusedOrGoodShapes) {
    Random random(4718);
    constexpr std::array<std::uint32_t, 8> kOddWords{0,          1,          2,          0x7fffffff,
                                                     0x80000000, 0xffffffff, 0x7ff00000, 0x7ff80000};
    int refused = 0, loaded = 0;
    for (const Shape& shape : small_shapes()) {
        const Bytes bytes = *to_bytes(shape);
        for (std::size_t at = 20; at + 8 < bytes.size(); at += 4) {
            for (std::size_t k = 0; k < kOddWords.size() + 4; ++k) {
                Bytes corrupted = bytes;
                const std::uint32_t odd =
                    k < kOddWords.size() ? kOddWords[k] : word_at(bytes, at) ^ (1U << random.index(32));
                set_word(corrupted, at, odd);
                seal(corrupted);
                ++refused;
                ASSERT_TRUE(refused_or_good(corrupted, loaded))
                    << "word " << at / 4 << " of a " << to_string(shape.type()) << " is " << odd;
            }
        }
        for (std::size_t cut = 4; cut + 28 <= bytes.size(); cut += 4) {
            Bytes corrupted(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(cut));
            seal(corrupted);
            EXPECT_FALSE(shape_from_bytes(corrupted)) << cut;
        }
    }
    EXPECT_GT(loaded, refused / 50);
    EXPECT_LT(loaded, refused * 3 / 4);
}

/// The fault of a shape's bytes after one change below the checksum.
template <class Edit> BuildError fault_after(const Shape& shape, const Edit& edit) {
    Bytes bytes = *to_bytes(shape);
    edit(bytes);
    seal(bytes);
    const auto loaded = shape_from_bytes(bytes);
    EXPECT_FALSE(loaded);
    return loaded ? BuildError{} : loaded.error();
}

TEST(ShapeBytes, FaultsNameTheRecordAndTheRule) {
    // Head 20 bytes, count 8, then kind 4, length 8 and the body of the first record: its numbers begin
    // at 40.
    constexpr std::size_t kCount = 20, kKind = 28, kLength = 32, kBody = 40;
    const auto set = [](std::size_t at, std::uint32_t w) {
        return [=](Bytes& bytes) { set_word(bytes, at, w); };
    };
    const Shape box = Box{{1, 2, 3}};
    EXPECT_EQ(fault_after(box, set(kBody + 4, 0x7ff80000)).rule, Rule::not_finite);
    EXPECT_EQ(fault_after(box, set(kBody + 4, 0xbff00000)).rule, Rule::negative);
    EXPECT_EQ(fault_after(box, set(kCount, 2)).rule, Rule::corrupt);
    EXPECT_EQ(fault_after(box, set(kCount + 4, 0xffffffff)).rule, Rule::corrupt);
    EXPECT_EQ(fault_after(box, set(kKind, 77)).rule, Rule::corrupt);
    EXPECT_EQ(fault_after(box, set(kLength, 0xfffffff0)).rule, Rule::corrupt);
    EXPECT_EQ(fault_after(box, set(8, 2)).rule, Rule::corrupt);  // version
    // A shape that is its own child, and one of a record after it.
    const Shape grown = rounded(box, 1);
    const std::size_t second = kBody + 24;
    EXPECT_EQ(fault_after(grown, set(second + 20, 1)).rule, Rule::out_of_range);
    const BuildError later = fault_after(grown, set(second + 20, 2));
    EXPECT_EQ(later.rule, Rule::out_of_range);
    EXPECT_NE(later.message().find("shape record 1 (rounded)"), std::string::npos) << later.message();
    EXPECT_EQ(fault_after(grown, set(second + 12, 0xffffffff)).rule, Rule::too_complex);
    // A vertex of a mesh with a NaN is decided by its number, a triangle with a wrong corner too.
    const Shape mesh = torus(MeshKind::surface, 4);
    const BuildError vertex = fault_after(mesh, set(kBody + 32 + 24 * 3 + 4, 0x7ff80000));
    EXPECT_EQ(vertex.rule, Rule::not_finite);
    EXPECT_EQ(vertex.kind, Element::vertex);
    EXPECT_EQ(vertex.element, 3U);
    const std::size_t triangles = kBody + 32 + 24 * mesh_data(mesh)->vertices.size();
    const BuildError corner = fault_after(mesh, set(triangles + 12 * 5, 1000));
    EXPECT_EQ(corner.rule, Rule::out_of_range);
    EXPECT_EQ(corner.kind, Element::triangle);
    EXPECT_EQ(corner.element, 5U);
    // A vertex that moved out of its box.
    const BuildError moved = fault_after(mesh, set(kBody + 32 + 4, 0x40590000));
    EXPECT_EQ(moved.rule, Rule::not_contained);
    // A solid with a hole.
    EXPECT_EQ(fault_after(torus(MeshKind::solid, 4), set(triangles, 7)).rule, Rule::not_closed);
}

}  // namespace
}  // namespace graze::test
