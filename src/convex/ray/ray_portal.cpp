// The second part of the search: the triangle is pushed to the front, the upper end is found by planes where
// the line may graze, and the support points of the reported member are named. Among equally near fronts the
// first one found is kept.
#include "convex/ray/ray_portal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "convex/ray/ray_silhouette.hpp"

namespace graze {

namespace {

/// Weights of four points around x, clamped to be members of their hull; and how far from x they lead.
struct Mix {
    std::array<double, 4> weights{};
    double miss = kInfinity;
};

Mix mix(const std::array<const PortalPoint*, 4>& p, const Vec3& x) noexcept {
    const Vec3 a = p[1]->point - p[0]->point;
    const Vec3 b = p[2]->point - p[0]->point;
    const Vec3 c = p[3]->point - p[0]->point;
    const Vec3 q = x - p[0]->point;
    const double whole = dot(a, cross(b, c));
    Mix result;
    if (whole == 0) return result;
    result.weights = {0, dot(q, cross(b, c)) / whole, dot(a, cross(q, c)) / whole,
                      dot(a, cross(b, q)) / whole};
    result.weights[0] = 1 - result.weights[1] - result.weights[2] - result.weights[3];
    double sum = 0;
    for (double& w : result.weights) sum += w = std::max(w, 0.0);
    Vec3 member{};
    for (std::size_t i = 0; i < 4; ++i) member += p[i]->point * (result.weights[i] /= sum);
    const double miss = length(member - x);
    if (std::isfinite(miss)) result.miss = miss;
    return result;
}

class PortalSolver {
public:
    PortalSolver(const PortalLine& line, const PortalSupport& support) noexcept
        : line_(line), view_(line, support) {}

    PortalHit solve() noexcept {
        const SilhouetteSearch search = search_silhouette(view_);
        switch (search.side) {
            case SilhouetteSide::outside: return missed();
            case SilhouetteSide::grazing: return graze(search);
            case SilhouetteSide::inside: break;
        }
        triangle_ = search.triangle;
        hit_.lower = -kInfinity;
        hit_.upper = kInfinity;
        push_to_front();
        if (hit_.lower > line_.stop) return missed();
        const double member = hit_.upper;
        tighten_upper(search.triangle);
        if (member > line_.start) {
            note(front_, front_weights_);
            return finished(PortalOutcome::hit);
        }
        triangle_ = search.triangle;
        if (!reaches_start()) return missed();
        hit_.normal = -line_.direction;
        note_start();
        return finished(hit_.upper <= line_.start ? PortalOutcome::inside : PortalOutcome::hit);
    }

private:
    [[nodiscard]] Vec2 flat(const PortalPoint& p) const noexcept { return view_.flat(p); }

    PortalPoint evaluate(const Vec3& direction) noexcept { return view_.evaluate(direction); }

    PortalHit finished(PortalOutcome outcome) noexcept {
        hit_.outcome = outcome;
        hit_.iterations = view_.iterations;
        return hit_;
    }
    PortalHit missed() noexcept { return finished(PortalOutcome::miss); }

    /// Weights of the triangle's corners for its member on the line, by the areas in the plane across the
    /// line. The areas of a needle are mostly rounding: then by the nearest point.
    [[nodiscard]] PortalWeights pierced_weights() const noexcept {
        const std::array<Vec2, 3> f{flat(triangle_[0]), flat(triangle_[1]), flat(triangle_[2])};
        PortalWeights w{std::max(0.0, cross(f[1], f[2])), std::max(0.0, cross(f[2], f[0])),
                        std::max(0.0, cross(f[0], f[1]))};
        const double sum = w[0] + w[1] + w[2];
        for (double& share : w) share /= sum;
        const Vec2 beside = f[0] * w[0] + f[1] * w[1] + f[2] * w[2];
        return length(beside) <= line_.error ? w : nearest_weights(view_, triangle_);
    }

    [[nodiscard]] double along(const PortalTriangle& triangle, const PortalWeights& w) const noexcept {
        return w[0] * view_.along(triangle[0]) + w[1] * view_.along(triangle[1]) +
               w[2] * view_.along(triangle[2]);
    }

    void add_term(const PortalPoint& p, double weight) noexcept {
        if (!(weight > 0)) return;
        hit_.witness += p.witness * weight;
        hit_.terms.directions[hit_.terms.count] = p.direction;
        hit_.terms.weights[hit_.terms.count++] = weight;
    }

    void note(const PortalTriangle& triangle, const PortalWeights& weights) noexcept {
        for (std::size_t i = 0; i < 3; ++i) add_term(triangle[i], weights[i]);
    }

    /// The start lies between the front and the back, or on one of them: the corners that hold it best make
    /// it.
    void note_start() noexcept {
        const Vec3 start = line_.direction * line_.start;
        std::array<const PortalPoint*, 4> best{};
        Mix least;
        for (const auto& [first, second] : kSkipped) {
            std::array<const PortalPoint*, 4> corners{};
            std::size_t count = 0;
            for (std::size_t i = 0; i < 6; ++i) {
                if (i != first && i != second) corners[count++] = i < 3 ? &front_[i] : &triangle_[i - 3];
            }
            const Mix tried = mix(corners, start);
            if (!(tried.miss < least.miss)) continue;
            least = tried;
            best = corners;
        }
        const double to_front = std::abs(along(front_, front_weights_) - line_.start);
        const double to_back = std::abs(along(triangle_, pierced_weights()) - line_.start);
        PortalTriangle nearest = to_front < to_back ? front_ : triangle_;
        if (least.miss > line_.error) approach_point(view_, nearest, start);
        const PortalWeights weights = nearest_weights(nearest, start);
        const Vec3 member =
            nearest[0].point * weights[0] + nearest[1].point * weights[1] + nearest[2].point * weights[2];
        if (least.miss > length(member - start)) return note(nearest, weights);
        for (std::size_t i = 0; i < 4; ++i) add_term(*best[i], least.weights[i]);
    }

    /// Replaces the corner that leaves the line inside the triangle.
    void replace_corner(const PortalPoint& w) noexcept {
        const Vec2 q = flat(w);
        std::array<double, 3> sides{};
        for (std::size_t i = 0; i < 3; ++i) sides[i] = cross(q, flat(triangle_[i]));
        std::size_t best = 0;
        double best_inside = -kInfinity;
        double best_area = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3;
            const double inside =
                std::min({sides[i], -sides[j], 0.0});  // 0 when the line is inside; rounding may leave none
            const double area = cross(flat(triangle_[i]), flat(triangle_[j]));
            if (inside > best_inside || (inside == best_inside && area > best_area)) {
                best = i;
                best_inside = inside;
                best_area = area;
            }
        }
        triangle_ = {w, triangle_[best], triangle_[(best + 1) % 3]};
    }

    /// Unit normal of the triangle on its side along the line; the front is on the other one.
    [[nodiscard]] Vec3 back_normal() const noexcept {
        return unit(cross(triangle_[1].point - triangle_[0].point, triangle_[2].point - triangle_[0].point));
    }

    [[nodiscard]] bool stuck(const Vec3& n, const PortalPoint& w) const noexcept {
        double highest = -kInfinity;
        for (const PortalPoint& p : triangle_) highest = std::max(highest, dot(n, p.point));
        return dot(n, w.point) - highest <= 2 * line_.error;
    }

    void push_to_front() noexcept {
        for (;;) {
            const PortalWeights weights = pierced_weights();
            const double member = along(triangle_, weights);
            if (member < hit_.upper) {
                hit_.upper = member;
                front_ = triangle_;
                front_weights_ = weights;
            }
            const Vec3 n = -back_normal();
            const PortalPoint w = evaluate(n);
            const double rate = dot(n, line_.direction);
            const double plane = (dot(n, w.point) + line_.error) / rate;
            if (rate < 0 && plane > hit_.lower) {
                hit_.lower = plane;
                hit_.normal = n;
            }
            if (hit_.upper - hit_.lower <= line_.tolerance || hit_.lower > line_.stop ||
                hit_.upper <= line_.start)
                return;
            if (stuck(n, w) || view_.out_of_budget()) break;
            replace_corner(w);
        }
        hit_.converged = false;
    }

    /// Moves the upper end to where the line itself has entered: members are only accurate to the error, so
    /// the one on the line may be beside it. The segment from it to a disc of members around the line crosses
    /// the line after that fraction of its length. Without a disc the line may graze, and only planes behind
    /// bound where it enters at the latest.
    void tighten_upper(const PortalTriangle& found) noexcept {
        std::array<PortalPoint, kMaxSides> around{found[0], found[1], found[2]};
        const double beside = 4 * line_.error;
        double least = kInfinity;
        Vec3 normal{};
        for (std::size_t count = 3; count < kMaxSides; ++count) {
            const NearestSide side = nearest_side({around.data(), count});
            normal = side.normal;
            if (side.clearance > beside)
                least = std::min(least, (side.farthest - hit_.upper) * beside / side.clearance);
            if (least <= line_.tolerance) break;
            // The line passes close to a side of the polygon, perhaps not of the set: push that side out.
            const PortalPoint w = evaluate(side.normal);
            if (dot(side.normal, w.point - around[side.index].point) <= 2 * line_.error) break;
            std::copy_backward(around.data() + side.index + 1, around.data() + count,
                               around.data() + count + 1);
            around[side.index + 1] = w;
        }
        hit_.upper = least < kInfinity ? hit_.upper + least : std::max(hit_.upper, latest_entry(normal));
    }

    /// Planes along the grazed side that face along the line bound where the set can be hit at the latest. A
    /// strong tilt is best at a corner, a weak one on a curved side.
    double latest_entry(const Vec3& beside) noexcept {
        double latest = kInfinity;
        const auto tighten = [&](const Vec3& n) {
            latest = std::min(latest, (dot(n, evaluate(n).point) + line_.error) / dot(n, line_.direction));
        };
        tighten(line_.direction);
        for (double tilt = 1; tilt > kWeakestTilt; tilt *= 0.1) {
            tighten(unit(beside + tilt * line_.direction));
            tighten(unit(tilt * line_.direction - beside));
        }
        return latest;
    }

    struct NearestSide {
        std::size_t index = 0;
        double clearance = kInfinity;  ///< Distance from the line to that side, projected along the line.
        double farthest = -kInfinity;  ///< Largest coordinate of a corner along the line.
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
            const double clearance = edge_length > 0 ? cross(f, edge) / edge_length : kInfinity;
            if (clearance >= nearest.clearance) continue;
            nearest.clearance = clearance;
            nearest.index = i;
            nearest.normal = view_.lift({edge.y, -edge.x});
        }
        return nearest;
    }

    /// Whether the far side of the set is beyond the start; true when undecided.
    bool reaches_start() noexcept {
        for (;;) {
            if (along(triangle_, pierced_weights()) >= line_.start) return true;
            const Vec3 n = back_normal();
            const PortalPoint w = evaluate(n);
            const double rate = dot(n, line_.direction);
            if (rate > 0 && (dot(n, w.point) + line_.error) / rate < line_.start) return false;
            if (stuck(n, w) || view_.iterations >= 2 * line_.max_iterations) return !starts_past(triangle_);
            replace_corner(w);
        }
    }

    /// Whether a plane between the set and the start shows that the line leaves the set behind. A line that
    /// touches a face along a chord is bounded by planes at the corners of the face only, which may be far
    /// beyond the end of the chord.
    bool starts_past(PortalTriangle nearest) noexcept {
        const Vec3 start = line_.direction * line_.start;
        approach_point(view_, nearest, start);
        const PortalWeights w = nearest_weights(nearest, start);
        const Vec3 n =
            unit(start - (nearest[0].point * w[0] + nearest[1].point * w[1] + nearest[2].point * w[2]));
        return dot(n, line_.direction) >= 0 && dot(n, start - evaluate(n).point) > line_.error;
    }

    /// The line is within the error bound of the set's silhouette: planes along the grazed side, tilted
    /// towards either end, bound where it can be hit.
    PortalHit graze(const SilhouetteSearch& search) noexcept {
        hit_.lower = -kInfinity;
        hit_.normal = -line_.direction;
        hit_.converged = false;
        hit_.grazing = true;
        const auto tighten = [&](const Vec3& n) {
            const double plane = (dot(n, evaluate(n).point) + line_.error) / dot(n, line_.direction);
            if (!(plane > hit_.lower)) return;
            hit_.lower = plane;
            hit_.normal = n;
        };
        tighten(-line_.direction);
        for (double tilt = 1; tilt > kWeakestTilt; tilt *= 0.1) {
            tighten(unit(search.beside - tilt * line_.direction));
            tighten(unit(-search.beside - tilt * line_.direction));
        }
        hit_.upper = latest_entry(search.beside);
        if (hit_.lower > hit_.upper || hit_.lower > line_.stop || hit_.upper < line_.start) return missed();
        if (hit_.lower < line_.start && starts_past(search.triangle)) return missed();
        front_ = search.triangle;
        approach_line(view_, front_);
        front_weights_ = nearest_weights(view_, front_);
        note(front_, front_weights_);
        // The planes allow for one error bound, the member may miss the line by a little more.
        const double member = along(front_, front_weights_);
        hit_.lower = std::min(hit_.lower, member);
        hit_.upper = std::max(hit_.upper, member);
        return finished(PortalOutcome::hit);
    }

    /// Corners of the polygon around the line: halving a round side 16 times leaves 1e-9 of it.
    static constexpr std::size_t kMaxSides = 20;
    /// Planes tilted by δ show a curved side's end to R δ / 2 + error / δ: best near the root of the error,
    /// 1e-8 of the size.
    static constexpr double kWeakestTilt = 1e-9;
    /// Which two of the six corners of front and back are left out.
    static constexpr std::array<std::size_t, 2> kSkipped[] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5},
                                                              {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 3},
                                                              {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};

    const PortalLine& line_;
    LineView view_;
    PortalTriangle triangle_{};      ///< Counter-clockwise, viewed against the line's direction.
    PortalTriangle front_{};         ///< The triangle with the first member on the line found so far.
    PortalWeights front_weights_{};  ///< They make that member of the corners of `front_`.
    PortalHit hit_{};
};

}  // namespace

PortalHit cast_line(const PortalLine& line, const PortalSupport& support) noexcept {
    return PortalSolver(line, support).solve();
}

}  // namespace graze
