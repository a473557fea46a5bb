// Laws that hold for every answer about two shapes made of parts. Brute force over the parts is the truth: an
// estimate in doubles on every case, convex verbs or rationals on a share of them and wherever the estimate
// and the answer differ.
#pragma once

#include "oracle/parts/part_judgement.hpp"

namespace graze::test {

PartJudgement judge_parts(const PartCase& parts, const PartJudgeOptions& options);

}  // namespace graze::test
