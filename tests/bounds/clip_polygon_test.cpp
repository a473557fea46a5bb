// Polygons cut by planes across an axis, against corners worked out by hand; numbers are exact in doubles.
#include "bounds/clip_polygon.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace graze::test {
namespace {

using Polygon = ClippedPolygon<6>;

std::vector<Vec3> corners_of(const Polygon& polygon) {
    return {polygon.corners.begin(), polygon.corners.begin() + static_cast<std::ptrdiff_t>(polygon.count)};
}

constexpr Polygon kSquare{{Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{4, 4, 3}, Vec3{0, 4, 3}}, 4};

TEST(ClipPolygon, ACutAcrossTwoEdgesKeepsTheOrderOfTheCorners) {
    EXPECT_EQ(corners_of(clip_polygon(kSquare, 0, 1, 1)),
              (std::vector<Vec3>{{0, 0, 1}, {1, 0, 1}, {1, 4, 3}, {0, 4, 3}}));
    EXPECT_EQ(corners_of(clip_polygon(kSquare, 0, -1, -3)),
              (std::vector<Vec3>{{3, 0, 1}, {4, 0, 1}, {4, 4, 3}, {3, 4, 3}}));
    EXPECT_EQ(corners_of(clip_polygon(kSquare, 2, 1, 2)),
              (std::vector<Vec3>{{0, 0, 1}, {4, 0, 1}, {4, 2, 2}, {0, 2, 2}}));
}

TEST(ClipPolygon, APlaneThatCutsOffACornerAddsOne) {
    const Polygon diamond{{Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{-2, 0, 0}, Vec3{0, -2, 0}}, 4};
    EXPECT_EQ(corners_of(clip_polygon(diamond, 0, 1, 1)),
              (std::vector<Vec3>{{1, 1, 0}, {0, 2, 0}, {-2, 0, 0}, {0, -2, 0}, {1, -1, 0}}));
}

TEST(ClipPolygon, CornersOnThePlaneStayAndAreNotDoubled) {
    EXPECT_EQ(corners_of(clip_polygon(kSquare, 0, 1, 4)), corners_of(kSquare));
    EXPECT_EQ(corners_of(clip_polygon(kSquare, 0, 1, 0)), (std::vector<Vec3>{{0, 0, 1}, {0, 4, 3}}));
    const Polygon diamond{{Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{-2, 0, 0}, Vec3{0, -2, 0}}, 4};
    EXPECT_EQ(corners_of(clip_polygon(diamond, 0, 1, 0)),
              (std::vector<Vec3>{{0, 2, 0}, {-2, 0, 0}, {0, -2, 0}}));
}

TEST(ClipPolygon, NothingIsLeftBeyondThePlaneNorOfNothing) {
    EXPECT_EQ(clip_polygon(kSquare, 1, 1, -1).count, 0U);
    EXPECT_EQ(clip_polygon(kSquare, 1, -1, -5).count, 0U);
    EXPECT_EQ(clip_polygon(Polygon{}, 0, 1, 1).count, 0U);
}

TEST(ClipPolygon, CornersBeyondTheCapacityAreLeftOut) {
    const ClippedPolygon<4> diamond{{Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{-2, 0, 0}, Vec3{0, -2, 0}}, 4};
    const ClippedPolygon<4> cut = clip_polygon(diamond, 0, 1, 1);
    ASSERT_EQ(cut.count, 4U);
    EXPECT_EQ(cut.corners[0], (Vec3{1, 1, 0}));
    EXPECT_EQ(cut.corners[3], (Vec3{0, -2, 0}));
}

}  // namespace
}  // namespace graze::test
