// Where a line enters a cylinder, a capsule or a cone, in plain doubles: as in ray_solids.hpp, by the same
// rules. Local frame, the axis is z.
#pragma once

#include <algorithm>
#include <cmath>

#include "convex/ray/ray_solids.hpp"

namespace graze {

namespace ray_solids {

/// Two lines of which one turns away from the other by less are parallel: the slack covers what they differ
/// by.
inline constexpr double kParallelSq = 1e-34;

/// The line beside the z axis.
struct AxisLine {
    double slope_sq = 0;  ///< Of the parts across the axis, as all below.
    double along = 0;     ///< start · slope.
    double start_sq = 0;
    double across = 0;  ///< start × slope: the root of the slope's square times the distance of both lines.

    explicit AxisLine(const SolidLine& line) noexcept
        : slope_sq(squared(line.slope.x) + squared(line.slope.y)),
          along(line.start.x * line.slope.x + line.start.y * line.slope.y),
          start_sq(squared(line.start.x) + squared(line.start.y)),
          across(line.start.x * line.slope.y - line.start.y * line.slope.x) {}

    [[nodiscard]] bool parallel(const SolidLine& line) const noexcept {
        return !(slope_sq > kParallelSq * squared(line.slope.z));
    }
    /// Passes the tube of that radius, or has left it at the start.
    [[nodiscard]] bool misses_tube(double radius) const noexcept {
        return squared(across) > slope_sq * squared(radius) || (start_sq > squared(radius) && along >= 0);
    }
};

}  // namespace ray_solids

/// When the line enters and leaves a layer |z| <= half, or would.
struct LayerTimes {
    double in = -kInfinity;
    double out = kInfinity;
    double side = 1;  ///< -1 for a line that goes down.

    LayerTimes(const SolidLine& line, double half) noexcept : side(std::copysign(1.0, line.slope.z)) {
        if (line.slope.z == 0) return;
        const double inverse = 1 / line.slope.z;
        in = (-side * half - line.start.z) * inverse;
        out = (side * half - line.start.z) * inverse;
    }
};

struct CylinderRay {
    static constexpr bool kTurned = true;
    double radius = 0;
    double half = 0;

    explicit CylinderRay(const Shape& shape) noexcept : radius(shape.values()[0]), half(shape.values()[1]) {}
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        using ray_solids::squared;
        return radius > slack && std::abs(p.z) <= half - slack &&
               squared(p.x) + squared(p.y) <= squared(radius - slack);
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        const ray_solids::AxisLine axis(line);
        const LayerTimes layer(line, half);
        const double beyond = half + line.slack;
        const bool level = line.slope.z == 0;
        if ((level ? std::abs(line.start.z) : layer.side * line.start.z) > beyond) return SolidEntry::miss();
        if (axis.misses_tube(radius + line.slack)) return SolidEntry::miss();
        double in = -kInfinity, out = kInfinity;
        if (!axis.parallel(line)) {
            const double discriminant =
                ray_solids::squared(radius) * axis.slope_sq - ray_solids::squared(axis.across);
            if (!(discriminant > 0)) return SolidEntry::unsure();
            const double root = std::sqrt(discriminant);
            in = (-axis.along - root) / axis.slope_sq;
            out = (-axis.along + root) / axis.slope_sq;
        }
        if (in > layer.out) return missed_between(line, axis, layer.side, 0.5 * (in + layer.out), 1);
        if (layer.in > out) return missed_between(line, axis, layer.side, 0.5 * (layer.in + out), -1);
        if (layer.in >= in) return {SolidEntry::Kind::guess, layer.in, {0, 0, -layer.side}, half};
        const Vec3 p = line.at(in);
        return {SolidEntry::Kind::guess, in, ray_solids::nearly_unit(Vec3{p.x, p.y, 0} * (1 / radius)),
                radius};
    }

private:
    /// At time m the line has left the layer and is still approaching the tube (order 1), or it is leaving
    /// the tube and has not reached the layer (-1).
    [[nodiscard]] SolidEntry missed_between(const SolidLine& line, const ray_solids::AxisLine& axis,
                                            double side, double m, double order) const noexcept {
        using ray_solids::squared;
        const Vec3 p = line.at(m);
        const double slack = line.slack_at(m);
        const bool out_of_layer = order * side * p.z >= half + slack;
        const bool out_of_tube = squared(p.x) + squared(p.y) >= squared(radius + slack) &&
                                 order * (axis.along + m * axis.slope_sq) <= 0;
        return out_of_layer && out_of_tube ? SolidEntry::miss() : SolidEntry::unsure();
    }
};

struct CapsuleRay {
    static constexpr bool kTurned = true;
    double radius = 0;
    double half = 0;

    explicit CapsuleRay(const Shape& shape) noexcept : radius(shape.values()[0]), half(shape.values()[1]) {}
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        return radius > slack && length_sq(from_axis(p)) <= ray_solids::squared(radius - slack);
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        const Vec3 out = from_axis(line.start);
        const double grown = radius + line.slack;
        if (length_sq(out) > ray_solids::squared(grown) && dot(out, line.slope) >= 0)
            return SolidEntry::miss();
        const ray_solids::AxisLine axis(line);
        if (axis.misses_tube(grown)) return SolidEntry::miss();
        double end = -line.slope.z;  // the end that the line enters by has this sign
        if (!axis.parallel(line)) {
            const double discriminant =
                ray_solids::squared(radius) * axis.slope_sq - ray_solids::squared(axis.across);
            if (!(discriminant > 0)) return SolidEntry::unsure();
            const double t = (-axis.along - std::sqrt(discriminant)) / axis.slope_sq;
            const Vec3 p = line.at(t);
            if (std::abs(p.z) <= half)
                return {SolidEntry::Kind::guess, t, ray_solids::nearly_unit(Vec3{p.x, p.y, 0} * (1 / radius)),
                        radius};
            end = p.z;
        }
        return enter_end(line, axis, std::copysign(half, end));
    }

private:
    [[nodiscard]] Vec3 from_axis(const Vec3& p) const noexcept {
        return {p.x, p.y, p.z - std::max(-half, std::min(half, p.z))};
    }
    [[nodiscard]] SolidEntry enter_end(const SolidLine& line, const ray_solids::AxisLine& axis,
                                       double end) const noexcept {
        const Vec3 from{line.start.x, line.start.y, line.start.z - end};
        SolidEntry entry = ray_solids::enter_ball(line, from, radius);
        if (entry.kind == SolidEntry::Kind::guess) {
            entry.height = radius + half * std::abs(entry.normal.z);
            return entry;
        }
        if (entry.kind == SolidEntry::Kind::unsure) return entry;
        // The squared distance of the line from points of the axis is convex along the axis, and not falling
        // inwards from the end: no point of the axis is closer. Its curvature has to be larger than
        // roundings, and the line's nearest point beyond the end by more than them, unless the lines are
        // exactly parallel.
        if (axis.slope_sq == 0) return entry;
        const double slope_sq = length_sq(line.slope);
        const double nearest_z = from.z - dot(from, line.slope) / slope_sq * line.slope.z;
        const bool curved = axis.slope_sq > 1e-6 * slope_sq;
        return curved && nearest_z * std::copysign(1.0, end) >= line.slack ? entry : SolidEntry::unsure();
    }
};

/// { sqrt(x² + y²) <= k (half - z), z >= -half }: the first is the nappe.
struct ConeRay {
    static constexpr bool kTurned = true;
    double radius = 0;
    double half = 0;
    double k = 0;
    double normal_r = 0;  ///< Unit normal of the slant.
    double normal_z = 0;

    explicit ConeRay(const Shape& shape) noexcept : radius(shape.values()[0]), half(shape.values()[1]) {
        k = radius / (2 * half);
        normal_r = 1 / std::sqrt(1 + k * k);
        normal_z = k * normal_r;
    }
    [[nodiscard]] bool holds(const Vec3& p, double slack) const noexcept {
        const double reached = nappe_radius(p.z) - slack / normal_r;
        return p.z >= slack - half && reached > 0 &&
               ray_solids::squared(p.x) + ray_solids::squared(p.y) <= ray_solids::squared(reached);
    }
    [[nodiscard]] SolidEntry enter(const SolidLine& line) const noexcept {
        // Disks, segments and needles are left to others.
        if (!(k > 1e-6 && k < 1e6)) return SolidEntry::unsure();
        const ray_solids::AxisLine axis(line);
        if (starts_beyond(line, axis) || passes_nappe(line, axis)) return SolidEntry::miss();
        NappeTimes nappe;
        if (!find_nappe_times(line, axis, nappe)) return SolidEntry::unsure();
        const double base = (-half - line.start.z) / line.slope.z;
        const bool up = line.slope.z > 0;
        const double base_in = up ? base : -kInfinity, base_out = up || line.slope.z == 0 ? kInfinity : base;
        if (nappe.in > base_out) return missed_below(line, 0.5 * (nappe.in + base_out), 1);
        if (base_in > nappe.out) return missed_below(line, 0.5 * (base_in + nappe.out), -1);
        if (base_in >= nappe.in) return {SolidEntry::Kind::guess, base_in, {0, 0, -1}, half};
        const Vec3 p = line.at(nappe.in);
        const double rho = std::sqrt(ray_solids::squared(p.x) + ray_solids::squared(p.y));
        if (!(rho > 0)) return SolidEntry::unsure();
        const double share = normal_r / rho;
        return {SolidEntry::Kind::guess, nappe.in, {p.x * share, p.y * share, normal_z}, half * normal_z};
    }

private:
    struct NappeTimes {
        double in = -kInfinity;
        double out = kInfinity;
    };

    [[nodiscard]] double nappe_radius(double z) const noexcept { return k * (half - z); }

    /// Beyond the nappe by more than the slack, and moving away from it (order -1) or towards it (1). Not on
    /// the axis, where the direction of both is not defined.
    [[nodiscard]] bool out_of_nappe(const Vec3& p, double along, const Vec3& slope, double slack,
                                    double order) const noexcept {
        const double rho = std::sqrt(ray_solids::squared(p.x) + ray_solids::squared(p.y));
        return rho > 0 && rho > nappe_radius(p.z) + slack / normal_r &&
               order * (along + k * slope.z * rho) <= 0;
    }
    [[nodiscard]] bool starts_beyond(const SolidLine& line, const ray_solids::AxisLine& axis) const noexcept {
        if (line.slope.z <= 0 && line.start.z < -(half + line.slack)) return true;
        if (line.slope.z >= 0 && line.start.z > half + line.slack) return true;
        return out_of_nappe(line.start, axis.along, line.slope, line.slack, -1);
    }
    /// Where it is nearest to the axis, and flatter than the slant, the least height of the line over the
    /// nappe is the distance from the axis times sqrt(1 - k² z'² / |xy'|²), less the nappe's radius.
    [[nodiscard]] bool passes_nappe(const SolidLine& line, const ray_solids::AxisLine& axis) const noexcept {
        using ray_solids::squared;
        const double flatter = axis.slope_sq - squared(k * line.slope.z);
        if (!(flatter > 0.25 * axis.slope_sq)) return false;
        const double t = -axis.along / axis.slope_sq;
        const double reached = nappe_radius(line.start.z + t * line.slope.z) + line.slack / normal_r;
        return reached < 0 || squared(axis.across) * flatter > squared(reached * axis.slope_sq);
    }
    /// Roots of A t² + 2 B t + C with the discriminant B² - A C by differences of products, so that it
    /// cancels no digits of its own. False where there are none.
    [[nodiscard]] bool find_nappe_times(const SolidLine& line, const ray_solids::AxisLine& axis,
                                        NappeTimes& times) const noexcept {
        using ray_solids::squared;
        const double q = half - line.start.z, dq = -line.slope.z;
        const double discriminant = k * k *
                                        (squared(line.start.x * dq - q * line.slope.x) +
                                         squared(line.start.y * dq - q * line.slope.y)) -
                                    squared(axis.across);
        if (!(discriminant > 0)) return false;
        const double root = std::sqrt(discriminant);
        const double a = axis.slope_sq - squared(k * dq);
        const double b = axis.along - k * k * q * dq;
        const double c = axis.start_sq - squared(k * q);
        const double first = b < 0 ? c / (root - b) : (-b - root) / a;
        const double second = b < 0 ? (root - b) / a : c / (-b - root);
        if (a > 0) {
            if (!(q + dq * 0.5 * (first + second) > 0)) return false;  // above the apex
            times = {first, second};
        } else if (dq > 0) {
            times.in = first;
        } else {
            times.out = second;
        }
        return true;
    }
    /// At time m the line is below the base, and before that it approached the nappe (order 1) or after that
    /// it moves away from it (-1).
    [[nodiscard]] SolidEntry missed_below(const SolidLine& line, double m, double order) const noexcept {
        const Vec3 p = line.at(m);
        const double slack = line.slack_at(m);
        // Of the line through the rounded point: the sum over the given line cancels where m is large.
        const double along = p.x * line.slope.x + p.y * line.slope.y;
        const bool missed = p.z <= -(half + slack) && out_of_nappe(p, along, line.slope, slack, order);
        return missed ? SolidEntry::miss() : SolidEntry::unsure();
    }
};

}  // namespace graze
