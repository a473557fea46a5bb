// Heights and volumes with the error bounds of the pair.
#include "convex/ray/straight_proof.hpp"

#include <algorithm>
#include <cmath>

#include "convex/core_pair.hpp"

namespace graze {
namespace {

double sum_of_sizes(const Vec3& v) noexcept { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

}  // namespace

bool quick_cast_serves(const Shape& shape) noexcept {
    return shape.polytope_core() && shape.margin() == 0 && shape.type() != ShapeType::half_space;
}

StraightProof::StraightProof(const StraightPair& pair, double defect) noexcept
    : pair_(pair),
      defect_(defect),
      reach_(pair.a->reach() + pair.b->reach()),
      extent_(reach_ + sum_of_sizes(pair.offset) + sum_of_sizes(pair.velocity)) {}

bool StraightProof::in_range() const noexcept {
    return pair_.speed > kLeastScaledExtent && reach_ > kLeastScaledExtent && extent_ < kLargestScaledExtent;
}

double StraightProof::error_of(double extent) const noexcept {
    return pair_.a->support_error() + pair_.b->support_error() + (kPairRoundings + defect_) * extent;
}

bool StraightProof::stays_open(const QuickCast& cast, const Interval& time) const noexcept {
    if (!(time.lower < time.upper)) return false;
    const double start = dot(cast.normal, pair_.offset) - cast.height,
                 rate = dot(cast.normal, pair_.velocity);
    const double least = std::min(start + rate * time.lower, start + rate * time.upper),
                 error = height_error();
    return least > 0 && least * least > error * error * length_sq(cast.normal);
}

bool StraightProof::touches(const QuickCast& cast) const noexcept {
    Vec3 miss = pair_.offset + cast.time * pair_.velocity;
    for (std::size_t i = 0; i < 3; ++i) miss -= cast.weights[i] * cast.around[i];
    const double error = error_of(extent_);
    return length_sq(miss) <= error * error;
}

bool StraightProof::overlap_at(const Vec3& offset, std::array<Vec3, 4> around) const noexcept {
    for (Vec3& w : around) w -= offset;
    return holds_ball(around, 2 * error_of(reach_ + sum_of_sizes(offset)));
}

bool holds_ball(const std::array<Vec3, 4>& p, double radius) noexcept {
    double longest = 0;
    for (const Vec3& point : p) longest = std::max(longest, max_component(abs(point)));
    // Of a triple product of differences up to 2 longest: six products of 8 longest³, rounded eight times.
    const double rounding = 512 * kEps * longest * longest * longest;
    for (std::size_t k = 0; k < 4; ++k) {
        const Vec3 &a = p[(k + 1) % 4], &b = p[(k + 2) % 4], &c = p[(k + 3) % 4];
        const Vec3 across = cross(b - a, c - a);
        const double volume = dot(across, p[k] - a),
                     part = -dot(across, a);  // of the whole, and of the part with the origin as apex
        const double clearance = (volume > 0 ? part : -part) - rounding;
        if (!(std::abs(volume) > rounding) || !(clearance > radius * length(across) * (1 + 8 * kEps)))
            return false;
    }
    return true;
}

}  // namespace graze
