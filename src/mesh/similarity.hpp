// How a margin fares under an affine map.
#pragma once

#include <optional>

#include "graze/math/pose.hpp"

namespace graze {

/// The margin of the image, rounded: only maps that keep balls round, up to rounding, take one. Zero stays
/// zero under every map.
std::optional<double> mapped_margin(double margin, const Affine& map) noexcept;

}  // namespace graze
