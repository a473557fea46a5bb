// The descent to a local minimum of the heights of a difference: Newton's steps on the sphere of directions,
// from jump to jump. Frame and scale of the CorePair. Only for epa_local_minimum.cpp.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "convex/epa/difference_heights.hpp"

namespace graze {

/// A quadratic form on the plane perpendicular to a direction, in an orthonormal basis s, t of it.
struct HeightForm {
    double ss = 0;
    double st = 0;
    double tt = 0;

    void add(double factor, double s, double t) noexcept {
        ss += factor * s * s;
        st += factor * s * t;
        tt += factor * t * t;
    }
    void add_round(double factor) noexcept {
        ss += factor;
        tt += factor;
    }
    /// Whether no value on the unit circle is at or below this one.
    [[nodiscard]] bool above(double value) const noexcept {
        return ss > value && (ss - value) * (tt - value) > st * st;
    }
    [[nodiscard]] double least() const noexcept {
        const double half_difference = 0.5 * (ss - tt);
        return 0.5 * (ss + tt) - std::sqrt(half_difference * half_difference + st * st);
    }
};

/// One descent: the direction, and at each jump on which side of it the direction is (0: it stays at the
/// jump).
struct DifferenceHeights::Descent {
    /// Longest step, as the tangent of its angle.
    static constexpr double kLongestStep = 0.5;
    /// After a step this short the next one would be its square, by Newton's convergence: accurate enough for
    /// the default widths.
    static constexpr double kShortStep = 3e-4;
    static constexpr int kMostSteps = 12;
    /// What is left of a step that led to a greater height.
    static constexpr double kShorter = 0.35;
    /// A direction nearer to a disk's axis than this has no part in its plane worth the name.
    static constexpr double kLeastWidth = 1e-7;

    const DifferenceHeights& d;
    Vec3 n;
    std::array<int, 6> side{};
    int flat = -1;      ///< The disk whose axis the direction is.
    int released = -1;  ///< The jump that it has just left to one side.

    // What is found at the direction:
    Vec3 base{};                      ///< The support point; of faces, their middle.
    std::array<Vec3, 2> half{};       ///< Of the face's edges at the jumps stayed at.
    std::array<std::size_t, 2> at{};  ///< Those jumps.
    std::uint32_t edges = 0;
    std::array<Vec3, 2> along{};    ///< Of each disk: how its rim point moves.
    std::array<double, 2> width{};  ///< Of each disk: length of the direction's part in its plane; 0 when its
                                    ///< rim does not count.
    Vec3 s{}, t{};                  ///< Perpendicular to n.
    Vec3 gradient{};                ///< Of the height: the part of `base` perpendicular to n.
    double height = 0;
    std::array<double, 2> sigma{};  ///< Where the face is crossed by the normal, along each edge: -1 .. 1.

    Descent(const DifferenceHeights& heights, const Start& start) noexcept
        : d(heights), n(start.direction), flat(start.disk) {
        for (std::size_t i = 0; i < d.jump_count_; ++i)
            side[i] = dot(n, d.jumps_[i].across) > d.jumps_[i].level ? 1 : -1;
        for (const int jump : start.jumps) {
            if (jump >= 0) side[static_cast<std::size_t>(jump)] = 0;
        }
    }

    /// False when more edges intersect than a plane has directions.
    bool evaluate() noexcept;

    void evaluate_disk(std::size_t j) noexcept;

    /// Share of a disk's curvature in the face's crossing point: the rim's weight at a cone's edge.
    [[nodiscard]] double rim_share(std::size_t j) const noexcept {
        for (std::uint32_t i = 0; i < edges; ++i) {
            if (d.jumps_[at[i]].disk == static_cast<int>(j)) return 0.5 * (1 - sigma[i]);
        }
        return 1;
    }

    /// Crossing point of the normal and the face; false when one of its edges is missed: the direction leaves
    /// that jump.
    bool cross_face() noexcept;

    void choose_basis() noexcept {
        if (edges > 0) {
            s = half[0] * (1 / d.jumps_[at[0]].size);
        } else if (width[0] > 0) {
            s = along[0];
        } else if (d.disk_count_ > 1 && width[1] > 0) {
            s = along[1];
        } else {
            s = perpendicular(n);
        }
        t = cross(n, s);
    }

    struct Step {
        Vec3 displacement{};
        bool convex = false;  ///< Newton's; otherwise just downwards.
    };
    /// On the sphere: the length of the direction takes its height from the curvature.
    [[nodiscard]] Step step() const noexcept;

    /// Moves by the step, or to the first jump on the way, to which it is shortened. False when it came to
    /// none.
    bool move(Vec3& displacement) noexcept;

    /// Puts the direction exactly at the jumps it stays at. False when it cannot be at both.
    bool restore_constraints() noexcept;

    /// Whether the direction is beyond a jump that no step led to: then it stays there.
    bool stays_where_it_crossed() noexcept;

    /// From where a step was taken.
    struct Place {
        Vec3 n{};
        std::array<int, 6> side{};
        double height = std::numeric_limits<double>::infinity();  ///< And what rounding may add.
        std::array<double, 2> width{};
        Vec3 displacement{};  ///< The step, as far as it was taken.
    };
    [[nodiscard]] bool crosses_back(const Vec3& displacement) const noexcept {
        const auto i = static_cast<std::size_t>(released);
        return side[i] * dot(displacement, d.jumps_[i].across) < 0;
    }
    /// The step to take, and whether it is Newton's.
    [[nodiscard]] Vec3 next_displacement(bool& convex) const noexcept;

    /// True at a minimum.
    bool run() noexcept;

    /// Whether the direction is where it is taken to be: it may have been released at a jump to a side that
    /// it then did not go to.
    [[nodiscard]] bool on_its_sides() const noexcept {
        for (std::size_t i = 0; i < d.jump_count_; ++i) {
            if ((dot(n, d.jumps_[i].across) - d.jumps_[i].level) * side[i] < -64 * kEps) return false;
        }
        return true;
    }

    /// The minimum with its surroundings, and the face there. Not found when nothing is known of the
    /// surroundings.
    [[nodiscard]] LocalMinimum describe() noexcept;
    void note_face(LocalMinimum& v) const noexcept;

    /// What of each term counts in the lower model.
    struct Shares {
        std::array<double, 2> rim{};    ///< Of each disk: weight of its rim.
        std::array<double, 2> lent{};   ///< ... and what of it the kink at a cone's edge may take at most.
        std::array<double, 2> taken{};  ///< ... of which it takes this share for each unit of reach.
        std::array<double, 2> kink{};   ///< Of each jump stayed at: (1 - |sigma|) * size.
        double round = 0;               ///< Of the disk along whose axis the direction is.
    };
    [[nodiscard]] HeightForm lower_model(const Shares& shares, double reach, double least) const noexcept;
};

}  // namespace graze
