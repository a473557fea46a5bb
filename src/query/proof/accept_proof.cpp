#include "query/proof/accept_proof.hpp"

#include "graze/verify/verify.hpp"

namespace graze {

bool accept_proof(Answer answer, const Proof& proof, const Placed& a, const Placed& b,
                  Verdict& verdict) noexcept {
    if (!verify(proof, a, b)) return false;
    verdict.answer = answer;
    verdict.proof = proof;
    return true;
}

}  // namespace graze
