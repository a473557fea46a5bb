#include "query/prove.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "convex/gjk.hpp"
#include "convex/separate.hpp"
#include "graze/query/verify.hpp"
#include "graze/shape/combinators.hpp"
#include "query/prove_close.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

/// Clear cases are not checked again: a gap this many times the error bound passes `verify` for certain.
constexpr double kClear = 8;

bool settle(Answer answer, const Proof& proof, const Placed& a, const Placed& b, Verdict& verdict) noexcept {
    if (!verify(proof, a, b)) return false;
    verdict.answer = answer;
    verdict.proof = proof;
    return true;
}

CommonTetrahedron tetrahedron_of(const CorePair& pair, const SimplexPoint* const (&points)[4]) noexcept {
    CommonTetrahedron proof;
    for (std::size_t i = 0; i < 4; ++i) {
        proof.directions_a[i] = points[i]->direction;
        proof.directions_b[i] = transpose_times(pair.b_in_a.rotation, -points[i]->direction);
    }
    return proof;
}

/// How well the origin sits inside: least height of it over a face, relative to the tetrahedron's own over that face.
double depth_in_tetrahedron(const SimplexPoint* const (&p)[4]) noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3& q = p[(i + 1) % 4]->w;
        const Vec3 n = cross(p[(i + 2) % 4]->w - q, p[(i + 3) % 4]->w - q);
        const double norm = length(n);
        const double own = dot(n, p[i]->w - q);
        const double origin = -dot(n, q);
        if (!(norm > 0) || own == 0) return -1;
        least = std::min(least, (own > 0 ? origin : -origin) / norm);
    }
    return least;
}

/// A tetrahedron around the origin.
struct Candidate {
    double depth = 0;
    const SimplexPoint* points[4] = {};
};

/// The tetrahedra that vertices of the polytope make with the facets opposite them, seen through the origin; deepest first. The
/// vertices farthest from the nearest facet, along -normal, are enough: each sees one facet, most of them make good tetrahedra.
std::vector<Candidate> tetrahedra_from(const EpaPolytope& polytope, const Vec3& normal) {
    constexpr std::size_t kApexes = 16;
    std::vector<const SimplexPoint*> apexes;
    for (const SimplexPoint& vertex : polytope.vertices) apexes.push_back(&vertex);
    std::stable_sort(apexes.begin(), apexes.end(), [&](const auto* p, const auto* q) { return dot(normal, p->w) < dot(normal, q->w); });
    apexes.resize(std::min(apexes.size(), kApexes));
    std::vector<Candidate> found;
    for (const SimplexPoint* apex : apexes) {
        for (const auto& t : polytope.triangles) {
            Candidate candidate{
                0, {apex, &polytope.vertices[t.vertices[0]], &polytope.vertices[t.vertices[1]], &polytope.vertices[t.vertices[2]]}};
            candidate.depth = depth_in_tetrahedron(candidate.points);
            if (candidate.depth > 0) found.push_back(candidate);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Candidate& p, const Candidate& q) { return p.depth > q.depth; });
    return found;
}

/// Tries a polytope around the origin in the difference of the whole shapes, margins included. `depth` is known to be reached.
bool prove_by_polytope(const Placed& a, const Placed& b, double depth, Verdict& verdict) noexcept {
    // The affine image under the identity is the same set with its margin folded into the core.
    const Placed whole_a{a.shape.margin() > 0 ? transformed(a.shape, Affine{}) : a.shape, a.pose};
    const Placed whole_b{b.shape.margin() > 0 ? transformed(b.shape, Affine{}) : b.shape, b.pose};
    CorePair pair;
    if (!make_core_pair(whole_a, whole_b, pair)) return false;
    // However the search ended, its simplex is near the origin: close calls it takes for gaps get a polytope too.
    const GjkResult found = gjk(pair, {});
    if (found.simplex.size == 0) return false;
    EpaGoal expand;
    // Fine enough for the surface to pass between the origin and the boundary; each step halves the gap or more.
    expand.tolerance = 0.25 * std::max(0.0, depth) * pair.scale;
    expand.max_iterations = 256;
    EpaPolytope polytope;
    const EpaResult grown = epa(pair, found.simplex, expand, &polytope);
    // Where support points tie, the ones found again along a direction may be others: then the next tetrahedron is tried.
    constexpr std::size_t kTries = 32;
    const std::vector<Candidate> candidates = tetrahedra_from(polytope, grown.normal);
    for (std::size_t i = 0; i < std::min(candidates.size(), kTries); ++i) {
        if (settle(Answer::intersecting, tetrahedron_of(pair, candidates[i].points), a, b, verdict)) return true;
    }
    return false;
}

/// The best plane and the best points so far; each bounds the distance from one side.
struct Closest {
    double below = std::numeric_limits<double>::infinity();  ///< The gap along `normal` is at least minus this.
    Vec3 normal{1, 0, 0};
    double above = std::numeric_limits<double>::infinity();  ///< The points show that it is at most this.
    Vec3 point_a{};                                          ///< From a's position, like `point_b`.
    Vec3 point_b{};
};

/// Keeps what the separation's normal and points show, where it is better than what is there.
void improve(const Placed& a, const Placed& b, const Separation& s, Closest& best) noexcept {
    using namespace verifying;
    const double below = -gap_along(a, b, s.normal).lower;
    if (below < best.below) {
        best.below = below;
        best.normal = s.normal;
    }
    const Vec3 point_a = s.point_a - a.pose.position;
    const Vec3 point_b = s.point_b - a.pose.position;
    const Vec3 middle = 0.5 * (point_a + point_b);
    const IntervalVec3 apart = enclose(b.pose.position) - enclose(a.pose.position);
    // Witness points are known across the normal to the root of the width only. Where surfaces touch that costs nothing along the
    // normal: one point between them, or one of the two, is then much nearer to both shapes than the two are to each other.
    for (const auto& [p, q] : {std::pair{point_a, point_b}, {middle, middle}, {point_a, point_a}, {point_b, point_b}}) {
        const Interval inside = Interval(clearance_at(a, enclose(p))) + Interval(clearance_at(b, enclose(q) - apart));
        const double above = (norm(enclose(p) - enclose(q)) - inside).upper;
        if (!(above < best.above)) continue;
        best.above = above;
        best.point_a = p;
        best.point_b = q;
    }
}

/// A nearest point as small as the rounding of the points it is made of has no direction left, and the search stalls. So b is
/// moved off along the normal, where the direction is good again, and the normal found there is the next one to move along:
/// it settles where moving changes nothing, at the normal of the touching planes.
void sharpen(const Placed& a, const Placed& b, Vec3 normal, Closest& best) noexcept {
    CorePair pair;
    if (verifying::has_half_space(a, b)) return;
    const double wanted = 32 * kEps * verifying::extent(a, b);
    // The error of the normal shrinks by offset / (bend + offset) in each round, but rounding costs the more the smaller the
    // offset is: so it starts large and shrinks, to a hundredth of the shapes.
    double offset = std::max(a.shape.reach(), b.shape.reach());
    SeparationOptions tight;
    tight.tolerance = 0;
    for (int round = 0; round < 24 && std::max(best.below, best.above) > wanted; ++round, offset *= 0.7) {
        Placed moved = b;
        moved.pose.position += offset * normal;
        if (!make_core_pair(a, moved, pair)) return;
        Separation s = separate(a, moved, pair, tight, nullptr);
        s.point_b -= offset * normal;
        improve(a, b, s, best);
        normal = s.normal;
    }
}

/// The whole of a shape that is given by its vertices and has no inside; nothing for other shapes.
std::optional<Feature> flat_feature(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::point: return Feature{Feature::Kind::vertex, 0, 0};
        case ShapeType::segment: return Feature{Feature::Kind::edge, 0, 1};
        case ShapeType::triangle:
        case ShapeType::polygon: return Feature{Feature::Kind::face, 0, 0};
        default: return std::nullopt;
    }
}

/// Flat shapes that meet may have no common double: exact signs tell.
bool prove_crossing(const Placed& a, const Placed& b, Verdict& verdict) noexcept {
    const std::optional<Feature> of_a = flat_feature(a.shape);
    const std::optional<Feature> of_b = flat_feature(b.shape);
    return of_a && of_b && settle(Answer::intersecting, Crossing{*of_a, *of_b}, a, b, verdict);
}

}  // namespace

bool prove_apart(const Placed& a, const Placed& b, const CorePair& pair, const Vec3& normal, Verdict& verdict) noexcept {
    const double top = dot(normal, pair.support_a(normal)) / pair.scale + a.shape.margin();
    const double bottom = dot(normal, pair.support_b(normal)) / pair.scale - b.shape.margin();
    const SeparatingPlane plane{unit(a.pose.rotation * normal), 0.5 * (top + bottom)};
    if ((bottom - top) * pair.scale > kClear * pair.error) {
        verdict.answer = Answer::disjoint;
        verdict.proof = plane;
        return true;
    }
    return settle(Answer::disjoint, plane, a, b, verdict);
}

bool prove_meeting(const Placed& a, const Placed& b, const CorePair& pair, const Simplex& simplex, Verdict& verdict) noexcept {
    if (simplex.size == 4) {
        const SimplexPoint* const points[4] = {&simplex.points[0], &simplex.points[1], &simplex.points[2], &simplex.points[3]};
        return settle(Answer::intersecting, tetrahedron_of(pair, points), a, b, verdict);
    }
    if (pair.margin == 0) return false;
    CoreAnswer core;
    take_witness(simplex, core);
    // Between the core points, nearer to the one with the smaller margin.
    const double share = a.shape.margin() * pair.scale / pair.margin;
    const Vec3 point = (core.point_a + share * (core.point_b - core.point_a)) * (1 / pair.scale);
    return settle(Answer::intersecting, CommonPoint{a.pose * point}, a, b, verdict);
}

void prove_hard(const Placed& a, const Placed& b, const CorePair& pair, Verdict& verdict) noexcept {
    SeparationOptions tight;
    tight.tolerance = 0;
    const Separation s = separate(a, b, pair, tight, nullptr);
    if (prove_crossing(a, b, verdict)) return;
    if (s.distance.upper > 0 && prove_apart(a, b, pair, transpose_times(a.pose.rotation, s.normal), verdict)) return;
    if (s.distance.lower < 0 && prove_by_polytope(a, b, -s.distance.upper, verdict)) return;
    // Symmetric pairs with a common centre may have no tetrahedron of support points strictly around the origin (a box, an octahedron).
    for (const Vec3& point : {a.pose * a.shape.centre(), b.pose * b.shape.centre(), 0.5 * (s.point_a + s.point_b)}) {
        if (s.distance.lower < 0 && settle(Answer::intersecting, CommonPoint{point}, a, b, verdict)) return;
    }
    prove_close(a, b, s.normal, verdict);
}

void prove_closeness(const Placed& a, const Placed& b, const Separation& s, Verdict& verdict) noexcept {
    Closest best;
    improve(a, b, s, best);
    sharpen(a, b, s.normal, best);
    CorePair pair;
    if (best.below < 0 && make_core_pair(a, b, pair) && prove_apart(a, b, pair, transpose_times(a.pose.rotation, best.normal), verdict))
        return;
    if (best.above < 0 && settle(Answer::intersecting, CommonPoint{a.pose.position + best.point_a}, a, b, verdict)) return;
    verdict.answer = Answer::undecided;
    verdict.proof = Closeness{std::max({0.0, best.below, best.above}), best.normal, best.point_a, best.point_b};
    verdict.status = s.status == Status::converged ? Status::converged : Status::budget_reached;
}

}  // namespace graze
