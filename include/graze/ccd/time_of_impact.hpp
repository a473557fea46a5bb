// The verb on two moving bodies: when do they first touch. graze/result/impact.hpp has the contract of its answer.
#pragma once

#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/impact_certificate.hpp"

namespace graze {

/// First contact of two moving bodies over [0, 1]. Initial overlap is contact at t = 0, with point and normal of the discrete query. Invalid
/// input answers Status::invalid_input and a hit over all of [0, 1]: nothing is excluded.
Impact time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {}) noexcept;

/// Every two parts that touch at a time of impact.time, and those that come as close as that leaves open: two parts are left out when, at
/// time.lower, they are farther apart than both bodies can go until time.upper and the tolerance of the options together. By growing part_a,
/// then part_b; two cubes face to face give all pairs of triangles of both faces and their neighbours. A body inside of a solid touches none of
/// its triangles. Empty for a miss, for invalid input and unsupported methods, and between matrices that are barely rigid; an impact whose budget ran out has a long time, and many parts.
std::vector<ImpactContact> impact_contacts(const Impact& impact, const Moving& a, const Moving& b, const ImpactOptions& options = {});

/// `time_of_impact` that keeps its proof for `verify`. Of meshes, compounds and height fields the proof is sought when the answer is known, and
/// time.lower may be a little earlier than without it; a proof of more than some millions of steps is given up, with Status::budget_reached
/// and the lower end that was shown until then.
CertifiedImpact certified_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {});

/// Why a moving body is not usable: its shape's fault or its motion's.
expected<void, BuildError> check(const Moving& moving);

}  // namespace graze
