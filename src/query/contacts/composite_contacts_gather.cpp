// All pairs of parts that press on each other: triangles that cross, by their shortest separating
// translation; other parts that overlap, each by the manifold of two convex shapes; corners of one surface,
// or whole parts, inside of a solid; and faces of two solids that face each other, where surfaces only touch
// because they are aligned.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "convex/triangle/triangle_triangle.hpp"
#include "graze/query/query.hpp"
#include "query/composite/composite.hpp"
#include "query/composite/triangle_candidates.hpp"
#include "query/contacts/composite_contacts.hpp"
#include "query/contacts/composite_contacts_corner.hpp"
#include "query/contacts/composite_contacts_turn.hpp"
#include "solid/surface_distance.hpp"

namespace graze {
namespace {

/// Faces that are compared with each other where surfaces only touch: enough for the walls of aligned boxes.
constexpr std::size_t kMostFaces = 256;

/// What the search for pairs of parts that overlap found, for the steps after it.
struct SurfaceFindings {
    LocalContacts contacts;
    bool intersect = false;          ///< The surfaces, if only by touching.
    std::vector<PartPair> pressing;  ///< Pairs of parts whose manifold is among the contacts.
};

/// Two triangles that cross, with the length of the shortest translation that separates them.
struct DeepestPair {
    std::optional<PartPair> parts;
    double depth = 0;
};

ContactTriangles placed_triangles(const PartPairs& pairs, const Triangle& a, const Triangle& b) noexcept {
    const Vec3& origin = pairs.a.placed.pose.position;
    return {contact_triangle(a, pairs.a.placed.pose, origin),
            contact_triangle(b, pairs.b.placed.pose, origin)};
}

LocalContact new_contact(const ContactScene& scene, const PartPair& parts, const Vec3& normal) noexcept {
    LocalContact contact;
    contact.parts = parts;
    contact.normal = normal;
    if (scene.triangles)
        contact.triangles =
            placed_triangles(scene.pairs, scene.pairs.a.triangle(parts.a), scene.pairs.b.triangle(parts.b));
    return contact;
}

/// With a normal that the surfaces agree with, where there is one.
void add(const ContactScene& scene, LocalContact contact, std::vector<LocalContact>& all) {
    spend(scene.pairs.work, work::kLocalContact);
    turn_to_face(scene, contact);
    all.push_back(std::move(contact));
}

/// Four points may be a choice of more, good for the pair but not for the whole.
void keep_all_corners(const ContactScene& scene, LocalContact& contact) {
    if (contact.points.size() < ContactPoints{}.storage.size()) return;
    std::vector<ContactPoint> all = points_along(scene, contact, contact.normal);
    if (deepest(all) >= contact.depth - scene.tolerance) contact.points = std::move(all);
}

void add_parts(const ContactScene& scene, const PartPair& parts, SurfaceFindings& found) {
    const PartPairs& pairs = scene.pairs;
    const ContactManifold manifold =
        contacts(placed_part(pairs.a, parts.a), placed_part(pairs.b, parts.b), scene.options);
    found.contacts.upper = std::min(found.contacts.upper, manifold.distance.upper);
    LocalContact contact = new_contact(scene, parts, manifold.normal);
    contact.points.assign(manifold.points.begin(), manifold.points.end());
    complete(pairs, contact);
    if (!(contact.depth > scene.tolerance)) return;
    keep_all_corners(scene, contact);
    found.pressing.push_back(parts);
    add(scene, std::move(contact), found.contacts.all);
}

void add_triangles(const ContactScene& scene, const TriangleCandidates& pair, SurfaceFindings& found,
                   DeepestPair& deepest_pair) {
    spend(scene.pairs.work, work::kContactAlong);
    LocalContact contact;
    contact.parts = pair.parts;
    contact.triangles = placed_triangles(scene.pairs, pair.a, pair.b);
    const ShortestExit exit = shortest_exit(contact.triangles);
    if (!(exit.depth > scene.tolerance)) return;
    if (exit.depth > deepest_pair.depth) deepest_pair = {pair.parts, exit.depth};
    contact.normal = exit.normal;
    contact.points = points_along(scene, contact, exit.normal);
    contact.depth = deepest(contact.points);
    // Needles have faces that miss the deepest spot.
    if (contact.depth < exit.depth - scene.tolerance) return add_parts(scene, pair.parts, found);
    contact.spacing = spacing_of(scene.pairs, contact);
    add(scene, std::move(contact), found.contacts.all);
}

SurfaceFindings crossing_triangles(const ContactScene& scene) {
    const PartPairs& pairs = scene.pairs;
    SurfaceFindings found;
    DeepestPair deepest_pair;
    const TriangleView view = triangle_view(pairs);
    visit_triangle_candidates(pairs, view, [&](const TriangleCandidates& pair) {
        const TriangleContact how = contact(view, pair.a, pair.b);
        found.intersect = found.intersect || how != TriangleContact::disjoint;
        if (how == TriangleContact::crossing) add_triangles(scene, pair, found, deepest_pair);
        return Continue::yes;
    });
    // The bound of the pair that seems the deepest; two skins have none.
    const std::optional<PartPair>& parts = deepest_pair.parts;
    if (!parts || (pairs.a.is_skin() && pairs.b.is_skin())) return found;
    const Separation s = separation(placed_part(pairs.a, parts->a), placed_part(pairs.b, parts->b));
    found.contacts.upper = std::min(found.contacts.upper, s.distance.upper);
    return found;
}

SurfaceFindings overlapping_parts(const ContactScene& scene) {
    if (scene.triangles) return crossing_triangles(scene);
    const PartPairs& pairs = scene.pairs;
    SurfaceFindings found;
    PairCache cache;
    visit_close_parts(pairs, 0, [&](std::uint32_t i, std::uint32_t j) {
        spend(pairs.work, work::kConvexPair);
        if (!overlaps(placed_part(pairs.a, i), placed_part(pairs.b, j), &cache)) return Continue::yes;
        found.intersect = true;
        add_parts(scene, {i, j}, found);
        return Continue::yes;
    });
    return found;
}

/// Surfaces that do not intersect have each piece entirely inside or outside: one point of each piece
/// decides. For a soup with a piece for every triangle that would take longer than testing the few near the
/// solid.
bool may_enclose(const PartPairs& pairs) noexcept {
    constexpr std::uint32_t kFewPieces = 64;
    return pairs.a.piece_count() > kFewPieces || pairs.b.piece_count() > kFewPieces || encloses_part(pairs);
}

/// Whether the contact's part on the given side is among the pairs of parts that press on each other.
bool presses(const SurfaceFindings& surfaces, bool of_b, const LocalContact& contact) noexcept {
    return std::any_of(surfaces.pressing.begin(), surfaces.pressing.end(), [&](const PartPair& parts) {
        return of_b ? parts.b == contact.parts.b : parts.a == contact.parts.a;
    });
}

/// Corners of one side, or its parts where they are not triangles, inside of the other.
void add_enclosed(const ContactScene& scene, SurfaceFindings& surfaces) {
    const PartPairs& pairs = scene.pairs;
    for (const bool of_b : {false, true}) {
        if (!(of_b ? pairs.a : pairs.b).solid()) continue;
        const PlacedParts& side = of_b ? pairs.b : pairs.a;
        for (LocalContact& contact :
             side.made_of_triangles() ? corners_inside(scene, of_b) : parts_inside(scene, of_b)) {
            if (!side.made_of_triangles() && presses(surfaces, of_b, contact)) continue;
            complete(pairs, contact);
            if (contact.depth > scene.tolerance) surfaces.contacts.all.push_back(std::move(contact));
        }
    }
}

/// Of a point in a solid mesh, from below.
double depth_in(const PlacedParts& solid, const Vec3& point, WorkBudget* work) noexcept {
    return std::max(0.0, -distance_from_point(solid.placed, point, work).distance.upper);
}

void add_facing(const ContactScene& scene, const PartPair& parts, const Vec3& normal,
                std::vector<LocalContact>& all) {
    const PartPairs& pairs = scene.pairs;
    spend(pairs.work, work::kLocalContact);
    LocalContact contact = new_contact(scene, parts, normal);
    contact.points = points_along(scene, contact, normal);
    if (contact.points.empty()) return;
    Vec3 middle{};
    for (const ContactPoint& point : contact.points) {
        contact.depth = std::max(contact.depth, point.depth);
        middle += point.position * (1 / static_cast<double>(contact.points.size()));
    }
    const double permitted = depth_in(pairs.a, middle, pairs.work) + depth_in(pairs.b, middle, pairs.work);
    // Twice what is permitted: a face that is pressed in at one end only has its middle half as deep.
    if (contact.depth > scene.tolerance && contact.depth <= 2 * permitted) all.push_back(std::move(contact));
}

/// Pairs of triangles of two solids near each other whose sides face each other, with the depth of the balls
/// in both solids halfway between them.
void add_facing_faces(const ContactScene& scene, std::vector<LocalContact>& all) {
    const PartPairs& pairs = scene.pairs;
    std::vector<std::uint32_t> near_a, near_b;
    visit_close_parts(pairs, scene.tolerance, [&](std::uint32_t i, std::uint32_t j) {
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
        if (spent(pairs.work)) break;
        const Vec3 normal = placed_normal(pairs.a, i);
        for (const std::uint32_t j : near_b) {
            if (dot(normal, placed_normal(pairs.b, j)) <= -scene.level.cosine)
                add_facing(scene, {i, j}, normal, all);
        }
    }
}

/// Triangles inside of a solid whose corners and edges are all on its surface or outside: neither do they
/// cross, nor is a corner inside.
void add_cells(const ContactScene& scene, std::vector<LocalContact>& all) {
    const PartPairs& pairs = scene.pairs;
    for (const bool of_b : {false, true}) {
        if (!(of_b ? pairs.a : pairs.b).solid()) continue;
        for (LocalContact& contact : cells_inside(scene, of_b)) {
            complete(pairs, contact);
            all.push_back(std::move(contact));
        }
    }
}

bool some_reliable(const std::vector<LocalContact>& all) noexcept {
    return std::any_of(all.begin(), all.end(), [](const LocalContact& contact) {
        return contact.confidence < LocalContact::NormalConfidence::doubtful;
    });
}

}  // namespace

LocalContacts gather_contacts(const ContactScene& scene) {
    const PartPairs& pairs = scene.pairs;
    SurfaceFindings surfaces = overlapping_parts(scene);
    std::vector<LocalContact>& all = surfaces.contacts.all;
    const bool may_overlap = surfaces.intersect || may_enclose(pairs);
    if (may_overlap) add_enclosed(scene, surfaces);
    if (surfaces.intersect && pairs.a.solid() && pairs.b.solid() && !some_reliable(all))
        add_facing_faces(scene, all);
    if (may_overlap && all.empty() && pairs.a.made_of_triangles() && pairs.b.made_of_triangles())
        add_cells(scene, all);
    return std::move(surfaces.contacts);
}

}  // namespace graze
