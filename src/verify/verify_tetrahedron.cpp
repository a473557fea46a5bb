// Four points around the origin, by their weights. The heights of the origin over the faces of a
// needle-shaped tetrahedron are lost in interval evaluation: its face normals are products of long edges that
// nearly cancel. The weights are not: they solve a linear system, and the error of a solution is bounded by
// its residual, preconditioned with the inverse in doubles.
#include <algorithm>
#include <cmath>

#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

struct System {
    IntervalMat3 edges{};  ///< From the base to the other three, as columns.
    IntervalVec3 base{};
    Mat3 inverse{};  ///< Of the middle of the edges, about.
};

/// The weights w of the other three solve edges w = -base; the base has 1 - Σ w.
System system_of(const std::array<IntervalVec3, 4>& p, std::size_t base) noexcept {
    System s;
    s.base = p[base];
    Mat3 middles{};
    for (std::size_t i = 0; i < 3; ++i) {
        s.edges.columns[i] = p[(base + 1 + i) % 4] - p[base];
        middles.columns[i] = middle(s.edges.columns[i]);
    }
    // The cofactors of a needle carry the errors of its long edges into every row. One of Newton's steps
    // confines them to the rows that are large anyway: the row that gives how far the origin is below a thin
    // top is small.
    const Mat3 rough = inverse(middles);
    Mat3 correction = rough * middles;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) correction(i, j) = (i == j ? 1 : 0) - correction(i, j);
    }
    s.inverse = correction * rough;
    for (std::size_t i = 0; i < 3; ++i) s.inverse.columns[i] += rough.columns[i];
    return s;
}

bool all_finite(const Mat3& m) noexcept {
    return is_finite(m.columns[0]) && is_finite(m.columns[1]) && is_finite(m.columns[2]);
}

IntervalVec3 residual(const System& s, const Vec3& weights) noexcept {
    return -(s.base + s.edges * enclose(weights));
}

/// Contains the exact weights of the other three for every choice of points in their boxes; false when the
/// boxes are too wide. With R = inverse · edges - 1 and z = inverse · residual, the error d of the weights
/// has d = z - R d.
bool enclose_weights(const System& s, const Vec3& guess, IntervalVec3& weights) noexcept {
    const Vec3 better = guess + s.inverse * middle(residual(s, guess));
    if (!is_finite(better)) return false;
    const IntervalVec3 z = enclose(s.inverse) * residual(s, better);
    const IntervalMat3 product = enclose(s.inverse) * s.edges;
    Vec3 row_sums{};
    for (std::size_t i = 0; i < 3; ++i) {
        Interval sum(0);
        for (std::size_t j = 0; j < 3; ++j) sum += abs(product(i, j) - Interval(i == j ? 1 : 0));
        row_sums[i] = sum.upper;
    }
    const double contraction = max_component(row_sums);
    if (!(contraction < 0.5)) return false;
    const double largest = std::max({abs(z.x).upper, abs(z.y).upper, abs(z.z).upper});
    const Interval bound = Interval(largest) / (Interval(1) - Interval(contraction));
    for (std::size_t i = 0; i < 3; ++i) {
        const double spread = (Interval(row_sums[i]) * bound).upper;
        weights[i] = Interval(better[i]) + z[i] + Interval(-spread, spread);
    }
    return true;
}

bool weights_not_negative(const System& s) noexcept {
    IntervalVec3 weights{};
    if (!all_finite(s.inverse) || !enclose_weights(s, s.inverse * middle(-s.base), weights)) return false;
    const Interval base = Interval(1) - (weights.x + weights.y + weights.z);
    return weights.x.lower >= 0 && weights.y.lower >= 0 && weights.z.lower >= 0 && base.lower >= 0;
}

}  // namespace

bool surrounds_origin(const std::array<IntervalVec3, 4>& points) noexcept {
    // Determinants of the smallest and the largest served lengths leave the range of double. A power of two
    // scales exactly.
    double largest = 0;
    for (const IntervalVec3& p : points)
        largest = std::max({largest, abs(p.x).upper, abs(p.y).upper, abs(p.z).upper});
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    const Interval scale = std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
    std::array<IntervalVec3, 4> p{};
    for (std::size_t i = 0; i < 4; ++i) p[i] = scale * points[i];
    // One base has shorter edges than another, and its weight, which inherits the errors of all, can bear
    // more.
    for (std::size_t base = 0; base < 4; ++base) {
        if (weights_not_negative(system_of(p, base))) return true;
    }
    return false;
}

}  // namespace graze::verifying
