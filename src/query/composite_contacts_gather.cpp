// All pairs of parts that press on each other: parts that overlap, each by the manifold of two convex shapes; corners of one surface, or
// whole parts, inside of a solid; and faces of two solids that look at each other, where surfaces only touch because they are aligned.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "convex/triangle_triangle.hpp"
#include "graze/query/mesh_query.hpp"
#include "mesh/surface_distance.hpp"
#include "query/composite.hpp"
#include "query/composite_contacts.hpp"
#include "query/composite_contacts_corner.hpp"
#include "query/contacts_along.hpp"
#include "query/triangle_candidates.hpp"

namespace graze {
namespace {

/// Faces that are compared with each other where surfaces only touch: enough for the walls of aligned boxes.
constexpr std::size_t kMostFaces = 256;

/// A pointed shape on a seam is parted from each triangle by as much less than from the plane as it is steep: this many times serves
/// points of seven degrees. Beyond it two large triangles merely reach far past each other.
constexpr double kMostTurned = 16;

/// A name within a part, as a name within the whole.
std::uint32_t name_in_whole(const PlacedParts& side, std::uint32_t part, std::uint32_t name) noexcept {
    if (side.tree() == nullptr) return name;
    // Two odd factors that mix all bits; equal names of different parts come apart.
    return (part + 1) * 0x9e3779b1U ^ name * 0x85ebca6bU;
}

/// The diagonal of a part's box across a unit direction of the world; endless for a convex shape, which is one piece anyway.
double size_across(const PlacedParts& side, std::uint32_t part, const Vec3& direction) noexcept {
    if (side.tree() == nullptr) return std::numeric_limits<double>::infinity();
    const Vec3 size = 2.0 * half_extents(side.part_box(part)) + Vec3{2, 2, 2} * side.margin();
    const double along = dot(abs(transpose_times(side.placed.pose.rotation, direction)), size);
    return std::sqrt(std::max(0.0, length_sq(size) - along * along));
}

/// Between neighbouring contacts of the same kind: corners are an edge apart, parts their own size.
double spacing_of(const PartPairs& pairs, const LocalContact& contact) noexcept {
    const double of_a = size_across(pairs.a, contact.parts.a, contact.normal);
    const double of_b = size_across(pairs.b, contact.parts.b, contact.normal);
    switch (contact.kind) {
        case LocalContact::Kind::corner_of_a: return of_a;
        case LocalContact::Kind::corner_of_b: return of_b;
        case LocalContact::Kind::parts: break;
    }
    return std::min(of_a, of_b);
}

void name_points(const PartPairs& pairs, LocalContact& contact) noexcept {
    contact.spacing = spacing_of(pairs, contact);
    for (ContactPoint& point : contact.points) {
        point.part_a = contact.parts.a;
        point.part_b = contact.parts.b;
        const auto name_a = static_cast<std::uint32_t>(point.feature >> 32);
        const auto name_b = static_cast<std::uint32_t>(point.feature);
        point.feature = feature_pair(name_in_whole(pairs.a, contact.parts.a, name_a), name_in_whole(pairs.b, contact.parts.b, name_b));
        contact.depth = std::max(contact.depth, point.depth);
    }
}

/// Parts whose boxes reach into a half-space.
std::vector<std::uint32_t> parts_below(const Placed& half_space, const PlacedParts& parts) {
    const auto reaches = [&](const Aabb& box) {
        const Vec3 half = half_extents(box) + Vec3{1, 1, 1} * parts.margin();
        return overlaps(Placed{Box{half}, parts.placed.pose * Pose::translation(centre(box))}, half_space);
    };
    const BoxTree& tree = *parts.tree();
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> nodes{0};
    while (!nodes.empty()) {
        const std::uint32_t index = nodes.back();
        nodes.pop_back();
        for (std::size_t lane = 0; lane < kNodeWidth; ++lane) {
            const std::uint32_t child = tree.nodes()[index].child[lane];
            if (child == child::kNone || !reaches(tree.lane_box(index, lane))) continue;
            if (!child::is_leaf(child)) {
                nodes.push_back(child);
                continue;
            }
            const std::span<const std::uint32_t> leaf = tree.primitives({child::leaf_first(child), child::leaf_count(child)});
            found.insert(found.end(), leaf.begin(), leaf.end());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

class Gathering {
public:
    explicit Gathering(const ContactScene& scene) : scene_(scene), pairs_(scene.pairs) {}

    void overlapping_parts() {
        if (pairs_.a.made_of_triangles() && pairs_.b.made_of_triangles() && pairs_.a.margin() == 0 && pairs_.b.margin() == 0) {
            const TriangleView view(pairs_.a.placed.pose, pairs_.b.placed.pose, pairs_.b.placed.shape.core_reach());
            visit_triangle_candidates(pairs_, view, [&](const TriangleCandidates& pair) {
                const TriangleContact how = contact(view, pair.a, pair.b);
                surfaces_meet_ = surfaces_meet_ || how != TriangleContact::disjoint;
                if (how == TriangleContact::crossing) add_parts(pair.parts);
                return Continue::yes;
            });
            return;
        }
        PairCache cache;
        visit_close_parts(pairs_, 0, [&](std::uint32_t i, std::uint32_t j) {
            if (!overlaps(placed_part(pairs_.a, i), placed_part(pairs_.b, j), &cache)) return Continue::yes;
            surfaces_meet_ = true;
            add_parts({i, j});
            return Continue::yes;
        });
    }

    void enclosed() {
        if (!surfaces_meet_ && !may_enclose()) return;
        for (const bool of_b : {false, true}) {
            if (!(of_b ? pairs_.a : pairs_.b).solid()) continue;
            const PlacedParts& side = of_b ? pairs_.b : pairs_.a;
            for (LocalContact& contact : side.made_of_triangles() ? corners_inside(scene_, of_b) : parts_inside(scene_, of_b)) {
                if (!side.made_of_triangles() && pressed(of_b, contact)) continue;
                name_points(pairs_, contact);
                if (contact.depth > scene_.tolerance) found.all.push_back(std::move(contact));
            }
        }
    }

    /// Pairs of triangles near each other whose sides face each other, as deep as the balls in both solids halfway between them say.
    void facing_faces() {
        if (!pairs_.a.solid() || !pairs_.b.solid() || !surfaces_meet_) return;
        std::vector<std::uint32_t> near_a, near_b;
        visit_close_parts(pairs_, scene_.tolerance, [&](std::uint32_t i, std::uint32_t j) {
            near_a.push_back(i);
            near_b.push_back(j);
            return Continue::yes;
        });
        for (std::vector<std::uint32_t>* near : {&near_a, &near_b}) {
            std::sort(near->begin(), near->end());
            near->erase(std::unique(near->begin(), near->end()), near->end());
            if (near->size() > kMostFaces) near->resize(kMostFaces);
        }
        for (const std::uint32_t i : near_a) {
            const Vec3 normal = placed_normal(pairs_.a, i);
            for (const std::uint32_t j : near_b) {
                if (dot(normal, placed_normal(pairs_.b, j)) <= -scene_.level.cosine) add_facing({i, j}, normal);
            }
        }
    }

    [[nodiscard]] bool reliable() const noexcept {
        return std::any_of(found.all.begin(), found.all.end(),
                           [](const LocalContact& contact) { return contact.standing < LocalContact::Standing::doubtful; });
    }

    LocalContacts found;

private:
    void add_parts(const PartPair& parts) {
        const ContactManifold manifold = contacts(placed_part(pairs_.a, parts.a), placed_part(pairs_.b, parts.b), scene_.options);
        found.upper = std::min(found.upper, manifold.distance.upper);
        LocalContact contact{LocalContact::Kind::parts, LocalContact::Standing::agreed, parts, manifold.normal, {}, 0, {}, 0, 0};
        contact.points.assign(manifold.points.begin(), manifold.points.end());
        name_points(pairs_, contact);
        if (!(contact.depth > scene_.tolerance)) return;
        keep_all_corners(contact);
        met_.push_back(parts);
        if (!surfaces_allow(pairs_, parts, contact.normal)) turn_to_face(contact);
        found.all.push_back(std::move(contact));
    }

    /// Four points may be a choice of more, good for the pair but not for the whole.
    void keep_all_corners(LocalContact& contact) const {
        if (contact.points.size() < ContactPoints{}.storage.size()) return;
        std::vector<ContactPoint> all = points_along(scene_, contact, contact.normal);
        double depth = 0;
        for (const ContactPoint& point : all) depth = std::max(depth, point.depth);
        if (depth >= contact.depth - scene_.tolerance) contact.points = std::move(all);
    }

    /// Along the normal of one of the two triangles instead, the one with less depth, if the surfaces agree with one. Else the normal
    /// stays as it is, unless it leads into a solid and one of those does not.
    void turn_to_face(LocalContact& contact) const {
        std::optional<LocalContact> agreed;
        std::optional<LocalContact> outward;
        for (const bool of_b : {false, true}) {
            std::optional<LocalContact> turned = along_face(contact, of_b);
            if (!turned) continue;
            const bool good = surfaces_allow(pairs_, contact.parts, turned->normal) && turned->depth <= kMostTurned * contact.depth;
            std::optional<LocalContact>& best = good ? agreed : outward;
            if (!best || turned->depth < best->depth) best = std::move(turned);
        }
        using Standing = LocalContact::Standing;
        const bool inward = enters_solid(pairs_, contact.parts, contact.normal);
        const Standing standing = agreed ? Standing::turned : inward && !outward ? Standing::inward : Standing::doubtful;
        if (agreed)
            contact = *std::move(agreed);
        else if (inward && outward)
            contact = *std::move(outward);
        contact.standing = standing;
    }

    /// The contact along the normal of its triangle of one side, out of solids; empty when the parts pass each other along it.
    [[nodiscard]] std::optional<LocalContact> along_face(const LocalContact& contact, bool of_b) const {
        const PlacedParts& side = of_b ? pairs_.b : pairs_.a;
        if (!side.made_of_triangles()) return std::nullopt;
        LocalContact turned = contact;
        turned.normal = placed_normal(side, of_b ? contact.parts.b : contact.parts.a);
        if (of_b) turned.normal = -turned.normal;
        if (!side.solid() && leads_astray(turned.normal, contact.parts, of_b)) turned.normal = -turned.normal;
        if (enters_solid(pairs_, contact.parts, turned.normal)) return std::nullopt;
        turned.points = points_along(scene_, contact, turned.normal);
        turned.depth = 0;
        for (const ContactPoint& point : turned.points) turned.depth = std::max(turned.depth, point.depth);
        return turned.depth > scene_.tolerance ? std::optional(std::move(turned)) : std::nullopt;
    }

    /// Whether the opposite of a skin's normal is the way to go: out of the other side, if that is a solid with a wall across it, and
    /// else the shorter one.
    [[nodiscard]] bool leads_astray(const Vec3& normal, const PartPair& parts, bool skin_is_b) const noexcept {
        const PlacedParts& other = skin_is_b ? pairs_.a : pairs_.b;
        const double out = other.solid() ? dot(normal, placed_normal(other, skin_is_b ? parts.a : parts.b)) : 0;
        if (std::abs(out) > scene_.level.sine) return skin_is_b ? out < 0 : out > 0;
        return overlap_along(pairs_, parts, normal) > overlap_along(pairs_, parts, -normal);
    }

    void add_facing(const PartPair& parts, const Vec3& normal) {
        LocalContact contact{LocalContact::Kind::parts, LocalContact::Standing::agreed, parts, normal, {}, 0, {}, 0, 0};
        contact.points = points_along(scene_, contact, normal);
        if (contact.points.empty()) return;
        Vec3 middle{};
        for (const ContactPoint& point : contact.points) {
            contact.depth = std::max(contact.depth, point.depth);
            middle += point.position * (1 / static_cast<double>(contact.points.size()));
        }
        const double room =
            std::max(0.0, -signed_distance(pairs_.a.placed, middle).upper) + std::max(0.0, -signed_distance(pairs_.b.placed, middle).upper);
        // Twice the room: a face that is pressed in at one end only has its middle half as deep.
        if (contact.depth > scene_.tolerance && contact.depth <= 2 * room) found.all.push_back(std::move(contact));
    }

    /// Surfaces that do not meet have all of their pieces inside or outside: a point of each tells. Of a soup with a piece for every triangle
    /// that would take longer than to look at the few near the solid.
    [[nodiscard]] bool may_enclose() const noexcept {
        constexpr std::uint32_t kFewPieces = 64;
        return pairs_.a.piece_count() > kFewPieces || pairs_.b.piece_count() > kFewPieces || encloses_part(pairs_);
    }

    [[nodiscard]] bool pressed(bool of_b, const LocalContact& contact) const noexcept {
        return std::any_of(met_.begin(), met_.end(),
                           [&](const PartPair& met) { return of_b ? met.b == contact.parts.b : met.a == contact.parts.a; });
    }

    const ContactScene& scene_;
    const PartPairs& pairs_;
    std::vector<PartPair> met_;
    bool surfaces_meet_ = false;
};

}  // namespace

LocalContacts gather_contacts(const ContactScene& scene) {
    Gathering gathering(scene);
    gathering.overlapping_parts();
    gathering.enclosed();
    if (!gathering.reliable()) gathering.facing_faces();
    return std::move(gathering.found);
}

std::vector<ContactPoint> points_along(const ContactScene& scene, const LocalContact& contact, const Vec3& normal) {
    LocalContact turned = contact;
    turned.normal = normal;
    turned.points.clear();
    if (contact.kind == LocalContact::Kind::parts) {
        ContactCandidates candidates;
        contacts_along(placed_part(scene.pairs.a, contact.parts.a), placed_part(scene.pairs.b, contact.parts.b),
                       {normal, scene.level, scene.tolerance}, candidates);
        for (const ContactPoint& point : candidates) {
            if (point.depth > scene.tolerance) turned.points.push_back(point);
        }
    } else {
        leave_solid(scene, turned);
    }
    name_points(scene.pairs, turned);
    return std::move(turned.points);
}

double overlap_along(const PartPairs& pairs, const PartPair& parts, const Vec3& normal) noexcept {
    const Placed a = placed_part(pairs.a, parts.a);
    const Placed b = placed_part(pairs.b, parts.b);
    const Vec3 top = a.pose.rotation * support(a.shape, transpose_times(a.pose.rotation, normal));
    const Vec3 bottom = b.pose.rotation * support(b.shape, transpose_times(b.pose.rotation, -normal));
    return dot(normal, top - bottom + (a.pose.position - b.pose.position));
}

std::vector<LocalContact> half_space_contacts(const Placed& a, const Placed& b, const ContactOptions& options) {
    const bool first = a.shape.type() == ShapeType::half_space;
    const Placed& half_space = first ? a : b;
    const PlacedParts parts(first ? b : a);
    std::vector<LocalContact> found;
    const PartPairs names(a, b);
    for (const std::uint32_t part : parts_below(half_space, parts)) {
        const Placed placed = placed_part(parts, part);
        const ContactManifold manifold = first ? contacts(half_space, placed, options) : contacts(placed, half_space, options);
        if (manifold.points.empty()) continue;
        LocalContact contact{LocalContact::Kind::parts,
                             LocalContact::Standing::agreed,
                             {first ? 0 : part, first ? part : 0},
                             manifold.normal,
                             {},
                             0,
                             {},
                             0,
                             0};
        contact.points.assign(manifold.points.begin(), manifold.points.end());
        name_points(names, contact);
        found.push_back(std::move(contact));
    }
    return found;
}

}  // namespace graze
