// The gearbox: two stages of gears on three shafts in ball bearings, in a housing on a table, driven by a
// motor. Shafts run along y. Gears of module 8: the pitch radius is four times the number of teeth, and
// centre distances leave room between the flanks.
#include <array>
#include <cmath>
#include <numbers>

#include "demo/demo_assembly.hpp"
#include "demo/demo_shapes.hpp"

namespace graze::cli {

namespace {

constexpr Vec3 kCentre{-560, -150, 486};  ///< On the first shaft, midway between the walls.
constexpr double kCentreClearance = 1.6;  ///< Added to the centre distance of gears that run together.
/// From the first shaft to the second, along x.
constexpr double kSecond = 4.0 * (16 + 32) + kCentreClearance;
/// From the first shaft to the third.
constexpr double kThird = kSecond + 4.0 * (16 + 40) + kCentreClearance;
constexpr std::array<double, 3> kShafts{0, kSecond, kThird};
constexpr double kWall = 130;  ///< Distance of the walls' middle from the centre.
constexpr double kShaftRadius = 20;

Vec3 at(double x, double y, double z) { return kCentre + Vec3{x, y, z}; }

Shape gear(std::uint32_t teeth, double half_thickness) {
    const double pitch = 4.0 * teeth;
    return solid(gear_mesh({.teeth = teeth,
                            .tip_radius = pitch + 7,
                            .root_radius = pitch - 9,
                            .bore_radius = kShaftRadius - 2,
                            .half_thickness = half_thickness,
                            .layers = 2}));
}

/// Turns a gear so that a tooth, or the gap between two, points along the local direction `angle`: teeth are
/// centred at 0.3 of the pitch.
double towards(std::uint32_t teeth, double angle, bool gap) {
    return angle - (gap ? 0.8 : 0.3) * 2 * std::numbers::pi / teeth;
}

void add_gears(DemoAssembly& assembly) {
    const double pi = std::numbers::pi;
    const auto add = [&](const char* name, std::uint32_t teeth, double half, const Vec3& position,
                         double turn) {
        add_part(assembly, name, gear(teeth, half), spun(along_y(position), turn), "gears");
    };
    add("gearbox/gear-input", 16, 24, at(0, -50, 0), towards(16, 0, false));
    add("gearbox/gear-wheel", 32, 20, at(kSecond, -50, 0), towards(32, pi, true));
    add("gearbox/gear-pinion", 16, 28, at(kSecond, 50, 0), towards(16, 0, false));
    add("gearbox/gear-output", 40, 24, at(kThird, 50, 0), towards(40, pi, true));
    assembly.document.exclusions.push_back(
        {"gearbox/shaft-*", "gearbox/gear-*", "pressed on: each bore is narrower than its shaft"});

    // Above the output gear, six millimetres too low: its teeth reach into the other's roots. Its local y
    // axis points down.
    add_part(
        assembly, "gearbox/pump-gear", gear(12, 20),
        spun(along_y(at(kThird, 50, 4.0 * (40 + 12) + kCentreClearance - 6)), towards(12, pi / 2, false)),
        "gears");
    assembly.planted.push_back(
        {PlantedKind::clash,
         "gearbox/gear-output",
         "gearbox/pump-gear",
         Relation::overlapping,
         {1, 8},
         "the pump's gear sits 6 mm too low and cuts into the teeth of the output gear"});
}

void add_shafts(DemoAssembly& assembly) {
    constexpr std::array<double, 3> front{-262, -165, -165};
    constexpr std::array<double, 3> back{165, 165, 300};
    for (int i = 0; i < 3; ++i) {
        const double half = (back[i] - front[i]) / 2;
        const std::array<ProfilePoint, 4> profile{
            {{17, -half}, {kShaftRadius, 3 - half}, {kShaftRadius, half - 3}, {17, half}}};
        add_part(assembly, numbered("gearbox/shaft", i + 1), solid(turned_mesh(profile, 48)),
                 along_y(at(kShafts[i], (back[i] + front[i]) / 2, 0)), "shafts");
    }
}

void add_bearings(DemoAssembly& assembly) {
    const Shape inner = solid(ring_mesh({.inner_radius = 21.5, .outer_radius = 28, .half_thickness = 10}));
    const Shape outer = solid(ring_mesh({.inner_radius = 44, .outer_radius = 49.5, .half_thickness = 10}));
    const Shape ball = Sphere{6.5};
    int number = 0;
    for (const double shaft : kShafts) {
        for (const double side : {-kWall, kWall}) {
            const std::string name = numbered("gearbox/bearing", ++number);
            add_part(assembly, name + "/inner", inner, along_y(at(shaft, side, 0)), "bearings");
            add_part(assembly, name + "/outer", outer, along_y(at(shaft, side, 0)), "bearings");
            for (int i = 0; i < 9; ++i) {
                const double angle = 2 * std::numbers::pi * i / 9;
                add_part(assembly, numbered(name + "/ball", i + 1), ball,
                         Pose::translation(at(shaft + 36 * std::cos(angle), side, 36 * std::sin(angle))),
                         "bearings");
            }
        }
    }
}

void add_caps(DemoAssembly& assembly) {
    const Shape cap = solid(ring_mesh({.inner_radius = 23, .outer_radius = 68, .half_thickness = 5}));
    const Shape screw =
        bolt_shape({.shank_radius = 4, .shank_length = 24, .head_radius = 8, .head_height = 6});
    int number = 0;
    for (const double shaft : kShafts) {
        for (const double side : {-1.0, 1.0}) {
            const std::string name = numbered("gearbox/cap", ++number);
            add_part(assembly, name, cap, along_y(at(shaft, side * (kWall + 19), 0)), "housing");
            for (int i = 0; i < 6; ++i) {
                const double angle = 2 * std::numbers::pi * (i + 0.5) / 6;
                const Pose out =
                    along_y(at(shaft + 60 * std::cos(angle), side * (kWall + 25.5), 60 * std::sin(angle)));
                const Pose in{Mat3::from_rows({1, 0, 0}, {0, 0, -1}, {0, 1, 0}), out.position};
                add_part(assembly, numbered(name + "/screw", i + 1), screw, side > 0 ? out : in, "screws");
            }
        }
    }
    // Ring on ring: mesh against mesh.
    add_part(assembly, "gearbox/seal",
             solid(ring_mesh({.inner_radius = 23, .outer_radius = 50, .half_thickness = 4})),
             along_y(at(kThird, kWall + 24 + 4 + 0.3, 0)), "housing");
    assembly.planted.push_back({PlantedKind::near_miss,
                                "gearbox/cap-06",
                                "gearbox/seal",
                                Relation::disjoint,
                                {0.2999, 0.3001},
                                "the seal runs 0.3 mm from the cap of its bearing"});
    assembly.document.exclusions.push_back({"gearbox/cap-*/screw-*", "gearbox/cap-??", "screwed in"});
    assembly.document.exclusions.push_back({"gearbox/cap-*/screw-*", "gearbox/wall-*", "screwed in"});
}

void add_housing(DemoAssembly& assembly) {
    // A hole is in the middle of its cell: each border is as far from the shaft before it as from the one
    // behind.
    constexpr double first = kSecond - 75, second = kSecond + 75;
    const PlateMesh wall{.columns = {-first, first, second, 2 * kThird - second, kThird + 190},
                         .rows = {-200, -80, 80, 200},
                         .holes = {0, 0, 0, 0, 52, 52, 52, 0, 0, 0, 0, 0},
                         .half_thickness = 12};
    const Shape shape = solid(plate_mesh(wall));
    add_part(assembly, "gearbox/wall-front", shape, along_y(at(0, -kWall, 0)), "housing");
    add_part(assembly, "gearbox/wall-back", shape, along_y(at(0, kWall, 0)), "housing");
    const Shape end = Box{{6, kWall - 14, 200}};
    add_part(assembly, "gearbox/wall-left", end, Pose::translation(at(wall.columns.front() + 6, 0, 0)),
             "housing");
    add_part(assembly, "gearbox/wall-right", end, Pose::translation(at(wall.columns.back() - 6, 0, 0)),
             "housing");
}

/// The base plate and the table top have the same holes, with a bolt and a nut in each.
void add_base(DemoAssembly& assembly) {
    PlateMesh base{.columns = {}, .rows = {}, .holes = std::vector<double>(44, 0), .half_thickness = 10};
    for (int i = 0; i <= 11; ++i) base.columns.push_back(-150 + 80.0 * i);
    for (const double row : {-180.0, -146.0, 0.0, 146.0, 180.0}) base.rows.push_back(row);
    for (int i = 0; i < 11; ++i) base.holes[i] = base.holes[33 + i] = 6.5;
    const double top = -202 - 10;
    add_part(assembly, "gearbox/base", solid(plate_mesh(base)), Pose::translation(at(0, 0, top)), "housing");
    PlateMesh table = base;
    table.rows.insert(table.rows.begin(), -470);
    table.holes.insert(table.holes.begin(), 11, 0);
    add_part(assembly, "table/top", solid(plate_mesh(table)), Pose::translation(at(0, 0, top - 22)), "frame");

    const Shape bolt =
        bolt_shape({.shank_radius = 5, .shank_length = 56, .head_radius = 10, .head_height = 7});
    const Shape nut =
        solid(ring_mesh({.inner_radius = 7.2, .outer_radius = 11, .half_thickness = 4, .segments = 6}));
    int number = 0;
    for (const double y : {-163.0, 163.0}) {
        for (int i = 0; i < 11; ++i) {
            const double x = -110 + 80.0 * i;
            ++number;
            if (number == 15) continue;
            add_part(assembly, numbered("gearbox/bolt", number), bolt,
                     Pose::translation(at(x, y, top + 11.5)), "screws");
            add_part(assembly, numbered("gearbox/nut", number), nut,
                     Pose::translation(at(x, y, top - 22 - 10 - 6)), "screws");
        }
    }
    // A short one that stands beside the middle of its hole: 5 + 2.5 - 6.5 = 1 mm into the wall of the hole,
    // which is not quite round.
    const Shape stub =
        bolt_shape({.shank_radius = 5, .shank_length = 19, .head_radius = 10, .head_height = 7});
    add_part(assembly, "gearbox/bolt-15", stub, Pose::translation(at(-110 + 80.0 * 3, 163 + 2.5, top + 11.5)),
             "screws");
    assembly.planted.push_back({PlantedKind::clash,
                                "gearbox/base",
                                "gearbox/bolt-15",
                                Relation::overlapping,
                                {0.9, 1.5},
                                "a bolt stands 2.5 mm beside the middle of its hole"});
}

void add_motor(DemoAssembly& assembly) {
    const std::array<ProfilePoint, 7> body{
        {{18, 0}, {70, 1}, {80, 10}, {80, 190}, {70, 200}, {20, 202}, {20, 240}}};
    add_part(assembly, "motor/body", solid(turned_mesh(body, 64)), along_y(at(0, -530, 0)), "motor");
    const Shape fin = solid(ring_mesh({.inner_radius = 82, .outer_radius = 96, .half_thickness = 4}));
    for (int i = 0; i < 10; ++i)
        add_part(assembly, numbered("motor/fin", i + 1), fin, along_y(at(0, -512 + 18.0 * i, 0)), "motor");
    const Shape hub = solid(ring_mesh({.inner_radius = 22, .outer_radius = 46, .half_thickness = 10}));
    add_part(assembly, "motor/hub-01", hub, along_y(at(0, -305, 0)), "motor");
    add_part(assembly, "motor/hub-02", hub, along_y(at(0, -245, 0)), "motor");
    for (int i = 0; i < 6; ++i) {
        const double angle = 2 * std::numbers::pi * i / 6;
        add_part(assembly, numbered("motor/pin", i + 1), Capsule{5, 30},
                 along_y(at(34 * std::cos(angle), -275, 34 * std::sin(angle))), "motor");
    }
    assembly.document.exclusions.push_back({"motor/pin-*", "motor/hub-*", "the pins sit in the hubs"});
    add_part(assembly, "motor/stand", Box{{70, 90, 61.5}}, Pose::translation(at(0, -430, -160.5)), "frame");
}

void add_table(DemoAssembly& assembly) {
    const double floor = -kCentre.z;
    const double top = -202 - 22 - 22;
    int number = 0;
    for (const double x : {-120.0, 700.0}) {
        for (const double y : {-440.0, 100.0}) {
            ++number;
            add_part(assembly, numbered("table/leg", number), Box{{20, 20, (top - 2 - floor - 12) / 2}},
                     Pose::translation(at(x, y, (top - 2 + floor + 12) / 2)), "frame");
            add_part(assembly, numbered("table/foot", number), Cylinder{36, 6},
                     Pose::translation(at(x, y, floor + 6)), "frame");
        }
    }
    add_part(assembly, "table/beam-01", Box{{12, 250, 12}}, Pose::translation(at(-120, -170, floor + 60)),
             "frame");
    add_part(assembly, "table/beam-02", Box{{12, 250, 12}}, Pose::translation(at(700, -170, floor + 60)),
             "frame");
}

}  // namespace

void add_gearbox(DemoAssembly& assembly) {
    add_gears(assembly);
    add_shafts(assembly);
    add_bearings(assembly);
    add_caps(assembly);
    add_housing(assembly);
    add_base(assembly);
    add_motor(assembly);
    add_table(assembly);
}

}  // namespace graze::cli
