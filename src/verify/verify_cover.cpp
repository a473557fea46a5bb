#include "verify/verify_cover.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace graze::verifying {
namespace {

class Walk {
public:
    Walk(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b, double delta)
        : cover_(cover), a_(a), b_(b), delta_(delta) {}

    /// Follows the cover for one pair and everything below it. The depth is that of two trees at most: splits
    /// go down.
    bool follow(const Piece& a, const Piece& b) {
        if (step_ >= cover_.steps.size()) return false;
        const SeparatingCover::Step step = cover_.steps[step_++];
        if (step == SeparatingCover::Step::plane) return separated(a, b);
        const bool of_a = step == SeparatingCover::Step::split_a;
        const std::vector<Piece> pieces = of_a ? split(a, a_) : split(b, b_);
        return !pieces.empty() && std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
            return of_a ? follow(piece, b) : follow(a, piece);
        });
    }
    [[nodiscard]] bool finished() const noexcept {
        return step_ == cover_.steps.size() && plane_ == cover_.normals.size();
    }

private:
    bool separated(const Piece& a, const Piece& b) {
        if (plane_ >= cover_.normals.size()) return false;
        const Vec3& normal = cover_.normals[plane_++];
        if (!is_finite(normal)) return false;
        const Interval gap = gap_along(a, a_, b, b_, normal);
        if (!(delta_ > 0)) return gap.lower > 0;
        const Interval length = norm(enclose(normal));
        return length.lower > 0 && (gap / length).lower >= -delta_;
    }

    const SeparatingCover& cover_;
    const PlacedParts& a_;
    const PlacedParts& b_;
    double delta_;
    std::size_t step_ = 0;
    std::size_t plane_ = 0;
};

}  // namespace

bool covers(const SeparatingCover& cover, const PlacedParts& a, const PlacedParts& b, double delta) noexcept {
    if (!tree_holds(a) || !tree_holds(b)) return false;
    Walk walk(cover, a, b, delta);
    return walk.follow(root_of(a), root_of(b)) && walk.finished();
}

}  // namespace graze::verifying
