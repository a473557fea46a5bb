// What a box holds of a solid, for covers by frames. Boxes are along the axes of the cover: `u` in this frame
// is axes · u in the solid's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "mesh/part_set.hpp"

namespace graze::frame_cover {

struct Content {
    Aabb box{};  ///< Around all that the cell holds of the solid, in the cell; empty when it holds nothing.
    /// Parts of the solid's surface, or of the solid, that reach into the cell.
    std::vector<std::uint32_t> candidates;
    bool full = false;  ///< The whole cell belongs to the solid.
};

inline bool is_nothing(const Content& content) noexcept { return is_empty(content.box); }

/// A solid mesh: what its triangles, clipped to the cell, bound.
class SolidTriangles {
public:
    SolidTriangles(const PartSet& set, const Mat3& axes);
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }
    [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(corners_.size()); }
    [[nodiscard]] double slack() const noexcept { return slack_; }
    [[nodiscard]] Content classify(const Aabb& cell, std::span<const std::uint32_t> candidates) const;

private:
    [[nodiscard]] bool inside(const Vec3& u) const noexcept;

    const MeshData& mesh_;
    Mat3 axes_;
    std::vector<Triangle> corners_;  ///< Along the axes, rounded.
    double margin_ = 0;
    double slack_ = 0;  ///< More than all roundings of a coordinate here.
    Aabb bounds_{};
};

/// Convex parts: what their boxes have in common with the cell, cut where a slice of that is free.
class ConvexParts {
public:
    ConvexParts(std::vector<Shape> parts, const Mat3& axes);
    [[nodiscard]] const Aabb& bounds() const noexcept { return bounds_; }
    [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(parts_.size()); }
    [[nodiscard]] double slack() const noexcept { return slack_; }
    [[nodiscard]] Content classify(const Aabb& cell, std::span<const std::uint32_t> candidates) const;

private:
    [[nodiscard]] bool apart(const Aabb& cell, std::uint32_t part) const noexcept;
    [[nodiscard]] bool holds(std::uint32_t part, const Aabb& cell) const noexcept;
    [[nodiscard]] Aabb shrunk(Aabb box, std::uint32_t part) const noexcept;

    std::vector<Shape> parts_;
    Mat3 axes_;
    std::vector<Aabb> boxes_;  ///< Of the parts, along the axes.
    double slack_ = 0;
    Aabb bounds_{};
};

}  // namespace graze::frame_cover
