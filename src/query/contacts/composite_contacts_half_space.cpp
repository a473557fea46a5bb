// Contacts of sets of parts with a half-space: every part whose box reaches below the plane, on its own.
#include <algorithm>
#include <span>
#include <utility>

#include "query/contacts/composite_contacts.hpp"

namespace graze {
namespace {

/// Parts whose boxes reach into a half-space.
std::vector<std::uint32_t> parts_below(const Placed& half_space, const PlacedParts& parts) {
    const auto reaches = [&](const Aabb& box) {
        const Vec3 half = half_extents(box) + Vec3{1, 1, 1} * parts.margin();
        return overlaps(Placed{Box{half}, parts.placed.pose * Pose::translation(centre(box))}, half_space);
    };
    const BoxTree& tree = *parts.tree();
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> nodes{0};
    while (!nodes.empty()) {
        const std::uint32_t index = nodes.back();
        nodes.pop_back();
        BoxNode place;
        const BoxNode& node = tree.node(index, place);
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t child = node.child[lane];
            if (child == child::kNone || !reaches(tree.lane_box(node, lane))) continue;
            if (!child::is_leaf(child)) {
                nodes.push_back(child);
                continue;
            }
            const std::span<const std::uint32_t> leaf = tree.primitives(child::leaf_slots(child));
            found.insert(found.end(), leaf.begin(), leaf.end());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

std::vector<LocalContact> half_space_contacts(const Placed& a, const Placed& b,
                                              const ContactOptions& options) {
    const bool first = a.shape.type() == ShapeType::half_space;
    const Placed& half_space = first ? a : b;
    const PlacedParts parts(first ? b : a);
    std::vector<LocalContact> found;
    const PartPairs names(a, b);
    for (const std::uint32_t part : parts_below(half_space, parts)) {
        const Placed placed = placed_part(parts, part);
        const ContactManifold manifold =
            first ? contacts(half_space, placed, options) : contacts(placed, half_space, options);
        if (manifold.points.empty()) continue;
        LocalContact contact;
        contact.parts = {first ? 0 : part, first ? part : 0};
        contact.normal = manifold.normal;
        contact.points.assign(manifold.points.begin(), manifold.points.end());
        complete(names, contact);
        found.push_back(std::move(contact));
    }
    return found;
}

}  // namespace graze
