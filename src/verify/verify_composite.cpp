#include "verify/verify_composite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_cover.hpp"

namespace graze::verifying {

Proof whole_proof(const ConvexProof& proof) {
    return std::visit([](const auto& each) -> Proof { return each; }, proof);
}

namespace {

/// Pieces are separated by `distance`: along the normal that is best for their boxes; two parts along the
/// hint or along guesses of a search for their closest points.
class Apart {
public:
    Apart(const PlacedParts& a, const PlacedParts& b, double distance, const Vec3& hint)
        : a_(a), b_(b), distance_(distance), hint_(hint) {}

    bool wholes() const { return separated(root_of(a_), root_of(b_), hint_); }

    bool pieces(const Piece& a, const Piece& b) const {
        if (separated(a, b, widest_axis(a, a_, b, b_))) return true;
        const bool whole_a = a.kind == Piece::Kind::part;
        const bool whole_b = b.kind == Piece::Kind::part;
        if (whole_a && whole_b) return separated(a, b, hint_) || separated_by_search(a, b);
        const bool of_a = whole_b || (!whole_a && half_diagonal_sq(a, a_) >= half_diagonal_sq(b, b_));
        const std::vector<Piece> pieces_of = of_a ? split(a, a_) : split(b, b_);
        return std::all_of(pieces_of.begin(), pieces_of.end(),
                           [&](const Piece& piece) { return of_a ? pieces(piece, b) : pieces(a, piece); });
    }

private:
    bool separated(const Piece& a, const Piece& b, const Vec3& normal) const {
        const Interval length = norm(enclose(normal));
        return length.lower > 0 && (gap_along(a, a_, b, b_, normal) / length).lower >= distance_;
    }

    /// Along guesses of a search for the closest points.
    bool separated_by_search(const Piece& a, const Piece& b) const {
        const std::array<Vec3, 2> guesses =
            separating_guesses(placed_part(a_, a.index), placed_part(b_, b.index));
        return std::ranges::any_of(guesses, [&](const Vec3& normal) { return separated(a, b, normal); });
    }

    const PlacedParts& a_;
    const PlacedParts& b_;
    double distance_;
    Vec3 hint_;
};

/// Whether every pair of parts is that far apart, and no piece is inside of a solid.
bool apart_by(double distance, const PlacedParts& a, const PlacedParts& b, const Vec3& hint) {
    if (!tree_holds(a) || !tree_holds(b)) return false;
    const Apart apart(a, b, distance, hint);
    // A plane between the wholes: what is inside of a solid is inside of its hull.
    if (distance > 0 && apart.wholes()) return true;
    return apart.pieces(root_of(a), root_of(b)) && !encloses(a, b) && !encloses(b, a);
}

}  // namespace

bool encloses(const PlacedParts& outer, const PlacedParts& inner) noexcept {
    if (!outer.solid()) return false;
    for (std::uint32_t i = 0; i < inner.piece_count(); ++i) {
        const Shape part = inner.part(inner.part_of_piece(i));
        if (!starts_outside(outer, place(inner.placed.pose, support_enclosure(part, {1, 0, 0})))) return true;
    }
    return false;
}

std::optional<Placed> moved_by(double distance, const Vec3& normal, const Placed& placed) noexcept {
    const double rounding = 4 * kEps * (distance + max_component(abs(placed.pose.position)));
    Placed moved = placed;
    moved.pose.position += (distance - rounding) * unit(normal);
    const Interval length = norm(enclose(moved.pose.position) - enclose(placed.pose.position));
    return distance > rounding && length.upper <= distance ? std::optional(moved) : std::nullopt;
}

double closest_call(const Placed& a, const Placed& b) noexcept {
    return 64 * kEps * extent(a, b) + 4 * distortion(a, b);
}

bool shows(const IntersectingParts& intersecting, const Placed& a, const Placed& b) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    if (intersecting.part_a >= in_a.count() || intersecting.part_b >= in_b.count()) return false;
    const Placed part_a = placed_part(in_a, intersecting.part_a);
    const Placed part_b = placed_part(in_b, intersecting.part_b);
    Verdict verdict;
    verdict.answer = Answer::intersecting;
    verdict.proof = whole_proof(intersecting.proof);
    return verify(verdict, part_a, part_b);
}

bool shows(const EnclosedPart& enclosed, const Placed& a, const Placed& b) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    return tree_holds(enclosed.probe.of_b ? in_a : in_b) &&
           locate_point(enclosed.probe, in_a, in_b).where == PointLocation::inside;
}

bool shows(const SeparatingCover& cover, const Placed& a, const Placed& b) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    return covers(cover, in_a, in_b, 0) && all_outside(cover, in_a, in_b);
}

bool shows(const CloseParts& close, const Placed& a, const Placed& b) noexcept {
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    if (close.part_a >= in_a.count() || close.part_b >= in_b.count()) return false;
    const double delta = close.closeness.delta;
    if (!(delta > 0) || !(delta <= closest_call(a, b))) return false;
    if (!verify(Proof{close.closeness}, placed_part(in_a, close.part_a), placed_part(in_b, close.part_b)))
        return false;
    if (in_a.is_skin() && in_b.is_skin()) return covers(close.cover, in_a, in_b, delta);
    // Not by gaps of -delta: no two parts of solids that fill the same space overlap by more, nor those of a
    // pin that is wedged in a hole.
    const Vec3& direction = close.direction == Vec3{} ? close.closeness.normal : close.direction;
    const std::optional<Placed> moved = moved_by(closest_call(a, b), direction, b);
    if (!moved) return false;
    const PlacedParts there(*moved);
    return covers(close.cover, in_a, there, 0) && all_outside(close.cover, in_a, there);
}

bool composite_lower_end(const Separation& separation, const Placed& a, const Placed& b) noexcept {
    if ((a.shape.convex() && b.shape.convex()) || has_half_space(a, b)) return false;
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    const double lower = separation.distance.lower;
    if (lower <= 0 && in_a.is_skin() && in_b.is_skin()) return true;
    if (lower > 0) return apart_by(lower, in_a, in_b, separation.normal);
    const std::optional<Placed> moved = moved_by(-lower, separation.normal, b);
    // Any gap, but not 0: solids that have faces in common planes may overlap although no two of their
    // triangles cross.
    constexpr double kSomeGap = std::numeric_limits<double>::denorm_min();
    return moved && apart_by(kSomeGap, in_a, PlacedParts(*moved), separation.normal);
}

}  // namespace graze::verifying
