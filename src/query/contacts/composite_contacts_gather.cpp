// All pairs of parts that press on each other: triangles that cross, by their shortest separating
// translation; other parts that overlap, each by the manifold of two convex shapes; corners of one surface,
// or whole parts, inside of a solid; and faces of two solids that face each other, where surfaces only touch
// because they are aligned.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/query/query.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/triangle_candidates.hpp"
#include "query/contacts/composite_contacts.hpp"
#include "query/contacts/composite_contacts_corner.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// Faces that are compared with each other where surfaces only touch: enough for the walls of aligned boxes.
constexpr std::size_t kMostFaces = 256;

/// A pointed shape on a seam needs a shorter translation out of each triangle than out of the plane, by a
/// factor that grows with its steepness: this factor covers tips of seven degrees. Beyond it two large
/// triangles merely reach far past each other.
constexpr double kMostTurned = 16;

class Gathering {
public:
    explicit Gathering(const ContactScene& scene) : scene_(scene), pairs_(scene.pairs) {}

    void overlapping_parts() {
        if (scene_.triangles) return crossing_triangles();
        PairCache cache;
        visit_close_parts(pairs_, 0, [&](std::uint32_t i, std::uint32_t j) {
            spend(pairs_.work, work::kConvexPair);
            if (!overlaps(placed_part(pairs_.a, i), placed_part(pairs_.b, j), &cache)) return Continue::yes;
            surfaces_intersect_ = true;
            add_parts({i, j});
            return Continue::yes;
        });
    }

    void enclosed() {
        may_overlap_ = surfaces_intersect_ || may_enclose();
        if (!may_overlap_) return;
        for (const bool of_b : {false, true}) {
            if (!(of_b ? pairs_.a : pairs_.b).solid()) continue;
            const PlacedParts& side = of_b ? pairs_.b : pairs_.a;
            for (LocalContact& contact :
                 side.made_of_triangles() ? corners_inside(scene_, of_b) : parts_inside(scene_, of_b)) {
                if (!side.made_of_triangles() && pressed(of_b, contact)) continue;
                complete(pairs_, contact);
                if (contact.depth > scene_.tolerance) found.all.push_back(std::move(contact));
            }
        }
    }

    /// Pairs of triangles near each other whose sides face each other, with the depth of the balls in both
    /// solids halfway between them.
    void facing_faces() {
        if (!pairs_.a.solid() || !pairs_.b.solid() || !surfaces_intersect_) return;
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
            if (spent(pairs_.work)) break;
            const Vec3 normal = placed_normal(pairs_.a, i);
            for (const std::uint32_t j : near_b) {
                if (dot(normal, placed_normal(pairs_.b, j)) <= -scene_.level.cosine)
                    add_facing({i, j}, normal);
            }
        }
    }

    /// Triangles inside of a solid whose corners and edges are all on its surface or outside: neither do they
    /// cross, nor is a corner inside.
    void cells() {
        if (!may_overlap_ || !pairs_.a.made_of_triangles() || !pairs_.b.made_of_triangles()) return;
        for (const bool of_b : {false, true}) {
            if (!(of_b ? pairs_.a : pairs_.b).solid()) continue;
            for (LocalContact& contact : cells_inside(scene_, of_b)) {
                complete(pairs_, contact);
                found.all.push_back(std::move(contact));
            }
        }
    }

    [[nodiscard]] bool reliable() const noexcept {
        return std::any_of(found.all.begin(), found.all.end(), [](const LocalContact& contact) {
            return contact.confidence < LocalContact::NormalConfidence::doubtful;
        });
    }

    LocalContacts found;

private:
    void crossing_triangles() {
        const TriangleView view = triangle_view(pairs_);
        visit_triangle_candidates(pairs_, view, [&](const TriangleCandidates& pair) {
            const TriangleContact how = contact(view, pair.a, pair.b);
            surfaces_intersect_ = surfaces_intersect_ || how != TriangleContact::disjoint;
            if (how == TriangleContact::crossing) add_triangles(pair);
            return Continue::yes;
        });
        // The bound of the pair that seems the deepest; two skins have none.
        if (!deepest_ || (pairs_.a.is_skin() && pairs_.b.is_skin())) return;
        const Separation s =
            separation(placed_part(pairs_.a, deepest_->a), placed_part(pairs_.b, deepest_->b));
        found.upper = std::min(found.upper, s.distance.upper);
    }

    void add_triangles(const TriangleCandidates& pair) {
        spend(pairs_.work, work::kContactAlong);
        LocalContact contact;
        contact.parts = pair.parts;
        contact.triangles = placed_triangles(pair.a, pair.b);
        const ShortestExit exit = shortest_exit(contact.triangles);
        if (!(exit.depth > scene_.tolerance)) return;
        if (exit.depth > depth_of_deepest_) {
            deepest_ = pair.parts;
            depth_of_deepest_ = exit.depth;
        }
        contact.normal = exit.normal;
        contact.points = points_along(scene_, contact, exit.normal);
        contact.depth = deepest(contact.points);
        // Needles have faces that miss the deepest spot.
        if (contact.depth < exit.depth - scene_.tolerance) return add_parts(pair.parts);
        contact.spacing = spacing_of(pairs_, contact);
        add(std::move(contact));
    }

    void add_parts(const PartPair& parts) {
        const ContactManifold manifold =
            contacts(placed_part(pairs_.a, parts.a), placed_part(pairs_.b, parts.b), scene_.options);
        found.upper = std::min(found.upper, manifold.distance.upper);
        LocalContact contact = new_contact(parts, manifold.normal);
        contact.points.assign(manifold.points.begin(), manifold.points.end());
        complete(pairs_, contact);
        if (!(contact.depth > scene_.tolerance)) return;
        keep_all_corners(contact);
        intersecting_.push_back(parts);
        add(std::move(contact));
    }

    [[nodiscard]] LocalContact new_contact(const PartPair& parts, const Vec3& normal) const noexcept {
        LocalContact contact;
        contact.parts = parts;
        contact.normal = normal;
        if (scene_.triangles)
            contact.triangles = placed_triangles(pairs_.a.triangle(parts.a), pairs_.b.triangle(parts.b));
        return contact;
    }
    [[nodiscard]] ContactTriangles placed_triangles(const Triangle& a, const Triangle& b) const noexcept {
        const Vec3& origin = pairs_.a.placed.pose.position;
        return {contact_triangle(a, pairs_.a.placed.pose, origin),
                contact_triangle(b, pairs_.b.placed.pose, origin)};
    }

    /// With a normal that the surfaces agree with, where there is one.
    void add(LocalContact contact) {
        spend(pairs_.work, work::kLocalContact);
        if (!surfaces_allow(pairs_, contact.parts, contact.normal)) turn_to_face(contact);
        found.all.push_back(std::move(contact));
    }

    /// Four points may be a choice of more, good for the pair but not for the whole.
    void keep_all_corners(LocalContact& contact) const {
        if (contact.points.size() < ContactPoints{}.storage.size()) return;
        std::vector<ContactPoint> all = points_along(scene_, contact, contact.normal);
        if (deepest(all) >= contact.depth - scene_.tolerance) contact.points = std::move(all);
    }

    /// Along the normal of one of the two triangles instead, the one with less depth, if the surfaces agree
    /// with one. Else the normal stays as it is, unless it leads into a solid and one of those does not.
    void turn_to_face(LocalContact& contact) const {
        const bool inward = enters_solid(pairs_, contact.parts, contact.normal);
        std::optional<Turned> agreed;
        std::optional<Turned> outward;
        for (const bool of_b : {false, true}) {
            const std::optional<Vec3> normal = normal_off_face(contact, of_b);
            if (!normal) continue;
            if (scene_.triangles && pass_beside(contact.triangles, {*normal, scene_.level, scene_.tolerance}))
                continue;
            const bool allowed = surfaces_allow(pairs_, contact.parts, *normal);
            if (!allowed && !inward) continue;  // nothing would come of it
            Turned turned{*normal, points_along(scene_, contact, *normal), 0};
            turned.depth = deepest(turned.points);
            if (!(turned.depth > scene_.tolerance)) continue;
            std::optional<Turned>& best =
                allowed && turned.depth <= kMostTurned * contact.depth ? agreed : outward;
            if (!best || turned.depth < best->depth) best = std::move(turned);
        }
        using NormalConfidence = LocalContact::NormalConfidence;
        contact.confidence = agreed               ? NormalConfidence::turned
                             : inward && !outward ? NormalConfidence::inward
                                                  : NormalConfidence::doubtful;
        std::optional<Turned>& better = agreed || !inward ? agreed : outward;
        if (!better) return;
        contact.normal = better->normal;
        contact.points = std::move(better->points);
        contact.depth = better->depth;
    }
    struct Turned {
        Vec3 normal{};
        std::vector<ContactPoint> points;
        double depth = 0;  ///< Of the deepest point.
    };

    /// The normal of the contact's triangle of one side, out of solids.
    [[nodiscard]] std::optional<Vec3> normal_off_face(const LocalContact& contact, bool of_b) const noexcept {
        const PlacedParts& side = of_b ? pairs_.b : pairs_.a;
        if (!side.made_of_triangles()) return std::nullopt;
        Vec3 normal = face_normal(contact, of_b);
        if (of_b) normal = -normal;
        if (!side.solid() && points_inward(normal, contact, of_b)) normal = -normal;
        return enters_solid(pairs_, contact.parts, normal) ? std::nullopt : std::optional(normal);
    }

    /// Whether the opposite of a skin's normal is the exit direction: out of the other side, if that is a
    /// solid with a wall across it, and else the shorter one.
    [[nodiscard]] bool points_inward(const Vec3& normal, const LocalContact& contact,
                                     bool skin_is_b) const noexcept {
        const PlacedParts& other = skin_is_b ? pairs_.a : pairs_.b;
        const double out = other.solid() ? dot(normal, face_normal(contact, !skin_is_b)) : 0;
        if (std::abs(out) > scene_.level.sine) return skin_is_b ? out < 0 : out > 0;
        const ExitLengths exits = exit_lengths(scene_, contact, normal);
        return exits.along > exits.against;
    }

    [[nodiscard]] Vec3 face_normal(const LocalContact& contact, bool of_b) const noexcept {
        if (scene_.triangles) return of_b ? contact.triangles.b.normal : contact.triangles.a.normal;
        return of_b ? placed_normal(pairs_.b, contact.parts.b) : placed_normal(pairs_.a, contact.parts.a);
    }

    void add_facing(const PartPair& parts, const Vec3& normal) {
        spend(pairs_.work, work::kLocalContact);
        LocalContact contact = new_contact(parts, normal);
        contact.points = points_along(scene_, contact, normal);
        if (contact.points.empty()) return;
        Vec3 middle{};
        for (const ContactPoint& point : contact.points) {
            contact.depth = std::max(contact.depth, point.depth);
            middle += point.position * (1 / static_cast<double>(contact.points.size()));
        }
        const double permitted = depth_in(pairs_.a, middle) + depth_in(pairs_.b, middle);
        // Twice what is permitted: a face that is pressed in at one end only has its middle half as deep.
        if (contact.depth > scene_.tolerance && contact.depth <= 2 * permitted)
            found.all.push_back(std::move(contact));
    }

    /// Of a point in a solid mesh, from below.
    [[nodiscard]] double depth_in(const PlacedParts& solid, const Vec3& point) const noexcept {
        return std::max(0.0, -distance_from_point(solid.placed, point, pairs_.work).distance.upper);
    }

    /// Surfaces that do not intersect have each piece entirely inside or outside: one point of each piece
    /// decides. For a soup with a piece for every triangle that would take longer than testing the few near
    /// the solid.
    [[nodiscard]] bool may_enclose() const noexcept {
        constexpr std::uint32_t kFewPieces = 64;
        return pairs_.a.piece_count() > kFewPieces || pairs_.b.piece_count() > kFewPieces ||
               encloses_part(pairs_);
    }

    [[nodiscard]] bool pressed(bool of_b, const LocalContact& contact) const noexcept {
        return std::any_of(intersecting_.begin(), intersecting_.end(), [&](const PartPair& parts) {
            return of_b ? parts.b == contact.parts.b : parts.a == contact.parts.a;
        });
    }

    const ContactScene& scene_;
    const PartPairs& pairs_;
    std::vector<PartPair> intersecting_;
    std::optional<PartPair> deepest_;  ///< Of triangles.
    double depth_of_deepest_ = 0;
    bool surfaces_intersect_ = false;
    bool may_overlap_ = false;  ///< Surfaces intersect, or one side may hold a piece of the other.
};

}  // namespace

LocalContacts gather_contacts(const ContactScene& scene) {
    Gathering gathering(scene);
    gathering.overlapping_parts();
    gathering.enclosed();
    if (!gathering.reliable()) gathering.facing_faces();
    if (gathering.found.all.empty()) gathering.cells();
    return std::move(gathering.found);
}

}  // namespace graze
