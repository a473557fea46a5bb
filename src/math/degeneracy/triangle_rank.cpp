// A rounded cross product with an error bound answers for triangles with an area; exact signs answer for the
// rest.
#include "math/degeneracy/triangle_rank.hpp"

#include "math/degeneracy/projection_axis.hpp"

namespace graze {
namespace {

// A component of the cross product is a difference of two products of differences: (1 + e)^4 - 1 of the sum
// of both products, which is twice the product of the largest components at most. 8 e and its second order,
// rounded up to 16 e.
constexpr double kAreaError = 16 * kEps;
// Products that underflow are off by 2^-1075 each: nothing beside this.
constexpr double kUnderflowGuard = 0x1p-1000;

}  // namespace

TriangleRank triangle_rank(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    const Vec3 u = b - a, v = c - a;
    const double size = max_component(abs(u)) * max_component(abs(v));
    // Overflow of the size makes the comparison false.
    if (size >= kUnderflowGuard && max_component(abs(cross(u, v))) > kAreaError * size)
        return TriangleRank::triangle;
    if (a == b && a == c) return TriangleRank::point;
    PointSigns signs;
    return are_collinear(signs, {nullptr, a}, {nullptr, b}, {nullptr, c}) ? TriangleRank::segment
                                                                          : TriangleRank::triangle;
}

}  // namespace graze
