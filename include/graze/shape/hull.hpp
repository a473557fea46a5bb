// Views of arrays of vertices, and convex hulls of point sets and convex polygons, made ready for queries:
// vertices in structure of arrays for the SIMD scan, a fully triangulated adjacency graph for hill climbing,
// facets for clipping and rays. The hull *is* the convex hull of `vertices()`: what the builder dropped as
// interior is reported, with how far outside it lies.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

#include "graze/core/fp_contract_off_begin.inc"

namespace graze {

enum class VertexScalar : std::uint8_t { float32, float64 };

/// Vertices in an array of the caller's, read where they are: x, y, z of each, with anything else between one
/// vertex and the next. Floats become doubles without rounding. Borrows the array.
struct VertexView {
    const void* pointer = nullptr;      ///< x of the first vertex, aligned as its scalar.
    std::size_t stride = sizeof(Vec3);  ///< Bytes from one vertex to the next: whole scalars.
    std::size_t count = 0;
    VertexScalar scalar = VertexScalar::float64;

    class Iterator;

    constexpr VertexView() noexcept = default;
    /// A stride of 0 stands for packed vertices.
    constexpr VertexView(const void* first, std::size_t apart, std::size_t vertices,
                         VertexScalar type) noexcept
        : pointer(first),
          stride(apart != 0 ? apart : 3 * (type == VertexScalar::float32 ? sizeof(float) : sizeof(double))),
          count(vertices),
          scalar(type) {}
    template <class Range>
    requires(!std::same_as<Range, VertexView>) &&
        std::ranges::contiguous_range<Range>&& std::same_as<
            std::remove_cv_t<std::ranges::range_value_t<Range>>, Vec3>
        // NOLINTNEXTLINE(google-explicit-constructor): a view is made from any array of points
        constexpr VertexView(const Range& points) noexcept
        : pointer(std::ranges::data(points)),
    count(std::ranges::size(points)) {}

    [[nodiscard]] Vec3 operator[](std::size_t i) const noexcept {
        if (scalar == VertexScalar::float32) return float_at(i);
        const double* v = double_at(i);
        return {v[0], v[1], v[2]};
    }
    [[nodiscard]] Triangle triangle(const std::array<std::uint32_t, 3>& corners) const noexcept {
        const auto& [a, b, c] = corners;
        if (scalar == VertexScalar::float32) return {float_at(a), float_at(b), float_at(c)};
        const double *u = double_at(a), *v = double_at(b), *w = double_at(c);
        return {{u[0], u[1], u[2]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
    }
    /// Where the three numbers of a vertex are; of doubles only.
    [[nodiscard]] const double* double_at(std::size_t i) const noexcept {
        return reinterpret_cast<const double*>(static_cast<const std::byte*>(pointer) + i * stride);
    }

    [[nodiscard]] std::size_t size() const noexcept { return count; }
    [[nodiscard]] bool empty() const noexcept { return count == 0; }
    [[nodiscard]] Iterator begin() const noexcept;
    [[nodiscard]] Iterator end() const noexcept;
    [[nodiscard]] std::vector<Vec3> copied() const;

private:
    [[nodiscard]] Vec3 float_at(std::size_t i) const noexcept {
        const auto* v = reinterpret_cast<const float*>(static_cast<const std::byte*>(pointer) + i * stride);
        return {v[0], v[1], v[2]};
    }
};

/// Gives vertices by value.
class VertexView::Iterator {
public:
    using value_type = Vec3;
    using reference = Vec3;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const VertexView& view, std::size_t index) noexcept : view_(view), index_(index) {}
    Vec3 operator*() const noexcept { return view_[index_]; }
    Iterator& operator++() noexcept {
        ++index_;
        return *this;
    }
    Iterator operator++(int) noexcept {
        Iterator before = *this;
        ++index_;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.index_ == b.index_; }

private:
    VertexView view_{};
    std::size_t index_ = 0;
};

inline VertexView::Iterator VertexView::begin() const noexcept { return {*this, 0}; }
inline VertexView::Iterator VertexView::end() const noexcept { return {*this, count}; }
inline std::vector<Vec3> VertexView::copied() const { return {begin(), end()}; }

/// Whether the vertices can be read: a null array, a stride below one vertex and misaligned scalars are
/// refused. The numbers themselves are not read; builders check those.
expected<void, BuildError> check(const VertexView& vertices);

struct HullOptions {
    bool allow_degenerate = false;  ///< A flat, collinear or single-point input makes a polygon, segment or
                                    ///< point instead of an error.
};

/// Shared data of a hull or a polygon. Immutable. Everything in local coordinates.
struct HullData : ShapePayload {
    std::vector<Vec3> vertices;         ///< The kept input points, each a vertex of the hull.
    std::vector<std::uint32_t> source;  ///< Index of each vertex in the input.
    /// The boundary, counter-clockwise from outside, convex by exact signs. Two-sided when dimension is 2;
    /// empty below.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    /// Merged planar faces, each a loop counter-clockwise from outside.
    std::vector<std::vector<std::uint32_t>> facets;
    /// Per facet: unit outward normal; every vertex has plane(x) <= `concavity`.
    std::vector<Plane> facet_planes;
    /// CSR offsets into `neighbours`, vertices.size() + 1 of them.
    std::vector<std::uint32_t> neighbour_start;
    std::vector<std::uint32_t> neighbours;  ///< Adjacent vertices over the triangulated boundary.
    std::vector<double> soa;  ///< x, then y, then z, each padded to `stride` with copies of vertex 0.
    std::size_t stride = 0;   ///< Length of each of the three rows of `soa`; a multiple of 8.
    Mat3 cell_frame{};  ///< Columns: the hull's own axes, as long as its extents (largest 1): makes thin
                        ///< hulls round.
    std::uint32_t cells_per_side = 0;  ///< Directions, times the transposed frame, fall into 6 ·
                                       ///< cells_per_side² cells of a cube's surface; 0: no cells.
    /// CSR offsets into `cell_vertices`, one more than there are cells.
    std::vector<std::uint32_t> cell_start;
    /// Per cell: every vertex that is farthest along one of its directions, ascending.
    std::vector<std::uint32_t> cell_vertices;
    int dimension = 3;     ///< 3 solid, 2 flat, 1 collinear, 0 a point.
    double planarity = 0;  ///< Worst depth of a facet's own vertex under its plane; a length, rounding only.
    double concavity = 0;  ///< Bound of the height of a vertex over a facet plane; a length, rounding only.
    double climb_error = 0;  ///< A support vertex may lie this far below the true support height, per unit
                             ///< direction; rounding only.
    /// Upper bound of how far a dropped input point lies outside the hull; rounding only.
    double dropped_distance = 0;
    std::uint32_t dropped_count = 0;  ///< Input points that are not vertices (interior ones included).
};

class ConvexHull {
public:
    /// At least four points that span space, unless `allow_degenerate`. Duplicates are fine. Points are
    /// doubles or floats at any stride; the hull keeps its own vertices, in the arrays that its searches
    /// need, so a hull of moved points is built again.
    static expected<ConvexHull, BuildError> build(const VertexView& given, const HullOptions& options = {});

    [[nodiscard]] std::span<const Vec3> vertices() const noexcept { return data_->vertices; }
    [[nodiscard]] const HullData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const HullData>& shared() const noexcept { return data_; }

private:
    friend class HullParts;
    explicit ConvexHull(std::shared_ptr<const HullData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const HullData> data_;
};

/// A flat convex polygon. Vertices in order, either orientation; planar and convex within 1e-9 of its size.
class ConvexPolygon {
public:
    static expected<ConvexPolygon, BuildError> build(const VertexView& given);

    [[nodiscard]] std::span<const Vec3> vertices() const noexcept { return data_->vertices; }
    [[nodiscard]] const HullData& data() const noexcept { return *data_; }
    [[nodiscard]] const std::shared_ptr<const HullData>& shared() const noexcept { return data_; }

private:
    friend class HullParts;
    explicit ConvexPolygon(std::shared_ptr<const HullData> data) noexcept : data_(std::move(data)) {}
    std::shared_ptr<const HullData> data_;
};

/// Index of a vertex farthest along `direction` by scanning all of them: largest dot product, ties to the
/// lowest index.
std::uint32_t support_vertex_scan(const HullData& hull, const Vec3& direction) noexcept;

/// The same by hill climbing from vertex `start`: height within `climb_error` of the scan's, in a few steps
/// when `start` is near.
std::uint32_t support_vertex_climb(const HullData& hull, const Vec3& direction, std::uint32_t start) noexcept;

/// Whichever of the two is faster for this hull.
std::uint32_t support_vertex(const HullData& hull, const Vec3& direction, std::uint32_t start = 0) noexcept;

}  // namespace graze

#include "graze/core/fp_contract_off_end.inc"
