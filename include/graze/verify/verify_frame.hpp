// Independent checks of verdicts about frames, as in verify.hpp: `true` is a theorem about the given doubles, `false` means "not shown".
#pragma once

#include "graze/result/frame_answer.hpp"

namespace graze {

/// The frames (`strict`: their interiors) are disjoint, moving ones at all times: the multipliers of one frame's rows make a
/// direction along which the other lies beyond it.
template <int D> bool verify(const FrameFarkas<D>& farkas, const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D> bool verify(const FrameFarkas<D>& farkas, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

/// A miss by its certificate; a hit by its witness, which must lie in both frames at its time, up to 64 eps of the pair's extent.
template <int D> bool verify(const FrameOverlap<D>& overlap, const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D> bool verify(const FrameOverlap<D>& overlap, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

}  // namespace graze
