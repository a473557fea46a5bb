// Parts of meshes, compounds and height fields by number.
#include "mesh/part_set.hpp"

#include "graze/shape/shape.hpp"
#include "mesh/triangle_box.hpp"

namespace graze {

PartSet::PartSet(const Shape& shape) noexcept
    : mesh_(mesh_data(shape)),
      compound_(compound_data(shape)),
      field_(height_field_data(shape)),
      margin_(shape.margin()) {
    tree_ = mesh_ != nullptr ? &mesh_->tree : compound_ != nullptr ? &compound_->tree : &field_->tree;
}

Shape PartSet::part(std::size_t part) const {
    const Shape core = compound_ != nullptr ? compound_->parts[part] : Shape(triangle(part));
    return margin_ > 0 ? rounded(core, margin_) : core;
}

Aabb PartSet::part_box(std::size_t part) const noexcept {
    if (compound_ != nullptr) return fit_aabb(compound_->parts[part]);
    return box_of(triangle(part));
}

}  // namespace graze
