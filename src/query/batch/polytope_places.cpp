#include "query/batch/polytope_places.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "convex/core_pair.hpp"
#include "convex/epa/inner_ball.hpp"
#include "graze/shape/hull.hpp"
#include "shape/primitives/list.hpp"

namespace graze {
namespace {

/// All vertices are scanned: the kernel declines pairs that have more than pays on the machine.
constexpr std::size_t kMostVertices = 256;
/// Of the reaches: the errors of floats count in the larger one.
constexpr double kLargestRatio = 1e3;

/// The corners of a core that is their hull; empty when it is not, or has too many.
std::vector<Vec3> corners_of(const Shape& shape) {
    const auto of_primitive = [&]<class P>(const P& p) -> std::vector<Vec3> {
        if constexpr (requires { PrimitiveTraits<P>::core_corners(p); }) {
            const auto corners = PrimitiveTraits<P>::core_corners(p);
            return {corners.begin(), corners.end()};
        } else {
            return {};
        }
    };
    return visit_primitive(shape, of_primitive, [&]() -> std::vector<Vec3> {
        if (shape.type() != ShapeType::hull && shape.type() != ShapeType::polygon) return {};
        const std::vector<Vec3>& vertices = static_cast<const HullData&>(*shape.payload()).vertices;
        return vertices.size() <= kMostVertices ? vertices : std::vector<Vec3>{};
    });
}

std::vector<float> rows_of(std::span<const Vec3> corners, double scale) {
    std::vector<float> rows(3 * corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k)
            rows[k * corners.size() + i] = static_cast<float>(corners[i][k] * scale);
    return rows;
}

}  // namespace

std::optional<PolytopePlaces> PolytopePlaces::make(const Shape& a, const Shape& b) {
    if (!a.valid() || !b.valid()) return {};
    PolytopePlaces places;
    places.reach_ = (a.reach() + a.support_error()) + (b.reach() + b.support_error());
    const auto [least, most] = std::minmax(a.reach(), b.reach());
    if (!(places.reach_ > kLeastScaledExtent && places.reach_ < kLargestScaledExtent)) return {};
    if (!(most <= kLargestRatio * least)) return {};
    // The bounds of the walk have room for errors of rounding only.
    if (!(a.support_error() + b.support_error() < 1e-12 * places.reach_)) return {};
    const std::vector<Vec3> corners_a = corners_of(a), corners_b = corners_of(b);
    if (corners_a.empty() || corners_b.empty()) return {};
    int exponent = 0;
    std::frexp(places.reach_, &exponent);
    places.scale_ = std::ldexp(1.0, -exponent);
    const InnerBall ball_a = inner_balls(a).storage[0], ball_b = inner_balls(b).storage[0];
    places.margin_ = a.margin() + b.margin();
    places.inner_ = ball_a.radius + ball_b.radius + places.margin_;
    places.a_ = {rows_of(corners_a, places.scale_), ball_a.centre};
    places.b_ = {rows_of(corners_b, places.scale_), ball_b.centre};
    return places;
}

simd::PolytopePair PolytopePlaces::pair() const noexcept {
    const auto rows = [](const Core& core) {
        return simd::FloatRows{core.rows.data(), core.rows.size() / 3, core.rows.size() / 3};
    };
    const Vec3 &p = a_.inside, &q = b_.inside;
    return {rows(a_), rows(b_), {p.x, p.y, p.z}, {q.x, q.y, q.z}, inner_, margin_, reach_, scale_};
}

}  // namespace graze
