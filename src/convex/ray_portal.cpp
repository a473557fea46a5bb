#include "convex/ray_portal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace graze {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Search : std::uint8_t { found, miss, graze };

class PortalSolver {
public:
    PortalSolver(const PortalLine& line, const PortalSupport& support) noexcept
        : line_(line), support_(support), e1_(perpendicular(line.direction)), e2_(cross(line.direction, e1_)) {}

    PortalHit solve() noexcept {
        switch (find_triangle()) {
            case Search::miss: return hit_;
            case Search::graze: return graze();
            case Search::found: break;
        }
        const std::array<PortalPoint, 3> found = triangle_;
        hit_.lower = -kInfinity;
        hit_.upper = kInfinity;
        push_to_front();
        if (hit_.lower > line_.stop) return missed();
        hit_.outcome = PortalOutcome::hit;
        const double member = hit_.upper;
        hit_.upper += sideways_slack(found);
        if (member > line_.start) return hit_;
        triangle_ = found;
        if (!reaches_start()) return missed();
        hit_.normal = -line_.direction;
        if (hit_.upper <= line_.start) hit_.outcome = PortalOutcome::inside;
        return hit_;
    }

private:
    [[nodiscard]] Vec2 flat(const PortalPoint& p) const noexcept { return {dot(p.point, e1_), dot(p.point, e2_)}; }
    [[nodiscard]] Vec3 lift(const Vec2& u) const noexcept { return unit(e1_ * u.x + e2_ * u.y); }
    [[nodiscard]] bool out_of_budget() const noexcept { return hit_.iterations >= line_.max_iterations; }

    PortalPoint evaluate(const Vec3& direction) noexcept {
        ++hit_.iterations;
        return support_(direction);
    }

    PortalHit missed() noexcept {
        hit_.outcome = PortalOutcome::miss;
        return hit_;
    }

    static Vec2 left(const Vec2& v) noexcept { return {-v.y, v.x}; }

    /// An inner point that is clearly off the line, so that it has a direction to the line.
    bool settle_inner_point() noexcept {
        inner_ = line_.interior;
        for (const Vec3& axis : {e1_, e2_}) {
            if (length(flat(inner_)) > kOffLine * line_.error) return true;
            const PortalPoint w = evaluate(axis);
            inner_ = {0.5 * (inner_.point + w.point), 0.5 * (inner_.witness + w.witness)};
        }
        return length(flat(inner_)) > kOffLine * line_.error;
    }

    /// The support point along a flat direction; false when the line through the origin is separated by it.
    bool support_flat(const Vec2& direction, PortalPoint& w) noexcept {
        beside_ = lift(direction);
        w = evaluate(beside_);
        return dot(beside_, w.point) >= -line_.error;
    }

    /// Looks for two members so that the triangle with the inner point holds the origin of the plane across the line.
    Search find_triangle() noexcept {
        if (!settle_inner_point()) {
            beside_ = e1_;
            return Search::graze;
        }
        const Vec2 inner = flat(inner_);
        PortalPoint w1;
        PortalPoint w2;
        if (!support_flat(-inner, w1)) return Search::miss;
        for (;; w1 = w2) {  // turn until the two points see the origin between them
            const Vec2 f1 = flat(w1);
            const bool origin_left = cross(inner, f1) >= 0;
            const Vec2 edge = f1 - inner;
            if (!support_flat(origin_left ? left(edge) : -left(edge), w2)) return Search::miss;
            if (out_of_budget() || dot(beside_, w2.point - inner_.point) <= line_.error) return Search::graze;
            const double side = cross(inner, flat(w2));
            if (origin_left ? side <= 0 : side >= 0) {
                if (!origin_left) std::swap(w1, w2);
                break;
            }
        }
        return advance_edge(w1, w2);
    }

    /// Pushes the edge w1 w2 out until the origin is on its inner side. w1 is on the left of the way from the inner point.
    Search advance_edge(PortalPoint w1, PortalPoint w2) noexcept {
        const Vec2 inner = flat(inner_);
        for (;;) {
            const Vec2 f1 = flat(w1);
            const Vec2 f2 = flat(w2);
            Vec2 out = left(f2 - f1);
            if (dot(out, f1 - inner) < 0) out = -out;
            if (dot(out, f1) >= 0) break;
            PortalPoint w;
            if (!support_flat(out, w)) return Search::miss;
            if (out_of_budget() || dot(beside_, w.point - w1.point) <= 2 * line_.error) return Search::graze;
            (cross(inner, flat(w)) >= 0 ? w1 : w2) = w;
        }
        triangle_ = {inner_, w1, w2};
        const double area = cross(flat(w1) - inner, flat(w2) - inner);
        if (area < 0) std::swap(triangle_[1], triangle_[2]);
        return area == 0 ? Search::graze : Search::found;
    }

    /// The member of the triangle on the line, by its areas in the plane across the line.
    [[nodiscard]] PortalPoint pierced() const noexcept {
        const std::array<Vec2, 3> f{flat(triangle_[0]), flat(triangle_[1]), flat(triangle_[2])};
        const std::array<double, 3> w{std::max(0.0, cross(f[1], f[2])), std::max(0.0, cross(f[2], f[0])), std::max(0.0, cross(f[0], f[1]))};
        const double sum = w[0] + w[1] + w[2];
        PortalPoint p{};
        for (std::size_t i = 0; i < 3; ++i) {
            const double share = sum > 0 ? w[i] / sum : 1.0 / 3;
            p.point += triangle_[i].point * share;
            p.witness += triangle_[i].witness * share;
        }
        return p;
    }

    /// Replaces the corner that leaves the line inside the triangle.
    void replace_corner(const PortalPoint& w) noexcept {
        const Vec2 q = flat(w);
        std::array<double, 3> turn{};
        for (std::size_t i = 0; i < 3; ++i) turn[i] = cross(q, flat(triangle_[i]));
        std::size_t best = 0;
        double best_inside = -kInfinity;
        double best_area = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3;
            const double inside = std::min({turn[i], -turn[j], 0.0});  // 0 when the line is inside; rounding may leave none
            const double area = cross(flat(triangle_[i]), flat(triangle_[j]));
            if (inside > best_inside || (inside == best_inside && area > best_area)) {
                best = i;
                best_inside = inside;
                best_area = area;
            }
        }
        triangle_ = {w, triangle_[best], triangle_[(best + 1) % 3]};
    }

    /// Unit normal of the triangle, against the line (front) or along it.
    [[nodiscard]] Vec3 normal(bool front) const noexcept {
        const Vec3 n = unit(cross(triangle_[1].point - triangle_[0].point, triangle_[2].point - triangle_[0].point));
        return front ? -n : n;
    }

    [[nodiscard]] bool stuck(const Vec3& n, const PortalPoint& w) const noexcept {
        double highest = -kInfinity;
        for (const PortalPoint& p : triangle_) highest = std::max(highest, dot(n, p.point));
        return dot(n, w.point) - highest <= 2 * line_.error;
    }

    void push_to_front() noexcept {
        for (;;) {
            const PortalPoint member = pierced();
            const double along = dot(member.point, line_.direction);
            if (along < hit_.upper) {
                hit_.upper = along;
                hit_.at = member;
            }
            const Vec3 n = normal(true);
            const PortalPoint w = evaluate(n);
            const double rate = dot(n, line_.direction);
            const double plane = (dot(n, w.point) + line_.error) / rate;
            if (rate < 0 && plane > hit_.lower) {
                hit_.lower = plane;
                hit_.normal = n;
            }
            if (hit_.upper - hit_.lower <= line_.tolerance || hit_.lower > line_.stop || hit_.upper <= line_.start) return;
            if (stuck(n, w) || out_of_budget()) break;
            replace_corner(w);
        }
        hit_.converged = false;
    }

    /// How much later than the member found the line itself may enter: members are only good to the error, so the one on the line may
    /// lie beside it. The way from it to a disc of members around the line reaches the line after that share of the way.
    double sideways_slack(const std::array<PortalPoint, 3>& found) noexcept {
        std::array<PortalPoint, kMaxSides> around{found[0], found[1], found[2]};
        double least = kInfinity;
        for (std::size_t count = 3;; ++count) {
            const NearestSide side = nearest_side({around.data(), count});
            const double beside = 4 * line_.error;
            least = std::min(least, (side.farthest - hit_.upper) * beside / (beside + std::max(side.room - beside, 0.0)));
            if (least <= line_.tolerance || count == kMaxSides) return least;
            // The line passes close to a side of the polygon, perhaps not of the set: push that side out.
            const PortalPoint w = evaluate(side.normal);
            if (dot(side.normal, w.point - around[side.index].point) <= 2 * line_.error) return least;
            std::copy_backward(around.data() + side.index + 1, around.data() + count, around.data() + count + 1);
            around[side.index + 1] = w;
        }
    }

    struct NearestSide {
        std::size_t index = 0;
        double room = kInfinity;       ///< Distance from the line to that side, seen along the line.
        double farthest = -kInfinity;  ///< Of all corners, along the line.
        Vec3 normal{};                 ///< Unit, out of the polygon across that side.
    };

    /// Of a polygon of members, counter-clockwise around the line.
    [[nodiscard]] NearestSide nearest_side(std::span<const PortalPoint> around) const noexcept {
        NearestSide nearest;
        for (std::size_t i = 0; i < around.size(); ++i) {
            nearest.farthest = std::max(nearest.farthest, dot(around[i].point, line_.direction));
            const Vec2 f = flat(around[i]);
            const Vec2 edge = flat(around[(i + 1) % around.size()]) - f;
            const double edge_length = length(edge);
            const double room = edge_length > 0 ? cross(f, edge) / edge_length : kInfinity;
            if (room >= nearest.room) continue;
            nearest.room = room;
            nearest.index = i;
            nearest.normal = lift({edge.y, -edge.x});
        }
        return nearest;
    }

    /// Whether the far side of the set lies beyond the start; "cannot tell" counts.
    bool reaches_start() noexcept {
        for (;;) {
            if (dot(pierced().point, line_.direction) >= line_.start) return true;
            const Vec3 n = normal(false);
            const PortalPoint w = evaluate(n);
            const double rate = dot(n, line_.direction);
            if (rate > 0 && (dot(n, w.point) + line_.error) / rate < line_.start) return false;
            if (stuck(n, w) || hit_.iterations >= 2 * line_.max_iterations) return true;
            replace_corner(w);
        }
    }

    /// The line is within the error bound of the set's silhouette. Planes that contain the grazed side, tilted towards either
    /// end, bound where it can be met: a strong tilt is best at a corner, a weak one on a curved side.
    PortalHit graze() noexcept {
        hit_.lower = -kInfinity;
        hit_.upper = kInfinity;
        hit_.normal = -line_.direction;
        hit_.at = line_.interior;
        hit_.converged = false;
        const Vec3 beside = beside_;
        const auto tighten = [&](const Vec3& n) {
            const PortalPoint w = evaluate(n);
            const double rate = dot(n, line_.direction);
            const double plane = (dot(n, w.point) + line_.error) / rate;
            if (rate < 0 && plane > hit_.lower) {
                hit_.lower = plane;
                hit_.normal = n;
                hit_.at = w;
            }
            if (rate > 0) hit_.upper = std::min(hit_.upper, plane);
        };
        tighten(-line_.direction);
        tighten(line_.direction);
        for (double tilt = 1; tilt > 1e-9; tilt *= 0.1) {
            for (const Vec3& side : {beside, -beside}) {
                tighten(unit(side - tilt * line_.direction));
                tighten(unit(side + tilt * line_.direction));
            }
        }
        if (hit_.lower > hit_.upper || hit_.lower > line_.stop || hit_.upper < line_.start) return missed();
        hit_.outcome = PortalOutcome::hit;
        return hit_;
    }

    /// Corners of the polygon around the line: halving a round side 16 times leaves 1e-9 of it.
    static constexpr std::size_t kMaxSides = 20;
    /// Directions of vectors this many error bounds long mean something.
    static constexpr double kOffLine = 64;

    const PortalLine& line_;
    const PortalSupport& support_;
    Vec3 e1_{};
    Vec3 e2_{};
    Vec3 beside_{};  ///< The last flat direction searched.
    PortalPoint inner_{};
    std::array<PortalPoint, 3> triangle_{};  ///< Counter-clockwise seen against the line.
    PortalHit hit_{};
};

}  // namespace

PortalHit cast_line(const PortalLine& line, const PortalSupport& support) noexcept { return PortalSolver(line, support).solve(); }

}  // namespace graze
