// How deep two sets of parts are in each other. Two surfaces have no depth. With a solid or convex side the
// depth is the length of the shortest translation that separates them. Translations are tried. One that
// separates the sets bounds the depth from above. One that does not has a point deep in both, which gives a
// ball of translations that do not separate them either. All translations shorter than the lower bound are in
// such balls. docs/notes/meshes.md has the argument and the order of the search.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "convex/closed_form/closed_form.hpp"
#include "convex/core_answer.hpp"
#include "graze/shape/shape.hpp"
#include "math/project_onto_half_spaces.hpp"
#include "mesh/pair_order.hpp"
#include "query/composite/composite.hpp"
#include "query/depth/deep_point.hpp"
#include "query/depth/separating_translation.hpp"
#include "query/depth/surface_depth.hpp"
#include "query/depth/tight_depth.hpp"
#include "query/depth/translation_cover.hpp"
#include "query/depth/translation_trial.hpp"
#include "result/flipped.hpp"

namespace graze {
namespace {

/// How much is put into the search of cells, as far as the work of the whole search allows.
struct Effort {
    std::size_t balls = 0;  ///< In each side, for the cover: pairs of them take 20 microseconds a thousand.
    std::uint32_t trials = 0;  ///< Translations tried, unless the options set a number.
    CoverLimits cover;
    double spacing = 0;  ///< Of translations to descend from, relative to their length.
    int steps = 0;       ///< Of such a descent.
};

/// 20 ms or so on meshes of a few thousand triangles, and as much for the scans: enough for all but one pair
/// in fifty.
constexpr Effort kUsual{64, 200, {}, 0.2, 4};
/// For the others, mostly knots. They have many overlaps, each hardly any, so that it takes many balls to
/// cover a place that is nearly free, and many places to be examined more closely.
constexpr Effort kGreat{224, 1500, {.cells = 200'000, .candidates = 10'000'000}, 0.05, 10};

/// The ratio of the bounds that ends a search which was given no tolerance: what is easy to have at first,
/// what is good enough later.
double close_enough(std::uint32_t trials) noexcept { return std::min(2.5, 1.2 + 0.02 * trials); }
/// What every pair should have, a little below 3 so that rounding does not matter. A great effort ends there.
constexpr double kPromised = 2.99;

/// How well the greatest depth of a surface needs to be known where it is a bound for another search.
constexpr double kSurfaceWidth = 0.05;
/// What the search of small cells ends at: the ratio of the bounds, and work.
struct Refinement {
    double ratio = 1;
    std::uint64_t work = 0;
};
constexpr Refinement kTight{1.01, 100'000'000};             // a tenth of a second
constexpr Refinement kPromisedSoon{kPromised, 50'000'000};  // before a great effort
/// A width that is as good as none, relative to the smaller shape.
constexpr double kTightWidth = 1e-6;

/// Evenly spread over the sphere: turned by the golden angle from one to the next. Every round has others.
Vec3 spiral(int i, int count, std::uint32_t round) noexcept {
    const double z = 1 - 2 * (i + std::fmod(0.5 + 0.618 * round, 1.0)) / count;
    const double angle = std::numbers::pi * (3 - std::sqrt(5.0)) * i + round;
    const double radius = std::sqrt(std::max(0.0, 1 - z * z));
    return {radius * std::cos(angle), radius * std::sin(angle), z};
}

bool has_near(const std::vector<Vec3>& points, const Vec3& p, double distance) noexcept {
    return std::any_of(points.begin(), points.end(), [&](const Vec3& q) { return length(p - q) < distance; });
}

/// What the search is for.
struct DepthGoal {
    double width = 0;           ///< Of the bounds.
    bool to_tolerance = false;  ///< The search ends no earlier than at that width.
    bool limited = false;       ///< The options set the number of trials.
};

DepthGoal goal_of(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    const double wanted = options.tolerance < 0 ? 1e-9 : options.tolerance;  // as for convex polytopes
    const double reach = std::max(pairs.a.placed.shape.reach(), pairs.b.placed.shape.reach());
    return {wanted * reach, options.tolerance > 0, options.max_iterations != 0};
}

/// Translations tried, and those that may still be.
struct TrialCount {
    std::uint32_t left = 0;       ///< Trials that may still be made.
    std::uint32_t made = 0;       ///< Trials so far.
    std::uint32_t scans = 0;      ///< Scans of directions.
    std::uint32_t shortcuts = 0;  ///< Cells covered by a point nearby: ten of them count as a trial.

    void take() noexcept {
        if (left > 0) --left;
        ++made;
    }
    void take_shortcut() noexcept {
        if (++shortcuts % 10 == 0 && left > 0) --left;
    }
};

/// What is known of the depth.
struct DepthBounds {
    double lower = 0;           ///< Lower bound of the depth, a length >= 0.
    SeparatingTranslation out;  ///< The shortest one that separates: its length is the upper bound.
    std::vector<TranslationBall> overlapping;  ///< Around the translations tried.

    /// Records a translation that does not separate the pair.
    void raise(const TranslationTrial& t) {
        if (t.gap > 0 || !(t.deep.depth > 0)) return;
        overlapping.push_back({t.translation, t.deep.depth, t.deep.point, 0.5});
        if (t.translation == Vec3{}) lower = std::max(lower, t.deep.depth);
    }

    /// Records a translation that separates the pair by a gap: a shorter one, reduced by part of the gap,
    /// suffices. `position` is that of b.
    void offer(const TranslationTrial& t, const Vec3& position) {
        const double moved = length(t.translation);
        // The moved position rounds, and so do lengths and products with the direction.
        const double rounding = 8 * kEps * (moved + max_component(abs(position)));
        const double length = next_above(moved - t.gap + rounding);
        if (length < out.length) out = {unit(t.translation), length};
    }

    [[nodiscard]] bool within_ratio(double ratio) const noexcept { return out.length <= ratio * lower; }
};

class DepthSearch {
public:
    /// The pair has a budget.
    DepthSearch(const PartPairs& pairs, const SeparationOptions& options)
        : pairs_(pairs), work_(*pairs.work), goal_(goal_of(pairs, options)), effort_(options.depth) {
        trials_.left = goal_.limited ? options.max_iterations : kUsual.trials;
    }

    Separation run() {
        const TranslationTrial start = trial({});
        seeds_.start = start.deep;
        known_.out = shortest_translation_beyond(pairs_, first_direction());
        raise_by_surfaces();
        descend(start, 8);
        if (!done()) search_cells(kUsual);
        if (effort_ == DepthEffort::tight && !goal_.limited) {
            refine(kTight);
            return answer();
        }
        if (!goal_.limited && !known_.within_ratio(kPromised)) refine(kPromisedSoon);
        if (!goal_.limited && !known_.within_ratio(kPromised)) {
            great_ = true;
            seeds_.crossings = true;
            trials_.left = kGreat.trials;
            search_cells(kGreat);
        }
        return answer();
    }

private:
    /// A point of one surface has a ball around it inside of the other shape.
    void raise_by_surfaces() {
        const SurfaceDepthGoal goal{.relative = kSurfaceWidth, .width = goal_.width, .most_points = 256};
        const SurfaceDepth deepest = deepest_of_surfaces(pairs_, goal);
        known_.lower = std::max(known_.lower, std::min(deepest.depth.lower, known_.out.length));
    }

    /// A hundredth, or a millionth of the size, within a tenth of a second or so.
    void refine(const Refinement& to) {
        WorkBudget work(std::min(work_.left(), to.work));
        PartPairs pairs = pairs_;
        pairs.work = &work;
        const std::uint64_t before = work.left();
        const double small = std::min(pairs.a.placed.shape.reach(), pairs.b.placed.shape.reach());
        const TightDepth found = refine_depth(pairs, {known_.lower, known_.out}, seeds_.start,
                                              {to.ratio, std::max(goal_.width, kTightWidth * small)});
        work_.spend(before - work.left());
        known_.lower = found.lower;
        known_.out = found.out;
        trials_.made += found.cells / 10;  // a cell takes about a tenth of a trial
    }

    [[nodiscard]] bool done() const noexcept {
        const double ratio = great_ ? kPromised : goal_.to_tolerance ? 1 : close_enough(trials_.made);
        return known_.within_ratio(ratio) || known_.out.length - known_.lower <= goal_.width ||
               trials_.left == 0 || work_.spent();
    }

    [[nodiscard]] Vec3 first_direction() const noexcept {
        const Vec3 out = seeds_.start.out_a - seeds_.start.out_b;
        return has_direction(out) ? unit(out) : Vec3{1, 0, 0};
    }

    TranslationTrial trial(const Vec3& translation) {
        trials_.take();
        return try_translation(pairs_, translation, seeds_);
    }

    /// Iterates over translations: each step leads out of the deepest overlap, and never back into an earlier
    /// one, until the pair is disjoint. Then the translation is shortened as far as the collected planes
    /// allow.
    void descend(TranslationTrial t, int steps) {
        std::vector<HalfSpaceConstraint> sides;
        bool free = false;
        for (int step = 0; probe_beyond(t, sides) && step < steps && !done(); ++step) {
            free = free || t.gap > 0;
            // All sets of three planes, against all planes.
            work_.spend(work::kBallCell * sides.size() * sides.size() * sides.size());
            const std::optional<Vec3> next = project_onto_half_spaces(sides, free ? Vec3{} : t.translation);
            if (!next || !(length(*next) < 0.98 * known_.out.length)) return;
            t = trial(*next);
        }
    }

    /// Adds the plane beyond which translations are presumably free, derived from one that was tried.
    bool probe_beyond(const TranslationTrial& t, std::vector<HalfSpaceConstraint>& sides) {
        if (t.gap > 0) {
            known_.offer(t, pairs_.b.placed.pose.position);
            sides.push_back({t.normal, dot(t.normal, t.translation) - 0.98 * t.gap});
            return true;
        }
        known_.raise(t);
        const Vec3 out = t.deep.out_a - t.deep.out_b;
        if (!(t.deep.depth > 0) || !has_direction(out)) return false;
        sides.push_back({unit(out), dot(unit(out), t.translation) + 1.03 * t.deep.depth});
        return true;
    }

    /// Tests translations in all directions, short ones first: an overlap test takes a small fraction of the
    /// time of a trial. Every scan is finer than the one before; later scans cover only the places where a
    /// result would end the search.
    void scan() {
        const int directions = 32 << std::min(trials_.scans, 3U);
        const double farthest =
            std::min(0.95 * known_.out.length, trials_.scans == 0 ? known_.out.length : 2.8 * known_.lower);
        ++trials_.scans;
        for (double distance = 1.2 * known_.lower;
             distance < farthest && distance > 0 && distance < 0.95 * known_.out.length && !done();
             distance *= 1.3) {
            for (int i = 0; i < directions && !work_.spent(); ++i) {
                const Vec3 translation = distance * spiral(i, directions, trials_.scans);
                if (may_overlap_after(pairs_, translation)) continue;
                descend(trial(translation), 5);
                break;
            }
        }
    }

    /// Whether a point that is deep after a translation nearby is deep enough to cover the cell: that takes a
    /// tenth of a trial.
    bool covered_nearby(const TranslationCell& cell) {
        const auto nearest = std::min_element(
            known_.overlapping.begin(), known_.overlapping.end(), [&](const auto& x, const auto& y) {
                return length_sq(x.centre - cell.centre) < length_sq(y.centre - cell.centre);
            });
        work_.spend(work::kBallCell * known_.overlapping.size());
        if (nearest == known_.overlapping.end()) return false;
        TranslationTrial t;
        t.translation = cell.centre;
        t.deep = depth_at(pairs_, cell.centre, nearest->in_a + 0.5 * (cell.centre - nearest->centre));
        if (t.deep.depth < std::max(2 * cell.half, 0.1 * cell.nearest)) return false;
        trials_.take_shortcut();
        known_.raise(t);
        return true;
    }

    /// Covers the translations around zero by balls; where they end, tries one.
    void search_cells(const Effort& effort) {
        std::vector<TranslationBall> balls =
            overlapping_translations(pairs_, effort.balls, known_.out.length);
        balls.insert(
            balls.begin(), known_.overlapping.begin(),
            known_.overlapping.end());  // first: they are the largest, and a cover may leave the last out
        TranslationCover cover(std::move(balls), known_.out.length, effort.cover, &work_);
        seeds_.cover = &cover;
        std::vector<Vec3> tried;
        while (!done()) {
            const std::optional<TranslationCell> cell = cover.next(known_.out.length, 0.05);
            known_.lower = std::max(known_.lower, cell ? std::min(cell->nearest, known_.out.length)
                                                       : cover.covered(known_.out.length));
            if (!cell || done()) break;
            if (trials_.made >= 40 * trials_.scans) scan();
            if (done()) break;
            const std::size_t known = known_.overlapping.size();
            if (!covered_nearby(*cell)) {
                const TranslationTrial t = trial(cell->centre);
                work_.spend(work::kBallCell * tried.size());
                // Hardly overlapping: a free place may be near. But not near where none was found.
                const bool promising = t.deep.depth < 0.25 * cell->nearest &&
                                       !has_near(tried, t.translation, effort.spacing * cell->nearest);
                if (promising) tried.push_back(t.translation);
                descend(t, promising ? effort.steps : 0);
            }
            for (std::size_t i = known; i < known_.overlapping.size(); ++i)
                cover.add(known_.overlapping[i].centre, known_.overlapping[i].radius);
            cover.split(*cell);
        }
        seeds_.cover = nullptr;
    }

    [[nodiscard]] Separation answer() const noexcept {
        Separation s;
        const Vec3 middle = seeds_.start.depth > 0 ? seeds_.start.point : common_point(pairs_);
        s.normal = known_.out.direction;
        s.distance = {-known_.out.length,
                      -std::min(std::max(known_.lower, 0.0), std::max(known_.out.length, 0.0))};
        s.point_b = middle - (0.5 * known_.out.length) * known_.out.direction;
        s.point_a = middle + (0.5 * known_.out.length) * known_.out.direction;
        s.status = s.distance.width() <= goal_.width ? Status::converged : Status::budget_reached;
        s.iterations = trials_.made;
        return s;
    }

    const PartPairs& pairs_;
    WorkBudget& work_;
    const DepthGoal goal_;
    const DepthEffort effort_;
    bool great_ = false;  ///< The effort is.
    TrialCount trials_;
    DeepPointSeeds seeds_;
    DepthBounds known_;
};

/// A side as a convex shape, where it is one.
std::optional<ConvexForm> convex_side(const PlacedParts& side) {
    if (side.placed.shape.convex()) return ConvexForm{side.placed.shape, 0};
    if (side.mesh() == nullptr || !side.mesh()->convex) return std::nullopt;
    ConvexForm form = *side.mesh()->convex;
    if (side.margin() > 0) form.hull = rounded(form.hull, side.margin());
    form.excess *= 1 + orthonormality_defect(side.placed.pose.rotation);
    return form;
}

Separation convex_depth(const PartPairs& pairs, const ConvexForm& a, const ConvexForm& b,
                        const SeparationOptions& options) {
    Separation s = separation({a.hull, pairs.a.placed.pose}, {b.hull, pairs.b.placed.pose}, options);
    const Interval distance = widened(s.distance, a.excess + b.excess);
    s.distance = {std::min(distance.lower, 0.0), std::min(distance.upper, 0.0)};
    fit_witnesses_to_bounds(s);  // the hulls may seem apart by the tolerance
    s.directions = {};           // the terms refer to the hulls
    s.weights = {};
    s.terms = 0;
    return s;
}

Separation depth_in_order(const PartPairs& pairs, const SeparationOptions& options) {
    if (pairs.a.is_skin() && pairs.b.is_skin()) return intersecting_surfaces(pairs, options);
    const std::optional<ConvexForm> a = convex_side(pairs.a);
    const std::optional<ConvexForm> b = a ? convex_side(pairs.b) : std::nullopt;
    Separation s = a && b ? convex_depth(pairs, *a, *b, options) : DepthSearch(pairs, options).run();
    name_intersecting_parts(s, pairs);
    return s;
}

}  // namespace

Separation composite_overlap_depth(const PartPairs& pairs, const SeparationOptions& options) noexcept {
    const Placed &a = pairs.a.placed, &b = pairs.b.placed;
    // The search moves b, and what it finds first decides: in one order only, so that swapping the pair flips
    // the answer.
    const bool reverse = in_reverse_order(a, b);
    // Who limits the trials has set a budget: no other ends the search then.
    WorkBudget own = options.max_iterations != 0 ? WorkBudget::unlimited() : WorkBudget(kDefaultWork);
    PartPairs ordered = reverse ? PartPairs(b, a) : pairs;
    ordered.work = pairs.work != nullptr ? pairs.work : &own;
    ordered.counted = pairs.counted;
    return reverse ? flipped(depth_in_order(ordered, options)) : depth_in_order(ordered, options);
}

}  // namespace graze
