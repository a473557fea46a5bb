// The worlds of the rows of whole steps: a pile of convex bodies, and a machine of meshes. What they are and
// where they are at every step.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "body.hpp"
#include "graze/math/pose.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::bench {

class BodyWorld {
public:
    /// Boxes, spheres, capsules, cylinders and hulls of 32 points with edges around 1, pressed into a cube
    /// and then pushed apart until most pairs overlap by a few hundredths. In every step each sways by up to
    /// 0.02 along each axis and turns by up to 0.03.
    static BodyWorld pile(std::size_t count);
    /// Gears, knots and bumpy balls of radius 1 with 3456 to 12 800 triangles on a grid of step 1.9; each
    /// sways a little, and turns by 0.02 in every step.
    static BodyWorld machine(std::size_t count);

    [[nodiscard]] std::span<const Body> bodies() const { return bodies_; }
    [[nodiscard]] std::span<const Pose> poses() const { return poses_; }
    /// Moves all of them.
    void step();

private:
    struct Sway {
        Pose rest{};
        Vec3 amplitude{};  ///< From the rest to one end.
        Vec3 axis{};
        double angle = 0;  ///< To one end, or by each step.
        double phase = 0;
    };
    void add(Body body, const Pose& rest, double amplitude, double angle, std::uint64_t seed);
    void relax();
    void put();

    std::vector<Body> bodies_;
    std::vector<Sway> sways_;
    std::vector<Pose> poses_;
    bool turns_ = false;  ///< Bodies go on turning; otherwise they turn back.
    int time_ = 0;
};

}  // namespace graze::bench
