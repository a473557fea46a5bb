// Assemblies for tests of the tool.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "graze/io/document.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {

inline Shape mesh_of(const TriangleSoup& soup, MeshKind kind) {
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    EXPECT_TRUE(mesh.has_value());
    return mesh ? Shape{*mesh} : Shape{Sphere{-1}};
}

inline io::Part part_of(const std::string& name, const Shape& shape, const Pose& pose = {}) {
    io::Part part{
        .name = name, .source = {}, .shape = shape, .pose = pose, .motion = {}, .group = {}, .margin = 0};
    return part;
}

/// Solids, skins and convex shapes of every bounded kind, spread so that some pairs collide, some are close,
/// and most are far.
inline io::Document random_document(std::uint64_t seed, std::size_t count, double half) {
    Random random(seed);
    const Shape gear = mesh_of(gear_mesh({.teeth = 8}), MeshKind::solid);
    const Shape stone =
        mesh_of(noisy_sphere_mesh({.radius = 0.8, .roughness = 0.3, .subdivisions = 2}), MeshKind::solid);
    const Shape skin =
        mesh_of(terrain_mesh({.half_width = 1, .height = 0.3, .columns = 6, .rows = 6}), MeshKind::surface);
    io::Document document;
    document.title = "random";
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t kind = random.index(8);
        ShapeType type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        if (type == ShapeType::half_space) type = ShapeType::box;
        const Shape shape = kind == 0   ? gear
                            : kind == 1 ? stone
                            : kind == 2 ? skin
                                        : random_shape(random, type, Build::plain, 0.5);
        io::Part part = part_of("part_" + std::to_string(i), shape, random.pose(half));
        if (random.chance(0.2)) part.margin = random.uniform(0.01, 0.2);
        if (random.chance(0.5)) part.group = random.chance(0.5) ? "frame" : "arm";
        part.source = random.chance(0.5) ? "one.stl" : "two.stl";
        document.parts.push_back(part);
    }
    return document;
}

}  // namespace graze::test
