// The vector scan against a plain loop, on every instruction set that this machine and this build have.
#include "simd/support_scan.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "oracle/random.hpp"
#include "simd/every_target.hpp"

namespace graze::test {
namespace {

struct Rows {
    std::vector<double> values;
    std::size_t stride = 0;

    explicit Rows(const std::vector<Vec3>& points)
        : stride((points.size() + simd::kScanBlock - 1) / simd::kScanBlock * simd::kScanBlock) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t i = 0; i < stride; ++i)
                values.push_back(points[i < points.size() ? i : 0][axis]);
    }
    std::uint32_t scan(const Vec3& d) const {
        return simd::farthest_point({values.data(), stride}, d.x, d.y, d.z);
    }
};

std::uint32_t plain_scan(const std::vector<Vec3>& points, const Vec3& d) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < points.size(); ++i)
        if (dot(points[i], d) > dot(points[best], d)) best = i;
    return best;
}

TEST(SupportScan, SeveralTargetsAreTested) {
    std::size_t targets = 0;
    on_every_target([&] { ++targets; });
    EXPECT_GE(targets, 1U);
#if HWY_ARCH_X86_64 && !HWY_COMPILE_ONLY_STATIC
    EXPECT_GE(targets, 2U);
#endif
}

TEST(SupportScan, EqualsThePlainLoopForEveryCount) {
    on_every_target([] {
        Random random(1);
        for (std::size_t count = 1; count <= 70; ++count) {
            std::vector<Vec3> points;
            for (std::size_t i = 0; i < count; ++i) points.push_back(random.in_cube(1));
            const Rows rows(points);
            for (int k = 0; k < 200; ++k) {
                const Vec3 d = random.direction();
                ASSERT_EQ(rows.scan(d), plain_scan(points, d)) << "count " << count;
            }
        }
    });
}

TEST(SupportScan, EveryPlaceCanWin) {
    on_every_target([] {
        for (std::size_t count = 1; count <= 70; ++count) {
            for (std::size_t winner = 0; winner < count; ++winner) {
                std::vector<Vec3> points(count, Vec3{0.5, -0.25, 0.125});
                points[winner] = {1, 0, 0};
                ASSERT_EQ(Rows(points).scan({1, 0, 0}), winner) << "count " << count;
            }
        }
    });
}

TEST(SupportScan, TiesGoToTheLowestIndex) {
    on_every_target([] {
        Random random(2);
        for (int k = 0; k < 20000; ++k) {
            // Few distinct coordinates: most directions have several winners, at any distance from each
            // other.
            std::vector<Vec3> points(1 + random.index(70));
            for (Vec3& p : points)
                p = {static_cast<double>(random.index(3)), static_cast<double>(random.index(3)),
                     static_cast<double>(random.index(2))};
            const Vec3 d{static_cast<double>(random.index(3)) - 1, static_cast<double>(random.index(3)) - 1,
                         static_cast<double>(random.index(3)) - 1};
            ASSERT_EQ(Rows(points).scan(d), plain_scan(points, d));
        }
        const std::vector<Vec3> signed_zeros{{-0.0, 0, 0}, {0.0, 0, 0}, {-0.0, -0.0, 0}};
        EXPECT_EQ(Rows(signed_zeros).scan({1, 0, 0}), 0U);
        EXPECT_EQ(Rows(signed_zeros).scan({-1, 1, 1}), 0U);
    });
}

TEST(SupportScan, RoundsLikeTheScalarCode) {
    // Heights that differ by a rounding or two: a fused or reordered sum would choose another winner.
    on_every_target([] {
        Random random(3);
        for (int k = 0; k < 5000; ++k) {
            const Vec3 d = random.direction();
            const Vec3 u = perpendicular(d);
            const Vec3 v = cross(d, u);
            std::vector<Vec3> points(8 + random.index(60));
            for (Vec3& p : points) p = d + random.uniform(-1, 1) * u + random.uniform(-1, 1) * v;
            ASSERT_EQ(Rows(points).scan(d), plain_scan(points, d));
        }
    });
}

TEST(SupportScan, LongRowsAndExtremeScales) {
    on_every_target([] {
        Random random(4);
        for (const double scale : {1e-100, 1e-6, 1.0, 1e6, 1e100}) {
            std::vector<Vec3> points;
            for (int i = 0; i < 2049; ++i) points.push_back(scale * random.direction());
            const Rows rows(points);
            for (int k = 0; k < 200; ++k) {
                const Vec3 d = random.log_uniform(1e-100, 1e100) * random.direction();
                ASSERT_EQ(rows.scan(d), plain_scan(points, d));
            }
        }
    });
}

TEST(SupportScan, OddDirectionsGiveAnIndexInside) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    on_every_target([&] {
        Random random(5);
        std::vector<Vec3> points;
        for (int i = 0; i < 40; ++i) points.push_back(random.direction());
        const Rows rows(points);
        EXPECT_EQ(rows.scan({0, 0, 0}), 0U);
        EXPECT_EQ(rows.scan({-0.0, 0, -0.0}), 0U);
        for (const Vec3& d : {Vec3{nan, 0, 0}, Vec3{inf, -inf, 0}, Vec3{inf, 0, 0}, Vec3{0, nan, inf}})
            EXPECT_LT(rows.scan(d), 40U);
    });
}

}  // namespace
}  // namespace graze::test
