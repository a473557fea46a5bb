// The scale of pairs of extreme size, which few pairs need.
#include "convex/core_pair.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// A power of two that brings x > 0 into 0.5 .. 1; subnormal x as far up as the range of double allows.
double power_of_two_to_one(double x) noexcept {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0, std::min(-exponent, 1000));
}

}  // namespace

bool make_core_pair(const Placed& a, const Placed& b, CorePair& pair) noexcept {
    return make_core_pair(a, b, PoseCheck(a, b), pair);
}

void rescale(CorePair& pair) noexcept {
    pair.scale = power_of_two_to_one(pair.extent);
    pair.margin *= pair.scale;
    pair.extent *= pair.scale;
    pair.error *= pair.scale;
}

}  // namespace graze
