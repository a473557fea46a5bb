// Frames of the C interface.
#include "frames.hpp"

using namespace graze;
using namespace graze::c;

std::optional<FrameBox> c::frame_box(const graze_frame_box& from) noexcept {
    switch (number_of(from)) {
        case GRAZE_TIGHT_BOX: return FrameBox::tight;
        case GRAZE_ELIMINATION_BOX: return FrameBox::elimination;
        case GRAZE_NO_BOX: return FrameBox::none;
        default:
            fail(GRAZE_INVALID_ARGUMENT, "there is no such box of frames; use one of graze_frame_box");
            return std::nullopt;
    }
}

namespace {

/// A frame that can be used, or why not.
template <int D> graze_result read(const graze_frame& from, MovingFrame<D>& to) {
    auto frame = frame_given<D>(from);
    if (!frame) return GRAZE_INVALID_SHAPE;
    to = {*std::move(frame), vector<D>(from.velocity)};
    return GRAZE_OK;
}

template <int D> bool static_pair(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    return a.velocity == VecOf<D>{} && b.velocity == VecOf<D>{};
}

template <int D> graze_frame_overlap overlap_of(const FrameOverlap<D>& from) noexcept {
    graze_frame_overlap to{};
    to.hit = from.hit ? 1 : 0;
    to.rows = from.rows;
    to.by_exact_signs = from.by_exact_signs ? 1 : 0;
    if (!from.hit) {
        std::ranges::copy(from.farkas.rows_a, to.farkas.rows_a);
        std::ranges::copy(from.farkas.rows_b, to.farkas.rows_b);
        std::ranges::copy(from.farkas.rows_t, to.farkas.rows_t);
        to.farkas.strict = from.farkas.strict ? 1 : 0;
        return to;
    }
    for (std::size_t i = 0; i < D; ++i) {
        if (!is_empty(from.box)) {
            to.min[i] = from.box.min[i];
            to.max[i] = from.box.max[i];
        }
        to.witness[i] = from.witness[i];
    }
    to.lower = from.time.lower;
    to.upper = from.time.upper;
    to.witness_time = from.witness_time;
    return to;
}

/// What `verify` reads of an answer.
template <int D> FrameOverlap<D> overlap_of(const graze_frame_overlap& from) noexcept {
    FrameOverlap<D> to;
    to.hit = from.hit != 0;
    to.time = {from.lower, from.upper};
    to.witness = vector<D>(from.witness);
    to.witness_time = from.witness_time;
    std::copy_n(from.farkas.rows_a, to.farkas.rows_a.size(), to.farkas.rows_a.begin());
    std::copy_n(from.farkas.rows_b, to.farkas.rows_b.size(), to.farkas.rows_b.begin());
    std::copy_n(from.farkas.rows_t, to.farkas.rows_t.size(), to.farkas.rows_t.begin());
    to.farkas.strict = from.farkas.strict != 0;
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

graze_result graze_frames_intersect(const graze_frame* a, const graze_frame* b, int dimensions,
                                    const graze_frame_options* options, graze_frame_overlap* overlap) {
    if (!given(overlap)) return GRAZE_INVALID_ARGUMENT;
    FrameOptions wanted;
    if (options != nullptr) {
        const auto box = frame_box(options->box);
        if (!box) return GRAZE_INVALID_ARGUMENT;
        wanted = {options->open != 0, *box};
    }
    const auto ask = [&]<int D>(const MovingFrame<D>& x, const MovingFrame<D>& y) {
        const FrameOverlap<D> found =
            static_pair(x, y) ? intersect(x.frame, y.frame, wanted) : intersect(x, y, wanted);
        if (found.status != Status::invalid_input) *overlap = overlap_of(found);
        return found.status;
    };
    return asked_in(dimensions, a, b, ask, ask);
}

graze_result graze_verify_frames(const graze_frame_overlap* overlap, const graze_frame* a,
                                 const graze_frame* b, int dimensions, int* shown) {
    if (!given(overlap) || !given(shown)) return GRAZE_INVALID_ARGUMENT;
    const auto ask = [&]<int D>(const MovingFrame<D>& x, const MovingFrame<D>& y) {
        const FrameOverlap<D> answer = overlap_of<D>(*overlap);
        *shown = (static_pair(x, y) ? verify(answer, x.frame, y.frame) : verify(answer, x, y)) ? 1 : 0;
        return Status::converged;
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
