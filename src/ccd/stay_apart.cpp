// Interval separating axes: along a moving axis h the boxes are apart when |h·d| exceeds the sum of the half
// extents times |h·e|, in the worst case of every term. Intervals are held as a middle and a radius there: a
// product of them is a handful of plain operations, and rounding is counted once, in the radius.
#include "graze/ccd/time_of_impact.hpp"
#include "motion/motion_piece.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze {
namespace {

/// Pieces that serve some of the time; bounds of all of them together by `part`.
template <class Part>
IntervalVec3 over_pieces(const Motion& motion, const Interval& time, const Part& part) noexcept {
    IntervalVec3 all;
    bool first = true;
    for (const MotionPiece& piece : motion.pieces()) {
        if (piece.time.upper < time.lower || piece.time.lower > time.upper) continue;
        const IntervalVec3 one = part(piece);
        for (std::size_t i = 0; i < 3; ++i) all[i] = first ? one[i] : hull(all[i], one[i]);
        first = false;
    }
    return all;
}

bool is_interval_of(const Motion& motion, const Interval& time) noexcept {
    return motion.valid() && time.lower <= time.upper;
}

Interval clamped(const Interval& time) noexcept {
    return {std::clamp(time.lower, 0.0, 1.0), std::clamp(time.upper, 0.0, 1.0)};
}

IntervalVec3 everywhere() noexcept {
    return {Interval::everything(), Interval::everything(), Interval::everything()};
}

/// Around its middle, which goes on one wave for each coordinate, as far as the half edges reach.
IntervalVec3 box_over(const MotionPiece& piece, const Aabb& box, const Interval& time) noexcept {
    const Vec3 middle = box.min + 0.5 * (box.max - box.min);
    const IntervalMat3 rotation = bounds_over(piece, time).rotation;
    IntervalVec3 place = place_over(piece, middle, time);
    for (std::size_t i = 0; i < 3; ++i) {
        double reach = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            const double half = std::max(box.max[j] - middle[j], middle[j] - box.min[j]);
            reach += half * std::max(-rotation(i, j).lower, rotation(i, j).upper);
        }
        place[i] = widened(place[i], reach * (1 + 8 * kEps));
    }
    return place;
}

IntervalVec3 endless_box_over(const MotionPiece& piece, const Aabb& box, const Interval& time) noexcept {
    const PoseBounds bounds = bounds_over(piece, time);
    return bounds.rotation *
               IntervalVec3{{box.min.x, box.max.x}, {box.min.y, box.max.y}, {box.min.z, box.max.z}} +
           bounds.position;
}

/// Numbers within `radius` of `middle`, each component.
struct Spread {
    Vec3 middle{};
    Vec3 radius{};
};
struct SpreadNumber {
    double middle = 0;
    double radius = 0;
    [[nodiscard]] double most() const noexcept { return std::abs(middle) + radius; }
};

/// Sums of three products of numbers up to their size, and of the radii of them: four roundings of the
/// middle, and as many of the radius, which is no larger than the size where it matters.
constexpr double kRounding = 16 * kEps;

double spread(const Interval& x, double& middle) noexcept {
    middle = 0.5 * (x.lower + x.upper);
    return (std::max(x.upper - middle, middle - x.lower)) * (1 + 4 * kEps);
}

/// A body's poses over some time.
struct SpreadPose {
    Mat3 middle{};
    Mat3 radius{};
    Spread position{};

    explicit SpreadPose(const PoseBounds& bounds) noexcept {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t i = 0; i < 3; ++i) radius(i, j) = spread(bounds.rotation(i, j), middle(i, j));
            position.radius[j] = spread(bounds.position[j], position.middle[j]);
        }
    }

    [[nodiscard]] Spread turned(const Vec3& x) const noexcept {
        const Vec3 size = abs(x);
        Spread result{middle * x, radius * size};
        for (std::size_t i = 0; i < 3; ++i) {
            const double most = std::abs(middle(i, 0)) * size.x + std::abs(middle(i, 1)) * size.y +
                                std::abs(middle(i, 2)) * size.z;
            result.radius[i] += kRounding * (most + result.radius[i]);
        }
        return result;
    }
};

Spread between(const SpreadPose& a, const Vec3& x, const SpreadPose& b, const Vec3& y) noexcept {
    const Spread p = a.turned(x), q = b.turned(y);
    Spread result{(b.position.middle + q.middle) - (a.position.middle + p.middle),
                  p.radius + q.radius + a.position.radius + b.position.radius};
    result.radius += kRounding * (abs(p.middle) + abs(q.middle) + abs(a.position.middle) +
                                  abs(b.position.middle) + result.radius);
    return result;
}

/// Whether the offset between the centres is always longer than both radii together. Near-rotations stretch a
/// ball by no more than a millionth or two.
bool balls_apart(const Spread& offset, double radii) noexcept {
    const Vec3 least = max(abs(offset.middle) - offset.radius, Vec3{});
    return length(least) > radii * (1 + 4e-6);
}

SpreadNumber dot(const Spread& x, const Spread& y) noexcept {
    const Vec3 size_x = abs(x.middle), size_y = abs(y.middle);
    const double radius = dot(size_x, y.radius) + dot(x.radius, size_y + y.radius);
    return {dot(x.middle, y.middle), radius + kRounding * (dot(size_x, size_y) + radius)};
}

/// p q - r s.
SpreadNumber cross_term(const SpreadNumber& p, const SpreadNumber& q, const SpreadNumber& r,
                        const SpreadNumber& s) noexcept {
    const double radius = std::abs(p.middle) * q.radius + p.radius * q.most() +
                          std::abs(r.middle) * s.radius + r.radius * s.most();
    const double size = std::abs(p.middle * q.middle) + std::abs(r.middle * s.middle);
    return {p.middle * q.middle - r.middle * s.middle, radius + kRounding * (size + radius)};
}

/// Two boxes in the frame of the first one's axes u: the second one's axes v there, and the offset between
/// the centres.
///
/// Along the axis c_kj u_l - c_lj u_k, which is u_i x v_j when the axes are orthonormal, all that is needed
/// are the numbers c_ij = u_i·v_j and u_i·d. Poses are rotations within a millionth or two only, and so
/// products of axes are off by up to a dozen times that from those of orthonormal ones; the half extents
/// count for so much more.
class SpreadBoxes {
public:
    /// `d` is the offset from a's centre to b's.
    SpreadBoxes(const Obb& a, const SpreadPose& pose_a, const Obb& b, const SpreadPose& pose_b,
                const Spread& d) noexcept
        : half_a_(a.half_extents), half_b_(b.half_extents) {
        std::array<Spread, 3> u, v;
        for (std::size_t i = 0; i < 3; ++i) {
            u[i] = pose_a.turned(a.axes.columns[i]);
            v[i] = pose_b.turned(b.axes.columns[i]);
            along_a_[i] = dot(u[i], d);
            along_b_[i] = dot(v[i], d);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                c_[i][j] = dot(u[i], v[j]);
                most_[i][j] = c_[i][j].most();
            }
        }
        slack_ = kUneven * (half_a_.x + half_a_.y + half_a_.z + half_b_.x + half_b_.y + half_b_.z);
    }

    [[nodiscard]] bool apart() const noexcept {
        for (std::size_t i = 0; i < 3; ++i) {
            const double reach_b =
                half_b_.x * most_[i][0] + half_b_.y * most_[i][1] + half_b_.z * most_[i][2];
            const double reach_a =
                half_a_.x * most_[0][i] + half_a_.y * most_[1][i] + half_a_.z * most_[2][i];
            if (exceeds(along_a_[i], half_a_[i] + reach_b) || exceeds(along_b_[i], half_b_[i] + reach_a))
                return true;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t k = (i + 1) % 3, l = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t m = (j + 1) % 3, n = (j + 2) % 3;
                const double reach = half_a_[k] * most_[l][j] + half_a_[l] * most_[k][j] +
                                     half_b_[m] * most_[i][n] + half_b_[n] * most_[i][m];
                if (exceeds(cross_term(along_a_[l], c_[k][j], along_a_[k], c_[l][j]), reach)) return true;
            }
        }
        return false;
    }

private:
    static constexpr double kUneven = 5e-5;

    /// False for what is not a number.
    [[nodiscard]] bool exceeds(const SpreadNumber& height, double reach) const noexcept {
        return std::abs(height.middle) - height.radius > reach * (1 + kRounding) + slack_;
    }

    Vec3 half_a_;
    Vec3 half_b_;
    std::array<SpreadNumber, 3> along_a_;
    std::array<SpreadNumber, 3> along_b_;
    std::array<std::array<SpreadNumber, 3>, 3> c_;
    std::array<std::array<double, 3>, 3> most_;
    double slack_ = 0;
};

}  // namespace

IntervalVec3 place_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept {
    if (!is_interval_of(motion, time)) return everywhere();
    const Interval inside = clamped(time);
    IntervalVec3 place =
        over_pieces(motion, inside, [&](const MotionPiece& piece) { return place_over(piece, x, inside); });
    for (std::size_t i = 0; i < 3; ++i) place[i] = widened(place[i], motion.deviation());
    return place;
}

IntervalVec3 velocity_over(const Motion& motion, const Vec3& x, const Interval& time) noexcept {
    if (!is_interval_of(motion, time)) return everywhere();
    const Interval inside = clamped(time);
    return over_pieces(motion, inside,
                       [&](const MotionPiece& piece) { return velocity_over(piece, x, inside); });
}

Aabb swept_box(const Motion& motion, const Aabb& box, const Interval& time) noexcept {
    IntervalVec3 places = everywhere();
    if (is_interval_of(motion, time)) {
        const Interval when = clamped(time);
        const bool bounded = !is_empty(box) && is_finite(box.max - box.min);
        places = over_pieces(motion, when, [&](const MotionPiece& piece) {
            return bounded ? box_over(piece, box, when) : endless_box_over(piece, box, when);
        });
        for (std::size_t i = 0; i < 3; ++i) places[i] = widened(places[i], motion.deviation());
    }
    return {{places.x.lower, places.y.lower, places.z.lower},
            {places.x.upper, places.y.upper, places.z.upper}};
}

MotionBuckets::MotionBuckets(const Motion& motion, std::uint32_t levels) {
    const std::uint32_t count = 1U << std::min(levels, 20U);
    bounds_.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double step = 1.0 / count;  // exact
        bounds_.push_back(bounds_over(motion, {i * step, (i + 1) * step}));
    }
}

Interval MotionBuckets::time(std::uint32_t bucket) const noexcept {
    const double step = 1.0 / count();
    return {bucket * step, (bucket + 1) * step};
}

std::uint32_t MotionBuckets::bucket_at(double t) const noexcept {
    if (!(t > 0)) return 0;
    return std::min(count() - 1, static_cast<std::uint32_t>(std::min(t, 1.0) * count()));
}

bool stay_apart(const BoundingSphere& a, const PoseBounds& bounds_a, const BoundingSphere& b,
                const PoseBounds& bounds_b) noexcept {
    if (is_empty(a) || is_empty(b)) return true;
    return balls_apart(between(SpreadPose(bounds_a), a.centre, SpreadPose(bounds_b), b.centre),
                       a.radius + b.radius);
}

bool stay_apart(const Obb& a, const PoseBounds& bounds_a, const Obb& b, const PoseBounds& bounds_b) noexcept {
    if (is_empty(a) || is_empty(b)) return true;
    const SpreadPose pose_a(bounds_a), pose_b(bounds_b);
    const Spread offset = between(pose_a, a.centre, pose_b, b.centre);
    if (balls_apart(offset, length(a.half_extents) + length(b.half_extents))) return true;
    return SpreadBoxes(a, pose_a, b, pose_b, offset).apart();
}

}  // namespace graze
