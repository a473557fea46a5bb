// A margin is a ball: it stays one under maps whose columns are equally long and at right angles.
#include "mesh/similarity.hpp"

#include <algorithm>
#include <cmath>

namespace graze {

std::optional<double> mapped_margin(double margin, const Affine& map) noexcept {
    if (margin == 0) return 0;
    const auto& c = map.linear.columns;
    const double x = length(c[0]), y = length(c[1]), z = length(c[2]);
    const double largest = std::max({x, y, z}), smallest = std::min({x, y, z});
    if (!std::isfinite(largest)) return std::nullopt;
    // A rotation matrix made in doubles is off by a few roundings in each entry.
    const double slack = 64 * kEps * largest;
    if (largest - smallest > slack) return std::nullopt;
    const double skew =
        std::max({std::abs(dot(c[0], c[1])), std::abs(dot(c[1], c[2])), std::abs(dot(c[2], c[0]))});
    if (skew > slack * largest) return std::nullopt;
    return margin * largest;
}

}  // namespace graze
