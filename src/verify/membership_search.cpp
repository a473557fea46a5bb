// A small search for support points around a given point: Gilbert's iteration on simplices, in doubles. It is
// not an instance of GJK's loop: that is in convex, above verify, and a checker that ran the solvers' search
// would share its faults. Only the formula for the closest point on a triangle (math/nearest.hpp) is shared,
// and the result is not relied on: the support points it ends with are evaluated again in intervals. Shapes
// are searched at any size of the served range, which that formula allows without scaling.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "math/degeneracy/thin_triangle.hpp"
#include "math/nearest.hpp"
#include "shape/primitives/flat_clearance.hpp"
#include "verify/membership.hpp"

namespace graze {
namespace {

/// Curved shapes halve the error about once per step; 1e-16 of the size takes some fifty.
constexpr int kSteps = 80;
/// Relative to the shape: points farther out than this are outside, not just on a wall between simplices.
constexpr double kOutside = 1e-9;
/// Relative to the shape: what roundings leave of a search that has converged.
constexpr double kConverged = 64 * kEps;
constexpr std::size_t kUsualStarts = 4;

/// A support point of the core: around that the margin is known, and outside of it the offset to the nearest
/// point is not short.
Vec3 core_point(const Shape& shape, const Vec3& direction) noexcept {
    std::uint32_t hint = 0;
    return core_support(shape, direction, hint);
}

/// Up to four support points of the core relative to the point in question; the last nearest combination of
/// theirs.
struct MembershipSimplex {
    std::array<Vec3, 4> directions{};
    std::array<Vec3, 4> points{};
    std::array<double, 4> weights{};
    std::size_t count = 0;
    bool around = false;  ///< The four points seem to have the origin inside.

    [[nodiscard]] Vec3 combination() const noexcept {
        Vec3 sum{};
        for (std::size_t i = 0; i < count; ++i) sum += weights[i] * points[i];
        return sum;
    }
};

/// Sets the weights of four points that seem to have the origin inside, and lead there; false when they do
/// not. Weights of a flat tetrahedron may be anything.
bool close_around(MembershipSimplex& simplex, double nearest_face_sq) noexcept {
    const auto& p = simplex.points;
    const Vec3 a = p[1] - p[0];
    const Vec3 b = p[2] - p[0];
    const Vec3 c = p[3] - p[0];
    const Vec3 q = -p[0];
    const double whole = dot(a, cross(b, c));
    if (whole == 0) return false;
    const double wa = dot(q, cross(b, c)) / whole;
    const double wb = dot(a, cross(q, c)) / whole;
    const double wc = dot(a, cross(b, q)) / whole;
    if (!(wa >= 0 && wb >= 0 && wc >= 0 && wa + wb + wc <= 1)) return false;
    simplex.weights = {std::max(0.0, 1 - wa - wb - wc), wa, wb, wc};
    simplex.around = length_sq(simplex.combination()) <= nearest_face_sq;
    return simplex.around;
}

/// Finds the nearest combination of the points and keeps only those that take part.
void reduce(MembershipSimplex& simplex) noexcept {
    std::array<std::size_t, 3> best{0, 0, 0};
    TrianglePoint nearest;
    const auto consider = [&](std::size_t i, std::size_t j, std::size_t k) {
        const TrianglePoint t =
            nearest_on_triangle({simplex.points[i], simplex.points[j], simplex.points[k]}, Vec3{});
        if (!(t.distance_sq < nearest.distance_sq)) return;
        nearest = t;
        best = {i, j, k};
    };
    const std::size_t last = simplex.count - 1;
    if (simplex.count == 4) consider(0, 1, 2);
    if (simplex.count == 4) consider(0, 1, 3);
    if (simplex.count == 4) consider(0, 2, 3);
    consider(simplex.count == 4 ? 1 : 0, simplex.count == 4 ? 2 : std::min<std::size_t>(1, last), last);
    if (simplex.count == 4 && close_around(simplex, nearest.distance_sq)) return;
    const std::array<double, 3> weights{1 - nearest.u - nearest.v, nearest.u, nearest.v};
    MembershipSimplex kept;
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(weights[i] > 0)) continue;
        kept.directions[kept.count] = simplex.directions[best[i]];
        kept.points[kept.count] = simplex.points[best[i]];
        kept.weights[kept.count++] = weights[i];
    }
    if (kept.count > 0) simplex = kept;
}

/// The simplex with the support point along one more direction, reduced.
MembershipSimplex extended(const MembershipSimplex& simplex, const Shape& shape, const Vec3& p,
                           const Vec3& direction) noexcept {
    MembershipSimplex next = simplex;
    next.directions[next.count] = direction;
    next.points[next.count] = core_point(shape, direction) - p;
    next.weights[next.count++] = 1;
    reduce(next);
    return next;
}

/// Normal of three points, to the side where the origin is. The offset to the origin itself loses its digits
/// as it gets short.
Vec3 normal_towards_origin(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    const Vec3 n = cross(b - a, c - a);
    return dot(n, a) > 0 ? -n : n;
}

/// The simplex after one more step, or as it was when no direction brings it closer.
MembershipSimplex stepped(const MembershipSimplex& simplex, const Shape& shape, const Vec3& p) noexcept {
    const double best = length_sq(simplex.combination());
    const auto improves = [&](const MembershipSimplex& next) {
        return next.around || length_sq(next.combination()) < best;
    };
    const Vec3 to_point = -simplex.combination();
    MembershipSimplex next = extended(simplex, shape, p, to_point);
    if (improves(next)) return next;
    if (simplex.count == 2) {
        next =
            extended(simplex, shape, p, across_edge(to_point, unit(simplex.points[1] - simplex.points[0])));
        if (improves(next)) return next;
    }
    if (simplex.count == 3) {
        next = extended(simplex, shape, p,
                        normal_towards_origin(simplex.points[0], simplex.points[1], simplex.points[2]));
        if (improves(next)) return next;
    }
    // Close to a face the support point is one of its far corners, and the improvement is lost in rounding.
    // But it identifies the face, and nearer points are found along the face's normal.
    const Vec3 far = core_point(shape, to_point) - p;
    for (std::size_t i = 0; i + 1 < simplex.count; ++i) {
        for (std::size_t j = i + 1; j < simplex.count; ++j) {
            next =
                extended(simplex, shape, p, normal_towards_origin(simplex.points[i], simplex.points[j], far));
            if (improves(next)) return next;
        }
    }
    return simplex;
}

MembershipSimplex search(const Shape& shape, const Vec3& p, const Vec3& start) noexcept {
    MembershipSimplex simplex = extended({}, shape, p, start);
    for (int step = 0; step < kSteps && !simplex.around; ++step) {
        const double before = length_sq(simplex.combination());
        // Well within the margin there is nothing left to show.
        if (before <= 0.999 * shape.margin() * shape.margin()) break;
        simplex = stepped(simplex, shape, p);
        if (!simplex.around && !(length_sq(simplex.combination()) < before)) break;
    }
    return simplex;
}

/// Whether the walk ended although the core reaches much farther towards p than the simplex: not because p is
/// outside.
bool stuck(const MembershipSimplex& simplex, const Shape& shape, const Vec3& p) noexcept {
    const Vec3 to_point = -simplex.combination();
    return dot(to_point, core_point(shape, to_point) - p) > -0.5 * length_sq(to_point);
}

/// What the core's support points along the simplex's directions, and the margin around them, show of x.
double shown_by(const MembershipSimplex& simplex, const Shape& shape, const IntervalVec3& x) noexcept {
    std::array<IntervalVec3, 4> exact{};
    for (std::size_t i = 0; i < simplex.count; ++i)
        exact[i] = core_support_enclosure(shape, simplex.directions[i]);
    const Interval margin = exact_margin(shape);
    if (simplex.around) {
        const double inside = tetrahedron_clearance(exact, x);
        if (inside >= 0) return (Interval(inside) + margin).lower;
    }
    // Any weights >= 0 that do not all vanish make a member of the hull of the points.
    IntervalVec3 sum{};
    Interval total(0);
    for (std::size_t i = 0; i < simplex.count; ++i) {
        if (!(simplex.weights[i] >= 0) || !std::isfinite(simplex.weights[i])) return -kInfinity;
        sum += Interval(simplex.weights[i]) * exact[i];
        total += Interval(simplex.weights[i]);
    }
    if (!(total.lower > 0)) return -kInfinity;
    return (margin - norm(x - IntervalVec3{sum.x / total, sum.y / total, sum.z / total})).lower;
}

/// Whether `clearance` of the shape runs no search, but answers by an inequality or by its vertices.
bool answers_by_itself(const Shape& shape) noexcept {
    switch (shape.type()) {
        case ShapeType::minkowski_sum:
        case ShapeType::convex_hull_of:
        case ShapeType::affine_image: return false;
        case ShapeType::rounded: return answers_by_itself(shape.children()[0]);
        default: return true;
    }
}

/// x = u + v with u child `first`'s share of the simplex and v the remainder: each child then answers for
/// itself, curved ones by their own inequality. Any split is a theorem.
double shown_by_split(const MembershipSimplex& simplex, const Shape& sum, std::size_t first,
                      const IntervalVec3& x) noexcept {
    const Shape& child = sum.children()[first];
    Vec3 share{};
    for (std::size_t i = 0; i < simplex.count; ++i)
        share += simplex.weights[i] * support(child, simplex.directions[i]);
    return (Interval(clearance(child, enclose(share))) +
            Interval(clearance(sum.children()[1 - first], x - enclose(share))))
        .lower;
}

}  // namespace

std::array<Vec3, 2> directions_towards(const Shape& shape, const Vec3& x) noexcept {
    if (!shape.valid() || shape.type() == ShapeType::half_space || !is_finite(x)) return {};
    const MembershipSimplex simplex = search(shape, x, x - shape.centre());
    if (simplex.around) return {};
    const auto& p = simplex.points;
    const Vec3 to_point = -simplex.combination();
    // The offset loses its digits as it gets short; edges and faces keep theirs.
    if (simplex.count == 3) return {normal_towards_origin(p[0], p[1], p[2]), to_point};
    return {simplex.count == 2 ? across_edge(to_point, unit(p[1] - p[0])) : to_point, to_point};
}

double clearance_by_supports(const Shape& shape, const IntervalVec3& x) noexcept {
    const Vec3 p = middle(x);
    if (!shape.valid() || shape.type() == ShapeType::half_space || !is_finite(p)) return -kInfinity;
    const bool is_sum = shape.type() == ShapeType::minkowski_sum;
    const bool of_simple =
        is_sum && answers_by_itself(shape.children()[0]) && answers_by_itself(shape.children()[1]);
    // Symmetric shapes and points make flat simplices through x, which show no more than closeness: start
    // along other directions then.
    const std::array<Vec3, 8> starts{
        p - shape.centre(),        Vec3{0.36, -0.48, 0.8},   Vec3{-0.79, 0.23, 0.57}, Vec3{0.61, 0.71, -0.35},
        Vec3{-0.27, -0.85, -0.45}, Vec3{0.93, -0.22, -0.29}, Vec3{-0.41, 0.9, -0.14}, Vec3{0.08, 0.33, 0.94}};
    double best = -kInfinity;
    MembershipSimplex closest;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        // On the boundary no more than rounding can be shown. The later starts are for walks that end short
        // of that, in corners of sums.
        if (i >= kUsualStarts && best >= -kConverged * shape.reach()) break;
        const Vec3& start = starts[i];
        const MembershipSimplex simplex = search(shape, p, start);
        const double shown = shown_by(simplex, shape, x);
        if (shown > best) closest = simplex;
        best = std::max(best, shown);
        for (std::size_t first = 0; of_simple && best < 0 && first < 2; ++first) {
            best = std::max(best, shown_by_split(simplex, shape, first, x));
        }
        if (best >= 0 || (best < -kOutside * shape.reach() && !stuck(simplex, shape, p))) break;
    }
    // Parts that need a search are evaluated once, for the best of the starts: the work stays proportional to
    // the nodes of nested sums, times their depth. The exact point goes to the one that searches.
    if (best < 0 && is_sum && !of_simple) {
        best =
            std::max(best, shown_by_split(closest, shape, answers_by_itself(shape.children()[0]) ? 1 : 0, x));
    }
    return best;
}

}  // namespace graze
