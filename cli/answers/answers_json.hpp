// Every kind of answer with its proof as JSON, and back to the last bit. Readers throw Malformed; what they
// return is well formed, but need not be true: `verify` decides that.
#pragma once

#include <graze/ccd/time_of_impact.hpp>
#include <graze/query/query.hpp>
#include <graze/result/proof.hpp>

#include "answers/answers_field.hpp"

namespace graze::cli {

Json json_of(const Proof& proof);
Proof proof_from(const Field& field);

Json json_of(const Verdict& verdict);
Verdict verdict_from(const Field& field);

/// The certificate is left out when it is empty.
Json json_of(const Separation& separation, const DepthCertificate& certificate = {});
CertifiedSeparation separation_from(const Field& field);

Json json_of(const ContactManifold& manifold);
ContactManifold manifold_from(const Field& field);

Json json_of(const RayHit& hit);
RayHit ray_hit_from(const Field& field);

Json json_of(const CertifiedImpact& certified);
CertifiedImpact impact_from(const Field& field);

Status status_from(const Field& field);
Relation relation_from(const Field& field);

}  // namespace graze::cli
