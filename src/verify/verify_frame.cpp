// Verdicts about frames. A certificate names a direction through the multipliers of a's rows (or of b's):
// intervals prove most gaps along it. Where the gap is too narrow for them, or zero in the open mode, the
// rows that take part identify the face or the edges of the direction, and exact signs decide.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "bounds/frame_axes.hpp"
#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"
#include "graze/verify/verify.hpp"

namespace graze {
namespace {

template <int D> using Rows = std::array<double, std::size_t{2} * D>;

template <std::size_t N> bool all_multipliers(const std::array<double, N>& rows) noexcept {
    return std::all_of(rows.begin(), rows.end(), [](double x) { return x >= 0 && x <= kLargestServed; });
}

/// Coefficients of the frame's coordinates in the sum of its rows.
template <int D> VecOf<D> left_side(const Rows<D>& rows, FrameKind kind) noexcept {
    VecOf<D> left{};
    for (std::size_t i = 0; i < D; ++i) left[i] = rows[kind == FrameKind::cuboid ? D + i : D] - rows[i];
    return left;
}

/// The face, edge or corner that the rows with a multiplier share.
struct FeatureOfRows {
    std::optional<int> face;
    std::optional<int> edge;  ///< As in FrameAxis.
};

template <int D> FeatureOfRows feature(const Rows<D>& rows, FrameKind kind) noexcept {
    std::array<int, std::size_t{2} * D> used{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] > 0) used[count++] = static_cast<int>(i);
    }
    FeatureOfRows found;
    if (count == 1) found.face = used[0];
    if (D != 3 || count != 2) return found;
    const int i = used[0] % 3;
    const int j = used[1] % 3;
    if (kind == FrameKind::tetrahedron && used[1] == 3) {
        found.edge = i == 0 ? 5 : i == 1 ? 4 : 3;  // opposite face i, between the other two tips
    } else if (i != j) {
        found.edge = 3 - i - j;
    }
    return found;
}

template <int D>
bool shown_exactly(const FrameFarkas<D>& farkas, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    using Kind = FrameAxis::Kind;
    const FeatureOfRows of_a = feature<D>(farkas.rows_a, a.frame.kind());
    const FeatureOfRows of_b = feature<D>(farkas.rows_b, b.frame.kind());
    const auto shown = [&](const FrameAxis& axis) { return separates(a, b, axis, farkas.strict); };
    if (of_a.face && shown({Kind::face_a, *of_a.face, 0})) return true;
    if (of_b.face && shown({Kind::face_b, *of_b.face, 0})) return true;
    if (of_a.edge && of_b.edge && shown({Kind::edges, *of_a.edge, *of_b.edge})) return true;
    if (farkas.rows_t[0] != 0 || farkas.rows_t[1] != 0) return false;
    if (D == 2) return shown({Kind::edges, FrameAxis::kVelocity, FrameAxis::kVelocity});
    if (of_a.edge && shown({Kind::edges, *of_a.edge, FrameAxis::kVelocity})) return true;
    return of_b.edge && shown({Kind::edges, FrameAxis::kVelocity, *of_b.edge});
}

template <int D> bool meaningful(const MovingFrame<D>& moving) noexcept {
    return moving.frame.valid() && in_served_range(moving.velocity);
}

/// Coordinates of the point in the frame at time t, as multiples of its volume; false when one is outside by
/// more than `slack` of a length.
template <int D>
bool holds(const MovingFrame<D>& moving, const VecOf<D>& point, double t, double slack) noexcept {
    const Frame<D>& frame = moving.frame;
    const bool cuboid = frame.kind() == FrameKind::cuboid;
    VecOf<D> total{};
    double sum = 0;
    for (std::size_t j = 0; j < D; ++j) {
        const VecOf<D>& normal = frame.normals()[j];
        const double allowed = slack * length(normal);
        const double y = dot(normal, point - frame.origin() - moving.velocity * t);
        if (!(y >= -allowed) || (cuboid && !(y <= frame.volume() + allowed))) return false;
        total = total + normal;
        sum += y;
    }
    return cuboid || sum <= frame.volume() + slack * length(total);
}

template <int D> double extent(const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < D; ++i) {
        sum += a.frame.span()[i] + b.frame.span()[i] + std::abs(a.frame.origin()[i]) +
               std::abs(b.frame.origin()[i]) + std::abs(a.velocity[i]) + std::abs(b.velocity[i]);
    }
    return sum;
}

}  // namespace

template <int D>
bool verify(const FrameFarkas<D>& farkas, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    if (!meaningful(a) || !meaningful(b)) return false;
    if (!all_multipliers(farkas.rows_a) || !all_multipliers(farkas.rows_b) || !all_multipliers(farkas.rows_t))
        return false;
    if (separates_along(a, b, left_side<D>(farkas.rows_a, a.frame.kind()), true, farkas.strict)) return true;
    if (separates_along(a, b, -left_side<D>(farkas.rows_b, b.frame.kind()), false, farkas.strict))
        return true;
    return shown_exactly(farkas, a, b);
}
template <int D> bool verify(const FrameFarkas<D>& farkas, const Frame<D>& a, const Frame<D>& b) noexcept {
    return verify(farkas, MovingFrame<D>{a, {}}, MovingFrame<D>{b, {}});
}

template <int D>
bool verify(const FrameOverlap<D>& overlap, const MovingFrame<D>& a, const MovingFrame<D>& b) noexcept {
    if (overlap.status == Status::invalid_input || !meaningful(a) || !meaningful(b)) return false;
    if (!overlap.hit) return verify(overlap.farkas, a, b);
    if (!(overlap.witness_time >= 0 && overlap.witness_time <= 1)) return false;
    const double slack = 64 * kEps * extent(a, b);
    return holds(a, overlap.witness, overlap.witness_time, slack) &&
           holds(b, overlap.witness, overlap.witness_time, slack);
}
template <int D> bool verify(const FrameOverlap<D>& overlap, const Frame<D>& a, const Frame<D>& b) noexcept {
    return verify(overlap, MovingFrame<D>{a, {}}, MovingFrame<D>{b, {}});
}

template bool verify(const FrameFarkas<2>&, const Frame<2>&, const Frame<2>&) noexcept;
template bool verify(const FrameFarkas<3>&, const Frame<3>&, const Frame<3>&) noexcept;
template bool verify(const FrameFarkas<2>&, const MovingFrame<2>&, const MovingFrame<2>&) noexcept;
template bool verify(const FrameFarkas<3>&, const MovingFrame<3>&, const MovingFrame<3>&) noexcept;
template bool verify(const FrameOverlap<2>&, const Frame<2>&, const Frame<2>&) noexcept;
template bool verify(const FrameOverlap<3>&, const Frame<3>&, const Frame<3>&) noexcept;
template bool verify(const FrameOverlap<2>&, const MovingFrame<2>&, const MovingFrame<2>&) noexcept;
template bool verify(const FrameOverlap<3>&, const MovingFrame<3>&, const MovingFrame<3>&) noexcept;

}  // namespace graze
