// The last step of every proof: `verify` looks at it.
#pragma once

#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// The answer and its proof, when `verify` accepts it.
bool settle(Answer answer, const Proof& proof, const Placed& a, const Placed& b, Verdict& verdict) noexcept;

}  // namespace graze
