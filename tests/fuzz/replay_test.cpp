// Kept strings of bytes, so that the fuzzers' checks cannot rot: some that reach far into them, and every one
// that once failed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/query/query.hpp"
#include "oracle/random.hpp"

namespace graze::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Fuzz, EmptyInputIsFine) {
    EXPECT_EQ(fault_of_builders({}), "");
    EXPECT_EQ(fault_of_queries({}), "");
    EXPECT_EQ(fault_of_trees({}), "");
    EXPECT_EQ(fault_of_meshes({}), "");
    EXPECT_EQ(fault_of_scene_bytes({}), "");
}

TEST(Fuzz, KeptBuilders) {
    const std::vector<Bytes> kept{
        // The corners of a cube with its centre, then a box.
        {9,  64, 64, 64, 96, 64, 64, 64, 96, 64, 96, 96, 64, 64, 64, 96,
         96, 64, 96, 64, 96, 96, 96, 96, 96, 80, 80, 80, 6,  81, 82, 83},
        // Three points on a line and one an ulp beside it.
        {4, 80, 80, 80, 96, 80, 80, 112, 80, 80, 96, 232, 52, 80},
        // A triangle with a NaN: its support points were NaN too.
        {216, 36, 210, 255, 255, 0, 0, 0, 13, 0, 88},
    };
    for (const Bytes& bytes : kept) EXPECT_EQ(fault_of_builders(bytes), "");
}

TEST(Fuzz, KeptQueries) {
    const std::vector<Bytes> kept{
        // Two boxes that touch in a face.
        {6, 96, 96, 96, 0, 80, 80, 80, 6, 96, 96, 96, 0, 112, 80, 80, 64, 80, 80, 40, 80, 80, 96, 80, 80},
        // A cone in a half-space.
        {9, 96, 96, 0, 80, 80, 80, 11, 80, 80, 96, 96, 0, 80, 80, 80, 80, 80, 96, 80, 80, 120, 80, 80, 40},
        // Rays that pass thin or small shapes far away: bounds were out of order.
        {146, 80,  22,  229, 157, 214, 106, 68,  135, 89,  111, 80,  80,  80,  126, 0,   60,
         127, 46,  2,   179, 85,  24,  80,  41,  102, 80,  12,  80,  18,  25,  159, 80,  15,
         111, 80,  136, 23,  14,  144, 4,   80,  33,  142, 13,  47,  123, 125, 80,  80,  19,
         78,  23,  140, 68,  146, 135, 86,  139, 80,  6,   94,  0,   78,  5,   7,   152, 80,
         80,  130, 1,   94,  17,  130, 23,  42,  115, 101, 117, 98,  16,  71,  97,  80,  80,
         11,  50,  11,  120, 87,  141, 147, 116, 150, 72,  80,  146, 49,  247, 15,  28,  73},
        {128, 34,  227, 198, 252, 13, 16, 82,  81,  115, 231, 97,  80,  139, 3,  6,   168, 0,   102, 87,
         69,  242, 147, 86,  4,   33, 80, 80,  159, 151, 80,  21,  80,  80,  83, 152, 7,   80,  106, 85,
         17,  0,   80,  125, 80,  51, 80, 76,  80,  80,  93,  25,  19,  131, 4,  123, 12,  146, 20,  80,
         29,  102, 148, 98,  142, 13, 8,  148, 46,  8,   2,   100, 109, 160, 44, 48,  8,   113, 9,   80,
         80,  80,  80,  78,  80,  43, 80, 64,  2,   111, 82,  63,  5,   10,  54, 56,  80,  55,  80,  112,
         124, 127, 139, 8,   80,  11, 10, 19,  28,  105, 129, 80,  47,  148, 4,  80,  111, 46,  145, 4},
        {129, 5,  89,  17,  60,  8,  1,   142, 79,  80,  70,  140, 0,  17,  222, 232, 87,  117,
         13,  32, 180, 134, 80,  80, 60,  188, 9,   35,  10,  80,  94, 12,  80,  9,   211, 80,
         83,  7,  253, 120, 220, 80, 159, 51,  147, 5,   141, 63,  95, 101, 12,  80,  1,   80,
         241, 2,  71,  118, 17,  99, 138, 104, 44,  198, 80,  150, 58, 8,   107, 94,  80,  80},
    };
    for (const Bytes& bytes : kept) EXPECT_EQ(fault_of_queries(bytes), "");
}

TEST(Fuzz, KeptTrees) {
    const std::vector<Bytes> kept{
        // Boxes next to nothing in a large tree: their surface underflowed, and the tree's own bytes were
        // refused.
        {59,  218, 23,  218, 218, 218, 218, 218, 218, 218, 218, 255, 255, 96, 208, 0,  194,
         166, 128, 217, 35,  35,  35,  255, 255, 255, 255, 255, 255, 255, 12, 35,  35, 40},
    };
    for (const Bytes& bytes : kept) EXPECT_EQ(fault_of_trees(bytes), "");
}

TEST(Fuzz, RandomStrings) {
    Random random(91);
    int valid = 0, overlapping = 0;
    for (int i = 0; i < 1500; ++i) {
        Bytes bytes(20 + random.index(60));
        // Mostly grid numbers, as the coarse kinds of the decoder want them.
        for (std::uint8_t& b : bytes)
            b = static_cast<std::uint8_t>(random.chance(0.1) ? random.index(256) : random.index(160));
        ASSERT_EQ(fault_of_queries(bytes), "");
        ASSERT_EQ(fault_of_builders(bytes), "");
        ByteSource source(bytes);
        const Shape shape = source.shape();
        const Placed a{shape, source.pose()};
        const Shape other = source.shape();
        const Placed b{other, source.pose()};
        if (!check(a) || !check(b)) continue;
        ++valid;
        overlapping += overlaps(a, b) ? 1 : 0;
    }
    // The decoder must keep making pairs that are worth asking.
    EXPECT_GT(valid, 300);
    EXPECT_GT(overlapping, valid / 5);
    EXPECT_LT(overlapping, valid * 9 / 10);
}

TEST(Fuzz, TreesFromRandomStrings) {
    Random random(92);
    for (int i = 0; i < 3000; ++i) {
        Bytes bytes(1 + random.index(600));
        for (std::uint8_t& b : bytes)
            b = static_cast<std::uint8_t>(random.chance(0.03) ? random.index(256) : random.index(160));
        bytes[0] = static_cast<std::uint8_t>(random.index(4));
        ASSERT_EQ(fault_of_trees(bytes), "");
    }
}

TEST(Fuzz, KeptScenesWithLies) {
    Random random(93);
    for (int i = 0; i < 3000; ++i) {
        Bytes bytes(20 + random.index(120));
        for (std::uint8_t& b : bytes)
            b = static_cast<std::uint8_t>(random.chance(0.1) ? random.index(256) : random.index(160));
        ASSERT_EQ(fault_of_scene_bytes(bytes), "") << i;
    }
}

TEST(Fuzz, RandomMeshes) {
    Random random(92);
    for (int i = 0; i < 3000; ++i) {
        Bytes bytes(40 + random.index(160));
        for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random.bits());
        ASSERT_EQ(fault_of_meshes(bytes), "") << i;
    }
}

}  // namespace
}  // namespace graze::test
