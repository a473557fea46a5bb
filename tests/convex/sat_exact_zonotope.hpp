// Oracle: the signed separation of two parallelepipeds from the facets of their difference, in any scalar.
// The difference is a zonotope with six generators; its facet normals are cross products of two of them,
// whichever box they come from.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cmath>

#include "graze/math/pose.hpp"

namespace graze::test {

inline long double magnitude(long double x) { return std::fabs(x); }
inline mpf_class magnitude(const mpf_class& x) { return abs(x); }
inline long double root(long double x) { return std::sqrt(x); }
inline mpf_class root(const mpf_class& x) { return sqrt(x); }

template <class T> struct Zonotope {
    std::array<std::array<T, 3>, 6> generators;  ///< Half edges: three of a, three of b.
    std::array<T, 3> centre;                     ///< b's centre minus a's.
};

template <class T>
Zonotope<T> difference_of_boxes(const Vec3& half_a, const Pose& a, const Vec3& half_b, const Pose& b) {
    Zonotope<T> z;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            z.generators[i][k] = T(a.rotation.columns[i][k]) * T(half_a[i]);
            z.generators[3 + i][k] = T(b.rotation.columns[i][k]) * T(half_b[i]);
        }
        z.centre[i] = T(b.position[i]) - T(a.position[i]);
    }
    return z;
}

template <class T> T dot3(const std::array<T, 3>& x, const std::array<T, 3>& y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/// Separation along one direction, which need not be unit.
template <class T> T separation_along(const Zonotope<T>& z, const std::array<T, 3>& n) {
    T value = magnitude(dot3(n, z.centre));
    for (const auto& g : z.generators) value -= magnitude(dot3(n, g));
    return value / root(dot3(n, n));
}

/// The largest separation over all facet normals: the signed distance when it is not positive.
template <class T> T largest_separation(const Zonotope<T>& z) {
    T best(-1e300);
    for (std::size_t p = 0; p < 6; ++p) {
        for (std::size_t q = p + 1; q < 6; ++q) {
            const auto& x = z.generators[p];
            const auto& y = z.generators[q];
            const std::array<T, 3> n{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                                     x[0] * y[1] - x[1] * y[0]};
            if (n[0] == 0 && n[1] == 0 && n[2] == 0) continue;
            const T value = separation_along(z, n);
            if (value > best) best = value;
        }
    }
    return best;
}

/// Exact to 1e-300 of the boxes: products of six doubles and sums of them fit 1024 bits at the scales tested.
inline mpf_class exact_separation(const Vec3& half_a, const Pose& a, const Vec3& half_b, const Pose& b) {
    mpf_set_default_prec(1024);
    return largest_separation(difference_of_boxes<mpf_class>(half_a, a, half_b, b));
}

}  // namespace graze::test
