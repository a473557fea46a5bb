// Frames of the C interface.
#include <graze/graze_frames.h>

#include <array>

#include "handles.hpp"

using namespace graze;
using namespace graze::c;

namespace {

template <int D> VecOf<D> vector(const double* from) noexcept {
    VecOf<D> to{};
    for (std::size_t i = 0; i < D; ++i) to[i] = from[i];
    return to;
}

/// A frame that can be used, or why not.
template <int D> graze_result read(const graze_frame& from, MovingFrame<D>& to) {
    const int kind = number_of(from.kind);
    if (kind != GRAZE_CUBOID && kind != GRAZE_TETRAHEDRON)
        return fail(GRAZE_INVALID_ARGUMENT,
                    "there is no such kind of frame; use GRAZE_CUBOID or GRAZE_TETRAHEDRON");
    std::array<VecOf<D>, D> components{};
    for (std::size_t i = 0; i < D; ++i) components[i] = vector<D>(from.components[i]);
    auto frame = Frame<D>::make(kind == GRAZE_CUBOID ? FrameKind::cuboid : FrameKind::tetrahedron,
                                vector<D>(from.origin), components);
    if (!frame) return fail(GRAZE_INVALID_SHAPE, frame.error().message());
    to = {*std::move(frame), vector<D>(from.velocity)};
    return GRAZE_OK;
}

template <int D> bool static_pair(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    return a.velocity == VecOf<D>{} && b.velocity == VecOf<D>{};
}

template <int D> graze_frame_overlap overlap_of(const FrameOverlap<D>& from) noexcept {
    graze_frame_overlap to{};
    to.hit = from.hit ? 1 : 0;
    if (!from.hit) return to;
    for (std::size_t i = 0; i < D; ++i) {
        to.min[i] = from.box.min[i];
        to.max[i] = from.box.max[i];
        to.witness[i] = from.witness[i];
    }
    to.lower = from.time.lower;
    to.upper = from.time.upper;
    to.witness_time = from.witness_time;
    return to;
}

/// Asks two frames, when they can be asked. `ask(a, b) -> Status`, which sets the answer when it converges.
template <int D, class Ask>
graze_result asked_frames(const graze_frame* a, const graze_frame* b, const Ask& ask) {
    MovingFrame<D> first, second;
    if (const graze_result result = read(*a, first); result != GRAZE_OK) return result;
    if (const graze_result result = read(*b, second); result != GRAZE_OK) return result;
    if (ask(first, second) == Status::invalid_input)
        return fail(GRAZE_INVALID_PLACEMENT,
                    "a velocity is not finite or too large; give numbers below 1e100");
    return succeed();
}

template <class Ask2, class Ask3>
graze_result asked_in(int dimensions, const graze_frame* a, const graze_frame* b, const Ask2& plane,
                      const Ask3& space) noexcept {
    if (!given(a, b)) return GRAZE_INVALID_ARGUMENT;
    if (dimensions != 2 && dimensions != 3)
        return fail(GRAZE_INVALID_ARGUMENT, "frames have 2 or 3 dimensions; give one of these");
    return guarded(
        [&] { return dimensions == 2 ? asked_frames<2>(a, b, plane) : asked_frames<3>(a, b, space); });
}

}  // namespace

graze_result graze_frames_intersect(const graze_frame* a, const graze_frame* b, int dimensions, int open,
                                    graze_frame_overlap* overlap) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    const auto ask = [&]<int D>(const MovingFrame<D>& x, const MovingFrame<D>& y) {
        const FrameOptions options{.open = open != 0};
        const FrameOverlap<D> found =
            static_pair(x, y) ? intersect(x.frame, y.frame, options) : intersect(x, y, options);
        if (found.status != Status::invalid_input) *overlap = overlap_of(found);
        return found.status;
    };
    return asked_in(dimensions, a, b, ask, ask);
}

graze_result graze_frames_overlap(const graze_frame* a, const graze_frame* b, int dimensions, int* overlap) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    const auto ask = [&]<int D>(const MovingFrame<D>& x, const MovingFrame<D>& y) {
        const FrameSat found = static_pair(x, y) ? separating_axes(x.frame, y.frame) : separating_axes(x, y);
        if (found.status != Status::invalid_input) *overlap = found.hit ? 1 : 0;
        return found.status;
    };
    return asked_in(dimensions, a, b, ask, ask);
}
