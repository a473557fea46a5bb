// Places by an open hash table, edges bucketed by their lower end, shells by union-find that carries a sign.
#include "mesh/topology.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "graze/math/vec.hpp"

namespace graze {
namespace {

std::uint64_t place_hash(const Vec3& v) noexcept {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL;
    for (const double x : {v.x, v.y, v.z}) {
        h ^= std::bit_cast<std::uint64_t>(x + 0.0);  // -0 + 0 is 0
        h *= 0xbf58476d1ce4e5b9ULL;
        h ^= h >> 29;
    }
    return h ^ (h >> 32);
}

}  // namespace

bool is_served(const Vec3& v) noexcept {
    return in_served_range(v) && length(v) * (1 + 4 * kEps) <= kLargestServed;
}

std::vector<std::uint32_t> first_at_place(const VertexView& vertices) {
    constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> first(vertices.size());
    std::vector<std::uint32_t> table(std::bit_ceil(2 * vertices.size() + 1), kFree);
    const std::size_t mask = table.size() - 1;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        std::size_t slot = place_hash(vertices[i]) & mask;
        while (table[slot] != kFree && !(vertices[table[slot]] == vertices[i])) slot = (slot + 1) & mask;
        if (table[slot] == kFree) table[slot] = i;
        first[i] = table[slot];
    }
    return first;
}

EdgeTable::EdgeTable(std::span<const CornerIndices> triangles, std::span<const std::uint32_t> first,
                     std::span<const std::uint8_t> skipped)
    : start_(first.size() + 1) {
    const auto for_each_use = [&](const auto& visit) {
        for (std::uint32_t t = 0; t < triangles.size(); ++t) {
            if (!skipped.empty() && skipped[t] != 0) continue;
            const std::array<std::uint32_t, 3> p{first[triangles[t][0]], first[triangles[t][1]],
                                                 first[triangles[t][2]]};
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t from = p[i], to = p[(i + 1) % 3];
                if (from < to) visit(from, EdgeUse{to, 2 * t + 1});
                if (to < from) visit(to, EdgeUse{from, 2 * t});
            }
        }
    };
    for_each_use([&](std::uint32_t low, const EdgeUse&) { ++start_[low + 1]; });
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    uses_.resize(start_.back());
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for_each_use([&](std::uint32_t low, const EdgeUse& use) { uses_[next[low]++] = use; });
    for (std::size_t low = 0; low + 1 < start_.size(); ++low)
        std::sort(uses_.begin() + start_[low], uses_.begin() + start_[low + 1]);
}

WindingSets::WindingSets(std::size_t count) : parent_(count) {
    for (std::uint32_t i = 0; i < count; ++i) parent_[i] = 2 * i;
}

WindingSets::Member WindingSets::find(std::uint32_t triangle) {
    std::uint32_t sign = 0;
    while (parent_[triangle] / 2 != triangle) {
        // Halve the path: the grandparent becomes the parent.
        const std::uint32_t up = parent_[triangle];
        const std::uint32_t further = parent_[up / 2];
        parent_[triangle] = further ^ (up & 1);
        sign ^= parent_[triangle] & 1;
        triangle = parent_[triangle] / 2;
    }
    return {triangle, sign != 0};
}

bool WindingSets::join(std::uint32_t a, std::uint32_t b, bool against) {
    const Member x = find(a), y = find(b);
    const bool relation = (x.flipped != y.flipped) != against;
    if (x.root == y.root) return !relation;
    // The lower root stays, so that a set's root is its first triangle.
    const std::uint32_t low = std::min(x.root, y.root), high = std::max(x.root, y.root);
    parent_[high] = 2 * low + (relation ? 1 : 0);
    return true;
}

WindingSets shells_over(const EdgeTable& edges, std::size_t triangle_count) {
    WindingSets sets(triangle_count);
    edges.for_each_edge([&](std::uint32_t, std::uint32_t, std::span<const EdgeUse> uses) {
        for (std::size_t i = 1; i < uses.size(); ++i)
            sets.join(uses[0].triangle(), uses[i].triangle(), false);
    });
    return sets;
}

double enclosed_volume(const VertexView& vertices, std::span<const CornerIndices> triangles,
                       std::span<const std::uint8_t> skipped) {
    const auto counts = [&](std::size_t t) { return skipped.empty() || skipped[t] == 0; };
    Vec3 low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (!counts(t)) continue;
        for (const std::uint32_t corner : triangles[t]) {
            low = min(low, vertices[corner]);
            high = max(high, vertices[corner]);
        }
    }
    const double scale = max_component(high - low);
    if (!(scale > 0 && scale < kInfinity)) return 0;
    const Vec3 origin = 0.5 * low + 0.5 * high;
    double sum = 0;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (!counts(t)) continue;
        // Scaled, because cubes of served lengths leave the range of doubles.
        const auto at = [&](std::size_t i) { return (vertices[triangles[t][i]] - origin) * (1 / scale); };
        sum += dot(at(0), cross(at(1), at(2)));
    }
    return sum / 6 * scale * scale * scale;
}

}  // namespace graze
