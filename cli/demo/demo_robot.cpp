// The robot: an arm on a pedestal that carries a ball from the conveyor towards the pallet, turning about the
// pedestal's axis, and hits the pole of a lamp on its way. The ball moves on a circle that goes through the
// pole's axis, so the time of the impact is known.
#include <array>
#include <cmath>
#include <numbers>

#include <graze/shape/shape.hpp>

#include "demo/demo_assembly.hpp"
#include "demo/demo_shapes.hpp"

namespace graze::cli {

namespace {

constexpr Vec3 kRobot{560, -40, 0};  ///< On the floor, on the axis of the pedestal.
constexpr double kReach = 540;       ///< Of the ball's centre from that axis.
constexpr double kLoadRadius = 55;
constexpr double kPoleRadius = 22;
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kSwing = -140 * kDegree;
constexpr double kPoleAngle = -100 * kDegree;  ///< Of the pole, counted from where the arm starts.

void add_link(DemoAssembly& assembly, const char* name, const Shape& shape, const Pose& in_arm) {
    // The arm starts along y: a quarter turn without rounding.
    const Pose arm{Mat3::from_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}), kRobot};
    io::Part& part = add_part(assembly, name, shape, arm * in_arm, "arm");
    part.motion = ScrewMotion{part.pose, kRobot, {0, 0, 1}, kSwing, 0};
}

void add_pedestal(DemoAssembly& assembly) {
    add_part(assembly, "robot/foot", Cylinder{170, 9}, Pose::translation(kRobot + Vec3{0, 0, 9}), "robot");
    const std::array<ProfilePoint, 6> profile{
        {{140, 20}, {140, 60}, {95, 110}, {85, 340}, {120, 380}, {120, 420}}};
    add_part(assembly, "robot/pedestal", solid(turned_mesh(profile, 64)), Pose::translation(kRobot), "robot");
    const Shape screw =
        bolt_shape({.shank_radius = 5, .shank_length = 26, .head_radius = 10, .head_height = 7});
    for (int i = 0; i < 8; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / 8;
        add_part(assembly, numbered("robot/screw", i + 1), screw,
                 Pose::translation(kRobot + Vec3{155 * std::cos(angle), 155 * std::sin(angle), 18}),
                 "screws");
    }
    assembly.document.exclusions.push_back({"robot/screw-*", "robot/foot", "screwed in"});
    assembly.document.exclusions.push_back({"robot/screw-*", "floor", "anchored in the floor"});
    add_part(assembly, "robot/lost-pin", Capsule{6, 20}, along_x(kRobot + Vec3{20, 10, 200}), "screws");
    assembly.planted.push_back({PlantedKind::clash,
                                "robot/pedestal",
                                "robot/lost-pin",
                                Relation::b_inside_a,
                                {60, 200},
                                "a pin was left inside of the casting of the pedestal"});
}

void add_arm(DemoAssembly& assembly) {
    const Vec3 shoulder{0, 0, 590}, elbow{120, 0, 980}, wrist{kReach, 0, 930};
    add_link(assembly, "robot/turret", Cylinder{110, 40}, Pose::translation({0, 0, 465}));
    add_link(assembly, "robot/shoulder", Cylinder{70, 90}, along_y(shoulder));
    add_link(assembly, "robot/upper-arm",
             convex_hull_of(transformed(Cylinder{60, 35}, Affine::from(along_y(shoulder))),
                            transformed(Cylinder{45, 35}, Affine::from(along_y(elbow)))),
             Pose::identity());
    add_link(assembly, "robot/elbow", Cylinder{52, 60}, along_y(elbow));
    add_link(assembly, "robot/forearm", TaperedCapsule{34, 28, length(wrist - elbow) / 2},
             between(elbow, wrist));
    add_link(assembly, "robot/counterweight", rounded(Box{{40, 45, 25}}, 15),
             Pose::translation({40, 0, 1000}));
    add_link(assembly, "robot/wrist", Ellipsoid{{48, 42, 42}}, Pose::translation(wrist));
    add_link(assembly, "robot/stem", Cylinder{12, 35}, Pose::translation({kReach, 0, 865}));
    add_link(assembly, "robot/cup", Cone{36, 18}, Pose::translation({kReach, 0, 834}));
    add_link(assembly, "robot/load", Sphere{kLoadRadius}, Pose::translation({kReach, 0, 760}));
    assembly.document.exclusions.push_back({"@arm", "@arm", "joined by joints, or held by the cup"});
}

void add_pole(DemoAssembly& assembly) {
    const double angle = 90 * kDegree + kPoleAngle;
    const Vec3 place = kRobot + Vec3{kReach * std::cos(angle), kReach * std::sin(angle), 0};
    add_part(assembly, "lamp/foot", Cylinder{70, 9}, Pose::translation(place + Vec3{0, 0, 9}), "frame");
    add_part(assembly, "lamp/pole", Cylinder{kPoleRadius, 380}, Pose::translation(place + Vec3{0, 0, 400}),
             "frame");
    int number = 0;
    for (const double height : {420.0, 480.0, 540.0}) {
        add_part(
            assembly, numbered("lamp/light", ++number),
            solid(ring_mesh({.inner_radius = kPoleRadius + 2, .outer_radius = 44, .half_thickness = 24})),
            Pose::translation(place + Vec3{0, 0, height}), "lamp");
    }
    // Seen from above two circles touch: the chord between their centres is the sum of both radii.
    const double time =
        (std::abs(kPoleAngle) - 2 * std::asin((kLoadRadius + kPoleRadius) / (2 * kReach))) / std::abs(kSwing);
    assembly.planted.push_back({PlantedKind::impact,
                                "robot/load",
                                "lamp/pole",
                                Relation::disjoint,
                                {time - 1e-5, time + 1e-5},
                                "the load of the swinging arm hits the pole of the lamp"});
}

void add_pallet(DemoAssembly& assembly) {
    constexpr Vec3 corner{780, -620, 0};
    for (int i = 0; i < 3; ++i)
        add_part(assembly, numbered("pallet/runner", i + 1), Box{{210, 25, 30}},
                 Pose::translation(corner + Vec3{140, 140.0 * i, 32}), "pallet");
    for (int i = 0; i < 5; ++i)
        add_part(assembly, numbered("pallet/board", i + 1), Box{{38, 190, 8}},
                 Pose::translation(corner + Vec3{-30 + 85.0 * i, 140, 72}), "pallet");
    int number = 0;
    for (int layer = 0; layer < 2; ++layer) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                ++number;
                // All numbers are whole or halves, so that touching is touching to the last bit.
                const Vec3 shift = number == 14 ? Vec3{12, 0, 0} : Vec3{};
                add_part(assembly, numbered("pallet/crate", number), Box{{64, 64, 55}},
                         Pose::translation(corner + shift +
                                           Vec3{140.0 * column, 140.0 * row, 138 + 112.0 * layer}),
                         "crates");
            }
        }
    }
    assembly.planted.push_back({PlantedKind::clash,
                                "pallet/crate-14",
                                "pallet/crate-15",
                                Relation::touching,
                                {0, 1e-9},
                                "two crates touch, face to face"});
}

}  // namespace

void add_robot(DemoAssembly& assembly) {
    add_pedestal(assembly);
    add_arm(assembly);
    add_pole(assembly);
    add_pallet(assembly);
}

}  // namespace graze::cli
