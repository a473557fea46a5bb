// GJK in double-double: every face of the simplex is tried, which costs little beside the support points.
#include "convex/gjk/precise_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

/// Linear convergence: two to four steps halve the error twice on well shaped surfaces, flat ones take several times as many.
constexpr int kSteps = 256;

/// Whether the search still gets anywhere. It goes by detours, and the start may be luckier than what follows: so every 32 steps
/// are compared with the 32 before.
class Progress {
public:
    bool goes_on(double gap, double reached) noexcept {
        constexpr int kWindow = 32;
        gap_ = std::max(gap_, gap);
        if (++steps_ % kWindow != 0) return true;
        const double slack = reached - gap_;
        const bool better = slack < 0.5 * last_slack_ || reached < 0.9 * last_reached_;
        last_slack_ = slack;
        last_reached_ = reached;
        gap_ = -kInfinity;
        return better;
    }

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    int steps_ = 0;
    double gap_ = -kInfinity;  ///< Best of these 32.
    double last_slack_ = kInfinity;
    double last_reached_ = kInfinity;
};

/// The best face of a simplex so far.
struct Face {
    std::array<std::size_t, 4> index{};
    std::array<DoubleDouble, 4> weights{};
    std::size_t size = 0;
    PreciseVec3 nearest{};
    DoubleDouble square{std::numeric_limits<double>::infinity()};
};

void offer(const PreciseSimplex& s, std::array<std::size_t, 4> index, std::array<DoubleDouble, 4> weights, std::size_t size,
           Face& best) noexcept {
    PreciseVec3 nearest{};
    for (std::size_t i = 0; i < size; ++i) nearest += weights[i] * s.points[index[i]].w;
    const DoubleDouble square = length_sq(nearest);
    if (square < best.square) best = {index, weights, size, nearest, square};
}

void offer_edge(const PreciseSimplex& s, std::size_t i, std::size_t j, Face& best) noexcept {
    const PreciseVec3& p = s.points[i].w;
    const PreciseVec3 e = s.points[j].w - p;
    const DoubleDouble whole = length_sq(e);
    const DoubleDouble part = -dot(p, e);
    if (!(part > DoubleDouble(0) && part < whole)) return;
    const DoubleDouble t = part / whole;
    offer(s, {i, j}, {DoubleDouble(1) - t, t}, 2, best);
}

void offer_triangle(const PreciseSimplex& s, std::size_t i, std::size_t j, std::size_t k, Face& best) noexcept {
    const PreciseVec3& p = s.points[i].w;
    const PreciseVec3& q = s.points[j].w;
    const PreciseVec3& r = s.points[k].w;
    const PreciseVec3 n = cross(q - p, r - p);
    const DoubleDouble zero(0);
    const DoubleDouble u = dot(n, cross(q, r));
    if (!(u > zero)) return;
    const DoubleDouble v = dot(n, cross(r, p));
    if (!(v > zero)) return;
    const DoubleDouble w = dot(n, cross(p, q));
    const DoubleDouble whole = length_sq(n);
    if (!(w > zero && whole > zero)) return;
    offer(s, {i, j, k}, {u / whole, v / whole, w / whole}, 3, best);
}

/// All four around the origin.
bool offer_inside(const PreciseSimplex& s, Face& best) noexcept {
    const PreciseVec3& p = s.points[0].w;
    const PreciseVec3& q = s.points[1].w;
    const PreciseVec3& r = s.points[2].w;
    const PreciseVec3& t = s.points[3].w;
    const DoubleDouble zero(0);
    const PreciseVec3 normal = cross(r, t);
    std::array<DoubleDouble, 4> v{dot(q, normal), -dot(p, normal)};
    const bool positive = v[0] > zero;
    const auto agrees = [&](const DoubleDouble& part) { return !(part == zero) && (part > zero) == positive; };
    if (!agrees(v[0]) || !agrees(v[1])) return false;
    v[2] = dot(p, cross(q, t));
    if (!agrees(v[2])) return false;
    v[3] = -dot(p, cross(q, r));
    if (!agrees(v[3])) return false;
    const DoubleDouble whole = v[0] + v[1] + v[2] + v[3];
    for (DoubleDouble& part : v) part = part / whole;
    offer(s, {0, 1, 2, 3}, v, 4, best);
    return true;
}

}  // namespace

void PreciseSimplex::reduce() noexcept {
    Face best;
    const std::size_t last = size - 1;
    if (size < 4 || !offer_inside(*this, best)) {
        offer(*this, {last}, {DoubleDouble(1)}, 1, best);
        for (std::size_t i = 0; i < last; ++i) {
            offer_edge(*this, i, last, best);
            for (std::size_t j = i + 1; j < last; ++j) offer_triangle(*this, i, j, last, best);
        }
    }
    PreciseSimplex kept;
    kept.size = best.size;
    kept.nearest = best.nearest;
    for (std::size_t i = 0; i < best.size; ++i) {
        kept.points[i] = points[best.index[i]];
        kept.weights[i] = best.weights[i];
    }
    *this = kept;
}

double gap_along(const PrecisePair& pair, const Vec3& direction) noexcept {
    const PreciseVec3 d = precise(direction);
    return (-dot(d, pair.support(direction)) / length(d)).high;
}

PreciseResult precise_search(const PrecisePair& pair, const Vec3& normal, const Vec3& shift, const PreciseGoal& goal) noexcept {
    const double enough = 0.25 * pair.rounding();
    const PreciseVec3 moved = precise(shift);
    PreciseResult result;
    PreciseSimplex& simplex = result.simplex;
    result.gap = -std::numeric_limits<double>::infinity();
    Vec3 direction = normal;
    PreciseSimplex current;
    DoubleDouble reached(std::numeric_limits<double>::infinity());
    Progress progress;
    for (int step = 0; step < kSteps; ++step) {
        const PreciseVec3 w = pair.support(direction) - moved;
        const PreciseVec3 d = precise(direction);
        const double gap = (-dot(d, w) / length(d)).high;
        if (gap > result.gap) {
            result.gap = gap;
            result.normal = direction;
        }
        if (reached.high - result.gap <= enough || result.gap > goal.apart_above) break;
        current.points[current.size++] = {w, direction};
        current.reduce();
        // Where a point far off joins a face that passes the origin closely, the face comes closer by less than any rounding, but
        // it turns, and the next one is better: so a step need not be progress. The best of all is kept.
        const DoubleDouble now = length(current.nearest);
        if (now < reached) {
            reached = now;
            simplex = current;
        }
        // Around the origin, or on it: nothing is nearer, and no direction is left.
        if (current.size == 4 || now.high <= 1e-6 * enough || reached.high < goal.close_below || !progress.goes_on(gap, reached.high))
            break;
        direction = unit(rounded_to_double(-current.nearest));
    }
    return result;
}

bool surely_leaving(const Placed& a, const Placed& b, const Vec3& normal, const Vec3& displacement) noexcept {
    const PrecisePair pair(a, b);
    const PreciseResult found = precise_search(pair, unit(normal), {}, {.close_below = 32 * pair.rounding()});
    return found.gap > 4 * pair.rounding() && dot(precise(found.normal), precise(displacement)).high >= 0;
}

bool surely_apart(const Placed& a, const Placed& b, const Vec3& normal) noexcept {
    const PrecisePair pair(a, b);
    const PreciseGoal goal{4 * pair.rounding(), 32 * pair.rounding()};
    return precise_search(pair, unit(normal), {}, goal).gap > goal.apart_above;
}

}  // namespace graze
