// Impacts: planes over cells of time. For every point of a body the height along a fixed direction lies above the line between its values at
// two times by at most K h² / 8, where K bounds its second derivative; so the gap of the bodies lies above the line between its own ends less
// that. Everything is evaluated in outward-rounded intervals about the exact motions.
#include "graze/query/verify_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/shape/support.hpp"
#include "math/nearest.hpp"
#include "motion/verify_passage.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

using namespace verifying;

constexpr int kMostLooks = 16;     // at parts of one cell, which the search found by sharper bounds of the bend
constexpr int kMostCells = 4096;   // guessed
constexpr int kDescentSteps = 64;  // of a guess

bool half_space(const Shape& shape) noexcept { return shape.type() == ShapeType::half_space; }

/// One body over a cell of time that one of its pieces serves.
struct Body {
    const Shape& shape;
    const MotionPiece& piece;
    MotionRates rates;
    Interval radius{0};  ///< Of the core around the pivot.
    double doubt = 0;    ///< By how much near-rotations may change the height of the margin.

    Body(const Moving& moving, const Interval& time) noexcept
        : shape(moving.shape), piece(moving.motion.piece_at(time.middle())), rates(rates_over(piece, time)) {
        if (half_space(shape)) return;
        radius = Interval(shape.core_reach()) + Interval(shape.support_error()) + norm(enclose(piece.pivot));
        const Interval stretched = stretch(pose_of(piece, time.middle()).rotation);
        const Interval drift = Interval(norm_bound(piece.drift)) * Interval(1 + 8 * kEps) * Interval(time.width());
        doubt = (exact_margin(shape) * (Interval(stretched.upper) - Interval(stretched.lower) + Interval(2) * drift + Interval(64 * kEps)))
                    .upper;
    }

    [[nodiscard]] IntervalVec3 path(double t) const noexcept {
        const Interval s = Interval(t) - Interval(piece.time.lower);
        IntervalVec3 result = enclose(piece.path[3]);
        for (std::size_t k = 3; k-- > 0;) result = s * result + enclose(piece.path[k]);
        return result;
    }
    /// max n·(x - pivot) over the body at time t, margin included.
    [[nodiscard]] Interval height(const IntervalVec3& n, double t) const noexcept {
        const IntervalMat3 r = bounds_over(piece, Interval(t)).rotation;
        const IntervalVec3 local = transpose_times(r, n);
        return support_value(shape, local) - dot(local, enclose(piece.pivot));
    }
    [[nodiscard]] Interval bend(const IntervalVec3& n) const noexcept {
        if (rates.turn_bend == 0) return 0;
        // The part of n across the axis; of cubics of quaternions all of it.
        const Interval across(piece.blended ? norm(n).upper : norm(cross(n, enclose(piece.axis))).upper + 16 * kEps);
        return Interval(rates.turn_bend) * radius * across;
    }
};

/// Both bodies over a cell.
class Cell {
public:
    Cell(const Moving& a, const Moving& b, const Interval& time) noexcept
        : a_(a, time), b_(b, time), slack_(Interval(a.motion.deviation()) + Interval(b.motion.deviation())) {}

    /// The gap along n (unit up to rounding) at t, and how much it can bend.
    [[nodiscard]] Interval gap(const Vec3& normal, double t) const noexcept {
        const IntervalVec3 apart = b_.path(t) - a_.path(t);
        if (half_space(a_.shape)) return flat_gap(a_, b_, apart, t);
        if (half_space(b_.shape)) return flat_gap(b_, a_, -apart, t);
        const IntervalVec3 n = enclose(normal);
        return dot(n, apart) - a_.height(n, t) - b_.height(-n, t) - (Interval(a_.doubt + b_.doubt) + slack_) * norm(n);
    }

    [[nodiscard]] Interval bend(const Vec3& normal, const Interval& time) const noexcept {
        const Interval paths = Interval(a_.rates.path_bend) + Interval(b_.rates.path_bend);
        const IntervalVec3 n = enclose(normal);
        if (!half_space(a_.shape) && !half_space(b_.shape)) return paths * norm(n) + a_.bend(n) + b_.bend(n);
        const Body& flat = half_space(a_.shape) ? a_ : b_;
        const Body& other = half_space(a_.shape) ? b_ : a_;
        const Interval still = paths + Interval(other.rates.turn_bend) * other.radius;
        if (flat.rates.turn_speed == 0) return still;
        const Interval speed =
            Interval(flat.rates.path_speed) + Interval(other.rates.path_speed) + Interval(other.rates.turn_speed) * other.radius;
        const Interval reach = norm(b_.path(time.lower) - a_.path(time.lower)) + speed * Interval(time.width()) + other.radius;
        return still + Interval(flat.rates.turn_bend) * reach + Interval(2) * Interval(flat.rates.turn_speed) * speed;
    }

    /// The balls around both pivots are apart along n throughout.
    [[nodiscard]] bool balls_apart(const Vec3& normal, const Interval& time) const noexcept {
        if (half_space(a_.shape) || half_space(b_.shape)) return false;
        const IntervalVec3 n = enclose(normal);
        const Interval balls = (a_.radius + b_.radius) * Interval(1 + 4e-6) + exact_margin(a_.shape) + exact_margin(b_.shape) +
                               Interval(a_.doubt + b_.doubt) + slack_;
        const Interval bulge =
            Interval(0.125) * (Interval(a_.rates.path_bend) + Interval(b_.rates.path_bend)) * square(Interval(time.width()));
        for (const double t : {time.lower, time.upper}) {
            if (!((dot(n, b_.path(t) - a_.path(t)) - (balls + bulge) * norm(n)).lower > 0)) return false;
        }
        return true;
    }

private:
    /// Of a half-space and another body, along the half-space's own normal.
    [[nodiscard]] Interval flat_gap(const Body& flat, const Body& other, const IntervalVec3& apart, double t) const noexcept {
        if (half_space(other.shape)) return -std::numeric_limits<double>::infinity();
        const IntervalVec3 local = enclose(flat.shape.vector(0));
        const IntervalVec3 n = bounds_over(flat.piece, Interval(t)).rotation * local;
        const Interval height = Interval(flat.shape.values()[3]) - dot(local, enclose(flat.piece.pivot));
        // { R x : local·x <= height } is { y : (R⁻ᵀ local)·y <= height }; a near-rotation's inverse transpose is itself up to its defect.
        const double defect = 4 * orthonormality_defect(pose_of(flat.piece, t).rotation) + 64 * kEps;
        const Interval lever = norm(apart) + other.radius + Interval(other.shape.margin());
        return (dot(n, apart) - other.height(-n, t) - height) / norm(local) - lever * Interval(defect) - Interval(other.doubt) - slack_;
    }

    Body a_;
    Body b_;
    Interval slack_;
};

/// Whether the gap along n stays open over the time, which one piece of each motion serves. `looks` counts down.
bool stays_open(const Moving& a, const Moving& b, const Interval& time, const Vec3& n, int& looks) noexcept {
    if (--looks < 0) return false;
    const Cell cell(a, b, time);
    const Interval first = cell.gap(n, time.lower), last = cell.gap(n, time.upper);
    if (!(first.lower > 0) || !(last.lower > 0)) return false;
    const Interval h = Interval(time.upper) - Interval(time.lower);
    const double q = (Interval(0.5) * cell.bend(n, time) * square(h)).upper;
    const double low = std::min(first.lower, last.lower);
    const Interval rise = Interval(std::max(first.lower, last.lower)) - Interval(low);
    if (rise.lower >= q) return true;
    // The line between the ends less q u (1 - u), at its lowest.
    const Interval dip = square(Interval(q) - rise) / (Interval(4) * Interval(q));
    if ((Interval(low) - dip).lower > 0) return true;
    const double middle = time.middle();
    if (!std::isfinite(q) || !(time.lower < middle && middle < time.upper)) return false;
    return stays_open(a, b, {time.lower, middle}, n, looks) && stays_open(a, b, {middle, time.upper}, n, looks);
}

bool stays_open(const Moving& a, const Moving& b, const Interval& time, const Vec3& n) noexcept {
    int looks = kMostLooks;
    return stays_open(a, b, time, n, looks);
}

/// The first time after t at which one of the motions changes its piece, at most `end`.
double border_after(const Moving& a, const Moving& b, double t, double end) noexcept {
    return std::min({a.motion.piece_at(t).time.upper, b.motion.piece_at(t).time.upper, end});
}

bool holds(const TimeCell& cell, const Moving& a, const Moving& b) noexcept {
    if (!(cell.time.lower < cell.time.upper) || !nearly_unit(cell.normal)) return false;
    double t = cell.time.lower;
    while (t < cell.time.upper) {
        const Interval part{t, border_after(a, b, t, cell.time.upper)};
        if (!(part.lower < part.upper)) return false;
        const bool open = cell.balls ? Cell(a, b, part).balls_apart(cell.normal, part) : stays_open(a, b, part, cell.normal);
        if (!open) return false;
        t = part.upper;
    }
    return true;
}

bool meet_at(const Moving& a, const Moving& b, double t) noexcept {
    const Placed x{a.shape, pose_at(a.motion, t)}, y{b.shape, pose_at(b.motion, t)};
    return distance_above_by_search(x, y, enclose(y.pose.position) - enclose(x.pose.position)) <= 0;
}

/// Whether they touch by the upper end, given that they do not before the lower one.
bool shows_contact(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    switch (impact.proof) {
        case ContactProof::none: return false;
        case ContactProof::overlap: return meet_at(a, b, impact.time.upper);
        case ContactProof::passage: return pass_through_by(a.shape, a.motion, b.shape, b.motion, impact.time);
    }
    return false;
}

/// What all impacts of convex bodies must satisfy, but for the time before contact.
bool consistent(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    const bool usable = a.shape.valid() && b.shape.valid() && a.shape.convex() && b.shape.convex() && a.motion.valid() && b.motion.valid();
    const bool answered = impact.status == Status::converged || impact.status == Status::budget_reached;
    if (!usable || !answered || impact.hit != (impact.answer != ImpactAnswer::miss)) return false;
    if (!(impact.time.lower >= 0 && impact.time.lower <= impact.time.upper && impact.time.upper <= 1)) return false;
    return impact.answer == ImpactAnswer::contact ? shows_contact(impact, a, b) : impact.proof == ContactProof::none;
}

double free_until(const Impact& impact) noexcept { return impact.hit ? impact.time.lower : 1; }

/// The direction of the shortest difference of the bodies at time t, from a to b: a guess. Of the three last differences and the next one
/// along the way, the triangle that comes nearest to the origin is kept.
Vec3 guessed_direction(const Moving& a, const Moving& b, double t, const Vec3& hint) noexcept {
    const Pose pa = pose_at(a.motion, t), pb = pose_at(b.motion, t);
    const auto difference = [&](const Vec3& n) {
        return (pb * support(b.shape, -transpose_times(pb.rotation, n))) - (pa * support(a.shape, transpose_times(pa.rotation, n)));
    };
    if (half_space(a.shape) || half_space(b.shape)) return hint;
    const Vec3 first = difference(hint);
    std::array<Vec3, 3> best{first, first, first};
    Vec3 nearest = first;
    double distance_sq = length_sq(first);
    for (int step = 0; step < kDescentSteps; ++step) {
        const Vec3 next = difference(unit(nearest));
        const std::array<Vec3, 3> last = best;
        bool nearer = false;
        for (std::size_t left_out = 0; left_out < 3; ++left_out) {
            std::array<Vec3, 3> triangle = last;
            triangle[left_out] = next;
            const TrianglePoint p = nearest_on_triangle(triangle, Vec3{});
            if (!(p.distance_sq < distance_sq * (1 - 4 * kEps))) continue;
            nearer = true;
            distance_sq = p.distance_sq;
            best = triangle;
            nearest = triangle[0] + p.u * (triangle[1] - triangle[0]) + p.v * (triangle[2] - triangle[0]);
        }
        if (!nearer) break;
    }
    return unit(nearest);
}

/// Covers [0, end) by cells of its own.
bool free_before(const Moving& a, const Moving& b, double end, const Vec3& last_normal) noexcept {
    double t = 0;
    for (int cells = 0; t < end; ++cells) {
        if (cells == kMostCells) return false;
        const double border = border_after(a, b, t, end);
        const Vec3 guess = guessed_direction(a, b, t, last_normal);
        double next = border;
        bool moved = false;
        for (int halving = 0; halving < 40 && next > t && !moved; ++halving) {
            const Interval part{t, next};
            moved = stays_open(a, b, part, guess) || stays_open(a, b, part, last_normal);
            if (!moved) next = t + 0.5 * (next - t);
        }
        if (!moved) return false;
        t = next;
    }
    return true;
}

}  // namespace

bool verify(const CertifiedImpact& certified, const Moving& a, const Moving& b) noexcept {
    const Impact& impact = certified.impact;
    if (!consistent(impact, a, b)) return false;
    double t = 0;
    for (const TimeCell& cell : certified.cells) {
        if (cell.time.lower != t || !holds(cell, a, b)) return false;
        t = cell.time.upper;
    }
    return t >= free_until(impact);
}

bool verify(const Impact& impact, const Moving& a, const Moving& b) noexcept {
    return consistent(impact, a, b) && free_before(a, b, free_until(impact), impact.normal);
}

}  // namespace graze
