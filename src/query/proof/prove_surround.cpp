// Tetrahedra of support points around the origin: with two points on either side of a plane, or with an apex
// below and three points above. See docs/notes/proofs.md, "Close calls". Everything here is only a choice:
// `verify` decides.
#include "query/proof/prove_surround.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "query/proof/accept_proof.hpp"

namespace graze {
namespace {

/// Overlaps of up to this many roundings of the extent may be left undecided: they are not worth every
/// effort.
constexpr double kMayStayOpen = 64;

/// A point of the Minkowski difference in a frame along the normal: two coordinates across it and the height
/// along it. Rounded only here, so heights of a thin overlap keep their digits.
struct RingPoint {
    Vec2 across{};
    double height = 0;
    Vec3 direction{};
};

/// The least of the origin's four weights in a tetrahedron; negative outside.
double least_weight(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) noexcept {
    const std::array<double, 4> volumes{dot(q, cross(r, s)), -dot(p, cross(r, s)), dot(p, cross(q, s)),
                                        -dot(p, cross(q, r))};
    const double whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    if (whole == 0) return -kInfinity;
    return std::min({volumes[0] / whole, volumes[1] / whole, volumes[2] / whole, volumes[3] / whole});
}

/// How four points hold the origin: how far it is from the nearest of the side faces and from the top one,
/// about; negative outside. `outward` points across the worst of the sides, zero when that is the top.
struct Hold {
    double depth = -kInfinity;
    Vec2 outward{};
    std::array<const RingPoint*, 4> points{};

    [[nodiscard]] std::array<Vec3, 4> directions() const noexcept {
        return {points[0]->direction, points[1]->direction, points[2]->direction, points[3]->direction};
    }
};

/// An apex below the origin and three points above it.
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
void improve_hold(std::span<const RingPoint> apexes, const Ring& ring, std::size_t first,
                  Hold& best) noexcept {
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

/// Two points of each ring: where an edge of the top passes over the origin, no three of its corners are
/// around it. `depth` is the least weight.
Hold best_pairs(const Ring& bottom, const Ring& top) noexcept {
    const auto place = [](const RingPoint& p) { return Vec3{p.across.x, p.across.y, p.height}; };
    const auto& p = bottom.storage;
    const auto& q = top.storage;
    Hold best;
    best.depth = 0;
    for (std::size_t k = 1; k < bottom.count; ++k) {
        for (std::size_t m = 0; m < k; ++m) {
            for (std::size_t i = 1; i < top.count; ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    const double least = least_weight(place(p[k]), place(p[m]), place(q[i]), place(q[j]));
                    if (least > best.depth) best = {least, {}, {&p[k], &p[m], &q[i], &q[j]}};
                }
            }
        }
    }
    return best;
}

/// Points where directions tilted from the normal by `tilt` touch the difference surround the origin's foot
/// on it: on curved surfaces at a distance that grows with the tilt, on flat ones at the corners. With points
/// on the far side they make tetrahedra.
class Surround {
public:
    Surround(const PrecisePair& pair, const Vec3& normal, double depth, std::span<const Vec3> facing) noexcept
        : pair_(pair), normal_(normal), depth_(depth), facing_(facing) {
        side_ = perpendicular(normal_);
        other_ = cross(normal_, side_);
        apexes_[0] = point_along(-normal_);
        for (std::size_t i = 0; i < 3; ++i)
            apexes_[i + 1] = point_along(-0.5 * normal_ + turned(2.1 * static_cast<double>(i)));
    }

    bool prove(Verdict& verdict) noexcept {
        // A surface of curvature radius r sinks by r tilt² / 2 at that tilt; r is the extent at first, then
        // larger and smaller.
        const double first = std::clamp(std::sqrt(depth_), 1e-8, 0.5);
        for (int step = 0; step < 24; ++step) {
            const double tilt = first * std::ldexp(1.0, step % 2 ? step + 1 : -step);
            if (tilt < 1 && tilt > 1e-14 && prove_at(tilt, verdict)) return true;
        }
        return false;
    }

private:
    [[nodiscard]] Vec3 turned(double angle) const noexcept {
        return std::cos(angle) * side_ + std::sin(angle) * other_;
    }

    [[nodiscard]] RingPoint point_along(const Vec3& direction) const noexcept {
        const PreciseVec3 w = pair_.support(direction);
        return {{dot(precise(side_), w).high, dot(precise(other_), w).high},
                dot(precise(normal_), w).high,
                direction};
    }

    bool prove_at(double tilt, Verdict& verdict) noexcept {
        constexpr int kRing = 6;
        Ring ring;
        for (const Vec3& direction : facing_) ring.add(point_along(direction));
        for (int i = 0; i < kRing; ++i)
            ring.add(point_along(normal_ + tilt * turned(0.3 + i * (2 * std::numbers::pi / kRing))));
        if (prove_under(tilt, ring, verdict)) return true;
        if (depth_ <= kMayStayOpen * pair_.rounding()) return false;
        Ring bottom;
        for (const RingPoint& apex : apexes_) bottom.add(apex);
        for (int i = 0; i < kRing; ++i)
            bottom.add(point_along(tilt * turned(0.1 + i * (2 * std::numbers::pi / kRing)) - normal_));
        const Hold pairs = best_pairs(bottom, ring);
        return pairs.depth > 0 && prove_tetrahedron(pair_, pairs.directions(), verdict);
    }

    /// An apex and three points of the ring, to which points are added.
    bool prove_under(double tilt, Ring& ring, Verdict& verdict) noexcept {
        constexpr int kMore = 6;
        Hold best;
        std::size_t tried = 0;
        for (int more = 0; more <= kMore; ++more) {
            const double before = best.depth;
            improve_hold(apexes_, ring, tried, best);
            tried = ring.count;
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
    std::span<const Vec3> facing_;
    std::array<RingPoint, 4> apexes_{};
};

/// The three points of the simplex that weigh most.
std::array<const PrecisePoint*, 3> heaviest(const PreciseSimplex& simplex) noexcept {
    std::size_t lightest = 3;
    for (std::size_t i = 0; simplex.size == 4 && i < 4; ++i) {
        if (simplex.weights[i] < simplex.weights[lightest]) lightest = i;
    }
    std::array<const PrecisePoint*, 3> kept{};
    for (std::size_t i = 0, count = 0; i < simplex.size; ++i) {
        if (i != lightest) kept[count++] = &simplex.points[i];
    }
    return kept;
}

}  // namespace

bool prove_tetrahedron(const PrecisePair& pair, const std::array<Vec3, 4>& directions,
                       Verdict& verdict) noexcept {
    CommonTetrahedron proof;
    for (std::size_t i = 0; i < 4; ++i) {
        proof.directions_a[i] = pair.direction_in_a(directions[i]);
        proof.directions_b[i] = pair.direction_in_b(directions[i]);
    }
    return accept_proof(Answer::intersecting, proof, pair.a(), pair.b(), verdict);
}

bool prove_across(const PrecisePair& pair, const PreciseSimplex& simplex, Verdict& verdict) noexcept {
    if (simplex.size < 3) return false;
    const std::array<const PrecisePoint*, 3> flat = heaviest(simplex);
    const Vec3 edge = unit(rounded_to_double(flat[1]->w - flat[0]->w));
    const Vec3 n = unit(rounded_to_double(cross(flat[1]->w - flat[0]->w, flat[2]->w - flat[0]->w)));
    // Askew too: straight across, the line between the two points may pass the origin itself.
    for (const Vec3& normal : {n, n + 0.3 * edge, n - 0.2 * edge + 0.3 * cross(n, edge)}) {
        const Vec3 above = rounded_to_double(pair.support(normal));
        const Vec3 below = rounded_to_double(pair.support(-normal));
        double best = 0;
        std::array<Vec3, 4> directions{};
        for (std::size_t i = 0; i < 3; ++i) {
            const PrecisePoint& p = *flat[i];
            const PrecisePoint& q = *flat[(i + 1) % 3];
            const double least = least_weight(above, below, rounded_to_double(p.w), rounded_to_double(q.w));
            if (!(least > best)) continue;
            best = least;
            directions = {normal, -normal, p.direction, q.direction};
        }
        if (best > 0 && prove_tetrahedron(pair, directions, verdict)) return true;
    }
    return false;
}

bool prove_thin_overlap(const PrecisePair& pair, const Vec3& normal, double depth,
                        std::span<const Vec3> facing, Verdict& verdict) noexcept {
    return Surround(pair, normal, depth, facing).prove(verdict);
}

}  // namespace graze
