// Whether points and convex shapes are inside of a mesh: winding numbers of any oriented surface, closed or
// not, and BSP trees of solids.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/pose.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

// How often an oriented surface winds around a point: the solid angle that its triangles subtend at the
// point, as a fraction of the full one. Triangles that face the point count negative. 1 inside and 0 outside
// of a closed surface that faces outward; for a surface with holes in between, and near 1 where it is mostly
// surrounded. The sign follows the winding of the triangles. Method: far groups of triangles are replaced by
// their area vectors, with a bound of what that leaves out; near ones by interval arithmetic. Sources:
// Jacobson, Kavan, Sorkine-Hornung, "Robust Inside-Outside Segmentation using Generalized Winding Numbers",
// 2013; Barill et al., "Fast Winding Numbers for Soups and Clouds", 2018 (groups; the bound is ours); van
// Oosterom, Strackee, 1983 (triangles).

/// Whether every edge is run through one way as often as the other: what Mesh::build takes as a solid.
bool is_closed(const MeshData& mesh);

/// Winding numbers of one mesh at many points. Takes about 10 bytes a triangle. Immutable; safe to share
/// between threads.
class WindingField {
public:
    /// The mesh must outlive the field.
    explicit WindingField(const MeshData& mesh);

    /// Contains the winding number of the placed mesh at a point of the world: no wider than `width` (> 0)
    /// and what rounding adds, which is wide only where the point is on the surface, or within rounding of
    /// it. Everything for points and poses that are not finite.
    [[nodiscard]] Interval at(const Pose& pose, const Vec3& point, double width = 0.05) const noexcept;

private:
    struct Group {
        Vec3 area{};        ///< Sum of the triangles' area vectors.
        Vec3 middle{};      ///< Of the box of its vertices.
        double radius = 0;  ///< No vertex is farther from the middle. Rounded up.
        double size = 0;    ///< No less than the sum of the triangles' areas.
        double error = 0;   ///< No less than the error of `area`.
    };
    [[nodiscard]] Group group_of_slots(std::size_t first, std::size_t end) const;
    [[nodiscard]] Group group_of_groups(std::size_t first, std::size_t end) const;
    struct Search;
    /// Adds the angle of one group. Level 0 has groups of triangles, level k groups of those below.
    void add(Search& search, std::size_t level, std::size_t number) const noexcept;
    [[nodiscard]] std::size_t count(std::size_t level) const noexcept {
        return starts_[level + 1] - starts_[level];
    }

    const MeshData* mesh_;
    std::vector<Group> groups_;
    std::vector<std::size_t> starts_;  ///< Of each level in `groups_`; one more at the end.
};

// Solid-leaf BSP trees: a solid mesh as planes that divide space into cells which are inside or outside.
// Local frame of the mesh. Facets are clipped to their cells and every cell is labelled by the exact side of
// its middle, so labels are right however the shells are wound; cells thinner than `thickness()` may be
// missing or wrong, as may be points that close to the surface. Where the solid is flat (the outside on both
// sides of its surface) the plane across the cell counts as inside. Convex shapes are tested by shifting the
// planes: no overlap is missed, and some are reported that are near misses; bevels (planes that touch inner
// cells without cutting them) make those rarer. Sources: van den Bergen, "Collision Detection in Interactive
// 3D Environments", 5.2.3, corrected: facets clipped, cells labelled by themselves; Melax, "Dynamic plane
// shifting BSP traversal", 2000.

struct BspOptions {
    /// Facet planes weighed at each node, drawn at random (always the same way). 0 makes an error.
    std::uint32_t candidates = 5;
    /// Also weigh a plane across the longest axis: without, convex bodies make chains.
    bool auxiliary_planes = true;
    bool bevels = true;                  ///< Add planes at sharp edges and around inner cells.
    std::uint32_t max_nodes = 1U << 22;  ///< More make an error.
};

struct BspNode {
    static constexpr std::int32_t kInside = -1;
    static constexpr std::int32_t kOutside = -2;

    Plane plane{};                  ///< Unit normal up to rounding.
    std::int32_t below = kInside;   ///< Where plane(x) <= 0: a node's index, kInside or kOutside.
    std::int32_t above = kOutside;  ///< Where plane(x) >= 0.
};

/// When a moving shape first touches the solid.
struct BspImpact {
    double t = 0;  ///< In [0, 1]: no contact before, up to the tree's thickness. 0 when it starts in contact.
    Vec3 normal{1, 0, 0};  ///< Of the plane hit, out of the solid; the x axis when it starts in contact.
};

/// Immutable; searches only read.
class BspTree {
public:
    /// Of a solid mesh without a margin. Surfaces are refused.
    static expected<BspTree, BuildError> build(const Mesh& solid, const BspOptions& options = {});

    /// Whether the point is in the solid.
    [[nodiscard]] bool contains(const Vec3& point) const noexcept;
    /// Whether the placed convex shape may overlap the solid: false is certain, up to the thickness. True for
    /// invalid shapes and half-spaces.
    [[nodiscard]] bool may_overlap(const Placed& convex) const noexcept;
    /// When the shape may first touch the solid while it moves along `displacement`; empty when it does not.
    /// Never too late.
    [[nodiscard]] std::optional<BspImpact> first_impact(const Placed& convex,
                                                        const Vec3& displacement) const noexcept;

    /// nodes()[0] is the root; every child has a larger index than its parent.
    [[nodiscard]] std::span<const BspNode> nodes() const noexcept { return nodes_; }
    /// Longest way from the root to a leaf, in nodes.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// A length: 1e-9 of the mesh's extent, or 64 eps (eps = 2^-53) of its reach from the origin where that
    /// is more.
    [[nodiscard]] double thickness() const noexcept { return thickness_; }

private:
    std::vector<BspNode> nodes_;
    std::size_t depth_ = 0;
    double thickness_ = 0;
};

}  // namespace graze
