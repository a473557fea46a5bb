#include "motion/kinematics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace graze {
namespace {

/// The exact unit vector along a direction that is not zero.
IntervalVec3 unit_enclosure(const Vec3& direction) noexcept {
    const Vec3 size = abs(direction);
    const int along = (size.x > 0 ? 1 : 0) + (size.y > 0 ? 1 : 0) + (size.z > 0 ? 1 : 0);
    if (along == 1)  // along a coordinate axis it is exact
        return enclose(Vec3{direction.x > 0   ? 1.0
                            : direction.x < 0 ? -1.0
                                              : 0.0,
                            direction.y > 0   ? 1.0
                            : direction.y < 0 ? -1.0
                                              : 0.0,
                            direction.z > 0   ? 1.0
                            : direction.z < 0 ? -1.0
                                              : 0.0});
    // Scaled by a power of two, which is exact, so that squares stay in range.
    const double scale = std::scalbn(1.0, -std::ilogb(max_component(size)));
    const IntervalVec3 d = enclose(direction * scale);
    const Interval n = norm(d);
    return {d.x / n, d.y / n, d.z / n};
}

Interval value_of(const RobotAxis& axis, std::span<const Interval> configuration) noexcept {
    if (axis.coordinate >= configuration.size()) return Interval::everything();
    if (axis.multiplier == 1 && axis.offset == 0) return configuration[axis.coordinate];
    return Interval(axis.multiplier) * configuration[axis.coordinate] + Interval(axis.offset);
}

/// A frame moved along an axis that is fixed to it.
IntervalPose moved_along(const RobotAxis& axis, const IntervalPose& joint, const Interval& value) noexcept {
    if (axis.turns) return {joint.rotation * turn_about(axis.direction, value), joint.position};
    const IntervalVec3 shift = value * unit_enclosure(axis.direction);
    return {joint.rotation, joint.rotation * shift + joint.position};
}

}  // namespace

std::uint32_t common_frame(const KinematicTree& tree, std::uint32_t a, std::uint32_t b) noexcept {
    // A frame's number is above that of the frame before it.
    while (a != b) (a > b ? a : b) = tree.axes[std::max(a, b) - 1].before;
    return a;
}

bool is_periodic(const KinematicTree& tree, std::size_t coordinate) noexcept {
    return std::ranges::all_of(tree.axes, [&](const RobotAxis& axis) {
        return axis.coordinate != coordinate ||
               (axis.turns && std::trunc(axis.multiplier) == axis.multiplier);
    });
}

IntervalMat3 turn_about(const Vec3& direction, const Interval& angle) noexcept {
    const IntervalVec3 u = unit_enclosure(direction);
    const Interval s = sin(angle), c = cos(angle), v = versine(angle);
    const Interval xy = v * (u.x * u.y), yz = v * (u.y * u.z), zx = v * (u.z * u.x);
    // The cosine once in each entry: what an axis keeps stays exact however wide the angle.
    const auto diagonal = [&](const Interval& along) {
        const Interval kept = square(along);
        return kept + c * (Interval(1) - kept);
    };
    return IntervalMat3::from_rows({diagonal(u.x), xy - s * u.z, zx + s * u.y},
                                   {xy + s * u.z, diagonal(u.y), yz - s * u.x},
                                   {zx - s * u.y, yz + s * u.x, diagonal(u.z)});
}

IntervalPose frame_behind(const RobotAxis& axis, std::span<const Interval> configuration) noexcept {
    return moved_along(axis, enclose(axis.origin), value_of(axis, configuration));
}

IntervalPose frame_in(const KinematicTree& tree, std::span<const Interval> configuration,
                      std::uint32_t ancestor, std::uint32_t frame) noexcept {
    // From the ancestor outward: products of boxes round least, and are tightest, with exact factors last.
    constexpr std::size_t kPlain = 64;
    std::array<std::uint32_t, kPlain> few{};
    std::vector<std::uint32_t> many;
    std::size_t count = 0;
    for (std::uint32_t f = frame; f != ancestor; f = tree.axes[f - 1].before) ++count;
    if (count > kPlain) many.resize(count);
    const std::span<std::uint32_t> chain = count > kPlain ? std::span(many) : std::span(few).first(count);
    for (std::uint32_t f = frame; f != ancestor; f = tree.axes[f - 1].before) chain[--count] = f - 1;
    IntervalPose pose = enclose(Pose::identity());
    for (const std::uint32_t axis : chain)
        pose = moved_along(tree.axes[axis], pose * enclose(tree.axes[axis].origin),
                           value_of(tree.axes[axis], configuration));
    return pose;
}

}  // namespace graze
