// An assembly with a pair of every kind of answer.
#pragma once

#include "cli/documents.hpp"
#include "graze/shape/shape.hpp"

namespace graze::test {

/// Solids in contact, in one another, crossing, identical; skins; convex shapes of many kinds; some that come
/// close.
inline io::Document all_kinds() {
    const Shape stone =
        mesh_of(noisy_sphere_mesh({.radius = 1, .roughness = 0.2, .subdivisions = 2}), MeshKind::solid);
    const Shape pebble =
        mesh_of(noisy_sphere_mesh({.radius = 0.3, .roughness = 0.2, .subdivisions = 1}), MeshKind::solid);
    const Shape cube = mesh_of(box_mesh({1, 1, 1}), MeshKind::solid);
    const Shape skin =
        mesh_of(terrain_mesh({.half_width = 1, .height = 0.3, .columns = 4, .rows = 4}), MeshKind::surface);
    const auto at = [](double x, double y, double z) {
        return Pose::from(Quat::from_axis_angle({1, 2, 3}, 0.7), {x, y, z});
    };
    io::Document document;
    document.title = "all kinds";
    document.parts = {
        part_of("stone", stone),
        part_of("stone beside", stone, at(1.6, 0, 0)),
        part_of("pebble inside", pebble, at(-0.1, 0.1, 0)),
        part_of("cube", cube, Pose::translation({10, 0, 0})),
        part_of("cube touching", cube, Pose::translation({12, 0.25, 0})),
        part_of("cube again", cube, Pose::translation({10, 0, 0})),
        part_of("skin", skin, at(20, 0, 0)),
        part_of("skin crossing", skin, at(20.2, 0.3, 0.1)),
        part_of("cylinder", Cylinder{0.5, 1}, Pose::translation({30, 0, 0})),
        part_of("cone", Cone{0.5, 1}, at(30.3, 0.1, 0.2)),
        part_of("box", Box{{0.5, 0.5, 0.5}}, Pose::translation({40, 0, 0})),
        part_of("box touching", Box{{0.5, 0.5, 0.5}}, Pose::translation({41, 0.25, 0})),
        part_of("sum", minkowski_sum(Box{{0.5, 0.4, 0.3}}, Cylinder{0.2, 0.2}), at(50, 0, 0)),
        part_of("ellipsoid", Ellipsoid{{0.5, 0.4, 0.3}}, at(50.9, 0.2, 0)),
        part_of("triangle", Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Pose::translation({60, 0, 0})),
        part_of("segment", Segment{{0.2, 0.3, -1}, {0.3, 0.2, 1}}, Pose::translation({60, 0, 0})),
        part_of("near ball", Sphere{0.4}, Pose::translation({42, 0.25, 0})),
        part_of("near stone", stone, at(-2.5, 0, 0)),
        part_of("ball", Sphere{0.5}, Pose::translation({70, 0, 0})),
        part_of("capsule", Capsule{0.3, 0.5}, at(70.6, 0.1, 0))};
    return document;
}

}  // namespace graze::test
