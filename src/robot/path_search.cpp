#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/open_gap.hpp"
#include "query/dispatch.hpp"
#include "robot/clearance_query.hpp"
#include "robot/near_pairs.hpp"
#include "verify/moving/verify_path.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kMostCells = 1'000'000;
/// Of the accuracy that is wanted: the rest is for the upper end, which is measured at moments only.
constexpr double kAccuracyShare = 0.9;
/// A stretch of time is not halved beyond doubles.
constexpr std::size_t kDeepest = 60;
/// Of a path between two knots, where obstacles are searched by their tree.
constexpr std::size_t kPartsAmongMany = 8;

/// Of the depth of bodies that overlap at the start and are not convex: it takes up to a second to the end.
constexpr std::uint32_t kDepthSteps = 16;

double middle_of(const Moment& first, const Moment& last) noexcept {
    return first.time + 0.5 * (last.time - first.time);
}

/// From the middle to either end, at least: the middle is rounded, and between knots that are a few doubles
/// apart much nearer to one of them.
double half_of(const Moment& first, const Moment& last) noexcept {
    const double middle = middle_of(first, last);
    return std::max(rounding::add_up(middle, -first.time), rounding::add_up(last.time, -middle));
}

}  // namespace

PathSearch::PathSearch(const SearchSet& set, const JointPath& path, const PathOptions& options,
                       PathRecorder* recorder)
    : set_(set),
      path_(path),
      options_(options),
      recorder_(recorder),
      gaps_(set),
      rates_(set),
      moments_(kDeepest + 3),
      joint_rates_(path.joint_count()) {
    std::vector<double> sizes(path.joint_count(), 0.0);
    const std::span<const double> numbers = path.coefficients();
    const std::size_t each = path.degree() + 1;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        double& size = sizes[i / each % sizes.size()];
        size = std::max(size, std::abs(numbers[i]));
    }
    error_ = placement_error(*set.cell, sizes);
    gaps_.set_error(error_);
}

PathClearance PathSearch::run() {
    const std::span<const double> knots = path_.knots();
    Outcome outcome = Outcome::free;
    Moment first, last;
    place(last, 0);
    seed(last);
    for (std::size_t k = 1; k < knots.size() && outcome == Outcome::free && progress_.end > 1; ++k) {
        // Among many obstacles only those near a part of the path are examined there.
        const bool all = set_.obstacle_tree.empty() || recorder_ != nullptr;
        const std::size_t parts = all ? 1 : kPartsAmongMany;
        for (std::size_t i = 1; i <= parts && outcome == Outcome::free; ++i) {
            std::swap(first, last);
            const double share = static_cast<double>(i) / static_cast<double>(parts);
            place(last, i == parts ? knots[k] : knots[k - 1] + share * (knots[k] - knots[k - 1]));
            gather(first, last, all);
            outcome = examine(first, last, 0, 0);
        }
    }
    return answer(outcome);
}

void PathSearch::place(Moment& moment, double t) {
    moment.time = t;
    moment.configuration.resize(path_.joint_count());
    path_.at(t, moment.configuration);
    moment.place(set_);
}

/// The distance at the start: what is measured is no more, and a contact there ends the search.
void PathSearch::seed(const Moment& start) {
    if (options_.goal == PathGoal::decide) return;
    const CellClearance nearest = ClearanceQuery(set_, {.gradient = false}).at(start.configuration);
    least_.measured = nearest.distance.upper;
    least_.pair = nearest.pair;
    least_.separation = nearest.separation;
    if (!(nearest.distance.upper <= options_.wanted)) return;
    progress_.end = 0;
    progress_.pair = {nearest.pair};
}

void PathSearch::update_rates(const Moment& first, Moment& middle, const Moment& last) {
    place(middle, middle_of(first, last));
    for (std::size_t i = 0; i < joint_rates_.size(); ++i)
        joint_rates_[i] = path_.over(i, {first.time, last.time});
    rates_.update(middle, joint_rates_, half_of(first, last), error_);
}

/// The pairs that may come as close as what counts from one moment to another.
void PathSearch::gather(const Moment& first, const Moment& last, bool all) {
    active_.clear();
    gaps_.forget();
    const auto add = [&](const BodyPair& pair) {
        const auto& bodies = set_.bodies;
        active_.push_back(
            {pair, common_frame(set_.cell->model.tree, bodies[pair.a].frame, bodies[pair.b].frame)});
        return true;
    };
    Moment& middle = moments_.back();
    if (!all) update_rates(first, middle, last);
    const double counts = options_.goal == PathGoal::decide ? options_.wanted : least_.measured;
    const double half = half_of(first, last);
    // Obstacles left out are farther than that: they pass whatever else is found.
    if (!all) least_.proven = std::min(least_.proven, counts);
    each_near_pair(
        set_, all ? first : middle,
        [&](std::uint32_t body) {
            if (all) return kInfinity;
            return counts + rates_.of(body, 0).speed * half + gaps_.error({body, body});
        },
        add);
}

/// What a lower bound has to reach, beside what is wanted.
double PathSearch::enough() const noexcept {
    if (options_.goal == PathGoal::decide) return options_.wanted;
    const double accuracy =
        std::max(options_.relative_accuracy * least_.measured, options_.absolute_accuracy);
    return least_.measured - kAccuracyShare * accuracy;
}

/// The least bound that passes: what is wanted alone does not.
double PathSearch::required() const noexcept { return std::max(enough(), next_above(options_.wanted)); }

/// Whether the search has to answer with what it has.
bool PathSearch::ended() {
    const std::uint32_t most = options_.max_cells == 0 ? kMostCells : options_.max_cells;
    ended_ = ended_ || work_.cells > most || stop_requested(options_.stop);
    return ended_;
}

PathSearch::Outcome PathSearch::examine(const Moment& first, const Moment& last, std::size_t begin,
                                        std::size_t depth) {
    const std::size_t end = active_.size();
    const BodyGaps::Kept kept = gaps_.kept();
    Moment& middle = moments_[depth];
    const double half = half_of(first, last);
    const Stretch stretch{first, middle, last, half};
    update_rates(first, middle, last);
    ++work_.cells;
    if (ended()) {
        progress_.open = stretch.time();
        if (progress_.end > 1 && begin < end) progress_.pair = active_[begin];
        return Outcome::open;
    }

    double speed = 0;
    bool hit = false;
    for (std::size_t k = begin; k < end; ++k) {
        ActivePair active = active_[k];
        Tested tested = hit || ended_ ? Tested::unknown : test(active, stretch);
        if (tested == Tested::enclosures_close) {
            const std::size_t parts = active_.size();
            const bool apart = !gaps_.overlap(active, middle);
            if (apart && split(active, stretch)) {
                if (active_.size() > parts) speed = std::max(speed, rates_of(active).speed);
                hit = progress_.end <= middle.time;
                continue;
            }
            tested = apart ? test_bodies(active, stretch) : Tested::hit;
            if (!apart) note_distance(active, stretch, {.distance = {-kInfinity, 0}, .separation = {}});
        }
        if (tested == Tested::free) continue;
        if (tested == Tested::hit) {
            hit = true;
            progress_.end = middle.time;
            progress_.pair = active;
        }
        speed = std::max(speed, rates_of(active).speed);
        active_.push_back(active);
    }
    Outcome outcome = Outcome::free;
    if (active_.size() == end) {
        progress_.free_until = last.time;
    } else if (speed * half <= options_.tolerance * set_.cell->largest_reach || depth >= kDeepest ||
               !(first.time < middle.time && middle.time < last.time)) {
        outcome = finish(stretch, end);
    } else {
        outcome = examine(first, middle, end, depth + 1);
        if (outcome == Outcome::free && middle.time < progress_.end)
            outcome = examine(middle, last, end, depth + 1);
    }
    active_.resize(end);
    gaps_.forget_since(kept);
    return outcome;
}

/// A stretch in which nothing can move far any more: its ends are all that is left to test, and what comes
/// after it.
PathSearch::Outcome PathSearch::finish(const Stretch& stretch, std::size_t begin) {
    owners_only(begin);
    for (const Moment* moment : {&stretch.first, &stretch.middle, &stretch.last}) find_hit(*moment, begin);
    if (progress_.end > stretch.last.time) find_hit_after(stretch, begin);
    if (progress_.end <= 1) return Outcome::hit;
    progress_.open = stretch.time();
    progress_.pair = active_[begin];
    return Outcome::open;
}

/// Whether one of the active pairs is that close at a moment before the first known hit.
void PathSearch::find_hit(const Moment& moment, std::size_t begin) {
    if (moment.time >= progress_.end) return;
    for (std::size_t k = begin; k < active_.size() && !ended(); ++k) {
        if (!within_wanted(active_[k], moment)) continue;
        progress_.end = moment.time;
        progress_.pair = active_[k];
        return;
    }
}

/// Bodies that touch but for rounding mostly go on to overlap: tested at ever longer times after a stretch.
void PathSearch::find_hit_after(const Stretch& stretch, std::size_t begin) {
    Moment later;
    const double last = stretch.last.time;
    for (double step = 2 * stretch.half; last + step < std::min(1.0, progress_.end); step *= 2) {
        place(later, last + step);
        find_hit(later, begin);
    }
    if (progress_.end <= 1 || last == 1) return;
    place(later, 1);
    find_hit(later, begin);
}

ChainRates PathSearch::rates_of(const ActivePair& active) const noexcept {
    const ChainRates& a = rates_.of(active.pair.a, active.frame);
    if (active.pair.b >= set_.link_bodies) return a;
    const ChainRates& b = rates_.of(active.pair.b, active.frame);
    return {a.speed + b.speed, a.acceleration + b.acceleration};
}

PathSearch::Tested PathSearch::test(ActivePair& active, const Stretch& stretch) {
    const ChainRates rates = rates_of(active);
    const double error = gaps_.error(active.pair), reach = rates.speed * stretch.half + error;
    const double ball = gaps_.at_least(active, stretch.middle) - reach;
    if (passes(ball) &&
        (recorder_ == nullptr ? accept(ball)
                              : accept_plane(active, stretch, ball, gaps_.direction(active, stretch.middle))))
        return Tested::free;

    const auto along_plane = [&](const Vec3& normal) {
        ++work_.planes;
        const double first = gaps_.along(normal, active, stretch.first),
                     last = gaps_.along(normal, active, stretch.last);
        return least_between(first, last, rates.acceleration, 2 * stretch.half) - error;
    };
    if (active.normal != Vec3{}) {
        const double bound = along_plane(active.normal);
        if (accept_plane(active, stretch, bound, active.normal)) return Tested::free;
    }
    if (ended()) return Tested::unknown;
    ++work_.separations;
    const GapAtMoment gap = gaps_.of_enclosures(active, stretch.middle);
    note_distance(active, stretch, gap);
    if (gap.distance.upper <= options_.wanted) return Tested::hit;
    if (gap.plane) {
        active.normal = transpose_times(stretch.middle.frames[active.frame].rotation, gap.normal);
        const double bound = along_plane(active.normal);
        if (accept_plane(active, stretch, bound, active.normal)) return Tested::free;
        if (accept_plane(active, stretch, gap.distance.lower - reach, active.normal)) return Tested::free;
    }
    return gap.exact || !bodies_count(gap) ? Tested::unknown : Tested::enclosures_close;
}

/// Whether the distance of the bodies themselves may matter, when their enclosures are this far apart: where
/// those come as close as what is wanted, or closer than what was measured so far.
bool PathSearch::bodies_count(const GapAtMoment& enclosures) const noexcept {
    const double lower = enclosures.distance.lower;
    if (lower <= options_.wanted) return true;
    return options_.goal == PathGoal::measure && lower < 0.5 * (enough() + least_.measured);
}

/// Of the path itself, which the moment is within rounding of.
void PathSearch::note_distance(const ActivePair& active, const Stretch& stretch, const GapAtMoment& gap) {
    const double most = gap.distance.upper + gaps_.error(active.pair);
    if (!(most < least_.measured)) return;
    least_.measured = most;
    least_.time = stretch.middle.time;
    least_.pair = active.pair;
    least_.separation = gap.separation;
}

bool PathSearch::accept(double bound) noexcept {
    if (!passes(bound)) return false;
    if (recorder_ != nullptr) recorder_->keep();
    least_.proven = std::min(least_.proven, bound);
    return true;
}

bool PathSearch::accept_plane(const ActivePair& active, const Stretch& stretch, double bound,
                              const Vec3& normal) {
    if (!passes(bound)) return false;
    if (recorder_ == nullptr) return accept(bound);
    return accept(recorder_->plane(set_.owners(active.pair), {stretch.time(), normal}, required()));
}

bool PathSearch::accept_still(const ActivePair& active, const Stretch& stretch, double bound) {
    if (!passes(bound)) return false;
    return accept(recorder_ == nullptr ? bound
                                       : recorder_->still(set_.owners(active.pair), stretch.time(), bound));
}

PathClearance PathSearch::answer(Outcome outcome) {
    PathClearance path;
    path.work = work_;
    if (!set_.bodies.empty()) path.pair = set_.owners(least_.pair);
    path.nearest_time = least_.time;
    path.contact = least_.separation;
    if (outcome == Outcome::free && progress_.end > 1) {
        path.answer = PathAnswer::free;
        path.time = Interval(1);
        path.clearance = {least_.proven, std::max(least_.proven, least_.measured)};
        return path;
    }
    path.clearance = {-kInfinity, least_.measured};
    const bool hit = progress_.end <= 1;
    path.answer = hit ? PathAnswer::hit : PathAnswer::open;
    path.time = {std::min(progress_.free_until, hit ? progress_.end : progress_.open.lower),
                 hit ? progress_.end : progress_.open.upper};
    if (ended_) path.status = Status::budget_reached;
    if (set_.bodies.empty()) return path;
    path.pair = set_.owners(progress_.pair.pair);
    // Of the whole bodies, where they are searched as their members.
    const CellModel& model = set_.cell->model;
    const Placed a = verifying::placed_at(model, path.pair.a, path_, path.time.lower),
                 b = verifying::placed_at(model, path.pair.b, path_, path.time.lower);
    SeparationOptions brief;
    if (!a.shape.convex() || !b.shape.convex()) brief.max_iterations = kDepthSteps;
    path.contact = pair_separation(a, b, brief);
    return path;
}

}  // namespace graze
