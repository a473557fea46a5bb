// Checks of grids and heights.
#include "mesh/height_field_parts.hpp"

#include <array>
#include <cmath>
#include <string>

#include "graze/math/vec.hpp"
#include "mesh/triangle_extents.hpp"

namespace graze::height_field_parts {

Fault bad_grid(const HeightGrid& grid) {
    if (grid.columns < 1 || grid.rows < 1)
        return BuildError{Rule::too_few, Element::whole, 0, "the grid needs a column and a row at least"};
    if (static_cast<double>(grid.columns) * grid.rows > 0x1p30)
        return BuildError{Rule::too_complex, Element::whole, 0,
                          "the grid has more than 2^30 cells; split it"};
    const std::array<double, 4> numbers{grid.cell_width, grid.cell_depth, grid.corner.x, grid.corner.y};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!std::isfinite(numbers[i]))
            return BuildError{Rule::not_finite, Element::component, i,
                              "of the grid's sizes and corner is NaN or infinite"};
        if (!in_served_range(numbers[i]))
            return BuildError{Rule::out_of_range, Element::component, i,
                              "of the grid's sizes and corner is outside 0 and 1e-100 .. 1e100 in magnitude; "
                              "choose another unit of length"};
        if (i < 2 && !(numbers[i] > 0))
            return BuildError{Rule::negative, Element::component, i, "of the grid's sizes is not above zero"};
    }
    return std::nullopt;
}

Fault bad_heights(const HeightGrid& grid, std::span<const double> heights) {
    const std::size_t wanted = (std::size_t{grid.columns} + 1) * (std::size_t{grid.rows} + 1);
    if (heights.size() != wanted)
        return BuildError{Rule::too_few, Element::whole, 0,
                          "there are " + std::to_string(heights.size()) + " heights for " +
                              std::to_string(wanted) + " grid points; give (columns + 1) (rows + 1) of them"};
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (!std::isfinite(heights[i]))
            return BuildError{Rule::not_finite, Element::height, i,
                              "is NaN or infinite; give finite numbers"};
        if (!in_served_range(heights[i]))
            return BuildError{Rule::out_of_range, Element::height, i,
                              "is outside 0 and 1e-100 .. 1e100 in magnitude; choose another unit of length"};
    }
    return std::nullopt;
}

Shape shape_of(const std::shared_ptr<const HeightFieldData>& data, double margin) noexcept {
    return triangles_shape(ShapeType::height_field, data,
                           data->vertex(data->grid.columns / 2, data->grid.rows / 2), margin);
}

}  // namespace graze::height_field_parts
