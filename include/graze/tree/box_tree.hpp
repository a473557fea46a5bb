// A tree over axis-aligned boxes, and its searches: boxes in, indices out. Nodes are eight wide, with float
// boxes in a frame of the tree's own (origin and a scale that is a power of two), rounded outward: each
// stored box contains the exact double boxes below it. The tree is the same, byte for byte, for every number
// of threads and every instruction set. Layout and choices: docs/notes/tree.md.
// Sources: Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007 (binned costs); van
// den Bergen, "Collision Detection in Interactive 3D Environments", 5.3.2 (midpoint split) and 5.3.4 (refit
// in reverse order).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/math/pose.hpp"
#include "graze/simd/box_node.hpp"

namespace graze {

/// How a set of boxes is divided in two. Sets that neither rule can divide are halved in their present order.
enum class BoxSplit : std::uint8_t {
    binned_sah,  ///< Where area times count is least, among 16 places on each axis.
    midpoint,    ///< At the middle of the set's box along its longest axis, by the middle of each member's
                 ///< extent (the book's rule).
};

struct BoxTreeOptions {
    BoxSplit split = BoxSplit::binned_sah;
    /// Most primitives in a leaf, 1 to 8 (clamped). Measured: docs/notes/tree.md.
    std::uint32_t leaf_size = 4;
    unsigned threads = 1;  ///< Of the build; 0: one per core. Without oneTBB always 1.
    /// Nodes of 96 bytes instead of 224, with boxes rounded outward to 8 bits of their node: searches visit
    /// somewhat more, and take longer for each node. docs/notes/tree.md has both.
    bool compact = false;
};

/// Maps a coordinate x of the caller's to u = (x - origin) * scale of the nodes; all node boxes are within
/// [-1, 1].
struct TreeFrame {
    Vec3 origin{};
    double scale = 1;  ///< A power of two.

    friend constexpr bool operator==(const TreeFrame&, const TreeFrame&) = default;
};

/// Immutable but for `refit`; copies are deep. Searches only read and may run at the same time.
class BoxTree {
public:
    /// The empty tree.
    BoxTree() = default;

    /// Zero boxes give the empty tree. Refuses boxes that are empty, not finite or beyond 1e101, naming the
    /// first one.
    static expected<BoxTree, BuildError> build(std::span<const Aabb> boxes,
                                               const BoxTreeOptions& options = {});

    /// Fits the nodes around moved boxes, one per primitive as in `build`, without changing who is where.
    /// Linear in their number. On an error the tree stays as it was.
    expected<void, BuildError> refit(std::span<const Aabb> boxes);

    [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
    [[nodiscard]] bool empty() const noexcept { return order_.empty(); }
    /// Exact box of all boxes, in the caller's coordinates. Empty for the empty tree.
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }
    /// Leaf slot to primitive index. Neighbours in space are close in this order.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }
    /// The primitives in a leaf.
    [[nodiscard]] std::span<const std::uint32_t> primitives(LeafSlots leaf) const noexcept {
        return order().subspan(leaf.first, leaf.count);
    }

    /// Node 0 is the root; every child has a larger index than its parent.
    [[nodiscard]] std::size_t node_count() const noexcept { return nodes_.size() + packed_.size(); }
    /// Of a compact tree the node unpacked into `place`, else the tree's own.
    [[nodiscard]] const BoxNode& node(std::size_t index, BoxNode& place) const noexcept {
        return packed_.empty() ? nodes_[index] : unpacked(index, place);
    }
    /// All of them; none when compact.
    [[nodiscard]] std::span<const BoxNode> nodes() const noexcept { return nodes_; }
    /// All of them when compact, else none.
    [[nodiscard]] std::span<const PackedNode> packed_nodes() const noexcept { return packed_; }
    [[nodiscard]] bool compact() const noexcept { return !packed_.empty(); }
    /// For walks.
    [[nodiscard]] TreeNodes walk_nodes() const noexcept {
        return compact() ? TreeNodes(packed_.data()) : TreeNodes(nodes_.data());
    }
    [[nodiscard]] const TreeFrame& frame() const noexcept { return frame_; }
    /// A node's box in the caller's coordinates, rounded outward. The lane must have a child.
    [[nodiscard]] Aabb lane_box(std::size_t node, std::size_t lane) const noexcept;
    [[nodiscard]] Aabb lane_box(const BoxNode& node, std::size_t lane) const noexcept;
    /// Whether every stored box contains the boxes of its primitives: a theorem about these doubles. Linear.
    [[nodiscard]] bool encloses(std::span<const Aabb> boxes) const noexcept;

    /// Bytes of nodes and order.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

    /// Expected work of a random search relative to the root: sum of the areas of all boxes over the area of
    /// the whole, leaves times their counts. 0 for trees without area.
    [[nodiscard]] double cost() const noexcept { return cost_; }
    /// About how many times worse than at its build the tree has become by the last refit, as far as it is
    /// the tree's fault: the larger of two estimates. Costs per surface of the primitives' own boxes are
    /// compared, so that boxes which only grew do not count; and what siblings share of the places of their
    /// primitives' centres, which a build parts. 1 after a build, never less.
    [[nodiscard]] double growth() const noexcept {
        return strain_at_build_ > 0 ? strain_ / strain_at_build_ : 1;
    }
    /// Whether so much work would be saved by a new build that searches of a moving mesh soon make up for it.
    [[nodiscard]] bool rebuild_pays() const noexcept;

    /// The same in every byte.
    friend bool operator==(const BoxTree& a, const BoxTree& b) noexcept;

private:
    friend class BoxTreeParts;
    const BoxNode& unpacked(std::size_t index, BoxNode& place) const noexcept;

    std::vector<BoxNode> nodes_;
    std::vector<PackedNode> packed_;
    std::vector<std::uint32_t> order_;
    Aabb bounds_{};
    TreeFrame frame_{};
    double cost_ = 0;
    double strain_ = 0;
    double strain_at_build_ = 0;
};

// Searches of one tree (in a box, near a point, along a ray), of two trees at once, and of one against
// itself. Visitors get leaves, a few primitives at a time, and return whether to continue; where the search
// has a limit they may lower it. No primitive is missed: a leaf is passed over only when its box, which
// contains the boxes of its primitives, is shown to be out of reach. A visited leaf's own box is within reach
// up to float rounding (a millionth of the tree's size), but not each of its primitives need be. The order of
// visits is the same on every machine. A visitor that throws ends the search.

/// Part of a ray: origin + t * direction for t in [t_min, t_max].
struct RaySegment {
    Vec3 origin{};
    Vec3 direction{1, 0, 0};  ///< Finite, not zero; need not be unit.
    double t_min = 0;         ///< >= 0.
    double t_max = std::numeric_limits<double>::infinity();
    double margin = 0;  ///< Boxes are grown by this length on every side. Not negative.
};

/// Leaves whose boxes overlap the given one.
TreeStats visit_box(const BoxTree& tree, const Aabb& box, LeafVisitor visit);

/// Leaves within `max_distance` of the point, near ones first: a leaf's primitives are `lower` away at the
/// least, and the limit is the distance.
TreeStats visit_near(const BoxTree& tree, const Vec3& point, double max_distance, BoundedLeafVisitor visit);

/// Leaves along a ray, near ones first: the ray is in none of the leaf's primitives before `lower`, and the
/// limit is t_max. For any hit, answer `Continue::no` at the first.
TreeStats visit_ray(const BoxTree& tree, const RaySegment& ray, BoundedLeafVisitor visit);

// Searches of pairs visit pairs of leaves that may overlap, or that are near. The second tree is placed by an
// affine map into the first one's coordinates; lengths are those of the first.

/// Which axes may separate two boxes. Fewer let more pairs pass.
enum class BoxTest : std::uint8_t {
    faces,            ///< The six face normals.
    faces_and_edges,  ///< And the nine cross products of edges: the full test, for general affine maps too.
};

struct PairOptions {
    /// Boxes closer than this overlap too (and some that are not much farther). Not negative.
    double margin = 0;
    BoxTest test = BoxTest::faces;
};

/// Pairs of leaves whose boxes overlap.
TreeStats visit_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, const PairOptions& options,
                      LeafPairVisitor visit);

/// A visitor of near pairs that knows more of the trees than their boxes.
struct NearPairVisitor {
    BoundedLeafPairVisitor visit;
    ChildrenApart apart;
};

/// Pairs of leaves within `max_distance`, near ones first, up to a sixteenth of the distance; the limit is
/// the distance. Bounds are tight for rigid maps, true for all.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           BoundedLeafPairVisitor visit);
/// The same without what the visitor knows to be apart. Then the first pair of leaves is only likely to be
/// near.
TreeStats visit_near_pairs(const BoxTree& a, const BoxTree& b, const Affine& b_in_a, double max_distance,
                           const NearPairVisitor& visitor);

/// Pairs of leaves of one tree whose boxes are within `margin` along every axis, each unordered pair once,
/// and every leaf with itself.
TreeStats visit_self_pairs(const BoxTree& tree, double margin, LeafPairVisitor visit);

// Box trees as bytes, to be kept and loaded without a build. Little-endian on every machine, versioned, with
// a checksum. Loading checks sizes, indices, boxes and their nesting, so whatever loads is searched safely
// and misses nothing within its boxes. Only the caller can test whether they are the boxes of its primitives:
// `BoxTree::encloses`.

inline constexpr std::uint32_t kBoxTreeVersion = 1;

std::vector<std::byte> to_bytes(const BoxTree& tree);

/// The same tree again, or the first fault found. Linear in the number of bytes; takes no memory before their
/// number is right.
expected<BoxTree, BuildError> box_tree_from_bytes(std::span<const std::byte> bytes);

}  // namespace graze
