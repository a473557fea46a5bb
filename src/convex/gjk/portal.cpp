// The portal walk, compiled for every two kinds of cores it serves.
#include "convex/gjk/portal.hpp"

#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "convex/core_kinds.hpp"

namespace graze {
namespace {

/// Steps before GJK takes over: pairs that need more are near a tie.
constexpr int kMaxSteps = 24;
/// A product of three lengths is off by less than 24 roundings of the product of their bounds.
constexpr double kUnsureVolume = 32 * kEps;
/// An axis whose square is less is not tried first: products with the squared error would lose their digits.
constexpr double kLeastAxisSq = 1e-200;

/// > 0 when x, y, z are counter-clockwise around the origin, viewed from outside.
double volume(const Vec3& x, const Vec3& y, const Vec3& z) noexcept { return dot(cross(x, y), z); }

/// The difference of the two shapes. The balls are added only where there are any: it takes a root.
template <class CoreA, class CoreB, bool kRound> class Difference {
public:
    static constexpr bool kEndsEarly = kRound;
    explicit Difference(const CorePair& pair) noexcept
        : a_(*pair.a, 1),
          b_(*pair.b, 1),
          turn_(pair.b_in_a.rotation),
          shift_(pair.b_in_a.position),
          margin_(pair.margin),
          error_(pair.error) {}

    /// Farthest point along d. False when the origin is not strictly before it: then `answer` holds the
    /// result.
    bool support(const Vec3& d, Vec3& w, PortalAnswer& answer) const noexcept {
        w = a_.support(d) - (turn_ * b_.support(transpose_times(turn_, -d)) + shift_);
        const double square = length_sq(d);
        if constexpr (kRound) w += (margin_ / std::sqrt(square)) * d;
        const double height = dot(w, d);
        if (height > 0) return true;
        answer = height * height > error_ * error_ * square && height < 0 ? PortalAnswer::apart
                                                                          : PortalAnswer::unsure;
        return false;
    }

    /// Whether the line between the two centres, `inner` apart, has a part in both shapes: common points
    /// without a search.
    [[nodiscard]] bool overlap_between_centres(const Vec3& inner) const noexcept {
        if constexpr (requires { a_.gauge(inner), b_.gauge(inner); }) {
            const double a = a_.gauge(-inner);
            const double b = b_.gauge(transpose_times(turn_, inner));
            // 1 / a and 1 / b of the line lie in the two; more than all of it together. False for NaN and
            // infinity.
            return a + b > a * b * (1 + 64 * kEps);
        } else {
            return false;
        }
    }

private:
    CoreA a_;
    CoreB b_;
    Mat3 turn_;
    Vec3 shift_;
    double margin_;
    double error_;
};

template <class Set> PortalAnswer walk(const CorePair& pair, const Set& set, Vec3& axis) noexcept {
    PortalAnswer answer = PortalAnswer::unsure;
    Vec3 d = axis;
    std::array<Vec3, 3> w;
    const double least = kEps * kEps * pair.extent * pair.extent;
    const auto along = [&](const Vec3& direction, double tiny, Vec3& point) {
        d = direction;
        return length_sq(d) > tiny && set.support(d, point, answer);
    };
    const auto leave = [&](PortalAnswer with) {
        axis = -d;
        return with;
    };
    if (length_sq(axis) > kLeastAxisSq && !set.support(-axis, w[0], answer)) return answer;
    const Vec3 inner = pair.a->centre() - pair.b_in_a * pair.b->centre();
    if (set.overlap_between_centres(inner)) return PortalAnswer::overlapping;
    if (!along(-inner, least, w[0])) return leave(answer);
    if constexpr (Set::kEndsEarly) return leave(PortalAnswer::unsure);
    const double least_area = least * pair.extent * pair.extent;
    // At right angles to the way so far, towards the origin: measured half a step better than out of the
    // plane of the three.
    const Vec3 way = w[0] - inner;
    if (!along(way * dot(w[0], way) - w[0] * length_sq(way), least_area * length_sq(way), w[1]))
        return leave(answer);
    // A portal is a triangle w that the ray from `inner` through the origin passes. n points from the plane
    // of inner, w0 and w1 to the origin's side.
    Vec3 n = cross(w[0] - inner, w[1] - inner);
    if (dot(n, inner) > 0) {
        std::swap(w[0], w[1]);
        n = -n;
    }
    int steps = 2;
    while (true) {
        if (++steps > kMaxSteps || !along(n, least_area, w[2])) return leave(answer);
        const bool beyond_0 = volume(w[0], w[2], inner) < 0;
        const bool beyond_1 = volume(w[2], w[1], inner) < 0;
        if (!beyond_0 && !beyond_1) break;
        w[beyond_0 ? 1 : 0] = w[2];
        n = cross(w[0] - inner, w[1] - inner);
    }
    const double unsure = kUnsureVolume * pair.extent * pair.extent * pair.extent;
    while (true) {
        n = cross(w[1] - w[0], w[2] - w[0]);
        if (dot(n, w[0]) > 0) break;
        Vec3 next;
        if (++steps > kMaxSteps || !along(n, least_area, next)) return leave(answer);
        if (!(dot(next - w[0], n) > 0)) return leave(PortalAnswer::unsure);
        // Through which of the three triangles at the new point the ray passes.
        const Vec3 side = cross(next, inner);
        const bool s0 = dot(w[0], side) > 0;
        const bool s1 = dot(w[1], side) > 0;
        const bool s2 = dot(w[2], side) > 0;
        w[s0 ? (s1 ? 0U : 2U) : (s2 ? 1U : 0U)] = next;
    }
    const bool sure = volume(w[0], w[1], w[2]) > unsure && volume(w[0], w[2], inner) > unsure &&
                      volume(w[2], w[1], inner) > unsure && volume(w[1], w[0], inner) > unsure;
    return leave(sure ? PortalAnswer::overlapping : PortalAnswer::unsure);
}

template <class CoreA, class CoreB> PortalAnswer portal(const CorePair& pair, Vec3& axis) noexcept {
    constexpr bool round = std::is_same_v<CoreA, CapsuleCore> || std::is_same_v<CoreB, CapsuleCore>;
    return walk(pair, Difference<CoreA, CoreB, round>(pair), axis);
}

}  // namespace

PortalAnswer portal_overlap(const CorePair& pair, Vec3& axis) noexcept {
    using Kinds = EachKind<BoxCore, CapsuleCore, CylinderCore, ConeCore, HullCore>;
    return compiled_for(Kinds{}, *pair.a, *pair.b, [&]<class CoreA, class CoreB>() noexcept {
        return portal<CoreA, CoreB>(pair, axis);
    });
}

}  // namespace graze
