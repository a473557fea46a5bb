// Covers of two trees by planes: the proof that nothing of two sets of parts overlaps. Boxes are separated
// along their own axes and the products of those, parts along their closest points; what cannot be separated
// is split, the larger piece first.
#include <algorithm>
#include <utility>
#include <variant>

#include "query/proof/composite_cover.hpp"

namespace graze {
namespace {

class Cover {
public:
    Cover(const PartPairs& pairs, double delta) noexcept : pairs_(pairs), delta_(delta) {}

    /// Whether the pair is covered; otherwise `failed` names two parts that have no plane, or the work is
    /// spent.
    bool add(const Piece& a, const Piece& b) {
        if (spent(pairs_.work)) return false;
        if (part(a, b)) return true;
        const bool whole_a = a.kind == Piece::Kind::part;
        const bool whole_b = b.kind == Piece::Kind::part;
        if (whole_a && whole_b) {
            failed = {a.index, b.index};
            return false;
        }
        const bool of_a =
            whole_b || (!whole_a && half_diagonal_sq(a, pairs_.a) >= half_diagonal_sq(b, pairs_.b));
        cover.steps.push_back(of_a ? SeparatingCover::Step::split_a : SeparatingCover::Step::split_b);
        const std::vector<Piece> pieces = of_a ? split(a, pairs_.a) : split(b, pairs_.b);
        return std::all_of(pieces.begin(), pieces.end(),
                           [&](const Piece& piece) { return of_a ? add(piece, b) : add(a, piece); });
    }

    SeparatingCover cover;
    PartPair failed;

private:
    bool part(const Piece& a, const Piece& b) {
        spend(pairs_.work, work::kPlane);
        if (remove_overlap_along(a, b, guess(a, b))) return true;
        if (a.kind != Piece::Kind::part || b.kind != Piece::Kind::part) return false;
        spend(pairs_.work, work::kProof);
        // At gaps of a few roundings the closest points give an inaccurate direction; a proof gives a usable
        // one.
        const Verdict verdict = decide(placed_part(pairs_.a, a.index), placed_part(pairs_.b, b.index));
        const auto* plane = std::get_if<SeparatingPlane>(&verdict.proof);
        return plane != nullptr && remove_overlap_along(a, b, plane->normal);
    }

    bool remove_overlap_along(const Piece& a, const Piece& b, const Vec3& normal) {
        const Interval gap = gap_along(a, pairs_.a, b, pairs_.b, normal);
        const bool apart = delta_ > 0 ? (gap / norm(enclose(normal))).lower >= -delta_ : gap.lower > 0;
        if (!apart) return false;
        cover.steps.push_back(SeparatingCover::Step::plane);
        cover.normals.push_back(normal);
        return true;
    }

    Vec3 guess(const Piece& a, const Piece& b) const noexcept {
        if (a.kind == Piece::Kind::part && b.kind == Piece::Kind::part)
            return separation(placed_part(pairs_.a, a.index), placed_part(pairs_.b, b.index)).normal;
        return widest_axis(a, pairs_.a, b, pairs_.b);
    }

    const PartPairs& pairs_;
    double delta_;
};

}  // namespace

CoverFound find_cover(const PartPairs& pairs, double delta) {
    Cover walk(pairs, delta);
    CoverFound found;
    found.complete = walk.add(root_of(pairs.a), root_of(pairs.b));
    found.cover = std::move(walk.cover);
    found.open = walk.failed;
    return found;
}

}  // namespace graze
