#include "query/contacts/composite_contacts_turn.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace graze {
namespace {

/// A pointed shape on a seam needs a shorter translation out of each triangle than out of the plane, by a
/// factor that grows with its steepness: this factor covers tips of seven degrees. Beyond it two large
/// triangles merely reach far past each other.
constexpr double kMostTurned = 16;

struct Turned {
    Vec3 normal{};
    std::vector<ContactPoint> points;
    double depth = 0;  ///< The largest depth of a point.
};

Vec3 face_normal(const ContactScene& scene, const LocalContact& contact, bool of_b) noexcept {
    if (scene.triangles) return of_b ? contact.triangles.b.normal : contact.triangles.a.normal;
    return of_b ? placed_normal(scene.pairs.b, contact.parts.b)
                : placed_normal(scene.pairs.a, contact.parts.a);
}

/// Whether the opposite of a skin's normal is the exit direction: out of the other side, if that is a
/// solid with a wall across it, and else the shorter one.
bool points_inward(const ContactScene& scene, const Vec3& normal, const LocalContact& contact,
                   bool skin_is_b) noexcept {
    const PlacedParts& other = skin_is_b ? scene.pairs.a : scene.pairs.b;
    const double out = other.solid() ? dot(normal, face_normal(scene, contact, !skin_is_b)) : 0;
    if (std::abs(out) > scene.level.sine) return skin_is_b ? out < 0 : out > 0;
    const ExitLengths exits = exit_lengths(scene, contact, normal);
    return exits.along > exits.against;
}

/// The normal of the contact's triangle on one side, pointing out of the solid where that side is one.
std::optional<Vec3> normal_off_face(const ContactScene& scene, const LocalContact& contact,
                                    bool of_b) noexcept {
    const PlacedParts& side = of_b ? scene.pairs.b : scene.pairs.a;
    if (!side.made_of_triangles()) return std::nullopt;
    Vec3 normal = face_normal(scene, contact, of_b);
    if (of_b) normal = -normal;
    if (!side.solid() && points_inward(scene, normal, contact, of_b)) normal = -normal;
    return enters_solid(scene.pairs, contact.parts, normal) ? std::nullopt : std::optional(normal);
}

}  // namespace

void turn_to_face(const ContactScene& scene, LocalContact& contact) {
    if (surfaces_allow(scene.pairs, contact.parts, contact.normal)) return;
    const bool inward = enters_solid(scene.pairs, contact.parts, contact.normal);
    std::optional<Turned> agreed;
    std::optional<Turned> outward;
    for (const bool of_b : {false, true}) {
        const std::optional<Vec3> normal = normal_off_face(scene, contact, of_b);
        if (!normal) continue;
        if (scene.triangles && pass_beside(contact.triangles, {*normal, scene.level, scene.tolerance}))
            continue;
        const bool allowed = surfaces_allow(scene.pairs, contact.parts, *normal);
        if (!allowed && !inward) continue;  // nothing would come of it
        Turned turned{*normal, points_along(scene, contact, *normal), 0};
        turned.depth = deepest(turned.points);
        if (!(turned.depth > scene.tolerance)) continue;
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

}  // namespace graze
