// The vector scan over planes against a plain loop, bit for bit, on every instruction set that this machine
// and this build have.
#include "simd/clip_planes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graze/math/pose.hpp"
#include "oracle/random.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

simd::PlaneClip plain_clip(const std::vector<Plane>& planes, const Vec3& start, const Vec3& slope) {
    simd::PlaneClip best{-1e300, 1e300};
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
        const double rate = dot(planes[i].normal, slope);
        const double t = -planes[i](start) / rate;
        if (rate < 0 && t > best.in) best.in = t, best.first = i;
        if (rate > 0 && t < best.out) best.out = t, best.last = i;
    }
    return best;
}

/// Some occur twice, and some are parallel to the x axis.
std::vector<Plane> any_planes(Random& random, std::size_t count) {
    std::vector<Plane> planes;
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 normal = random.direction();
        if (random.index(5) == 0) normal.x = 0;
        planes.push_back({normal, -random.uniform(0.5, 1)});
        if (random.index(4) == 0) planes.back() = planes[random.index(i + 1)];
    }
    return planes;
}

TEST(ClipPlanes, AsAPlainLoopOnEveryInstructionSet) {
    on_every_target([] {
        Random random(31);
        int inside = 0;
        for (int round = 0; round < 2000; ++round) {
            const std::vector<Plane> planes = any_planes(random, 1 + random.index(60));
            const Vec3 start = 3.0 * random.direction();
            const Vec3 slope = random.index(4) == 0 ? Vec3{-1, 0, 0} : random.in_cube(1) - start;
            const simd::PlaneClip clip =
                simd::clip_planes(&planes.data()->normal.x, planes.size(), &start.x, &slope.x);
            const simd::PlaneClip plain = plain_clip(planes, start, slope);
            ASSERT_EQ(clip.first, plain.first);
            ASSERT_EQ(clip.last, plain.last);
            ASSERT_EQ(clip.in, plain.in);
            ASSERT_EQ(clip.out, plain.out);
            inside += clip.in < clip.out;
        }
        EXPECT_GT(inside, 200);
        EXPECT_LT(inside, 1900);
    });
}

}  // namespace
}  // namespace graze::test
