// First contact when at least one body is a mesh, a compound or a height field: pairs of boxes of both trees in the order of the time up to
// which they are certain to be apart. Pairs of parts are given to the search for convex bodies, over the time that is still of interest.
#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "graze/query/query.hpp"
#include "mesh/part_set.hpp"
#include "motion/moving_boxes.hpp"
#include "query/composite.hpp"
#include "query/impact.hpp"

namespace graze {
namespace {

/// Pairs of boxes looked at before the search gives up; a second or so.
constexpr std::uint32_t kMostBoxTests = 4'000'000;
/// In place of a child of a node: the whole tree.
constexpr std::uint32_t kWhole = 0x7fffffffU;

/// One side as a tree of boxes; a convex body is its own only part. Box trees store lanes, so a place is a node and a lane of it.
class Side {
public:
    explicit Side(const Moving& moving) : shape_(moving.shape) {
        if (!shape_.convex()) {
            parts_.emplace(shape_);
            margin_ = parts_->margin();
        } else if (shape_.type() != ShapeType::half_space) {
            box_ = fit_aabb(shape_, Affine{});
            const double grow = shape_.support_error() + 4 * kEps * shape_.reach();
            box_ = minkowski_sum(box_, {{-grow, -grow, -grow}, {grow, grow, grow}});
        }
    }

    /// What a place in the tree stands for, as in BoxNode::child; kWhole: everything.
    [[nodiscard]] bool leaf(std::uint32_t child) const noexcept { return !parts_ || (child != kWhole && child::is_leaf(child)); }
    [[nodiscard]] Aabb whole() const noexcept { return parts_ ? parts_->tree().bounds() : box_; }
    [[nodiscard]] double margin() const noexcept { return margin_; }
    [[nodiscard]] const PartSet* parts() const noexcept { return parts_ ? &*parts_ : nullptr; }
    [[nodiscard]] const Shape& shape() const noexcept { return shape_; }

private:
    const Shape& shape_;
    std::optional<PartSet> parts_;
    Aabb box_{};
    double margin_ = 0;
};

/// Two boxes that are apart until the step.
struct BoxPair {
    std::uint32_t step = 0;
    std::uint32_t a = kWhole;
    std::uint32_t b = kWhole;
    Aabb box_a{};
    Aabb box_b{};
};

struct Later {
    bool operator()(const BoxPair& x, const BoxPair& y) const noexcept { return x.step > y.step; }
};

double size(const Aabb& box) noexcept { return length_sq(box.max - box.min); }

class TreeAdvancement {
public:
    TreeAdvancement(const Moving& a, const Moving& b, const ImpactOptions& options)
        : a_(a), b_(b), side_a_(a), side_b_(b), options_(options), length_(impact_length(a.shape, b.shape)) {}

    Impact run(Proof* proof_at_start) {
        if (start(proof_at_start)) return best_;
        double t = 0;
        while (t < 1 && !best_.hit) {
            const MotionPiece& pa = a_.motion.piece_at(t);
            const MotionPiece& pb = b_.motion.piece_at(t);
            const Interval time = smooth_stretch(pa, pb, {t, std::min(pa.time.upper, pb.time.upper)});
            best_.work.bisections += time.upper < std::min(pa.time.upper, pb.time.upper);
            search(pa, pb, time);
            t = time.upper;
        }
        return best_;
    }

private:
    /// Contact at the start is the discrete query's.
    bool start(Proof* proof) {
        const Placed a{a_.shape, pose_at(a_.motion, 0)}, b{b_.shape, pose_at(b_.motion, 0)};
        if (!overlaps(a, b)) return false;
        const Separation s = separation(a, b);
        best_.hit = true;
        const Verdict verdict = decide(a, b);
        const bool meets = verdict.answer == Answer::intersecting;
        if (proof != nullptr && meets) *proof = verdict.proof;
        best_.answer = meets ? ImpactAnswer::contact : ImpactAnswer::within_tolerance;
        best_.proof = meets ? ContactProof::overlap : ContactProof::none;
        best_.time = {0, 0};
        best_.normal = s.normal;
        best_.point = 0.5 * (s.point_a + s.point_b);
        return true;
    }

    void search(const MotionPiece& pa, const MotionPiece& pb, const Interval& time) {
        MovingBoxes boxes = make_boxes(a_, b_, pa, pb, time, side_a_.margin() + side_b_.margin());
        std::priority_queue<BoxPair, std::vector<BoxPair>, Later> queue;
        push(queue, boxes, {0, kWhole, kWhole, side_a_.whole(), side_b_.whole()});
        while (!queue.empty()) {
            const BoxPair pair = queue.top();
            if (best_.hit && boxes.time_of(pair.step) >= best_.time.lower) return;
            queue.pop();
            if (steps_left() == 0) return give_up(boxes.time_of(pair.step));
            if (side_a_.leaf(pair.a) && side_b_.leaf(pair.b)) {
                test_parts(pair, {boxes.time_of(pair.step), time.upper});
                continue;
            }
            const bool split_a = !side_a_.leaf(pair.a) && (side_b_.leaf(pair.b) || size(pair.box_a) >= size(pair.box_b));
            const BoxTree& tree = (split_a ? side_a_ : side_b_).parts()->tree();
            const std::uint32_t whole = split_a ? pair.a : pair.b;
            const std::uint32_t node = whole == kWhole ? 0 : whole;
            for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
                const std::uint32_t child = tree.nodes()[node].child[lane];
                if (child == child::kNone) break;
                BoxPair next = pair;
                (split_a ? next.a : next.b) = child;
                (split_a ? next.box_a : next.box_b) = tree.lane_box(node, lane);
                push(queue, boxes, next);
            }
        }
    }

    /// Nothing touches before t; the rest is left open.
    void give_up(double t) {
        best_.time = {t, best_.hit ? best_.time.upper : 1};
        best_.answer = best_.hit ? best_.answer : ImpactAnswer::within_tolerance;
        best_.hit = true;
        best_.status = Status::budget_reached;
    }

    void push(auto& queue, MovingBoxes& boxes, BoxPair pair) {
        ++best_.work.box_tests;
        pair.step = boxes.apart_until(pair.box_a, pair.box_b, pair.step).until;
        if (pair.step >= MovingBoxes::kTimes) return;
        if (best_.hit && boxes.time_of(pair.step) >= best_.time.lower) return;
        queue.push(pair);
    }

    template <class Visit> static void visit_parts(const Side& side, std::uint32_t child, Visit&& visit) {
        if (side.parts() == nullptr) return visit(0U);
        for (const std::uint32_t part : side.parts()->tree().primitives({child::leaf_first(child), child::leaf_count(child)})) visit(part);
    }

    void test_parts(const BoxPair& pair, const Interval& time) {
        visit_parts(side_a_, pair.a, [&](std::uint32_t i) {
            const Shape part_a = side_a_.parts() != nullptr ? side_a_.parts()->part(i) : side_a_.shape();
            visit_parts(side_b_, pair.b, [&](std::uint32_t j) {
                const Shape part_b = side_b_.parts() != nullptr ? side_b_.parts()->part(j) : side_b_.shape();
                test_pair(part_a, i, part_b, j, time);
            });
        });
    }

    void test_pair(const Shape& part_a, std::uint32_t i, const Shape& part_b, std::uint32_t j, Interval time) {
        if (best_.hit) time.upper = std::min(time.upper, best_.time.lower);
        if (!(time.lower < time.upper) && best_.hit) return;
        if (steps_left() == 0) return give_up(time.lower);
        ++best_.work.primitive_tests;
        ImpactOptions options = options_;
        if (options.max_steps > 0) options.max_steps = steps_left();
        const Impact impact = convex_impact({part_a, a_.motion}, {part_b, b_.motion}, options, {time, length_}, nullptr);
        best_.work.separations += impact.work.separations;
        best_.work.cells += impact.work.cells;
        best_.work.bisections += impact.work.bisections;
        if (!impact.hit) return;
        // What is left open before a contact that is known does not make it less known.
        if (impact.status == Status::budget_reached && best_.answer == ImpactAnswer::contact) return give_up(impact.time.lower);
        const ImpactWork work = best_.work;
        best_ = impact;
        best_.work = work;
        best_.part_a = i;
        best_.part_b = j;
    }

    /// Of what is allowed in all; without a limit the pairs of boxes are limited, and each two parts.
    [[nodiscard]] std::uint32_t steps_left() const noexcept {
        const ImpactWork& work = best_.work;
        if (options_.max_steps == 0) return kMostBoxTests - std::min(work.box_tests, kMostBoxTests);
        return options_.max_steps - std::min(options_.max_steps, work.separations + work.cells + work.bisections + work.box_tests);
    }

    const Moving& a_;
    const Moving& b_;
    Side side_a_;
    Side side_b_;
    ImpactOptions options_;
    double length_;
    Impact best_{};
};

}  // namespace

Interval smooth_stretch(const MotionPiece& piece_a, const MotionPiece& piece_b, Interval time) noexcept {
    // Bounds of cubics of quaternions over a long stretch may be infinite; over shorter ones they are not. Below a millionth the convex
    // search does the cutting: its pairs are few then.
    while (!std::isfinite(rates_over(piece_a, time).turn_bend + rates_over(piece_b, time).turn_bend) && time.width() > 1e-6) {
        time.upper = time.middle();
    }
    return time;
}

MovingBoxes make_boxes(const Moving& a, const Moving& b, const MotionPiece& piece_a, const MotionPiece& piece_b, const Interval& time,
                       double margin) {
    const auto reach = [](const Shape& shape) { return shape.type() == ShapeType::half_space ? 0 : shape.reach(); };
    MovingBoxes boxes(piece_a, reach(a.shape), piece_b, reach(b.shape), time, margin + a.motion.deviation() + b.motion.deviation());
    for (const Moving* side : {&a, &b}) {
        if (side->shape.type() == ShapeType::half_space) boxes.set_half_space(side == &b, side->shape);
    }
    return boxes;
}

Impact composite_impact(const Moving& a, const Moving& b, const ImpactOptions& options, Proof* start) {
    return TreeAdvancement(a, b, options).run(start);
}

}  // namespace graze
