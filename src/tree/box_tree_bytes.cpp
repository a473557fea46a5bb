// 32-bit words, least significant byte first. Each word of the checksum's input changes its state one-to-one, so that no single
// changed word goes unnoticed.
#include "graze/tree/box_tree_bytes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "tree/box_tree_check.hpp"
#include "tree/box_tree_parts.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kMagic[2] = {0x7a617267, 0x65657254};  // "grazTree"
constexpr std::size_t kHeaderWords = 34;
constexpr std::size_t kChecksumWords = 2;
constexpr std::size_t kNodeWords = sizeof(BoxNode) / 4;

std::uint64_t mixed(std::uint64_t state, std::uint32_t word) noexcept { return (state ^ word) * 0x9e3779b97f4a7c15ULL; }

class Writer {
public:
    explicit Writer(std::size_t words) { bytes_.reserve(4 * words); }

    void word(std::uint32_t w) {
        checksum_ = mixed(checksum_, w);
        raw(w);
    }
    void number(double x) { wide(std::bit_cast<std::uint64_t>(x)); }
    void wide(std::uint64_t x) {
        word(static_cast<std::uint32_t>(x));
        word(static_cast<std::uint32_t>(x >> 32));
    }
    std::vector<std::byte> finish() {
        const std::uint64_t checksum = checksum_;
        raw(static_cast<std::uint32_t>(checksum));
        raw(static_cast<std::uint32_t>(checksum >> 32));
        return std::move(bytes_);
    }

private:
    void raw(std::uint32_t w) {
        for (unsigned shift = 0; shift < 32; shift += 8) bytes_.push_back(static_cast<std::byte>(w >> shift & 0xffU));
    }

    std::vector<std::byte> bytes_;
    std::uint64_t checksum_ = 0;
};

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    std::uint32_t word() noexcept {
        const std::uint32_t w = at(next_++);
        checksum_ = mixed(checksum_, w);
        return w;
    }
    std::uint64_t wide() noexcept {
        const std::uint64_t low = word();
        return low | static_cast<std::uint64_t>(word()) << 32;
    }
    double number() noexcept { return std::bit_cast<double>(wide()); }
    Vec3 vector() noexcept {
        const double x = number(), y = number();
        return {x, y, number()};
    }
    /// Call after everything else.
    [[nodiscard]] bool checksum_holds() const noexcept {
        return checksum_ == (at(next_) | static_cast<std::uint64_t>(at(next_ + 1)) << 32);
    }

private:
    [[nodiscard]] std::uint32_t at(std::size_t index) const noexcept {
        std::uint32_t w = 0;
        for (std::size_t i = 0; i < 4; ++i) w |= std::to_integer<std::uint32_t>(bytes_[4 * index + i]) << (8 * i);
        return w;
    }

    std::span<const std::byte> bytes_;
    std::size_t next_ = 0;
    std::uint64_t checksum_ = 0;
};

void write(Writer& writer, const Vec3& v) {
    writer.number(v.x);
    writer.number(v.y);
    writer.number(v.z);
}

void write(Writer& writer, const BoxNode& node) {
    for (const auto& ends : {&node.min, &node.max}) {
        for (const auto& axis : *ends)
            for (const float x : axis) writer.word(std::bit_cast<std::uint32_t>(x));
    }
    for (const std::uint32_t c : node.child) writer.word(c);
}

BoxNode read_node(Reader& reader) noexcept {
    BoxNode node;
    for (auto* ends : {&node.min, &node.max}) {
        for (auto& axis : *ends)
            for (float& x : axis) x = std::bit_cast<float>(reader.word());
    }
    for (std::uint32_t& c : node.child) c = reader.word();
    return node;
}

unexpected<BuildError> refused(std::string why) { return unexpected<BuildError>({Rule::corrupt, Element::whole, 0, std::move(why)}); }

}  // namespace

std::vector<std::byte> to_bytes(const BoxTree& tree) {
    Writer writer(kHeaderWords + tree.nodes().size() * kNodeWords + tree.size() + kChecksumWords);
    for (const std::uint32_t w : kMagic) writer.word(w);
    writer.word(kBoxTreeVersion);
    writer.word(sizeof(BoxNode));
    writer.wide(tree.nodes().size());
    writer.wide(tree.size());
    write(writer, tree.frame().origin);
    writer.number(tree.frame().scale);
    write(writer, tree.bounds().min);
    write(writer, tree.bounds().max);
    writer.number(tree.cost());
    writer.number(BoxTreeParts::strains(tree).first);
    writer.number(BoxTreeParts::strains(tree).second);
    for (const BoxNode& node : tree.nodes()) write(writer, node);
    for (const std::uint32_t p : tree.order()) writer.word(p);
    return writer.finish();
}

expected<BoxTree, BuildError> box_tree_from_bytes(std::span<const std::byte> bytes) {
    if (bytes.size() < 4 * (kHeaderWords + kChecksumWords)) return refused("these are fewer bytes than the head of a tree");
    Reader reader(bytes);
    for (const std::uint32_t w : kMagic) {
        if (reader.word() != w) return refused("these bytes are no box tree");
    }
    const std::uint32_t version = reader.word();
    if (version != kBoxTreeVersion) {
        return refused("version " + std::to_string(version) + " of the format, only " + std::to_string(kBoxTreeVersion) +
                       " is known: build the tree again");
    }
    if (reader.word() != sizeof(BoxNode)) return refused("nodes of another size");
    const std::uint64_t node_count = reader.wide(), count = reader.wide();
    if (count > child::kMaxSlots || node_count > count || (count > 0 && node_count == 0))
        return refused("impossible numbers of nodes and primitives");
    if (bytes.size() != 4 * (kHeaderWords + node_count * kNodeWords + count + kChecksumWords))
        return refused("the number of bytes is not that of the tree they tell of");
    BoxTree tree;
    BoxTreeParts parts(tree);
    parts.frame.origin = reader.vector();
    parts.frame.scale = reader.number();
    parts.bounds.min = reader.vector();
    parts.bounds.max = reader.vector();
    parts.cost = reader.number();
    parts.strain = reader.number();
    parts.strain_at_build = reader.number();
    parts.nodes.reserve(node_count);
    for (std::uint64_t n = 0; n < node_count; ++n) parts.nodes.push_back(read_node(reader));
    parts.order.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) parts.order.push_back(reader.word());
    if (!reader.checksum_holds()) return refused("the checksum is wrong: the bytes were damaged");
    if (auto fault = fault_of_tree(tree)) return unexpected<BuildError>(std::move(*fault));
    return tree;
}

}  // namespace graze
