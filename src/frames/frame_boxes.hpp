// The boxes of two trees of frames, in the axes of the first tree: all boxes of a tree have the same axes, so
// the relative rotation is computed once for a pair of objects, and a pair of nodes is separated without
// placing either. `apart` is a theorem on the placed nodes, rounding included; "not apart" means undecided.
// Method: the fifteen separating axes of two boxes. S. Gottschalk, M. Lin, D. Manocha, "OBBTree", section 5.
#pragma once

#include <limits>

#include "graze/frames/frame_tree.hpp"

namespace graze {

class FrameBoxes {
public:
    FrameBoxes() = default;
    FrameBoxes(const FrameObject& a, const FrameObject& b) noexcept {
        const Mat3 axes_a = a.pose.rotation * a.tree->axes();
        const Mat3 axes_b = b.pose.rotation * b.tree->axes();
        const Vec3 apart = b.pose.position - a.pose.position;
        rotation_ = transpose_times(axes_a, axes_b);
        for (std::size_t i = 0; i < 3; ++i) magnitudes_[i] = abs(rotation_.columns[i]);
        offset_ = transpose_times(axes_a, apart);
        // Twenty roundings or so of what is added up, here and where leaves are placed; and a matrix that is
        // not quite a rotation moves points by its defect. For matrices far from rotations nothing is
        // decided.
        const double reach = a.tree->reach() + b.tree->reach();
        const double defect = orthonormality_defect(axes_a) + orthonormality_defect(axes_b);
        slack_ = 128 * kEps * (length(a.pose.position) + length(b.pose.position) + 2 * reach) +
                 16 * defect * (reach + length(apart));
        if (!(defect < kLargestDefect)) slack_ = std::numeric_limits<double>::infinity();
    }

    /// Whether boxes can decide.
    [[nodiscard]] bool conclusive() const noexcept {
        return slack_ < std::numeric_limits<double>::infinity();
    }

    /// The box of a's node, and the box around that of b's, both along a's axes.
    [[nodiscard]] Aabb of_a(const FrameNodeBox& a) const noexcept { return around(a.centre, a.half); }
    [[nodiscard]] Aabb of_b(const FrameNodeBox& b) const noexcept {
        return around(rotation_ * b.centre + offset_, across(b.half));
    }

    /// Whether two nodes have nothing in common. One branch for the faces and one for the edges: which axis
    /// separates is unpredictable.
    [[nodiscard]] bool apart(const FrameNodeBox& a, const FrameNodeBox& b) const noexcept {
        const Vec3 v = rotation_ * b.centre + offset_ - a.centre;
        const Vec3 back{dot(magnitudes_[0], a.half), dot(magnitudes_[1], a.half),
                        dot(magnitudes_[2], a.half)};
        const Vec3 faces =
            max(abs(v) - a.half - across(b.half), abs(transpose_times(rotation_, v)) - b.half - back);
        if (exceeds(faces)) return true;
        const Vec3 edges =
            max(edge_gaps<0, 1, 2>(v, a.half, b.half),
                max(edge_gaps<1, 2, 0>(v, a.half, b.half), edge_gaps<2, 0, 1>(v, a.half, b.half)));
        return exceeds(edges);
    }

    /// Below it axes are unit vectors up to a factor that the rounding bound covers.
    static constexpr double kLargestDefect = 1e-3;

private:
    [[nodiscard]] Vec3 across(const Vec3& half) const noexcept {
        return magnitudes_[0] * half.x + magnitudes_[1] * half.y + magnitudes_[2] * half.z;
    }
    [[nodiscard]] Aabb around(const Vec3& centre, const Vec3& half) const noexcept {
        const Vec3 reach = half + Vec3{slack_, slack_, slack_};
        return {centre - reach, centre + reach};
    }

    /// Along the products of the edges of a with edge J of b, which is m: that of e_i has the height (m ×
    /// v)_i.
    template <std::size_t J, std::size_t K, std::size_t L>
    [[nodiscard]] Vec3 edge_gaps(const Vec3& v, const Vec3& half_a, const Vec3& half_b) const noexcept {
        const Vec3& m = magnitudes_[J];
        const Vec3 of_a{m.z * half_a.y + m.y * half_a.z, m.z * half_a.x + m.x * half_a.z,
                        m.y * half_a.x + m.x * half_a.y};
        const Vec3 of_b = magnitudes_[L] * half_b[K] + magnitudes_[K] * half_b[L];
        return abs(cross(rotation_.columns[J], v)) - of_a - of_b;
    }
    [[nodiscard]] bool exceeds(const Vec3& gaps) const noexcept {
        return (static_cast<unsigned>(gaps.x > slack_) | static_cast<unsigned>(gaps.y > slack_) |
                static_cast<unsigned>(gaps.z > slack_)) != 0;
    }

    Mat3 rotation_{};                   ///< b's axes along a's.
    std::array<Vec3, 3> magnitudes_{};  ///< Of its columns.
    Vec3 offset_{};                     ///< From a's origin to b's, along a's axes.
    double slack_ = 0;
};

}  // namespace graze
