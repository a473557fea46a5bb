// The tree over the objects: groups first, halved at the median of the longest side, so that a whole group is
// skipped or entered at once.
#include "graze/frames/frame_tree.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace graze {
namespace {

using Node = FrameWorld::Node;

double middle(const Aabb& box, std::size_t axis) noexcept { return box.min[axis] + box.max[axis]; }

struct Builder {
    const std::vector<FrameObject>& objects;
    const std::vector<Aabb>& boxes;
    std::vector<Node>& nodes;
    std::vector<std::uint32_t>& leaf_of;

    /// A subtree over these objects; returns its root.
    std::uint32_t build(std::span<std::uint32_t> members, std::uint32_t parent) {
        const auto self = static_cast<std::uint32_t>(nodes.size());
        nodes.emplace_back();
        nodes[self].parent = parent;
        Aabb centres;
        nodes[self].group = objects[members[0]].group;
        for (const std::uint32_t m : members) {
            nodes[self].box = merge(nodes[self].box, boxes[m]);
            if (objects[m].group != nodes[self].group) nodes[self].group = FrameObject::kNoGroup;
            const Vec3 centre{middle(boxes[m], 0), middle(boxes[m], 1), middle(boxes[m], 2)};
            centres = merge(centres, Aabb{centre, centre});
        }
        if (members.size() == 1) {
            nodes[self].object = members[0];
            leaf_of[members[0]] = self;
            return self;
        }
        const std::size_t half = divide(members, nodes[self].group, centres);
        const std::uint32_t left = build(members.first(half), self);
        const std::uint32_t right = build(members.subspan(half), self);
        nodes[self].left = left;
        nodes[self].right = right;
        return self;
    }

    /// Orders the members and returns where to split them: between groups as long as there are several, else
    /// in space.
    [[nodiscard]] std::size_t divide(std::span<std::uint32_t> members, std::uint32_t group,
                                     const Aabb& centres) const {
        const auto group_of = [&](std::uint32_t m) { return objects[m].group; };
        if (group == FrameObject::kNoGroup) {
            std::sort(members.begin(), members.end(),
                      [&](auto x, auto y) { return std::pair(group_of(x), x) < std::pair(group_of(y), y); });
            std::size_t half = members.size() / 2;
            // Objects of no group come last and may be cut anywhere; a group is kept whole.
            if (group_of(members[half]) != FrameObject::kNoGroup &&
                group_of(members[half]) == group_of(members[half - 1])) {
                std::size_t first = half, last = half;
                while (first > 0 && group_of(members[first - 1]) == group_of(members[half])) --first;
                while (last < members.size() && group_of(members[last]) == group_of(members[half])) ++last;
                half = first > 0 ? first : last;
                return half;
            }
            if (group_of(members.front()) != FrameObject::kNoGroup) return half;
        }
        const Vec3 size = centres.max - centres.min;
        const std::size_t axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        const std::size_t half = members.size() / 2;
        std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half), members.end(),
                         [&](auto x, auto y) {
                             return std::pair(middle(boxes[x], axis), x) <
                                    std::pair(middle(boxes[y], axis), y);
                         });
        return half;
    }
};

expected<Aabb, BuildError> box_of(const FrameObject& object, std::size_t index) {
    const auto fault = [&](Rule rule, const char* text) {
        return unexpected<BuildError>({rule, Element::object, index, text});
    };
    if (object.tree == nullptr) return fault(Rule::invalid_child, "it has no tree; give one");
    if (!is_finite(object.pose.position) || !is_finite(object.pose.rotation.columns[0]) ||
        !is_finite(object.pose.rotation.columns[1]) || !is_finite(object.pose.rotation.columns[2])) {
        return fault(Rule::not_finite, "the pose holds a NaN or an infinity");
    }
    const Frame<3> root = placed(object.tree->nodes()[0].volume, object.pose);
    if (!root.valid())
        return fault(Rule::not_orthonormal,
                     "the pose takes the object out of the served range or flattens it");
    return root.bounds();
}

}  // namespace

expected<FrameWorld, BuildError> FrameWorld::make(std::vector<FrameObject> objects) {
    if (objects.size() >= kNone / 2)
        return unexpected<BuildError>(
            {Rule::too_complex, Element::whole, 0, "a world has at most 2^31 - 1 objects"});
    FrameWorld world;
    world.objects_ = std::move(objects);
    for (std::size_t i = 0; i < world.objects_.size(); ++i) {
        auto box = box_of(world.objects_[i], i);
        if (!box) return unexpected<BuildError>(std::move(box.error()));
        world.boxes_.push_back(*box);
    }
    world.leaf_of_.assign(world.objects_.size(), kNone);
    if (world.objects_.empty()) return world;
    std::vector<std::uint32_t> members(world.objects_.size());
    std::iota(members.begin(), members.end(), 0U);
    Builder{world.objects_, world.boxes_, world.nodes_, world.leaf_of_}.build(members, kNone);
    return world;
}

expected<void, BuildError> FrameWorld::move(std::size_t object, const Pose& pose) {
    if (object >= objects_.size())
        return unexpected<BuildError>(
            {Rule::out_of_range, Element::object, object,
             "is not there; the world has " + std::to_string(objects_.size()) + " objects"});
    FrameObject moved = objects_[object];
    moved.pose = pose;
    auto box = box_of(moved, object);
    if (!box) return unexpected<BuildError>(std::move(box.error()));
    objects_[object] = std::move(moved);
    boxes_[object] = *box;
    std::uint32_t node = leaf_of_[object];
    nodes_[node].box = *box;
    while ((node = nodes_[node].parent) != kNone)
        nodes_[node].box = merge(nodes_[nodes_[node].left].box, nodes_[nodes_[node].right].box);
    return {};
}

}  // namespace graze
