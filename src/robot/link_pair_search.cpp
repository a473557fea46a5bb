#include "robot/link_pair_search.hpp"

#include <algorithm>
#include <cmath>

#include "query/dispatch.hpp"

namespace graze::robot {
namespace {

using verifying::axes_between;
using verifying::corner_maps;

/// First step of the descent, and the one at which it ends, as shares of the ranges.
constexpr double kFirstStep = 1.0 / 16, kLastStep = 1.0 / 4096;
/// So many corner maps count as one box of the budget: two joints to either side of the plane.
constexpr std::uint64_t kCornersOfBox = 32;

Pose pose_by(const Affine& map) noexcept { return {map.linear, map.offset}; }

std::vector<Interval> at(std::span<const double> configuration) {
    return {configuration.begin(), configuration.end()};
}

/// The only map over a single configuration.
Affine map_at(std::span<const verifying::SweptAxis<double>> chain, std::span<const Interval> configuration) {
    return corner_maps<double>(chain, configuration).front();
}

/// Both bodies in the frame of a view.
struct PlacedBodies {
    Pose a{};
    Pose b{};
};
PlacedBodies place_bodies(const SweptView& view, const SweptBody& a, const SweptBody& b,
                          std::span<const Interval> configuration) {
    return {pose_by(map_at(view.to_a, configuration) * a.in_frame),
            pose_by(map_at(view.to_b, configuration) * b.in_frame)};
}

/// The separation, as sharp as it can be where it does not decide whether they are as close as the padding.
Separation sharp_separation(const Placed& a, const Placed& b, double padding, PairCache& cache) noexcept {
    const Separation s = pair_separation(a, b, {}, &cache);
    if (!s.distance.contains(padding)) return s;
    SeparationOptions sharpest;
    sharpest.tolerance = 0;
    return pair_separation(a, b, sharpest, &cache);
}

/// Lengths that roundings are relative to.
double extent_of(const SweptView& view, std::span<const Interval> limits) noexcept {
    double extent = 0;
    for (const auto* chain : {&view.to_a, &view.to_b}) {
        for (const verifying::SweptAxis<double>& axis : *chain) {
            extent += length(axis.origin.offset);
            if (axis.turns || axis.coordinate >= limits.size()) continue;
            const Interval& range = limits[axis.coordinate];
            extent += std::abs(axis.offset) +
                      std::abs(axis.multiplier) * std::max(std::abs(range.lower), std::abs(range.upper));
        }
    }
    return extent;
}

}  // namespace

LinkPairSearch::LinkPairSearch(const Robot& robot, SweptBody a, SweptBody b)
    : tree_(&robot.tree()),
      a_(std::move(a)),
      b_(std::move(b)),
      views_(views_between(*tree_, a_.body.frame, b_.body.frame)),
      places_{a_.body.frame, {}, axes_between<double>(*tree_, a_.body.frame, b_.body.frame)} {
    if (!views_.empty()) places_ = views_.front();
    for (const SweptBody* body : {&a_, &b_})
        slack_ += body->body.shape.reach() + length(body->in_frame.offset);
}

std::vector<std::uint32_t> LinkPairSearch::coordinates(std::span<const Interval> limits) const {
    std::vector<std::uint32_t> all;
    for (const auto& axis : axes_between<double>(*tree_, a_.body.frame, b_.body.frame))
        if (limits[axis.coordinate].lower < limits[axis.coordinate].upper) all.push_back(axis.coordinate);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

double LinkPairSearch::measure(LinkPairTask& task, std::span<const double> configuration) {
    const PlacedBodies placed = place_bodies(places_, a_, b_, at(configuration));
    Separation s = sharp_separation({a_.hull, placed.a}, {b_.hull, placed.b}, task.padding, hull_cache_);
    if (!(a_.exact && b_.exact) && s.distance.lower < std::max(task.closest, task.padding))
        s = sharp_separation({a_.body.shape, placed.a}, {b_.body.shape, placed.b}, task.padding, cache_);
    // Too close to call is touching, as it is for `overlaps`.
    const double distance = s.distance.contains(task.padding) ? s.distance.lower : s.distance.upper;
    if (distance < task.closest) {
        task.closest = distance;
        task.nearest.assign(configuration.begin(), configuration.end());
    }
    return distance;
}

void LinkPairSearch::descend(LinkPairTask& task, std::vector<double> q) {
    const std::vector<std::uint32_t> values = coordinates(task.limits);
    double here = measure(task, q);
    for (double step = kFirstStep; step >= kLastStep && here > task.padding && !stop_requested(task.stop);) {
        bool closer = false;
        for (const std::uint32_t i : values) {
            const Interval& range = task.limits[i];
            for (const double sign : {-1.0, 1.0}) {
                const double kept = q[i];
                q[i] = std::clamp(kept + sign * step * range.width(), range.lower, range.upper);
                const double there = measure(task, q);
                if (there < here) {
                    here = there;
                    closer = true;
                    break;
                }
                q[i] = kept;
            }
        }
        if (!closer) step *= 0.5;
    }
}

LinkPairSearch::Centre LinkPairSearch::centre_of(const Box& box, double padding) {
    Centre centre;
    for (const Interval& value : box) centre.configuration.push_back(value.middle());
    const PlacedBodies placed = place_bodies(places_, a_, b_, at(centre.configuration));
    centre.hulls = sharp_separation({a_.hull, placed.a}, {b_.hull, placed.b}, padding, hull_cache_);
    return centre;
}

LinkPairSearch::Plane LinkPairSearch::best_plane(const Box& box, const Centre& centre, double wanted) const {
    Plane best;
    const std::vector<Interval> middle = at(centre.configuration);
    SweptPair best_pair;
    for (std::size_t i = 0; i < views_.size(); ++i) {
        SweptPair pair = sweep(views_[i], a_, b_, box);
        const Vec3 n = unit(map_at(views_[i].to_first, middle).linear * centre.hulls.normal);
        const double gap = gap_along(pair, n);
        if (i > 0 && !(gap > best.gap)) continue;
        best = {i, n, gap};
        if (gap > wanted) return best;
        best_pair = std::move(pair);
    }
    const SweptGap wider = widest_gap(best_pair, best.normal, wanted);
    if (wider.gap > best.gap) best = {best.view, wider.normal, wider.gap};
    return best;
}

std::uint32_t LinkPairSearch::value_to_halve(const Box& box, const Plane& plane) const {
    std::uint32_t best = LinkProof::kShown;
    double most = -kInfinity;
    Box narrow = box;
    for (const std::uint32_t i : coordinates(box)) {
        const double middle = box[i].middle();
        if (!(box[i].lower < middle && middle < box[i].upper)) continue;
        narrow[i] = middle;
        const double gap = gap_along(sweep(views_[plane.view], a_, b_, narrow), plane.normal);
        if (best == LinkProof::kShown || gap > most) {
            most = gap;
            best = i;
        }
        narrow[i] = box[i];
    }
    return best;
}

LinkPairOutcome LinkPairSearch::prove_never(LinkPairTask& task, LinkProof::Walk& walk) {
    if (views_.empty()) return LinkPairOutcome::run_out;
    const double slack = 1e-12 * (slack_ + extent_of(views_.front(), task.limits));
    const double wanted = task.padding * (1 + 1e-12) + slack;
    const std::uint64_t price = std::max<std::uint64_t>(1, views_.front().corners / kCornersOfBox);
    std::vector<Box> open{task.limits};
    while (!open.empty()) {
        if (task.ended() || task.budget < price) return LinkPairOutcome::run_out;
        task.budget -= price;
        ++task.boxes;
        const Centre centre = centre_of(open.back(), task.padding);
        if (centre.hulls.distance.upper < task.closest) descend(task, centre.configuration);
        if (task.closest <= task.padding) return LinkPairOutcome::refuted;
        if (!(centre.hulls.distance.lower > task.padding)) return LinkPairOutcome::stuck;
        const Plane plane = best_plane(open.back(), centre, wanted);
        if (plane.gap > wanted) {
            walk.steps.push_back(LinkProof::kShown);
            walk.witnesses.push_back({views_[plane.view].frame, plane.normal});
            open.pop_back();
            continue;
        }
        const std::uint32_t value = value_to_halve(open.back(), plane);
        if (value == LinkProof::kShown) return LinkPairOutcome::run_out;
        walk.steps.push_back(value);
        Box lower = open.back();
        open.back()[value].lower = lower[value].upper = lower[value].middle();
        open.push_back(std::move(lower));
    }
    return LinkPairOutcome::shown;
}

bool LinkPairSearch::shows_common_point(const Box& box, const Centre& centre,
                                        LinkProof::Witness& witness) const {
    const std::uint32_t frame = views_.front().frame;
    witness = {frame, 0.5 * (centre.hulls.point_a + centre.hulls.point_b)};
    const auto inside = [&](const SweptBody& body) {
        const auto chain = axes_between<Interval>(*tree_, body.body.frame, frame);
        return verifying::contains(body.body, corner_maps<Interval>(chain, box), witness.vector);
    };
    return inside(a_) && inside(b_);
}

LinkPairOutcome LinkPairSearch::prove_always(LinkPairTask& task, LinkProof::Walk& walk) {
    if (views_.empty()) return LinkPairOutcome::run_out;
    const std::uint64_t price = std::max<std::uint64_t>(1, views_.front().corners / kCornersOfBox);
    std::vector<Box> open{task.limits};
    while (!open.empty()) {
        if (task.ended() || task.budget < price) return LinkPairOutcome::run_out;
        task.budget -= price;
        ++task.boxes;
        const Centre centre = centre_of(open.back(), task.padding);
        if (!(centre.hulls.distance.upper <= 0)) return LinkPairOutcome::refuted;
        LinkProof::Witness witness;
        if (shows_common_point(open.back(), centre, witness)) {
            walk.steps.push_back(LinkProof::kShown);
            walk.witnesses.push_back(witness);
            open.pop_back();
            continue;
        }
        // The widest: the point's images spread by as much.
        std::uint32_t value = LinkProof::kShown;
        for (const std::uint32_t i : coordinates(open.back()))
            if (value == LinkProof::kShown || open.back()[i].width() > open.back()[value].width()) value = i;
        if (value == LinkProof::kShown) return LinkPairOutcome::run_out;
        const double middle = open.back()[value].middle();
        if (!(open.back()[value].lower < middle && middle < open.back()[value].upper))
            return LinkPairOutcome::run_out;
        walk.steps.push_back(value);
        Box lower = open.back();
        open.back()[value].lower = lower[value].upper = middle;
        open.push_back(std::move(lower));
    }
    return LinkPairOutcome::shown;
}

}  // namespace graze::robot
