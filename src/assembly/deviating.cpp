#include "assembly/deviating.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/query/query.hpp"

namespace graze {
namespace {

/// Points of each mesh at which the depth is computed, evenly selected: each takes some microseconds.
constexpr std::size_t kPointsOfMesh = 300;

bool has_inside(const Shape& shape) {
    const MeshData* mesh = mesh_data(shape);
    return mesh == nullptr ? shape.type() != ShapeType::height_field : mesh->options.kind == MeshKind::solid;
}

/// A point with how deep it certainly is inside of each part, in the order of the clash; not when negative.
struct SharedPoint {
    Vec3 point{};
    double depth = -1;  ///< The least translation that parts balls about it, of any parts within deviation.
};

class Search {
public:
    Search(PartIndex a, PartIndex b, const PartBoxes& parts) : a_(a), b_(b), parts_(parts) {}

    std::optional<SharedPoint> run(const std::vector<ContactManifold>& manifolds) {
        if (!has_inside(shape(a_)) || !has_inside(shape(b_))) return std::nullopt;
        for (const ContactManifold& manifold : manifolds) {
            for (const ContactPoint& contact : manifold.points) try_inside(contact.position);
        }
        try_surface(a_, b_);
        try_surface(b_, a_);
        return best_.depth > 0 ? std::optional(best_) : std::nullopt;
    }

private:
    [[nodiscard]] const Shape& shape(PartIndex part) const { return parts_.placed(part).shape; }
    [[nodiscard]] double deviation(PartIndex part) const { return parts_.parts[part].deviation.bound; }

    /// How deep the point is inside of any part within deviation. May be negative.
    [[nodiscard]] double depth_in(PartIndex part, const Vec3& point) const {
        const Interval distance = signed_distance(parts_.placed(part), point);
        return (-Interval{distance.upper} - Interval{deviation(part)}).lower;
    }

    void keep(const Vec3& point, double depth) {
        if (depth > best_.depth) best_ = {point, depth};
    }

    /// Inside of both, so balls about it are too.
    void try_inside(const Vec3& point) {
        const double in_a = depth_in(a_, point);
        if (!(in_a > 0)) return;
        const double in_b = depth_in(b_, point);
        if (in_b > 0) keep(point, (Interval{in_a} + Interval{in_b}).lower);
    }

    /// Points of a part's mesh inside of the other part: the part's own surface is no farther from them than
    /// its deviation, and interior points of it are next to that.
    void try_surface(PartIndex skin, PartIndex solid) {
        const MeshData* mesh = mesh_data(shape(skin));
        if (mesh == nullptr || shape(skin).margin() > 0) return;
        const Aabb region = intersection(parts_.boxes[a_], parts_.boxes[b_]);
        const Pose& pose = parts_.placed(skin).pose;
        std::vector<Vec3> points;
        for (const auto& corners : mesh->triangles) {
            const Triangle t = mesh->triangle(corners);
            const std::array<Vec3, 3> on{pose * t.a, pose * t.b, pose * t.c};
            const std::array<Vec3, 5> tried{on[0], (1 / 3.0) * (on[0] + on[1] + on[2]), 0.5 * (on[0] + on[1]),
                                            0.5 * (on[1] + on[2]), 0.5 * (on[2] + on[0])};
            for (const Vec3& p : tried) {
                if (contains(region, p)) points.push_back(p);
            }
        }
        const double own = deviation(skin) +
                           8 * std::numeric_limits<double>::epsilon() * (length(pose.position) + mesh->reach);
        const std::size_t count = std::min(points.size(), kPointsOfMesh);
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3& point = points[i * points.size() / count];
            keep(point, (Interval{depth_in(solid, point)} - Interval{own}).lower);
        }
    }

    PartIndex a_;
    PartIndex b_;
    const PartBoxes& parts_;
    SharedPoint best_;
};

/// A translation that parts the boxes of the shapes, and the parts with the deviation of both. Infinite for
/// shapes without end.
double separating_length(const Aabb& a, const Aabb& b, double deviation) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval up = Interval{a.max[i]} - Interval{b.min[i]};
        const Interval down = Interval{b.max[i]} - Interval{a.min[i]};
        least = std::min({least, up.upper, down.upper});
    }
    return (Interval{least} + Interval{deviation}).upper;
}

/// Of identical shapes at one place there are as many as the shape has edges: they are left out.
std::vector<ContactManifold> contacts_of(PartIndex a, PartIndex b, const PartBoxes& parts) {
    const Placed& first = parts.placed(a);
    const Placed& second = parts.placed(b);
    if (first.shape.payload() != nullptr && first.shape.payload() == second.shape.payload() &&
        first.pose == second.pose)
        return {};
    return contact_manifolds(first, second);
}

/// A gap is wider than that of the shapes by no more than the deviations. But a depth may be more than that
/// of the shapes by any length: where the shape of a pin leaves the hole by a little shift, the pin itself
/// may leave it at the end only.
Undecided between(PartIndex a, PartIndex b, const PartBoxes& parts, double gap) {
    const Deviation both = deviation_of(parts, a, b);
    Undecided found;
    found.a = a;
    found.b = b;
    found.meant.deviation = both.bound;
    found.meant.estimated = both.estimated;
    found.meant.distance = {std::min(0.0, -separating_length(parts.boxes[a], parts.boxes[b], both.bound)),
                            (Interval{std::max(0.0, gap)} + Interval{both.bound}).upper};
    return found;
}

}  // namespace

Deviation deviation_of(const PartBoxes& parts, PartIndex a, PartIndex b) {
    const Deviation& first = parts.parts[a].deviation;
    const Deviation& second = parts.parts[b].deviation;
    if (first.bound == 0 && second.bound == 0) return {0, first.estimated || second.estimated};
    return {(Interval{first.bound} + Interval{second.bound}).upper, first.estimated || second.estimated};
}

void add_meant(Clash& clash, const PartBoxes& parts) {
    const Deviation both = deviation_of(parts, clash.a, clash.b);
    if (both.bound == 0) return;
    std::vector<ContactManifold> manifolds = clash.manifolds;
    if (manifolds.empty()) manifolds = contacts_of(clash.a, clash.b, parts);
    const std::optional<SharedPoint> common = Search(clash.a, clash.b, parts).run(manifolds);
    clash.meant.deviation = both.bound;
    clash.meant.estimated = both.estimated;
    clash.meant.common = common ? common->point : Vec3{};
    double upper = separating_length(parts.boxes[clash.a], parts.boxes[clash.b], both.bound);
    // Convex shapes part along a direction, and so do the parts when they move on by their deviations.
    if (parts.placed(clash.a).shape.convex() && parts.placed(clash.b).shape.convex())
        upper = std::min(upper, (Interval{both.bound} - Interval{clash.separation.distance.lower}).upper);
    clash.meant.distance = {-upper, common ? -common->depth : 0};
}

std::optional<Undecided> undecided_overlap(PartIndex a, PartIndex b, const PartBoxes& parts) {
    const Deviation both = deviation_of(parts, a, b);
    if (both.bound == 0) return std::nullopt;
    const std::vector<ContactManifold> manifolds = contacts_of(a, b, parts);
    if (Search(a, b, parts).run(manifolds)) return std::nullopt;
    Undecided found = between(a, b, parts, 0);
    found.shapes = {-std::numeric_limits<double>::infinity(), 0};
    found.point = centre(intersection(parts.boxes[a], parts.boxes[b]));
    for (const ContactManifold& manifold : manifolds) {
        if (!manifold.points.empty()) found.point = manifold.points[0].position;
    }
    return found;
}

Meant widened(const Interval& distance, const Deviation& both) {
    return {both.bound, both.estimated, distance + Interval{-both.bound, both.bound}, {}};
}

Undecided undecided(PartIndex a, PartIndex b, const Separation& gap, const PartBoxes& parts) {
    Undecided found = between(a, b, parts, gap.distance.upper);
    found.shapes = gap.distance;
    found.point = 0.5 * (gap.point_a + gap.point_b);
    return found;
}

}  // namespace graze
