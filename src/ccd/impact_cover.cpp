// Proofs that nothing of two moving sets of parts touches before a time: a walk of both trees, with planes of
// boxes that stay open for as long as they do, and the cells of the search for convex bodies for pairs of
// parts.
#include <algorithm>
#include <cmath>

#include "ccd/impact_search.hpp"
#include "ccd/moving_boxes.hpp"
#include "core/work_budget.hpp"
#include "mesh/placed_parts.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

/// Steps of a proof before it is given up: some hundred megabytes.
constexpr std::size_t kMostSteps = 4'000'000;
/// Planes for two boxes before they are split: a second one often lasts much longer than the first, which was
/// chosen far away; more are for the pieces to find, which are smaller.
constexpr int kPlanesOfBoxes = 2;
/// Of the tolerance: what the search for two parts may leave open before contact is less than what the search
/// for the impact left.
constexpr double kFiner = 0.1;

class CoverSearch {
public:
    CoverSearch(const Moving& a, const Moving& b, const ImpactOptions& options, CertifiedImpact& certified)
        : a_(a),
          b_(b),
          placed_a_{a.shape, {}},
          placed_b_{b.shape, {}},
          parts_a_(placed_a_),
          parts_b_(placed_b_),
          length_(impact_length(a.shape, b.shape)),
          end_(certified.impact.hit ? certified.impact.time.lower : 1),
          certified_(certified) {
        options_.tolerance = kFiner * options.tolerance;
        work_ = options.max_steps > 0 ? WorkBudget::unlimited() : WorkBudget(kDefaultWork);
        work_.spend(std::min(work_of(certified.impact.work), kDefaultWork / 4 * 3));
    }

    /// False when the search was abandoned; `shown()` is the time before which certainly nothing touches.
    bool run() {
        double t = 0;
        while (t < end_) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            const Interval time = smooth_stretch(pa, pb, {t, std::min({pa.time.upper, pb.time.upper, end_})});
            MovingBoxes boxes = make_boxes(a_, b_, {pa, pb}, time, parts_a_.margin() + parts_b_.margin());
            boxes_ = &boxes;
            certified_.covers.push_back({time, {}, {}});
            if (!add(root_of(parts_a_), root_of(parts_b_), 0)) {
                certified_.covers.pop_back();
                end_ = t;
                return false;
            }
            // One that shows nothing but its own start is none.
            if (end_ <= t) certified_.covers.pop_back();
            t = time.upper;
        }
        return true;
    }

    [[nodiscard]] double shown() const noexcept { return end_; }

private:
    [[nodiscard]] Aabb box_of(const Piece& piece, const PlacedParts& parts) const noexcept {
        if (parts.placed.shape.type() == ShapeType::half_space) return {};
        if (piece.kind == Piece::Kind::subtree) return piece.box;
        const Aabb box = parts.part_box(piece.index);
        if (parts.tree() != nullptr) return box;
        const double grow = parts.placed.shape.support_error() + 4 * kEps * parts.placed.shape.reach();
        return minkowski_sum(box, {{-grow, -grow, -grow}, {grow, grow, grow}});
    }

    /// Covers the pair and all below it from the step on.
    bool add(const Piece& a, const Piece& b, std::uint32_t step) {
        MovingCover& cover = certified_.covers.back();
        if (cover.steps.size() > kMostSteps || work_.spent()) return false;
        const Aabb box_a = box_of(a, parts_a_), box_b = box_of(b, parts_b_);
        for (int plane = 0; plane < kPlanesOfBoxes && !done(boxes_->time_of(step)); ++plane) {
            work_.spend(work::kMovingBoxes);
            const MovingBoxes::Apart apart = boxes_->apart_until(box_a, box_b, step);
            if (apart.until == step) break;
            keep({{boxes_->time_of(step), boxes_->time_of(apart.until)}, apart.normal, false});
            step = apart.until;
        }
        const bool whole_a = a.kind == Piece::Kind::part, whole_b = b.kind == Piece::Kind::part;
        if (done(boxes_->time_of(step)) || (whole_a && whole_b)) {
            if (!done(boxes_->time_of(step)))
                add_parts(parts_a_.part(a.index), parts_b_.part(b.index), boxes_->time_of(step));
            cover.steps.push_back(MovingCover::Step::done);
            return true;
        }
        const bool of_a =
            whole_b || (!whole_a && half_diagonal_sq(a, parts_a_) >= half_diagonal_sq(b, parts_b_));
        cover.steps.push_back(of_a ? MovingCover::Step::split_a : MovingCover::Step::split_b);
        const std::vector<Piece> pieces = of_a ? split(a, parts_a_) : split(b, parts_b_);
        return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
            return of_a ? add(piece, b, step) : add(a, piece, step);
        });
    }

    [[nodiscard]] bool done(double t) const noexcept {
        return t >= std::min(end_, certified_.covers.back().time.upper);
    }

    void add_parts(const Shape& a, const Shape& b, double t) {
        const double end = std::min(end_, certified_.covers.back().time.upper);
        std::vector<TimeCell> cells;
        const Impact impact =
            convex_impact({a, a_.motion}, {b, b_.motion}, options_, {{t, end}, length_}, &cells);
        work_.spend(work::kMovingConvex + work_of(impact.work));
        for (const TimeCell& cell : cells) keep(cell);
        if (impact.hit) end_ = std::min(end_, impact.time.lower);
    }

    void keep(const TimeCell& cell) {
        certified_.covers.back().steps.push_back(MovingCover::Step::cell);
        certified_.covers.back().cells.push_back(cell);
    }

    const Moving& a_;
    const Moving& b_;
    Placed placed_a_;
    Placed placed_b_;
    PlacedParts parts_a_;
    PlacedParts parts_b_;
    ImpactOptions options_{};
    double length_;
    WorkBudget work_{0};  ///< What the search for the impact has left, or a quarter of what it had.
    double end_;          ///< Shown to be free until here, when the walk is done.
    CertifiedImpact& certified_;
    MovingBoxes* boxes_ = nullptr;
};

}  // namespace

void add_covers(const Moving& a, const Moving& b, const ImpactOptions& options, CertifiedImpact& certified) {
    CoverSearch search(a, b, options, certified);
    Impact& impact = certified.impact;
    const bool complete = search.run() && (impact.hit || search.shown() >= 1);
    if (complete && !impact.hit) return;
    impact.time.lower = search.shown();
    // The search for two parts may give up long before the time that the search for the impact has reached.
    if (complete && impact.time.width() <= options.tolerance) return;
    impact.status = Status::budget_reached;
    if (impact.hit) return;
    impact.hit = true;
    impact.answer = ImpactAnswer::within_tolerance;
    // What was thought to be a miss has no place yet: that of the nearest points then.
    const double t = impact.time.lower;
    PairCache cache;
    const Separation s =
        pair_separation({a.shape, pose_at(a.motion, t)}, {b.shape, pose_at(b.motion, t)}, {}, &cache);
    impact.point = s.point_a;
    impact.normal = s.normal;
    impact.part_a = cache.parts[0];
    impact.part_b = cache.parts[1];
}

}  // namespace graze
