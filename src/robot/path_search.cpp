#include "robot/path_search.hpp"

#include <algorithm>
#include <cmath>

#include "ccd/open_gap.hpp"

namespace graze {
namespace {

constexpr std::uint32_t kMostCells = 1'000'000;
/// Of the accuracy that is wanted: the rest is for the upper end, which is measured at moments only.
constexpr double kAccuracyShare = 0.9;
/// A stretch of time is not halved beyond doubles.
constexpr std::size_t kDeepest = 60;

}  // namespace

PathSearch::PathSearch(const RobotCell::State& cell, const JointPath& path, const PathOptions& options,
                       PathRecorder* recorder)
    : cell_(cell),
      path_(path),
      options_(options),
      recorder_(recorder),
      gaps_(cell),
      rates_(cell),
      moments_(kDeepest + 3),
      joint_rates_(path.joint_count()) {}

PathClearance PathSearch::run() {
    const std::span<const double> knots = path_.knots();
    const auto place = [&](Moment& moment, double t) {
        moment.time = t;
        moment.configuration.resize(path_.joint_count());
        path_.at(t, moment.configuration);
        moment.place(cell_);
    };
    Outcome outcome = Outcome::free;
    Moment first, last;
    place(last, 0);
    for (std::size_t k = 1; k < knots.size() && outcome == Outcome::free; ++k) {
        std::swap(first, last);
        place(last, knots[k]);
        active_.clear();
        gather(first, last);
        outcome = examine(first, last, 0, 0);
    }
    return answer(outcome);
}

/// The pairs that may come close between two knots.
void PathSearch::gather(const Moment& first, const Moment& last) {
    const CellModel& model = cell_.model;
    const auto links = static_cast<std::uint32_t>(model.link_bodies);
    const auto add = [&](std::uint32_t a, std::uint32_t b) {
        active_.push_back({{a, b}, common_frame(model.tree, model.bodies[a].frame, model.bodies[b].frame)});
    };
    static_cast<void>(first), static_cast<void>(last);
    for (std::uint32_t a = 0; a < links; ++a) {
        for (std::uint32_t b = links; b < cell_.bodies.size(); ++b)
            if (cell_.tested(a, b)) add(a, b);
    }
    for (const BodyPair& pair : model.link_pairs) add(pair.a, pair.b);
}

bool PathSearch::passes(double bound) const noexcept {
    if (!(bound > options_.wanted)) return false;
    if (options_.goal == PathGoal::decide) return true;
    const double accuracy = std::max(options_.relative_accuracy * least_.seen, options_.absolute_accuracy);
    return bound >= least_.seen - kAccuracyShare * accuracy;
}

PathSearch::Outcome PathSearch::examine(const Moment& first, const Moment& last, std::size_t begin,
                                        std::size_t depth) {
    const std::uint32_t most = options_.max_cells == 0 ? kMostCells : options_.max_cells;
    const std::size_t end = active_.size();
    Moment& middle = moments_[depth];
    middle.time = first.time + 0.5 * (last.time - first.time);
    middle.configuration.resize(path_.joint_count());
    path_.at(middle.time, middle.configuration);
    middle.place(cell_);
    const double half = 0.5 * (last.time - first.time) * (1 + 8 * kEps);
    const Stretch stretch{first, middle, last, half, placement_error(cell_, middle.configuration)};
    if (++work_.cells > most) return progress_.open = stretch.time(), Outcome::open;
    for (std::size_t i = 0; i < path_.joint_count(); ++i) joint_rates_[i] = path_.over(i, stretch.time());
    rates_.update(middle, joint_rates_, half, stretch.error);
    gaps_.set_error(stretch.error);

    double speed = 0;
    bool hit = false;
    for (std::size_t k = begin; k < end; ++k) {
        ActivePair active = active_[k];
        const Tested tested = hit ? Tested::unknown : test(active, stretch);
        if (tested == Tested::free) continue;
        if (tested == Tested::hit) {
            hit = true;
            progress_.end = middle.time;
            progress_.pair = active;
        }
        speed = std::max(speed, speed_of(active));
        active_.push_back(active);
    }
    Outcome outcome = Outcome::free;
    if (active_.size() == end) {
        progress_.free_until = last.time;
    } else if (speed * half <= options_.tolerance * cell_.largest_reach || depth >= kDeepest ||
               !(first.time < middle.time && middle.time < last.time)) {
        outcome = finish(stretch, end);
    } else {
        outcome = examine(first, middle, end, depth + 1);
        if (outcome == Outcome::free && middle.time < progress_.end)
            outcome = examine(middle, last, end, depth + 1);
    }
    active_.resize(end);
    return outcome;
}

/// A stretch in which nothing can move far any more: its ends are all that is left to look at.
PathSearch::Outcome PathSearch::finish(const Stretch& stretch, std::size_t begin) {
    for (const Moment* moment : {&stretch.first, &stretch.middle, &stretch.last}) {
        if (moment->time >= progress_.end) break;
        for (std::size_t k = begin; k < active_.size(); ++k) {
            const GapAtMoment gap = gaps_.at(active_[k], *moment, options_.wanted);
            if (!(gap.distance.upper <= options_.wanted)) continue;
            progress_.end = moment->time;
            progress_.pair = active_[k];
            break;
        }
    }
    if (progress_.end <= stretch.last.time) return Outcome::hit;
    progress_.open = stretch.time();
    progress_.pair = active_[begin];
    return Outcome::open;
}

double PathSearch::speed_of(const ActivePair& active) const noexcept {
    double speed = rates_.of(active.pair.a, active.frame).speed;
    if (active.pair.b < cell_.model.link_bodies) speed += rates_.of(active.pair.b, active.frame).speed;
    return speed;
}

PathSearch::Tested PathSearch::test(ActivePair& active, const Stretch& stretch) {
    ChainRates rates = rates_.of(active.pair.a, active.frame);
    if (active.pair.b < cell_.model.link_bodies) {
        const ChainRates& b = rates_.of(active.pair.b, active.frame);
        rates = {rates.speed + b.speed, rates.acceleration + b.acceleration};
    }
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
    ++work_.separations;
    const GapAtMoment gap = gaps_.at(active, stretch.middle, options_.wanted + reach);
    see(active, stretch, gap);
    if (gap.distance.upper <= options_.wanted) return Tested::hit;
    if (gap.plane) {
        active.normal = transpose_times(stretch.middle.frames[active.frame].rotation, gap.normal);
        const double bound = along_plane(active.normal);
        if (accept_plane(active, stretch, bound, active.normal)) return Tested::free;
    }
    const double bound = gap.distance.lower - reach;
    const bool free = gap.plane ? accept_plane(active, stretch, bound, active.normal)
                                : accept_still(active, stretch, bound);
    return free ? Tested::free : Tested::unknown;
}

void PathSearch::see(const ActivePair& active, const Stretch& stretch, const GapAtMoment& gap) {
    if (!(gap.distance.upper < least_.seen)) return;
    least_.seen = gap.distance.upper;
    least_.time = stretch.time();
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
    return accept(recorder_ == nullptr ? bound : recorder_->plane(active.pair, {stretch.time(), normal}));
}

bool PathSearch::accept_still(const ActivePair& active, const Stretch& stretch, double bound) {
    if (!passes(bound)) return false;
    return accept(recorder_ == nullptr ? bound : recorder_->still(active.pair, stretch.time(), bound));
}

PathClearance PathSearch::answer(Outcome outcome) {
    PathClearance path;
    path.work = work_;
    path.pair = least_.pair;
    path.time = least_.time;
    path.contact = least_.separation;
    if (outcome == Outcome::free && progress_.end > 1) {
        path.answer = PathAnswer::free;
        path.clearance = {least_.proven, std::max(least_.proven, least_.seen)};
        return path;
    }
    path.clearance = {-kInfinity, least_.seen};
    path.pair = progress_.pair.pair;
    const bool hit = progress_.end <= 1;
    path.answer = hit ? PathAnswer::hit : PathAnswer::open;
    path.time = {std::min(progress_.free_until, hit ? progress_.end : progress_.open.lower),
                 hit ? progress_.end : progress_.open.upper};
    const std::uint32_t most = options_.max_cells == 0 ? kMostCells : options_.max_cells;
    if (work_.cells > most) path.status = Status::budget_reached;
    Moment start;
    start.time = path.time.lower;
    start.configuration = path_.at(start.time);
    start.place(cell_);
    path.contact = gaps_.at(progress_.pair, start, kInfinity).separation;
    return path;
}

}  // namespace graze
