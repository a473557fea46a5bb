// Ray queries for any hit, or for all hits, of shapes of every kind. Triangles are tested in doubles first,
// then decided by exact signs; other parts by the convex ray cast. World frame.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "convex/ray/ray_solver.hpp"
#include "convex/ray/ray_triangles.hpp"
#include "core/audited.hpp"
#include "graze/query/query.hpp"
#include "query/audit/audit.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/ray_image.hpp"
#include "query/counted.hpp"
#include "solid/side_of.hpp"

namespace graze {
namespace {

/// Calls visit(part, hit) -> Continue for every part of a set that the ray hits no later than max_t, in the
/// order of the tree. With `visit.wants_hits()` false, hits that the quick test makes certain come without
/// their numbers.
template <class Visit> class PartCast {
public:
    /// `counted` receives what the search costs, when not null.
    PartCast(const Ray& ray, const PlacedParts& parts, double max_t, Visit& visit,
             PairWork* counted = nullptr) noexcept
        : ray_(ray), parts_(parts), max_t_(max_t), visit_(visit), counted_(counted) {}

    void run() {
        if (parts_.made_of_triangles() && parts_.margin() == 0)
            at_triangles();
        else
            at_parts();
    }

private:
    void at_triangles() {
        const RayView view = view_of(ray_, parts_.placed, orthonormality_defect(parts_.placed.pose.rotation));
        if (!view.may_hit) return;
        const double limit = view.s_above(max_t_);
        if (!(limit >= 0)) return;
        const auto visit = [&](LeafSlots slots, double, double&) {
            const TimedScope timed = timed_primitives(counted_, slots.count);
            for (std::uint32_t slot = slots.first; slot < slots.first + slots.count; ++slot) {
                const RayTriangleResult result = test_triangle(parts_.triangle_in_slot(slot), view, limit);
                if (result.outcome != RayTriangleOutcome::misses &&
                    triangle(slot, result, view) == Continue::no)
                    return Continue::no;
            }
            return Continue::yes;
        };
        const RaySegment segment{
            .origin = view.origin, .direction = view.direction, .t_max = limit, .margin = view.deviation};
        detail::count_boxes(counted_, visit_ray(*parts_.tree(), segment, visit));
    }

    Continue triangle(std::uint32_t slot, const RayTriangleResult& result, const RayView& view) {
        const std::uint32_t part = parts_.tree()->order()[slot];
        if (!visit_.wants_hits() && result.outcome == RayTriangleOutcome::hits &&
            view.shift + view.step * result.upper * (1 + 4 * kEps) < max_t_)
            return visit_(part, RayHit{});
        const Pose& pose = parts_.placed.pose;
        const Triangle corners = parts_.triangle_in_slot(slot);
        const LineIntersection crossing = result.outcome == RayTriangleOutcome::open
                                              ? intersects_exactly(ray_, pose, corners)
                                              : LineIntersection::yes;
        if (crossing == LineIntersection::no) return Continue::yes;
        std::optional<RayHit> hit = face_hit(ray_, pose, corners);
        if (!hit) hit = raycast_convex(ray_, placed_part(parts_, part));
        if (!hit && crossing == LineIntersection::yes) hit = coarse_hit(ray_, pose, corners);
        if (hit && hit->bounds.lower <= max_t_ && hit->bounds.upper > max_t_) {
            // The bounds leave open whether the end of the ray comes first.
            if (!intersects_until(ray_, pose, corners, max_t_).value_or(hit->t <= max_t_))
                return Continue::yes;
            hit->t = std::min(hit->t, max_t_);
            hit->point = ray_.origin + hit->t * ray_.direction;
        }
        return offer(part, hit);
    }

    void at_parts() {
        RaySegment segment = ray_image(ray_, parts_.placed, parts_.margin(),
                                       orthonormality_defect(parts_.placed.pose.rotation));
        segment.t_max =
            max_t_ * (1 + 1e-5);  // more than rotations within the tolerance of poses change lengths
        const auto visit = [&](LeafSlots leaf, double, double&) {
            const TimedScope timed = timed_primitives(counted_, leaf.count);
            for (const std::uint32_t part : parts_.tree()->primitives(leaf)) {
                if (offer(part, raycast_convex(ray_, placed_part(parts_, part))) == Continue::no)
                    return Continue::no;
            }
            return Continue::yes;
        };
        detail::count_boxes(counted_, visit_ray(*parts_.tree(), segment, visit));
    }

    Continue offer(std::uint32_t part, const std::optional<RayHit>& hit) {
        return hit && hit->bounds.lower <= max_t_ ? visit_(part, *hit) : Continue::yes;
    }

    const Ray& ray_;
    const PlacedParts& parts_;
    double max_t_;
    Visit& visit_;
    PairWork* counted_;
};

struct FirstFound {
    bool found = false;
    static bool wants_hits() noexcept { return false; }
    Continue operator()(std::uint32_t, const RayHit&) noexcept {
        found = true;
        return Continue::no;
    }
};

struct AllFound {
    std::vector<PartHit> hits;
    static bool wants_hits() noexcept { return true; }
    Continue operator()(std::uint32_t part, const RayHit& hit) {
        hits.push_back({hit, part});
        return Continue::yes;
    }
};

bool any_hit(const Ray& ray, const Placed& target, double max_t, PairWork* counted = nullptr) noexcept {
    if (!usable(target) || !ray_served(ray) || !(max_t >= 0)) return false;
    if (target.shape.convex()) {
        const std::optional<RayHit> hit = raycast(ray, target);
        return hit && hit->bounds.lower <= max_t;
    }
    const PlacedParts parts(target);
    FirstFound first;
    PartCast(ray, parts, max_t, first, counted).run();
    // A ray without an end that starts inside of a solid leaves it somewhere.
    if (first.found || !parts.solid() || std::isinf(max_t)) return first.found;
    return side_of(*parts.mesh(), target.pose, {nullptr, ray.origin}) == PointSide::inside;
}

}  // namespace

bool raycast_any(const Ray& ray, const Placed& target, double max_t) noexcept {
    return GRAZE_AUDITED(any_hit(ray, target, max_t), audit::check_any_hit(answer, ray, target, max_t));
}

bool counted_raycast_any(const Ray& ray, const Placed& target, double max_t, PairWork* work) noexcept {
    if (work == nullptr) return raycast_any(ray, target, max_t);
    return measured(*work, target.shape.convex(), [&] { return any_hit(ray, target, max_t, work); });
}

namespace {

std::vector<PartHit> all_hits(const Ray& ray, const Placed& target, double max_t) {
    AllFound all;
    if (!usable(target) || !ray_served(ray) || !(max_t >= 0)) return {};
    if (target.shape.convex()) {
        const std::optional<RayHit> hit = raycast(ray, target);
        if (hit && hit->bounds.lower <= max_t) all.hits.push_back({*hit, 0});
        return std::move(all.hits);
    }
    const PlacedParts parts(target);
    PartCast(ray, parts, max_t, all).run();
    std::sort(all.hits.begin(), all.hits.end(), [](const PartHit& x, const PartHit& y) {
        return std::tie(x.hit.t, x.part) < std::tie(y.hit.t, y.part);
    });
    return std::move(all.hits);
}

}  // namespace

std::vector<PartHit> raycast_all(const Ray& ray, const Placed& target, double max_t) {
    return GRAZE_AUDITED(all_hits(ray, target, max_t), audit::check_all_hits(answer, ray, target, max_t));
}

}  // namespace graze
