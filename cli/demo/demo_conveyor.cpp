// The conveyor: rollers between two rails, with a parcel of every type of shape on them, and a light barrier
// across.
#include <array>
#include <cmath>

#include <graze/shape/shape.hpp>

#include "demo/demo_assembly.hpp"
#include "demo/demo_shapes.hpp"

namespace graze::cli {

namespace {

constexpr double kMiddle = 480;  ///< Of the conveyor, along y.
constexpr double kTop = 560;     ///< Of the rollers, along z.
constexpr double kRoller = 28;   ///< Radius.
constexpr double kLift = 1.5;    ///< Parcels are so far above the rollers.

Pose roller_pose(int i) { return along_y({-680 + 70.0 * i, kMiddle, kTop - kRoller}); }

void add_rollers(DemoAssembly& assembly) {
    const Shape roller = Cylinder{kRoller, 170};
    const Shape axle = Cylinder{8, 7};
    for (int i = 0; i < 23; ++i) {
        add_part(assembly, numbered("conveyor/roller", i + 1), roller, roller_pose(i), "rollers");
        for (const double side : {-1.0, 1.0}) {
            const Vec3 end = roller_pose(i).position + Vec3{0, side * 180, 0};
            add_part(assembly, numbered(side < 0 ? "conveyor/axle-front" : "conveyor/axle-back", i + 1), axle,
                     along_y(end), "rollers");
        }
    }
    add_part(assembly, "conveyor/roller-09-copy", roller, roller_pose(8), "rollers");
    assembly.planted.push_back({PlantedKind::clash,
                                "conveyor/roller-09",
                                "conveyor/roller-09-copy",
                                Relation::identical,
                                {2 * kRoller - 0.01, 2 * kRoller + 0.01},
                                "a roller is there twice"});
    assembly.document.exclusions.push_back(
        {"conveyor/axle-*", "conveyor/rail-*", "the axles end in slots of the rails"});
}

void add_conveyor_frame(DemoAssembly& assembly) {
    for (const double side : {-1.0, 1.0}) {
        const char* name = side < 0 ? "conveyor/rail-front" : "conveyor/rail-back";
        add_part(assembly, name, Box{{830, 8, 40}}, Pose::translation({90, kMiddle + side * 192, kTop - 40}),
                 "frame");
    }
    int number = 0;
    for (const double x : {-700.0, 90.0, 880.0}) {
        for (const double side : {-1.0, 1.0}) {
            ++number;
            const double y = kMiddle + side * 192;
            add_part(assembly, numbered("conveyor/leg", number), Box{{18, 8, 230}},
                     Pose::translation({x, y, 244}), "frame");
            add_part(assembly, numbered("conveyor/foot", number), Cylinder{34, 6},
                     Pose::translation({x, y, 6}), "frame");
        }
        add_part(assembly, numbered("conveyor/brace", number / 2), Capsule{10, 170},
                 along_y({x, kMiddle, 160}), "frame");
    }
}

void add_parcels(DemoAssembly& assembly) {
    int number = 0;
    const auto add = [&](const Shape& shape, double x, double y, double half_height) {
        add_part(assembly, numbered("conveyor/parcel", ++number), shape,
                 Pose::translation({x, kMiddle + y, kTop + kLift + half_height}), "parcels");
    };
    add(Box{{70, 60, 45}}, -600, 65, 45);
    add(Box{{70, 60, 40}}, -600, 65 - 120.2, 40);
    assembly.planted.push_back({PlantedKind::near_miss,
                                "conveyor/parcel-01",
                                "conveyor/parcel-02",
                                Relation::disjoint,
                                {0.1999, 0.2001},
                                "two parcels are 0.2 mm apart"});
    add(rounded(Box{{50, 50, 35}}, 10), -430, 20, 45);
    add(Cylinder{45, 50}, -300, -40, 50);
    add(Cone{50, 55}, -160, 0, 55);
    add(Ellipsoid{{70, 50, 40}}, 0, 40, 40);
    add(pebble_shape(96, {60, 50, 45}), 160, -50, 45);
    add(solid(torus_mesh({.major_radius = 50, .minor_radius = 18, .rings = 48, .sides = 20})), 300, 30, 18);
    add(solid(torus_knot_mesh(
            {.major_radius = 48, .minor_radius = 20, .tube_radius = 9, .rings = 160, .sides = 12})),
        440, -60, 30);
    add(Tetrahedron{{-60, -40, -40}, {60, -40, -40}, {0, 70, -40}, {0, 0, 50}}, 690, 40, 40);
    add(convex_hull_of(Sphere{30}, transformed(Cone{30, 25}, Affine::from(Pose::translation({0, 0, 60})))),
        810, -70, 30);
    add(minkowski_sum(Box{{40, 25, 10}}, Ellipsoid{{20, 20, 15}}), 790, 70, 25);
    add(scaled(Cylinder{30, 40}, {1.4, 0.8, 1}), -460, -110, 40);

    add_part(assembly, "conveyor/ball", Sphere{40}, Pose::translation({90, kMiddle + 110, kTop + 40.1}),
             "parcels");
    assembly.planted.push_back({PlantedKind::near_miss,
                                "conveyor/roller-12",
                                "conveyor/ball",
                                Relation::disjoint,
                                {0.0999, 0.1001},
                                "a ball rolls 0.1 mm above a roller"});
}

/// Beams of light across the conveyor; the lowest goes through the axis of the cone, 21.5 mm below its apex.
void add_light_barrier(DemoAssembly& assembly) {
    for (const double side : {-1.0, 1.0}) {
        add_part(assembly, side < 0 ? "barrier/sender" : "barrier/receiver", Box{{12, 8, 90}},
                 Pose::translation({-160, kMiddle + side * 212, 700}), "barrier");
    }
    for (int i = 0; i < 4; ++i)
        add_part(assembly, numbered("barrier/beam", i + 1),
                 Segment{{-160, kMiddle - 202, 650 + 30.0 * i}, {-160, kMiddle + 202, 650 + 30.0 * i}},
                 Pose::identity(), "barrier");
    const double depth = (kTop + kLift + 110 - 650) * 50 / std::hypot(50, 110);
    assembly.planted.push_back({PlantedKind::clash,
                                "conveyor/parcel-05",
                                "barrier/beam-01",
                                Relation::overlapping,
                                {depth - 0.001, depth + 0.001},
                                "a parcel breaks a beam of the light barrier"});
}

}  // namespace

void add_conveyor(DemoAssembly& assembly) {
    add_rollers(assembly);
    add_conveyor_frame(assembly);
    add_parcels(assembly);
    add_light_barrier(assembly);
}

}  // namespace graze::cli
