// The laws of trees and scenes: they answer as brute force over their elements and pairs does.
#pragma once

#include "oracle/parts/part_judgement.hpp"

namespace graze::test {

/// Oriented trees over both meshes, and trees of frames over random tetrahedra, against all pairs.
void judge_trees(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result);

/// A scene of both shapes, some of them twice, against the verbs on its pairs; with one and two threads.
void judge_scene(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result);

}  // namespace graze::test
