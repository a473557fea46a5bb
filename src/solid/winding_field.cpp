// Groups of eight neighbours in the tree's order, and groups of eight of those, up to one. With F(x) = (x -
// p) / |x - p|³ the solid angle of a surface is the integral of n · F. The derivative of F is no larger than
// 2 / |x - p|³, so that the area vector times F at the middle is off by no more than 2 · area · radius /
// (distance - radius)³.
#include "graze/solid/inside.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "mesh/topology.hpp"
#include "solid/side_of.hpp"

namespace graze {
namespace {

constexpr std::size_t kFan = 8;

/// 1 / (4 π) of an angle, rounded outward.
constexpr Interval kFullAngle{next_below(0.25 * std::numbers::inv_pi),
                              next_above(0.25 * std::numbers::inv_pi)};

/// Angles of the points (x, y) of a box that does not reach the negative x axis; else all.
Interval angles(const Interval& y, const Interval& x) noexcept {
    const Interval all{-next_above(std::numbers::pi), next_above(std::numbers::pi)};
    if (x.lower <= 0 && y.contains(0.0)) return all;
    Interval found{std::atan2(y.lower, x.lower), std::atan2(y.lower, x.lower)};
    for (const double angle :
         {std::atan2(y.lower, x.upper), std::atan2(y.upper, x.lower), std::atan2(y.upper, x.upper)})
        found = hull(found, angle);
    // The C library is off by no more than two units in the last place.
    for (int i = 0; i < 2; ++i) found = {next_below(found.lower), next_above(found.upper)};
    return std::isnan(found.lower) || std::isnan(found.upper) ? all : found;
}

/// The solid angle that the triangle subtends at the origin, wherever it is.
Interval careful_angle(const IntervalVec3& a, const IntervalVec3& b, const IntervalVec3& c) noexcept {
    const Interval la = norm(a), lb = norm(b), lc = norm(c);
    const Interval x = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    return Interval(2) * angles(dot(a, cross(b, c)), x);
}

/// The same in plain numbers, with a bound of its error; empty where that is no use. The corners are off by
/// `spread` and one rounding.
struct Angle {
    double value = 0;
    double error = 0;
};
std::optional<Angle> quick_angle(const Vec3& a, const Vec3& b, const Vec3& c, double spread) noexcept {
    const double la = length(a), lb = length(b), lc = length(c), volume = la * lb * lc;
    const double y = dot(a, cross(b, c)), x = volume + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    // Relative to the product of the lengths, each of the four terms carries the relative errors of three
    // vectors, their products (below a quarter more, for the errors are small where this is of use), and
    // about ten roundings.
    const double error = 5 * volume * (3 * (kEps + spread / std::min({la, lb, lc})) + 16 * kEps);
    const double reach = std::sqrt(x * x + y * y);
    if (!(8 * error < reach) || !std::isfinite(reach) || (x < 0 && std::abs(y) <= 2 * error))
        return std::nullopt;
    // Both are off by the error: the angle by arcsin of sqrt 2 of it, which is at most 1.02 times as large
    // below 1/4. Twice the angle counts.
    return Angle{2 * std::atan2(y, x), 2 * (1.5 * error / reach + 8 * kEps)};
}

/// The power of two that brings lengths of the mesh near 1: products of three served lengths stay in range.
double unit_of(double reach) noexcept {
    return reach > 0 && std::isfinite(reach) ? std::ldexp(1, -std::ilogb(reach)) : 1;
}

}  // namespace

/// One evaluation: in the mesh's frame, lengths multiplied by `scale`.
struct WindingField::Search {
    IntervalVec3 point{};
    Vec3 centre{};      ///< The middle of the box `point`.
    double spread = 0;  ///< No member of the box is farther from `centre`.
    double scale = 1;
    double density = 0;  ///< Error that a group of triangles may add, by unit of its area.
    double sum = 0;      ///< Sum of solid angles so far.
    double error = 0;    ///< Error bound of `sum`.

    void count(double angle, double its_error) noexcept {
        sum += angle;
        error += its_error + kEps * std::abs(sum);
    }
};

bool is_closed(const MeshData& mesh) {
    bool balanced = !mesh.triangles.empty();
    const EdgeTable edges(mesh.triangles.copied(), first_at_place(mesh.vertices));
    edges.for_each_edge([&](std::uint32_t, std::uint32_t, std::span<const EdgeUse> uses) {
        const auto upward =
            std::count_if(uses.begin(), uses.end(), [](const EdgeUse& use) { return use.upward(); });
        balanced = balanced && 2 * static_cast<std::size_t>(upward) == uses.size();
    });
    return balanced;
}

WindingField::Group WindingField::group_of_slots(std::size_t first, std::size_t end) const {
    const double scale = unit_of(mesh_->reach);
    Group group;
    Aabb box;
    for (std::size_t s = first; s < end; ++s) {
        const Triangle t = mesh_->triangle_in_slot(s);
        const Vec3 ab = scale * (t.b - t.a), ac = scale * (t.c - t.a);
        group.area += 0.5 * cross(ab, ac);
        group.size += 0.5 * length(cross(ab, ac));
        // Roundings of the sides, of the products, and of adding up eight at each of some ten levels: below
        // 128 units.
        group.error += 128 * kEps * length(ab) * length(ac);
        for (const Vec3& v : {t.a, t.b, t.c}) box = merge(box, {scale * v, scale * v});
    }
    group.size += group.error;
    group.middle = centre(box);
    group.radius = length(half_extents(box)) * (1 + 8 * kEps);
    return group;
}

WindingField::Group WindingField::group_of_groups(std::size_t first, std::size_t end) const {
    Group group;
    Aabb box;
    for (std::size_t g = first; g < end; ++g) {
        const Group& child = groups_[g];
        group.area += child.area;
        group.size += child.size;
        group.error += child.error;
        box = merge(box, aabb_around(child.middle, {child.radius, child.radius, child.radius}));
    }
    group.size *= 1 + 16 * kEps;
    group.error *= 1 + 16 * kEps;
    group.middle = centre(box);
    for (std::size_t g = first; g < end; ++g)
        group.radius = std::max(
            group.radius, (length(groups_[g].middle - group.middle) + groups_[g].radius) * (1 + 8 * kEps));
    return group;
}

WindingField::WindingField(const MeshData& mesh) : mesh_(&mesh) {
    const std::size_t count = mesh.triangles.size();
    starts_.push_back(0);
    for (std::size_t first = 0; first < count; first += kFan)
        groups_.push_back(group_of_slots(first, std::min(count, first + kFan)));
    for (std::size_t level = 0; groups_.size() - starts_[level] > 1; ++level) {
        const std::size_t end = groups_.size();
        starts_.push_back(end);
        for (std::size_t first = starts_[level]; first < end; first += kFan)
            groups_.push_back(group_of_groups(first, std::min(end, first + kFan)));
    }
    starts_.push_back(groups_.size());
}

void WindingField::add(Search& search, std::size_t level, std::size_t number) const noexcept {
    const Group& group = groups_[starts_[level] + number];
    const Vec3 to = group.middle - search.centre;
    const double distance = length(to), radius = group.radius + search.spread;
    const double least = (distance - radius) * (1 - 16 * kEps);
    const double cube = least * least * least;
    if (least > radius && 2 * radius <= search.density * cube) {
        const double left_out = (2 * group.size * radius / cube + 2 * group.error / (least * least) +
                                 64 * kEps * length(group.area) / (distance * distance)) *
                                (1 + 64 * kEps);
        search.count(dot(group.area, to) / (distance * distance * distance), left_out);
        return;
    }
    if (level > 0) {
        const std::size_t end = std::min(count(level - 1), (number + 1) * kFan);
        for (std::size_t child = number * kFan; child < end; ++child) add(search, level - 1, child);
        return;
    }
    const std::size_t end = std::min(mesh_->triangles.size(), (number + 1) * kFan);
    for (std::size_t s = number * kFan; s < end; ++s) {
        const Triangle t = mesh_->triangle_in_slot(s);
        const auto from = [&](const Vec3& v) { return search.scale * v - search.centre; };
        if (const std::optional<Angle> angle = quick_angle(from(t.a), from(t.b), from(t.c), search.spread)) {
            search.count(angle->value, angle->error);
            continue;
        }
        const auto relative = [&](const Vec3& v) { return enclose(search.scale * v) - search.point; };
        const Interval angle = careful_angle(relative(t.a), relative(t.b), relative(t.c));
        search.count(angle.middle(), 0.5 * angle.width() + 4 * kEps);
    }
}

Interval WindingField::at(const Pose& pose, const Vec3& point, double width) const noexcept {
    IntervalVec3 local = local_enclosure(pose, {nullptr, point});
    Search search;
    search.scale = unit_of(mesh_->reach);
    for (std::size_t i = 0; i < 3; ++i) {
        local[i] = local[i] * Interval(search.scale);
        if (!std::isfinite(local[i].lower) || !std::isfinite(local[i].upper)) return Interval::everything();
    }
    search.point = local;
    search.centre = middle(local);
    for (std::size_t i = 0; i < 3; ++i) search.spread += local[i].upper - local[i].lower;
    const std::size_t top = starts_.size() - 2;
    // Half of the width to either side, shared out by area.
    search.density = 4 * std::numbers::pi * 0.5 * width / groups_[starts_[top]].size;
    add(search, top, 0);
    return widened(Interval(search.sum), search.error * (1 + 1e-6)) * kFullAngle;
}

}  // namespace graze
