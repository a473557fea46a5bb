#include "convex/epa.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "convex/epa_polytope.hpp"

namespace graze {
namespace {

SimplexPoint support_point(const CorePair& pair, const Vec3& direction) noexcept {
    SimplexPoint p;
    p.direction = direction;
    p.a = pair.support_a(direction);
    p.b = pair.support_b(direction);
    p.w = p.a - p.b;
    return p;
}

/// Collects affinely independent points of the difference, starting from the simplex that holds the origin.
class Spanning {
public:
    Spanning(const CorePair& pair, const Simplex& start) noexcept : pair_(pair) {
        // A height over the points so far counts only when it is above what rounding makes of zero.
        thickness_ = 4 * pair.error;
        for (std::uint32_t i = 0; i < start.size; ++i) add(start.points[i]);
    }

    /// Grows to four points. False when the difference is flat: `normal` is then perpendicular to it.
    bool grow() noexcept {
        while (count_ < 4) {
            bool found = false;
            for (const Vec3& direction : directions()) {
                if (length_sq(direction) == 0) continue;
                if (count_ < 4 && add(support_point(pair_, direction))) found = true;
                if (found) break;
            }
            if (!found) return false;
        }
        return true;
    }

    [[nodiscard]] const std::array<SimplexPoint, 4>& points() const noexcept { return points_; }
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    /// A unit direction perpendicular to the points so far (fewer than four).
    [[nodiscard]] Vec3 normal() const noexcept {
        if (count_ >= 3) return unit(cross(points_[1].w - points_[0].w, points_[2].w - points_[0].w));
        if (count_ == 2) return perpendicular(points_[1].w - points_[0].w);
        return {1, 0, 0};
    }

private:
    [[nodiscard]] std::array<Vec3, 6> directions() const noexcept {
        if (count_ <= 1) return {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
        if (count_ == 2) {
            const Vec3 along = unit(points_[1].w - points_[0].w);
            const Vec3 side = perpendicular(along);
            const Vec3 other = cross(along, side);
            return {{side, -side, other, -other, {}, {}}};
        }
        const Vec3 n = normal();
        return {{n, -n, {}, {}, {}, {}}};
    }

    bool add(const SimplexPoint& p) noexcept {
        if (count_ > 0 && !(height(p.w) > thickness_)) return false;
        points_[count_++] = p;
        return true;
    }

    /// Distance of a point from the affine hull of the points so far.
    [[nodiscard]] double height(const Vec3& w) const noexcept {
        const Vec3 d = w - points_[0].w;
        if (count_ == 1) return length(d);
        if (count_ == 2) return length(cross(d, unit(points_[1].w - points_[0].w)));
        return std::abs(dot(normal(), d));
    }

    const CorePair& pair_;
    std::array<SimplexPoint, 4> points_{};
    std::uint32_t count_ = 0;
    double thickness_ = 0;
};

/// The part of a simplex nearest the origin. Of four points that are flat some three hold the origin, not just any three.
Simplex nearest_part(const Simplex& start) noexcept {
    Simplex best = start;
    if (start.size < 4) {
        shrink(best, nearest_to_origin(start));
        return best;
    }
    double best_sq = std::numeric_limits<double>::infinity();
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
        Simplex part = start;
        std::swap(part.points[left_out], part.points[3]);
        part.size = 3;
        const Nearest nearest = nearest_to_origin(part);
        if (!(nearest.length_sq < best_sq)) continue;
        best_sq = nearest.length_sq;
        shrink(part, nearest);
        best = part;
    }
    return best;
}

/// A flat difference: depth zero, up to how far it is from flat along the normal.
EpaResult flat_answer(const CorePair& pair, const Spanning& span, const Simplex& start) noexcept {
    EpaResult result;
    const Vec3 n = span.normal();
    const double up = dot(n, support_point(pair, n).w);
    const double down = -dot(n, support_point(pair, -n).w);
    result.normal = up <= down ? n : -n;
    result.upper = std::max(0.0, std::min(up, down));
    result.simplex = nearest_part(start);
    result.iterations = 2;
    return result;
}

void record(Trace* trace, const GrowingPolytope& polytope, std::uint32_t f, const Vec3& support, double upper) {
    const auto& facet = polytope.facet(f);
    TraceStep step{TraceStage::epa, facet.normal, support, {}, 3, {std::sqrt(facet.distance_sq), upper}};
    for (std::size_t i = 0; i < 3; ++i) step.simplex[i] = polytope.vertex(facet.vertex[i]).w;
    trace->steps.push_back(step);
}

void keep_polytope(const GrowingPolytope& polytope, EpaPolytope& out) {
    out.vertices.clear();
    out.triangles.clear();
    for (std::uint32_t i = 0; i < polytope.vertex_count(); ++i) out.vertices.push_back(polytope.vertex(i));
    for (std::uint32_t i = 0; i < polytope.facet_count(); ++i) {
        const auto& f = polytope.facet(i);
        if (!f.obsolete) out.triangles.push_back({{f.vertex[0], f.vertex[1], f.vertex[2]}, f.normal});
    }
}

/// A facet as a simplex, weighted for the point where the ray from the origin along the normal should leave.
struct Pierced {
    Simplex simplex;
    double miss = 0;  ///< Distance of the weighted point from the end of the ray.
};

Pierced missed_by(const Simplex& simplex, const Vec3& target) noexcept {
    Vec3 point = -target;
    for (std::uint32_t i = 0; i < simplex.size; ++i) point += simplex.weights[i] * simplex.points[i].w;
    return {simplex, length(point)};
}

/// `target` is the end of the ray. The weights are those of the point that the ray passes through; with the origin in the facet's
/// plane next to a corner they are noise, and the facet's point nearest the origin is better.
Pierced pierce(const GrowingPolytope& polytope, const std::array<std::uint16_t, 3>& vertices, const Vec3& normal,
               const Vec3& target) noexcept {
    Simplex simplex;
    simplex.size = 3;
    for (std::size_t i = 0; i < 3; ++i) simplex.points[i] = polytope.vertex(vertices[i]);
    Simplex nearest = simplex;
    shrink(nearest, nearest_to_origin(simplex));
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& q = simplex.points[(i + 1) % 3].w;
        // q × r as q × (r - q): the facet may be small and far away.
        simplex.weights[i] = std::max(0.0, dot(normal, cross(q, simplex.points[(i + 2) % 3].w - q)));
        sum += simplex.weights[i];
    }
    for (std::size_t i = 0; i < 3; ++i) simplex.weights[i] = sum > 0 ? simplex.weights[i] / sum : 1.0 / 3;
    const Pierced by_ray = missed_by(simplex, target);
    const Pierced by_distance = missed_by(nearest, target);
    return by_ray.miss <= by_distance.miss ? by_ray : by_distance;
}

/// The facet that the normal pierces. The surface is crossed there between both bounds, right across the origin, so the witness
/// points differ by a multiple of the normal. The facet that gave the normal need not be the one: several triangles share
/// one plane of a flat-faced difference, and on a curved one the nearest plane's foot may lie beside its facet.
/// `enough` is a miss that the width of the bounds explains.
Simplex witness_simplex(const GrowingPolytope& polytope, std::uint32_t first, const Vec3& normal, const Vec3& target,
                        double enough) noexcept {
    Pierced best = pierce(polytope, polytope.facet(first).vertex, normal, target);
    if (polytope.facet(first).obsolete) best.miss = std::numeric_limits<double>::infinity();  // it lies under the surface by now
    for (std::uint32_t f = 0; f < polytope.facet_count() && best.miss > enough; ++f) {
        const auto& facet = polytope.facet(f);
        if (facet.obsolete) continue;
        const Pierced other = pierce(polytope, facet.vertex, normal, target);
        if (other.miss < best.miss) best = other;
    }
    return best.simplex;
}

/// The facet with the least height so far. Its slot may hold another one by now.
struct Best {
    std::uint32_t facet = 0;
    std::array<std::uint16_t, 3> vertices{};
    Vec3 normal{1, 0, 0};
};

}  // namespace

EpaResult epa(const CorePair& pair, const Simplex& start, const EpaGoal& goal, EpaPolytope* keep) noexcept {
    Spanning span(pair, start);
    if (!span.grow()) return flat_answer(pair, span, start);

    const double rounding = 8 * kEps * pair.extent;  // of a facet's distance from its rounded corners and normal
    GrowingPolytope polytope;
    polytope.start(span.points());
    EpaResult result;
    Best best;
    result.upper = std::numeric_limits<double>::infinity();
    while (true) {
        const std::uint32_t nearest = polytope.nearest();
        if (nearest == GrowingPolytope::kNone) {
            // Nothing is nearer than the least height found: that is the depth.
            result.lower = std::max(result.lower, result.upper - rounding);
            break;
        }
        const GrowingPolytope::Facet facet = polytope.facet(nearest);
        const double distance = std::sqrt(facet.distance_sq);
        result.lower = std::max(result.lower, distance - rounding);
        const Vec3 normal = facet.normal * (1 / length(facet.normal));
        const SimplexPoint p = support_point(pair, normal);
        ++result.iterations;
        const double height = dot(normal, p.w);
        if (height < result.upper) {
            result.upper = height;
            best = {nearest, facet.vertex, normal};
            // A facet that ends there must still be seen, whatever the rounding of its distance.
            polytope.limit((height + goal.tolerance + rounding) * (height + goal.tolerance + rounding));
        }
        if (goal.trace) record(goal.trace, polytope, nearest, p.w, result.upper);
        if (height - result.lower <= goal.tolerance) {
            // This facet shows both bounds by itself.
            result.upper = height;
            best = {nearest, facet.vertex, normal};
            break;
        }
        // A facet that rounding keeps from moving, or no room to move: the bounds stay as they are.
        if (height - distance <= pair.error || result.iterations >= goal.max_iterations || !polytope.has_room()) break;
        if (keep) keep_polytope(polytope, *keep);
        if (!polytope.expand(nearest, p)) {
            result.budget_reached = true;
            result.normal = best.normal;
            result.simplex = pierce(polytope, best.vertices, best.normal, result.upper * best.normal).simplex;
            return result;
        }
    }
    result.budget_reached = result.upper - result.lower > goal.tolerance;
    result.normal = best.normal;
    result.simplex = witness_simplex(polytope, best.facet, best.normal, result.upper * best.normal, result.upper - result.lower + rounding);
    if (keep) keep_polytope(polytope, *keep);
    return result;
}

}  // namespace graze
