// Separating axes of boxes in float, where rounding shows after seven digits: every answer against the exact
// separation of the parallelepipeds that the floats describe, with the slack of float's own rounding.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "convex/sat/sat_box_box_axes.hpp"
#include "convex/sat_exact_zonotope.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Vec3f = BasicVec3<float>;
using Posef = BasicPose<float>;

Vec3f in_floats(const Vec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Vec3 in_doubles(const Vec3f& v) { return {double{v.x}, double{v.y}, double{v.z}}; }

struct FloatBoxes {
    Vec3f half_a{}, half_b{};
    Posef b{};

    [[nodiscard]] Pose pose() const {
        const auto& c = b.rotation.columns;
        return {Mat3{{in_doubles(c[0]), in_doubles(c[1]), in_doubles(c[2])}}, in_doubles(b.position)};
    }
    /// What the contract asks of a caller: the defect of the rotation times the extent, rounded up.
    [[nodiscard]] float error() const {
        const double extent =
            length(in_doubles(half_a)) + length(in_doubles(half_b)) + length(in_doubles(b.position));
        return std::nextafter(static_cast<float>(1.001 * orthonormality_defect(pose().rotation) * extent),
                              std::numeric_limits<float>::infinity());
    }
};

/// The answer is right, and it is left open only within twice the slack of touching.
SatAnswer expect_right(const FloatBoxes& boxes) {
    const SatAnswer answer = sat::overlap_along_axes(boxes.half_a, boxes.half_b, boxes.b, boxes.error());
    const mpf_class exact =
        exact_separation(in_doubles(boxes.half_a), Pose::identity(), in_doubles(boxes.half_b), boxes.pose());
    const double slack = sat::slack_of(boxes.half_a, boxes.half_b, boxes.b.position, boxes.error());
    if (answer == SatAnswer::separated) {
        EXPECT_GT(exact, 0);
    } else if (answer == SatAnswer::overlapping) {
        EXPECT_LT(exact, 0);
    } else {
        EXPECT_LE(abs(exact), mpf_class(2 * slack));
    }
    return answer;
}

FloatBoxes random_boxes(Random& random, double scale) {
    const auto half = [&] {
        return in_floats(scale *
                         Vec3{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)});
    };
    FloatBoxes boxes{half(), half(), {}};
    const Pose pose = random.pose(1.4 * scale);
    for (std::size_t i = 0; i < 3; ++i) boxes.b.rotation.columns[i] = in_floats(pose.rotation.columns[i]);
    boxes.b.position = in_floats(pose.position);
    return boxes;
}

TEST(SatFloat, RandomBoxesAreDecidedAsTheExactOnes) {
    Random random(21);
    int separated = 0, overlapping = 0;
    constexpr int kCases = 1500;
    for (int i = 0; i < kCases; ++i) {
        const SatAnswer answer = expect_right(random_boxes(random, random.log_uniform(1e-6, 1e6)));
        separated += answer == SatAnswer::separated;
        overlapping += answer == SatAnswer::overlapping;
    }
    EXPECT_GT(separated, kCases * 3 / 10);
    EXPECT_GT(overlapping, kCases * 3 / 10);
    EXPECT_LT(kCases - separated - overlapping, kCases / 50);
}

/// From a touch along the exact axis by gaps down to nothing: far below the slack all is left open, far above
/// it all is decided.
TEST(SatFloat, GapsDownToRounding) {
    Random random(22);
    int decided = 0, open = 0;
    for (int i = 0; i < 100; ++i) {
        FloatBoxes boxes = random_boxes(random, 1);
        const Vec3 away = unit(in_doubles(boxes.b.position));
        double low = 0, high = 4;  // where they begin to be apart along `away`
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (low + high);
            const Pose at{boxes.pose().rotation, middle * away};
            const mpf_class gap =
                exact_separation(in_doubles(boxes.half_a), Pose::identity(), in_doubles(boxes.half_b), at);
            (gap > 0 ? high : low) = middle;
        }
        for (const double step : {0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
            for (const double sign : {-1.0, 1.0}) {
                boxes.b.position = in_floats((high + sign * step) * away);
                const SatAnswer answer = expect_right(boxes);
                if (step <= 1e-8) open += answer == SatAnswer::close;
                if (step >= 1e-2) decided += answer != SatAnswer::close;
            }
        }
    }
    EXPECT_GT(open, 550);     // of 600
    EXPECT_EQ(decided, 200);  // of 200
}

TEST(SatFloat, AlignedAndFlatBoxes) {
    FloatBoxes boxes{{1, 1, 1}, {1, 1, 1}, {}};
    boxes.b = Posef::identity();
    for (const float x : {1.9F, 2.0F, 2.1F}) {
        boxes.b.position = {x, 0.25F, -0.5F};
        const SatAnswer answer = expect_right(boxes);
        EXPECT_EQ(answer, x < 2 ? SatAnswer::overlapping : x > 2 ? SatAnswer::separated : SatAnswer::close);
    }
    boxes.half_b = {1, 1, 0};
    boxes.b.position = {0.5F, 0.5F, 0.5F};
    EXPECT_EQ(expect_right(boxes), SatAnswer::overlapping);
    boxes.b.position.z = 1.5F;
    EXPECT_EQ(expect_right(boxes), SatAnswer::separated);
}

}  // namespace
}  // namespace graze::test
