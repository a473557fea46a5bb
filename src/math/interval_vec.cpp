// Solutions and norms of matrices of doubles in outward-rounded intervals. Every answer contains the exact
// one; where regularity cannot be shown the bounds are open (everything, or zero), never wrong.
#include "graze/math/interval.hpp"

#include <algorithm>
#include <cmath>

#include "math/interval_inverse.hpp"

namespace graze {

Interval volume(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c,
                const IntervalVec3& d) noexcept {
    return dot(b - a, cross(c - a, d - a));
}

IntervalVec3 solve(const Mat3& m, const IntervalVec3& v) noexcept { return IntervalInverse(m)(v); }

Interval stretch(const Mat3& m) noexcept {
    const IntervalMat3 exact = enclose(m);
    const auto& c = exact.columns;
    // Eigenvalues of mᵀm lie in Gershgorin's discs: sharp for near-rotations.
    const Interval xx = square(c[0].x) + square(c[0].y) + square(c[0].z);
    const Interval yy = square(c[1].x) + square(c[1].y) + square(c[1].z);
    const Interval zz = square(c[2].x) + square(c[2].y) + square(c[2].z);
    const Interval xy = abs(dot(c[0], c[1]));
    const Interval yz = abs(dot(c[1], c[2]));
    const Interval zx = abs(dot(c[2], c[0]));
    const double high = std::max({(xx + xy + zx).upper, (yy + xy + yz).upper, (zz + yz + zx).upper});
    const double low = std::min({(xx - xy - zx).lower, (yy - xy - yz).lower, (zz - yz - zx).lower});
    // The inverse's Frobenius norm gives a lower bound of at most the largest stretch / sqrt(3): better for
    // sheared maps only.
    if (3 * low >= high) return {sqrt(Interval(low)).lower, sqrt(Interval(high)).upper};
    const Interval det = dot(c[0], cross(c[1], c[2]));
    const Interval cofactors = sqrt(square(norm(cross(c[1], c[2]))) + square(norm(cross(c[2], c[0]))) +
                                    square(norm(cross(c[0], c[1]))));
    const double sheared = cofactors.upper > 0 ? (abs(det) / cofactors).lower : 0;
    return {std::max({0.0, sqrt(Interval(low)).lower, std::isfinite(sheared) ? sheared : 0.0}),
            sqrt(Interval(high)).upper};
}

}  // namespace graze
