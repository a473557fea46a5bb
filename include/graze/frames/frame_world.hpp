// Many placed trees of frames, and which of them collide. World frame. Objects of one group never collide
// with each other (the furniture of a room); objects of different groups, and those of none, do. An object
// never collides with itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graze/frames/frame_overlap.hpp"
#include "graze/frames/frame_tree.hpp"
#include "graze/math/pose.hpp"

namespace graze {

struct FrameObject {
    static constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

    std::shared_ptr<const FrameTree> tree;  ///< Shared by all objects of the same form.
    Pose pose{};
    std::uint32_t group = kNoGroup;
};

class FrameWorld {
public:
    /// The error names the object that has no tree or an unusable pose.
    static expected<FrameWorld, BuildError> make(std::vector<FrameObject> objects);

    [[nodiscard]] std::span<const FrameObject> objects() const noexcept { return objects_; }
    /// The object's box. World frame.
    [[nodiscard]] const Aabb& bounds(std::size_t object) const noexcept { return boxes_[object]; }

    /// Moves one object. Boxes above it are refitted; after many long moves call `make` again for searches as fast as before.
    expected<void, BuildError> move(std::size_t object, const Pose& pose);

    /// A node of the tree over groups and objects: inner nodes have two children, leaves one object.
    struct Node {
        Aabb box{};
        std::uint32_t parent = kNone;
        std::uint32_t left = kNone;  ///< kNone: a leaf.
        std::uint32_t right = kNone;
        std::uint32_t object = kNone;                 ///< Of a leaf.
        std::uint32_t group = FrameObject::kNoGroup;  ///< When all objects below are of this group.
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    /// nodes()[0] is the root.
    [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }

private:
    FrameWorld() = default;

    std::vector<FrameObject> objects_;
    std::vector<Aabb> boxes_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> leaf_of_;  ///< Node of each object.
};

/// Two leaves that overlap.
struct FrameContact {
    std::uint32_t object_a = 0;
    std::uint32_t object_b = 0;
    std::uint32_t node_a = 0;  ///< Leaf of a's tree.
    std::uint32_t node_b = 0;
    Aabb box{};  ///< Contains what they have in common; of the requested kind. World frame.

    friend bool operator==(const FrameContact&, const FrameContact&) = default;
};

/// How two frames of a search are decided. The answers are the same up to pairs within rounding of a touch; the cost differs.
enum class FrameMethod : std::uint8_t {
    separating_axes,  ///< Boxes along the axes of the trees first, then the frames. Children are pruned by the parents' boxes.
    elimination,      ///< The document's: Fourier-Motzkin on each pair of nodes; children are pruned by the box of its solutions.
};

struct FrameSearch {
    bool prune = true;                     ///< Skip children off the box in which their parents overlap; only the cost changes.
    bool by_tree = true;                   ///< Find who is near in the tree over the objects, else test all; only the cost changes.
    FrameBox box = FrameBox::elimination;  ///< Of the reported contacts.
    FrameMethod method = FrameMethod::separating_axes;
};

/// What a search did.
struct FrameSearchStats {
    std::uint64_t objects = 0;  ///< Pairs of objects whose roots were tested.
    std::uint64_t tests = 0;    ///< Pairs of frames tested.
    std::uint64_t pruned = 0;   ///< Children skipped by the box of their parents' overlap.
};

struct FrameCollisions {
    std::vector<FrameContact> contacts;  ///< By object of b, then in the order of the trees; each pair of leaves once.
    FrameSearchStats stats{};
};

/// All pairs of leaves in which two objects overlap, whatever their groups; a is object 0, b object 1. Both need a tree and a finite pose.
FrameCollisions search_collisions(const FrameObject& a, const FrameObject& b, const FrameSearch& options = {});
/// Whether any do.
bool collide(const FrameObject& a, const FrameObject& b, const FrameSearch& options = {});

/// All pairs of leaves in which the object overlaps others; it is `a` in all of them.
FrameCollisions search_collisions(const FrameWorld& world, std::size_t object, const FrameSearch& options = {});
/// All pairs of objects, each once, object_a < object_b.
FrameCollisions search_collisions(const FrameWorld& world, const FrameSearch& options = {});

struct CollidingObjects {
    std::vector<std::uint32_t> objects;  ///< Ascending.
    FrameSearchStats stats{};
};
/// The objects that this one overlaps: each is left at its first pair of leaves.
CollidingObjects colliding_objects(const FrameWorld& world, std::size_t object, const FrameSearch& options = {});

}  // namespace graze
