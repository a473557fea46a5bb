// Collisions that tests at a few moments miss and a bound over all times finds: a bullet through paper, the
// blades of a fan, a rotating bar between posts, and the teeth of gears. Each pair is tested at 20 moments,
// and once over the whole time.
#include <graze/graze.hpp>

#include <cstdio>
#include <numbers>

using namespace graze;

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

Moving resting(const Shape& shape, const Vec3& at) {
    return {shape, LinearMotion{Pose::translation(at), {}}};
}

bool overlap_at_samples(const Moving& a, const Moving& b, int moments) {
    for (int i = 0; i <= moments; ++i) {
        const double t = static_cast<double>(i) / moments;
        if (overlaps({a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)})) return true;
    }
    return false;
}

/// Prints one line, and returns whether contact is as expected and, for convex shapes, verified.
bool show(const char* name, const Moving& a, const Moving& b, bool expected) {
    const Impact impact = time_of_impact(a, b);
    std::printf("%-24s 20 moments: %-8s over all time: ", name,
                overlap_at_samples(a, b, 20) ? "contact" : "nothing");
    if (impact.hit) {
        std::printf("contact in [%.9f, %.9f], %u cells\n", impact.time.lower, impact.time.upper,
                    impact.work.cells);
    } else {
        std::printf("none, proven, %u cells\n", impact.work.cells);
    }
    const bool convex = a.shape.convex() && b.shape.convex();
    return impact.hit == expected && (!convex || verify(impact, a, b));
}

Shape fan() {
    std::vector<CompoundPart> blades;
    for (int i = 0; i < 3; ++i) {
        const Pose at = Pose::from(Quat::from_axis_angle({0, 0, 1}, kTurn * i / 3), {});
        blades.push_back({Box{{0.45, 0.08, 0.01}}, {at.rotation, at * Vec3{0.55, 0, 0}}});
    }
    return Compound::build(blades).value();
}

Shape gear() {
    const TriangleSoup soup = gear_mesh({12, 1, 0.8, 0.3, 0.1, 1});
    return Mesh::build(soup.vertices, soup.triangles, {.kind = MeshKind::solid}).value();
}

}  // namespace

int main() {
    bool fine = true;
    const Moving paper = resting(Box{{0.0001, 0.15, 0.1}}, {});
    fine &= show("bullet through paper", paper,
                 {Capsule{0.005, 0.01}, LinearMotion{Pose::translation({-3.03, 0, 0}), {7, 0, 0}}}, true);
    fine &=
        show("bullet past paper", paper,
             {Capsule{0.005, 0.01}, LinearMotion{Pose::translation({-3.03, 0.156, 0}), {7, 0, 0}}}, false);

    const Moving blades{fan(), TwistMotion{Pose::identity(), {}, {0, 0, 9 * kTurn}, {}}};
    fine &= show("pea into a fan", blades,
                 {Sphere{0.01}, LinearMotion{Pose::translation({0.6, 0.1, 0.5}), {0, 0, -1}}}, true);
    fine &= show("pea past a fan", blades,
                 {Sphere{0.01}, LinearMotion{Pose::translation({1.03, 0.1, 0.5}), {0, 0, -1}}}, false);

    const Moving bar{Box{{2, 0.02, 0.02}}, TwistMotion{Pose::identity(), {}, {0, 0, 0.5 * kTurn}, {}}};
    fine &= show("bar onto a thin post", bar, resting(Cylinder{0.001, 1}, {0.12, 1.9, 0}), true);
    fine &= show("bar inside of a post", bar, resting(Cylinder{0.05, 1}, {0, 2.06, 0}), false);

    const double pitch = kTurn / 12;
    const Moving driver{gear(), TwistMotion{Pose::identity(), {}, {0, 0, 2 * pitch}, {}}};
    const auto driven = [&](double rate) {
        return Moving{gear(),
                      TwistMotion{Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.5 * kTurn), {1.9, 0, 0}),
                                  {},
                                  {0, 0, rate},
                                  {}}};
    };
    fine &= show("gears in step", driver, driven(-2 * pitch), false);
    fine &= show("gears out of step", driver, driven(-1.8 * pitch), true);
    return fine ? 0 : 1;
}
