// A surface given by heights over a grid: each cell is two triangles, computed on request. Local frame.
// Immutable, shared between copies and threads. It is a surface without a solid below it.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/vec.hpp"
#include "graze/shape/shape.hpp"
#include "graze/tree/box_tree.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

/// Where the grid points lie: point (i, j) at corner + (i · cell_width, j · cell_depth), rounded.
struct HeightGrid {
    std::uint32_t columns = 1;  ///< Cells along x, at least 1.
    std::uint32_t rows = 1;     ///< Cells along y, at least 1. At most 2^30 cells.
    double cell_width = 1;      ///< Along x, above 0.
    double cell_depth = 1;      ///< Along y, above 0.
    Vec2 corner{};              ///< Of point (0, 0).
};

struct HeightFieldOptions {
    unsigned threads = 1;  ///< Of the tree's build; 0: one per core.
    BoxSplit split = BoxSplit::binned_sah;
};

/// Shared data of a height field. Immutable. About 44 bytes a triangle in all.
struct HeightFieldData : ShapePayload {
    HeightGrid grid;
    std::vector<double> heights;  ///< Along z; index j · (columns + 1) + i.
    Affine map{};  ///< Takes grid points to vertices; the identity unless the field was transformed.
    BoxTree tree;  ///< Over the boxes of the triangles.
    HeightFieldOptions options;
    double reach = 0;  ///< |v| <= reach for every vertex. Rounded up.

    [[nodiscard]] Shape image(const Shape& self, const Affine& further) const override;
    [[nodiscard]] Interval height(const IntervalVec3& direction) const noexcept override;
    [[nodiscard]] std::size_t triangle_count() const noexcept {
        return std::size_t{2} * grid.columns * grid.rows;
    }
    [[nodiscard]] Vec3 vertex(std::size_t i, std::size_t j) const noexcept {
        const Vec3 point{grid.corner.x + static_cast<double>(i) * grid.cell_width,
                         grid.corner.y + static_cast<double>(j) * grid.cell_depth,
                         heights[j * (std::size_t{grid.columns} + 1) + i]};
        // Tiny results of cancellation are zero to the library, as in meshes: below 1e-100 nothing is served.
        Vec3 mapped = map * point;
        for (std::size_t k = 0; k < 3; ++k) mapped[k] = std::abs(mapped[k]) < kSmallestServed ? 0 : mapped[k];
        return mapped;
    }
    /// Cell (i, j) has triangles 2 (j · columns + i), below its diagonal from (i, j) to (i + 1, j + 1), and
    /// the next one, above it. Both are counter-clockwise from +z.
    [[nodiscard]] Triangle triangle(std::size_t t) const noexcept {
        const std::size_t i = t / 2 % grid.columns, j = t / 2 / grid.columns;
        const Vec3 from = vertex(i, j), to = vertex(i + 1, j + 1);
        return t % 2 == 0 ? Triangle{from, vertex(i + 1, j), to} : Triangle{from, to, vertex(i, j + 1)};
    }
};

class HeightField {
public:
    /// (columns + 1) · (rows + 1) heights, row after row. The error names the first bad height (as a vertex)
    /// or what is wrong with the grid.
    static expected<HeightField, BuildError> build(const HeightGrid& grid, std::span<const double> heights,
                                                   const HeightFieldOptions& options = {});

    /// The same grid with other heights: the tree is refitted.
    [[nodiscard]] expected<HeightField, BuildError> with_heights(std::span<const double> heights) const;

    [[nodiscard]] const HeightGrid& grid() const noexcept { return data_->grid; }
    [[nodiscard]] std::span<const double> heights() const noexcept { return data_->heights; }
    [[nodiscard]] std::size_t triangle_count() const noexcept { return data_->triangle_count(); }
    /// See HeightFieldData::triangle.
    [[nodiscard]] Triangle triangle(std::size_t t) const noexcept { return data_->triangle(t); }
    /// Exact box of the triangles.
    [[nodiscard]] const Aabb& bounds() const noexcept { return data_->tree.bounds(); }

    operator Shape() const noexcept;  // NOLINT(google-explicit-constructor): a Shape is made from any shape
    [[nodiscard]] const HeightFieldData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const HeightFieldData>& shared() const noexcept { return data_; }

private:
    explicit HeightField(std::shared_ptr<const HeightFieldData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const HeightFieldData> data_;
};

/// The data of a height field shape; null for other types and invalid shapes.
inline const HeightFieldData* height_field_data(const Shape& shape) noexcept {
    return shape.type() == ShapeType::height_field && shape.valid()
               ? static_cast<const HeightFieldData*>(shape.payload())
               : nullptr;
}

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
