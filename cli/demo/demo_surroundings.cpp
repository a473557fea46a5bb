// What stands around the machines: the floor, a fence, a cabinet with pipes, a tank with a float in it, a
// tray of grit, signs.
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <graze/mesh/height_field.hpp>
#include <graze/shape/hull.hpp>

#include "demo/demo_assembly.hpp"
#include "demo/demo_shapes.hpp"

namespace graze::cli {

namespace {

void add_floor(DemoAssembly& assembly) {
    add_part(assembly, "floor", HalfSpace{{0, 0, 1}, 0}, Pose::identity(), "floor");
    assembly.document.exclusions.push_back({"floor", "*/foot*", "feet stand on the floor"});
    assembly.document.exclusions.push_back({"@frame", "@frame", "welded together"});
}

void add_fence(DemoAssembly& assembly) {
    constexpr double back = 790, bay = 300, left = -1000;
    const Shape bar = Capsule{5, bay / 2 - 26};
    for (int i = 0; i < 8; ++i) {
        const double x = left + bay * i;
        add_part(assembly, numbered("fence/post", i + 1), Box{{15, 15, 450}},
                 Pose::translation({x, back, 464}), "frame");
        add_part(assembly, numbered("fence/foot", i + 1), Cylinder{40, 6}, Pose::translation({x, back, 6}),
                 "frame");
        if (i == 7) break;
        if (i == 5) {
            add_part(assembly, "fence/sheet", surface(sheet_mesh(bay / 2 - 20, 380, 8)),
                     Pose::translation({x + bay / 2, back, 500}), "fence");
            continue;
        }
        for (int k = 0; k < 9; ++k)
            add_part(assembly, numbered(numbered("fence/bar", i + 1), k + 1), bar,
                     along_x({x + bay / 2, back, 120 + 95.0 * k}), "fence");
    }
    add_part(assembly, "fence/duct", Capsule{20, 90}, along_y({left + bay * 5.5 + 30, back + 60, 640}),
             "pipes");
    assembly.planted.push_back({PlantedKind::clash,
                                "fence/sheet",
                                "fence/duct",
                                Relation::overlapping,
                                {29, 51},
                                "a duct goes through a sheet of the fence"});
}

/// A cabinet and pipes of radius 12 beside it; one of them lies 9 mm from a face of it, 3 mm too near.
void add_cabinet(DemoAssembly& assembly) {
    constexpr Vec3 centre{-1050, 250, 400};
    add_part(assembly, "cabinet/case", Box{{110, 160, 380}}, Pose::translation(centre), "cabinet");
    add_part(assembly, "cabinet/sign", Triangle{{0, -50, -40}, {0, 50, -40}, {0, 0, 50}},
             Pose::translation(centre + Vec3{114, 0, 220}), "signs");
    for (int i = 0; i < 4; ++i) {
        const double x = centre.x + 126 + 32.0 * i;
        add_part(assembly, numbered("pipes/riser", i + 1), Capsule{12, 240},
                 Pose::translation({x, centre.y - 110, 300}), "pipes");
        add_part(assembly, numbered("pipes/drop", i + 1), Capsule{12, 180},
                 between({x, centre.y - 110, 540}, {x, centre.y - 470, 540}), "pipes");
    }
    assembly.document.exclusions.push_back({"pipes/*", "pipes/*", "one bundle of pipes"});
    add_part(assembly, "pipes/stub", Capsule{12, 200},
             Pose::translation({centre.x + 119, centre.y + 110, 260}), "pipes");
    assembly.planted.push_back({PlantedKind::clash,
                                "cabinet/case",
                                "pipes/stub",
                                Relation::overlapping,
                                {2.999, 3.001},
                                "a pipe is laid 3 mm into the cabinet"});
    // With its insulation the cable is 8 mm thick, and 0.25 mm from the cabinet's back.
    io::Part& cable = add_part(assembly, "cabinet/cable", Capsule{6, 300},
                               Pose::translation(centre + Vec3{0, 160 + 8 + 0.25, 0}), "pipes");
    cable.margin = 2;
    assembly.planted.push_back({PlantedKind::near_miss,
                                "cabinet/case",
                                "cabinet/cable",
                                Relation::disjoint,
                                {0.2499, 0.2501},
                                "a cable with its insulation is 0.25 mm from the cabinet"});
}

/// What is inside of a cavity is not inside of the solid: no clash.
void add_tank(DemoAssembly& assembly) {
    constexpr Vec3 centre{-900, -480, 0};
    const std::array<ProfilePoint, 4> outside{{{90, 60}, {110, 90}, {110, 400}, {90, 430}}};
    const std::array<ProfilePoint, 4> cavity{{{80, 70}, {100, 95}, {100, 395}, {80, 420}}};
    add_part(assembly, "tank/shell", solid(hollow_mesh(outside, cavity, 64)), Pose::translation(centre),
             "tank");
    add_part(assembly, "tank/float", Sphere{50}, Pose::translation(centre + Vec3{10, -5, 260}), "tank");
    for (int i = 0; i < 3; ++i) {
        const double angle = 2 * std::numbers::pi * i / 3;
        add_part(assembly, numbered("tank/foot", i + 1), Cylinder{16, 28},
                 Pose::translation(centre + Vec3{70 * std::cos(angle), 70 * std::sin(angle), 28}), "tank");
    }
}

void add_grit(DemoAssembly& assembly) {
    constexpr Vec3 centre{-160, -640, 0};
    const Terrain terrain{.half_width = 150, .height = 24, .columns = 40, .rows = 40, .seed = 7};
    const std::vector<double> heights = terrain_heights(terrain);
    const auto field = HeightField::build(
        {.columns = 40, .rows = 40, .cell_width = 7.5, .cell_depth = 7.5, .corner = {-150, -150}}, heights);
    if (field) add_part(assembly, "grit/heap", *field, Pose::translation(centre + Vec3{0, 0, 60}), "grit");
    for (const double side : {-1.0, 1.0}) {
        add_part(assembly, side < 0 ? "grit/side-left" : "grit/side-right", Box{{5, 165, 45}},
                 Pose::translation(centre + Vec3{side * 160, 0, 50}), "frame");
        add_part(assembly, side < 0 ? "grit/side-front" : "grit/side-back", Box{{153, 5, 45}},
                 Pose::translation(centre + Vec3{0, side * 160, 50}), "frame");
    }
    for (int i = 0; i < 6; ++i) {
        const double angle = 2 * std::numbers::pi * i / 6;
        const Vec3 radii{14.0 + 2 * i, 18, 12};
        add_part(assembly, numbered("grit/stone", i + 1), pebble_shape(40, radii),
                 Pose::translation(centre + Vec3{90 * std::cos(angle), 90 * std::sin(angle), 104}), "grit");
    }
}

void add_marks(DemoAssembly& assembly) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / 8;
        corners.push_back({60 * std::cos(angle), 0, 60 * std::sin(angle)});
    }
    const auto octagon = ConvexPolygon::build(corners);
    if (octagon) add_part(assembly, "fence/sign", *octagon, Pose::translation({-400, 765, 700}), "signs");
    add_part(assembly, "robot/home-mark", Point{{0, 0, 0}}, Pose::translation({560, 500, 620}), "signs");
}

}  // namespace

void add_surroundings(DemoAssembly& assembly) {
    add_floor(assembly);
    add_fence(assembly);
    add_cabinet(assembly);
    add_tank(assembly);
    add_grit(assembly);
    add_marks(assembly);
}

}  // namespace graze::cli
