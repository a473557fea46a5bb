#include "verify/moving/verify_moving.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/shape/shape.hpp"
#include "motion/motion_piece.hpp"
#include "shape/half_space_around.hpp"
#include "verify/moving/verify_offset.hpp"
#include "verify/verify_bounds.hpp"

namespace graze::verifying {
namespace {

constexpr int kMostTests =
    16;  // at subdivisions of one cell, which the search found by tighter bounds of the acceleration

/// No point of a box is farther from the pivot.
Interval radius_about(const Aabb& box, const Vec3& pivot) noexcept {
    IntervalVec3 farthest;
    for (std::size_t k = 0; k < 3; ++k) {
        const Interval p(pivot[k]);
        farthest[k] = max(abs(Interval(box.min[k]) - p), abs(Interval(box.max[k]) - p));
    }
    return norm(farthest);
}

/// One set over a cell of time that one piece of its motion serves.
struct Body {
    const MovingSet& set;
    const MotionPiece& piece;
    MotionRates rates;
    Interval radius{0};  ///< Of the core around the pivot.
    Interval margin{0};  ///< Around the core.

    Body(const MovingSet& moving, const Interval& time) noexcept
        : set(moving), piece(moving.motion->piece_at(time.middle())), rates(rates_over(piece, time)) {
        if (set.half_space()) return;
        if (set.shape != nullptr) {
            radius = Interval(set.shape->core_reach()) + Interval(set.shape->support_error()) +
                     norm(enclose(piece.pivot));
            margin = exact_margin(*set.shape);
        } else {
            radius = radius_about(set.box, piece.pivot);
            margin = set.margin;
        }
    }

    /// max n·(x - pivot) over the body at time t, margin included.
    [[nodiscard]] Interval height(const IntervalVec3& n, double t) const noexcept {
        const IntervalMat3 r = bounds_over(piece, Interval(t)).rotation;
        const IntervalVec3 local = transpose_times(r, n);
        const Interval top = set.shape != nullptr ? support_value(*set.shape, local)
                                                  : support_value(set.box, local) + margin * norm(local);
        return top - dot(local, enclose(piece.pivot));
    }
    /// Along a normal with this angular speed and this bound of its second derivative.
    [[nodiscard]] Interval margin_acceleration(double spin, double spin_acceleration) const noexcept {
        return margin * Interval(stretch_acceleration(rates, spin, spin_acceleration)) *
               Interval(1 + 16 * kEps);
    }
    [[nodiscard]] Interval acceleration(const IntervalVec3& n) const noexcept {
        const Interval of_margin = margin_acceleration(0, 0) * norm(n);
        if (rates.angular_acceleration == 0) return of_margin;
        // The part of n across the axis; of cubics of quaternions all of it.
        const Interval across(piece.blended ? norm(n).upper
                                            : norm(cross(n, enclose(piece.axis))).upper + 16 * kEps);
        return Interval(rates.angular_acceleration) * radius * across + of_margin;
    }
};

/// Both bodies over a cell.
class Cell {
public:
    Cell(const MovingSet& a, const MovingSet& b, const Interval& time) noexcept
        : a_(a, time),
          b_(b, time),
          slack_(Interval(a.motion->deviation()) + Interval(b.motion->deviation())) {}

    /// The gap along n (unit up to rounding) at t, and the bound of its second derivative.
    [[nodiscard]] Interval gap(const Vec3& normal, double t) const noexcept {
        if (a_.set.half_space() && b_.set.half_space()) return facing_gap(normal, t);
        const IntervalVec3 apart = pivot_offset(a_.piece, b_.piece, Interval(t));
        if (a_.set.half_space()) return flat_gap(a_, b_, apart, t);
        if (b_.set.half_space()) return flat_gap(b_, a_, -apart, t);
        const IntervalVec3 n = enclose(normal);
        return dot(n, apart) - a_.height(n, t) - b_.height(-n, t) - slack_ * norm(n);
    }

    [[nodiscard]] Interval acceleration(const Vec3& normal, const Interval& time) const noexcept {
        const Interval paths = Interval(a_.rates.path_acceleration) + Interval(b_.rates.path_acceleration);
        const IntervalVec3 n = enclose(normal);
        if (!a_.set.half_space() && !b_.set.half_space())
            return paths * norm(n) + a_.acceleration(n) + b_.acceleration(n);
        const Body& flat = a_.set.half_space() ? a_ : b_;
        const Body& other = a_.set.half_space() ? b_ : a_;
        if (flat.rates.turn_speed == 0)
            return paths + other.acceleration(unit_normal(placed_normal(flat, time.lower)));
        const NormalRates rates = normal_rates(flat.rates, flat.piece.time.width());
        const Interval still = paths + Interval(other.rates.angular_acceleration) * other.radius +
                               other.margin_acceleration(rates.speed, rates.acceleration);
        const Interval speed = Interval(flat.rates.path_speed) + Interval(other.rates.path_speed) +
                               Interval(other.rates.turn_speed) * other.radius;
        const Interval reach = norm(pivot_offset(a_.piece, b_.piece, Interval(time.lower))) +
                               speed * Interval(time.width()) + other.radius;
        const Interval level =
            abs(height_of(flat)) / norm(enclose(flat.set.shape->vector(0))) * Interval(1.01 * rates.level);
        return still + Interval(rates.acceleration) * reach + Interval(2) * Interval(rates.speed) * speed +
               level;
    }

    /// The balls around both pivots are apart along n throughout.
    [[nodiscard]] bool balls_apart(const Vec3& normal, const Interval& time) const noexcept {
        if (a_.set.half_space() || b_.set.half_space()) return false;
        const IntervalVec3 n = enclose(normal);
        const Interval balls = (a_.radius + b_.radius + a_.margin + b_.margin) * Interval(1 + 4e-6) + slack_;
        const Interval bulge = Interval(0.125) *
                               (Interval(a_.rates.path_acceleration) + Interval(b_.rates.path_acceleration)) *
                               square(Interval(time.width()));
        for (const double t : {time.lower, time.upper}) {
            if (!((dot(n, pivot_offset(a_.piece, b_.piece, Interval(t))) - (balls + bulge) * norm(n)).lower >
                  0))
                return false;
        }
        return true;
    }

private:
    /// R⁻ᵀ n at a time, of the half-space's own n: { R x : n·x <= h } has it as its normal. By R (RᵀR)⁻¹ n:
    /// RᵀR stays what it is at the start but for roundings, and for the drift E of R = A + s E, which adds s
    /// (AᵀE + EᵀA) + s² EᵀE.
    [[nodiscard]] static IntervalVec3 placed_normal(const Body& flat, double t) noexcept {
        const MotionPiece& piece = flat.piece;
        const IntervalVec3 local = enclose(flat.set.shape->vector(0));
        const IntervalMat3 r = bounds_over(piece, Interval(t)).rotation;
        if (piece.blended) return r * local;
        const Interval s = Interval(t) - Interval(piece.time.lower);
        const IntervalMat3 drift = enclose(piece.drift);
        const auto times = [](const Interval& f, const IntervalVec3& v) {
            return IntervalVec3{f * v.x, f * v.y, f * v.z};
        };
        const auto back = [&](const IntervalVec3& v) {
            return solve(piece.start, solve(transpose(piece.start), v));
        };
        const auto added = [&](const IntervalVec3& v) {
            const IntervalVec3 drifted = times(s, drift * v), arc = r * v - drifted;
            return back(transpose_times(r, drifted) + times(s, transpose_times(drift, arc)));
        };
        // The inverse of a sum by powers of what is added, some 1e-6; those that are left out are less than
        // twice the next.
        const IntervalVec3 first = back(local), once = added(first), twice = added(once);
        const double remainder = 2 * norm(added(twice)).upper;
        IntervalVec3 n = first - once + twice;
        for (std::size_t k = 0; k < 3; ++k) n[k] = widened(n[k], remainder);
        return r * n;
    }

    [[nodiscard]] static IntervalVec3 unit_normal(const IntervalVec3& n) noexcept {
        const Interval size = norm(n);
        return {n.x / size, n.y / size, n.z / size};
    }

    /// Of the plane over the pivot, along the half-space's own normal.
    [[nodiscard]] static Interval height_of(const Body& flat) noexcept {
        return Interval(flat.set.shape->values()[3]) -
               dot(enclose(flat.set.shape->vector(0)), enclose(flat.piece.pivot));
    }

    /// Of a half-space and another body, along the half-space's own normal.
    [[nodiscard]] Interval flat_gap(const Body& flat, const Body& other, const IntervalVec3& apart,
                                    double t) const noexcept {
        const IntervalVec3 n = placed_normal(flat, t);
        const Interval lever = norm(apart) + other.radius + other.margin;
        return (dot(n, apart) - other.height(-n, t) - height_of(flat)) / norm(n) -
               lever * Interval(64 * kEps) - slack_;
    }

    /// Of two half-spaces that do not turn: their normals are exactly opposite at all times or at none.
    [[nodiscard]] Interval facing_gap(const Vec3& normal, double t) const noexcept {
        if (a_.rates.turn_speed > 0 || b_.rates.turn_speed > 0)
            return -std::numeric_limits<double>::infinity();
        const IntervalVec3 apart = origin_offset(a_.piece, b_.piece, Interval(t));
        return gap_along({*a_.set.shape, {a_.piece.start, {}}}, {*b_.set.shape, {b_.piece.start, {}}}, normal,
                         apart) -
               slack_;
    }

    Body a_;
    Body b_;
    Interval slack_;
};

/// Whether the gap along n stays open over the time, which one piece of each motion serves. `tests` counts
/// down.
bool is_open(const MovingSet& a, const MovingSet& b, const Interval& time, const Vec3& n,
             int& tests) noexcept {
    if (--tests < 0) return false;
    const Cell cell(a, b, time);
    const Interval first = cell.gap(n, time.lower), last = cell.gap(n, time.upper);
    if (!(first.lower > 0) || !(last.lower > 0)) return false;
    const Interval h = Interval(time.upper) - Interval(time.lower);
    const double q = (Interval(0.5) * cell.acceleration(n, time) * square(h)).upper;
    const double low = std::min(first.lower, last.lower);
    const Interval rise = Interval(std::max(first.lower, last.lower)) - Interval(low);
    if (rise.lower >= q) return true;
    // The line between the ends less q u (1 - u), at its lowest.
    const Interval dip = square(Interval(q) - rise) / (Interval(4) * Interval(q));
    if ((Interval(low) - dip).lower > 0) return true;
    const double middle = time.middle();
    if (!std::isfinite(q) || !(time.lower < middle && middle < time.upper)) return false;
    return is_open(a, b, {time.lower, middle}, n, tests) && is_open(a, b, {middle, time.upper}, n, tests);
}

}  // namespace

bool stays_open(const MovingSet& a, const MovingSet& b, const Interval& time, const Vec3& n) noexcept {
    int tests = kMostTests;
    return is_open(a, b, time, n, tests);
}

bool stays_open(const MovingSet& a, const MovingSet& b, const Interval& time, const Vec3& n,
                int& tests) noexcept {
    const int most = std::clamp(tests, 0, kMostTests);
    int left = most;
    const bool open = is_open(a, b, time, n, left);
    tests -= most - std::max(left, 0);
    return open;
}

double border_after(const Motion& a, const Motion& b, double t, double end) noexcept {
    return std::min({a.piece_at(t).time.upper, b.piece_at(t).time.upper, end});
}

bool holds(const TimeCell& cell, const MovingSet& a, const MovingSet& b) noexcept {
    if (!(cell.time.lower < cell.time.upper) || !nearly_unit(cell.normal)) return false;
    if (cell.moves != TimeCell::Moves::not_at_all) {
        // The body lies behind its plane: as a half-space it takes that along.
        const bool of_a = cell.moves == TimeCell::Moves::with_a;
        const MovingSet& body = of_a ? a : b;
        const auto around =
            body.shape != nullptr ? half_space_around(*body.shape, cell.normal) : std::nullopt;
        if (!around || cell.balls || (of_a ? b : a).half_space()) return false;
        const MovingSet flat{body.motion, &*around, {}, 0};
        const TimeCell still{cell.time, cell.normal, false, TimeCell::Moves::not_at_all};
        return of_a ? holds(still, flat, b) : holds(still, a, flat);
    }
    double t = cell.time.lower;
    while (t < cell.time.upper) {
        const Interval part{t, border_after(*a.motion, *b.motion, t, cell.time.upper)};
        if (!(part.lower < part.upper)) return false;
        const bool open = cell.balls ? Cell(a, b, part).balls_apart(cell.normal, part)
                                     : stays_open(a, b, part, cell.normal);
        if (!open) return false;
        t = part.upper;
    }
    return true;
}

}  // namespace graze::verifying
