// Traversals of two trees over time. A piece outside of a solid at the start of a cover stays there, since it
// touches no part of the solid's surface.
#include "verify/moving/verify_moving_cover.hpp"

#include <algorithm>

#include "graze/math/interval.hpp"
#include "graze/shape/shape.hpp"
#include "motion/motion_piece.hpp"
#include "verify/moving/verify_moving.hpp"
#include "verify/moving/verify_offset.hpp"
#include "verify/verify_cover.hpp"

namespace graze::verifying {
namespace {

/// One side: its parts in its own frame, and how it moves.
struct Side {
    explicit Side(const Moving& moving) noexcept
        : motion(moving.motion), placed{moving.shape, {}}, parts(placed) {}
    Side(const Side&) = delete;

    const Motion& motion;
    Placed placed;
    PlacedParts parts;
};

class Walk {
public:
    Walk(const MovingCover& cover, const Side& a, const Side& b, double end)
        : cover_(cover), a_(a), b_(b), end_(end) {}

    /// Follows the cover for one pair and everything below it, from the time t on.
    bool follow(const Piece& a, const Piece& b, double t) {
        const Shape shape_a = shape_of(a, a_), shape_b = shape_of(b, b_);
        const MovingSet set_a = set_of(a, a_, shape_a), set_b = set_of(b, b_, shape_b);
        while (step_ < cover_.steps.size()) {
            const MovingCover::Step step = cover_.steps[step_++];
            if (step == MovingCover::Step::done) return t >= end_;
            if (step != MovingCover::Step::cell) return split_on(step == MovingCover::Step::split_a, a, b, t);
            if (cell_ >= cover_.cells.size()) return false;
            const TimeCell& cell = cover_.cells[cell_++];
            if (cell.time.lower != t || !holds(cell, set_a, set_b)) return false;
            t = cell.time.upper;
        }
        return false;
    }
    [[nodiscard]] bool finished() const noexcept {
        return step_ == cover_.steps.size() && cell_ == cover_.cells.size();
    }

private:
    bool split_on(bool of_a, const Piece& a, const Piece& b, double t) {
        const std::vector<Piece> pieces = of_a ? split(a, a_.parts) : split(b, b_.parts);
        return !pieces.empty() && std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
            return of_a ? follow(piece, b, t) : follow(a, piece, t);
        });
    }

    /// Of a part; anything for a subtree.
    static Shape shape_of(const Piece& piece, const Side& side) {
        return piece.kind == Piece::Kind::part ? side.parts.part(piece.index) : Shape(Point{});
    }
    static MovingSet set_of(const Piece& piece, const Side& side, const Shape& shape) noexcept {
        const bool part = piece.kind == Piece::Kind::part;
        return {&side.motion, part ? &shape : nullptr, piece.box, side.parts.margin()};
    }

    const MovingCover& cover_;
    const Side& a_;
    const Side& b_;
    double end_;
    std::size_t step_ = 0;
    std::size_t cell_ = 0;
};

/// Where a point of the inner body's frame is in the frame of the solid at time t, by the pieces that serve
/// the time after it.
IntervalVec3 in_frame_of(const Side& solid, const Side& inner, const IntervalVec3& x, double t) noexcept {
    const MotionPiece& piece = solid.motion.piece_at(t);
    const MotionPiece& other = inner.motion.piece_at(t);
    const IntervalMat3 rotation = bounds_over(piece, Interval(t)).rotation;
    const IntervalVec3 away =
        bounds_over(other, Interval(t)).rotation * x + origin_offset(piece, other, Interval(t));
    // A normalised quaternion makes a rotation, whose inverse is its transpose. Other matrices are doubles
    // where a piece starts.
    if (piece.blended) return transpose_times(rotation, away);
    if (t == piece.time.lower) return solve(piece.start, away);
    // In between they are close to a double matrix: (m + e)⁻¹ v differs from m⁻¹ v by at most |m⁻¹| |e| |m⁻¹
    // v| / (1 - |m⁻¹| |e|).
    Mat3 m;
    Interval off(0);
    for (std::size_t k = 0; k < 3; ++k) {
        m.columns[k] = middle(rotation.columns[k]);
        off += square(norm(rotation.columns[k] - enclose(m.columns[k])));
    }
    const Interval least = stretch(m).lower;
    const IntervalVec3 local = solve(m, away);
    const Interval share = sqrt(off) / least;
    if (!(share.upper < 0.5)) return {Interval::everything(), Interval::everything(), Interval::everything()};
    const double by = (share * norm(local) / (Interval(1) - share)).upper;
    return {widened(local.x, by), widened(local.y, by), widened(local.z, by)};
}

/// Whether each connected piece of the inner side is shown outside of the other at time t, if that is a
/// solid.
bool starts_outside_of(const Side& outer, const Side& inner, double t) {
    if (!outer.parts.solid()) return true;
    for (std::uint32_t i = 0; i < inner.parts.piece_count(); ++i) {
        const Shape part = inner.parts.part(inner.parts.part_of_piece(i));
        // A half-space is not inside of anything that is bounded.
        if (part.type() == ShapeType::half_space) continue;
        if (!starts_outside(outer.parts, in_frame_of(outer, inner, support_enclosure(part, {1, 0, 0}), t)))
            return false;
    }
    return true;
}

}  // namespace

bool covers_until(const std::vector<MovingCover>& covers, const Moving& a, const Moving& b,
                  double end) noexcept {
    const Side in_a(a), in_b(b);
    if (!tree_holds(in_a.parts) || !tree_holds(in_b.parts)) return false;
    double t = 0;
    for (const MovingCover& cover : covers) {
        if (t >= end) return false;
        if (cover.time.lower != t || !(cover.time.lower < cover.time.upper)) return false;
        if (cover.time.upper > border_after(a.motion, b.motion, t, 1)) return false;
        // Motions may jump by a rounding from one piece to the next: containment is tested again.
        if (!starts_outside_of(in_a, in_b, t) || !starts_outside_of(in_b, in_a, t)) return false;
        Walk walk(cover, in_a, in_b, std::min(end, cover.time.upper));
        if (!walk.follow(root_of(in_a.parts), root_of(in_b.parts), t) || !walk.finished()) return false;
        t = cover.time.upper;
    }
    return t >= end;
}

}  // namespace graze::verifying
