// Solid-leaf BSP trees: a solid mesh as planes that part space into cells which are inside or outside. Local frame of the mesh.
// Facets are clipped to their cells and every cell is labelled by the exact side of its middle, so labels are right however the shells are
// wound; cells thinner than `thickness()` may be missing or wrong, as may be points that close to the surface. Where the solid is flat (the
// outside on both sides of its surface) the plane across the cell counts as inside. Convex shapes are tested by shifting the planes: no
// overlap is missed, and some are reported that are near misses; bevels (planes that touch inner cells without cutting them) make those rarer.
// Sources: van den Bergen, "Collision Detection in Interactive 3D Environments", 5.2.3, corrected: facets clipped, cells labelled by
// themselves; Melax, "Dynamic plane shifting BSP traversal", 2000.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

struct BspOptions {
    std::uint32_t candidates = 5;        ///< Facet planes weighed at each node, drawn at random (always the same way); at least 1.
    bool auxiliary_planes = true;        ///< Also weigh a plane across the longest axis: without, convex bodies make chains.
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
    double t = 0;          ///< In [0, 1]: no contact before, up to the tree's thickness. 0 when it starts in contact.
    Vec3 normal{1, 0, 0};  ///< Of the plane hit, out of the solid; the x axis when it starts in contact.
};

/// Immutable; searches only read.
class BspTree {
public:
    /// Of a solid mesh without a margin. Surfaces are refused.
    static expected<BspTree, BuildError> build(const Mesh& solid, const BspOptions& options = {});

    /// Whether the point is in the solid.
    [[nodiscard]] bool contains(const Vec3& point) const noexcept;
    /// Whether the placed convex shape may overlap the solid: false is certain, up to the thickness. True for invalid shapes and half-spaces.
    [[nodiscard]] bool may_overlap(const Placed& convex) const noexcept;
    /// When the shape may first touch the solid while it moves along `displacement`; empty when it does not. Never too late.
    [[nodiscard]] std::optional<BspImpact> first_impact(const Placed& convex, const Vec3& displacement) const noexcept;

    /// nodes()[0] is the root; every child has a larger index than its parent.
    [[nodiscard]] std::span<const BspNode> nodes() const noexcept { return nodes_; }
    /// Longest way from the root to a leaf, in nodes.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// A length: 1e-9 of the mesh's extent, or 64 eps (eps = 2^-53) of its reach from the origin where that is more.
    [[nodiscard]] double thickness() const noexcept { return thickness_; }

private:
    std::vector<BspNode> nodes_;
    std::size_t depth_ = 0;
    double thickness_ = 0;
};

}  // namespace graze
