// Contact points of a box that has sunk a little into a slab, for a physics step. Feature ids stay from frame
// to frame.
#include <graze/graze.hpp>

#include <cstdio>

using namespace graze;

int main() {
    const Placed slab{Box{{2, 2, 0.1}}, Pose::identity()};
    for (int frame = 0; frame < 3; ++frame) {
        const double height = 0.398 - 0.001 * frame;
        const Placed box{Box{{0.3, 0.2, 0.3}},
                         Pose::from(Quat::from_axis_angle({0, 0, 1}, 0.1 * frame), {0.1, 0, height})};
        // [shown]
        const ContactManifold manifold = contacts(slab, box);
        std::printf("frame %d: %zu points, normal (%.3f, %.3f, %.3f)\n", frame, manifold.points.size(),
                    manifold.normal.x, manifold.normal.y, manifold.normal.z);
        for (const ContactPoint& point : manifold.points) {
            std::printf("    (%6.3f, %6.3f, %6.3f) depth %.4f feature %016llx\n", point.position.x,
                        point.position.y, point.position.z, point.depth,
                        static_cast<unsigned long long>(point.feature));
        }
        // [end]
        if (manifold.points.size() != 4 || manifold.normal.z < 0.999999) return 1;
    }
    return 0;
}
