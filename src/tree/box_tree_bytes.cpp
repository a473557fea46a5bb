// Words of 32 bits: a head, the nodes, the order of the primitives, and a checksum of all of these.
#include "graze/tree/box_tree.hpp"

#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "tree/box_tree_check.hpp"
#include "tree/box_tree_parts.hpp"
#include "tree/byte_words.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kMagic[2] = {0x7a617267, 0x65657254};  // "grazTree"
constexpr std::size_t kHeaderWords = 34;
constexpr std::size_t kChecksumWords = 2;
void write(WordWriter& writer, const BoxNode& node) {
    for (const auto& ends : {&node.min, &node.max}) {
        for (const auto& axis : *ends)
            for (const float x : axis) writer.word(std::bit_cast<std::uint32_t>(x));
    }
    for (const std::uint32_t c : node.child) writer.word(c);
}

BoxNode read_node(WordReader& reader) noexcept {
    BoxNode node;
    for (auto* ends : {&node.min, &node.max}) {
        for (auto& axis : *ends)
            for (float& x : axis) x = std::bit_cast<float>(reader.word());
    }
    for (std::uint32_t& c : node.child) c = reader.word();
    return node;
}

/// Four small numbers as one word, the first in the lowest bits.
std::uint32_t word_of(const std::uint8_t* four) noexcept {
    return four[0] | std::uint32_t{four[1]} << 8U | std::uint32_t{four[2]} << 16U |
           std::uint32_t{four[3]} << 24U;
}
void take_apart(std::uint32_t word, std::uint8_t* four) noexcept {
    for (std::size_t i = 0; i < 4; ++i) four[i] = static_cast<std::uint8_t>(word >> 8 * i & 255U);
}

void write(WordWriter& writer, const PackedNode& node) {
    for (const float x : node.origin) writer.word(std::bit_cast<std::uint32_t>(x));
    const std::uint8_t exponents[4] = {node.exponent[0], node.exponent[1], node.exponent[2], node.unused};
    writer.word(word_of(exponents));
    for (const auto& ends : {&node.min, &node.max}) {
        for (const auto& axis : *ends)
            for (std::size_t lane = 0; lane < kNodeWidth; lane += 4) writer.word(word_of(axis + lane));
    }
    for (const std::uint32_t c : node.child) writer.word(c);
}

PackedNode read_packed_node(WordReader& reader) noexcept {
    PackedNode node;
    for (float& x : node.origin) x = std::bit_cast<float>(reader.word());
    std::uint8_t exponents[4];
    take_apart(reader.word(), exponents);
    std::memcpy(node.exponent, exponents, 3);
    node.unused = exponents[3];
    for (auto* ends : {&node.min, &node.max}) {
        for (auto& axis : *ends)
            for (std::size_t lane = 0; lane < kNodeWidth; lane += 4) take_apart(reader.word(), axis + lane);
    }
    for (std::uint32_t& c : node.child) c = reader.word();
    return node;
}

unexpected<BuildError> refused(std::string why) {
    return unexpected<BuildError>({Rule::corrupt, Element::whole, 0, std::move(why)});
}

}  // namespace

std::vector<std::byte> to_bytes(const BoxTree& tree) {
    WordWriter writer;
    const std::size_t node_bytes = tree.compact() ? sizeof(PackedNode) : sizeof(BoxNode);
    writer.reserve(4 * (kHeaderWords + tree.size() + kChecksumWords) + tree.node_count() * node_bytes);
    for (const std::uint32_t w : kMagic) writer.word(w);
    writer.word(kBoxTreeVersion);
    writer.word(static_cast<std::uint32_t>(node_bytes));
    writer.wide(tree.node_count());
    writer.wide(tree.size());
    writer.vector(tree.frame().origin);
    writer.number(tree.frame().scale);
    writer.vector(tree.bounds().min);
    writer.vector(tree.bounds().max);
    writer.number(tree.cost());
    writer.number(BoxTreeParts::strains(tree).first);
    writer.number(BoxTreeParts::strains(tree).second);
    for (const BoxNode& node : tree.nodes()) write(writer, node);
    for (const PackedNode& node : tree.packed_nodes()) write(writer, node);
    for (const std::uint32_t p : tree.order()) writer.word(p);
    writer.wide(checksum_of_words(writer.bytes()));
    return writer.take();
}

expected<BoxTree, BuildError> box_tree_from_bytes(std::span<const std::byte> bytes) {
    if (bytes.size() < 4 * (kHeaderWords + kChecksumWords))
        return refused("these are fewer bytes than the head of a tree");
    WordReader reader(bytes);
    for (const std::uint32_t w : kMagic) {
        if (reader.word() != w) return refused("these bytes are no box tree");
    }
    const std::uint32_t version = reader.word();
    if (version != kBoxTreeVersion) {
        return refused("version " + std::to_string(version) + " of the format, only " +
                       std::to_string(kBoxTreeVersion) + " is known: build the tree again");
    }
    const std::uint32_t node_bytes = reader.word();
    if (node_bytes != sizeof(BoxNode) && node_bytes != sizeof(PackedNode))
        return refused("nodes of another size");
    const bool compact = node_bytes == sizeof(PackedNode);
    const std::uint64_t node_count = reader.wide(), count = reader.wide();
    if (count > child::kMaxSlots || node_count > count || (count > 0 && node_count == 0))
        return refused("impossible numbers of nodes and primitives");
    if (bytes.size() != 4 * (kHeaderWords + count + kChecksumWords) + node_count * node_bytes)
        return refused("the number of bytes is not that of the tree they describe");
    BoxTree tree;
    BoxTreeParts parts(tree);
    parts.frame.origin = reader.vector();
    parts.frame.scale = reader.number();
    parts.bounds.min = reader.vector();
    parts.bounds.max = reader.vector();
    parts.cost = reader.number();
    parts.strain = reader.number();
    parts.strain_at_build = reader.number();
    (compact ? parts.packed.reserve(node_count) : parts.nodes.reserve(node_count));
    for (std::uint64_t n = 0; n < node_count; ++n) {
        if (compact)
            parts.packed.push_back(read_packed_node(reader));
        else
            parts.nodes.push_back(read_node(reader));
    }
    parts.order.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) parts.order.push_back(reader.word());
    if (reader.wide() != checksum_of_words(bytes.first(bytes.size() - 4 * kChecksumWords)))
        return refused("the checksum is wrong: the bytes were damaged");
    if (auto fault = fault_of_tree(tree)) return unexpected<BuildError>(std::move(*fault));
    return tree;
}

}  // namespace graze
