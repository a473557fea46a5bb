#include "verify/moving/joint_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "motion/kinematics.hpp"
#include "shape/primitives/directions.hpp"

namespace graze::verifying {
namespace {

using std::cos;
using std::sin;

/// The widest arc that a trapezoid of tangents is taken for: its corners are 1.37 radii out. Wider arcs are
/// put into a rectangle, whose corners are 1.42 radii out.
constexpr double kWidestTrapezoid = 3;

Vec3 unit_of(const Vec3& direction, double) noexcept { return unit(direction); }
IntervalVec3 unit_of(const Vec3& direction, const Interval&) noexcept {
    return exact_unit<Interval>(scaled_into_range(direction));
}

BasicAffine<double> placed(const Pose& pose, double) noexcept { return Affine::from(pose); }
BasicAffine<Interval> placed(const Pose& pose, const Interval&) noexcept {
    return {enclose(pose.rotation), enclose(pose.position)};
}

BasicAffine<double> inverse_of(const Pose& pose, double) noexcept { return Affine::from(inverse(pose)); }
BasicAffine<Interval> inverse_of(const Pose& pose, const Interval&) noexcept {
    // A rotation up to rounding is not inverted exactly by its transpose.
    const Mat3 axes = Mat3::identity();
    const IntervalMat3 back{{solve(pose.rotation, enclose(axes.columns[0])),
                             solve(pose.rotation, enclose(axes.columns[1])),
                             solve(pose.rotation, enclose(axes.columns[2]))}};
    return {back, -(back * enclose(pose.position))};
}

template <class T> SweptAxis<T> swept_axis(const RobotAxis& axis, bool outward) noexcept {
    SweptAxis<T> swept;
    swept.turns = axis.turns;
    swept.outward = outward;
    swept.coordinate = axis.coordinate;
    swept.multiplier = axis.multiplier;
    swept.offset = axis.offset;
    swept.origin = outward ? placed(axis.origin, T{}) : inverse_of(axis.origin, T{});
    const BasicVec3<T> u = unit_of(axis.direction, T{});
    swept.direction = u;
    swept.along = {{u * u.x, u * u.y, u * u.z}};
    for (std::size_t i = 0; i < 3; ++i) {
        swept.across.columns[i] = -swept.along.columns[i];
        swept.across.columns[i][i] = T(1) - swept.along.columns[i][i];
    }
    const T zero(0);
    swept.direction_cross = BasicMat3<T>::from_rows({zero, -u.z, u.y}, {u.z, zero, -u.x}, {-u.y, u.x, zero});
    return swept;
}

/// Corners of a polygon that contains the points (cosine, sine) of all angles of an interval.
template <class T> struct Arc {
    struct Corner {
        T cosine{1};
        T sine{};
    };
    std::array<Corner, 4> corners{};
    std::size_t count = 4;
};

template <class T> Arc<T> arc_around(const Interval& angle) noexcept {
    const double width = angle.upper - angle.lower;
    const auto at = [](const T& x) { return typename Arc<T>::Corner{cos(x), sin(x)}; };
    if (width == 0) return {{at(T(angle.lower))}, 1};
    const T low(angle.lower), high(angle.upper);
    if (width <= kWidestTrapezoid) {
        // The tangents at both ends and in the middle intersect at a quarter and at three quarters.
        const T quarter = T(0.25) * high - T(0.25) * low, out = T(1) / cos(quarter);
        const auto p = at(low + quarter), q = at(high - quarter);
        return {{at(low), {out * p.cosine, out * p.sine}, {out * q.cosine, out * q.sine}, at(high)}, 4};
    }
    // From the chord of the arc to the tangent in its middle, as wide as the circle. NaN comes here too.
    const bool whole = !(width < 6.28);
    const auto m = whole ? typename Arc<T>::Corner{T(1), T(0)} : at(T(0.5) * low + T(0.5) * high);
    const T chord = whole ? T(-1) : cos(T(0.5) * high - T(0.5) * low);
    const T x = chord * m.cosine, y = chord * m.sine;
    return {{{{x - m.sine, y + m.cosine},
              {x + m.sine, y - m.cosine},
              {m.cosine - m.sine, m.sine + m.cosine},
              {m.cosine + m.sine, m.sine - m.cosine}}},
            4};
}

Interval value_of(double multiplier, double offset, const Interval& given) noexcept {
    if (multiplier == 1 && offset == 0) return given;
    return Interval(multiplier) * given + Interval(offset);
}

/// The corner maps of one axis.
template <class T> struct AxisMaps {
    std::array<BasicAffine<T>, 4> maps{};
    std::size_t count = 0;
};

template <class T> AxisMaps<T> maps_of(const SweptAxis<T>& axis, const Interval& value) noexcept {
    AxisMaps<T> all;
    const auto add = [&](const BasicAffine<T>& moved) {
        all.maps[all.count++] = axis.outward ? axis.origin * moved : moved * axis.origin;
    };
    const Interval directed = axis.outward ? value : -value;
    if (!axis.turns) {
        add({BasicMat3<T>::identity(), T(directed.lower) * axis.direction});
        if (directed.lower != directed.upper)
            add({BasicMat3<T>::identity(), T(directed.upper) * axis.direction});
        return all;
    }
    const Arc<T> arc = arc_around<T>(directed);
    for (std::size_t i = 0; i < arc.count; ++i) {
        const auto& [c, s] = arc.corners[i];
        BasicMat3<T> turn;
        for (std::size_t k = 0; k < 3; ++k)
            turn.columns[k] =
                axis.along.columns[k] + c * axis.across.columns[k] + s * axis.direction_cross.columns[k];
        add({turn, {}});
    }
    return all;
}

}  // namespace

std::vector<std::uint32_t> frames_between(const KinematicTree& tree, std::uint32_t from, std::uint32_t to) {
    const std::uint32_t common = common_frame(tree, from, to);
    std::vector<std::uint32_t> frames;
    for (std::uint32_t f = from; f != common; f = tree.axes[f - 1].before) frames.push_back(f);
    frames.push_back(common);
    const auto turn = static_cast<std::ptrdiff_t>(frames.size());
    for (std::uint32_t f = to; f != common; f = tree.axes[f - 1].before) frames.push_back(f);
    std::reverse(frames.begin() + turn, frames.end());
    return frames;
}

template <class T>
std::vector<SweptAxis<T>> axes_between(const KinematicTree& tree, std::uint32_t from, std::uint32_t to) {
    const std::vector<std::uint32_t> frames = frames_between(tree, from, to);
    std::vector<SweptAxis<T>> chain;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
        // A frame's number is above that of the frame before it, and of its axis by one.
        const bool outward = frames[i + 1] > frames[i];
        chain.push_back(swept_axis<T>(tree.axes[std::max(frames[i], frames[i + 1]) - 1], outward));
    }
    return chain;
}

template <class T> std::uint64_t corner_count(std::span<const SweptAxis<T>> chain) noexcept {
    std::uint64_t count = 1;
    for (const SweptAxis<T>& axis : chain)
        count = std::min(count * (axis.turns ? 4 : 2), std::uint64_t{1} << 32);
    return count;
}

template <class T>
std::vector<BasicAffine<T>> corner_maps(std::span<const SweptAxis<T>> chain,
                                        std::span<const Interval> configuration) {
    std::vector<BasicAffine<T>> maps{BasicAffine<T>{}}, longer;
    for (const SweptAxis<T>& axis : chain) {
        const Interval given =
            axis.coordinate < configuration.size() ? configuration[axis.coordinate] : Interval::everything();
        const AxisMaps<T> own = maps_of(axis, value_of(axis.multiplier, axis.offset, given));
        longer.clear();
        longer.reserve(maps.size() * own.count);
        for (const BasicAffine<T>& before : maps)
            for (std::size_t i = 0; i < own.count; ++i) longer.push_back(before * own.maps[i]);
        maps.swap(longer);
    }
    return maps;
}

template std::vector<SweptAxis<double>> axes_between(const KinematicTree&, std::uint32_t, std::uint32_t);
template std::vector<SweptAxis<Interval>> axes_between(const KinematicTree&, std::uint32_t, std::uint32_t);
template std::uint64_t corner_count(std::span<const SweptAxis<double>>) noexcept;
template std::uint64_t corner_count(std::span<const SweptAxis<Interval>>) noexcept;
template std::vector<BasicAffine<double>> corner_maps(std::span<const SweptAxis<double>>,
                                                      std::span<const Interval>);
template std::vector<BasicAffine<Interval>> corner_maps(std::span<const SweptAxis<Interval>>,
                                                        std::span<const Interval>);

}  // namespace graze::verifying
