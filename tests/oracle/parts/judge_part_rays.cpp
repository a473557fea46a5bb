// Rays at one placed shape made of parts, against each of its parts alone. Triangles without margins are
// decided by exact signs; so are their rivals here, in doubles on a grid, in rationals otherwise.
#include <algorithm>
#include <cmath>

#include "graze/query/query.hpp"
#include "graze/verify/verify.hpp"
#include "math/exact.hpp"
#include "oracle/fault_text.hpp"
#include "oracle/generators.hpp"
#include "oracle/parts/judge_part_hits.hpp"
#include "oracle/parts/part_timing.hpp"
#include "oracle/parts/part_truth.hpp"
#include "oracle/quadric_oracle.hpp"

namespace graze::test {
namespace {

constexpr double kUlp = 0x1p-52;

bool overlap(const Interval& a, const Interval& b) { return a.lower <= b.upper && b.lower <= a.upper; }

class RayJudge {
public:
    RayJudge(const PartCase& parts, const Placed& target, const PartJudgeOptions& options,
             PartJudgement& result)
        : parts_(parts),
          target_(target),
          options_(options),
          result_(result),
          timed_(result),
          triangles_(target),
          random_(options.seed + (&target == &parts.b)) {
        exact_parts_ = triangles_.size() > 0 && target.shape.margin() == 0;
        size_ = std::isfinite(target.shape.reach()) && target.shape.reach() > 0 ? target.shape.reach() : 1;
        centre_ = target.pose * target.shape.centre();
    }

    void run() {
        const Ray ray = draw_ray();
        ray_ = "Ray{" + literal(ray.origin) + ", " + literal(ray.direction) + "}: ";
        const auto all = timed_(Verb::raycast, [&] { return raycast_all(ray, target_); });
        const auto hit = timed_(Verb::raycast, [&] { return raycast(ray, target_); });
        check_listing(ray, all);
        check_first(ray, hit, all);
        check_limit(ray, hit, all);
        check_point(ray, hit);
        check_box();
    }

private:
    void fault(const std::string& what, double x = 0, double y = 0) {
        result_.faults.push_back(ray_ + text(what, x, y));
    }

    Vec3 on_grid(const Vec3& v) const {
        if (!parts_.on_grid) return v;
        return parts_.grid * Vec3{std::round(v.x / parts_.grid), std::round(v.y / parts_.grid),
                                  std::round(v.z / parts_.grid)};
    }

    /// From near the shape or inside of it, at a corner, an edge, a face or past it.
    Ray draw_ray() {
        const Vec3 origin = on_grid(centre_ + random_.uniform(0, 2.5) * size_ * random_.direction());
        Vec3 aim = centre_ + random_.in_cube(size_);
        if (triangles_.size() > 0) {
            const auto& t = triangles_.rounded(random_.index(triangles_.size()));
            const double u = random_.unit(), v = random_.unit() * (1 - u);
            switch (random_.index(4)) {
                case 0: aim = t[0]; break;
                case 1: aim = 0.5 * (t[0] + t[1]); break;
                case 2: aim = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]); break;
                default: break;
            }
        }
        Vec3 direction = on_grid(aim) - origin;
        if (length_sq(direction) == 0) direction = {parts_.on_grid ? parts_.grid : size_, 0, 0};
        return {origin, std::ldexp(1.0, static_cast<int>(random_.index(7)) - 3) * direction};
    }

    /// Where a part alone is hit: exactly, or as far as doubles decide.
    struct PartTruthHit {
        bool hit = false;
        Interval t{0, 0};
        bool sure = false;
    };

    PartTruthHit alone(const Ray& ray, std::size_t part) {
        if (!exact_parts_) {
            const auto hit = raycast(ray, {parts_list()[part], target_.pose});
            return hit ? PartTruthHit{true, hit->bounds, hit->status == Status::converged}
                       : PartTruthHit{false, {}, true};
        }
        const auto t = ray_hit(ray.origin, ray.direction, triangles_.rounded(part));
        return {t.has_value(), t ? Interval{*t * (1 - 1e-15), *t * (1 + 1e-15)} : Interval{}, parts_.on_grid};
    }

    const std::vector<Shape>& parts_list() {
        if (list_.empty()) list_ = parts_of(target_.shape);
        return list_;
    }

    void check_listing(const Ray& ray, const std::vector<PartHit>& all) {
        const std::size_t count = exact_parts_ ? triangles_.size() : parts_list().size();
        std::vector<const PartHit*> named(count, nullptr);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].part >= count) return fault("a part out of range is listed", all[i].part);
            if (named[all[i].part]) return fault("a part is listed twice", all[i].part);
            named[all[i].part] = &all[i];
            const bool ordered = i == 0 || all[i - 1].hit.t < all[i].hit.t ||
                                 (all[i - 1].hit.t == all[i].hit.t && all[i - 1].part < all[i].part);
            if (!ordered) fault("hits are out of order", all[i - 1].hit.t, all[i].hit.t);
            if (!all[i].hit.bounds.contains(all[i].hit.t)) fault("t is outside of its bounds", all[i].hit.t);
        }
        if (!exact_parts_ && !options_.brute && !options_.exact) return;
        for (std::size_t i = 0; i < count; ++i) {
            const PartTruthHit truth = alone(ray, i);
            const bool differs =
                truth.hit != (named[i] != nullptr) || (named[i] && !overlap(named[i]->hit.bounds, truth.t));
            if (exact_parts_ && (options_.exact || differs)) {
                check_exact(ray, i, named[i]);
            } else if (differs && truth.sure) {
                fault(named[i] ? "a part is hit elsewhere than alone" : "a part that is hit alone is missing",
                      static_cast<double>(i));
            }
        }
    }

    void check_exact(const Ray& ray, std::size_t i, const PartHit* named) {
        const auto t = exact_ray_hit(ray, triangles_.exact(i));
        if (t.has_value() != (named != nullptr))
            fault(named ? "a triangle is listed that is not hit" : "a triangle that is hit is missing",
                  static_cast<double>(i));
        else if (named && !encloses(named->hit.bounds, *t))
            fault("the exact t of a triangle is outside of its bounds", t->get_d(), named->hit.bounds.lower);
    }

    void check_first(const Ray& ray, const std::optional<RayHit>& hit, const std::vector<PartHit>& all) {
        if (!hit) {
            if (exact_parts_ && !all.empty())
                fault("raycast misses what raycast_all hits", all.front().hit.t);
            return;
        }
        if (!std::isfinite(hit->t) || !is_finite(hit->point) || !is_finite(hit->normal))
            return fault("a hit is not finite");
        if (!hit->bounds.contains(hit->t) || hit->bounds.lower < 0)
            fault("t is outside of its bounds", hit->t);
        if (hit->status == Status::invalid_input) fault("a valid ray is refused");
        const bool starts_inside = triangles_.solid() && hit->bounds.lower == 0;
        if (!starts_inside && exact_parts_ && all.empty()) fault("raycast hits, raycast_all misses", hit->t);
        if (!starts_inside && !all.empty()) {
            double upper = all.front().hit.bounds.upper;
            for (const PartHit& part : all) upper = std::min(upper, part.hit.bounds.upper);
            if (!(hit->bounds.lower <= upper))
                fault("the first hit is later than that of a part", hit->bounds.lower, upper);
            if (hit->bounds.upper < all.front().hit.bounds.lower * (1 - 1e-12) && exact_parts_)
                fault("the first hit is earlier than that of every part", hit->bounds.upper,
                      all.front().hit.bounds.lower);
        }
        if (!timed_(Verb::verify, [&] { return verify(*hit, ray, target_); }))
            result_.not_shown.push_back("ray");
    }

    void check_limit(const Ray& ray, const std::optional<RayHit>& hit, const std::vector<PartHit>& all) {
        if (timed_(Verb::raycast, [&] { return raycast_any(ray, target_); }) != hit.has_value())
            fault("raycast_any differs from raycast");
        if (!hit) return;
        const double before = 0.999 * hit->bounds.lower, after = 1.001 * hit->bounds.upper;
        if (hit->bounds.lower > 0 && raycast_any(ray, target_, before) && hit->status == Status::converged)
            fault("raycast_any hits before the first hit", before, hit->bounds.lower);
        if (std::isfinite(after) && !raycast_any(ray, target_, after))
            fault("raycast_any misses the first hit", after, hit->bounds.upper);
        if (all.empty()) return;
        // Between rounded values of t, which show nothing about the order of exact ones.
        const double limit = all[all.size() / 2].hit.t * (1 + 1e-9);
        const auto some = static_cast<std::ptrdiff_t>(raycast_all(ray, target_, limit).size());
        const auto least =
            std::ranges::count_if(all, [&](const PartHit& p) { return p.hit.bounds.upper <= limit; });
        const auto most =
            std::ranges::count_if(all, [&](const PartHit& p) { return p.hit.bounds.lower <= limit; });
        if (some < least || some > most)
            fault("raycast_all with a limit lists another number", static_cast<double>(some),
                  static_cast<double>(least));
    }

    /// signed_distance where the ray starts.
    void check_point(const Ray& ray, const std::optional<RayHit>& hit) {
        // Inside of a compound or a margin it is a depth, which takes a search of its own.
        const Placed point{Point{}, Pose::translation(ray.origin)};
        if (!exact_parts_ && !options_.depths && overlaps(target_, point)) return;
        const Interval d =
            timed_(Verb::signed_distance, [&] { return signed_distance(target_, ray.origin); });
        if (!(d.lower <= d.upper)) return fault("signed_distance out of order", d.lower, d.upper);
        if (d.upper < 0 && (!hit || hit->bounds.lower > 0))
            fault("a ray from inside does not hit at once", d.lower, d.upper);
        if (exact_parts_ && d.lower > 0 && hit && hit->bounds.upper == 0)
            fault("a ray from outside hits at once", d.lower, d.upper);
        if (!exact_parts_) return;
        double square = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < triangles_.size(); ++i)
            square = std::min(square, point_triangle_square(ray.origin, triangles_.rounded(i)));
        const double gap = std::sqrt(square), slack = 1e-12 * (triangles_.extent() + length(ray.origin));
        const bool near = std::abs(gap) >= std::max(d.lower, -d.upper) - slack &&
                          gap <= std::max(std::abs(d.lower), std::abs(d.upper)) + slack;
        if (!near) fault("signed_distance is not that of the nearest triangle", d.lower, gap);
        if (!triangles_.solid() && d.upper < 0) fault("a skin has no inside", d.lower, d.upper);
        if (options_.exact && triangles_.solid()) {
            const bool inside = exactly_inside(triangles_, exact(ray.origin));
            if (inside ? d.lower > 0 : d.upper < 0)
                fault(inside ? "a point inside is outside" : "a point outside is inside", d.lower, d.upper);
        }
    }

    void check_box() {
        if (!exact_parts_) return;
        const Vec3 p = on_grid(centre_ + random_.in_cube(size_)),
                   half = on_grid(random_.uniform(0, 0.7) * size_ * Vec3{1, 1, 1} +
                                  random_.in_cube(0.2 * size_));
        const Aabb box{p - abs(half), p + abs(half)};
        const auto listed = timed_(Verb::raycast, [&] { return parts_overlapping_box(target_, box); });
        const TriangleSoup skin = box_mesh({1, 1, 1});
        const Vec3 middle = 0.5 * (box.min + box.max), extents = 0.5 * (box.max - box.min);
        std::size_t next = 0;
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            const bool named = next < listed.size() && listed[next] == i;
            next += named;
            if (!parts_.on_grid) continue;  // doubles decide on the grid alone
            bool touches = false;
            for (const Vec3& v : triangles_.rounded(i))
                touches = touches || (max_component(abs(v - middle) - extents) <= 0);
            for (const auto& [j, k, l] : skin.triangles) {
                if (touches || !overlaps(triangles_.box(i), box)) break;
                const auto corner = [&](std::uint32_t n) {
                    return middle + hadamard(extents, skin.vertices[n]);
                };
                touches = triangle_square(triangles_.rounded(i), {corner(j), corner(k), corner(l)}) == 0;
            }
            if (touches != named)
                fault(named ? "a triangle off the box is listed" : "a triangle in the box is missing",
                      static_cast<double>(i));
        }
        if (next != listed.size()) fault("parts in a box are out of order", static_cast<double>(next));
    }

    const PartCase& parts_;
    const Placed& target_;
    const PartJudgeOptions& options_;
    PartJudgement& result_;
    CallClock timed_;
    PlacedTriangles triangles_;
    Random random_;
    std::vector<Shape> list_;
    bool exact_parts_ = false;
    double size_ = 1;
    Vec3 centre_{};
    std::string ray_;
};

}  // namespace

void judge_rays(const PartCase& parts, const PartJudgeOptions& options, PartJudgement& result) {
    RayJudge(parts, parts.a, options, result).run();
    if (!parts.b.shape.convex()) RayJudge(parts, parts.b, options, result).run();
    result.overlapping = true;
}

}  // namespace graze::test
