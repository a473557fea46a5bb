// Which instance of a loop is picked for which shapes.
#include "convex/compiled_for.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <vector>

#include "convex/core_kinds.hpp"
#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

template <class Core> constexpr int kind_number() {
    if constexpr (std::is_same_v<Core, BoxCore>) return 1;
    if constexpr (std::is_same_v<Core, CapsuleCore>) return 2;
    if constexpr (std::is_same_v<Core, CylinderCore>) return 3;
    if constexpr (std::is_same_v<Core, ConeCore>) return 4;
    if constexpr (std::is_same_v<Core, HullCore>) return 5;
    if constexpr (std::is_same_v<Core, ScannedHullCore>) return 6;
    return 0;
}

template <class List> std::pair<int, int> picked_kinds(const Shape& a, const Shape& b) {
    return compiled_for(List{}, a, b, []<class CoreA, class CoreB>() noexcept {
        return std::pair(kind_number<CoreA>(), kind_number<CoreB>());
    });
}

Shape random_hull(std::size_t vertices) {
    Random random(1);
    return *ConvexHull::build(random_points(random, vertices, {1, 1, 1}));
}

TEST(CompiledFor, TakesTheFirstKindThatServes) {
    const Shape box = Box{{1, 1, 1}}, cone = Cone{1, 1}, few = random_hull(12), many = random_hull(2000);
    using Each = EachKind<BoxCore, CapsuleCore, CylinderCore, ConeCore, HullCore>;
    EXPECT_EQ(picked_kinds<Each>(box, cone), std::pair(1, 4));
    EXPECT_EQ(picked_kinds<Each>(cone, box), std::pair(4, 1));
    EXPECT_EQ(picked_kinds<Each>(Capsule{1, 1}, Cylinder{1, 1}), std::pair(2, 3));
    EXPECT_EQ(picked_kinds<Each>(few, many), std::pair(5, 5));
    using Same = SameKind<BoxCore, HullCore, AnyCore>;
    EXPECT_EQ(picked_kinds<Same>(box, box), std::pair(1, 1));
    EXPECT_EQ(picked_kinds<Same>(few, many), std::pair(5, 5));
    EXPECT_EQ(picked_kinds<Same>(box, few), std::pair(0, 0));
    EXPECT_EQ(picked_kinds<Same>(few, box), std::pair(0, 0));
    EXPECT_EQ(picked_kinds<Same>(cone, cone), std::pair(0, 0));
    EXPECT_EQ(picked_kinds<CastCores>(few, few), std::pair(6, 6));
    EXPECT_EQ(picked_kinds<CastCores>(few, many), std::pair(5, 5));
    EXPECT_EQ(picked_kinds<CastCores>(box, box), std::pair(1, 1));
    EXPECT_EQ(picked_kinds<CastCores>(box, many), std::pair(0, 0));
}

/// A kind has the support points of the shape's own mapping, bit for bit, so that it does not matter which
/// instance runs.
TEST(CompiledFor, KindsAgreeWithTheSupportMapping) {
    Random random(2102);
    for (const Shape& shape : {Shape(Box{{1, 2, 3}}), Shape(Capsule{1, 2}), Shape(Cylinder{1, 2}),
                               Shape(Cone{1, 2}), random_hull(12), random_hull(2000)})
        for (int i = 0; i < 200; ++i) {
            Vec3 d = random.direction();
            if (i % 4 == 0) d[random.index(3)] = 0;
            using Kinds = EachKind<BoxCore, CapsuleCore, CylinderCore, ConeCore, ScannedHullCore, HullCore>;
            const Vec3 found = compiled_for(Kinds{}, shape, shape, [&]<class Core, class>() noexcept {
                return Core(shape, 1).support(d);
            });
            EXPECT_EQ(found, AnyCore(shape, 1).support(d)) << literal(shape) << literal(d);
        }
}

}  // namespace
}  // namespace graze::test
