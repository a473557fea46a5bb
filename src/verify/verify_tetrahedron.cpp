// Four points around the origin, by their weights. The heights of the origin over the faces of a
// needle-shaped tetrahedron are lost in interval evaluation: its face normals are products of long edges that
// nearly cancel. The weights are not: they solve a linear system, and the error of a solution is bounded by
// its residual, preconditioned with the inverse in doubles.
#include <algorithm>
#include <cmath>
#include <optional>

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

/// The weights of all four, in the order of the points.
std::optional<std::array<Interval, 4>> all_weights(const System& s, std::size_t base) noexcept {
    IntervalVec3 weights{};
    if (!all_finite(s.inverse) || !enclose_weights(s, s.inverse * middle(-s.base), weights))
        return std::nullopt;
    std::array<Interval, 4> all{};
    for (std::size_t i = 0; i < 3; ++i) all[(base + 1 + i) % 4] = weights[i];
    all[base] = Interval(1) - (weights.x + weights.y + weights.z);
    return all;
}

/// Determinants of the smallest and the largest served lengths leave the range of double. A power of two
/// scales exactly. False when all are zero or one is not finite.
bool scale_to_one(std::array<IntervalVec3, 4>& points) noexcept {
    double largest = 0;
    for (const IntervalVec3& p : points)
        largest = std::max({largest, abs(p.x).upper, abs(p.y).upper, abs(p.z).upper});
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    const Interval scale = std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
    for (IntervalVec3& p : points) p = scale * p;
    return true;
}

}  // namespace

bool surrounds_origin(const std::array<IntervalVec3, 4>& points) noexcept {
    std::array<IntervalVec3, 4> p = points;
    if (!scale_to_one(p)) return false;
    // One base has shorter edges than another, and its weight, which inherits the errors of all, can bear
    // more.
    for (std::size_t base = 0; base < 4; ++base) {
        const auto weights = all_weights(system_of(p, base), base);
        if (weights && std::ranges::all_of(*weights, [](const Interval& w) { return w.lower >= 0; }))
            return true;
    }
    return false;
}

std::array<Interval, 4> weights_of_origin(const std::array<IntervalVec3, 4>& points) noexcept {
    std::array<Interval, 4> best;
    best.fill(Interval::everything());
    std::array<IntervalVec3, 4> p = points;
    if (!scale_to_one(p)) return best;
    for (std::size_t base = 0; base < 4; ++base) {
        const auto weights = all_weights(system_of(p, base), base);
        for (std::size_t i = 0; weights && i < 4; ++i) best[i] = intersect(best[i], (*weights)[i]);
    }
    return best;
}

SupportBoxes support_boxes(const CommonTetrahedron& common, const Placed& a, const Placed& b) noexcept {
    const IntervalMat3 rotation_a = enclose(a.pose.rotation);
    const IntervalMat3 rotation_b = enclose(b.pose.rotation);
    const IntervalVec3 apart = enclose(a.pose.position) - enclose(b.pose.position);
    SupportBoxes boxes;
    for (std::size_t i = 0; i < 4; ++i) {
        boxes.of_a[i] = rotation_a * support_enclosure(a.shape, common.directions_a[i]);
        boxes.of_b[i] = rotation_b * support_enclosure(b.shape, common.directions_b[i]);
        boxes.differences[i] = boxes.of_a[i] - boxes.of_b[i] + apart;
    }
    return boxes;
}

}  // namespace graze::verifying
