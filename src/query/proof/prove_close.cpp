// The search for proofs of close calls: first the plain search, then the normal, then tetrahedra under a thin
// top (prove_surround.cpp), at last closeness. See docs/notes/proofs.md, "Close calls".
#include "query/proof/prove_close.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "convex/gjk/precise_search.hpp"
#include "graze/shape/shape.hpp"
#include "graze/verify/verify.hpp"
#include "query/proof/accept_proof.hpp"
#include "query/proof/prove_surround.hpp"
#include "verify/verify_bounds.hpp"

namespace graze {
namespace {

/// What is known of a close call, from both sides. Scaled.
struct Closest {
    Vec3 normal{1, 0, 0};
    double gap = -std::numeric_limits<double>::infinity();  ///< Along the normal, negative for an overlap: a
                                                            ///< lower bound of the distance.
    /// Of the Minkowski difference, relative to the origin of the search.
    std::array<PrecisePoint, 4> points{};
    std::array<double, 4> weights{};  ///< Their combination is `distance` from the origin.
    double distance = std::numeric_limits<double>::infinity();  ///< An upper bound.
    std::array<Vec3, 3> facing{};  ///< Directions of the points next to b's when it was moved off just so
                                   ///< far: under them the overlap is thin.
    std::size_t facing_count = 0;
};

/// Keeps what a search with b moved by `shift` shows of the pair where it is, if that is better.
void improve(const PrecisePair& pair, const PreciseResult& found, const Vec3& shift, Closest& best) noexcept {
    const double gap = shift == Vec3{} ? found.gap : gap_along(pair, found.normal);
    if (gap > best.gap) {
        best.normal = found.normal;
        best.gap = gap;
    }
    const PreciseSimplex& simplex = found.simplex;
    if (found.gap > 0 && simplex.size < 4) {
        best.facing_count = simplex.size;
        for (std::size_t i = 0; i < simplex.size; ++i) best.facing[i] = simplex.points[i].direction;
    }
    const double distance = length(found.nearest + precise(shift)).high;
    if (simplex.size == 0 || !(distance < best.distance)) return;
    best.distance = distance;
    best.points = simplex.points;
    for (std::size_t i = 0; i < 4; ++i) best.weights[i] = i < simplex.size ? simplex.weights[i].high : 0;
}

/// A nearest point whose distance is much smaller than the radius of curvature has no accurate direction. So
/// b is moved away along the normal by some distance, and the search finds the normal there. An error of the
/// normal shrinks by distance / (radius of curvature + distance), so the distances get shorter and shorter.
void sharpen(const PrecisePair& pair, Closest& best) noexcept {
    const double rounding = pair.rounding();
    const auto search_at = [&](double distance) {
        const Vec3 shift = distance * best.normal;
        const PreciseResult found = precise_search(pair, best.normal, shift);
        improve(pair, found, shift, best);
        return found.gap > 0;
    };
    for (double step = 0.25; step > rounding && best.gap < best.distance - rounding; step *= 1.0 / 32)
        search_at(std::max(0.0, -best.gap) + step);
    // Where the radius of curvature is smaller than the depth along a wrong normal, shorter translations lead
    // out as well: whenever a translation separates the two, the new normal proves an overlap no deeper than
    // its length.
    double too_short = rounding;
    for (int round = 0; round < 64 && -best.gap > 4 * too_short; ++round) {
        const double distance = std::sqrt(too_short * -best.gap);
        if (!search_at(distance)) too_short = distance;
    }
}

/// Takes the normal if the overlap along it is thinner than so far.
void offer_normal(const PrecisePair& pair, const Vec3& normal, Closest& best) noexcept {
    const double gap = gap_along(pair, normal);
    if (!(gap > best.gap)) return;
    best.gap = gap;
    best.normal = normal;
}

/// Offers the outward normals of the faces of four points around the origin.
void offer_faces(const PrecisePair& pair, const std::array<PrecisePoint, 4>& points, Closest& best) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
        const PreciseVec3& p = points[(i + 1) % 4].w;
        const PreciseVec3 n = cross(points[(i + 2) % 4].w - p, points[(i + 3) % 4].w - p);
        offer_normal(pair, unit(rounded_to_double(dot(n, points[i].w - p) > DoubleDouble(0) ? -n : n)), best);
    }
}

/// An overlap may be thin along one normal while the search ended at another, which is only a local minimum.
/// Candidates for the first are the faces of the surrounding points, and the axes of the shapes, to which
/// most flat faces are perpendicular.
void sharpen_elsewhere(const PrecisePair& pair, Closest& best) noexcept {
    Closest other = best;
    other.gap = -std::numeric_limits<double>::infinity();
    if (std::all_of(best.weights.begin(), best.weights.end(), [](double weight) { return weight > 0; })) {
        offer_faces(pair, best.points, other);
    }
    for (const Placed* placed : {&pair.a(), &pair.b()}) {
        for (const Vec3& axis : placed->pose.rotation.columns) {
            offer_normal(pair, axis, other);
            offer_normal(pair, -axis, other);
        }
    }
    sharpen(pair, other);
    if (other.gap > best.gap) best = other;
}

bool prove_plane(const PrecisePair& pair, const Closest& best, Verdict& verdict) noexcept {
    if (!(best.gap > 0)) return false;
    const double offset = (pair.top_of_a(best.normal) + DoubleDouble(0.5 * best.gap / pair.scale())).high;
    return accept_proof(Answer::disjoint, SeparatingPlane{best.normal, offset}, pair.a(), pair.b(), verdict);
}

/// Undecided, with what the normal and the points show in intervals.
void state_closeness(const PrecisePair& pair, const Closest& best, Verdict& verdict) noexcept {
    Closeness close;
    close.normal = best.normal;
    close.weights = best.weights;
    for (std::size_t i = 0; i < 4; ++i) close.directions[i] = best.points[i].direction;
    const double above = verifying::combination_distance_above(close, pair.a(), pair.b());
    const double below = -verifying::gap_along(pair.a(), pair.b(), best.normal).lower;
    close.delta = std::max({0.0, above, below});
    verdict.answer = Answer::undecided;
    verdict.proof = close;
    if (!verify(verdict.proof, pair.a(), pair.b())) verdict.status = Status::budget_reached;
}

/// The searches from several starts often end at one point: which is tried once.
struct Tried {
    std::array<Vec3, 6> points{};
    std::size_t count = 0;

    /// Keeps the point; false when it was there before. On a boundary the last bit matters, so nearly equal
    /// ones count as new.
    bool is_new(const Vec3& point) noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            if (points[i] == point) return false;
        }
        if (count < points.size()) points[count++] = point;
        return true;
    }
};

/// Symmetric pairs end with fewer points, or with four in a plane: what they combine to is a point of both.
/// It may lie on the side that the support points share, so it is also drawn a little towards the centres.
bool prove_combination(const PrecisePair& pair, const PreciseResult& found, Tried& tried,
                       Verdict& verdict) noexcept {
    const PreciseSimplex& simplex = found.simplex;
    if (length(found.nearest).high > 4 * pair.rounding()) return false;
    const Placed& a = pair.a();
    const Placed& b = pair.b();
    Vec3 sum{};
    for (std::size_t i = 0; i < simplex.size; ++i) {
        sum += simplex.weights[i].high * support(a.shape, pair.direction_in_a(simplex.points[i].direction));
    }
    const Vec3 point = a.pose * sum;
    const double slack = 16 * (pair.rounding() / pair.scale() + kEps * length(point));
    if (!tried.is_new(point)) return false;
    const Vec3 to_a = a.pose * a.shape.centre() - point;
    const Vec3 to_b = b.pose * b.shape.centre() - point;
    // Along the normal both shapes share no more than the overlap: what moves farther leaves one of them.
    const double allowed = -found.gap / pair.scale() + slack;
    for (const Vec3& direction : {Vec3{}, to_a, to_b, 0.5 * (to_a + to_b)}) {
        const Vec3 step = 0.03 * direction;
        if (std::abs(dot(found.normal, step)) <= allowed &&
            accept_proof(Answer::intersecting, CommonPoint{point + step}, a, b, verdict))
            return true;
    }
    return false;
}

}  // namespace

bool prove_by_search(const Placed& a, const Placed& b, const Vec3& normal, Verdict& verdict) noexcept {
    const PrecisePair pair(a, b);
    const Vec3 s = perpendicular(normal);
    const Vec3 t = cross(normal, s);
    Tried tried;
    for (const Vec3& start :
         {normal, -normal, s + 0.3 * t, t - 0.3 * s, -s - 0.2 * normal, -t + 0.2 * normal}) {
        const PreciseResult found = precise_search(pair, start, {});
        if (found.gap > 0) {
            Closest apart;
            improve(pair, found, {}, apart);
            return prove_plane(pair, apart, verdict);
        }
        const auto& p = found.simplex.points;
        const bool around = found.simplex.size == 4;
        if (around && prove_tetrahedron(
                          pair, {p[0].direction, p[1].direction, p[2].direction, p[3].direction}, verdict))
            return true;
        if (prove_across(pair, found.simplex, verdict)) return true;
        if (prove_combination(pair, found, tried, verdict)) return true;
    }
    return false;
}

void prove_close(const Placed& a, const Placed& b, const Vec3& normal, Verdict& verdict) noexcept {
    const PrecisePair pair(a, b);
    Closest best;
    improve(pair, precise_search(pair, normal, {}), {}, best);
    if (prove_plane(pair, best, verdict)) return;
    sharpen(pair, best);
    if (prove_plane(pair, best, verdict)) return;
    if (best.gap < -64 * pair.rounding()) sharpen_elsewhere(pair, best);
    const std::span<const Vec3> facing(best.facing.data(), best.facing_count);
    if (best.gap < 0 && prove_thin_overlap(pair, best.normal, -best.gap, facing, verdict)) return;
    state_closeness(pair, best, verdict);
}

}  // namespace graze
