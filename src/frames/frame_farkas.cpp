#include "frames/frame_farkas.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

/// Multipliers of the rows of a frame whose sum has the left side `g` · x: the best bound of it that the rows
/// give.
template <int D>
std::array<double, std::size_t{2} * D> multipliers(const VecOf<D>& g, FrameKind kind) noexcept {
    std::array<double, std::size_t{2} * D> rows{};
    if (kind == FrameKind::cuboid) {
        for (std::size_t i = 0; i < D; ++i) rows[g[i] > 0 ? D + i : i] = std::abs(g[i]);
        return rows;
    }
    double top = 0;
    for (std::size_t i = 0; i < D; ++i) top = std::max(top, g[i]);
    rows[D] = top;
    for (std::size_t i = 0; i < D; ++i) rows[i] = top - g[i];
    return rows;
}

/// The left side that belongs to one row alone.
template <int D> VecOf<D> left_of_row(int row, FrameKind kind) noexcept {
    VecOf<D> g{};
    for (std::size_t i = 0; i < D; ++i) {
        const bool all = kind == FrameKind::tetrahedron && row == D;
        if (all || static_cast<int>(i) == row % D) g[i] = all || row >= D ? 1 : -1;
    }
    return g;
}

/// Heights of the components over the plane that contains edge `edge`: zero, or equal, by the edge's kind.
void flatten(Vec3& g, int edge) noexcept {
    if (edge == FrameAxis::kVelocity) return;
    if (edge < 3) {
        g[static_cast<std::size_t>(edge)] = 0;
        return;
    }
    const std::size_t from = edge == 5 ? 1 : 0;
    const std::size_t to = edge == 3 ? 1 : 2;
    g[to] = g[from];
}

Vec3 edge_of(const Frame<3>& frame, int edge) noexcept {
    const auto& c = frame.components();
    if (edge < 3) return c[static_cast<std::size_t>(edge)];
    return c[edge == 3 ? 1 : 2] - c[edge == 5 ? 1 : 0];
}

template <int D> VecOf<D> heights(const Frame<D>& frame, const VecOf<D>& n) noexcept {
    VecOf<D> g{};
    for (std::size_t i = 0; i < D; ++i) g[i] = dot(n, frame.components()[i]);
    return g;
}

/// How far b's middle lies ahead of a's along n: its sign directs an axis made of edges.
template <int D>
double ahead(const Frame<D>& a, const Frame<D>& b, const VecOf<D>& velocity, const VecOf<D>& n) noexcept {
    const auto middle = [](const Frame<D>& frame) {
        VecOf<D> sum{};
        for (const VecOf<D>& component : frame.components()) sum = sum + component;
        return frame.origin() + sum * (frame.kind() == FrameKind::cuboid ? 0.5 : 1.0 / (D + 1));
    };
    return dot(n, middle(b) - middle(a) + velocity * 0.5);
}

VecOf<2> normal_of_edges(const Frame<2>&, const Frame<2>&, const FrameAxis&, const Vec2& velocity) noexcept {
    return {-velocity.y, velocity.x};
}
VecOf<3> normal_of_edges(const Frame<3>& a, const Frame<3>& b, const FrameAxis& axis,
                         const Vec3& velocity) noexcept {
    return cross(axis.first == FrameAxis::kVelocity ? velocity : edge_of(a, axis.first),
                 axis.second == FrameAxis::kVelocity ? velocity : edge_of(b, axis.second));
}

}  // namespace

template <int D>
void cancel(FrameFarkas<D>& farkas, const VecOf<D>& left_x, double left_t, bool cuboid_b) noexcept {
    const auto rows = multipliers<D>(-left_x, cuboid_b ? FrameKind::cuboid : FrameKind::tetrahedron);
    for (std::size_t i = 0; i < rows.size(); ++i) farkas.rows_b[i] += rows[i];
    farkas.rows_t[left_t < 0 ? 1 : 0] += std::abs(left_t);
}

template <int D>
FrameFarkas<D> farkas_of_axis(const MovingFrame<D>& a, const MovingFrame<D>& b, const FrameAxis& axis,
                              bool strict) noexcept {
    using Kind = FrameAxis::Kind;
    const VecOf<D> velocity = b.velocity - a.velocity;
    FrameFarkas<D> farkas;
    farkas.strict = strict;
    VecOf<D> g{};  // a's left side: n · a's components, n from a to b
    VecOf<D> h{};  // n · b's components
    double speed = 0;
    if (axis.kind == Kind::edges) {
        VecOf<D> n = normal_of_edges(a.frame, b.frame, axis, velocity);
        if (ahead(a.frame, b.frame, velocity, n) < 0) n = -n;
        g = heights(a.frame, n);
        h = heights(b.frame, n);
        if constexpr (D == 3) {
            flatten(g, axis.first);
            flatten(h, axis.second);
        }
        const bool along = axis.first == FrameAxis::kVelocity || axis.second == FrameAxis::kVelocity;
        speed = along ? 0 : dot(n, velocity);
    } else {
        const bool of_a = axis.kind == Kind::face_a;
        const Frame<D>& frame = of_a ? a.frame : b.frame;
        const VecOf<D> outward = left_of_row<D>(axis.first, frame.kind());
        VecOf<D> n{};
        for (std::size_t i = 0; i < D; ++i) n = n + frame.normals()[i] * outward[i];
        if (!of_a) n = -n;
        g = of_a ? outward * frame.volume() : heights(a.frame, n);
        h = of_a ? heights(b.frame, n) : -(outward * frame.volume());
        speed = dot(n, velocity);
    }
    farkas.rows_a = multipliers<D>(g, a.frame.kind());
    farkas.rows_b = multipliers<D>(-h, b.frame.kind());
    farkas.rows_t[speed < 0 ? 1 : 0] = std::abs(speed);
    return farkas;
}

template void cancel(FrameFarkas<2>&, const Vec2&, double, bool) noexcept;
template void cancel(FrameFarkas<3>&, const Vec3&, double, bool) noexcept;
template FrameFarkas<2> farkas_of_axis(const MovingFrame<2>&, const MovingFrame<2>&, const FrameAxis&,
                                       bool) noexcept;
template FrameFarkas<3> farkas_of_axis(const MovingFrame<3>&, const MovingFrame<3>&, const FrameAxis&,
                                       bool) noexcept;

}  // namespace graze
