// intersect(): the system of the pair, its elimination, and what is read off it. See fourier_motzkin.hpp and
// frame_system.hpp.
#include "graze/frames/frame_overlap.hpp"

#include <algorithm>
#include <cmath>

#include "frames/frame_solver.hpp"
#include "graze/core/assert.hpp"

namespace graze {
namespace {

/// The box swept over the times of the interval.
template <int D> AabbOf<D> swept(AabbOf<D> box, const VecOf<D>& velocity, const Interval& time) noexcept {
    for (std::size_t i = 0; i < D; ++i) {
        const Interval displacement = time * Interval(velocity[i]);
        box.min[i] = rounding::add_down(box.min[i], displacement.lower);
        box.max[i] = rounding::add_up(box.max[i], displacement.upper);
    }
    return box;
}

template <int D> void clip(AabbOf<D>& box, const AabbOf<D>& by) noexcept {
    for (std::size_t i = 0; i < D; ++i) {
        box.min[i] = std::max(box.min[i], by.min[i]);
        box.max[i] = std::min(box.max[i], by.max[i]);
        // Both contain a common point, so a box turned inside out is one point up to rounding.
        if (box.min[i] > box.max[i]) std::swap(box.min[i], box.max[i]);
    }
}

template <int D, bool Moving>
AabbOf<D> box_of(FrameSolver<D, Moving>& solver, const FrameMover<D>& a, const FrameMover<D>& b,
                 FrameBox kind, const Interval& time) noexcept {
    AabbOf<D> box{};
    if (kind == FrameBox::none) return box;
    if (kind == FrameBox::tight) {
        for (std::size_t axis = 0; axis < D; ++axis) {
            LinearOfFrame<D> coordinate;
            for (std::size_t i = 0; i < D; ++i) coordinate.of_x[i] = b.frame.components()[i][axis];
            coordinate.of_t = b.velocity[axis];
            const Interval range = Interval(b.frame.origin()[axis]) + solver.range(coordinate);
            box.min[axis] = range.lower;
            box.max[axis] = range.upper;
        }
        clip<D>(box, swept<D>(b.frame.bounds(), b.velocity, time));
    } else {
        AabbOf<D> local{};
        for (std::size_t i = 0; i < D; ++i) {
            LinearOfFrame<D> coordinate;
            coordinate.of_x[i] = 1;
            const Interval range = solver.range(coordinate);
            local.min[i] = std::max(0.0, range.lower);
            local.max[i] = std::max(local.min[i], std::min(1.0, range.upper));
        }
        box = swept<D>(exported(local, b.frame), b.velocity, time);
    }
    clip<D>(box, swept<D>(a.frame.bounds(), a.velocity, time));
    return box;
}

/// Fills what a hit reports.
template <int D, bool Moving>
void describe_hit(FrameSolver<D, Moving>& solver, const FrameMover<D>& a, const FrameMover<D>& b,
                  const FrameOptions& options, FrameOverlap<D>& found) noexcept {
    found.hit = true;
    const auto x = solver.point();
    if constexpr (Moving) {
        const Interval last = solver.last();
        found.time = {std::clamp(last.lower, 0.0, 1.0), std::clamp(last.upper, 0.0, 1.0)};
        found.witness_time = std::clamp(x[D], 0.0, 1.0);
    }
    found.witness = b.frame.origin() + b.velocity * found.witness_time;
    for (std::size_t i = 0; i < D; ++i) found.witness = found.witness + b.frame.components()[i] * x[i];
    found.box = box_of(solver, a, b, options.box, found.time);
}

template <int D, bool Moving>
FrameOverlap<D> solve_pair(const FrameMover<D>& a, const FrameMover<D>& b,
                           const FrameOptions& options) noexcept {
    FrameOverlap<D> found;
    if (!is_served(a) || !is_served(b)) {
        GRAZE_ASSERT(false, "intersection with an invalid frame: check() says why");
        found.hit = true;
        found.status = Status::invalid_input;
        return found;
    }
    FrameSolver<D, Moving> solver(make_frame_system(a.frame, b.frame, b.velocity - a.velocity));
    const auto outcome = solver.solve();
    found.rows = static_cast<std::uint32_t>(solver.largest());
    if (outcome == fourier_motzkin::Outcome::contradiction) {
        found.farkas = solver.farkas();
        return found;
    }
    found.by_exact_signs =
        outcome == fourier_motzkin::Outcome::overflow || !solver.surely_inside(solver.point());
    if (found.by_exact_signs) {
        const MovingFrame<D> moving_a{a.frame, a.velocity};
        const MovingFrame<D> moving_b{b.frame, b.velocity};
        if (const auto axis = find_separating_axis(moving_a, moving_b, options.open)) {
            found.farkas = farkas_of_axis(moving_a, moving_b, *axis, options.open);
            return found;
        }
    }
    describe_hit(solver, a, b, options, found);
    found.rows = static_cast<std::uint32_t>(solver.largest());
    return found;
}

}  // namespace

template <int D>
FrameOverlap<D> intersect(const Frame<D>& a, const Frame<D>& b, const FrameOptions& options) noexcept {
    const VecOf<D> still{};
    return solve_pair<D, false>({a, still}, {b, still}, options);
}
template <int D>
FrameOverlap<D> intersect(const MovingFrame<D>& a, const MovingFrame<D>& b,
                          const FrameOptions& options) noexcept {
    return solve_pair<D, true>({a.frame, a.velocity}, {b.frame, b.velocity}, options);
}

template FrameOverlap<2> intersect(const Frame<2>&, const Frame<2>&, const FrameOptions&) noexcept;
template FrameOverlap<3> intersect(const Frame<3>&, const Frame<3>&, const FrameOptions&) noexcept;
template FrameOverlap<2> intersect(const MovingFrame<2>&, const MovingFrame<2>&,
                                   const FrameOptions&) noexcept;
template FrameOverlap<3> intersect(const MovingFrame<3>&, const MovingFrame<3>&,
                                   const FrameOptions&) noexcept;

}  // namespace graze
