// Many convex shapes as one: their union, each placed by an affine map of its own. Polytope soups too. A part
// may be a compound itself: its parts take its place, under the product of both maps, which is kept exact.
// Local frame. Immutable, shared between copies and threads. The parts may overlap; nothing is known of what
// they enclose together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/shape/shape.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

struct CompoundPart {
    Shape shape;         ///< Convex and bounded, or a compound.
    Affine placement{};  ///< Of the shape in the compound's frame; may scale, shear, mirror or flatten. A
                         ///< rounded compound takes similarities only.
};

struct CompoundOptions {
    unsigned threads = 1;  ///< Of the tree's build; 0: one per core.
    BoxSplit split = BoxSplit::binned_sah;
};

/// Shared data of a compound. Immutable.
struct CompoundData : ShapePayload {
    std::vector<Shape> parts;  ///< In the compound's frame.
    BoxTree tree;              ///< Over boxes around the parts.
    CompoundOptions options;
    double reach = 0;           ///< |x| <= reach for every x of every part.
    bool polytope_core = true;  ///< Every part is the hull of finitely many points.
    /// Of a compound with compounds in it: how each part was given, one path after the other. Empty for all
    /// others.
    std::vector<std::uint32_t> paths;
    std::vector<std::uint32_t> path_ends;  ///< Of each part in `paths`.

    [[nodiscard]] Shape image(const Shape& self, const Affine& map) const override;
    [[nodiscard]] Interval height(const IntervalVec3& direction) const noexcept override;
};

class Compound {
public:
    /// At least one part. The error names the first part that is invalid, unbounded, or neither convex nor a
    /// compound.
    static expected<Compound, BuildError> build(std::span<const CompoundPart> parts,
                                                const CompoundOptions& options = {});

    /// The same number of parts, moved or with other shapes, in the same order: the tree is refitted, not
    /// rebuilt. Answers are those of a compound built of these parts. The error names the first bad part.
    /// When `rebuild_pays`, rebuild.
    [[nodiscard]] expected<Compound, BuildError> with_parts(std::span<const CompoundPart> parts) const;

    /// Whether motion of the parts has made searches so much slower that a new build pays.
    [[nodiscard]] bool rebuild_pays() const noexcept { return data_->tree.rebuild_pays(); }
    [[nodiscard]] std::size_t part_count() const noexcept { return data_->parts.size(); }
    /// In the compound's frame.
    [[nodiscard]] const Shape& part(std::size_t i) const noexcept { return data_->parts[i]; }
    /// How the part was given: its number in the list of `build`, and where that was a compound, its number
    /// in the list of that one, and so on. Just the number i of a part that is in no inner compound.
    [[nodiscard]] std::vector<std::uint32_t> path(std::size_t i) const;
    /// A box around the parts, rounded outward.
    [[nodiscard]] const Aabb& bounds() const noexcept { return data_->tree.bounds(); }

    operator Shape() const noexcept;  // NOLINT(google-explicit-constructor): a Shape is made from any shape
    [[nodiscard]] const CompoundData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const CompoundData>& shared() const noexcept { return data_; }

private:
    explicit Compound(std::shared_ptr<const CompoundData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const CompoundData> data_;
};

/// `Compound::path` of a part.
std::vector<std::uint32_t> part_path(const CompoundData& compound, std::size_t i);

/// The data of a compound shape; null for other types and invalid shapes.
inline const CompoundData* compound_data(const Shape& shape) noexcept {
    return shape.type() == ShapeType::compound && shape.valid()
               ? static_cast<const CompoundData*>(shape.payload())
               : nullptr;
}

}  // namespace graze
