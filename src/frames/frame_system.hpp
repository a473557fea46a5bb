// The pair of frames in coordinates where a is simple: y = normals of a · (x - origin of a), so that a is { 0
// <= y_i <= size } or { 0 <= y_i, Σ y_i <= size }, size being a's volume, and b is { offset + Σ x_i column_i
// (+ t velocity) }. No division is made. Shared by the elimination and by the separating axes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "graze/bounds/frame.hpp"

namespace graze {

template <int D> struct FrameSystem {
    std::array<VecOf<D>, static_cast<std::size_t>(D)> columns{};  ///< b's components.
    VecOf<D> offset{};                                            ///< b's origin.
    VecOf<D> velocity{};                                          ///< Of b against a.
    double size = 0;                                              ///< a's.
    VecOf<D> error{};  ///< Of y_i, for every x in [0, 1]^D and t in [0, 1]; at least 8 eps of the sum of its
                       ///< terms.
    double size_error = 0;
    bool cuboid_a = true;
    bool cuboid_b = true;
};

// Per term of a coordinate: 2 roundings in the normal, 1 in the difference of origins or velocities, 1
// product, 2 additions: 6; 8 covers the rounding of the bound itself.
inline constexpr double kFrameError = 8 * kEps;

namespace frame_system {

template <int D, bool Moving>
FrameSystem<D> make(const Frame<D>& a, const Frame<D>& b, const VecOf<D>& relative_velocity) noexcept {
    FrameSystem<D> system;
    const VecOf<D> apart = b.origin() - a.origin();
    double reach = 0;  // of b from a's origin, along any axis of the world
    for (std::size_t m = 0; m < D; ++m) {
        const double displacement = Moving ? std::abs(relative_velocity[m]) : 0;
        reach = std::max(reach, b.span()[m] + std::abs(apart[m]) + displacement);
    }
    for (std::size_t j = 0; j < D; ++j) {
        const VecOf<D>& normal = a.normals()[j];
        for (std::size_t i = 0; i < D; ++i) system.columns[i][j] = dot(normal, b.components()[i]);
        system.offset[j] = dot(normal, apart);
        if constexpr (Moving) system.velocity[j] = dot(normal, relative_velocity);
        system.error[j] = kFrameError * a.normal_sizes()[j] * reach;
    }
    system.size = a.volume();
    system.size_error = a.volume_error();
    system.cuboid_a = a.kind() == FrameKind::cuboid;
    system.cuboid_b = b.kind() == FrameKind::cuboid;
    return system;
}

}  // namespace frame_system

/// Whether the boxes of two valid frames have no point in common. One branch for all sides: which side
/// separates is unpredictable.
template <int D> bool boxes_apart(const Frame<D>& a, const Frame<D>& b) noexcept {
    unsigned apart = 0;
    for (std::size_t k = 0; k < D; ++k) {
        apart |= static_cast<unsigned>(a.bounds().min[k] > b.bounds().max[k]) |
                 static_cast<unsigned>(b.bounds().min[k] > a.bounds().max[k]);
    }
    return apart != 0;
}

/// The same for frames that move, over all times in [0, 1].
template <int D> bool boxes_apart(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    unsigned apart = 0;
    for (std::size_t k = 0; k < D; ++k) {
        const double displacement = b.velocity[k] - a.velocity[k];
        const double low = b.frame.bounds().min[k];
        const double high = b.frame.bounds().max[k];
        // Two roundings, each below eps of this.
        const double doubt = 4 * kEps * (std::abs(low) + std::abs(high) + std::abs(displacement));
        apart |= static_cast<unsigned>(a.frame.bounds().min[k] > high + std::max(0.0, displacement) + doubt) |
                 static_cast<unsigned>(low + std::min(0.0, displacement) - doubt > a.frame.bounds().max[k]);
    }
    return apart != 0;
}

template <int D> FrameSystem<D> make_frame_system(const Frame<D>& a, const Frame<D>& b) noexcept {
    return frame_system::make<D, false>(a, b, {});
}
template <int D>
FrameSystem<D> make_frame_system(const Frame<D>& a, const Frame<D>& b,
                                 const VecOf<D>& relative_velocity) noexcept {
    return frame_system::make<D, true>(a, b, relative_velocity);
}

}  // namespace graze
