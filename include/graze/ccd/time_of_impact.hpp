// The verb on two moving bodies: when do they first touch. graze/result/impact.hpp has the contract of its answer.
#pragma once

#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/motion/motion.hpp"
#include "graze/result/impact.hpp"
#include "graze/result/proof.hpp"

namespace graze {

/// First contact of two moving bodies over [0, 1]. Initial overlap is contact at t = 0, with point and normal of the discrete query. Invalid
/// input answers Status::invalid_input and a hit over all of [0, 1]: nothing is excluded.
Impact time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {}) noexcept;

/// Nothing of two sets of parts meets anything of the other over some time, in which neither motion changes its piece: both trees are walked
/// from their roots. Steps are in the order of the walk. A pair starts at a time and is kept apart by one cell after the other, until it is done
/// at the end, or split on one side before; the pairs of its pieces follow, each from the time that the pair has come to. The pieces of a node are
/// its lanes in order, those of a leaf its parts; a convex shape is a single part.
struct MovingCover {
    enum class Step : std::uint8_t { split_a, split_b, cell, done };
    Interval time{0, 0};
    std::vector<Step> steps;
    std::vector<TimeCell> cells;  ///< One for each step that says so.
};

/// An impact with what shows that nothing touches before time.lower (of a miss: at all).
struct CertifiedImpact {
    Impact impact{};
    std::vector<TimeCell> cells;      ///< Of two convex bodies: in the order of time, from 0 to the lower end without gaps.
    std::vector<MovingCover> covers;  ///< Of others: the same.
    Proof meeting{};  ///< That bodies touch: two convex ones at the upper end, others that touch at the start. May be missing.
};

/// `time_of_impact` that keeps its proof for `verify`. Of meshes, compounds and height fields the proof is sought when the answer is known, and
/// time.lower may be a little earlier than without it; a proof of more than some millions of steps is given up, with Status::budget_reached
/// and the lower end that was shown until then.
CertifiedImpact certified_time_of_impact(const Moving& a, const Moving& b, const ImpactOptions& options = {});

/// Why a moving body is not usable: its shape's fault or its motion's.
expected<void, BuildError> check(const Moving& moving);

}  // namespace graze
