// Certificates that two frames are disjoint, from the result of the search: a contradiction of the
// elimination, or a separating axis.
#pragma once

#include <array>

#include "bounds/frame_axes.hpp"
#include "graze/frames/frame_overlap.hpp"

namespace graze {

/// Adds to the certificate the rows of b and of t that cancel what a contradiction left of the coefficients
/// of x and t.
template <int D>
void cancel(FrameFarkas<D>& farkas, const VecOf<D>& left_x, double left_t, bool cuboid_b) noexcept;

/// The certificate that belongs to a separating axis. Multipliers that are zero by the kind of the axis are
/// exactly zero, so the axis can be read off again.
template <int D>
FrameFarkas<D> farkas_of_axis(const MovingFrame<D>& a, const MovingFrame<D>& b, const FrameAxis& axis,
                              bool strict) noexcept;

}  // namespace graze
