// Answers and proofs as bytes, every number of them: what pickles hold, and what answers are compared by, bit
// by bit. Not for other machines or versions: what this version did not write is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <graze/result/contact.hpp>
#include <graze/result/impact.hpp>
#include <graze/result/path.hpp>
#include <graze/result/proof.hpp>
#include <graze/result/ray.hpp>
#include <graze/result/separation.hpp>

namespace graze::python {

/// Appends an answer. For Separation, Verdict, CertifiedCommonPoint, CertifiedRelation, ContactManifold,
/// RayHit, CastHit, optional ones of the last two, CertifiedImpact, CellClearance, PathClearance,
/// PathCertificate and SelfCollisionPair.
template <class Answer> void pack(const Answer& answer, std::string& bytes);

/// Takes an answer off the beginning. False when it is not one.
template <class Answer> bool unpack(std::string_view& bytes, Answer& answer);

template <class Answer> std::string packed(const Answer& answer) {
    std::string bytes;
    pack(answer, bytes);
    return bytes;
}

}  // namespace graze::python
