// The laws of rays, casts and contacts of shapes made of parts.
#pragma once

#include "oracle/parts/part_judgement.hpp"

namespace graze::test {

/// raycast, raycast_any, raycast_all, signed_distance and parts_overlapping_box of both shapes.
void judge_rays(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result);

/// translational_cast in both orders; time_of_impact of straight and turning motions on a share.
void judge_casts(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result);

/// contacts and contact_manifolds in both orders.
void judge_contacts(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result);

}  // namespace graze::test
