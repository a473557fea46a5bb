// A pair that moves little between queries: the cache of the last one starts the next one near its answer.
#include <graze/graze.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace graze;

int main() {
    std::vector<Vec3> points;  // a slender spindle: its nearest point is not where its centre is
    for (int i = 0; i < 200; ++i) {
        const double ring = std::sin(0.016 * i);
        points.push_back({3 * ring * std::cos(2.4 * i), ring * std::sin(2.4 * i), std::cos(0.016 * i)});
    }
    const auto hull = ConvexHull::build(points);
    if (!hull) return 1;

    const Placed a{*hull, Pose::identity()};
    PairCache cache;  // owned by the caller; one per pair
    std::uint32_t cold = 0;
    std::uint32_t warm = 0;
    constexpr int frames = 100;
    for (int frame = 0; frame < frames; ++frame) {
        const Placed b{*hull, Pose::from(Quat::from_axis_angle({1, 2, 0}, 0.005 * frame),
                                         {2.5, 2 + 0.002 * frame, 0.9})};
        // [shown]
        const Separation from_nothing = separation(a, b);
        const Separation from_last = separation(a, b, {}, &cache);
        // [end]
        // The searches differ, but both intervals contain the same true distance.
        if (from_nothing.distance.lower > from_last.distance.upper ||
            from_last.distance.lower > from_nothing.distance.upper)
            return 1;
        cold += from_nothing.iterations;
        warm += from_last.iterations;
    }
    std::printf("support evaluations per query: %.2f from nothing, %.2f with a cache\n",
                double(cold) / frames, double(warm) / frames);
    return warm < cold ? 0 : 1;
}
