// Rotations from matrices, angles and other rotations. All of them answer unit quaternions up to a few
// roundings.
#include "graze/math/pose.hpp"

namespace graze {

Quat normalized(const Quat& q) noexcept {
    const double largest = std::max({std::abs(q.w), std::abs(q.x), std::abs(q.y), std::abs(q.z)});
    // The maximum may step over a NaN, so every component is tested.
    const bool finite = std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
    if (!finite || largest == 0) return {};
    const Quat s{q.w / largest, q.x / largest, q.y / largest, q.z / largest};
    const double scale = 1 / std::sqrt(length_sq(s));
    return {s.w * scale, s.x * scale, s.y * scale, s.z * scale};
}

Quat quaternion_of(const Mat3& r) noexcept {
    // Divide by the largest of the four components: the others lose no digits then.
    const double xx = r(0, 0), yy = r(1, 1), zz = r(2, 2), trace = xx + yy + zz;
    Quat q;
    if (trace >= std::max({xx, yy, zz})) {
        q = {1 + trace, r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    } else if (xx >= yy && xx >= zz) {
        q = {r(2, 1) - r(1, 2), 1 + xx - yy - zz, r(0, 1) + r(1, 0), r(0, 2) + r(2, 0)};
    } else if (yy >= zz) {
        q = {r(0, 2) - r(2, 0), r(0, 1) + r(1, 0), 1 - xx + yy - zz, r(1, 2) + r(2, 1)};
    } else {
        q = {r(1, 0) - r(0, 1), r(0, 2) + r(2, 0), r(1, 2) + r(2, 1), 1 - xx - yy + zz};
    }
    q = normalized(q);
    return q.w < 0 ? Quat{-q.w, -q.x, -q.y, -q.z} : q;
}

Quat from_euler(double yaw, double pitch, double roll) noexcept {
    return Quat::from_axis_angle({0, 0, 1}, yaw) * Quat::from_axis_angle({0, 1, 0}, pitch) *
           Quat::from_axis_angle({1, 0, 0}, roll);
}

Quat slerp(const Quat& p, const Quat& q, double t) noexcept {
    const double cosine = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
    const double sign = cosine < 0 ? -1 : 1;
    const double angle = std::acos(std::min(std::abs(cosine), 1.0));
    // Below 1e-4 rad the chord equals the arc to 1e-9 relative in speed, and sin(angle) would cancel.
    const bool straight = angle < 1e-4;
    const double from = straight ? 1 - t : std::sin((1 - t) * angle) / std::sin(angle);
    const double to = sign * (straight ? t : std::sin(t * angle) / std::sin(angle));
    return normalized(
        {from * p.w + to * q.w, from * p.x + to * q.x, from * p.y + to * q.y, from * p.z + to * q.z});
}

}  // namespace graze
