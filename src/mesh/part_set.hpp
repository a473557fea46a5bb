// What a shape that is not convex is a union of, for the queries: one view over meshes, compounds and height
// fields. Local frame. Borrows the shape's payload, which must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

class PartSet {
public:
    /// Of a valid shape that is not convex.
    explicit PartSet(const Shape& shape) noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return tree_->size(); }
    /// Over the boxes of the parts without the margin. Its order() takes slots to parts.
    [[nodiscard]] const BoxTree& tree() const noexcept { return *tree_; }
    /// Every part is grown by a ball of this radius.
    [[nodiscard]] double margin() const noexcept { return margin_; }
    /// A solid mesh: it contains more than its parts.
    [[nodiscard]] bool solid() const noexcept {
        return mesh_ != nullptr && mesh_->options.kind == MeshKind::solid;
    }
    [[nodiscard]] bool made_of_triangles() const noexcept { return compound_ == nullptr; }
    /// Null unless the shape is one.
    [[nodiscard]] const MeshData* mesh() const noexcept { return mesh_; }

    /// A triangle without the margin; for meshes and height fields.
    [[nodiscard]] Triangle triangle(std::size_t part) const noexcept {
        return mesh_ != nullptr ? mesh_->triangle(part) : field_->triangle(part);
    }
    /// The same by the tree's slot.
    [[nodiscard]] Triangle triangle_in_slot(std::size_t slot) const noexcept {
        return mesh_ != nullptr ? mesh_->triangle_in_slot(slot) : field_->triangle(tree_->order()[slot]);
    }
    /// With the margin. Allocates where there is one.
    [[nodiscard]] Shape part(std::size_t part) const;
    /// A box around the part without the margin: exact for triangles.
    [[nodiscard]] Aabb part_box(std::size_t part) const noexcept;

private:
    const MeshData* mesh_ = nullptr;
    const CompoundData* compound_ = nullptr;
    const HeightFieldData* field_ = nullptr;
    const BoxTree* tree_ = nullptr;
    double margin_ = 0;
};

}  // namespace graze
