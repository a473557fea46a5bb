// For every open edge the nearest ones that run the other way, near ones first by a tree of their midpoints:
// a midpoint is no farther from another than the farther of the two ends.
#include "solid/weld/weld_tolerances.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "graze/tree/box_tree.hpp"

namespace graze {
namespace {

constexpr std::size_t kMostTolerances = 64;  // a try takes about as long as reading the mesh
/// Edges whose partners are searched for, an even choice of more: copies of vertices in one file differ by
/// about the same.
constexpr std::size_t kMostEdges = 1U << 16U;
/// Partners of an edge: the nearest one may be a neighbour, which a weld refuses.
constexpr std::size_t kPartners = 4;
/// Several copies of a vertex are a chain unless the tolerance is as large as the box of all of them, which
/// is larger than the distance of two.
constexpr std::array<double, 4> kChains{1, 1.5, 2, 4};

/// An edge of one triangle, as that runs through it.
struct OpenEdge {
    Vec3 from{};
    Vec3 to{};
};

double max_norm(const Vec3& v) noexcept { return max_component(abs(v)); }

/// The tolerance that brings one edge onto the other. None where it would join the ends of one of them.
double closing_distance(const OpenEdge& a, const OpenEdge& b) noexcept {
    const double distance = std::max(max_norm(a.from - b.to), max_norm(a.to - b.from));
    const double shorter = std::min(max_norm(a.to - a.from), max_norm(b.to - b.from));
    return distance < shorter ? distance : std::numeric_limits<double>::infinity();
}

std::vector<OpenEdge> open_edges(const WeldInput& mesh) {
    std::vector<OpenEdge> open;
    const EdgeTable edges(mesh.triangles, mesh.first, mesh.skipped);
    edges.for_each_edge([&](std::uint32_t low, std::uint32_t high, std::span<const EdgeUse> uses) {
        if (uses.size() != 1) return;
        const Vec3 &x = mesh.vertices[low], &y = mesh.vertices[high];
        open.push_back(uses[0].upward() ? OpenEdge{x, y} : OpenEdge{y, x});
    });
    return open;
}

/// The least few distances from one edge to others, growing.
std::vector<double> closing_distances(const OpenEdge& edge, std::span<const OpenEdge> open,
                                      const BoxTree& middles) {
    std::vector<double> nearest;
    const double own = max_norm(edge.to - edge.from);
    const auto reach = [&] { return nearest.size() < kPartners ? own : std::min(own, nearest.back()); };
    // The tree measures straight distances, and rounds.
    const double longer = std::numbers::sqrt3 * (1 + 1e-6);
    const Vec3 middle = 0.5 * edge.from + 0.5 * edge.to;
    visit_near(middles, middle, longer * own, [&](LeafSlots leaf, double, double& limit) {
        for (const std::uint32_t i : middles.primitives(leaf)) {
            const double distance = closing_distance(edge, open[i]);
            if (!(distance < reach())) continue;
            nearest.insert(std::upper_bound(nearest.begin(), nearest.end(), distance), distance);
            if (nearest.size() > kPartners) nearest.pop_back();
        }
        limit = std::min(limit, longer * reach());
        return Continue::yes;
    });
    return nearest;
}

/// An even choice that has the first and the last.
template <class Value> std::vector<Value> thinned(std::vector<Value> values, std::size_t most) {
    if (values.size() <= most) return values;
    std::vector<Value> kept;
    for (std::size_t i = 0; i < most; ++i) kept.push_back(values[i * (values.size() - 1) / (most - 1)]);
    return kept;
}

}  // namespace

double rounded_up_to_two_digits(double x) noexcept {
    const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", std::ceil(x / unit) * unit);
    return std::strtod(text.data(), nullptr);
}

std::vector<double> weld_tolerances(const PreparedWeld& prepared, double welded) {
    std::vector<double> tolerances;
    if (prepared.open_places.empty()) return tolerances;
    const std::vector<OpenEdge> open = open_edges(prepared.mesh);
    std::vector<Aabb> boxes;
    for (const OpenEdge& edge : open) {
        const Vec3 middle = 0.5 * edge.from + 0.5 * edge.to;
        boxes.push_back({middle, middle});
    }
    const auto middles = BoxTree::build(boxes);
    if (!middles) return tolerances;
    for (const OpenEdge& edge : thinned(open, kMostEdges)) {
        for (const double distance : closing_distances(edge, open, *middles)) {
            for (const double factor : kChains) {
                const double relative = rounded_up_to_two_digits(factor * distance / prepared.size);
                if (relative > welded && relative <= 1) tolerances.push_back(relative);
            }
        }
    }
    std::sort(tolerances.begin(), tolerances.end());
    tolerances.erase(std::unique(tolerances.begin(), tolerances.end()), tolerances.end());
    return thinned(std::move(tolerances), kMostTolerances);
}

}  // namespace graze
