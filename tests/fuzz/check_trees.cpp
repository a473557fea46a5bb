// What loads as a box tree can be searched; what is built contains its boxes, finds them, and comes back from
// bytes as it was.
#include <algorithm>
#include <cstring>
#include <vector>

#include "fuzz/byte_source.hpp"
#include "fuzz/checks.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze::test {
namespace {

/// Every search ends, visits no slot that is not there, and a box around everything intersects every
/// primitive once.
std::string fault_of_searches(const BoxTree& tree) {
    std::vector<int> visits(tree.size(), 0);
    visit_box(tree, tree.bounds(), [&](LeafSlots leaf) {
        for (const std::uint32_t p : tree.primitives(leaf)) ++visits[p];
        return Continue::yes;
    });
    if (std::any_of(visits.begin(), visits.end(), [](int times) { return times != 1; }))
        return "a primitive is not met once";
    std::size_t wrong = 0;
    const auto visit = [&](LeafSlots leaf, double lower, double&) {
        wrong += leaf.first + leaf.count > tree.size() || !(lower >= 0) ? 1 : 0;
        return Continue::yes;
    };
    visit_near(tree, {1, 2, 3}, std::numeric_limits<double>::infinity(), visit);
    visit_ray(tree, {tree.empty() ? Vec3{} : tree.bounds().min, {1, 2, 3}}, visit);
    const auto visit_pair = [&](LeafSlots a, LeafSlots b) {
        wrong += a.first + a.count > tree.size() || b.first + b.count > tree.size() ? 1 : 0;
        return Continue::yes;
    };
    visit_pairs(tree, tree, {}, {}, visit_pair);
    visit_self_pairs(tree, 0, visit_pair);
    return wrong == 0 ? "" : "a visit that makes no sense";
}

std::string fault_of_loaded(std::span<const std::byte> bytes) {
    const auto tree = box_tree_from_bytes(bytes);
    if (!tree) return tree.error().message().empty() ? "refused without a reason" : "";
    if (to_bytes(*tree) != std::vector<std::byte>(bytes.begin(), bytes.end()))
        return "bytes that load are not those of the tree";
    return fault_of_searches(*tree);
}

/// The checksum of the format, as a liar would put it.
void sign(std::vector<std::byte>& bytes) {
    std::uint64_t state = 0;
    const std::size_t end = bytes.size() - 8;
    for (std::size_t at = 0; at < end; at += 4) {
        std::uint32_t w = 0;
        for (std::size_t i = 0; i < 4; ++i) w |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
        state = (state ^ w) * 0x9e3779b97f4a7c15ULL;
    }
    for (std::size_t i = 0; i < 8; ++i) bytes[end + i] = static_cast<std::byte>(state >> (8 * i) & 0xffU);
}

std::vector<Aabb> boxes_from(ByteSource& source) {
    std::vector<Aabb> boxes(source.choice(64));
    for (Aabb& box : boxes) {
        const Vec3 a = source.vector(), b = source.vector();
        box = source.choice(256) == 255 ? Aabb{a, b} : Aabb{min(a, b), max(a, b)};
    }
    return boxes;
}

std::string fault_of_built(ByteSource& source, std::span<const std::uint8_t> edits) {
    const std::vector<Aabb> boxes = boxes_from(source);
    const BoxSplit split = source.choice(2) == 0 ? BoxSplit::binned_sah : BoxSplit::midpoint;
    auto tree = BoxTree::build(
        boxes, {.split = split, .leaf_size = static_cast<std::uint32_t>(1 + source.choice(8))});
    if (!tree) return tree.error().element < boxes.size() ? "" : "a box that is not there was refused";
    if (!tree->encloses(boxes)) return "a box sticks out";
    if (std::string fault = fault_of_searches(*tree); !fault.empty()) return fault;
    const Vec3 a = source.vector(), b = source.vector();
    std::vector<bool> visits(boxes.size(), false);
    visit_box(*tree, {min(a, b), max(a, b)}, [&](LeafSlots leaf) {
        for (const std::uint32_t p : tree->primitives(leaf)) visits[p] = true;
        return Continue::yes;
    });
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (overlaps(boxes[i], {min(a, b), max(a, b)}) && !visits[i]) return "a box is missed";
    }
    std::vector<std::byte> bytes = to_bytes(*tree);
    if (const auto again = box_tree_from_bytes(bytes); !again || !(*again == *tree))
        return "bytes do not come back as the tree";
    // A few edits with a right checksum reach far into the loader.
    for (std::size_t i = 0; i + 2 < edits.size() && i < 24; i += 3)
        bytes[(edits[i] << 8 | edits[i + 1]) % (bytes.size() - 8)] = std::byte{edits[i + 2]};
    sign(bytes);
    return fault_of_loaded(bytes);
}

}  // namespace

std::string fault_of_trees(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return "";
    const auto kind = bytes[0] % 4;
    const std::span<const std::uint8_t> rest = bytes.subspan(1);
    if (kind >= 2) {
        ByteSource source(rest);
        return fault_of_built(source, rest.last(std::min<std::size_t>(rest.size(), 24)));
    }
    std::vector<std::byte> raw(rest.size());
    if (!rest.empty()) std::memcpy(raw.data(), rest.data(), rest.size());
    if (kind == 1 && raw.size() >= 8) {
        raw.resize(raw.size() / 4 * 4);
        sign(raw);
    }
    return fault_of_loaded(raw);
}

}  // namespace graze::test
