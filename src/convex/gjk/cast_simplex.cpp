// The loop of gjk.cpp without its bounds: the nearest point must come closer in every step, or the search ends with what it has.
#include "convex/gjk/cast_simplex.hpp"

#include <cmath>
#include <limits>

#include "convex/gjk/cast_cores.hpp"

namespace graze {
namespace {

constexpr int kMostSteps = 48;

Vec3 difference_of(const SimplexPoint& p, const Pose& b_in_a) noexcept { return p.a - b_in_a * p.b; }

bool already_in(const Simplex& simplex, const Vec3& w) noexcept {
    for (std::uint32_t i = 0; i < simplex.size; ++i) {
        if (simplex.points[i].w == w) return true;
    }
    return false;
}

}  // namespace

template <class CoreA, class CoreB> bool CastSimplex::search(const Pose& b_in_a, double share) noexcept {
    const CoreA core_a(a_, 1);
    const CoreB core_b(b_, 1);
    // Closer than this they touch, or may.
    const double touching = margin_ + 64 * kEps * (a_.reach() + b_.reach());
    Vec3 axis = a_.centre() - b_in_a * b_.centre();
    double square = std::numeric_limits<double>::infinity();
    const std::uint32_t size = simplex_.size;
    const std::array<double, 4> weights = simplex_.weights;
    std::array<SimplexPoint, 3> before;
    for (std::uint32_t i = 0; i < size; ++i) {
        before[i] = simplex_.points[i];
        simplex_.points[i].w = difference_of(simplex_.points[i], b_in_a);
    }
    if (simplex_.size > 0) {
        const Nearest nearest = nearest_to_origin(simplex_);
        if (nearest.length_sq > touching * touching) {
            shrink(simplex_, nearest);
            axis = nearest.v;
            square = nearest.length_sq;
        } else {
            axis = -normal_;
            simplex_.size = 0;
        }
    }
    for (int step = 0; step < kMostSteps; ++step) {
        SimplexPoint& p = simplex_.points[simplex_.size];
        p.a = core_a.support(-axis);
        p.b = core_b.support(transpose_times(b_in_a.rotation, axis));
        p.w = difference_of(p, b_in_a);
        const double height = dot(axis, p.w);
        // Along the axis the gap of the cores is height / |axis|, and the nearest point is |axis| away.
        const double apart = margin_ > 0 ? square - margin_ * std::sqrt(square) : square;
        if (simplex_.size > 0 && (square - height <= share * apart || already_in(simplex_, p.w))) {
            lower_ = height / std::sqrt(square);
            report(axis);
            return lower_ > touching;
        }
        ++simplex_.size;
        const Nearest nearest = nearest_to_origin(simplex_);
        if (nearest.size == 4 || !(nearest.length_sq > touching * touching)) break;
        if (!(nearest.length_sq < square)) {
            --simplex_.size;
            lower_ = height / std::sqrt(square);
            report(axis);
            return lower_ > touching;
        }
        shrink(simplex_, nearest);
        axis = nearest.v;
        square = nearest.length_sq;
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
    return with_cores(a_, b_, [&]<class CoreA, class CoreB>() { return search<CoreA, CoreB>(b_in_a, share); });
}

bool CastSimplex::around(const Pose& b_in_a, std::array<Vec3, 4>& differences) const noexcept {
    if (simplex_.size != 3) return false;
    for (std::size_t i = 0; i < 3; ++i) differences[i] = difference_of(simplex_.points[i], b_in_a);
    std::uint32_t hint = 0;
    const Vec3 back_a = core_support_inline(a_, -normal_, hint);
    hint = 0;
    differences[3] = back_a - b_in_a * core_support_inline(b_, transpose_times(b_in_a.rotation, normal_), hint);
    return true;
}

}  // namespace graze
