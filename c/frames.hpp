// Frames of the C interface.
#pragma once

#include <graze/graze_frames.h>

#include <array>

#include "handles.hpp"

namespace graze::c {

template <int D> VecOf<D> vector(const double* from) noexcept {
    VecOf<D> to{};
    for (std::size_t i = 0; i < D; ++i) to[i] = from[i];
    return to;
}

/// A frame that can be used, without its velocity, or the error is noted.
template <int D> std::optional<Frame<D>> frame_given(const graze_frame& from) {
    const int kind = number_of(from.kind);
    if (kind != GRAZE_CUBOID && kind != GRAZE_TETRAHEDRON) {
        fail(GRAZE_INVALID_SHAPE, "there is no such kind of frame; use GRAZE_CUBOID or GRAZE_TETRAHEDRON");
        return std::nullopt;
    }
    std::array<VecOf<D>, std::size_t{D}> components{};
    for (std::size_t i = 0; i < D; ++i) components[i] = vector<D>(from.components[i]);
    auto frame = Frame<D>::make(kind == GRAZE_CUBOID ? FrameKind::cuboid : FrameKind::tetrahedron,
                                vector<D>(from.origin), components);
    if (!frame) {
        fail(GRAZE_INVALID_SHAPE, frame.error().message());
        return std::nullopt;
    }
    return *std::move(frame);
}

/// Empty when there is no such box, which sets the last error.
std::optional<FrameBox> frame_box(const graze_frame_box& from) noexcept;

}  // namespace graze::c
