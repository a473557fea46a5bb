// The verb on two moving bodies: when do they first touch. graze/motion/impact.hpp has the contract of its answer.
#pragma once

#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/motion/impact.hpp"
#include "graze/motion/motion.hpp"

namespace graze {

/// First contact of two moving bodies over [0, 1]. Initial overlap is contact at t = 0, with point and normal of the discrete query. Invalid
/// input answers Status::invalid_input and a hit over all of [0, 1]: nothing is excluded.
Impact time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {}) noexcept;

/// An impact with what shows that nothing touches before time.lower (of a miss: at all).
struct CertifiedImpact {
    Impact impact{};
    std::vector<TimeCell> cells;  ///< In the order of time, from 0 to the lower end without gaps.
};

/// `time_of_impact` of two convex bodies that keeps its proof for `verify`; Status::unsupported for others.
CertifiedImpact certified_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {});

/// Why a moving body is not usable: its shape's fault or its motion's.
expected<void, BuildError> check(const Moving& moving);

}  // namespace graze
