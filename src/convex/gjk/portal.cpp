// The portal walk, compiled for every two kinds of cores it serves.
#include "convex/gjk/portal.hpp"

#include <cmath>
#include <type_traits>

#include "convex/core_kinds.hpp"

namespace graze {
namespace {

/// The difference of the two shapes. The balls are added only where there are any: it takes a root.
template <class CoreA, class CoreB, bool kRound> class Difference {
public:
    static constexpr bool kEndsEarly = kRound;
    explicit Difference(const CorePair& pair) noexcept
        : a_(*pair.a, 1),
          b_(*pair.b, 1),
          rotation_(pair.b_in_a.rotation),
          position_(pair.b_in_a.position),
          margin_(pair.margin),
          error_(pair.error) {}

    /// Farthest point along d. False when the origin is not strictly before it: then `answer` holds the
    /// result.
    bool support(const Vec3& d, Vec3& w, PortalAnswer& answer) const noexcept {
        w = a_.support(d) - (rotation_ * b_.support(transpose_times(rotation_, -d)) + position_);
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
            const double b = b_.gauge(transpose_times(rotation_, inner));
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
    Mat3 rotation_;
    Vec3 position_;
    double margin_;
    double error_;
};

template <class CoreA, class CoreB> PortalAnswer portal(const CorePair& pair, Vec3& axis) noexcept {
    constexpr bool round = std::is_same_v<CoreA, CapsuleCore> || std::is_same_v<CoreB, CapsuleCore>;
    return walk_portal(pair, Difference<CoreA, CoreB, round>(pair), axis);
}

}  // namespace

PortalAnswer portal_overlap(const CorePair& pair, Vec3& axis) noexcept {
    return compiled_for(PortalCores{}, *pair.a, *pair.b, [&]<class CoreA, class CoreB>() noexcept {
        return portal<CoreA, CoreB>(pair, axis);
    });
}

}  // namespace graze
