// Planes for pairs of pieces of two trees, one of which moves. Boxes are separated along the axes that
// separate them at the start or at the end, and along products of the motion with their own axes; two parts
// along guesses for the part and the sweep of the other. Every guess is checked.
#include "verify/verify_cast_parts.hpp"

#include <algorithm>
#include <vector>

#include "mesh/placed_parts.hpp"
#include "verify/verify_bounds.hpp"
#include "verify/verify_composite.hpp"

namespace graze::verifying {
namespace {

/// Planes tried at most: about a second.
constexpr int kMostPlanes = 400'000;

Placed moved_to_end(const Placed& b, const Vec3& displacement) noexcept {
    return {b.shape, {b.pose.rotation, b.pose.position + displacement}};
}

class ApartUntil {
public:
    ApartUntil(const PlacedParts& a, const PlacedParts& b, const Vec3& motion, const Vec3& normal, double end)
        : a_(a),
          b_(b),
          placed_at_end_(moved_to_end(b.placed, end * motion)),
          b_at_end_(placed_at_end_),
          motion_(motion),
          normal_(normal),
          end_(end) {}

    bool pieces(const Piece& a, const Piece& b) {
        const bool whole_a = a.kind == Piece::Kind::part;
        const bool whole_b = b.kind == Piece::Kind::part;
        if (whole_a && whole_b) return parts(a.index, b.index);
        if (planes_left_ <= 0) return false;
        if (boxes(a, b)) return true;
        const bool of_a = whole_b || (!whole_a && half_diagonal_sq(a, a_) >= half_diagonal_sq(b, b_));
        const std::vector<Piece> pieces_of = of_a ? split(a, a_) : split(b, b_);
        return std::all_of(pieces_of.begin(), pieces_of.end(),
                           [&](const Piece& piece) { return of_a ? pieces(piece, b) : pieces(a, piece); });
    }

private:
    bool boxes(const Piece& a, const Piece& b) {
        if (separated(a, b, widest_axis(a, a_, b, b_)) || separated(a, b, widest_axis(a, a_, b, b_at_end_)))
            return true;
        for (const Placed* placed : {&a_.placed, &b_.placed}) {
            for (const Vec3& axis : placed->pose.rotation.columns) {
                const Vec3 across = cross(motion_, axis);
                if (separated(a, b, across) || separated(a, b, -across)) return true;
            }
        }
        return false;
    }

    bool separated(const Piece& a, const Piece& b, const Vec3& n) {
        --planes_left_;
        const Interval gap = gap_along(a, a_, b, b_, n);
        return gap.lower > 0 && (gap + Interval(end_) * dot(enclose(n), enclose(motion_))).lower >= 0;
    }

    bool parts(std::uint32_t i, std::uint32_t j) {
        const Placed a = placed_part(a_, i);
        const Placed b = placed_part(b_, j);
        const auto apart = [&](const Vec3& n) {
            --planes_left_;
            return is_finite(n) && !(n == Vec3{}) && apart_until(a, b, motion_, n, end_);
        };
        if (apart(normal_)) return true;
        const Vec3 displacement = transpose_times(b.pose.rotation, end_ * motion_);
        const Placed sweep{minkowski_sum(b.shape, Segment{{}, displacement}), b.pose};
        return std::ranges::any_of(separating_guesses(a, sweep), apart) ||
               std::ranges::any_of(separating_guesses(a, moved_to_end(b, end_ * motion_)), apart) ||
               std::ranges::any_of(separating_guesses(a, b), apart) || apart(-motion_);
    }

    const PlacedParts& a_;
    const PlacedParts& b_;
    Placed placed_at_end_;  ///< b.
    PlacedParts b_at_end_;
    Vec3 motion_;
    Vec3 normal_;
    double end_;
    int planes_left_ = kMostPlanes;
};

}  // namespace

bool apart_until(const Placed& a, const Placed& b, const Vec3& motion, const Vec3& normal,
                 double end) noexcept {
    if (end == 0) return true;
    const auto gap_at = [&](double t) {
        return gap_along(a, b, normal, shifted_difference(b.pose.position, t, motion, a.pose.position));
    };
    return gap_at(0).lower > 0 && gap_at(end).lower >= 0;
}

bool parts_apart_until(const Placed& a, const Placed& b, const Vec3& motion, const Vec3& normal, double end) {
    if (has_half_space(a, b)) return false;
    const PlacedParts in_a(a);
    const PlacedParts in_b(b);
    return tree_holds(in_a) && tree_holds(in_b) &&
           ApartUntil(in_a, in_b, motion, normal, end).pieces(root_of(in_a), root_of(in_b)) &&
           !encloses(in_a, in_b) && !encloses(in_b, in_a);
}

}  // namespace graze::verifying
