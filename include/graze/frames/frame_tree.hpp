// Objects as trees of frames, builders of such trees, and worlds of many placed ones: which of them collide.
// Source: P. Baillehache, "Fourier-Motzkin and a bounding volume tree for collision detection", with the
// corrections in docs/notes/frame_trees.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graze/bounds/frame.hpp"
#include "graze/core/error.hpp"
#include "graze/core/stop_request.hpp"
#include "graze/frames/frame_overlap.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

// The root of a tree covers the object, and each level refines the one above. Children lie in their parent,
// and together cover what the parent covers of the object. Local frame of the object. Immutable.

struct FrameNode {
    Frame<3> volume{};
    /// Index of the first; the others follow it. Larger than the node's own index.
    std::uint32_t first_child = 0;
    std::uint32_t child_count = 0;  ///< 0: a leaf, part of the object itself.
};

/// A node as a search walks over it, in one line of cache: a box around it along the axes of its tree, and
/// its children.
struct alignas(64) FrameNodeBox {
    Vec3 centre{};  ///< |axesᵀ x - centre| <= half, componentwise, for all x of the node.
    Vec3 half{};
    std::uint32_t first_child = 0;  ///< As in the node itself.
    std::uint32_t child_count = 0;
    bool filled = false;  ///< The node's volume is at least half of the box: what the box does not separate,
                          ///< the volume hardly does.
};
static_assert(sizeof(FrameNodeBox) == 64);

class FrameTree {
public:
    /// nodes[0] is the root. The error names the node that is not a usable frame, is not in one parent, or
    /// extends out of it by more than 1e-9 of the parent's size. Inner nodes grow by as much as it takes to
    /// contain their children for certain.
    static expected<FrameTree, BuildError> make(std::vector<FrameNode> nodes);

    [[nodiscard]] std::span<const FrameNode> nodes() const noexcept { return nodes_; }
    /// Orthonormal: the edges of the root where they are perpendicular.
    [[nodiscard]] const Mat3& axes() const noexcept { return axes_; }
    /// Of the nodes, side by side.
    [[nodiscard]] std::span<const FrameNodeBox> boxes() const noexcept { return boxes_; }
    [[nodiscard]] std::size_t leaf_count() const noexcept { return leaf_count_; }
    /// Levels: 1 for a root alone.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// No point of the root is farther from the local origin; a few times the largest distance at most.
    [[nodiscard]] double reach() const noexcept { return reach_; }

private:
    FrameTree() = default;

    std::vector<FrameNode> nodes_;
    std::vector<FrameNodeBox> boxes_;
    Mat3 axes_ = Mat3::identity();
    std::size_t leaf_count_ = 0;
    std::size_t depth_ = 0;
    double reach_ = 0;
};

// Trees for a torus and for any tetrahedral mesh.

struct TetrahedralMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 4>> tetrahedra;  ///< Either orientation.
};

/// A torus around the local z axis.
struct Torus {
    double major_radius = 1;     ///< Of the circle of the tube's centres.
    double minor_radius = 0.25;  ///< Of the tube; less than the major radius.
    std::uint32_t rings = 40;    ///< Cells around the z axis, at least 3.
    /// Cells across the tube, in each of two directions; the tube's outline is a square.
    std::uint32_t cells = 1;
};

/// The torus as 5 · rings · cells² tetrahedra: they cover it, and fill the ring with a square section around
/// the tube.
expected<TetrahedralMesh, BuildError> tetrahedra_of(const Torus& torus);

struct FrameTreeOptions {
    /// Most children of a node, at least 2. 0: all tetrahedra directly below the root.
    std::uint32_t fan_out = 8;
};

/// A tree over the tetrahedra: every one is a leaf, inner nodes are boxes along the principal axes of the
/// mesh.
expected<FrameTree, BuildError> build_frame_tree(const TetrahedralMesh& mesh,
                                                 const FrameTreeOptions& options = {});

// Trees around any solid: boxes at several levels, each inside of its parent, the leaves together covering
// the solid.

struct FrameCoverOptions {
    std::uint32_t max_leaves = 256;  ///< At least 1. More leaves lie closer to the solid.
    std::uint32_t max_levels = 16;   ///< Levels below the root, at most 60.
};

/// A cover of a solid mesh, a compound or a bounded convex shape, in its local frame, margins included. All
/// frames are boxes along the principal axes of the shape's points; the children of a node divide it, and
/// each is shrunk to what it has of the solid. So siblings share no more than walls, and the volume of all
/// leaves is near that of the solid when they are many. Flat shapes (a triangle, a segment, a solid mesh
/// folded flat) are covered where they are, by boxes that are 1e-6 of their length thick. Errors: a surface
/// mesh, a height field or a half-space, a shape that is invalid or no more than a point up to rounding, or
/// options out of range.
expected<FrameTree, BuildError> cover_by_frames(const Shape& solid, const FrameCoverOptions& options = {});

// Many placed trees. World frame. Objects of one group never collide with each other (the furniture of a
// room); objects of different groups, and those of none, do. An object never collides with itself.

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

    /// Moves one object. Boxes above it are refitted; after many long moves call `make` again for searches as
    /// fast as before.
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

/// How two frames of a search are decided. The answers are the same up to pairs within rounding of a touch;
/// the cost differs.
enum class FrameMethod : std::uint8_t {
    separating_axes,  ///< Boxes along the axes of the trees first, then the frames. Children are pruned by
                      ///< the parents' boxes.
    elimination,  ///< The document's: Fourier-Motzkin on each pair of nodes; children are pruned by the box
                  ///< of its solutions.
};

struct FrameSearch {
    bool prune = true;  ///< Skip children off the box in which their parents overlap; only the cost changes.
    /// Find who is near in the tree over the objects, else test all; only the cost changes.
    bool by_tree = true;
    FrameBox box = FrameBox::elimination;  ///< Of the reported contacts.
    FrameMethod method = FrameMethod::separating_axes;
    const StopRequest* stop = nullptr;
};

/// What a search did.
struct FrameSearchStats {
    std::uint64_t objects = 0;  ///< Pairs of objects whose roots were tested.
    std::uint64_t tests = 0;    ///< Pairs of frames tested.
    std::uint64_t pruned = 0;   ///< Children skipped by the box of their parents' overlap.
    /// budget_reached: FrameSearch::stop ended the search, and there may be more than was found.
    /// invalid_input: an object without a tree or with a pose that is no rotation and place, or a number of
    /// an object that the world does not have. Nothing was searched then.
    Status status = Status::converged;
};

struct FrameCollisions {
    /// By object of b, then in the order of the trees; each pair of leaves once.
    std::vector<FrameContact> contacts;
    FrameSearchStats stats{};
};

/// All pairs of leaves in which two objects overlap, whatever their groups; a is object 0, b object 1.
FrameCollisions search_collisions(const FrameObject& a, const FrameObject& b,
                                  const FrameSearch& options = {});
/// Whether any do; true for objects that cannot be searched and for searches that were ended, so that nothing
/// is taken for free.
bool collide(const FrameObject& a, const FrameObject& b, const FrameSearch& options = {});

/// All pairs of leaves in which the object overlaps others; it is `a` in all of them.
FrameCollisions search_collisions(const FrameWorld& world, std::size_t object,
                                  const FrameSearch& options = {});
/// All pairs of objects, each once, object_a < object_b.
FrameCollisions search_collisions(const FrameWorld& world, const FrameSearch& options = {});

struct CollidingObjects {
    std::vector<std::uint32_t> objects;  ///< Ascending.
    FrameSearchStats stats{};
};
/// The objects that this one overlaps: each is left at its first pair of leaves.
CollidingObjects colliding_objects(const FrameWorld& world, std::size_t object,
                                   const FrameSearch& options = {});

}  // namespace graze
