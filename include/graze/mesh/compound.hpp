// Many convex shapes as one: their union, each placed by an affine map of its own. Polytope soups too. Local
// frame. Immutable, shared between copies and threads. The parts may overlap; nothing is known of what they
// enclose together.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/shape/shape.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

struct CompoundPart {
    Shape shape;         ///< Convex and bounded.
    Affine placement{};  ///< Of the shape in the compound's frame; may scale, shear, mirror or flatten.
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

    [[nodiscard]] Shape image(const Shape& self, const Affine& map) const override;
    [[nodiscard]] Interval height(const IntervalVec3& direction) const noexcept override;
};

class Compound {
public:
    /// At least one part. The error names the first part that is invalid, unbounded or not convex.
    static expected<Compound, BuildError> build(std::span<const CompoundPart> parts,
                                                const CompoundOptions& options = {});

    [[nodiscard]] std::size_t part_count() const noexcept { return data_->parts.size(); }
    /// In the compound's frame.
    [[nodiscard]] const Shape& part(std::size_t i) const noexcept { return data_->parts[i]; }
    /// A box around the parts, rounded outward.
    [[nodiscard]] const Aabb& bounds() const noexcept { return data_->tree.bounds(); }

    operator Shape() const noexcept;  // NOLINT(google-explicit-constructor): a Shape is made from any shape
    [[nodiscard]] const CompoundData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const CompoundData>& shared() const noexcept { return data_; }

private:
    explicit Compound(std::shared_ptr<const CompoundData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const CompoundData> data_;
};

/// The data of a compound shape; null for other types and invalid shapes.
inline const CompoundData* compound_data(const Shape& shape) noexcept {
    return shape.type() == ShapeType::compound && shape.valid()
               ? static_cast<const CompoundData*>(shape.payload())
               : nullptr;
}

}  // namespace graze
