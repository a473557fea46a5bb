// Trees come back from bytes as they were, and corrupted bytes do not become trees.
#include "graze/tree/box_tree.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "box_sets.hpp"

namespace graze::test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kHeader = 136;

std::uint32_t word_at(const Bytes& bytes, std::size_t offset) {
    std::uint32_t w = 0;
    for (std::size_t i = 0; i < 4; ++i) w |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
    return w;
}

void put_word(Bytes& bytes, std::size_t offset, std::uint32_t w) {
    for (std::size_t i = 0; i < 4; ++i) bytes[offset + i] = static_cast<std::byte>(w >> (8 * i) & 0xffU);
}

/// Makes the checksum right again, as a liar would.
void sign(Bytes& bytes) {
    std::uint64_t state = 0;
    for (std::size_t at = 0; at + 8 < bytes.size(); at += 4)
        state = (state ^ word_at(bytes, at)) * 0x9e3779b97f4a7c15ULL;
    put_word(bytes, bytes.size() - 8, static_cast<std::uint32_t>(state));
    put_word(bytes, bytes.size() - 4, static_cast<std::uint32_t>(state >> 32));
}

/// Whatever loads must be searchable: every primitive is met by a box around everything, once.
void expect_safe(const BoxTree& tree) {
    std::size_t visited = 0;
    visit_box(tree, tree.bounds(), [&](LeafSlots leaf) {
        for (const std::uint32_t p : tree.primitives(leaf)) EXPECT_LT(p, tree.size());
        visited += leaf.count;
        return Continue::yes;
    });
    EXPECT_EQ(visited, tree.size());
}

TEST(BoxTreeBytes, RoundTripKeepsEverything) {
    for (const BoxSet set : kAllBoxSets) {
        for (const std::size_t count : {0U, 1U, 9U, 500U}) {
            const std::vector<Aabb> boxes = make_boxes(set, count, 5);
            BoxTree tree = *BoxTree::build(boxes);
            const auto again = box_tree_from_bytes(to_bytes(tree));
            ASSERT_TRUE(again.has_value())
                << name_of(set) << " of " << count << ": " << again.error().message();
            EXPECT_EQ(*again, tree);
            EXPECT_EQ(again->cost(), tree.cost());
            EXPECT_EQ(again->growth(), tree.growth());
            EXPECT_TRUE(again->encloses(boxes));
            EXPECT_EQ(to_bytes(*again), to_bytes(tree));
            // Refitted trees too: their cost is no longer that of the build.
            ASSERT_TRUE(tree.refit(make_boxes(BoxSet::spread, count, 6)).has_value());
            const auto refitted = box_tree_from_bytes(to_bytes(tree));
            ASSERT_TRUE(refitted.has_value()) << refitted.error().message();
            EXPECT_EQ(*refitted, tree);
            EXPECT_EQ(refitted->growth(), tree.growth());
        }
    }
}

TEST(BoxTreeBytes, ExtentsNextToAPowerOfTwoStayInside) {
    for (const double short_of : {0.0, 1e-16, 1e-12, 1e-8, 1e-7, 1e-6, 1e-5}) {
        const double h = 1 - short_of;
        const std::vector<Aabb> boxes{{{-h, -h, -h}, {0, 0, 0}}, {{0, 0, 0}, {h, h, h}}};
        const auto again = box_tree_from_bytes(to_bytes(*BoxTree::build(boxes)));
        ASSERT_TRUE(again.has_value()) << again.error().message();
        EXPECT_TRUE(again->encloses(boxes));
    }
}

TEST(BoxTreeBytes, LayoutIsFixed) {
    const Bytes bytes = to_bytes(*BoxTree::build(std::vector<Aabb>{{{0, 0, 0}, {1, 2, 4}}}));
    ASSERT_EQ(bytes.size(), kHeader + 224 + 4 + 8);
    EXPECT_EQ(std::memcmp(bytes.data(), "grazTree", 8), 0);
    EXPECT_EQ(word_at(bytes, 8), 1U);
    EXPECT_EQ(word_at(bytes, 12), 224U);
    EXPECT_EQ(word_at(bytes, 16), 1U);
    EXPECT_EQ(word_at(bytes, 24), 1U);
    EXPECT_EQ(word_at(bytes, kHeader + 192), child::make_leaf(0, 1));
    // Pins the format: change the version with it.
    EXPECT_EQ(word_at(bytes, bytes.size() - 4), 0xd5db006dU);
}

TEST(BoxTreeBytes, EveryPrefixIsRefused) {
    const Bytes bytes = to_bytes(*BoxTree::build(make_boxes(BoxSet::spread, 40, 5)));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto tree = box_tree_from_bytes(std::span(bytes).first(size));
        ASSERT_FALSE(tree.has_value()) << size;
        EXPECT_EQ(tree.error().rule, Rule::corrupt);
        EXPECT_FALSE(tree.error().message().empty());
    }
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(box_tree_from_bytes(longer).has_value());
}

TEST(BoxTreeBytes, EveryFlippedBitIsNoticed) {
    const Bytes bytes = to_bytes(*BoxTree::build(make_boxes(BoxSet::spread, 40, 5)));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            Bytes flipped = bytes;
            flipped[at] ^= static_cast<std::byte>(1U << bit);
            ASSERT_FALSE(box_tree_from_bytes(flipped).has_value()) << at << " bit " << bit;
        }
    }
}

TEST(BoxTreeBytes, LiesWithARightChecksumAreRefusedOrHarmless) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 60, 5);
    const Bytes bytes = to_bytes(*BoxTree::build(boxes));
    std::size_t refused = 0, tried = 0;
    const auto attempt = [&](std::size_t at, std::uint32_t w) {
        Bytes corrupted = bytes;
        put_word(corrupted, at, w);
        if (word_at(bytes, at) == w) return;
        sign(corrupted);
        const auto tree = box_tree_from_bytes(corrupted);
        ++tried;
        if (!tree) {
            ++refused;
            return;
        }
        expect_safe(*tree);
    };
    Random random(3);
    for (std::size_t at = 0; at + 8 < bytes.size(); at += 4) {
        const std::uint32_t old = word_at(bytes, at);
        for (const std::uint32_t w :
             {0U, 1U, old + 1, old - 1, old ^ 0x80000000U, 0x7fc00000U, 0x7f800000U, 0xffffffffU, old << 4})
            attempt(at, w);
        attempt(at, static_cast<std::uint32_t>(random.bits()));
    }
    EXPECT_GT(refused, tried * 9 / 10);
    EXPECT_LT(refused, tried);  // a last bit of a box, or of the growth
}

TEST(BoxTreeBytes, SaysWhatIsWrong) {
    const std::vector<Aabb> boxes = make_boxes(BoxSet::spread, 300, 5);
    const BoxTree tree = *BoxTree::build(boxes);
    const Bytes bytes = to_bytes(tree);
    const auto node_word = [](std::size_t node, std::size_t word) { return kHeader + 224 * node + 4 * word; };
    const auto rule_of = [&](std::size_t at, std::uint32_t w) {
        Bytes corrupted = bytes;
        put_word(corrupted, at, w);
        sign(corrupted);
        const auto loaded = box_tree_from_bytes(corrupted);
        EXPECT_FALSE(loaded.has_value());
        return loaded.has_value() ? Rule::flat : loaded.error().rule;
    };
    ASSERT_GT(tree.nodes().size(), 2U);
    std::size_t inner = 0;
    while (child::is_leaf(tree.nodes()[0].child[inner])) ++inner;
    const std::size_t lane = node_word(0, 48 + inner);
    EXPECT_EQ(rule_of(lane, static_cast<std::uint32_t>(tree.nodes().size())), Rule::out_of_range);
    EXPECT_EQ(rule_of(lane, 0), Rule::not_a_tree);
    EXPECT_EQ(rule_of(lane, child::make_leaf(0, 4)), Rule::not_a_tree);
    EXPECT_EQ(rule_of(lane, child::make_leaf(298, 4)), Rule::out_of_range);
    const std::size_t order = kHeader + 224 * tree.nodes().size();
    EXPECT_EQ(rule_of(order, 300), Rule::out_of_range);
    EXPECT_EQ(rule_of(order, tree.order()[1]), Rule::not_a_tree);
    EXPECT_EQ(rule_of(node_word(0, inner), 0x7fc00000U), Rule::corrupt);  // NaN in a box
    Bytes newer = bytes;
    put_word(newer, 8, 2);
    EXPECT_NE(box_tree_from_bytes(newer).error().message().find("version 2"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
