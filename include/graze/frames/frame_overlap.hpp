// Intersection of two frames (parallelepipeds, tetrahedra; in the plane parallelograms, triangles), still or
// moving at constant velocity over t in [0, 1], by Fourier-Motzkin elimination, and the same question by
// separating axes. World frame.
//
// Guarantee: `hit` is exact for the doubles that make the frames, in both modes: what rounded arithmetic
// leaves open is decided by exact signs. Closed mode (the default): touching is intersecting. Open mode: only
// the interiors count. Source: P. Baillehache, "Fourier-Motzkin intersection of cuboids and tetrahedra", with
// the corrections in docs/notes/fourier_motzkin.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/bounds/frame.hpp"
#include "graze/core/error.hpp"
#include "graze/result/contact.hpp"

namespace graze {

template <int D>
FrameOverlap<D> intersect(const Frame<D>& a, const Frame<D>& b, const FrameOptions& options = {}) noexcept;
template <int D>
FrameOverlap<D> intersect(const MovingFrame<D>& a, const MovingFrame<D>& b,
                          const FrameOptions& options = {}) noexcept;

/// Whether the closed frames overlap; invalid frames count as overlapping. The cheapest question, by
/// separating axes.
template <int D> bool overlaps(const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D> bool overlaps(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

/// The same by elimination, without box, witness or certificate: what `overlaps` is measured against.
template <int D> bool overlaps_by_elimination(const Frame<D>& a, const Frame<D>& b) noexcept;
template <int D> bool overlaps_by_elimination(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept;

/// The rival and oracle of the elimination: separating axes of the two frames.
struct FrameSat {
    bool hit = false;        ///< Exact, as in FrameOverlap.
    Interval time{0, 0};     ///< As in FrameOverlap: latest entry and earliest exit over the axes.
    std::uint32_t axes = 0;  ///< Axes tested.
    bool by_exact_signs = false;
    Status status = Status::converged;
};
template <int D> FrameSat separating_axes(const Frame<D>& a, const Frame<D>& b, bool open = false) noexcept;
template <int D>
FrameSat separating_axes(const MovingFrame<D>& a, const MovingFrame<D>& b, bool open = false) noexcept;

}  // namespace graze
