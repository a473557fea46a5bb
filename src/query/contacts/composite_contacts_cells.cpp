// Triangles of one side inside of the other, a solid, whose corners and edges are all on the solid's surface
// or outside, as the walls of a box with the same height as the solid. The solid's surface divides such a
// triangle into cells. Every cell has a border: an edge of the triangle, an edge of the surface in its plane,
// or a segment where both cross. The middle of the chord across the cell, at a right angle from the middle of
// the border, is inside of the cell.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "convex/manifold/manifold.hpp"
#include "query/composite/composite.hpp"
#include "query/contacts/composite_contacts_corner.hpp"
#include "query/contacts/composite_contacts_exit.hpp"

namespace graze {
namespace {

/// Points that are tried, at most: each takes a microsecond or two.
constexpr std::size_t kMostPoints = 4096;

/// A segment that may bound a cell of a triangle of the inner side.
struct Border {
    std::uint32_t part = 0;
    Segment segment{};  ///< World frame, in the triangle up to rounding.
};

std::array<Vec3, 3> placed_corners(const PlacedParts& side, std::uint32_t part) noexcept {
    const Triangle t = side.triangle(part);
    const Pose& pose = side.placed.pose;
    return {pose * t.a, pose * t.b, pose * t.c};
}

/// A triangle of the inner side in the world.
class CellTriangle {
public:
    CellTriangle(const PlacedParts& inner, std::uint32_t part)
        : corners_(placed_corners(inner, part)), normal_(placed_normal(inner, part)) {}

    [[nodiscard]] Vec3 middle() const noexcept {
        return (corners_[0] + corners_[1] + corners_[2]) * (1.0 / 3);
    }
    [[nodiscard]] Segment edge(std::size_t i) const noexcept { return {corners_[i], corners_[(i + 1) % 3]}; }

    /// What of a segment is in the triangle; none when an end is farther than `tolerance` from its plane.
    [[nodiscard]] std::optional<Segment> clipped(const Segment& s, double tolerance) const noexcept {
        if (std::abs(dot(normal_, s.a - corners_[0])) > tolerance ||
            std::abs(dot(normal_, s.b - corners_[0])) > tolerance)
            return std::nullopt;
        double first = 0;
        double last = 1;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 outward = cross(corners_[(i + 1) % 3] - corners_[i], normal_);
            const double clearance = dot(outward, corners_[i] - s.a);
            const double speed = dot(outward, s.b - s.a);
            if (speed > 0) last = std::min(last, clearance / speed);
            if (speed < 0) first = std::max(first, clearance / speed);
            if (speed == 0 && clearance < 0) return std::nullopt;
        }
        if (!(first < last)) return std::nullopt;
        return Segment{s.a + first * (s.b - s.a), s.a + last * (s.b - s.a)};
    }

    /// Halfway across the cell beside a border.
    [[nodiscard]] std::optional<Vec3> beside(const PlacedParts& solid, const Segment& border, bool left,
                                             WorkBudget* work) const noexcept {
        const Vec3 along = border.b - border.a;
        if (along == Vec3{}) return std::nullopt;
        const Vec3 across = unit(cross(normal_, unit(along))) * (left ? 1.0 : -1.0);
        const Vec3 from = 0.5 * (border.a + border.b);
        double distance = distance_to_edge(from, across);
        const Pose& pose = solid.placed.pose;
        // The border itself is at 0, up to rounding.
        const std::optional<SolidExit> next =
            first_triangle(solid,
                           {transpose_times(pose.rotation, from - pose.position),
                            transpose_times(pose.rotation, across), 1e-9 * length(along)},
                           work);
        if (next) distance = std::min(distance, next->t);
        return std::isfinite(distance) ? std::optional(from + (0.5 * distance) * across) : std::nullopt;
    }

private:
    /// How far a direction in the plane of the triangle leads from one of its points.
    [[nodiscard]] double distance_to_edge(const Vec3& from, const Vec3& direction) const noexcept {
        double distance = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 outward = cross(corners_[(i + 1) % 3] - corners_[i], normal_);
            const double speed = dot(outward, direction);
            if (speed > 0)
                distance = std::min(distance, std::max(0.0, dot(outward, corners_[i] - from) / speed));
        }
        return distance;
    }

    std::array<Vec3, 3> corners_{};
    Vec3 normal_{};
};

/// Of the triangles that the solid's surface comes near, by growing part.
std::vector<Border> borders_of(const ContactScene& scene, const SolidSides& sides) {
    std::vector<Border> borders;
    const auto add_edges = [&](std::uint32_t inner, std::uint32_t outer) {
        const CellTriangle cell(sides.inner, inner);
        const std::array<Vec3, 3> at = placed_corners(sides.solid, outer);
        for (std::size_t i = 0; i < 3; ++i) {
            if (const auto segment = cell.clipped({at[i], at[(i + 1) % 3]}, scene.tolerance))
                borders.push_back({inner, *segment});
        }
        if (borders.empty() || borders.back().part != inner) borders.push_back({inner, cell.edge(0)});
    };
    visit_close_parts(scene.pairs, scene.tolerance, [&](std::uint32_t i, std::uint32_t j) {
        spend(scene.pairs.work, work::kTrianglePair);
        sides.of_b ? add_edges(j, i) : add_edges(i, j);
        return Continue::yes;
    });
    for (const TrianglePair& pair : intersecting_triangles(scene.pairs)) {
        const std::uint32_t inner = sides.of_b ? pair.triangle_b : pair.triangle_a;
        // Of triangles almost in one plane the segment may be far from both.
        if (const auto segment = CellTriangle(sides.inner, inner).clipped(pair.segment, scene.tolerance))
            borders.push_back({inner, *segment});
    }
    std::stable_sort(borders.begin(), borders.end(),
                     [](const Border& x, const Border& y) { return x.part < y.part; });
    return borders;
}

}  // namespace

std::vector<LocalContact> cells_inside(const ContactScene& scene, bool of_b) {
    const SolidSides sides(scene, of_b);
    WorkBudget* work = scene.pairs.work;
    const std::vector<Border> borders = borders_of(scene, sides);
    const std::size_t step = 1 + borders.size() / (kMostPoints + 1);
    std::vector<LocalContact> found;
    for (std::size_t i = 0; i < borders.size() && !spent(work); i += step) {
        const CellTriangle cell(sides.inner, borders[i].part);
        const auto add = [&](const std::optional<Vec3>& point) {
            if (!point) return;
            const InnerPoint inner{*point, borders[i].part, feature_name(FeatureKind::face, 0)};
            if (std::optional<LocalContact> contact = contact_inside(scene, sides, inner))
                found.push_back(*std::move(contact));
        };
        if (i == 0 || borders[i - step].part != borders[i].part) {
            add(cell.middle());
            for (std::size_t k = 0; k < 3; ++k) {
                for (const bool left : {false, true}) add(cell.beside(sides.solid, cell.edge(k), left, work));
            }
        }
        for (const bool left : {false, true}) add(cell.beside(sides.solid, borders[i].segment, left, work));
    }
    return found;
}

}  // namespace graze
