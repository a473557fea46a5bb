// Which simplices EPA may start from as they are.
#include "convex/epa/epa_start.hpp"

#include <gtest/gtest.h>

#include "convex/core_pairs.hpp"

namespace graze::test {
namespace {

Simplex simplex_of(const std::array<Vec3, 4>& points) {
    Simplex s;
    s.size = 4;
    for (std::size_t i = 0; i < 4; ++i) s.points[i].w = points[i];
    return s;
}

TEST(EpaStart, ATetrahedronIsSolidWhereverTheOriginIs) {
    const Placed a{Box{{2, 2, 2}}}, b{Box{{2, 2, 2}}};
    const CorePair pair = pair_of(a, b);
    // The fourth corner is as far above the origin as the base is below it.
    EXPECT_TRUE(is_solid(pair, simplex_of({Vec3{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}})));
    EXPECT_TRUE(is_solid(pair, simplex_of({Vec3{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, 1}})));
    EXPECT_FALSE(is_solid(pair, simplex_of({Vec3{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, -1}})));
    EXPECT_FALSE(is_solid(pair, simplex_of({Vec3{-1, -1, 1}, {1, 1, 1}, {0, 0, 1}, {0, 0, -1}})))
        << "no area";
    EXPECT_FALSE(is_solid(pair, simplex_of({Vec3{1, 1, 1}, {1, 1, 1}, {0, 0, 1}, {0, 0, -1}}))) << "no edge";
    Simplex three = simplex_of({Vec3{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}});
    three.size = 3;
    EXPECT_FALSE(is_solid(pair, three));
}

}  // namespace
}  // namespace graze::test
