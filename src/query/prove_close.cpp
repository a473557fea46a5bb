// The search for proofs of close calls: first the plain search, then the normal, then tetrahedra under a thin top, at last closeness.
// See docs/notes/proofs.md, "Close calls".
#include "query/prove_close.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "graze/query/verify.hpp"
#include "graze/shape/support.hpp"
#include "query/precise_search.hpp"
#include "query/prove.hpp"
#include "query/verify_bounds.hpp"

namespace graze {
namespace {

/// What is known of a close call, from both sides. Scaled.
struct Closest {
    Vec3 normal{1, 0, 0};
    double gap = -std::numeric_limits<double>::infinity();  ///< Along the normal, negative for an overlap: a lower bound of the distance.
    std::array<PrecisePoint, 4> points{};                   ///< Of the difference, seen from where the search put the origin.
    std::array<double, 4> weights{};                        ///< Their combination is `distance` from the origin.
    double distance = std::numeric_limits<double>::infinity();  ///< An upper bound.
    std::vector<Vec3> facing;  ///< Directions of the points next to b's when it was moved off just so far: under them the overlap is thin.
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
        best.facing.clear();
        for (std::size_t i = 0; i < simplex.size; ++i) best.facing.push_back(simplex.points[i].direction);
    }
    const double distance = length(simplex.nearest + precise(shift)).high;
    if (simplex.size == 0 || !(distance < best.distance)) return;
    best.distance = distance;
    best.points = simplex.points;
    for (std::size_t i = 0; i < 4; ++i) best.weights[i] = i < simplex.size ? simplex.weights[i].high : 0;
}

/// A nearest point much shorter than the bend of the surface has no direction left: so b is moved off along the normal, and the search
/// finds the normal there. An error of the normal shrinks by way / (bend + way), so the ways get shorter and shorter.
void sharpen(const PrecisePair& pair, Closest& best) noexcept {
    const double rounding = pair.rounding();
    const auto search_at = [&](double way) {
        const Vec3 shift = way * best.normal;
        const PreciseResult found = precise_search(pair, best.normal, shift);
        improve(pair, found, shift, best);
        return found.gap > 0;
    };
    for (double way = 0.25; way > rounding && best.gap < best.distance - rounding; way *= 1.0 / 32)
        search_at(std::max(0.0, -best.gap) + way);
    // Where the surface bends more sharply than the overlap along a wrong normal is deep, shorter ways lead out as well: whenever
    // the two come apart after a way, the new normal shows an overlap no deeper than that.
    double too_short = rounding;
    for (int round = 0; round < 64 && -best.gap > 4 * too_short; ++round) {
        const double way = std::sqrt(too_short * -best.gap);
        if (!search_at(way)) too_short = way;
    }
}

/// The outward normal of the face of four points around the origin that is nearest to it; zero when they are not four.
Vec3 nearest_face_normal(const Closest& best) noexcept {
    Vec3 normal{};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 4; ++i) {
        if (!(best.weights[i] > 0)) return {};
        const PreciseVec3& p = best.points[(i + 1) % 4].w;
        const PreciseVec3 n = cross(best.points[(i + 2) % 4].w - p, best.points[(i + 3) % 4].w - p);
        const DoubleDouble height = dot(n, p) / length(n);
        if (!(std::abs(height.high) < least)) continue;
        least = std::abs(height.high);
        normal = unit(rounded_to_double(dot(n, best.points[i].w - p) > DoubleDouble(0) ? -n : n));
    }
    return normal;
}

/// An overlap may be thin along one normal while the search ended at another, where it is thinnest nearby only. The face of the
/// surrounding points next to the origin tells of the first.
void sharpen_elsewhere(const PrecisePair& pair, Closest& best) noexcept {
    Closest other = best;
    other.normal = nearest_face_normal(best);
    if (other.normal == Vec3{}) return;
    other.gap = gap_along(pair, other.normal);
    sharpen(pair, other);
    if (other.gap > best.gap) best = other;
}

bool prove_plane(const PrecisePair& pair, const Closest& best, Verdict& verdict) noexcept {
    if (!(best.gap > 0)) return false;
    const double offset = (pair.top_of_a(best.normal) + DoubleDouble(0.5 * best.gap / pair.scale())).high;
    return settle(Answer::disjoint, SeparatingPlane{best.normal, offset}, pair.a(), pair.b(), verdict);
}

bool prove_tetrahedron(const PrecisePair& pair, const std::array<Vec3, 4>& directions, Verdict& verdict) noexcept {
    CommonTetrahedron proof;
    for (std::size_t i = 0; i < 4; ++i) {
        proof.directions_a[i] = pair.direction_in_a(directions[i]);
        proof.directions_b[i] = pair.direction_in_b(directions[i]);
    }
    return settle(Answer::intersecting, proof, pair.a(), pair.b(), verdict);
}

/// A point of the difference, seen from the origin along the normal: two coordinates across it and the height. Rounded only here, so
/// heights of a thin overlap keep their digits.
struct RingPoint {
    Vec2 across{};
    double height = 0;
    Vec3 direction{};
};

/// How an apex below the origin and three points above it hold the origin: how far it is from the nearest of the side faces and from
/// the top one, about; negative outside. `outward` points across the worst of the sides, zero when that is the top.
struct Hold {
    double depth = -std::numeric_limits<double>::infinity();
    Vec2 outward{};
    std::array<const RingPoint*, 4> points{};

    [[nodiscard]] std::array<Vec3, 4> directions() const noexcept {
        return {points[0]->direction, points[1]->direction, points[2]->direction, points[3]->direction};
    }
};

Hold hold_of(const RingPoint& apex, const std::array<const RingPoint*, 3>& top) noexcept {
    Hold hold;
    const Vec2& p = top[0]->across;
    const double area = cross(top[1]->across - p, top[2]->across - p);
    if (area == 0 || !(apex.height < 0)) return hold;
    // Where the line from the apex through the origin passes the top, first as if it went straight up.
    std::array<double, 3> weights{};
    Vec2 foot{};
    double height = 0;
    for (int pass = 0; pass < 2; ++pass) {
        height = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            weights[i] = cross(top[(i + 1) % 3]->across - foot, top[(i + 2) % 3]->across - foot) / area;
            height += weights[i] * top[i]->height;
        }
        foot = (height / apex.height) * apex.across;
    }
    hold.depth = height;
    hold.points = {&apex, top[0], top[1], top[2]};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec2 edge = top[(i + 2) % 3]->across - top[(i + 1) % 3]->across;
        const double size = length(edge);
        const double side = weights[i] * std::abs(area) / size;
        if (!(side < hold.depth)) continue;
        hold.depth = side;
        hold.outward = ((area > 0 ? 1 : -1) / size) * Vec2{edge.y, -edge.x};
    }
    return hold;
}

/// The points of one try, in place so that holds can point at them.
struct Ring {
    std::array<RingPoint, 16> storage{};
    std::size_t count = 0;

    void add(const RingPoint& point) noexcept {
        if (count < storage.size()) storage[count++] = point;
    }
};

/// The best of those with a point of the ring from `first` on, if it is better than `best`.
void improve_hold(const std::vector<RingPoint>& apexes, const Ring& ring, std::size_t first, Hold& best) noexcept {
    const auto& p = ring.storage;
    for (const RingPoint& apex : apexes) {
        for (std::size_t k = std::max<std::size_t>(first, 2); k < ring.count; ++k) {
            for (std::size_t j = 1; j < k; ++j) {
                for (std::size_t i = 0; i < j; ++i) {
                    const Hold hold = hold_of(apex, {&p[i], &p[j], &p[k]});
                    if (hold.depth > best.depth) best = hold;
                }
            }
        }
    }
}

/// Points where directions tilted from the normal by `tilt` touch the difference surround the origin's foot on it: on curved
/// surfaces at a distance that grows with the tilt, on flat ones at the corners. With points on the far side they make tetrahedra.
class Surround {
public:
    Surround(const PrecisePair& pair, const Closest& best) noexcept
        : pair_(pair), normal_(best.normal), depth_(-best.gap), facing_(best.facing) {
        side_ = perpendicular(normal_);
        other_ = cross(normal_, side_);
        apexes_.push_back(point_along(-normal_));
        for (int i = 0; i < 3; ++i) apexes_.push_back(point_along(-0.5 * normal_ + turned(2.1 * i)));
    }

    bool prove(Verdict& verdict) noexcept {
        // A surface of curvature radius r sinks by r tilt² / 2 at that tilt; r is the extent at first, then larger and smaller.
        const double first = std::clamp(std::sqrt(depth_), 1e-8, 0.5);
        for (int step = 0; step < 24; ++step) {
            const double tilt = first * std::ldexp(1.0, step % 2 ? step + 1 : -step);
            if (tilt < 1 && tilt > 1e-14 && prove_at(tilt, verdict)) return true;
        }
        return false;
    }

private:
    [[nodiscard]] Vec3 turned(double angle) const noexcept { return std::cos(angle) * side_ + std::sin(angle) * other_; }

    [[nodiscard]] RingPoint point_along(const Vec3& direction) const noexcept {
        const PreciseVec3 w = pair_.support(direction);
        return {{dot(precise(side_), w).high, dot(precise(other_), w).high}, dot(precise(normal_), w).high, direction};
    }

    bool prove_at(double tilt, Verdict& verdict) noexcept {
        constexpr int kRing = 6;
        constexpr int kMore = 6;
        Ring ring;
        for (const Vec3& direction : facing_) ring.add(point_along(direction));
        for (int i = 0; i < kRing; ++i) ring.add(point_along(normal_ + tilt * turned(0.3 + i * (2 * std::numbers::pi / kRing))));
        Hold best;
        std::size_t seen = 0;
        for (int more = 0; more <= kMore; ++more) {
            const double before = best.depth;
            improve_hold(apexes_, ring, seen, best);
            seen = ring.count;
            // A corner that holds no better leads nowhere else.
            if (!(best.depth > before)) return false;
            if (best.depth > 0 && prove_tetrahedron(pair_, best.directions(), verdict)) return true;
            // Beyond the side that holds the origin worst, a corner may have been missed.
            if (best.outward == Vec2{}) return false;
            ring.add(point_along(normal_ + tilt * (best.outward.x * side_ + best.outward.y * other_)));
        }
        return false;
    }

    const PrecisePair& pair_;
    Vec3 normal_{};
    double depth_ = 0;
    Vec3 side_{};
    Vec3 other_{};
    const std::vector<Vec3>& facing_;
    std::vector<RingPoint> apexes_;
};

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

    /// Keeps the point; false when it was there before. On a boundary the last bit matters, so nearly equal ones count as new.
    bool is_new(const Vec3& point) noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            if (points[i] == point) return false;
        }
        if (count < points.size()) points[count++] = point;
        return true;
    }
};

/// Symmetric pairs end with fewer points, or with four in a plane: what they combine to is a point of both. It may lie on the side that
/// the support points share, so it is also drawn a little towards the centres.
bool prove_combination(const PrecisePair& pair, const PreciseResult& found, Tried& tried, Verdict& verdict) noexcept {
    const PreciseSimplex& simplex = found.simplex;
    if (length(simplex.nearest).high > 4 * pair.rounding()) return false;
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
    const double room = -found.gap / pair.scale() + slack;
    for (const Vec3& way : {Vec3{}, to_a, to_b, 0.5 * (to_a + to_b)}) {
        const Vec3 step = 0.03 * way;
        if (std::abs(dot(found.normal, step)) <= room && settle(Answer::intersecting, CommonPoint{point + step}, a, b, verdict))
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
    for (const Vec3& start : {normal, -normal, s + 0.3 * t, t - 0.3 * s, -s - 0.2 * normal, -t + 0.2 * normal}) {
        const PreciseResult found = precise_search(pair, start, {});
        if (found.gap > 0) {
            Closest apart;
            improve(pair, found, {}, apart);
            return prove_plane(pair, apart, verdict);
        }
        const auto& p = found.simplex.points;
        const bool around = found.simplex.size == 4;
        if (around && prove_tetrahedron(pair, {p[0].direction, p[1].direction, p[2].direction, p[3].direction}, verdict)) return true;
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
    if (best.gap < 0 && Surround(pair, best).prove(verdict)) return;
    state_closeness(pair, best, verdict);
}

}  // namespace graze
