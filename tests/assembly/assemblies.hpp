// Assemblies for tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "graze/assembly/assembly.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"
#include "oracle/random.hpp"

namespace graze::test {

inline Shape mesh_shape(const TriangleSoup& soup, MeshKind kind) {
    const auto mesh = Mesh::build(soup.vertices, soup.triangles, {.kind = kind});
    EXPECT_TRUE(mesh.has_value());
    return mesh ? Shape{*mesh} : Shape{Sphere{-1}};
}

inline AssemblyPart part(const std::string& name, const Shape& shape, const Pose& pose = {},
                         const std::string& group = {}) {
    return {name, {shape, pose}, group, {}};
}

/// Solids, surfaces and convex shapes of every bounded kind. Some pairs overlap, some are close, most are
/// far.
inline Assembly random_assembly(std::uint64_t seed, std::size_t count, double half) {
    Random random(seed);
    const Shape gear = mesh_shape(gear_mesh({.teeth = 8}), MeshKind::solid);
    const Shape stone =
        mesh_shape(noisy_sphere_mesh({.radius = 0.8, .roughness = 0.3, .subdivisions = 2}), MeshKind::solid);
    const Shape skin = mesh_shape(terrain_mesh({.half_width = 1, .height = 0.3, .columns = 6, .rows = 6}),
                                  MeshKind::surface);
    Assembly assembly;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t kind = random.index(8);
        ShapeType type = kAllShapeTypes[random.index(kAllShapeTypes.size())];
        if (type == ShapeType::half_space) type = ShapeType::box;
        Shape shape = kind == 0   ? gear
                      : kind == 1 ? stone
                      : kind == 2 ? skin
                                  : random_shape(random, type, Build::plain, 0.5);
        const Pose pose = random.pose(half);
        if (random.chance(0.2)) shape = rounded(shape, random.uniform(0.01, 0.2));
        AssemblyPart added = part("part_" + std::to_string(i), shape, pose);
        if (random.chance(0.5)) added.group = random.chance(0.5) ? "frame" : "arm";
        added.origin = random.chance(0.5) ? "one" : "two";
        assembly.parts.push_back(added);
    }
    return assembly;
}

/// The findings of an assembly that must be valid.
inline AssemblyFindings findings_of(const Assembly& assembly, const AssemblyOptions& options = {}) {
    auto findings = check_assembly(assembly, options);
    EXPECT_TRUE(findings.has_value()) << (findings ? "" : findings.error().message);
    return findings ? *std::move(findings) : AssemblyFindings{};
}

}  // namespace graze::test
