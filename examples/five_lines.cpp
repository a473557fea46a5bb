// The README's example: how far apart are a box and a capsule, and is the answer true?
#include <graze/graze.hpp>

#include <cstdio>

int main() {
    using namespace graze;
    // [shown]
    const Placed crate{Box{{0.5, 0.5, 0.5}}, Pose::identity()};
    const Placed pipe{Capsule{0.2, 1.0}, Pose::from(Quat::from_axis_angle({0, 1, 0}, 0.8), {2.0, 0.3, 0.4})};
    const Separation gap = separation(crate, pipe);
    std::printf("the distance lies in [%.16f, %.16f]\n", gap.distance.lower, gap.distance.upper);
    return verify(gap, crate, pipe) ? 0 : 1;  // true is a theorem about these doubles
    // [end]
}
