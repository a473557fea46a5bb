// The separating axes of two frames, evaluated exactly: in intervals first and, where those do not decide, in
// exact arithmetic. The answers are those for the exact sets that the doubles describe. b may be swept along
// its velocity against a: what is apart from the swept set is apart at all times, and two convex sets that
// are apart have one of these axes between them.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/bounds/frame.hpp"

namespace graze {

/// The outward normal of a face of a, the inward normal of a face of b, or, in both directions, the normal of
/// what two edges span.
struct FrameAxis {
    enum class Kind : std::uint8_t { face_a, face_b, edges };
    /// In place of an edge: the velocity of b against a. In the plane, in place of both: the normal of the
    /// velocity.
    static constexpr int kVelocity = -1;

    Kind kind = Kind::face_a;
    int first = 0;   ///< The face, by its row: 0 <= x_i is i, x_i <= 1 is D + i, Σ x_i <= 1 is D. For edges
                     ///< the edge of a.
    int second = 0;  ///< The edge of b. Edges: component i < D, then those between the tips of a tetrahedron,
                     ///< (0, 1), (0, 2), (1, 2).
};

/// Number of rows, so of faces.
template <int D> int row_count(const Frame<D>& frame) noexcept {
    return frame.kind() == FrameKind::cuboid ? 2 * D : D + 1;
}

/// Number of edges with different directions: 3 and 6 in space. In the plane edges are faces, and there are
/// none here.
template <int D> int edge_count(const Frame<D>& frame) noexcept {
    return D == 2 ? 0 : frame.kind() == FrameKind::cuboid ? 3 : 6;
}

/// Whether the axis separates the closed sets, or (open) their interiors. Valid frames and finite velocities.
template <int D>
bool separates(const MovingFrame<D>& a, const MovingFrame<D>& b, const FrameAxis& axis, bool open) noexcept;

/// The same for the direction Σ weights_i (inward normal of face i at the origin) of a, or of b; by intervals
/// only, so false means "not shown".
template <int D>
bool separates_along(const MovingFrame<D>& a, const MovingFrame<D>& b, const VecOf<D>& weights, bool of_a,
                     bool open) noexcept;

/// The first axis that does; none when the sets (interiors) overlap.
template <int D>
std::optional<FrameAxis> find_separating_axis(const MovingFrame<D>& a, const MovingFrame<D>& b,
                                              bool open) noexcept;

}  // namespace graze
