// overlaps_by_elimination(): the fast path, yes or no. Beside the elimination it has two cheap ways to know: one frame beyond a face of the other,
// and a guess at a common point.
#include <algorithm>
#include <array>

#include "convex/frame_solver.hpp"
#include "graze/core/assert.hpp"

namespace graze {
namespace {

/// Whether one frame of the system lies beyond a face of the other for sure: the rows of the faces alone, unscaled.
template <int D> bool beyond_a_face(const FrameSystem<D>& system) noexcept {
    double sum_low = 0;
    double sum_error = 0;
    for (std::size_t j = 0; j < D; ++j) {
        double low = 0, high = 0;
        for (std::size_t i = 0; i < D; ++i) {
            const double column = system.columns[i][j];
            low = system.cuboid_b ? low + std::min(0.0, column) : std::min(low, column);
            high = system.cuboid_b ? high + std::max(0.0, column) : std::max(high, column);
        }
        low += system.offset[j] + std::min(0.0, system.velocity[j]);
        high += system.offset[j] + std::max(0.0, system.velocity[j]);
        const double error = 2 * system.error[j] + system.size_error;
        if (high < -error || low > system.size + error) return true;
        sum_low += low;
        sum_error += 2 * error;
    }
    // The sum's least value may be larger than the sum of the least values: this sees some of the misses, all of them for sure.
    return !system.cuboid_a && sum_low > system.size + sum_error;
}

/// The middle of a in b's coordinates, moved into b: a guess at a common point.
template <int D> VecOf<D> middle_of_a(const FrameSystem<D>& a_in_b) noexcept {
    const double share = a_in_b.cuboid_b ? 0.5 : 1.0 / (D + 1);
    VecOf<D> x{};
    double sum = 0;
    for (std::size_t j = 0; j < D; ++j) {
        double y = a_in_b.offset[j];
        for (std::size_t i = 0; i < D; ++i) y += share * a_in_b.columns[i][j];
        x[j] = std::clamp(y / a_in_b.size, 0.05, 0.95);
        sum += x[j];
    }
    if (!a_in_b.cuboid_a && sum > 0.95) x = x * (0.95 / sum);
    return x;
}

/// Only whether they meet, closed. Before the elimination the two cheap ways to know.
template <int D, bool Moving> bool meet(const FrameMover<D>& a, const FrameMover<D>& b) noexcept {
    if (!usable(a) || !usable(b)) {
        GRAZE_ASSERT(false, "intersection with an invalid frame: check() says why");
        return true;
    }
    const FrameSystem<D> b_in_a = make_frame_system(a.frame, b.frame, b.velocity - a.velocity);
    if (beyond_a_face(b_in_a)) return false;
    const FrameSystem<D> a_in_b = make_frame_system(b.frame, a.frame, a.velocity - b.velocity);
    if (beyond_a_face(a_in_b)) return false;
    FrameSolver<D, Moving> solver(b_in_a);
    if constexpr (!Moving) {
        const VecOf<D> x = middle_of_a(a_in_b);
        std::array<double, static_cast<std::size_t>(D)> guess{};
        for (std::size_t i = 0; i < D; ++i) guess[i] = x[i];
        if (solver.surely_inside(guess)) return true;
    }
    const auto outcome = solver.solve();
    if (outcome == fourier_motzkin::Outcome::contradiction) return false;
    if (outcome == fourier_motzkin::Outcome::bounded && solver.surely_inside(solver.point())) return true;
    return !find_separating_axis<D>({a.frame, a.velocity}, {b.frame, b.velocity}, false);
}

}  // namespace

template <int D> bool overlaps_by_elimination(const Frame<D>& a, const Frame<D>& b) noexcept {
    const VecOf<D> still{};
    return meet<D, false>({a, still}, {b, still});
}
template <int D> bool overlaps_by_elimination(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    return meet<D, true>({a.frame, a.velocity}, {b.frame, b.velocity});
}

template bool overlaps_by_elimination(const Frame<2>&, const Frame<2>&) noexcept;
template bool overlaps_by_elimination(const Frame<3>&, const Frame<3>&) noexcept;
template bool overlaps_by_elimination(const MovingFrame<2>&, const MovingFrame<2>&) noexcept;
template bool overlaps_by_elimination(const MovingFrame<3>&, const MovingFrame<3>&) noexcept;

}  // namespace graze
