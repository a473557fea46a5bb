// Brute force over the triangles of two placed meshes or height fields: distance of the skins, pairs that
// intersect, parts inside of solids, hits of rays. In doubles for every case (an estimate, exact for small
// integers), in rationals where the truth is requested or where the estimate and the library differ.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/math/interval.hpp"
#include "graze/result/ray.hpp"
#include "graze/shape/shape.hpp"
#include "oracle/exact_triangle_hit.hpp"

namespace graze::test {

using ExactTriangle = TriangleOf<mpq_class>;

/// The triangles of a mesh or a height field, local frame; none for other shapes.
std::vector<Triangle> triangles_of(const Shape& shape);
bool is_solid(const Shape& shape);

/// Triangles in their place: as rounded to doubles, and what makes the exact ones. World axes, measured from
/// `origin`: near the triangles, it keeps doubles precise.
class PlacedTriangles {
public:
    explicit PlacedTriangles(const Placed& placed, const Vec3& origin = {});

    [[nodiscard]] std::size_t size() const noexcept { return local_.size(); }
    [[nodiscard]] const TriangleOf<double>& rounded(std::size_t i) const noexcept { return rounded_[i]; }
    [[nodiscard]] const Aabb& box(std::size_t i) const noexcept {
        return boxes_[i];
    }  ///< Contains the exact triangle.
    [[nodiscard]] const ExactTriangle& exact(std::size_t i) const;
    [[nodiscard]] double rounding() const noexcept {
        return rounding_;
    }  ///< Of each coordinate of `rounded`, at the most.
    [[nodiscard]] const Vec3& origin() const noexcept { return origin_; }
    [[nodiscard]] bool solid() const noexcept { return solid_; }
    [[nodiscard]] double extent() const noexcept { return extent_; }  ///< Largest coordinate.

private:
    std::vector<Triangle> local_;
    std::vector<TriangleOf<double>> rounded_;
    std::vector<Aabb> boxes_;
    mutable std::vector<std::optional<ExactTriangle>>
        exact_;  ///< Made when first asked for: rationals are slow, and few cases need them.
    Pose pose_;
    Vec3 origin_{};
    double extent_ = 0;
    double rounding_ = 0;
    bool solid_ = false;
};

using TriangleIndices = std::array<std::uint32_t, 2>;

/// Squared distance of the two skins: 0 when they intersect.
double estimated_skin_square(const PlacedTriangles& a, const PlacedTriangles& b);
mpq_class exact_skin_square(const PlacedTriangles& a, const PlacedTriangles& b);

/// Whether two triangles have a common point.
bool exactly_intersect(const PlacedTriangles& a, std::size_t i, const PlacedTriangles& b, std::size_t j);

/// Squares of estimated distances are off by no more than the square of this, for triangles that are not
/// needles.
double estimate_error(const PlacedTriangles& a, const PlacedTriangles& b);

/// Whether the point is inside of the closed surface: a ray from it crosses it an odd number of times. Points
/// on it count.
bool exactly_inside(const PlacedTriangles& solid, const BasicVec3<mpq_class>& point);

/// Whether the sets have a common point: skins that intersect, or a triangle inside of a solid.
bool exactly_overlap(const PlacedTriangles& a, const PlacedTriangles& b, const mpq_class& skin_square);

/// Whether the ray hits the triangle, and where first, t in multiples of its direction.
std::optional<mpq_class> exact_ray_hit(const Ray& ray, const ExactTriangle& triangle);

/// First t in [0, 1] at which the skin of b, moved by t way, touches that of a. The two do not intersect at
/// the start.
std::optional<double> estimated_contact(const PlacedTriangles& a, const PlacedTriangles& b,
                                        const Vec3& displacement);
std::optional<mpq_class> exact_contact(const PlacedTriangles& a, const PlacedTriangles& b,
                                       const Vec3& displacement);

/// lower <= sqrt(square) <= upper, without rounding; for lower <= 0 <= upper and the like too.
bool encloses_root(const Interval& interval, const mpq_class& square);

}  // namespace graze::test
