// Ways out of solids, in doubles: contacts need no proof of their own, `verify` looks at both of their ends.
#include "query/composite_contacts_corner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "convex/manifold.hpp"
#include "mesh/surface_distance.hpp"

namespace graze {
namespace {

/// Corners looked at, at most: each takes a microsecond or two.
constexpr std::size_t kMostCorners = 4096;

/// The sides of a contact whose corner is inside of a solid.
struct Sides {
    const PlacedParts& solid;
    const PlacedParts& inner;
    bool of_b;  ///< The corner belongs to b.

    Sides(const ContactScene& scene, bool corner_of_b) noexcept
        : solid(corner_of_b ? scene.pairs.a : scene.pairs.b), inner(corner_of_b ? scene.pairs.b : scene.pairs.a), of_b(corner_of_b) {}

    /// Corners of triangles lack the margin of their mesh; points of other parts have it.
    [[nodiscard]] double corner_margin() const noexcept { return inner.made_of_triangles() ? inner.margin() : 0; }
};

struct Exit {
    double t = std::numeric_limits<double>::infinity();
    std::uint32_t part = 0;
};

/// The first triangle that a ray of the solid's frame meets. Edges belong to both of their triangles, and a little beyond, so that no ray
/// slips through.
std::optional<Exit> first_triangle(const PlacedParts& solid, const Vec3& origin, const Vec3& direction) noexcept {
    constexpr double kEdge = 1e-9;  // of an edge: far above the rounding of these products, far below what a contact shows
    Exit found;
    visit_ray(*solid.tree(), RaySegment{.origin = origin, .direction = direction}, [&](LeafSlots leaf, double, double& limit) {
        for (const std::uint32_t part : solid.tree()->primitives(leaf)) {
            const Triangle t = solid.triangle(part);
            const Vec3 e = t.b - t.a;
            const Vec3 f = t.c - t.a;
            const Vec3 across = cross(direction, f);
            const double whole = dot(e, across);
            const Vec3 from = origin - t.a;
            const Vec3 turned = cross(from, e);
            const double u = dot(from, across) / whole;
            const double v = dot(direction, turned) / whole;
            const double at = dot(f, turned) / whole;
            // False for NaN, which triangles along the ray give.
            if (u >= -kEdge && v >= -kEdge && u + v <= 1 + kEdge && at >= 0 && at < found.t) found = {at, part};
        }
        limit = std::min(limit, found.t);
        return Continue::yes;
    });
    return std::isfinite(found.t) ? std::optional(found) : std::nullopt;
}

/// The point of a contact from the corner to a place of the solid's surface, `way` along the way out.
void set_point(const Sides& sides, double way, LocalContact& contact) {
    const double beyond = sides.solid.margin();
    const double before = sides.corner_margin();
    const Vec3 out = sides.of_b ? contact.normal : -contact.normal;
    const std::uint32_t face = feature_name(FeatureKind::face, 0);
    const std::uint64_t feature = sides.of_b ? feature_pair(face, contact.corner_name) : feature_pair(contact.corner_name, face);
    contact.depth = way + beyond + before;
    contact.points = {{contact.corner + (0.5 * (way + beyond - before)) * out, contact.depth, feature, 0, 0}};
}

struct Corner {
    Vec3 local{};
    std::uint32_t part = 0;
    std::uint32_t index = 0;
};

/// Of the triangles in the solid's box, one of each place.
std::vector<Corner> corners_in_box(const Sides& sides) {
    const Pose solid_in_inner = relative(sides.inner.placed.pose, sides.solid.placed.pose);
    const Pose inner_in_solid = relative(sides.solid.placed.pose, sides.inner.placed.pose);
    const Aabb box = transformed(sides.solid.bounds(), Affine::from(solid_in_inner));
    std::vector<Corner> corners;
    visit_box(*sides.inner.tree(), box, [&](LeafSlots leaf) {
        for (const std::uint32_t part : sides.inner.tree()->primitives(leaf)) {
            const Triangle t = sides.inner.triangle(part);
            std::uint32_t index = 0;
            for (const Vec3& corner : {t.a, t.b, t.c}) {
                // What a rounding leaves out is no deeper than that.
                if (contains(sides.solid.bounds(), inner_in_solid * corner)) corners.push_back({corner, part, index});
                ++index;
            }
        }
        return Continue::yes;
    });
    const auto place = [](const Corner& c) { return std::tie(c.local.x, c.local.y, c.local.z); };
    std::sort(corners.begin(), corners.end(), [&](const Corner& x, const Corner& y) {
        return std::tuple_cat(place(x), std::tie(x.part, x.index)) < std::tuple_cat(place(y), std::tie(y.part, y.index));
    });
    corners.erase(std::unique(corners.begin(), corners.end(), [&](const Corner& x, const Corner& y) { return place(x) == place(y); }),
                  corners.end());
    return corners;
}

}  // namespace

void leave_solid(const ContactScene& scene, LocalContact& contact) {
    const Sides sides(scene, contact.kind == LocalContact::Kind::corner_of_b);
    const Pose& pose = sides.solid.placed.pose;
    const Vec3 out = sides.of_b ? contact.normal : -contact.normal;
    const std::optional<Exit> exit =
        first_triangle(sides.solid, transpose_times(pose.rotation, contact.corner - pose.position), transpose_times(pose.rotation, out));
    if (!exit) return;
    (sides.of_b ? contact.parts.a : contact.parts.b) = exit->part;
    set_point(sides, exit->t, contact);
}

std::vector<LocalContact> corners_inside(const ContactScene& scene, bool of_b) {
    const Sides sides(scene, of_b);
    const std::vector<Corner> corners = corners_in_box(sides);
    const std::size_t step = 1 + corners.size() / (kMostCorners + 1);
    std::vector<LocalContact> found;
    for (std::size_t i = 0; i < corners.size(); i += step) {
        const Vec3 at = sides.inner.placed.pose * corners[i].local;
        const PointDistance nearest = distance_from_point(sides.solid.placed, at);
        const Vec3 way = nearest.nearest - at;
        if (nearest.side != PointSide::inside || !(length(way) > scene.tolerance)) continue;
        LocalContact contact;
        contact.kind = of_b ? LocalContact::Kind::corner_of_b : LocalContact::Kind::corner_of_a;
        contact.parts = of_b ? PartPair{nearest.part, corners[i].part} : PartPair{corners[i].part, nearest.part};
        contact.normal = of_b ? unit(way) : -unit(way);
        contact.corner = at;
        contact.corner_name = feature_name(FeatureKind::vertex, corners[i].index);
        set_point(sides, length(way), contact);
        found.push_back(std::move(contact));
    }
    return found;
}

std::vector<LocalContact> parts_inside(const ContactScene& scene, bool of_b) {
    const Sides sides(scene, of_b);
    std::vector<LocalContact> found;
    for (std::uint32_t i = 0; i < sides.inner.count(); ++i) {
        const Placed part = placed_part(sides.inner, i);
        const Vec3 middle = part.pose * part.shape.centre();
        const PointDistance nearest = distance_from_point(sides.solid.placed, middle);
        if (nearest.side != PointSide::inside) continue;
        const Vec3 out = nearest.nearest == middle ? placed_normal(sides.solid, nearest.part) : unit(nearest.nearest - middle);
        LocalContact contact;
        contact.kind = of_b ? LocalContact::Kind::corner_of_b : LocalContact::Kind::corner_of_a;
        contact.parts = of_b ? PartPair{nearest.part, i} : PartPair{i, nearest.part};
        contact.normal = of_b ? out : -out;
        contact.corner = part.pose * support(part.shape, transpose_times(part.pose.rotation, -out));
        contact.corner_name = feature_name(FeatureKind::face, 0);
        leave_solid(scene, contact);
        if (!contact.points.empty()) found.push_back(std::move(contact));
    }
    return found;
}

}  // namespace graze
