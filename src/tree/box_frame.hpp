// Between the caller's doubles and the floats of a tree's frame, rounded so that boxes only grow.
#pragma once

#include <cmath>

#include "graze/bounds/aabb.hpp"
#include "graze/tree/box_tree.hpp"

namespace graze {

/// Largest coordinate of a box: room for served points (1e100) and what fits and margins add to them.
inline constexpr double kLargestBoxCoordinate = 1e101;
/// Query coordinates beyond this are moved to it: all boxes of a tree are within [-1, 1], so comparisons do
/// not notice.
inline constexpr double kBeyondTree = 2;

/// The frame in which a box of finite coordinates is within [-1, 1]: its middle, and a power of two.
inline TreeFrame frame_of(const Aabb& bounds) noexcept {
    const double reach = max_component(half_extents(bounds));
    if (!(reach > 0)) return {centre(bounds), 1};
    int exponent = 0;
    // Room for the rounding outward: what reaches within a millionth of 1 gets the next power.
    if (std::frexp(reach, &exponent) > 1 - 0x1p-20) ++exponent;
    // 2^1000 keeps the scale finite for boxes that are nearly nothing.
    return {centre(bounds), std::ldexp(1.0, exponent < -1000 ? 1000 : -exponent)};
}

/// A float below every number within 2^-53 of v, relatively: v - |v| 2^-23 - 2^-90, rounded. Its rounding
/// takes back 2^-24 of that at the most, so what stays is below v by |v| 2^-25 + 2^-91 or more. The constant
/// serves numbers that underflow, and keeps zero off zero.
inline float below(double v) noexcept { return static_cast<float>(v - (std::abs(v) * 0x1p-23 + 0x1p-90)); }

inline double clamped(double v) noexcept {
    return v < -kBeyondTree ? -kBeyondTree : v > kBeyondTree ? kBeyondTree : v;
}

/// Below (x - origin) * scale; above it. The product is clamped to ±kBeyondTree first. Subtraction rounds
/// once, the scale not at all.
inline float rounded_down(double x, double origin, double scale) noexcept {
    return below(clamped((x - origin) * scale));
}
inline float rounded_up(double x, double origin, double scale) noexcept {
    return -below(-clamped((x - origin) * scale));
}

/// A box in a tree's frame.
struct FloatBox {
    float min[3];
    float max[3];
};

/// Contains the box, up to the clamping to ±kBeyondTree.
inline FloatBox rounded_out(const Aabb& box, const TreeFrame& frame) noexcept {
    FloatBox out;
    for (std::size_t i = 0; i < 3; ++i) {
        out.min[i] = rounded_down(box.min[i], frame.origin[i], frame.scale);
        out.max[i] = rounded_up(box.max[i], frame.origin[i], frame.scale);
    }
    return out;
}

}  // namespace graze
