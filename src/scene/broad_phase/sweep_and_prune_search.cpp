// Searches. The planes of all endpoints divide space into cells; a ray goes from plane to plane. A box is hit
// when the ray is within it along all three axes. Planes by which the ray enters a box are passed as early as
// rounding allows, and those by which it leaves as late, entering before leaving where they are equal: so no
// box that the ray touches is missed, and the exact box decides.
#include <algorithm>
#include <limits>

#include "scene/broad_phase/broad_phase_set.hpp"
#include "scene/broad_phase/broad_phase_tests.hpp"
#include "scene/broad_phase/sweep_and_prune_range.hpp"

namespace graze {
namespace {

/// Where the ray passes the plane of a box' end, as an interval.
Interval passes(const RaySegment& ray, std::size_t axis, double value, bool upper) noexcept {
    double plane = value;
    if (ray.margin > 0)
        plane = upper ? rounding::add_up(value, ray.margin) : rounding::add_down(value, -ray.margin);
    return (Interval(plane) - Interval(ray.origin[axis])) / Interval(ray.direction[axis]);
}

template <class Ends, class Test> std::size_t first_where(const Ends& ends, const Test& test) {
    return static_cast<std::size_t>(
        std::partition_point(ends.begin(), ends.end(), [&](const auto& end) { return !test(end.value); }) -
        ends.begin());
}

}  // namespace

/// Ends of one kind along one axis, in the order in which the ray passes them.
struct SweepAndPrune::RayStream {
    const std::vector<Endpoint>* ends = nullptr;
    std::size_t axis = 0;
    std::size_t next = 0;  ///< Ascending: the next one to test. Descending: one more than it.
    bool up = true;
    bool upper = false;   ///< The kind of ends.
    bool enters = false;  ///< Whether boxes are entered by them.
    double at = kInfinity;

    void find(const RaySegment& ray) noexcept {
        at = kInfinity;
        for (; up ? next < ends->size() : next > 0; up ? ++next : --next) {
            const Endpoint& end = (*ends)[up ? next : next - 1];
            if (is_upper(end.slot) != upper) continue;
            const Interval t = passes(ray, axis, end.value, upper);
            at = enters ? t.lower : t.upper;
            return;
        }
    }
    [[nodiscard]] ProxyId proxy() const noexcept { return proxy_of((*ends)[up ? next : next - 1].slot); }
    void pass(const RaySegment& ray) noexcept {
        up ? ++next : --next;
        find(ray);
    }
};

std::size_t SweepAndPrune::open_before(std::size_t axis, std::size_t at) const noexcept {
    const std::vector<Endpoint>& ends = ends_[axis];
    return at < ends.size() ? ends[at].stabbing : 0;
}

SweepAndPrune::Range SweepAndPrune::range_along(std::size_t axis, double low, double high) const noexcept {
    const std::vector<Endpoint>& ends = ends_[axis];
    return {axis, first_where(ends, [&](double value) { return value >= low; }),
            first_where(ends, [&](double value) { return value > high; })};
}

SweepAndPrune::Range SweepAndPrune::best_range(const Aabb& box) const noexcept {
    Range best;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Range range = range_along(axis, box.min[axis], box.max[axis]);
        const std::size_t work = (range.end - range.begin) + open_before(axis, range.begin);
        if (work < least) least = work, best = range;
    }
    return best;
}

/// Boxes that the ray is within along the axis where it starts.
SweepAndPrune::Range SweepAndPrune::range_at_start(std::size_t axis, const RaySegment& ray) const noexcept {
    const std::vector<Endpoint>& ends = ends_[axis];
    const double origin = ray.origin[axis], direction = ray.direction[axis];
    if (direction == 0) {
        return {
            axis,
            first_where(ends, [&](double value) { return rounding::add_up(value, ray.margin) >= origin; }),
            first_where(ends, [&](double value) { return rounding::add_down(value, -ray.margin) > origin; })};
    }
    if (direction > 0) {
        return {axis,
                first_where(ends,
                            [&](double value) { return passes(ray, axis, value, true).upper >= ray.t_min; }),
                first_where(ends,
                            [&](double value) { return passes(ray, axis, value, false).lower > ray.t_min; })};
    }
    return {
        axis,
        first_where(ends, [&](double value) { return passes(ray, axis, value, true).lower <= ray.t_min; }),
        first_where(ends, [&](double value) { return passes(ray, axis, value, false).upper < ray.t_min; })};
}

void SweepAndPrune::visit_box(const Aabb& box, ProxyVisitor visit) const {
    if (is_empty(box)) return;
    for_each_in(best_range(box), [&](ProxyId proxy) {
        return !overlaps(boxes_[proxy], box) || visit(proxy) == Continue::yes;
    });
}

void SweepAndPrune::visit_ray(const RaySegment& ray, BoundedProxyVisitor visit) const {
    std::vector<std::uint8_t> along(boxes_.size(), 0);  // axes along which the ray is within the box
    double limit = ray.t_max;
    const auto enter = [&](ProxyId proxy) {
        if (++along[proxy] != 3) return true;
        const auto entry = ray_entry(boxes_[proxy], ray, limit);
        return !entry || visit(proxy, *entry, limit) == Continue::yes;
    };
    std::array<RayStream, 6> streams;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Range range = range_at_start(axis, ray);
        if (!for_each_in(range, enter)) return;
        if (ray.direction[axis] == 0) continue;
        const bool up = ray.direction[axis] > 0;
        streams[axis] = {&ends_[axis], axis, up ? range.end : range.begin, up, !up, true};
        streams[axis + 3] = {&ends_[axis], axis, up ? range.begin : range.end, up, up, false};
        streams[axis].find(ray);
        streams[axis + 3].find(ray);
    }
    for (;;) {
        // Entering streams come first, so they win ties.
        const auto next =
            std::min_element(streams.begin(), streams.end(),
                             [](const RayStream& a, const RayStream& b) { return a.at < b.at; });
        const bool more = std::min({streams[0].at, streams[1].at, streams[2].at}) < kInfinity;
        if (!more || !(next->at <= limit)) return;
        const ProxyId proxy = next->proxy();
        if (!next->enters)
            --along[proxy];
        else if (!enter(proxy))
            return;
        next->pass(ray);
    }
}

void SweepAndPrune::visit_near(const Aabb& box, double limit, BoundedProxyVisitor visit) const {
    if (is_empty(box) || !(limit >= 0)) return;
    const auto ask = [&](ProxyId proxy) {
        const double lower = gap_below(boxes_[proxy], box);
        return !(lower <= limit) || visit(proxy, lower, limit) == Continue::yes;
    };
    const Range range = best_range(box);
    if (!for_each_in(range, ask)) return;
    // Then away from the box on both sides, as far as the limit is along this axis alone.
    const std::vector<Endpoint>& ends = ends_[range.axis];
    std::size_t left = range.begin, right = range.end;
    for (;;) {
        while (left > 0 && !is_upper(ends[left - 1].slot)) --left;
        while (right < ends.size() && is_upper(ends[right].slot)) ++right;
        const double to_left =
            left > 0 ? rounding::add_down(box.min[range.axis], -ends[left - 1].value) : kInfinity;
        const double to_right =
            right < ends.size() ? rounding::add_down(ends[right].value, -box.max[range.axis]) : kInfinity;
        if ((left == 0 && right == ends.size()) || !(std::min(to_left, to_right) <= limit)) return;
        if (!ask(proxy_of(to_left <= to_right ? ends[--left].slot : ends[right++].slot))) return;
    }
}

bool SweepAndPrune::consistent() const {
    std::size_t held = 0, there = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const bool is_held = (state_[i] & kHeld) != 0, is_there = !is_empty(boxes_[i]),
                   waits = (state_[i] & kChanged) != 0;
        if (!waits && is_held != is_there) return false;
        held += is_held ? 1 : 0;
        there += is_there ? 1 : 0;
    }
    if (there != size_) return false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::vector<Endpoint>& ends = ends_[axis];
        if (ends.size() != 2 * held) return false;
        std::uint32_t open = 0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const Endpoint& end = ends[i];
            const ProxyId proxy = proxy_of(end.slot);
            if (indices_[end.slot] != i || end.stabbing != open || (end.slot % 6) / 2 != axis) return false;
            if (i > 0 && before(end, ends[i - 1])) return false;
            if ((state_[proxy] & kHeld) == 0) return false;
            const bool waits = (state_[proxy] & kChanged) != 0;
            if (!waits &&
                end.value != (is_upper(end.slot) ? boxes_[proxy].max[axis] : boxes_[proxy].min[axis]))
                return false;
            is_upper(end.slot) ? --open : ++open;
        }
    }
    bool right = true;
    pairs_->for_each([&](std::uint64_t key) {
        const auto a = static_cast<ProxyId>(key >> 32), b = static_cast<ProxyId>(key);
        const bool both = (state_[a] & state_[b] & kHeld) != 0;
        right =
            right && both && overlaps_along(0, a, b) && overlaps_along(1, a, b) && overlaps_along(2, a, b);
    });
    return right;
}

}  // namespace graze
