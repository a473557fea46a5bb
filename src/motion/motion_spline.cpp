// Cubic Hermite pieces with the slopes of Catmull and Rom (1974) for uneven times: the slope at a pose is
// that of the parabola through it and its neighbours. The same for quaternions, of which each is taken on the
// side of the one before.
#include "motion/motion_spline.hpp"

namespace graze {
namespace {

struct Key {
    Vec3 position{};
    Quat orientation{};
};

Quat combined(double f, const Quat& p, double g, const Quat& q) noexcept {
    return {f * p.w + g * q.w, f * p.x + g * q.x, f * p.y + g * q.y, f * p.z + g * q.z};
}
Vec3 combined(double f, const Vec3& p, double g, const Vec3& q) noexcept { return f * p + g * q; }

/// Σ c[k] s^k with the given values and slopes at s = 0 and s = duration.
template <class T>
std::array<T, 4> hermite(const T& p, const T& slope_p, const T& q, const T& slope_q,
                         double duration) noexcept {
    const double inverse = 1 / duration;
    const T rise = combined(inverse, q, -inverse, p);                             // mean slope
    const T quadratic = combined(3, rise, -1, combined(2, slope_p, 1, slope_q));  // 3 m - 2 a - b
    const T twist = combined(-2, rise, 1, combined(1, slope_p, 1, slope_q));      // a + b - 2 m
    return {p, slope_p, combined(inverse, quadratic, 0, quadratic),
            combined(inverse * inverse, twist, 0, twist)};
}

/// The slope at key i, by its neighbours.
template <class T>
T slope(std::span<const Key> keys, std::span<const double> times, std::size_t i, T Key::*field) noexcept {
    const auto mean = [&](std::size_t j) {
        const double inverse = 1 / (times[j + 1] - times[j]);
        return combined(inverse, keys[j + 1].*field, -inverse, keys[j].*field);
    };
    if (i == 0) return mean(0);
    if (i + 1 == keys.size()) return mean(i - 1);
    const double before = times[i] - times[i - 1], after = times[i + 1] - times[i];
    return combined(after / (before + after), mean(i - 1), before / (before + after), mean(i));
}

}  // namespace

std::vector<MotionPiece> spline_pieces(std::span<const Pose> poses, std::span<const double> times) {
    std::vector<Key> keys;
    for (const Pose& pose : poses) {
        Quat q = quaternion_of(pose.rotation);
        if (!keys.empty()) {
            const Quat& p = keys.back().orientation;
            if (p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0) q = {-q.w, -q.x, -q.y, -q.z};
        }
        keys.push_back({pose.position, q});
    }
    std::vector<MotionPiece> pieces;
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
        const double duration = times[i + 1] - times[i];
        MotionPiece piece;
        piece.time = {times[i], times[i + 1]};
        piece.path = hermite(keys[i].position, slope(keys, times, i, &Key::position), keys[i + 1].position,
                             slope(keys, times, i + 1, &Key::position), duration);
        piece.blended = true;
        piece.blend =
            hermite(keys[i].orientation, slope(keys, times, i, &Key::orientation), keys[i + 1].orientation,
                    slope(keys, times, i + 1, &Key::orientation), duration);
        pieces.push_back(piece);
    }
    return pieces;
}

}  // namespace graze
