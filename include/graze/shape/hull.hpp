// Convex hulls of point sets and convex polygons, made ready for queries: vertices in structure of arrays for
// the SIMD scan, a fully triangulated adjacency graph for hill climbing, facets for clipping and rays. The
// hull *is* the convex hull of `vertices()`: what the builder dropped as interior is reported, with how far
// outside it lies.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/core/error.hpp"
#include "graze/math/pose.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

struct HullOptions {
    bool allow_degenerate = false;  ///< A flat, collinear or single-point input makes a polygon, segment or
                                    ///< point instead of an error.
};

/// Shared data of a hull or a polygon. Immutable. Everything in local coordinates.
struct HullData : ShapePayload {
    std::vector<Vec3> vertices;         ///< The kept input points, each a vertex of the hull.
    std::vector<std::uint32_t> source;  ///< Index of each vertex in the input.
    std::vector<std::array<std::uint32_t, 3>>
        triangles;  ///< The boundary, counter-clockwise from outside, convex by exact signs. Two-sided when
                    ///< dimension is 2; empty below.
    std::vector<std::vector<std::uint32_t>>
        facets;  ///< Merged planar faces, each a loop counter-clockwise from outside.
    std::vector<Plane>
        facet_planes;  ///< Per facet: unit outward normal; every vertex has plane(x) <= `concavity`.
    std::vector<std::uint32_t>
        neighbour_start;                    ///< CSR offsets into `neighbours`, vertices.size() + 1 of them.
    std::vector<std::uint32_t> neighbours;  ///< Adjacent vertices over the triangulated boundary.
    std::vector<double> soa;  ///< x, then y, then z, each padded to `stride` with copies of vertex 0.
    std::size_t stride = 0;   ///< Length of each of the three rows of `soa`; a multiple of 8.
    Mat3 cell_frame{};  ///< Columns: the hull's own axes, as long as its extents (largest 1): makes thin
                        ///< hulls round.
    std::uint32_t cells_per_side = 0;  ///< Directions, times the transposed frame, fall into 6 ·
                                       ///< cells_per_side² cells of a cube's surface; 0: no cells.
    std::vector<std::uint32_t>
        cell_start;  ///< CSR offsets into `cell_vertices`, one more than there are cells.
    std::vector<std::uint32_t>
        cell_vertices;  ///< Per cell: every vertex that is farthest along one of its directions, ascending.
    int dimension = 3;  ///< 3 solid, 2 flat, 1 collinear, 0 a point.
    double planarity = 0;  ///< Worst depth of a facet's own vertex under its plane; a length, rounding only.
    double concavity = 0;  ///< Bound of the height of a vertex over a facet plane; a length, rounding only.
    double climb_error = 0;  ///< A support vertex may lie this far below the true support height, per unit
                             ///< direction; rounding only.
    double dropped_distance =
        0;  ///< Upper bound of how far a dropped input point lies outside the hull; rounding only.
    std::uint32_t dropped_count = 0;  ///< Input points that are not vertices (interior ones included).
};

class ConvexHull {
public:
    /// At least four points that span space, unless `allow_degenerate`. Duplicates are fine.
    static expected<ConvexHull, BuildError> build(std::span<const Vec3> points,
                                                  const HullOptions& options = {});

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
    static expected<ConvexPolygon, BuildError> build(std::span<const Vec3> points);

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
