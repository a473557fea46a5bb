// Grid and heights are checked; triangles are computed from them on request, always in the same way.
#include "graze/mesh/height_field.hpp"

#include <optional>
#include <utility>

#include "graze/math/vec.hpp"
#include "mesh/height_field_parts.hpp"
#include "mesh/similarity.hpp"
#include "mesh/triangle_extents.hpp"
#include "shape/highest_of_many.hpp"

namespace graze {
namespace {

using height_field_parts::bad_grid;
using height_field_parts::bad_heights;
using height_field_parts::Fault;
using height_field_parts::shape_of;

/// Fits the tree, or builds it where there is none, or where refitting made it bad.
Fault finish(HeightFieldData& field) {
    const TriangleExtents extents = extents_of(
        field.triangle_count(), [&field](std::size_t i) { return field.triangle(i); },
        Workers(field.options.threads));
    field.reach = extents.reach;
    if (!(field.reach <= kLargestServed))
        return BuildError{Rule::out_of_range, Element::whole, 0,
                          "the height field reaches farther than 1e100; choose another unit of length"};
    if (!field.tree.empty()) {
        auto fitted = field.tree.refit(extents.boxes);
        if (!fitted) return std::move(fitted.error());
        if (!field.tree.rebuild_pays()) return std::nullopt;
    }
    auto tree =
        BoxTree::build(extents.boxes, {.split = field.options.split, .threads = field.options.threads});
    if (!tree) return std::move(tree.error());
    field.tree = *std::move(tree);
    return std::nullopt;
}

std::shared_ptr<HeightFieldData> copy_of(const HeightFieldData& field) {
    auto copy = std::make_shared<HeightFieldData>();
    copy->grid = field.grid;
    copy->heights = field.heights;
    copy->map = field.map;
    copy->tree = field.tree;
    copy->options = field.options;
    return copy;
}

}  // namespace

expected<HeightField, BuildError> HeightField::build(const HeightGrid& grid, std::span<const double> heights,
                                                     const HeightFieldOptions& options) {
    if (Fault fault = bad_grid(grid)) return unexpected<BuildError>(*std::move(fault));
    if (Fault fault = bad_heights(grid, heights)) return unexpected<BuildError>(*std::move(fault));
    auto field = std::make_shared<HeightFieldData>();
    field->grid = grid;
    field->heights.assign(heights.begin(), heights.end());
    field->options = options;
    if (Fault fault = finish(*field)) return unexpected<BuildError>(*std::move(fault));
    return HeightField(std::move(field));
}

expected<HeightField, BuildError> HeightField::with_heights(std::span<const double> heights) const {
    if (Fault fault = bad_heights(data_->grid, heights)) return unexpected<BuildError>(*std::move(fault));
    auto field = copy_of(*data_);
    field->heights.assign(heights.begin(), heights.end());
    if (Fault fault = finish(*field)) return unexpected<BuildError>(*std::move(fault));
    return HeightField(std::move(field));
}

HeightField::operator Shape() const noexcept { return shape_of(data_, 0); }

Shape HeightFieldData::image(const Shape& self, const Affine& further) const {
    const std::optional<double> margin = mapped_margin(self.margin(), further);
    if (!margin) return Shape::invalid(ShapeType::height_field, Rule::uneven_margin, Element::whole, 0);
    if (!is_finite(further))
        return Shape::invalid(ShapeType::height_field, Rule::not_finite, Element::whole, 0);
    auto field = copy_of(*this);
    field->map = further * map;
    if (const Fault fault = finish(*field))
        return Shape::invalid(ShapeType::height_field, fault->rule, fault->kind, fault->element);
    return shape_of(field, *margin);
}

Interval HeightFieldData::height(const IntervalVec3& direction) const noexcept {
    const auto corners = [&](const auto& take) {
        for (std::size_t i = 0; i < triangle_count(); ++i) {
            const Triangle t = triangle(i);
            take(t.a), take(t.b), take(t.c);
        }
    };
    return highest_of_many(corners, reach, direction);
}

}  // namespace graze
