// First contact when at least one body is a mesh, a compound or a height field: pairs of boxes of both trees
// in the order of the time up to which they are certain to be apart. Pairs of parts are given to the search
// for convex bodies, over the time that is still of interest.
#include <algorithm>
#include <cmath>
#include <queue>
#include <variant>
#include <vector>

#include "ccd/deep_contact.hpp"
#include "ccd/impact_search.hpp"
#include "ccd/moving_boxes.hpp"
#include "core/work_budget.hpp"
#include "graze/obb/obb_search.hpp"
#include "graze/shape/shape.hpp"
#include "mesh/part_set.hpp"
#include "motion/motion_piece.hpp"
#include "query/composite/composite.hpp"
#include "query/decide.hpp"
#include "query/dispatch.hpp"

namespace graze {
namespace {

/// How far both bodies together may turn in one stretch of time, in radians: planes of boxes last for less,
/// and pairs that separate during a stretch are kept until its end. Measured on spheres and tori of a
/// thousand triangles that turn by 3 radians each: without a limit 18 times as long (143 ms), with limits of
/// 1 and 0.25 a quarter longer.
constexpr double kMostTurn = 0.5;
/// Most stretches that the time is cut into for that. Faster rotations are not cut: no plane between boxes
/// lasts, and the balls around the pivots, which remain, separate as well over a long stretch.
constexpr double kMostStretches = 1024;
/// In place of a child of a node: the whole tree.
constexpr std::uint32_t kWhole = 0x7fffffffU;

/// One side as a tree of boxes; a convex body is its own only part. Box trees store lanes, so a place is a
/// node and a lane of it.
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

    /// Whether a subtree has no nodes to open: as in BoxNode::child, or kWhole for the whole tree.
    [[nodiscard]] bool leaf(std::uint32_t child) const noexcept {
        return !parts_ || (child != kWhole && child::is_leaf(child));
    }
    [[nodiscard]] Aabb whole() const noexcept { return parts_ ? parts_->tree().bounds() : box_; }
    [[nodiscard]] double margin() const noexcept { return margin_; }
    /// Part i, with its margin.
    [[nodiscard]] Shape part(std::uint32_t i) const { return parts_ ? parts_->part(i) : shape_; }
    /// The first of those below a place.
    [[nodiscard]] std::uint32_t first_part(std::uint32_t child) const noexcept {
        if (!parts_) return 0;
        const BoxTree& tree = parts_->tree();
        BoxNode place;
        if (child == kWhole) child = tree.node(0, place).child[0];
        while (!child::is_leaf(child)) child = tree.node(child, place).child[0];
        return tree.order()[child::leaf_first(child)];
    }
    [[nodiscard]] const PartSet* parts() const noexcept { return parts_ ? &*parts_ : nullptr; }

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

/// The corners of a triangle in world frame; of other shapes nothing.
std::optional<Triangle> placed_triangle(const Placed& placed) noexcept {
    if (placed.shape.type() != ShapeType::triangle) return std::nullopt;
    const auto corner = [&](std::size_t i) { return placed.pose * placed.shape.vector(i); };
    return Triangle{corner(0), corner(1), corner(2)};
}

/// A point of a convex part: x itself when it is inside, else the nearest one.
Vec3 moved_into(const Placed& part, const Vec3& x) noexcept {
    const Separation s = pair_separation({Point{}, Pose::translation(x)}, part);
    return s.distance.upper > 0 ? s.point_b : x;
}

/// The common point of the four pairs of a proof, on a's side.
Vec3 shared_point(const Placed& a, const Placed& b, const CommonTetrahedron& four) noexcept {
    std::array<Vec3, 4> in_a{}, d{};
    for (std::size_t i = 0; i < 4; ++i) {
        in_a[i] = a.pose * support(a.shape, four.directions_a[i]);
        d[i] = in_a[i] - b.pose * support(b.shape, four.directions_b[i]);
    }
    const auto volume = [&](std::size_t i, std::size_t j, std::size_t k) {
        return dot(d[i], cross(d[j], d[k]));
    };
    const std::array<double, 4> weights{volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)};
    const double sum = weights[0] + weights[1] + weights[2] + weights[3];
    Vec3 x{};
    for (std::size_t i = 0; i < 4; ++i) x += (weights[i] / sum) * in_a[i];
    return x;
}

/// A point of two convex parts that a proof shows to overlap, mostly up to rounding. Where the proof has no
/// point: by alternating projection, which starts between the points of their separation, moves to the
/// nearest point of one and then of the other, and so approaches both.
Vec3 shared_point(const Placed& a, const Placed& b, const ConvexProof& proof) noexcept {
    if (const auto* common = std::get_if<CommonPoint>(&proof)) return common->point;
    if (const auto* four = std::get_if<CommonTetrahedron>(&proof)) return shared_point(a, b, *four);
    const std::optional<Triangle> first = placed_triangle(a), second = placed_triangle(b);
    if (first && second) {
        if (const auto common = find_common_point(*first, *second)) return *common;
    }
    constexpr int kMostSteps = 32;
    const Separation s = pair_separation(a, b);
    Vec3 x = moved_into(a, 0.5 * (s.point_a + s.point_b));
    for (int step = 0; step < kMostSteps; ++step) {
        const Vec3 next = moved_into(a, moved_into(b, x));
        if (next == x) break;
        x = next;
    }
    return x;
}

class TreeAdvancement {
public:
    TreeAdvancement(const Moving& a, const Moving& b, const ImpactOptions& options, PairWork* counted)
        : a_(a),
          b_(b),
          side_a_(a),
          side_b_(b),
          options_(options),
          counted_(counted),
          length_(impact_length(a.shape, b.shape)),
          work_(options.max_steps > 0 ? WorkBudget::unlimited() : WorkBudget(kDefaultWork)) {}

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
        PairCache cache;
        if (!composite_overlaps(a, b, &cache, counted_)) return false;
        const Verdict verdict = pair_verdict(a, b);
        best_.hit = true;
        best_.time = {0, 0};
        const Vec3 normal = pair_separation(a, b).normal;
        ++best_.work.separations;
        ++best_.work.primitive_tests;
        name_parts(a, b, verdict.proof, cache);
        best_.normal = normal;
        const bool overlapping = verdict.answer == Answer::intersecting && overlap_off_their_paths();
        if (proof != nullptr && overlapping) *proof = verdict.proof;
        best_.answer = overlapping ? ImpactAnswer::contact : ImpactAnswer::within_tolerance;
        best_.proof = overlapping ? ContactProof::overlap : ContactProof::none;
        return true;
    }

    /// Whether parts that intersect at the start do so wherever the bodies may be off their paths: when those
    /// named are deep enough in each other.
    [[nodiscard]] bool overlap_off_their_paths() const {
        if (a_.motion.deviation() + b_.motion.deviation() == 0) return true;
        const Shape part_a = side_a_.part(best_.part_a), part_b = side_b_.part(best_.part_b);
        return deep_overlap_at({part_a, a_.motion}, {part_b, b_.motion}, 0, best_.normal);
    }

    /// The parts that a proof of contact at the start names, and a point of theirs; else those that were
    /// found to overlap.
    void name_parts(const Placed& a, const Placed& b, const Proof& proof, const PairCache& cache) {
        if (const auto* intersecting = std::get_if<IntersectingParts>(&proof)) {
            best_.part_a = intersecting->part_a;
            best_.part_b = intersecting->part_b;
            best_.point = shared_point({side_a_.part(intersecting->part_a), a.pose},
                                       {side_b_.part(intersecting->part_b), b.pose}, intersecting->proof);
            return;
        }
        if (const auto* close = std::get_if<CloseParts>(&proof))
            return touch(0, close->part_a, close->part_b);
        if (const auto* common = std::get_if<CommonPoint>(&proof)) {
            best_.point = common->point;
            return;
        }
        if (const auto* enclosed = std::get_if<EnclosedPart>(&proof)) {
            // Inside of a solid a body touches none of its parts; its own is the one with the probe, which
            // starts at its end along x.
            const SolidProbe& probe = enclosed->probe;
            (probe.of_b ? best_.part_b : best_.part_a) = probe.part;
            const Side& side = probe.of_b ? side_b_ : side_a_;
            best_.point = (probe.of_b ? b : a).pose * support(side.part(probe.part), {1, 0, 0});
            return;
        }
        const bool first = a.shape.type() == ShapeType::half_space;
        if (first) return touch(0, 0, half_space_gap(PlacedParts(b), a).part);
        if (b.shape.type() == ShapeType::half_space)
            return touch(0, half_space_gap(PlacedParts(a), b).part, 0);
        touch(0, cache.parts[0], cache.parts[1]);
    }

    /// Takes point, normal and numbers from two parts at time t.
    void touch(double t, std::uint32_t i, std::uint32_t j) {
        const Placed a{side_a_.part(i), pose_at(a_.motion, t)}, b{side_b_.part(j), pose_at(b_.motion, t)};
        const Separation s = pair_separation(a, b);
        ++best_.work.separations;
        best_.point = s.distance.lower > 0 ? s.point_a : 0.5 * (s.point_a + s.point_b);
        best_.normal = s.normal;
        best_.part_a = i;
        best_.part_b = j;
    }

    void search(const MotionPiece& pa, const MotionPiece& pb, const Interval& time) {
        MovingBoxes boxes = make_boxes(a_, b_, {pa, pb}, time, side_a_.margin() + side_b_.margin());
        std::priority_queue<BoxPair, std::vector<BoxPair>, Later> queue;
        push(queue, boxes, {0, kWhole, kWhole, side_a_.whole(), side_b_.whole()});
        while (!queue.empty()) {
            const BoxPair pair = queue.top();
            if (best_.hit && boxes.time_of(pair.step) >= best_.time.lower) return;
            queue.pop();
            if (out_of_budget())
                return give_up(boxes.time_of(pair.step), side_a_.first_part(pair.a),
                               side_b_.first_part(pair.b));
            if (side_a_.leaf(pair.a) && side_b_.leaf(pair.b)) {
                test_parts(pair, {boxes.time_of(pair.step), time.upper});
                continue;
            }
            const bool split_a =
                !side_a_.leaf(pair.a) && (side_b_.leaf(pair.b) || size(pair.box_a) >= size(pair.box_b));
            const BoxTree& tree = (split_a ? side_a_ : side_b_).parts()->tree();
            const std::uint32_t whole = split_a ? pair.a : pair.b;
            BoxNode place;
            const BoxNode& node = tree.node(whole == kWhole ? 0 : whole, place);
            for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
                const std::uint32_t child = node.child[lane];
                if (child == child::kNone) break;
                BoxPair next = pair;
                (split_a ? next.a : next.b) = child;
                (split_a ? next.box_a : next.box_b) = tree.lane_box(node, lane);
                push(queue, boxes, next);
            }
        }
    }

    /// Nothing touches before t; the rest is left open, with two parts that may touch next.
    void give_up(double t, std::uint32_t i, std::uint32_t j) {
        if (!best_.hit) touch(t, i, j);
        best_.time = {t, best_.hit ? best_.time.upper : 1};
        best_.answer = best_.hit ? best_.answer : ImpactAnswer::within_tolerance;
        best_.hit = true;
        best_.status = Status::budget_reached;
    }

    void push(auto& queue, MovingBoxes& boxes, BoxPair pair) {
        ++best_.work.box_tests;
        work_.spend(work::kMovingBoxes);
        pair.step = boxes.apart_until(pair.box_a, pair.box_b, pair.step).until;
        if (pair.step >= MovingBoxes::kTimes) return;
        if (best_.hit && boxes.time_of(pair.step) >= best_.time.lower) return;
        queue.push(pair);
    }

    template <class Visit> static void visit_parts(const Side& side, std::uint32_t child, Visit&& visit) {
        if (side.parts() == nullptr) return visit(0U);
        for (const std::uint32_t part : side.parts()->tree().primitives(child::leaf_slots(child)))
            visit(part);
    }

    void test_parts(const BoxPair& pair, const Interval& time) {
        visit_parts(side_a_, pair.a, [&](std::uint32_t i) {
            const Shape part_a = side_a_.part(i);
            visit_parts(side_b_, pair.b,
                        [&](std::uint32_t j) { test_pair(part_a, i, side_b_.part(j), j, time); });
        });
    }

    void test_pair(const Shape& part_a, std::uint32_t i, const Shape& part_b, std::uint32_t j,
                   Interval time) {
        if (best_.hit) time.upper = std::min(time.upper, best_.time.lower);
        if (!(time.lower < time.upper) && best_.hit) return;
        if (out_of_budget()) return give_up(time.lower, i, j);
        ++best_.work.primitive_tests;
        ImpactOptions options = options_;
        if (options.max_steps > 0) options.max_steps = options_.max_steps - steps();
        const TimedScope timed = timed_primitives(counted_, 0);  // counted by the work of the impact
        const Impact impact =
            convex_impact({part_a, a_.motion}, {part_b, b_.motion}, options, {time, length_}, nullptr);
        best_.work.separations += impact.work.separations;
        best_.work.cells += impact.work.cells;
        best_.work.bisections += impact.work.bisections;
        work_.spend(work::kMovingConvex + work_of(impact.work));
        if (!impact.hit) return;
        // What is left open before a contact that is known does not make it less known.
        if (impact.status == Status::budget_reached && best_.answer == ImpactAnswer::contact)
            return give_up(impact.time.lower, i, j);
        const ImpactWork work = best_.work;
        best_ = impact;
        best_.work = work;
        best_.part_a = i;
        best_.part_b = j;
    }

    [[nodiscard]] std::uint32_t steps() const noexcept {
        const ImpactWork& done = best_.work;
        return done.separations + done.cells + done.bisections + done.box_tests;
    }
    /// Of the caller, in steps, or by default, in work; each two parts have their own, too, by default.
    [[nodiscard]] bool out_of_budget() const noexcept {
        return options_.max_steps > 0 ? steps() >= options_.max_steps : work_.spent();
    }

    const Moving& a_;
    const Moving& b_;
    Side side_a_;
    Side side_b_;
    ImpactOptions options_;
    PairWork* counted_;  ///< Null: not measured.
    double length_;
    WorkBudget work_;
    Impact best_{};
};

}  // namespace

Interval smooth_stretch(const MotionPiece& piece_a, const MotionPiece& piece_b, Interval time) noexcept {
    // Bounds of cubics of quaternions over a long stretch may be infinite; over shorter ones they are not.
    // Below a millionth the convex search does the cutting: its pairs are few then.
    while (!std::isfinite(rates_over(piece_a, time).angular_acceleration +
                          rates_over(piece_b, time).angular_acceleration) &&
           time.width() > 1e-6) {
        time.upper = time.middle();
    }
    const double turn =
        (rates_over(piece_a, time).turn_speed + rates_over(piece_b, time).turn_speed) * time.width();
    const double stretches = std::ceil(turn / kMostTurn);
    if (stretches > 1 && stretches <= kMostStretches * time.width())
        time.upper = time.lower + time.width() / stretches;
    return time;
}

MovingBoxes make_boxes(const Moving& a, const Moving& b, const PiecePair& pieces, const Interval& time,
                       double margin) {
    const auto reach = [](const Shape& shape) {
        return shape.type() == ShapeType::half_space ? 0 : shape.reach();
    };
    MovingBoxes boxes(pieces, reach(a.shape), reach(b.shape), time,
                      margin + a.motion.deviation() + b.motion.deviation());
    for (const Moving* side : {&a, &b}) {
        if (side->shape.type() == ShapeType::half_space) boxes.set_half_space(side == &b, side->shape);
    }
    return boxes;
}

Impact composite_impact(const Moving& a, const Moving& b, const ImpactOptions& options, Proof* start,
                        PairWork* counted) {
    return TreeAdvancement(a, b, options, counted).run(start);
}

}  // namespace graze
