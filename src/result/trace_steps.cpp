// Differences of points change their sign with the order of the pair, and turn with its first frame.
#include "result/trace_steps.hpp"

namespace graze {

void append_answer(Trace& trace, TraceStage stage, const Pose& a, const Separation& answer) noexcept {
    TraceStep step;
    step.stage = stage;
    step.axis = transpose_times(a.rotation, answer.normal);
    step.bounds = answer.distance;
    trace.steps.push_back(step);
}

void flip_steps(Trace* trace, std::size_t first, const Pose& a, const Pose& b) noexcept {
    if (!trace) return;
    const auto flip = [&](Vec3& v) { v = -transpose_times(a.rotation, b.rotation * v); };
    for (std::size_t i = first; i < trace->steps.size(); ++i) {
        TraceStep& step = trace->steps[i];
        flip(step.axis);
        flip(step.support);
        for (Vec3& p : step.simplex) flip(p);
    }
}

}  // namespace graze
