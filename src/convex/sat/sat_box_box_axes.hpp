// The 15 axes of two boxes, for every scalar: a yes or no that leaves at the first axis that separates them,
// and the separations along edge axes. The library uses doubles; tests run the same code on floats, whose
// rounding shows. Frame and guarantee: sat_box_box.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "graze/math/pose.hpp"
#include "graze/math/vec.hpp"

namespace graze {

enum class SatAnswer : std::uint8_t {
    separated,    ///< Proven: along some axis the gap is wider than all errors.
    overlapping,  ///< Proven: along every axis the overlap is deeper than all errors.
    close,        ///< Within the errors of touching, along the axes tested.
};

/// Gaps (< 0: overlaps) between the projections on the face axes of a. `m` holds the magnitudes of b's axes.
template <class T>
BasicVec3<T> face_gaps_of_a(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b,
                            const BasicPose<T>& b_in_a, const std::array<BasicVec3<T>, 3>& m) noexcept {
    const BasicVec3<T>& t = b_in_a.position;
    return BasicVec3<T>{std::abs(t.x), std::abs(t.y), std::abs(t.z)} -
           (half_a + m[0] * half_b.x + m[1] * half_b.y + m[2] * half_b.z);
}

/// The same on those of b; `along` holds the magnitudes of the components of b's position along them.
template <class T>
BasicVec3<T> face_gaps_of_b(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b, const BasicVec3<T>& along,
                            const std::array<BasicVec3<T>, 3>& m) noexcept {
    return along - (half_b + BasicVec3<T>{dot(m[0], half_a), dot(m[1], half_a), dot(m[2], half_a)});
}

namespace sat {

// Errors. Let d be the defect of the rotation R of b, E the sum of the boxes' sizes and the distance of their
// centres; the caller's `error` is at least d E. b is taken as exactly { R y + t : |y_i| <= h_i }, a
// parallelepiped.
// - face axis of a: exact direction; the value suffers rounding only.
// - face axis of b: R_j is off the true normal R_k × R_l by an angle below 1.5 d, and not quite unit: below
//   2.5 d E.
// - edge axis: e_i × R_j has two components, both entries of R: it is exact, however short. Where b's half
//   width along it is taken from orthonormality (the quick test), the error is below 2 d E, not scaled by the
//   length s of the axis; where it is computed from the axis (the full test), every term is scaled by s, and
//   s cancels.
// - s < eps: the two edges count as parallel and the axis is dropped: zeroing these entries of R moves b by
//   less than eps E.
// With the model's own `error` added, four times (error + rounding) covers each of them; rounding is below 8
// eps E.
template <class T> constexpr T kSlack = 4;
/// The largest relative error of one rounded operation.
template <class T> constexpr T kRounding = std::numeric_limits<T>::epsilon() / 2;

// For every scalar, as those of math/vec.hpp are for doubles.
template <class T> BasicVec3<T> magnitudes(const BasicVec3<T>& a) noexcept {
    return {std::abs(a.x), std::abs(a.y), std::abs(a.z)};
}
template <class T> T largest_of(const BasicVec3<T>& a) noexcept { return std::max(a.x, std::max(a.y, a.z)); }

template <class T>
T slack_of(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b, const BasicVec3<T>& t, T error) noexcept {
    const BasicVec3<T> sum = half_a + half_b + magnitudes(t);
    return kSlack<T> * (error + 8 * kRounding<T> * (sum.x + sum.y + sum.z));
}

/// Component i is |x_j| |y_k| + |x_k| |y_j| for nonnegative x, y: the sum of magnitudes of cross(x, y).
template <class T> BasicVec3<T> cross_magnitude(const BasicVec3<T>& x, const BasicVec3<T>& y) noexcept {
    return {x.y * y.z + x.z * y.y, x.z * y.x + x.x * y.z, x.x * y.y + x.y * y.x};
}

/// Separation along the three axes e_i × R_j, each divided by its own length; -infinity for parallel edges.
template <class T>
BasicVec3<T> edge_separations(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b, const BasicPose<T>& b,
                              std::size_t j) noexcept {
    const BasicVec3<T>& r = b.rotation.columns[j];
    const std::size_t k = (j + 1) % 3;
    const std::size_t l = (j + 2) % 3;
    const BasicVec3<T> reach_a = cross_magnitude(half_a, magnitudes(r));
    // (e_i × r) · x is component i of r × x.
    const BasicVec3<T> reach_b = magnitudes(cross(r, b.rotation.columns[k])) * half_b[k] +
                                 magnitudes(cross(r, b.rotation.columns[l])) * half_b[l];
    const BasicVec3<T> value = magnitudes(cross(r, b.position)) - (reach_a + reach_b);
    const BasicVec3<T> sq = hadamard(r, r);
    const BasicVec3<T> length_squared{sq.y + sq.z, sq.z + sq.x, sq.x + sq.y};
    BasicVec3<T> result;
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = length_squared[i] < kRounding<T> * kRounding<T> ? -std::numeric_limits<T>::infinity()
                                                                    : value[i] / std::sqrt(length_squared[i]);
    }
    return result;
}

/// Whether two boxes share a part of the line between their centres, as most overlapping ones do; `t_a` and
/// `t_b` are its components in their frames, not negative. Boxes without width share nothing here.
template <class T>
bool overlap_between_centres(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b, const BasicVec3<T>& t_a,
                             const BasicVec3<T>& t_b) noexcept {
    const T thinnest = std::min({half_a.x, half_a.y, half_a.z, half_b.x, half_b.y, half_b.z});
    if (!(thinnest > 0)) return false;
    // The line is this many times longer than its parts in a and in b.
    const T in_a = std::max(t_a.x / half_a.x, std::max(t_a.y / half_a.y, t_a.z / half_a.z));
    const T in_b = std::max(t_b.x / half_b.x, std::max(t_b.y / half_b.y, t_b.z / half_b.z));
    return in_a + in_b > in_a * in_b * (1 + 64 * kRounding<T>);
}

/// The careful test of three edge axes that the quick test could not decide.
template <class T>
SatAnswer resolve_edges(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b, const BasicPose<T>& b,
                        std::size_t j, T slack) noexcept {
    const T largest = largest_of(edge_separations(half_a, half_b, b, j));
    if (largest > slack) return SatAnswer::separated;
    return largest < -slack ? SatAnswer::overlapping : SatAnswer::close;
}

/// Whether the boxes overlap.
template <class T>
SatAnswer overlap_along_axes(const BasicVec3<T>& half_a, const BasicVec3<T>& half_b,
                             const BasicPose<T>& b_in_a, T error) noexcept {
    const BasicVec3<T>& t = b_in_a.position;
    const auto& r = b_in_a.rotation.columns;
    const T slack = slack_of(half_a, half_b, t, error);
    const std::array<BasicVec3<T>, 3> m{magnitudes(r[0]), magnitudes(r[1]), magnitudes(r[2])};

    const BasicVec3<T> face_a = face_gaps_of_a(half_a, half_b, b_in_a, m);
    T largest = largest_of(face_a);
    if (largest > slack) return SatAnswer::separated;

    const BasicVec3<T> along = magnitudes(transpose_times(b_in_a.rotation, t));
    const BasicVec3<T> face_b = face_gaps_of_b(half_a, half_b, along, m);
    largest = std::max(largest, largest_of(face_b));
    if (largest > slack) return SatAnswer::separated;

    if (largest < -slack &&
        overlap_between_centres(half_a - BasicVec3<T>{slack, slack, slack},
                                half_b - BasicVec3<T>{slack, slack, slack}, magnitudes(t), along))
        return SatAnswer::overlapping;

    bool close = largest >= -slack;
    for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t k = (j + 1) % 3;
        const std::size_t l = (j + 2) % 3;
        const BasicVec3<T> edge = magnitudes(cross(r[j], t)) -
                                  (cross_magnitude(half_a, m[j]) + m[l] * half_b[k] + m[k] * half_b[l]);
        const T value = largest_of(edge);
        if (value > slack) return SatAnswer::separated;
        if (value < -slack) continue;
        const SatAnswer answer = resolve_edges(half_a, half_b, b_in_a, j, slack);
        if (answer == SatAnswer::separated) return answer;
        close = close || answer == SatAnswer::close;
    }
    return close ? SatAnswer::close : SatAnswer::overlapping;
}

}  // namespace sat
}  // namespace graze
