// Heights of boxes, capsules, cylinders and cones as sums of known terms, and the lower model around their
// minimum.
#include "convex/epa/difference_heights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "convex/epa/epa_descent.hpp"
#include "math/degeneracy/sine_limits.hpp"

namespace graze {
namespace {

/// How far directions are tilted to choose an end of a face: the points of rims move by as much, and so does
/// rounding (eps over this) move the rim points of a disk along its axis.
constexpr double kTilt = 1e-8;

/// Of a local minimum's cone: 76 degrees.
constexpr double kWidestReach = 4;
/// The kink of a cone's edge takes as much from the curvature of its rim as makes its own form twice this
/// times the height. The length of the direction takes the height once; with 0.55 in place of this 8 % of the
/// minima between boxes and cones have no cone, with 1.2 0.6 %.
constexpr double kKinkCurvature = 1.2;

}  // namespace

DifferenceHeights::DifferenceHeights(const CorePair& pair) noexcept
    : centre_(-pair.scale * pair.b_in_a.position) {
    add(*pair.a, Mat3::identity(), pair.scale);
    const Mat3& r = pair.b_in_a.rotation;
    add(*pair.b, Mat3{{-r.columns[0], -r.columns[1], -r.columns[2]}}, pair.scale);
}

void DifferenceHeights::add_segment(const Vec3& half) noexcept {
    const double size = length(half);
    for (std::size_t i = 0; i < jump_count_; ++i) {
        Jump& other = jumps_[i];
        // Parallel up to rounding: one segment of both lengths.
        if (other.disk >= 0 ||
            !is_below_sine(kParallelSine, length_sq(cross(other.across, half)), 1, size * size))
            continue;
        other.half += dot(other.across, half) < 0 ? -half : half;
        other.size = length(other.half);
        return;
    }
    if (size > 0) jumps_[jump_count_++] = {half * (1 / size), 0, 1, size, half, -1};
}

void DifferenceHeights::add(const Shape& shape, const Mat3& rotation, double scale) noexcept {
    const auto& v = shape.values();
    switch (shape.type()) {
        case ShapeType::sphere: break;
        case ShapeType::box:
            for (std::size_t i = 0; i < 3; ++i) add_segment(rotation.columns[i] * (v[i] * scale));
            break;
        case ShapeType::capsule: add_segment(rotation.columns[2] * (v[1] * scale)); break;
        case ShapeType::cylinder:
            add_segment(rotation.columns[2] * (v[1] * scale));
            if (v[0] > 0) disks_[disk_count_++] = {rotation.columns[2], {}, v[0] * scale, -1, {}};
            break;
        case ShapeType::cone: {
            const double height = 2 * v[1];
            const double slant = std::hypot(v[0], height);
            if (!(v[0] > 0 && height > 1e-6 * v[0])) {
                known_ = false;
                break;
            }
            const Vec3 apex = rotation.columns[2] * (v[1] * scale);
            disks_[disk_count_] = {rotation.columns[2], -apex, v[0] * scale, static_cast<int>(jump_count_),
                                   apex};
            jumps_[jump_count_++] = {rotation.columns[2], v[0] / slant, height / slant,
                                     0.5 * slant * scale, {},           static_cast<int>(disk_count_)};
            ++disk_count_;
            break;
        }
        default: known_ = false;
    }
}

/// The two unit directions at two jumps: inside + out and inside - out. None where the jumps are nearly
/// parallel or do not intersect.
DifferenceHeights::Directions DifferenceHeights::at_both(const Jump& p, const Jump& q) noexcept {
    const Vec3 normal = cross(p.across, q.across);
    const double sine_sq = length_sq(normal);
    if (!(sine_sq > kCrossingSineSq)) return {};
    const double cosine = dot(p.across, q.across);
    const double a = (p.level - cosine * q.level) / sine_sq;
    const double b = (q.level - cosine * p.level) / sine_sq;
    const Vec3 inside = a * p.across + b * q.across;
    const double left_sq = (1 - length_sq(inside)) / sine_sq;
    if (!(left_sq > kGrazingSineSq)) return {};
    return {inside, std::sqrt(left_sq) * normal, true};
}

DifferenceHeights::TwoHeights DifferenceHeights::heights(const Vec3& unit) const noexcept {
    double even = 0;
    const double odd = dot(centre_, unit);
    // A cone's jump has no segment: its half is zero.
    for (std::size_t i = 0; i < jump_count_; ++i) even += std::abs(dot(jumps_[i].half, unit));
    TwoHeights sum;
    for (std::size_t j = 0; j < disk_count_; ++j) {
        const Disk& disk = disks_[j];
        const double over = dot(unit, disk.axis);
        const double rim = disk.radius * std::sqrt(std::max(0.0, 1 - over * over));
        // The disk's centre is as far on the other side; a cylinder's is around the origin, with nothing
        // above it: centre and apex are zero.
        const double apex = dot(disk.apex, unit);
        sum.along += std::max(rim - apex, apex);
        sum.against += std::max(rim + apex, -apex);
    }
    sum.along += even + odd;
    sum.against += even - odd;
    return sum;
}

/// M of the lower model within this reach, less the height.
inline HeightForm DifferenceHeights::Descent::lower_model(const Shares& shares, double reach,
                                                          double least) const noexcept {
    HeightForm model;
    for (std::size_t j = 0; j < d.disk_count_; ++j) {
        if (!(width[j] > 0)) continue;
        const double inside = width[j] + reach * std::abs(dot(n, d.disks_[j].axis));
        const double beside = std::sqrt(inside * inside + reach * reach);
        const double share = shares.rim[j] - std::min(1.0, shares.taken[j] * reach) * shares.lent[j];
        model.add(2 * share * d.disks_[j].radius / (inside + beside), dot(along[j], s), dot(along[j], t));
    }
    for (std::uint32_t i = 0; i < edges; ++i) {
        const Jump& jump = d.jumps_[at[i]];
        const Vec3 e = half[i] * (1 / jump.size);
        const double part =
            jump.disk < 0 ? 1 : std::min(1.0, shares.taken[static_cast<std::size_t>(jump.disk)] * reach);
        model.add(2 * part * shares.kink[i] / reach, dot(e, s), dot(e, t));
    }
    model.add_round(2 * shares.round / reach - least);
    return model;
}

/// The lower model of docs/notes/epa.md: for |x| <= reach, x perpendicular to n, the height along n + x is at
/// least height + g·x + x·M x / 2, where M shrinks with the reach. The reach returned is the widest of a
/// series for which M is above what the length of n + x takes.
LocalMinimum DifferenceHeights::Descent::describe() noexcept {
    LocalMinimum v;
    n *= 1 / length(n);
    v.normal = n;
    choose_basis();
    Shares shares{{rim_share(0), rim_share(1)}};
    Vec3 crossing = base;
    for (std::uint32_t i = 0; i < edges; ++i) {
        crossing += sigma[i] * half[i];
        const Jump& jump = d.jumps_[at[i]];
        shares.kink[i] = (1 - std::abs(sigma[i])) * jump.size;
        if (jump.disk < 0) continue;
        const auto disk = static_cast<std::size_t>(jump.disk);
        shares.lent[disk] = 0.5 * (1 - std::abs(sigma[i]));
        shares.taken[disk] = kKinkCurvature * height / shares.kink[i];
    }
    Vec3 left = crossing - dot(crossing, n) * n;
    if (flat >= 0) {
        shares.round = d.disks_[static_cast<std::size_t>(flat)].radius - length(left);
        left = {};
    }
    v.height = dot(crossing, n);
    // The direction is off its jumps, the disks' planes and unit length by less than a thousand roundings:
    // see `at_both`.
    double off = 1e-12 * (length(base) + v.height);
    for (std::uint32_t i = 0; i < edges; ++i) off += 2 * std::abs(dot(half[i], n));
    for (double reach = kWidestReach; reach > 0.01; reach *= 0.6) {
        const HeightForm model = lower_model(shares, reach, v.height);
        if (!model.above(0.01 * v.height)) continue;
        v.found = true;
        v.reach = reach;
        v.deficit = off + length_sq(left) / (2 * model.least());
        break;
    }
    return v;
}

/// Support points along tilted normals that are the corners of the face, or those of them that hold its
/// crossing point.
void DifferenceHeights::Descent::note_face(LocalMinimum& v) const noexcept {
    if (flat >= 0) {
        // Two points of the rim on a line through the crossing point.
        const double radius = d.disks_[static_cast<std::size_t>(flat)].radius;
        const double out = length(gradient);
        const Vec3 tilt = out > 0 ? gradient * (-kTilt / out) : kTilt * s;
        v.tilts = {tilt, -tilt};
        v.weights = {0.5 * (1 + out / radius), 0.5 * (1 - out / radius)};
        v.terms = 2;
    } else if (edges == 0) {
        v.weights[0] = 1;
        v.terms = 1;
    } else if (edges == 1) {
        const Vec3 tilt = half[0] * (kTilt / d.jumps_[at[0]].size);
        v.tilts = {tilt, -tilt};
        v.weights = {0.5 * (1 + sigma[0]), 0.5 * (1 - sigma[0])};
        v.terms = 2;
    } else {
        // Three corners of the parallelogram: the one nearest to the crossing point and those next to that
        // one.
        const Vec3 across_second = cross(half[1], n);
        const Vec3 across_first = cross(n, half[0]);
        const Vec3 p = across_second *
                       (std::copysign(kTilt, sigma[0]) * d.jumps_[at[0]].size / dot(across_second, half[0]));
        const Vec3 q = across_first *
                       (std::copysign(kTilt, sigma[1]) * d.jumps_[at[1]].size / dot(across_first, half[1]));
        v.tilts = {p + q, q - p, p - q};
        const double first = std::abs(sigma[0]);
        const double second = std::abs(sigma[1]);
        v.weights = {0.5 * (first + second), 0.5 * (1 - first), 0.5 * (1 - second)};
        v.terms = 3;
    }
}

LocalMinimum DifferenceHeights::descend(const Vec3& from) const noexcept {
    return descend(Start{from, {-1, -1}, -1});
}

LocalMinimum DifferenceHeights::descend() const noexcept {
    Start best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](double at, const Start& start) {
        if (!(at < least)) return;
        least = at;
        best = start;
    };
    const double apart = length(centre_);
    if (apart > 0) {
        const Vec3 down = centre_ * (-1 / apart);
        offer(heights(down).along, {down, {-1, -1}, -1});
    }
    for (std::size_t j = 0; j < disk_count_; ++j) {
        const TwoHeights at = heights(disks_[j].axis);
        if (disks_[j].jump < 0) offer(at.along, {disks_[j].axis, {-1, -1}, static_cast<int>(j)});
        offer(at.against, {-disks_[j].axis, {-1, -1}, static_cast<int>(j)});
    }
    for (std::size_t i = 0; i < jump_count_; ++i) {
        for (std::size_t j = i + 1; j < jump_count_; ++j) {
            const Directions both = at_both(jumps_[i], jumps_[j]);
            if (!both.exist) continue;
            const std::array<int, 2> at{static_cast<int>(i), static_cast<int>(j)};
            const Vec3 first = both.inside + both.out;
            const Vec3 second = both.inside - both.out;
            const TwoHeights there = heights(first);
            offer(there.along, {first, at, -1});
            // Without a cone the second direction is the opposite of the first.
            const bool opposite = jumps_[i].level == 0 && jumps_[j].level == 0;
            offer(opposite ? there.against : heights(second).along, {second, at, -1});
        }
    }
    return descend(best);
}

LocalMinimum DifferenceHeights::descend(const Start& start) const noexcept {
    Descent descent(*this, start);
    if (!descent.run() || !descent.on_its_sides()) return {};
    LocalMinimum v = descent.describe();
    if (v.found) descent.note_face(v);
    return v;
}

}  // namespace graze
