// The plane across the closest points of two moving convex bodies, at one moment after the other: by a
// simplex that is kept from moment to moment for polytopes, or by the distance of the placed bodies. Planes
// are guesses; the gap along a plane, of a MovingGap, is certain.
#pragma once

#include <cstdint>
#include <optional>

#include "ccd/impact_search.hpp"
#include "ccd/moving_gap.hpp"
#include "convex/gjk/cast_simplex.hpp"
#include "graze/result/separation.hpp"

namespace graze {

/// Gaps of fewer errors than this cannot be followed.
inline constexpr double kFollowedErrors = 4;

/// The plane across the closest points at some time.
struct WitnessPlane {
    Vec3 normal{1, 0, 0};  ///< Unit, from a to b. World frame.
    double gap = 0;        ///< Along it, up to the error of a MovingGap.
    Interval distance{};   ///< Of the bodies less what they may be off their paths, up to rounding.
    Vec3 on_a{};  ///< The closest points, in the frames of the bodies; of the cores, when found by the
                  ///< simplex.
    Vec3 on_b{};
    Vec3 point{};  ///< On a, midway between both when they overlap. World frame. Unset when by_simplex.
    bool by_simplex = false;
};

/// A plane, and whether it can be followed.
struct TightPlane {
    WitnessPlane plane{};
    bool open = false;  ///< The gap is several errors wide.
};

/// Queries of distance, each at one moment. Keeps only what makes the next one faster.
class ClosestPlane {
public:
    using Moment = MovingGap::Moment;

    /// `tolerance` is relative to the length.
    ClosestPlane(const MovingRef& a, const MovingRef& b, double tolerance, double length) noexcept;

    /// Distances that were taken.
    [[nodiscard]] std::uint32_t queries() const noexcept { return queries_; }
    [[nodiscard]] const CastSimplex& simplex() const noexcept { return simplex_; }
    /// Sum of the lengths by which both may be off their paths.
    [[nodiscard]] double slack() const noexcept { return slack_; }

    /// The plane by the simplex; none when the bodies are too close for that. The simplex may have moved on
    /// to this moment nevertheless: its contents are a guess for others, and `overlap_at` tests them again.
    std::optional<WitnessPlane> update_fast(MovingGap& gap, const Moment& now) noexcept;

    /// At a moment when the gap is no smaller than `open`: the direction need not be sharper than what is
    /// left to go. The normal of the plane before is kept where it separates the bodies better.
    WitnessPlane update(MovingGap& gap, const Moment& now, double open, const WitnessPlane& before) noexcept;

    /// As sharply as numbers allow: bodies may rest, pass or part much closer to each other than the
    /// tolerance.
    TightPlane update_tight(MovingGap& gap, const Moment& now, const WitnessPlane& before) noexcept;

    /// The plane of this moment with sharp closest points.
    WitnessPlane refine(MovingGap& gap, const Moment& now, const WitnessPlane& plane) noexcept;

    /// On a: the closest point of a plane of this time. Between both when they overlap. World frame.
    [[nodiscard]] Vec3 point(const WitnessPlane& plane, double t) const noexcept;

    /// Whether the bodies touch for certain at a time shortly after that of the plane, as `pose_at` places
    /// them; by more than they may be off their paths.
    [[nodiscard]] bool overlap_at(const MovingGap& gap, const WitnessPlane& plane, double t) const noexcept;

private:
    WitnessPlane measure(const MovingGap& gap, const Moment& now, double tolerance) noexcept;
    /// Like `measure`; also sets the gap along the plane, and keeps the normal before where it separates the
    /// bodies better.
    WitnessPlane measure_plane(MovingGap& gap, const Moment& now, double tolerance,
                               const Vec3& before) noexcept;
    [[nodiscard]] bool simplex_overlaps(const Pose& pose_a, const Pose& pose_b) const noexcept;

    MovingRef a_;
    MovingRef b_;
    double tolerance_;
    double length_;
    double margin_;  ///< Of both.
    double slack_;
    bool has_simplex_;
    CastSimplex simplex_;
    PairCache cache_{};
    std::uint32_t queries_ = 0;
};

}  // namespace graze
