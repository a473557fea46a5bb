// GJK's loop with a stop that needs no error bounds: the nearest point must come closer in every step, or the
// search ends with what it has.
#include "convex/gjk/cast_simplex.hpp"

#include <cmath>
#include <limits>

#include "convex/core_kinds.hpp"
#include "convex/gjk/support_map.hpp"

namespace graze {
namespace {

constexpr int kMostSteps = 48;

Vec3 difference_of(const SimplexPoint& p, const Pose& b_in_a) noexcept { return p.a - b_in_a * p.b; }

/// The difference of the cores in a's frame; points of b stay in b's.
template <class CoreA, class CoreB> struct MovingDifference {
    using Point = SimplexPoint;
    CoreA a;
    CoreB b;
    const Pose& b_in_a;

    void support(const Vec3& axis, SimplexPoint& p) const noexcept {
        p.a = a.support(-axis);
        p.b = b.support(transpose_times(b_in_a.rotation, axis));
        p.w = difference_of(p, b_in_a);
    }
};

/// Ends as soon as the gap along the axis is short of the distance by the given share at most, or when the
/// cores seem to touch.
struct CastStop {
    const Simplex& simplex;
    double margin = 0;
    double touching = 0;  ///< Closer than this they touch, or may.
    double share = 0;
    Vec3 axis{};  ///< The last one whose gap is known, and that gap times its length.
    double height = 0;
    double square = std::numeric_limits<double>::infinity();  ///< Of the nearest point, which is the axis but
                                                              ///< for the first.
    int steps = 0;
    bool found = false;

    bool ends_at_support(const Vec3& along, const SimplexPoint& p) noexcept {
        axis = along;
        height = dot(along, p.w);
        // Along the axis the gap of the cores is height / |axis|, and the nearest point is |axis| away.
        const double apart = margin > 0 ? square - margin * std::sqrt(square) : square;
        found = simplex.size > 0 && (square - height <= share * apart || contains(simplex, p.w));
        return found;
    }

    bool accepts(const Nearest& nearest) noexcept {
        if (nearest.size == 4 || !(nearest.length_sq > touching * touching)) return true;
        found = !(nearest.length_sq < square);
        return !found;
    }

    bool ends_at_nearest(const Simplex& /*simplex*/, const Nearest& nearest) noexcept {
        square = nearest.length_sq;
        return !(square > touching * touching) || ++steps == kMostSteps;
    }
};

}  // namespace

template <class CoreA, class CoreB> bool CastSimplex::search(const Pose& b_in_a, double share) noexcept {
    CastStop stop{simplex_, margin_, margin_ + 64 * kEps * (a_.reach() + b_.reach()), share};
    Vec3 axis = a_.centre() - b_in_a * b_.centre();
    const std::uint32_t size = simplex_.size;
    const std::array<double, 4> weights = simplex_.weights;
    std::array<SimplexPoint, 3> before;
    for (std::uint32_t i = 0; i < size; ++i) {
        before[i] = simplex_.points[i];
        simplex_.points[i].w = difference_of(simplex_.points[i], b_in_a);
    }
    if (simplex_.size > 0) {
        const Nearest nearest = nearest_to_origin(simplex_);
        if (nearest.length_sq > stop.touching * stop.touching) {
            shrink(simplex_, nearest);
            axis = nearest.v;
            stop.square = nearest.length_sq;
        } else {
            axis = -normal_;
            simplex_.size = 0;
        }
    }
    search_nearest(MovingDifference<CoreA, CoreB>{CoreA(a_, 1), CoreB(b_, 1), b_in_a}, axis, simplex_, stop);
    if (stop.found) {
        lower_ = stop.height / std::sqrt(stop.square);
        report(stop.axis);
        return lower_ > stop.touching;
    }
    // Restore the earlier simplex: it may be a good start for the next query.
    for (std::uint32_t i = 0; i < size; ++i) simplex_.points[i] = before[i];
    simplex_.weights = weights;
    simplex_.size = size;
    return false;
}

void CastSimplex::report(const Vec3& axis) noexcept {
    upper_ = length(axis);
    normal_ = axis * (-1 / upper_);
    Vec3 on_a{}, on_b{};
    for (std::uint32_t i = 0; i < simplex_.size; ++i) {
        on_a += simplex_.points[i].a * simplex_.weights[i];
        on_b += simplex_.points[i].b * simplex_.weights[i];
    }
    point_a_ = on_a;
    point_b_ = on_b;
}

bool CastSimplex::update(const Pose& b_in_a, double share) noexcept {
    return compiled_for(CastCores{}, a_, b_, [&]<class CoreA, class CoreB>() noexcept {
        return search<CoreA, CoreB>(b_in_a, share);
    });
}

bool CastSimplex::around(const Pose& b_in_a, std::array<Vec3, 4>& differences) const noexcept {
    if (simplex_.size != 3) return false;
    for (std::size_t i = 0; i < 3; ++i) differences[i] = difference_of(simplex_.points[i], b_in_a);
    std::uint32_t hint = 0;
    const Vec3 back_a = core_support_inline(a_, -normal_, hint);
    hint = 0;
    differences[3] =
        back_a - b_in_a * core_support_inline(b_, transpose_times(b_in_a.rotation, normal_), hint);
    return true;
}

}  // namespace graze
