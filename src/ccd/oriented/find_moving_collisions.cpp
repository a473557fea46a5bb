// find_moving_collisions(): a pair of elements is tested over the time that is left, then one of the two is
// opened, the child that may touch earlier first. With first_only the time that is left ends at the best
// contact so far.
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <unordered_set>

#include "ccd/oriented/moving_tree_pair.hpp"
#include "graze/core/assert.hpp"
#include "graze/math/vec.hpp"
#include "motion/motion_piece.hpp"
#include "obb/obb_elements.hpp"
#include "obb/obb_limits.hpp"
#include "shape/pose_check.hpp"

namespace graze {
namespace {

using obb_child::is_triangle;

/// Two elements and their contact, in the time of a search.
struct FoundContact {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    SteadyContact contact{};
};

/// The order of contacts that first_only promises.
bool before(const FoundContact& x, const FoundContact& y) noexcept {
    const auto key = [](const FoundContact& f) {
        return std::tuple(f.contact.first.lower, f.contact.first.upper, f.a, f.b);
    };
    return key(x) < key(y);
}

/// A pair of elements that may touch from a time on.
struct PendingPair {
    ObbElementPair pair{};
    double from = 0;
};

/// Pairs that were reported in an earlier step.
using ReportedPairs = std::unordered_set<std::uint64_t>;
std::uint64_t key_of(std::uint32_t a, std::uint32_t b) noexcept { return std::uint64_t{a} << 32U | b; }

using FoundVisitor = FunctionRef<Continue(const FoundContact&)>;

class MovingSearch {
public:
    MovingSearch(const DisplacedTree& a, const DisplacedTree& b, const MovingFindOptions& options,
                 const ReportedPairs& reported) noexcept
        : tree_a_(a.tree),
          tree_b_(b.tree),
          first_only_(options.first_only),
          stop_(options.stop),
          reported_(reported),
          pair_(a, b, options.test) {
        root_ = {a.tree.root(), b.tree.root(), options.depth_a, options.depth_b};
    }

    void run(ObbTreeStats& stats, FoundVisitor visitor) {
        push(root_, stats);
        while (count_ > 0 && !stats.stopped) {
            const PendingPair next = stack_[--count_];
            if (next.from <= until_) open(next.pair, stats, visitor);
            stats.stopped = stats.stopped || stop_requested(stop_);
        }
        if (!best_ || stats.stopped) return;
        ++stats.leaf_tests;
        stats.stopped = visitor(*best_) == Continue::no;
    }
    [[nodiscard]] bool found_first() const noexcept { return best_.has_value(); }

private:
    void open(const ObbElementPair& pair, ObbTreeStats& stats, FoundVisitor visitor) {
        const ObbNode* a = openable(tree_a_, pair.a, pair.depth_a);
        const ObbNode* b = openable(tree_b_, pair.b, pair.depth_b);
        stats.node_tests += a != nullptr || b != nullptr ? 1 : 0;
        open_pair(
            pair, a, b, [&](const ObbElementPair& x, const ObbElementPair& y) { push_both(x, y, stats); },
            [&](const ObbElementRange& x, const ObbElementRange& y) { test_elements(x, y, stats, visitor); });
    }

    /// Pushes both pairs, so that the one that may touch earlier is opened first.
    void push_both(const ObbElementPair& x, const ObbElementPair& y, ObbTreeStats& stats) noexcept {
        const std::size_t before = count_;
        push(y, stats);
        push(x, stats);
        if (count_ == before + 2 && stack_[before].from < stack_[before + 1].from)
            std::swap(stack_[before], stack_[before + 1]);
    }

    void push(const ObbElementPair& pair, ObbTreeStats& stats) noexcept {
        SweptWindow window{0, until_};
        if (!(is_triangle(pair.a) && is_triangle(pair.b)) && !pair_.keep(pair.a, pair.b, window, stats))
            return;
        stack_[count_++] = {pair, window.lower};
    }

    void test_elements(const ObbElementRange& a, const ObbElementRange& b, ObbTreeStats& stats,
                       FoundVisitor visitor) {
        for (std::uint32_t i = 0; i < a.count; ++i) {
            for (std::uint32_t j = 0; j < b.count && !stats.stopped; ++j)
                test_pair(a.first + i, b.first + j, stats, visitor);
        }
    }

    void test_pair(std::uint32_t a, std::uint32_t b, ObbTreeStats& stats, FoundVisitor visitor) {
        if (!reported_.empty() && reported_.contains(key_of(a, b))) return;
        const bool triangles = is_triangle(a) && is_triangle(b);
        stats.triangles.tests += triangles ? 1 : 0;
        const std::optional<SteadyContact> contact = pair_.contact(a, b);
        if (!contact) return;
        stats.triangles.failures += triangles ? 1 : 0;
        const FoundContact found{a, b, *contact};
        if (!first_only_) {
            ++stats.leaf_tests;
            stats.stopped = visitor(found) == Continue::no;
        } else if (!best_ || before(found, *best_)) {
            best_ = found;
            until_ = contact->first.lower;
        }
    }

    const ObbTree& tree_a_;
    const ObbTree& tree_b_;
    bool first_only_;
    const StopRequest* stop_;
    const ReportedPairs& reported_;
    MovingTreePair pair_;
    ObbElementPair root_{};
    double until_ = 1;  ///< Later contact is not of interest.
    std::optional<FoundContact> best_;
    /// Each step takes one pair and puts back at most two, one level further down.
    std::array<PendingPair, 2 * kMaxObbDepth + 2> stack_;
    std::size_t count_ = 0;
};

TreeElement element_of(const ObbTree& tree, std::uint32_t child) noexcept {
    return is_triangle(child) ? TreeElement{tree.order()[obb_child::slot_of(child)], false}
                              : TreeElement{child, true};
}

/// `time` maps the time of the search to the caller's.
template <class Time>
MovingTreeContact described(const FoundContact& found, const DisplacedTree& a, const DisplacedTree& b,
                            const Time& time) noexcept {
    const SteadyContact& c = found.contact;
    return {element_of(a.tree, found.a),
            element_of(b.tree, found.b),
            time(c.first),
            time(c.last),
            c.point + a.pose.position,
            c.normal,
            c.normal_a,
            c.normal_b,
            c.unique};
}

Interval clamped(const Interval& time, const Interval& to) noexcept {
    return {std::clamp(time.lower, to.lower, to.upper), std::clamp(time.upper, to.lower, to.upper)};
}

bool usable(const Pose& pose) noexcept { return pose_usable(pose, orthonormality_defect(pose.rotation)); }
bool usable(const DisplacedTree& side) noexcept {
    return below_largest_served(side.displacement) && usable(side.pose);
}

/// What cannot be used of trees that go straight; null when all can.
const char* fault_of(const DisplacedTree& a, const DisplacedTree& b, double dt) noexcept {
    if (!(dt >= 0 && dt <= kLargestServed))
        return "find_moving_collisions: the duration is negative, NaN or above 1e100";
    if (!usable(a.pose)) return "find_moving_collisions: the pose of a is not finite or not a rotation";
    if (!usable(a)) return "find_moving_collisions: the velocity of a is not finite or leads beyond 1e100";
    if (!usable(b.pose)) return "find_moving_collisions: the pose of b is not finite or not a rotation";
    if (!usable(b)) return "find_moving_collisions: the velocity of b is not finite or leads beyond 1e100";
    return nullptr;
}

MovingTreeStats refused([[maybe_unused]] const char* why) noexcept {
    GRAZE_ASSERT(false, why);
    MovingTreeStats stats;
    stats.status = Status::invalid_input;
    return stats;
}

/// How far a body point with |x| <= reach can be, in a step, from where the orientation of its start and a
/// straight path have it.
double step_deviation(const Motion& motion, double reach, const Interval& step) noexcept {
    double speed = 0, turn = 0, arc = 0, rounding = 0;
    bool whole = false;  // one piece serves all of the step
    for (const MotionPiece& piece : motion.pieces()) {
        if (piece.time.upper <= step.lower || piece.time.lower >= step.upper) continue;
        whole = piece.time.lower <= step.lower && piece.time.upper >= step.upper;
        const MotionRates rates = rates_over(piece, step);
        const double pivot = length(piece.pivot);
        turn = std::max(turn, rates.turn_speed);
        speed = std::max(speed, rates.path_speed + rates.turn_speed * pivot);
        arc = std::max(arc, rates.path_acceleration + rates.angular_acceleration * pivot);
        rounding =
            std::max(rounding, pose_error(piece, step.lower, reach) + pose_error(piece, step.upper, reach));
    }
    const double h = step.width();
    // The origin is off its chord by h²/8 of its acceleration; over several pieces by what it can go there
    // and back.
    const double off_chord = whole ? 0.125 * h * h * arc : h * speed;
    return (std::min(h * turn, 2.0) * reach + off_chord) * (1 + 1e-12) + rounding + motion.deviation();
}

}  // namespace

MovingTreeStats find_moving_collisions(const MovingTree& a, const MovingTree& b, double dt,
                                       const MovingFindOptions& options, MovingContactVisitor visitor) {
    const DisplacedTree first{a.tree, a.pose, dt * a.velocity}, second{b.tree, b.pose, dt * b.velocity};
    if (const char* fault = fault_of(first, second, dt)) return refused(fault);
    MovingTreeStats stats;
    if (a.tree.empty() || b.tree.empty()) return stats;
    const auto scaled = [&](const Interval& t) { return clamped(t * Interval(dt), {0, dt}); };
    const ReportedPairs none;
    MovingSearch(first, second, options, none).run(stats, [&](const FoundContact& found) {
        return visitor(described(found, first, second, scaled));
    });
    return stats;
}

MovingTreeStats find_moving_collisions(const SampledTree& a, const SampledTree& b, std::uint32_t steps,
                                       const MovingFindOptions& options, MovingContactVisitor visitor) {
    if (!a.motion.valid()) return refused("find_moving_collisions: the motion of a is not usable");
    if (!b.motion.valid()) return refused("find_moving_collisions: the motion of b is not usable");
    MovingTreeStats stats;
    if (a.tree.empty() || b.tree.empty()) return stats;
    const double count = std::max(steps, 1U);
    const auto time_of = [&](double step) { return step / count; };
    const auto displaced = [&](const SampledTree& side, double step) {
        const Pose start = pose_at(side.motion, time_of(step)), end = pose_at(side.motion, time_of(step + 1));
        return DisplacedTree{side.tree, start, end.position - start.position};
    };
    for (double step = 0; step < count; ++step) {  // before any visit
        stats.stopped = stop_requested(options.stop);
        if (stats.stopped) return stats;
        if (!usable(displaced(a, step))) return refused("find_moving_collisions: a goes beyond 1e100");
        if (!usable(displaced(b, step))) return refused("find_moving_collisions: b goes beyond 1e100");
    }
    ReportedPairs reported;
    for (double step = 0; step < count && !stats.stopped; ++step) {
        stats.stopped = stop_requested(options.stop);
        if (stats.stopped) break;
        const DisplacedTree first = displaced(a, step), second = displaced(b, step);
        const Interval time{time_of(step), time_of(step + 1)};
        const double off =
            step_deviation(a.motion, a.tree.reach(), time) + step_deviation(b.motion, b.tree.reach(), time);
        stats.deviation = std::max(stats.deviation, off);
        const auto in_step = [&](const Interval& t) {
            return clamped(Interval(time.lower) + t * (Interval(time.upper) - Interval(time.lower)), time);
        };
        MovingSearch search(first, second, options, reported);
        search.run(stats, [&](const FoundContact& found) {
            if (!options.first_only) reported.insert(key_of(found.a, found.b));
            return visitor(described(found, first, second, in_step));
        });
        if (search.found_first()) break;
    }
    return stats;
}

}  // namespace graze
