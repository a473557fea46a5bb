// The checks that audit builds run on casts and impacts of moving bodies; as in query/audit/audit.hpp.
#pragma once

#include <optional>

#include "graze/ccd/time_of_impact.hpp"
#include "query/audit/audit.hpp"

namespace graze::audit {

void check_cast(const std::optional<CastHit>& hit, const Pair& pair, const Vec3& displacement);

/// Two moving bodies and the arguments of their query.
struct MovingPair {
    const Moving& a;
    const Moving& b;
    const ImpactOptions& options;
};
void check_impact(const Impact& impact, const MovingPair& pair);
void check_certified(const CertifiedImpact& certified, const MovingPair& pair);

}  // namespace graze::audit
