// The box of least volume by Powell's direction set method: line searches over rotation vectors w, axes =
// exp([w]) start, along directions that become conjugate as the search goes on. The volume is continuous but
// has creases, and one minimum per pair of features that touch the box, so each line is first sampled over a
// quarter turn. Source: M. J. D. Powell, An efficient method for finding the minimum of a function of several
// variables, 1964.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/math/pose.hpp"
#include "obb/obb_fit_set.hpp"

namespace graze {
namespace {

/// Radians that a round must move to give a new direction: less gains no volume that doubles resolve.
constexpr double kLeastMove = 1e-9;

class RotatedFit {
public:
    RotatedFit(std::span<const Vec3> points, const Mat3& start) noexcept : points_(points), start_(start) {}

    [[nodiscard]] Mat3 axes(const Vec3& w) const noexcept {
        const double angle = length(w);
        return angle > 0 ? rotation_matrix(Quat::from_axis_angle(w * (1 / angle), angle)) * start_ : start_;
    }
    /// The volume of the box along axes(w). A little thickness is added, so that flat sets are distinguished
    /// by area.
    [[nodiscard]] double volume(const Vec3& w) const noexcept {
        const Mat3 m = axes(w);
        Vec3 low = transpose_times(m, points_[0]), high = low;
        for (const Vec3& p : points_) {
            const Vec3 y = transpose_times(m, p);
            low = min(low, y);
            high = max(high, y);
        }
        const Vec3 e = high - low;
        return (e.x + kThickness) * (e.y + kThickness) * (e.z + kThickness);
    }

private:
    /// In sets of about unit size. Far above rounding, far below what shows in the volume of a solid set.
    static constexpr double kThickness = 1e-9;

    std::span<const Vec3> points_;
    Mat3 start_;
};

/// A place on the way to the minimum.
struct Place {
    Vec3 w{};
    double volume = 0;
};

/// The lowest place found on the line through `from`: 8 samples over a quarter turn, within which boxes
/// repeat, then golden sections around the best. Never above `from`.
Place lowest_on_line(const RotatedFit& fit, const Place& from, const Vec3& direction) noexcept {
    constexpr int kSamples = 8;
    constexpr double kStep = 1.5707963267948966 / kSamples, kGolden = 0.6180339887498949;
    // 20 sections narrow two steps to 3e-5: then the volume is within about 1e-4 of its minimum at a crease,
    // and the next round goes on.
    constexpr int kSections = 20;
    double best = 0;
    Place place = from;
    const auto at = [&](double t) {
        const Vec3 w = from.w + direction * t;
        const double v = fit.volume(w);
        if (v < place.volume) {
            place = {w, v};
            best = t;
        }
        return v;
    };
    for (int i = 1; i <= kSamples / 2; ++i) {
        at(i * kStep);
        if (i < kSamples / 2) at(-i * kStep);
    }
    double low = best - kStep, high = best + kStep;
    double t = high - kGolden * (high - low), u = low + kGolden * (high - low), at_t = at(t), at_u = at(u);
    for (int i = 0; i < kSections; ++i) {
        if (at_t < at_u) {
            high = u;
            u = t;
            at_u = at_t;
            at_t = at(t = high - kGolden * (high - low));
        } else {
            low = t;
            t = u;
            at_t = at_u;
            at_u = at(u = low + kGolden * (high - low));
        }
    }
    return place;
}

/// Powell's rounds from a place.
Place descend(const RotatedFit& fit, Place place, std::array<Vec3, 3> directions) noexcept {
    // Rounds end when one gains less than a thousandth; four are enough for nearly all hulls.
    for (int round = 0; round < 6; ++round) {
        const Place before = place;
        double largest_drop = 0;
        std::size_t dropped = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Place next = lowest_on_line(fit, place, directions[i]);
            if (place.volume - next.volume > largest_drop) {
                largest_drop = place.volume - next.volume;
                dropped = i;
            }
            place = next;
        }
        if (before.volume - place.volume <= 1e-3 * place.volume) break;
        const Vec3 along = place.w - before.w;
        if (length(along) > kLeastMove) {
            directions[dropped] = unit(along);
            place = lowest_on_line(fit, place, directions[dropped]);
        }
    }
    return place;
}

/// The best of 64 turns spread over an eighth turn to every side: selects which of the many local minima to
/// search besides the current one.
Place best_sample(const RotatedFit& fit) noexcept {
    constexpr std::array<double, 4> kAngles{-0.6, -0.2, 0.2, 0.6};
    Place best{{}, std::numeric_limits<double>::infinity()};
    for (const double x : kAngles) {
        for (const double y : kAngles) {
            for (const double z : kAngles) {
                const double v = fit.volume({x, y, z});
                if (v < best.volume) best = {{x, y, z}, v};
            }
        }
    }
    return best;
}

}  // namespace

Mat3 turned_to_least_volume(std::span<const Vec3> points, const Mat3& start) noexcept {
    const RotatedFit fit(points, start);
    const Place near = descend(fit, {{}, fit.volume({})}, start.columns),
                far = descend(fit, best_sample(fit), start.columns);
    return fit.axes(far.volume < near.volume ? far.w : near.w);
}

}  // namespace graze
