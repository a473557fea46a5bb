#include "bounds/frame_axes.hpp"

#include <algorithm>
#include <array>

#include "graze/math/interval.hpp"
#include "math/exact_number.hpp"
#include "math/placed_arithmetic.hpp"

namespace graze {
namespace {

template <int D, class T> using VecT = std::conditional_t<D == 2, BasicVec2<T>, BasicVec3<T>>;

Interval below_zero(const Interval& x) noexcept { return {std::min(0.0, x.lower), std::min(0.0, x.upper)}; }
ExactNumber below_zero(const ExactNumber& x) noexcept {
    return x.sign() == Sign::positive ? ExactNumber(0.0) : x;
}
Interval lesser(const Interval& x, const Interval& y) noexcept {
    return {std::min(x.lower, y.lower), std::min(x.upper, y.upper)};
}
ExactNumber lesser(const ExactNumber& x, const ExactNumber& y) noexcept {
    return (x - y).sign() == Sign::positive ? y : x;
}

/// Component i < D, then the edges between the tips.
template <int D, class T> VecT<D, T> edge(const Frame<D>& frame, int i) {
    const auto& c = frame.components();
    if (i < D) return converted<T>(c[static_cast<std::size_t>(i)]);
    const std::size_t from = i == D + 2 ? 1 : 0;
    const std::size_t to = i == D ? 1 : 2;
    return converted<T>(c[to]) - converted<T>(c[from]);
}

template <class T> BasicVec2<T> turned(const BasicVec2<T>& v) { return {-v.y, v.x}; }

/// Outward normal of the face that row `row` bounds, when the components are right-handed.
template <class T> BasicVec2<T> face_normal(const Frame<2>& frame, int row) {
    if (frame.kind() == FrameKind::tetrahedron && row >= 2) return -turned(edge<2, T>(frame, 2));
    const BasicVec2<T> inward = row % 2 == 0 ? -turned(edge<2, T>(frame, 1)) : turned(edge<2, T>(frame, 0));
    return row < 2 ? -inward : inward;
}
template <class T> BasicVec3<T> face_normal(const Frame<3>& frame, int row) {
    if (frame.kind() == FrameKind::tetrahedron && row >= 3)
        return cross(edge<3, T>(frame, 3), edge<3, T>(frame, 4));
    const int i = row % 3;
    const BasicVec3<T> inward = cross(edge<3, T>(frame, (i + 1) % 3), edge<3, T>(frame, (i + 2) % 3));
    return row < 3 ? -inward : inward;
}
template <int D, class T> VecT<D, T> outward(const Frame<D>& frame, int row) {
    const VecT<D, T> n = face_normal<T>(frame, row);
    return frame.mirrored() ? -n : n;
}

template <class T>
BasicVec2<T> edge_normal(const Frame<2>&, const Frame<2>&, const FrameAxis&, const BasicVec2<T>& velocity) {
    return turned(velocity);
}
template <class T>
BasicVec3<T> edge_normal(const Frame<3>& a, const Frame<3>& b, const FrameAxis& axis,
                         const BasicVec3<T>& velocity) {
    return cross(axis.first == FrameAxis::kVelocity ? velocity : edge<3, T>(a, axis.first),
                 axis.second == FrameAxis::kVelocity ? velocity : edge<3, T>(b, axis.second));
}

/// Least n · (x - origin) over the frame.
template <int D, class T> T lowest(const Frame<D>& frame, const VecT<D, T>& n) {
    T sum(0.0);
    for (const VecOf<D>& component : frame.components()) {
        const T height = dot(n, converted<T>(component));
        sum = frame.kind() == FrameKind::cuboid ? sum + below_zero(height) : lesser(sum, height);
    }
    return sum;
}

/// Height of b's lowest point over a's highest along n, b swept.
template <int D, class T>
T gap_along(const Frame<D>& a, const Frame<D>& b, const VecT<D, T>& apart, const VecT<D, T>& velocity,
            const VecT<D, T>& n) {
    return dot(n, apart) + lowest<D, T>(b, n) + below_zero(dot(n, velocity)) + lowest<D, T>(a, -n);
}

enum class Finding : std::uint8_t { separates, not_so, unknown };

/// Along n from a to b.
template <int D, class T>
Finding test_along(const MovingFrame<D>& a, const MovingFrame<D>& b, const VecT<D, T>& n, bool open) {
    const VecT<D, T> apart = converted<T>(b.frame.origin()) - converted<T>(a.frame.origin());
    const VecT<D, T> velocity = converted<T>(b.velocity) - converted<T>(a.velocity);
    const Sign gap = sign_of(gap_along<D, T>(a.frame, b.frame, apart, velocity, n));
    if (gap == Sign::positive) return Finding::separates;
    if (gap == Sign::unknown) return Finding::unknown;
    if (!open || gap == Sign::negative) return Finding::not_so;
    // The plane touches both, unless it is none.
    bool doubtful = false;
    for (std::size_t i = 0; i < D; ++i) {
        const Sign sign = sign_of(n[i]);
        if (sign == Sign::positive || sign == Sign::negative) return Finding::separates;
        doubtful = doubtful || sign == Sign::unknown;
    }
    return doubtful ? Finding::unknown : Finding::not_so;
}

template <int D, class T>
Finding test_axis(const MovingFrame<D>& a, const MovingFrame<D>& b, const FrameAxis& axis, bool open) {
    using Kind = FrameAxis::Kind;
    if (axis.kind == Kind::face_a) return test_along<D, T>(a, b, outward<D, T>(a.frame, axis.first), open);
    if (axis.kind == Kind::face_b) return test_along<D, T>(a, b, -outward<D, T>(b.frame, axis.first), open);
    const VecT<D, T> velocity = converted<T>(b.velocity) - converted<T>(a.velocity);
    const VecT<D, T> n = edge_normal<T>(a.frame, b.frame, axis, velocity);
    const Finding ahead = test_along<D, T>(a, b, n, open);
    const Finding behind = test_along<D, T>(a, b, -n, open);
    if (ahead == Finding::separates || behind == Finding::separates) return Finding::separates;
    return ahead == Finding::unknown || behind == Finding::unknown ? Finding::unknown : Finding::not_so;
}

}  // namespace

template <int D>
bool separates(const MovingFrame<D>& a, const MovingFrame<D>& b, const FrameAxis& axis, bool open) noexcept {
    const Finding rough = test_axis<D, Interval>(a, b, axis, open);
    if (rough != Finding::unknown) return rough == Finding::separates;
    return test_axis<D, ExactNumber>(a, b, axis, open) == Finding::separates;
}

template <int D>
bool separates_along(const MovingFrame<D>& a, const MovingFrame<D>& b, const VecOf<D>& weights, bool of_a,
                     bool open) noexcept {
    const Frame<D>& frame = of_a ? a.frame : b.frame;
    VecT<D, Interval> n{};
    for (int i = 0; i < D; ++i)
        n = n - Interval(weights[static_cast<std::size_t>(i)]) * outward<D, Interval>(frame, i);
    return test_along<D, Interval>(a, b, n, open) == Finding::separates;
}

template <int D>
std::optional<FrameAxis> find_separating_axis(const MovingFrame<D>& a, const MovingFrame<D>& b,
                                              bool open) noexcept {
    using Kind = FrameAxis::Kind;
    for (int i = 0; i < row_count(a.frame); ++i) {
        if (const FrameAxis axis{Kind::face_a, i, 0}; separates(a, b, axis, open)) return axis;
    }
    for (int i = 0; i < row_count(b.frame); ++i) {
        if (const FrameAxis axis{Kind::face_b, i, 0}; separates(a, b, axis, open)) return axis;
    }
    const bool moving = !(a.velocity == b.velocity);
    const int first = moving ? FrameAxis::kVelocity : 0;
    for (int i = first; i < edge_count(a.frame); ++i) {
        for (int j = first; j < edge_count(b.frame); ++j) {
            if (D == 3 && i == FrameAxis::kVelocity && j == FrameAxis::kVelocity) continue;
            if (const FrameAxis axis{Kind::edges, i, j}; separates(a, b, axis, open)) return axis;
        }
    }
    return std::nullopt;
}

template <int D> bool contains(const Frame<D>& outer, const Frame<D>& inner) noexcept {
    if (!outer.valid() || !inner.valid()) return false;
    const VecT<D, Interval> apart = converted<Interval>(inner.origin()) - converted<Interval>(outer.origin());
    for (int row = 0; row < row_count(outer); ++row) {
        const VecT<D, Interval> back = -outward<D, Interval>(outer, row);
        const Interval clearance =
            dot(back, apart) + lowest<D, Interval>(inner, back) - lowest<D, Interval>(outer, back);
        if (!(clearance.lower >= 0)) return false;
    }
    return true;
}

template bool contains(const Frame<2>&, const Frame<2>&) noexcept;
template bool contains(const Frame<3>&, const Frame<3>&) noexcept;
template bool separates(const MovingFrame<2>&, const MovingFrame<2>&, const FrameAxis&, bool) noexcept;
template bool separates(const MovingFrame<3>&, const MovingFrame<3>&, const FrameAxis&, bool) noexcept;
template bool separates_along(const MovingFrame<2>&, const MovingFrame<2>&, const Vec2&, bool, bool) noexcept;
template bool separates_along(const MovingFrame<3>&, const MovingFrame<3>&, const Vec3&, bool, bool) noexcept;
template std::optional<FrameAxis> find_separating_axis(const MovingFrame<2>&, const MovingFrame<2>&,
                                                       bool) noexcept;
template std::optional<FrameAxis> find_separating_axis(const MovingFrame<3>&, const MovingFrame<3>&,
                                                       bool) noexcept;

}  // namespace graze
