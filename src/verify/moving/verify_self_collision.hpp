// What a proof about two links leaves out.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/result/path.hpp"

namespace graze::verifying {

/// The values of joints between the two links that may be such that no configuration within the proof's
/// limits has the links in that place: those whose range is neither within the proof's limits nor covered by
/// a whole turn of them. Growing.
std::vector<std::uint32_t> uncovered_values(const SelfCollisionPair& pair, const Robot& robot);

}  // namespace graze::verifying
