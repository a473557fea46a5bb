// The pieces that two trees are taken apart into: all parts below a child of a node, or one part; and planes
// between pieces. World frame; gaps are evaluated in outward-rounded intervals, normals to try are guessed in
// doubles.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/shape/shape.hpp"
#include "mesh/part_set.hpp"

namespace graze {

/// A placed shape as a set of convex parts; a convex shape is its own only part. Parts are numbered; core
/// parts lack the margin of a shape that is not convex. Keeps a reference to the placed shape.
class PlacedParts {
public:
    explicit PlacedParts(const Placed& whole) noexcept : placed(whole) {
        if (!whole.shape.convex() && whole.shape.valid()) set_.emplace(whole.shape);
    }
    explicit PlacedParts(const Placed&& gone) = delete;  // it would be referred to

    const Placed& placed;

    [[nodiscard]] std::uint32_t count() const noexcept {
        return set_ ? static_cast<std::uint32_t>(set_->count()) : 1;
    }
    /// Local frame, with the whole's margin.
    [[nodiscard]] Shape part(std::uint32_t i) const { return set_ ? set_->part(i) : placed.shape; }
    /// Local frame, without it.
    [[nodiscard]] Shape core_part(std::uint32_t i) const;
    /// A box around the core part, local frame.
    [[nodiscard]] Aabb part_box(std::uint32_t i) const noexcept {
        return set_ ? set_->part_box(i) : fit_aabb(placed.shape);
    }
    /// Over the boxes of the core parts; null for a convex shape.
    [[nodiscard]] const BoxTree* tree() const noexcept { return set_ ? &set_->tree() : nullptr; }
    /// That parts have and core parts lack.
    [[nodiscard]] double margin() const noexcept { return set_ ? set_->margin() : 0; }
    [[nodiscard]] bool solid() const noexcept { return set_ && set_->solid(); }
    /// Whether core parts are triangles, which only those of meshes and height fields are.
    [[nodiscard]] bool made_of_triangles() const noexcept { return set_ && set_->made_of_triangles(); }
    /// Triangles without a margin or an inside: a surface that has no depth.
    [[nodiscard]] bool is_skin() const noexcept { return made_of_triangles() && !solid() && margin() == 0; }
    [[nodiscard]] Triangle triangle(std::uint32_t i) const noexcept { return set_->triangle(i); }
    [[nodiscard]] Triangle triangle_in_slot(std::uint32_t slot) const noexcept {
        return set_->triangle_in_slot(slot);
    }
    /// Of all core parts, local frame. Only where there is a tree.
    [[nodiscard]] const Aabb& bounds() const noexcept { return set_->tree().bounds(); }
    /// How many connected pieces can certainly be distinguished: parts of a mesh are connected over vertices,
    /// those of a height field all, those of a compound not at all.
    [[nodiscard]] std::uint32_t piece_count() const noexcept;
    /// A part of that piece.
    [[nodiscard]] std::uint32_t part_of_piece(std::uint32_t piece) const noexcept;
    /// Null unless the shape is a mesh.
    [[nodiscard]] const MeshData* mesh() const noexcept { return set_ ? set_->mesh() : nullptr; }

private:
    std::optional<PartSet> set_;
};

/// The part, placed as its whole is.
inline Placed placed_part(const PlacedParts& parts, std::uint32_t i) {
    return {parts.part(i), parts.placed.pose};
}

struct Piece {
    enum class Kind : std::uint8_t { subtree, part };
    Kind kind = Kind::part;
    std::uint32_t index = 0;  ///< A child as nodes hold it, or the part's number.
    Aabb box{};               ///< Around a subtree, local frame, without the margin.
};

/// Everything.
Piece root_of(const PlacedParts& parts) noexcept;

/// The lanes of a node in order, or the parts of a leaf; empty for a part, which cannot be split.
std::vector<Piece> split(const Piece& piece, const PlacedParts& parts);

/// Whether the boxes of all nodes contain the parts below them: they are only worth what they are shown to
/// contain. Linear.
bool tree_holds(const PlacedParts& parts);

/// Contains the gap between two pieces along n, from a to b, times |n|.
Interval gap_along(const Piece& a, const PlacedParts& in_a, const Piece& b, const PlacedParts& in_b,
                   const Vec3& n);

/// Squared half diagonal of the piece's box, margin included: for choosing which to split.
double half_diagonal_sq(const Piece& piece, const PlacedParts& parts) noexcept;

/// The axis with the widest gap among those of the two boxes and their cross products; from a to b, unit.
Vec3 widest_axis(const Piece& a, const PlacedParts& in_a, const Piece& b, const PlacedParts& in_b) noexcept;

}  // namespace graze
