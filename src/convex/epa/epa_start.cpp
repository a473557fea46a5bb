// Adds support points across the simplex until four are not in one plane; heights below rounding do not
// count.
#include "convex/epa/epa_start.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace graze {
namespace {

/// A height over the points so far counts only when it is above what rounding makes of zero.
double least_thickness(const CorePair& pair) noexcept { return 4 * pair.error; }

SimplexPoint support_point(const CorePair& pair, const Vec3& direction) noexcept {
    SimplexPoint p;
    find_support(pair, direction, p);
    return p;
}

/// Collects affinely independent points of the difference, starting from the simplex that holds the origin.
class Spanning {
public:
    Spanning(const CorePair& pair, const Simplex& start) noexcept : pair_(pair) {
        thickness_ = least_thickness(pair);
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

/// The part of a simplex nearest the origin. When four points are flat, only some triples of them contain
/// the origin.
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

}  // namespace

bool is_solid(const CorePair& pair, const Simplex& simplex) noexcept {
    if (simplex.size < 4) return false;
    const Vec3& o = simplex.points[0].w;
    const Vec3 edge = simplex.points[1].w - o;
    const Vec3 normal = cross(edge, simplex.points[2].w - o);
    const double volume = dot(normal, simplex.points[3].w - o);
    const double thickness_sq = least_thickness(pair) * least_thickness(pair);
    const double edge_sq = length_sq(edge);
    const double area_sq = length_sq(normal);
    return edge_sq > thickness_sq && area_sq > thickness_sq * edge_sq &&
           volume * volume > thickness_sq * area_sq;
}

EpaStart grow_to_solid(const CorePair& pair, const Simplex& start) noexcept {
    Spanning span(pair, start);
    if (!span.grow()) return {{}, flat_answer(pair, span, start)};
    return {span.points(), std::nullopt};
}

}  // namespace graze
