// Grid and heights are checked; triangles are made from them whenever they are asked for, always the same way.
#include "graze/mesh/height_field.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "graze/math/served_range.hpp"
#include "mesh/similarity.hpp"
#include "mesh/triangle_extents.hpp"

namespace graze {
namespace {

using Fault = std::optional<BuildError>;

Fault bad_grid(const HeightGrid& grid) {
    if (grid.columns < 1 || grid.rows < 1)
        return BuildError{Rule::too_few, Element::whole, 0, "the grid needs a column and a row at least"};
    if (static_cast<double>(grid.columns) * grid.rows > 0x1p30)
        return BuildError{Rule::too_complex, Element::whole, 0, "the grid has more than 2^30 cells; split it"};
    const std::array<double, 4> numbers{grid.cell_width, grid.cell_depth, grid.corner.x, grid.corner.y};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            return BuildError{Rule::not_finite, Element::component, i, "of the grid's sizes and corner is NaN or infinite"};
        if (!in_served_range(numbers[i]))
            return BuildError{
                Rule::out_of_range, Element::component, i,
                "of the grid's sizes and corner is outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length"};
        if (i < 2 && !(numbers[i] > 0)) return BuildError{Rule::negative, Element::component, i, "of the grid's sizes is not above zero"};
    }
    return std::nullopt;
}

Fault bad_heights(const HeightGrid& grid, std::span<const double> heights) {
    const std::size_t wanted = (std::size_t{grid.columns} + 1) * (std::size_t{grid.rows} + 1);
    if (heights.size() != wanted)
        return BuildError{Rule::too_few, Element::whole, 0,
                          "there are " + std::to_string(heights.size()) + " heights for " + std::to_string(wanted) +
                              " grid points; give (columns + 1) (rows + 1) of them"};
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (!std::isfinite(heights[i])) return BuildError{Rule::not_finite, Element::vertex, i, "has a height that is NaN or infinite"};
        if (!in_served_range(heights[i]))
            return BuildError{Rule::out_of_range, Element::vertex, i,
                              "has a height outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length"};
    }
    return std::nullopt;
}

/// Fits the tree, or builds it where there is none, or where refitting made it bad.
Fault finish(HeightFieldData& field) {
    const TriangleExtents extents = extents_of(
        field.triangle_count(), [&field](std::size_t i) { return field.triangle(i); }, Workers(field.options.threads));
    field.reach = extents.reach;
    if (!(field.reach <= kLargestServed))
        return BuildError{Rule::out_of_range, Element::whole, 0,
                          "the height field reaches farther than 1e100; choose another unit of length"};
    if (!field.tree.empty()) {
        auto fitted = field.tree.refit(extents.boxes);
        if (!fitted) return std::move(fitted.error());
        if (!field.tree.rebuild_pays()) return std::nullopt;
    }
    auto tree = BoxTree::build(extents.boxes, {.split = field.options.split, .threads = field.options.threads});
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

Shape shape_of(const std::shared_ptr<const HeightFieldData>& data, double margin) noexcept {
    return triangles_shape(ShapeType::height_field, data, data->vertex(data->grid.columns / 2, data->grid.rows / 2), margin);
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
    if (!is_finite(further)) return Shape::invalid(ShapeType::height_field, Rule::not_finite, Element::whole, 0);
    auto field = copy_of(*this);
    field->map = further * map;
    if (const Fault fault = finish(*field)) return Shape::invalid(ShapeType::height_field, fault->rule, fault->kind, fault->element);
    return shape_of(field, *margin);
}

}  // namespace graze
