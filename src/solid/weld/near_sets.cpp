// A hashed grid with cells four times as wide as the tolerance: a point is compared with those of its own
// cell, and of the few that its surroundings reach into. The many copies of one vertex follow the first of
// them, and are compared with it alone.
#include "solid/weld/near_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "graze/math/interval.hpp"

namespace graze {
namespace {

using Cell = std::array<std::int64_t, 3>;

/// Comparisons for each point, on average, before the search gives up: hundreds of vertices within a few
/// tolerances are no seams.
constexpr std::size_t kMostComparisons = 200;

class Grid {
public:
    Grid(std::span<const Vec3> points, std::span<const std::uint32_t> chosen, double tolerance)
        : points_(points),
          tolerance_(tolerance),
          heads_(std::bit_ceil(2 * chosen.size() + 1), kNoSet),
          followers_(chosen.size(), kNoSet),
          next_(chosen.size()) {
        Aabb box;
        for (const std::uint32_t i : chosen) box = merge(box, {points[i], points[i]});
        origin_ = box.min;
        // More than 2^40 cells along an axis would be lost in the rounding of their numbers.
        width_ = std::max(4 * tolerance, 0x1p-40 * max_component(box.max - box.min));
    }

    /// visit(other) for chosen points entered before, one at least of each set that is near; then enters this
    /// one. False when the work is used up.
    template <class Visit>
    bool enter(std::span<const std::uint32_t> chosen, std::uint32_t number, std::size_t& comparisons,
               const Visit& visit) {
        const Vec3& p = points_[chosen[number]];
        const Cell low = cell_of(p, -1), high = cell_of(p, 1);
        Entry entry{chosen, p, cell_of(p, 0), comparisons};
        Cell cell{};
        for (cell[0] = low[0]; cell[0] <= high[0]; ++cell[0]) {
            for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1]) {
                for (cell[2] = low[2]; cell[2] <= high[2]; ++cell[2]) {
                    if (!visit_cell(cell, entry, visit)) return false;
                }
            }
        }
        std::uint32_t& head = entry.leader == kNoSet ? heads_[slot_of(entry.own)] : followers_[entry.leader];
        next_[number] = head;
        head = number;
        return true;
    }

private:
    /// A point that is being entered.
    struct Entry {
        std::span<const std::uint32_t> chosen;
        const Vec3& p;
        Cell own{};  ///< The point's.
        std::size_t& comparisons;
        std::uint32_t leader = kNoSet;  ///< A point entered before that this one is to follow.
    };

    /// Visits the points of the cell, and one follower of each that is not near itself, but may have some
    /// that are. False when the work is used up.
    template <class Visit> bool visit_cell(const Cell& cell, Entry& entry, const Visit& visit) const {
        for (std::uint32_t k = heads_[slot_of(cell)]; k != kNoSet; k = next_[k]) {
            if (entry.comparisons-- == 0) return false;
            const double away = distance(entry.p, points_[entry.chosen[k]]);
            if (away <= tolerance_) visit(k);
            if (away <= 0.5 * tolerance_ && cell == entry.own) entry.leader = k;
            if (away <= tolerance_ || away > 1.5 * tolerance_) continue;
            if (!visit_follower(k, entry, visit)) return false;
        }
        return true;
    }
    template <class Visit> bool visit_follower(std::uint32_t leader, Entry& entry, const Visit& visit) const {
        for (std::uint32_t f = followers_[leader]; f != kNoSet; f = next_[f]) {
            if (entry.comparisons-- == 0) return false;
            if (distance(entry.p, points_[entry.chosen[f]]) > tolerance_) continue;
            visit(f);
            break;  // all followers of one point are in its set
        }
        return true;
    }

    [[nodiscard]] static double distance(const Vec3& p, const Vec3& q) noexcept {
        return max_component(abs(p - q));
    }

    /// The cell of the point moved by the tolerance, a rounding more, times `side`. Monotone, so that near
    /// points cannot fall outside.
    [[nodiscard]] Cell cell_of(const Vec3& p, int side) const noexcept {
        Cell cell{};
        for (std::size_t i = 0; i < 3; ++i) {
            double x = p[i];
            if (side < 0) x = next_below(x - tolerance_);
            if (side > 0) x = next_above(x + tolerance_);
            // Off by a part of a cell, so that no wall of the grid lies on a wall of the box.
            cell[i] = static_cast<std::int64_t>(std::floor((x - origin_[i]) / width_ + 0.38));
        }
        return cell;
    }

    /// Cells may share a slot: their points are compared in vain, no more.
    [[nodiscard]] std::size_t slot_of(const Cell& cell) const noexcept {
        std::uint64_t h = 0x9e3779b97f4a7c15ULL;
        for (const std::int64_t x : cell) {
            h = (h ^ static_cast<std::uint64_t>(x)) * 0xbf58476d1ce4e5b9ULL;
            h ^= h >> 29U;
        }
        return (h ^ (h >> 32U)) & (heads_.size() - 1);
    }

    std::span<const Vec3> points_;
    double tolerance_;
    double width_ = 0;
    Vec3 origin_{};
    std::vector<std::uint32_t> heads_;  ///< The last leader entered of each slot; a power of two of them.
    /// Of each leader the last point of its cell entered within half the tolerance of it.
    std::vector<std::uint32_t> followers_;
    std::vector<std::uint32_t> next_;  ///< The one before it, leader or follower.
};

}  // namespace

DisjointSets::DisjointSets(std::size_t count) : parent_(count) {
    for (std::uint32_t i = 0; i < count; ++i) parent_[i] = i;
}

std::uint32_t DisjointSets::find(std::uint32_t i) noexcept {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
}

void DisjointSets::join(std::uint32_t a, std::uint32_t b) noexcept {
    const std::uint32_t x = find(a), y = find(b);
    parent_[std::max(x, y)] = std::min(x, y);
}

NearSets find_near_sets(std::span<const Vec3> points, std::span<const std::uint32_t> chosen,
                        double tolerance) {
    NearSets sets;
    DisjointSets joined(chosen.size());
    Grid grid(points, chosen, tolerance);
    std::size_t comparisons = kMostComparisons * (chosen.size() + kMostComparisons);
    bool any = false;
    for (std::uint32_t number = 0; number < chosen.size(); ++number) {
        const bool done = grid.enter(chosen, number, comparisons, [&](std::uint32_t other) {
            joined.join(number, other);
            any = true;
        });
        if (!done) return {{}, {}, true};
    }
    if (!any) return {};
    sets.set_of.assign(points.size(), kNoSet);
    const auto add = [&](std::uint32_t set, std::uint32_t point) {
        sets.set_of[point] = set;
        sets.boxes[set] = merge(sets.boxes[set], {points[point], points[point]});
    };
    for (std::uint32_t number = 0; number < chosen.size(); ++number) {
        const std::uint32_t root = joined.find(number);
        if (root == number) continue;
        // Roots come before their members, and get a set with the first of them.
        std::uint32_t& set = sets.set_of[chosen[root]];
        if (set == kNoSet) {
            set = static_cast<std::uint32_t>(sets.boxes.size());
            sets.boxes.emplace_back();
            add(set, chosen[root]);
        }
        add(set, chosen[number]);
    }
    return sets;
}

}  // namespace graze
