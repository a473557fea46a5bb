// A user's program: needs the headers, tl::expected behind them, and at link time the hull builder (Qhull)
// and the SIMD scan (Highway).
#include <graze/graze.hpp>

#include <cstdio>
#include <vector>

int main() {
    const auto hull =
        graze::ConvexHull::build(std::vector<graze::Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    if (!hull) return 1;
    const graze::Placed a{*hull, graze::Pose::identity()};
    const graze::Placed b{graze::Sphere{1}, graze::Pose::translation({-3, 0, 0})};
    const graze::Separation gap = graze::separation(a, b);
    std::printf("graze %s: distance in [%.17g, %.17g]\n", GRAZE_VERSION_STRING, gap.distance.lower,
                gap.distance.upper);
    return gap.distance.contains(2.0) && gap.distance.width() < 1e-8 ? 0 : 1;
}
