// Steps of a trace that are not recorded by a search itself: answers of closed forms, and steps of a pair
// that was solved in reverse.
#pragma once

#include <cstddef>

#include "graze/math/pose.hpp"
#include "graze/result/separation.hpp"

namespace graze {

/// Where the steps of a query begin, in a trace that may hold those of earlier ones. The trace may be null.
inline std::size_t step_count(const Trace* trace) noexcept { return trace ? trace->steps.size() : 0; }

void append_answer(Trace& trace, TraceStage stage, const Pose& a, const Separation& answer) noexcept;

/// Records the answer of a method without steps of its own, when there is a trace.
inline void record_answer(Trace* trace, TraceStage stage, const Pose& a, const Separation& answer) noexcept {
    if (trace) append_answer(*trace, stage, a, answer);
}

/// Brings the steps from `first` on, recorded for (b, a), to the pair (a, b): differences of a and b in the
/// frame of a. The trace may be null.
void flip_steps(Trace* trace, std::size_t first, const Pose& a, const Pose& b) noexcept;

}  // namespace graze
