// Random frames as the document's validation draws them: either kind with probability 1/2, all coordinates
// uniform in [-half, half], frames whose determinant is at most `thinnest` skipped; velocities uniform in the
// same range.
#pragma once

#include <array>
#include <cstddef>

#include "graze/bounds/frame.hpp"
#include "oracle/random.hpp"

namespace graze::test {

template <int D> VecOf<D> random_vector(Random& random, double half) {
    VecOf<D> v{};
    for (std::size_t k = 0; k < D; ++k) v[k] = random.uniform(-half, half);
    return v;
}

template <int D> Frame<D> random_frame(Random& random, double half = 100, double thinnest = 1e-4) {
    for (;;) {
        const FrameKind kind = random.chance(0.5) ? FrameKind::cuboid : FrameKind::tetrahedron;
        const VecOf<D> origin = random_vector<D>(random, half);
        std::array<VecOf<D>, static_cast<std::size_t>(D)> components{};
        for (auto& component : components) component = random_vector<D>(random, half);
        const Frame<D> frame(kind, origin, components);
        if (frame.valid() && frame.volume() > thinnest) return frame;
    }
}

template <int D>
MovingFrame<D> random_moving_frame(Random& random, double half = 100, double thinnest = 1e-4) {
    const Frame<D> frame = random_frame<D>(random, half, thinnest);
    return {frame, random_vector<D>(random, half)};
}

}  // namespace graze::test
