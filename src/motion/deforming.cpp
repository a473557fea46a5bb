// Trees over the boxes that triangles sweep; of each pair of triangles the vertices and edges that belong to them are tested. A vertex belongs to
// the first triangle that has it, an edge likewise, so every pair of features is met once: the box of the triangle it belongs to holds it.
#include "graze/motion/deforming.hpp"

#include <algorithm>
#include <string>

#include "graze/bounds/aabb.hpp"
#include "graze/math/served_range.hpp"
#include "graze/tree/traverse_pairs.hpp"

namespace graze {
namespace {

using Corners = std::array<std::uint32_t, 3>;

/// A mesh with a tree over its ways, and whose is what.
struct SweptMesh {
    DeformingMesh mesh;
    BoxTree tree;
    std::vector<std::uint8_t> owned;  ///< By triangle: bits 0 to 2 its corners, bits 3 to 5 the edges from corner k to the next.
};

BuildError error(Rule rule, Element kind, std::size_t element, const char* text) { return {rule, kind, element, text}; }

expected<void, BuildError> check(const DeformingMesh& mesh) {
    if (mesh.start.size() != mesh.end.size()) {
        return unexpected<BuildError>(error(Rule::too_few, Element::whole, 0, "the vertices at the start and at the end differ in number"));
    }
    for (std::size_t i = 0; i < mesh.start.size(); ++i) {
        for (const Vec3& v : {mesh.start[i], mesh.end[i]}) {
            if (!is_finite(v))
                return unexpected<BuildError>(error(Rule::not_finite, Element::vertex, i, "a coordinate is NaN or infinite"));
            if (max_component(abs(v)) > kLargestServed) {
                return unexpected<BuildError>(
                    error(Rule::out_of_range, Element::vertex, i, "a coordinate exceeds 1e100; choose another unit"));
            }
        }
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        for (const std::uint32_t corner : mesh.triangles[i]) {
            if (corner < mesh.start.size()) continue;
            return unexpected<BuildError>(error(Rule::out_of_range, Element::triangle, i, "an index is past the end of the vertices"));
        }
    }
    return {};
}

std::vector<std::uint8_t> owners(const DeformingMesh& mesh) {
    std::vector<std::uint8_t> owned(mesh.triangles.size(), 0);
    std::vector<bool> seen(mesh.start.size(), false);
    struct Edge {
        std::uint32_t low = 0, high = 0, place = 0;  // place: 3 * triangle + corner
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Corners& corners = mesh.triangles[t];
        for (std::uint32_t k = 0; k < 3; ++k) {
            if (!seen[corners[k]]) owned[t] = static_cast<std::uint8_t>(owned[t] | 1U << k);
            seen[corners[k]] = true;
            const auto [low, high] = std::minmax(corners[k], corners[(k + 1) % 3]);
            edges.push_back({low, high, 3 * t + k});
        }
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (i > 0 && edges[i].low == edges[i - 1].low && edges[i].high == edges[i - 1].high) continue;
        std::uint8_t& bits = owned[edges[i].place / 3];
        bits = static_cast<std::uint8_t>(bits | 8U << edges[i].place % 3);
    }
    return owned;
}

expected<SweptMesh, BuildError> sweep(const DeformingMesh& mesh) {
    if (auto fine = check(mesh); !fine) return unexpected<BuildError>(fine.error());
    std::vector<Aabb> boxes;
    boxes.reserve(mesh.triangles.size());
    for (const Corners& corners : mesh.triangles) {
        Aabb box{mesh.start[corners[0]], mesh.start[corners[0]]};
        for (const std::uint32_t corner : corners) {
            for (const Vec3& v : {mesh.start[corner], mesh.end[corner]}) box = {min(box.min, v), max(box.max, v)};
        }
        boxes.push_back(box);
    }
    auto tree = BoxTree::build(boxes);
    if (!tree) return unexpected<BuildError>(tree.error());
    return SweptMesh{mesh, *std::move(tree), owners(mesh)};
}

bool share_vertex(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) noexcept {
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t v) { return std::find(b.begin(), b.end(), v) != b.end(); });
}

/// Calls visit(FeaturePair) for the features of triangles i of a and j of b. In one mesh, pairs that share a vertex are left out.
template <class Visit>
void visit_features(const SweptMesh& a, std::uint32_t i, const SweptMesh& b, std::uint32_t j, bool same, const Visit& visit) {
    const Corners &p = a.mesh.triangles[i], &q = b.mesh.triangles[j];
    const auto vertex_against = [&](const SweptMesh& of, std::uint32_t triangle, const Corners& from, const Corners& face,
                                    FeaturePair::Kind kind) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::array<std::uint32_t, 1> vertex{from[k]};
            if ((of.owned[triangle] >> k & 1U) == 0 || (same && share_vertex(vertex, face))) continue;
            visit(FeaturePair{kind, {from[k], face[0], face[1], face[2]}});
        }
    };
    vertex_against(a, i, p, q, FeaturePair::Kind::vertex_face);
    vertex_against(b, j, q, p, FeaturePair::Kind::face_vertex);
    for (std::uint32_t k = 0; k < 3; ++k) {
        if ((a.owned[i] >> (3 + k) & 1U) == 0) continue;
        const std::array<std::uint32_t, 2> first{p[k], p[(k + 1) % 3]};
        for (std::uint32_t l = 0; l < 3; ++l) {
            if ((b.owned[j] >> (3 + l) & 1U) == 0) continue;
            const std::array<std::uint32_t, 2> second{q[l], q[(l + 1) % 3]};
            if (same && share_vertex(first, second)) continue;
            visit(FeaturePair{FeaturePair::Kind::edge_edge, {first[0], first[1], second[0], second[1]}});
        }
    }
}

/// All pairs of features of two meshes, or of one with itself, whose boxes come within reach.
template <class Visit> TreeStats visit_close(const SweptMesh& a, const SweptMesh& b, double reach, const Visit& visit) {
    const bool same = &a == &b;
    const auto leaves = [&](LeafSlots in_a, LeafSlots in_b) {
        const bool one_leaf = same && in_a.first == in_b.first;
        for (const std::uint32_t i : a.tree.primitives(in_a)) {
            for (const std::uint32_t j : b.tree.primitives(in_b)) {
                if (one_leaf && j <= i) continue;
                visit_features(a, i, b, j, same, visit);
            }
        }
        return Continue::yes;
    };
    if (same) return visit_self_pairs(a.tree, reach, leaves);
    return visit_pairs(a.tree, b.tree, Affine{}, {.margin = reach}, leaves);
}

/// How far exact boxes may be from where the search sees them: a little more than the rounding of the tests themselves.
double rounding_reach(const SweptMesh& a, const SweptMesh& b) noexcept {
    double size = 0;
    for (const SweptMesh* mesh : {&a, &b}) {
        if (!mesh->tree.empty())
            size = std::max({size, max_component(abs(mesh->tree.bounds().min)), max_component(abs(mesh->tree.bounds().max))});
    }
    return 256 * kEps * size;
}

Impact test(const FeaturePair& pair, const SweptMesh& a, const SweptMesh& b, const VertexImpactOptions& options) noexcept {
    std::array<Vec3, 4> start{}, end{};
    const std::size_t split = pair.kind == FeaturePair::Kind::edge_edge ? 2 : 1;
    const SweptMesh& first = pair.kind == FeaturePair::Kind::face_vertex ? b : a;
    const SweptMesh& rest = pair.kind == FeaturePair::Kind::face_vertex ? a : b;
    for (std::size_t k = 0; k < 4; ++k) {
        const DeformingMesh& mesh = (k < split ? first : rest).mesh;
        start[k] = mesh.start[pair.vertices[k]];
        end[k] = mesh.end[pair.vertices[k]];
    }
    Impact impact = split == 2 ? edge_edge_impact(start, end, options) : vertex_face_impact(start, end, options);
    if (pair.kind == FeaturePair::Kind::face_vertex) impact.normal = -impact.normal;
    return impact;
}

bool usable(const VertexImpactOptions& options) noexcept {
    return options.tolerance > 0 && std::isfinite(options.tolerance) && options.minimum_separation >= 0 && options.until > 0 &&
           options.until <= 1 && options.minimum_separation <= kLargestServed;
}

/// The earlier of two impacts, the second a hit. What one pair leaves open is known when another one touches in time.
DeformingImpact first_of(const DeformingImpact& x, const DeformingImpact& y, double tolerance) noexcept {
    if (!x.impact.hit) return y;
    const bool in_order = x.impact.time.lower <= y.impact.time.lower;
    const DeformingImpact &early = in_order ? x : y, &late = in_order ? y : x;
    const bool open = early.impact.answer == ImpactAnswer::within_tolerance && late.impact.answer == ImpactAnswer::contact;
    const bool out_of_budget = early.impact.status == Status::budget_reached;
    if (!open || !(out_of_budget || late.impact.time.upper - early.impact.time.lower <= tolerance)) return early;
    DeformingImpact both = late;
    both.impact.time.lower = early.impact.time.lower;
    both.impact.status = early.impact.status;
    return both;
}

/// The time after which another contact would not change an impact.
double of_interest(const Impact& impact, double tolerance) noexcept {
    if (impact.answer == ImpactAnswer::contact) return impact.time.lower > 0 ? impact.time.lower : 1;
    return impact.status == Status::budget_reached ? 1 : std::min(1.0, impact.time.lower + tolerance);
}

expected<DeformingImpact, BuildError> earliest(const SweptMesh& a, const SweptMesh& b, const VertexImpactOptions& options) {
    if (!usable(options)) {
        return unexpected<BuildError>(error(Rule::out_of_range, Element::whole, 0,
                                            "the tolerance must be above 0, the minimum separation not negative, and until in (0, 1]"));
    }
    DeformingImpact best;
    VertexImpactOptions window = options;
    std::uint32_t tests = 0, cells = 0;
    const TreeStats stats = visit_close(a, b, options.minimum_separation + rounding_reach(a, b), [&](const FeaturePair& pair) {
        if (best.impact.answer == ImpactAnswer::contact && best.impact.time.lower == 0) return;
        const Impact impact = test(pair, a, b, window);
        ++tests;
        cells += impact.work.cells;
        if (!impact.hit) return;
        best = first_of(best, {impact, pair}, options.tolerance);
        window.until = std::min(window.until, of_interest(best.impact, options.tolerance));
    });
    best.impact.work = {};
    best.impact.work.box_tests = static_cast<std::uint32_t>(stats.box_tests);
    best.impact.work.primitive_tests = tests;
    best.impact.work.cells = cells;
    return best;
}

std::vector<FeaturePair> all_close(const SweptMesh& a, const SweptMesh& b, double reach) {
    std::vector<FeaturePair> pairs;
    visit_close(a, b, reach + rounding_reach(a, b), [&](const FeaturePair& pair) { pairs.push_back(pair); });
    return pairs;
}

expected<void, BuildError> check_reach(double reach) {
    if (reach >= 0 && reach <= kLargestServed) return {};
    return unexpected<BuildError>(error(Rule::out_of_range, Element::whole, 0, "the reach must be a length from 0 to 1e100"));
}

}  // namespace

expected<DeformingImpact, BuildError> deforming_impact(const DeformingMesh& a, const DeformingMesh& b, const VertexImpactOptions& options) {
    const auto swept_a = sweep(a), swept_b = sweep(b);
    if (!swept_a) return unexpected<BuildError>(swept_a.error());
    if (!swept_b) return unexpected<BuildError>(swept_b.error());
    return earliest(*swept_a, *swept_b, options);
}

expected<DeformingImpact, BuildError> self_impact(const DeformingMesh& mesh, const VertexImpactOptions& options) {
    const auto swept = sweep(mesh);
    if (!swept) return unexpected<BuildError>(swept.error());
    return earliest(*swept, *swept, options);
}

expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& a, const DeformingMesh& b, double reach) {
    if (auto fine = check_reach(reach); !fine) return unexpected<BuildError>(fine.error());
    const auto swept_a = sweep(a), swept_b = sweep(b);
    if (!swept_a) return unexpected<BuildError>(swept_a.error());
    if (!swept_b) return unexpected<BuildError>(swept_b.error());
    return all_close(*swept_a, *swept_b, reach);
}

expected<std::vector<FeaturePair>, BuildError> close_features(const DeformingMesh& mesh, double reach) {
    if (auto fine = check_reach(reach); !fine) return unexpected<BuildError>(fine.error());
    const auto swept = sweep(mesh);
    if (!swept) return unexpected<BuildError>(swept.error());
    return all_close(*swept, *swept, reach);
}

}  // namespace graze
