// separating_axes() and overlaps() of frames; overlaps() of frames at fixed poses uses the early-out tests of
// frame_tests.hpp. All axes are directions n in the coordinates of frame_system.hpp, where a is a cube or a
// corner of one: faces of a (the axes themselves), faces of b, and products of an edge of a with one of b; in
// the plane faces are edges. A moving pair overlaps along n during an interval of times; the pair overlaps
// when the intervals of all axes have a time in common, which needs no axes beyond those of the fixed pair.
//
// Rounding: `separated` by more than the error is a theorem for whatever n is. "Overlapping" needs the true
// axes, and n is off by its own rounding: that error is in the test's error too, so overlaps wider than it on
// all axes are a theorem as well. The rest goes to exact signs. Source: axes after P. Baillehache,
// "Fourier-Motzkin intersection ...", annex; entry and exit times after D. Eberly, "Dynamic Collision
// Detection using Oriented Bounding Boxes", section on constant velocities, corrected.
#include <algorithm>
#include <cmath>

#include "bounds/frame_axes.hpp"
#include "frames/frame_system.hpp"
#include "frames/frame_tests.hpp"
#include "graze/core/assert.hpp"
#include "graze/frames/frame_overlap.hpp"

namespace graze {
namespace {

struct Range {
    double low = 0;
    double high = 0;
};

/// Range of the sum of x_i h_i over the unit cube or its corner.
template <int D> Range range_of(const VecOf<D>& h, bool cuboid) noexcept {
    Range range;
    for (std::size_t i = 0; i < D; ++i) {
        const double low = std::min(0.0, h[i]);
        const double high = std::max(0.0, h[i]);
        range.low = cuboid ? range.low + low : std::min(range.low, low);
        range.high = cuboid ? range.high + high : std::max(range.high, high);
    }
    return range;
}

template <int D, bool Moving> class AxisTest {
public:
    explicit AxisTest(const FrameSystem<D>& system) noexcept : system_(system) {
        for (std::size_t j = 0; j < D; ++j) {
            double extent = system.size + std::abs(system.offset[j]) + std::abs(system.velocity[j]);
            for (std::size_t i = 0; i < D; ++i) extent += std::abs(system.columns[i][j]);
            extent_ += extent;
            error_ = std::max(error_, system.error[j]);
        }
        error_ = 2 * error_ + system.size_error;
    }

    /// `axis_error` bounds the error of n's components by their rounding, as a multiple of this pair's error.
    /// True when certainly disjoint.
    bool separates(const VecOf<D>& n, double axis_error) noexcept {
        ++axes;
        VecOf<D> h{};
        double weight = 0;
        for (std::size_t i = 0; i < D; ++i) {
            h[i] = dot(n, system_.columns[i]);
            weight += std::abs(n[i]);
        }
        const double error = error_ * (weight + axis_error * extent_);
        const double middle = dot(n, system_.offset);
        const Range a = range_of<D>(n, system_.cuboid_a);
        const Range b = range_of<D>(h, system_.cuboid_b);
        const double ahead = middle + b.low - system_.size * a.high;     // > 0: b is beyond a
        const double behind = system_.size * a.low - (middle + b.high);  // > 0: b is before a
        if constexpr (!Moving) {
            const double gap = std::max(ahead, behind);
            if (gap > error) return true;
            unsure_ = unsure_ || !(gap < -error);  // so too where products overflow or underflow
            return false;
        } else {
            const double speed = dot(n, system_.velocity);
            // ahead + speed t <= 0 and behind - speed t <= 0: certain beyond the error, possible within it.
            limit(ahead, speed, error);
            limit(behind, -speed, error);
            return possible.lower > possible.upper;
        }
    }

    /// When no axis separates: whether that is proven.
    [[nodiscard]] bool surely_overlapping() const noexcept {
        return Moving ? certain_.lower <= certain_.upper : !unsure_;
    }

    Interval possible{0, 1};  ///< Contains the times at which no axis tested so far separates.
    std::uint32_t axes = 0;

private:
    /// Keeps the times with value + speed t <= 0. Where products overflow or underflow, nothing is certain:
    /// comparisons are written so.
    void limit(double value, double speed, double error) noexcept {
        // The speed is uncertain too, but t is at most 1: the error covers both.
        if (!(std::abs(speed) > 4 * error)) {
            if (value > error && value + speed > error) possible = {1, 0};
            if (!(value < -error && value + speed < -error)) certain_ = {1, 0};
            return;
        }
        const double root = -value / speed;
        const double doubt = 2 * error / std::abs(speed) + 2 * kEps * std::abs(root);
        if (speed > 0) {
            possible.upper = std::min(possible.upper, root + doubt);
            certain_.upper = std::min(root - doubt, certain_.upper);
        } else {
            possible.lower = std::max(possible.lower, root - doubt);
            certain_.lower = std::max(root + doubt, certain_.lower);
        }
    }

    const FrameSystem<D>& system_;
    double error_ = 0;
    double extent_ = 0;
    Interval certain_{0, 1};
    bool unsure_ = false;
};

template <bool Moving> bool any_separates(const FrameSystem<2>& system, AxisTest<2, Moving>& test) noexcept {
    const auto& c = system.columns;
    const auto normal = [](const Vec2& v) { return Vec2{-v.y, v.x}; };
    if (test.separates({1, 0}, 0) || test.separates({0, 1}, 0)) return true;
    if (!system.cuboid_a && test.separates({1, 1}, 0)) return true;
    if (test.separates(normal(c[0]), 1) || test.separates(normal(c[1]), 1)) return true;
    return !system.cuboid_b && test.separates(normal(c[1] - c[0]), 2);
}

template <bool Moving> bool any_separates(const FrameSystem<3>& system, AxisTest<3, Moving>& test) noexcept {
    const auto& c = system.columns;
    for (std::size_t j = 0; j < 3; ++j) {
        Vec3 n{};
        n[j] = 1;
        if (test.separates(n, 0)) return true;
    }
    if (!system.cuboid_a && test.separates({1, 1, 1}, 0)) return true;
    // Edges of b, and their 1-norms: what rounding of a product of two is measured by.
    std::array<Vec3, 6> edges{c[0], c[1], c[2], c[1] - c[0], c[2] - c[0], c[2] - c[1]};
    const std::size_t edges_b = system.cuboid_b ? 3 : 6;
    std::array<double, 6> norms{};
    for (std::size_t i = 0; i < edges_b; ++i)
        norms[i] = std::abs(edges[i].x) + std::abs(edges[i].y) + std::abs(edges[i].z);
    constexpr std::array<std::array<std::size_t, 2>, 4> kFaces{{{1, 2}, {2, 0}, {0, 1}, {3, 4}}};
    for (std::size_t i = 0; i < (system.cuboid_b ? 3 : 4); ++i) {
        const auto [p, q] = kFaces[i];
        if (test.separates(cross(edges[p], edges[q]), 2 * (norms[p] + norms[q]))) return true;
    }
    // Products with a's edges: the axes, then for a tetrahedron the differences of two.
    for (std::size_t i = 0; i < edges_b; ++i) {
        const Vec3& e = edges[i];
        if (test.separates({0, -e.z, e.y}, 2) || test.separates({e.z, 0, -e.x}, 2) ||
            test.separates({-e.y, e.x, 0}, 2))
            return true;
        if (system.cuboid_a) continue;
        if (test.separates({e.z, e.z, -(e.x + e.y)}, 4) || test.separates({-e.y, e.x + e.z, -e.y}, 4) ||
            test.separates({-(e.y + e.z), e.x, e.x}, 4)) {
            return true;
        }
    }
    return false;
}

template <int D> FrameTestResult all_tests(const FrameSystem<D>& system, bool exact_zeros) noexcept {
    return with_kinds(system, [&](auto cuboid_a, auto cuboid_b) {
        frame_tests::AxisTests<D, cuboid_a, cuboid_b> tests(system, exact_zeros);
        if (!tests.in_range()) return FrameTestResult::unknown;
        const FrameTestResult first = tests.first();
        return first == FrameTestResult::unknown ? tests.edges() : first;
    });
}

template <int D, bool Moving>
FrameSat test_pair(const Frame<D>& a, const Frame<D>& b, const VecOf<D>& velocity_a,
                   const VecOf<D>& velocity_b, bool open) noexcept {
    FrameSat found;
    if (!a.valid() || !b.valid() ||
        (Moving && !(in_served_range(velocity_a) && in_served_range(velocity_b)))) {
        GRAZE_ASSERT(false, "intersection with an invalid frame: check() says why");
        found.hit = true;
        found.status = Status::invalid_input;
        return found;
    }
    const FrameSystem<D> system =
        Moving ? make_frame_system(a, b, velocity_b - velocity_a) : make_frame_system(a, b);
    AxisTest<D, Moving> test(system);
    const bool apart = any_separates(system, test);
    found.axes = test.axes;
    if (apart) return found;
    found.hit = true;
    if (!test.surely_overlapping()) {
        found.by_exact_signs = true;
        found.hit = !find_separating_axis<D>({a, velocity_a}, {b, velocity_b}, open);
    }
    if (Moving && found.hit)
        found.time = {std::max(0.0, test.possible.lower), std::min(1.0, test.possible.upper)};
    return found;
}

}  // namespace

template <int D> FrameSat separating_axes(const Frame<D>& a, const Frame<D>& b, bool open) noexcept {
    return test_pair<D, false>(a, b, {}, {}, open);
}
template <int D>
FrameSat separating_axes(const MovingFrame<D>& a, const MovingFrame<D>& b, bool open) noexcept {
    return test_pair<D, true>(a.frame, b.frame, a.velocity, b.velocity, open);
}
template <int D> bool overlaps(const Frame<D>& a, const Frame<D>& b) noexcept {
    if (!a.valid() || !b.valid()) {
        GRAZE_ASSERT(false, "intersection with an invalid frame: check() says why");
        return true;
    }
    if (boxes_apart(a, b)) return false;
    const FrameSystem<D> system = make_frame_system(a, b);
    FrameTestResult result = all_tests(system, false);
    // Left are parallel edges, magnitudes far off 1, and frames that touch up to rounding.
    if (result == FrameTestResult::unknown) result = all_tests(frame_tests::snapped(system), true);
    return result == FrameTestResult::unknown ? !find_separating_axis<D>({a, {}}, {b, {}}, false)
                                              : result == FrameTestResult::overlapping;
}
template <int D> bool overlaps(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    const bool served =
        a.frame.valid() && b.frame.valid() && in_served_range(a.velocity) && in_served_range(b.velocity);
    return !(served && boxes_apart(a, b)) && separating_axes(a, b).hit;
}

template FrameSat separating_axes(const Frame<2>&, const Frame<2>&, bool) noexcept;
template FrameSat separating_axes(const Frame<3>&, const Frame<3>&, bool) noexcept;
template FrameSat separating_axes(const MovingFrame<2>&, const MovingFrame<2>&, bool) noexcept;
template FrameSat separating_axes(const MovingFrame<3>&, const MovingFrame<3>&, bool) noexcept;
template bool overlaps(const Frame<2>&, const Frame<2>&) noexcept;
template bool overlaps(const Frame<3>&, const Frame<3>&) noexcept;
template bool overlaps(const MovingFrame<2>&, const MovingFrame<2>&) noexcept;
template bool overlaps(const MovingFrame<3>&, const MovingFrame<3>&) noexcept;

}  // namespace graze
