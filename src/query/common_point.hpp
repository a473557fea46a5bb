// The inner entry point of `common_point` for those who have the separation of the pair already.
#pragma once

#include <optional>

#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Like `common_point`, but starts from a known separation: for convex shapes tries the midpoint of its
/// witnesses, otherwise a point of the parts it names. Falls back to the decision, which takes several times
/// as long.
std::optional<CertifiedCommonPoint> common_point_from(const Separation& overlap, const Placed& a,
                                                      const Placed& b) noexcept;

}  // namespace graze
