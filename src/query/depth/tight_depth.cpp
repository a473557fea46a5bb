// A cell is a cube of translations. A point that is deep in both shapes after the translation to the cell's
// middle shows that a ball of translations around it leaves the pair overlapping. Pieces of a cell start from
// the point of the whole, so that a few steps of ascent suffice. Cells for which no point is deep enough are
// split; where no common point is left at all, the translation may separate the pair, and is tried. The
// nearest cell that is not shown to overlap bounds the depth from below.
#include "query/depth/tight_depth.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "math/project_onto_half_spaces.hpp"
#include "query/depth/cell_walls.hpp"
#include "query/depth/translation_trial.hpp"

namespace graze {
namespace {

/// Cells smaller than this share of their distance are not split any more.
constexpr double kFinest = 1.0 / 2048;
/// A cell of this size relative to its distance, where the points known are not deeper than this share of
/// what is needed, is searched again: a trial takes as long as some twenty cells.
constexpr double kSmall = 1.0 / 16;
constexpr double kLost = 0.25;
/// Where an overlap is no deeper than this share of the translation's length, a way out may be near.
constexpr double kHardly = 0.1;
/// Places searched for further walls of a cell.
constexpr int kWallRounds = 4;
/// Points remembered for the walls of other cells.
constexpr std::size_t kWallPoints = 12;
/// Walls are tried where the depth known is below this share of what a ball needs.
constexpr double kThin = 0.5;
/// Half the diagonal of a cube over half its edge, rounded up.
constexpr double kDiagonal = 1.7320508075688774 * (1 + 8 * kEps);

struct Cell {
    Vec3 centre{};
    double half = 0;     ///< Of its edge.
    double nearest = 0;  ///< Length of its shortest translation, rounded down.
    Vec3 point{};  ///< Deep in both after the translation to the middle of the cell around, or presumed.

    [[nodiscard]] double radius() const noexcept { return kDiagonal * half; }
};

bool farther(const Cell& x, const Cell& y) noexcept { return x.nearest > y.nearest; }

class TightSearch {
public:
    TightSearch(const PartPairs& pairs, const TightDepth& known, const TightGoal& goal)
        : pairs_(pairs), goal_(goal), first_lower_(known.lower), known_(known) {}

    TightDepth run(const DeepPoint& start) {
        seeds_.start = start;
        seeds_.crossings = true;
        balls_ = overlapping_translations(pairs_, 64, known_.out.length);
        polish();
        cover(start.point);
        return known_;
    }

private:
    [[nodiscard]] bool done() const noexcept {
        return known_.out.length <= goal_.ratio * known_.lower ||
               known_.out.length - known_.lower <= goal_.width || spent(pairs_.work);
    }

    void cover(const Vec3& point) {
        // A power of two: middles and edges of all cells are exact, and no gaps open between them.
        int exponent = 0;
        std::frexp(known_.out.length, &exponent);
        push({{}, std::ldexp(1.0, exponent), 0, point});
        while (!done() && !heap_.empty()) {
            known_.lower = std::max(known_.lower, std::min(heap_.front().nearest, known_.out.length));
            if (done() || heap_.front().nearest >= known_.out.length) break;
            std::pop_heap(heap_.begin(), heap_.end(), farther);
            Cell cell = heap_.back();
            heap_.pop_back();
            ++known_.cells;
            if (examine(cell)) continue;
            push(cell);
            const double before = known_.out.length;
            probe_around(cell.centre);
            if (!(known_.out.length < before)) break;
        }
        if (heap_.empty() && !spent(pairs_.work)) known_.lower = known_.out.length;
    }

    /// Where nothing is deep, a way out is near, but not always where the planes of the overlap lead.
    void probe_around(const Vec3& translation) {
        const double distance = length(translation);
        if (!(distance > 0)) return;
        const Vec3 out = has_direction(exit_direction_) ? unit(exit_direction_) : Vec3{};
        const Vec3 along = unit(translation), u = perpendicular(along), v = cross(along, u);
        for (const double share : {0.001, 0.003, 0.01, 0.03}) {
            for (const Vec3& direction : {out, along, along + u, along - u, along + v, along - v, out + u,
                                          out - u, out + v, out - v}) {
                if (direction == Vec3{}) continue;
                const Vec3 there = translation + share * distance * unit(direction);
                if (!(length(there) < known_.out.length) || spent(pairs_.work)) continue;
                if (may_overlap_after(pairs_, there)) continue;
                const TranslationTrial t = try_translation(pairs_, there, seeds_);
                if (!(t.gap > 0)) continue;
                offer(t);
                shorten(t, 12);
                return;
            }
        }
    }

    void push(const Cell& cell) {
        // All translations that are no longer than the first lower bound are known to overlap.
        const Vec3 farthest = abs(cell.centre) + Vec3{cell.half, cell.half, cell.half};
        if (length(farthest) * (1 + 8 * kEps) <= first_lower_) return;
        heap_.push_back(cell);
        std::push_heap(heap_.begin(), heap_.end(), farther);
    }

    /// False when the cell can neither be shown to overlap nor be split.
    bool examine(const Cell& cell) {
        const double enough = cell.radius();
        DeepPoint deep = ascend(cell.centre, depth_at(pairs_, cell.centre, cell.point), enough, 4);
        if (deep.depth < enough) deep = better_of_balls(cell, deep, enough);
        if (deep.depth >= enough || (worth_walls(deep, enough) && covered_by_walls(cell, deep))) return true;
        const bool finest = cell.half < kFinest * cell.nearest;
        const bool lost = finest || (deep.depth < kLost * enough && cell.half < kSmall * cell.nearest);
        if (lost) deep = better_of_trial(cell, deep, enough);
        if (deep.depth >= enough || cell.nearest >= known_.out.length) return true;
        if (finest) {
            exit_direction_ = deep.out_a - deep.out_b;
            return false;
        }
        split(cell, deep);
        return true;
    }

    /// Walls take as long as many balls: they are tried where these are far too small, between walls that
    /// face each other, and less often where they have failed.
    bool worth_walls(const DeepPoint& deep, double enough) noexcept {
        if (!(deep.depth > 0) || deep.depth > kThin * enough || dot(deep.out_a, deep.out_b) > -0.5)
            return false;
        ++wall_cells_;
        return walled_ * 4 >= wall_tries_ || wall_cells_ % 16 == 0;
    }

    /// Where the point known is between walls that leave the cell no way out. Other walls are searched where
    /// the cell is left open.
    bool covered_by_walls(const Cell& cell, const DeepPoint& deep) {
        ++wall_tries_;
        const TranslationCube cube{cell.centre, cell.half};
        std::vector<OverlapBeyond> walls;
        add_walls(pairs_, cube, cell.centre, deep, walls);
        for (int round = 0; !walls.empty() && round < kWallRounds && !spent(pairs_.work); ++round) {
            const CubeRemainder left = remainder_of(cube, walls);
            if (left.none) return walled(deep);
            const std::size_t known = walls.size();
            const Vec3 translation = cell.centre + left.farthest;
            const DeepPoint before = best_of_wall_points(translation);
            if (before.depth > 0) add_walls(pairs_, cube, translation, before, walls);
            if (walls.size() > known && remainder_of(cube, walls).none) return walled(before);
            const TranslationTrial t = try_translation(pairs_, translation, seeds_);
            if (t.gap > 0) {
                offer(t);
                return false;
            }
            add_walls(pairs_, cube, translation, t.deep, walls);
            if (walls.size() == known) return false;
            if (remainder_of(cube, walls).none) return walled(t.deep);
        }
        return false;
    }

    bool walled(const DeepPoint& by) {
        ++walled_;
        if (wall_points_.size() < kWallPoints)
            wall_points_.push_back(by.point);
        else
            wall_points_[walled_ % kWallPoints] = by.point;
        return true;
    }

    DeepPoint best_of_wall_points(const Vec3& translation) const noexcept {
        DeepPoint best;
        for (const Vec3& point : wall_points_) {
            const DeepPoint there = depth_at(pairs_, translation, point);
            if (there.depth > best.depth) best = there;
        }
        return best;
    }

    /// Searched again, from many places. The translation may turn out to separate the pair: then it is
    /// shortened, too.
    DeepPoint better_of_trial(const Cell& cell, const DeepPoint& deep, double enough) {
        const TranslationTrial t = try_translation(pairs_, cell.centre, seeds_);
        if (t.gap > 0) {
            offer(t);
            shorten(t, 12);
            return deep;
        }
        if (t.deep.depth < kHardly * cell.nearest && !tried_near(cell)) {
            tried_.push_back(cell.centre);
            shorten(t, 10);
        }
        if (!(t.deep.depth > deep.depth)) return deep;
        const DeepPoint best = ascend(cell.centre, t.deep, enough, 6);
        balls_.push_back({cell.centre, best.depth, best.point, 0.5});
        return best;
    }

    /// The deepest of the balls known may be elsewhere.
    DeepPoint better_of_balls(const Cell& cell, const DeepPoint& deep, double enough) {
        spend(pairs_.work, work::kBallCell * balls_.size());
        const TranslationBall* best = nullptr;
        double depth = deep.depth;
        for (const TranslationBall& ball : balls_) {
            const double here = ball.radius - length(cell.centre - ball.centre);
            if (here > depth) {
                depth = here;
                best = &ball;
            }
        }
        if (best == nullptr) return deep;
        const Vec3 point = best->in_a + best->share * (cell.centre - best->centre);
        const DeepPoint there = ascend(cell.centre, depth_at(pairs_, cell.centre, point), enough, 6);
        return there.depth > deep.depth ? there : deep;
    }

    /// A way out from a translation close by was searched before. The smaller the cell, the closer.
    [[nodiscard]] bool tried_near(const Cell& cell) const noexcept {
        spend(pairs_.work, work::kBallCell * tried_.size());
        return std::any_of(tried_.begin(), tried_.end(),
                           [&](const Vec3& t) { return length(t - cell.centre) < 2 * cell.half; });
    }

    void split(const Cell& cell, const DeepPoint& deep) {
        const double half = 0.5 * cell.half;
        for (int i = 0; i < 8; ++i) {
            Cell piece;
            piece.half = half;
            const Vec3 step{(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half,
                            (i & 4) != 0 ? half : -half};
            piece.centre = cell.centre + step;
            const Vec3 nearest = max(abs(piece.centre) - Vec3{half, half, half}, Vec3{});
            piece.nearest = length(nearest) * (1 - 16 * kEps);
            if (piece.nearest >= known_.out.length) continue;
            // The ball around the middle of the whole.
            if (length(step) * (1 + 8 * kEps) + piece.radius() <= deep.depth) continue;
            piece.point = deep.point + 0.5 * step;
            push(piece);
        }
    }

    /// Ascends until the point is deep enough.
    DeepPoint ascend(const Vec3& translation, DeepPoint best, double enough, int steps) {
        double step = std::max(std::abs(best.depth), 0.5 * (enough - best.depth));
        Vec3 slope = -(best.out_a + best.out_b);
        for (int i = 0; i < steps && best.depth < enough && !spent(pairs_.work); ++i) {
            if (!has_direction(slope)) break;
            const DeepPoint next = depth_at(pairs_, translation, best.point + step * unit(slope));
            const Vec3 there = -(next.out_a + next.out_b);
            if (next.depth > best.depth) {
                best = next;
                slope = there;
            } else {
                slope += there;
                step *= 0.3;
            }
        }
        return best;
    }

    /// From the best translation known.
    void polish() {
        const TranslationTrial t =
            try_translation(pairs_, known_.out.length * (1 + 1e-3) * known_.out.direction, seeds_);
        if (t.gap > 0) {
            offer(t);
            shorten(t, 12);
        }
    }

    void offer(const TranslationTrial& t) {
        const double moved = length(t.translation);
        // The moved position rounds, and so do lengths and products with the direction.
        const double rounding = 8 * kEps * (moved + max_component(abs(pairs_.b.placed.pose.position)));
        const double length = next_above(moved - t.gap + rounding);
        if (length < known_.out.length) known_.out = {unit(t.translation), length};
    }

    /// Towards zero as far as the planes of the gaps and overlaps met so far allow.
    void shorten(TranslationTrial t, int steps) {
        std::vector<HalfSpaceConstraint> sides;
        bool free = false;
        for (int i = 0; i < steps && !spent(pairs_.work); ++i) {
            if (t.gap > 0) {
                free = true;
                sides.push_back({t.normal, dot(t.normal, t.translation) - 0.995 * t.gap});
            } else {
                const Vec3 out = t.deep.out_a - t.deep.out_b;
                if (!(t.deep.depth > 0) || !has_direction(out)) return;
                sides.push_back({unit(out), dot(unit(out), t.translation) + 1.01 * t.deep.depth});
            }
            if (sides.size() > 12) sides.erase(sides.begin());
            const std::optional<Vec3> next = project_onto_half_spaces(sides, free ? Vec3{} : t.translation);
            if (!next || !(length(*next) < 0.9995 * known_.out.length)) return;
            t = try_translation(pairs_, *next, seeds_);
            if (t.gap > 0) offer(t);
        }
    }

    const PartPairs& pairs_;
    const TightGoal goal_;
    const double first_lower_;
    TightDepth known_;
    DeepPointSeeds seeds_;
    std::vector<TranslationBall> balls_;
    std::vector<Vec3> tried_;        ///< Translations from which a way out was searched.
    Vec3 exit_direction_{};          ///< Of the last cell that was neither shown to overlap nor split.
    std::vector<Vec3> wall_points_;  ///< That completed the walls of a cell.
    std::size_t wall_cells_ = 0, wall_tries_ = 0, walled_ = 0;
    std::vector<Cell> heap_;  ///< Nearest on top.
};

}  // namespace

TightDepth refine_depth(const PartPairs& pairs, TightDepth known, const DeepPoint& start,
                        const TightGoal& goal) {
    return TightSearch(pairs, known, goal).run(start);
}

}  // namespace graze
