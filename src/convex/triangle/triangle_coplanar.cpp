// Coplanar triangles by the lines of their six edges, projected along the axis of a's frame in which a is
// largest. Whether a corner is left or right of an edge, relative to how a is wound, is the same in every
// frame: rounded areas with an error bound decide most cases, exact areas in world coordinates decide the
// rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "convex/triangle/triangle_pair_signs.hpp"
#include "convex/triangle/triangle_triangle.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {
namespace {

struct Corner {
    Vec3 position{};
    double error = 0;       ///< Error bound of each coordinate.
    std::size_t exact = 0;  ///< Its number among the exact points.
};
using Corners = std::array<Corner, 3>;

Sign product(Sign x, Sign y) noexcept {
    return y == Sign::negative ? opposite(x) : y == Sign::zero ? Sign::zero : x;
}

class Turns {
public:
    Turns(TrianglePairSigns& exact, const Corners& a) noexcept : exact_(exact) {
        const std::size_t axis =
            largest_axis(cross(a[1].position - a[0].position, a[2].position - a[0].position));
        i_ = (axis + 1) % 3;
        j_ = (axis + 2) % 3;
        winding_ = rounded_turn(a[0], a[1], a[2]);
    }

    /// Of the area of three corners in the plane, `unknown` when rounding hides it.
    [[nodiscard]] Sign rounded_turn(const Corner& p, const Corner& q, const Corner& r) const noexcept {
        const Vec3 u = q.position - p.position, v = r.position - p.position;
        const double m = std::max(std::abs(u[i_]), std::abs(u[j_])),
                     n = std::max(std::abs(v[i_]), std::abs(v[j_]));
        const double em = p.error + q.error + kEps * m, en = p.error + r.error + kEps * n;
        const double area = u[i_] * v[j_] - u[j_] * v[i_];
        // Two products off by their factors' errors, each rounded twice; the constant against underflow.
        const double bound = 2.04 * (m * en + em * (n + en)) + 5 * kEps * m * n + 1e-290;
        return area > bound ? Sign::positive : area < -bound ? Sign::negative : Sign::unknown;
    }

    /// Whether the projection of a has an area, beyond rounding.
    [[nodiscard]] bool clear() const noexcept { return winding_ != Sign::unknown; }

    /// Whether r is on the side of the line pq on which a triangle wound like a has its inside. Exact.
    [[nodiscard]] Sign turn(const Corner& p, const Corner& q, const Corner& r) noexcept {
        const Sign rounded = rounded_turn(p, q, r);
        if (rounded != Sign::unknown) return product(rounded, winding_);
        PlacedSigns& signs = exact_.get();
        if (!exact_axis_) exact_axis_ = area_axis(signs, 0, 1, 2);
        if (*exact_axis_ < 0) return Sign::unknown;
        return product(signs.cross_sign(p.exact, q.exact, r.exact, *exact_axis_),
                       signs.cross_sign(0, 1, 2, *exact_axis_));
    }

private:
    TrianglePairSigns& exact_;
    std::optional<int> exact_axis_;  ///< The area_axis of a, once an exact sign was needed.
    std::size_t i_ = 0;
    std::size_t j_ = 1;
    Sign winding_ = Sign::unknown;
};

/// Whether the line of an edge of `of` has all of `other` strictly on its outer side; `winding` is that of
/// `of`, like a or against it.
bool separated_by_an_edge(Turns& turns, const Corners& of, Sign winding, const Corners& other) noexcept {
    for (std::size_t i = 0; i < 3; ++i) {
        const auto outside = [&](const Corner& c) {
            return product(turns.turn(of[i], of[(i + 1) % 3], c), winding) == Sign::negative;
        };
        if (std::all_of(other.begin(), other.end(), outside)) return true;
    }
    return false;
}

}  // namespace

std::optional<TriangleContact> coplanar_contact(const TriangleView& view, TrianglePairSigns& signs,
                                                const Triangle& a, const Triangle& b_transformed) noexcept {
    const double e = view.error();
    const Corners p{Corner{a.a, 0, 0}, Corner{a.b, 0, 1}, Corner{a.c, 0, 2}};
    const Corners q{Corner{b_transformed.a, e, 3}, Corner{b_transformed.b, e, 4},
                    Corner{b_transformed.c, e, 5}};
    Turns turns(signs, p);
    if (!turns.clear() || turns.rounded_turn(q[0], q[1], q[2]) == Sign::unknown) return std::nullopt;
    const Sign winding_b = turns.turn(q[0], q[1], q[2]);
    const bool separated =
        separated_by_an_edge(turns, p, Sign::positive, q) || separated_by_an_edge(turns, q, winding_b, p);
    return separated ? TriangleContact::disjoint : TriangleContact::touching;
}

}  // namespace graze
