// Joins the holes of a polygon to its outer loop. Everything is decided by exact signs in the coordinate
// plane in which the projected polygon is largest.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/convex/primitive_tests.hpp"
#include "graze/math/predicates.hpp"
#include "math/degeneracy/projection_axis.hpp"

namespace graze {

namespace {

/// The vertices of all loops, projected to the plane (orientation kept), and the loops as indices into them.
struct Loops {
    std::vector<Vec2> points;
    std::vector<std::size_t> outer;
    std::vector<std::vector<std::size_t>> holes;
};

bool between(const Vec2& p, const Vec2& a, const Vec2& b) noexcept {
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
}

/// Whether the bridge (a, b) intersects the edge (c, d) anywhere but in a common end.
bool blocked_by(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) noexcept {
    const int abc = static_cast<int>(orient2d(a, b, c)), abd = static_cast<int>(orient2d(a, b, d));
    const int cda = static_cast<int>(orient2d(c, d, a)), cdb = static_cast<int>(orient2d(c, d, b));
    const bool shares = c == a || c == b || d == a || d == b;
    if (!shares && abc * abd < 0 && cda * cdb < 0) return true;
    const auto lies_on = [&](int side, const Vec2& p) {
        return side == 0 && p != a && p != b && between(p, a, b);
    };
    if (lies_on(abc, c) || lies_on(abd, d)) return true;
    const auto end_on = [&](int side, const Vec2& p) {
        return side == 0 && p != c && p != d && between(p, c, d);
    };
    return end_on(cda, a) || end_on(cdb, b);
}

bool crosses_loop(const Loops& loops, const std::vector<std::size_t>& loop, const Vec2& a,
                  const Vec2& b) noexcept {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        if (blocked_by(a, b, loops.points[loop[i]], loops.points[loop[(i + 1) % loop.size()]])) return true;
    }
    return false;
}

/// Whether the segment to `target` leaves vertex i of a loop on the loop's left, the inside of the polygon
/// (outer loops run counter-clockwise, holes clockwise).
bool leaves_inside(const Loops& loops, const std::vector<std::size_t>& loop, std::size_t i,
                   const Vec2& target) noexcept {
    if (loop.size() < 3) return true;
    const Vec2 before = loops.points[loop[(i + loop.size() - 1) % loop.size()]];
    const Vec2 here = loops.points[loop[i]];
    const Vec2 after = loops.points[loop[(i + 1) % loop.size()]];
    const bool left_of_in = orient2d(before, here, target) == Sign::positive;
    const bool left_of_out = orient2d(here, after, target) == Sign::positive;
    const bool reflex = orient2d(before, here, after) == Sign::negative;
    return reflex ? left_of_in || left_of_out : left_of_in && left_of_out;
}

std::size_t topmost(const Loops& loops, const std::vector<std::size_t>& loop) noexcept {
    std::size_t best = 0;
    for (std::size_t i = 1; i < loop.size(); ++i) {
        if (loops.points[loop[i]].y > loops.points[loop[best]].y) best = i;
    }
    return best;
}

/// Position in the outer loop of the nearest vertex that is visible from vertex j of a hole; the loop's size
/// when none does.
std::size_t visible_vertex(const Loops& loops, const std::vector<std::size_t>& hole, std::size_t j) {
    const Vec2 from = loops.points[hole[j]];
    std::size_t best = loops.outer.size();
    double best_sq = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < loops.outer.size(); ++i) {
        const Vec2 to = loops.points[loops.outer[i]];
        const double sq = length_sq(to - from);
        if (sq >= best_sq || !leaves_inside(loops, loops.outer, i, from) ||
            !leaves_inside(loops, hole, j, to))
            continue;
        bool blocked = crosses_loop(loops, loops.outer, from, to);
        for (const auto& other : loops.holes) blocked = blocked || crosses_loop(loops, other, from, to);
        if (blocked) continue;
        best = i;
        best_sq = sq;
    }
    return best;
}

/// outer[0..i], hole[j..], hole[..j], outer[i..]: the bridge is traversed in both directions.
void splice(Loops& loops, std::size_t i, std::size_t hole_index, std::size_t j) {
    const std::vector<std::size_t> hole = loops.holes[hole_index];
    std::vector<std::size_t> inserted;
    for (std::size_t k = 0; k <= hole.size(); ++k) inserted.push_back(hole[(j + k) % hole.size()]);
    inserted.push_back(loops.outer[i]);
    loops.outer.insert(loops.outer.begin() + static_cast<std::ptrdiff_t>(i) + 1, inserted.begin(),
                       inserted.end());
    loops.holes.erase(loops.holes.begin() + static_cast<std::ptrdiff_t>(hole_index));
}

Loops flatten(std::span<const Vec3> outer, std::span<const std::vector<Vec3>> holes, const Vec3& normal) {
    const std::size_t k = largest_axis(normal);
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    const double turn = normal[k] < 0 ? -1 : 1;
    Loops loops;
    const auto add = [&](std::span<const Vec3> loop) {
        std::vector<std::size_t> indices;
        for (const Vec3& p : loop) {
            indices.push_back(loops.points.size());
            loops.points.push_back({turn * p[i], p[j]});
        }
        return indices;
    };
    loops.outer = add(outer);
    for (const auto& hole : holes) {
        if (!hole.empty()) loops.holes.push_back(add(hole));
    }
    return loops;
}

}  // namespace

std::vector<std::size_t> bridge_holes(std::span<const Vec3> outer, std::span<const std::vector<Vec3>> holes,
                                      const Vec3& normal) {
    Loops loops = flatten(outer, holes, normal);
    while (!loops.holes.empty()) {
        // The topmost vertex of all remaining holes: only the outer loop is above it, so some vertex there is
        // visible from it.
        std::size_t hole = 0;
        for (std::size_t h = 1; h < loops.holes.size(); ++h) {
            const auto top = [&](std::size_t index) {
                return loops.points[loops.holes[index][topmost(loops, loops.holes[index])]].y;
            };
            if (top(h) > top(hole)) hole = h;
        }
        const std::size_t j = topmost(loops, loops.holes[hole]);
        const std::size_t i = visible_vertex(loops, loops.holes[hole], j);
        if (i == loops.outer.size()) return {};
        splice(loops, i, hole, j);
    }
    return loops.outer;
}

}  // namespace graze
