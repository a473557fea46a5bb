// The inner entry point of `common_point` for those who have the separation of the pair already.
#pragma once

#include <optional>

#include "graze/result/proof.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// As `common_point`, from what the separation found: of convex shapes the point midway between its
/// witnesses, of others a point of the two parts that it names. The decision of the pair, which takes several
/// times as long, answers where neither is one.
std::optional<CertifiedCommonPoint> common_point_from(const Separation& overlap, const Placed& a,
                                                      const Placed& b) noexcept;

}  // namespace graze
