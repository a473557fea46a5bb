// The last step of every proof: `verify` checks it.
#pragma once

#include "graze/result/proof.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// The answer and its proof, when `verify` accepts it.
bool accept_proof(Answer answer, const Proof& proof, const Placed& a, const Placed& b,
                  Verdict& verdict) noexcept;

}  // namespace graze
