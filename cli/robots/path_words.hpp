// Answers about paths as text: words, a plot of the clearance for the terminal, JSON, CSV.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "robots/path_run.hpp"

namespace graze::cli {

/// "at time 1.25" in the unit of the path.
std::string time_text(const JointPath& path, double t);
/// "[1.2041, 1.2042]" in that unit, rounded outward.
std::string times_text(const JointPath& path, const Interval& t);

/// What was found, in one sentence without a full stop: "free: the clearance is at least 0.0482 m at all
/// times".
std::string path_sentence(const PathRun& run, const LoadedCell& cell, const PathOptions& options);
/// The proof in words, one fact a line.
std::vector<std::string> path_proof_words(const PathRun& run);
/// "25 stretches of time, 40 distances, 120 planes".
std::string work_text(const PathWork& work);

/// The whole answer for people. With a timeline its plot follows.
std::string path_text(const PathRun& run, const LoadedCell& cell, const PathOptions& options);

/// Stars where the distance was measured, a line where it is wanted; a column stands for the least distance
/// of its time. Empty when nothing is tested, or all that is known is rounding.
std::string plot_text(const PathRun& run, const LoadedCell& cell, double wanted);

std::string path_json(std::span<const PathRun> runs, const LoadedCell& cell,
                      const io::PathProofInputs& inputs, const PathOptions& options);
/// A row for each stretch of each timeline.
std::string path_csv(std::span<const PathRun> runs, const RobotCell& cell);

}  // namespace graze::cli
