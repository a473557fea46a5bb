// Contact points of one pair of parts along a normal, and how they are named.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "convex/manifold/contacts_along.hpp"
#include "query/contacts/composite_contacts.hpp"
#include "query/contacts/composite_contacts_corner.hpp"

namespace graze {
namespace {

/// A name within a part, as a name within the whole.
std::uint32_t name_in_whole(const PlacedParts& side, std::uint32_t part, std::uint32_t name) noexcept {
    if (side.tree() == nullptr) return name;
    // Two odd factors that mix all bits; equal names of different parts come apart.
    return (part + 1) * 0x9e3779b1U ^ name * 0x85ebca6bU;
}

/// The diagonal of a part's box across a unit direction of the world; endless for a convex shape, which is
/// one piece anyway.
double size_across(const PlacedParts& side, std::uint32_t part, const Vec3& direction) noexcept {
    if (side.tree() == nullptr) return std::numeric_limits<double>::infinity();
    const Aabb box = side.part_box(part);
    // What is as far off as the part is large must not be lost to a rounding.
    const Vec3 size = (box.max - box.min) * (1 + 8 * kEps) + Vec3{2, 2, 2} * side.margin();
    const double along = dot(abs(transpose_times(side.placed.pose.rotation, direction)), size);
    return std::sqrt(std::max(0.0, length_sq(size) - along * along));
}

/// Names of points made along one normal, and the depth of the deepest.
double name_points(const PartPairs& pairs, const PartPair& parts, std::span<ContactPoint> points) noexcept {
    double depth = 0;
    for (ContactPoint& point : points) {
        point.part_a = parts.a;
        point.part_b = parts.b;
        const auto name_a = static_cast<std::uint32_t>(point.feature >> 32);
        const auto name_b = static_cast<std::uint32_t>(point.feature);
        point.feature =
            feature_pair(name_in_whole(pairs.a, parts.a, name_a), name_in_whole(pairs.b, parts.b, name_b));
        depth = std::max(depth, point.depth);
    }
    return depth;
}

}  // namespace

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

void complete(const PartPairs& pairs, LocalContact& contact) noexcept {
    contact.spacing = spacing_of(pairs, contact);
    contact.depth = std::max(contact.depth, name_points(pairs, contact.parts, contact.points));
}

std::vector<ContactPoint> points_along(const ContactScene& scene, const LocalContact& contact,
                                       const Vec3& normal) {
    const PartPairs& pairs = scene.pairs;
    std::vector<ContactPoint> points;
    if (contact.kind != LocalContact::Kind::parts) {
        LocalContact turned = contact;
        turned.normal = normal;
        turned.points.clear();
        leave_solid(scene, turned);
        // On the surface there is no depth.
        if (!(deepest(turned.points) > scene.tolerance)) return points;
        name_points(pairs, turned.parts, turned.points);
        return std::move(turned.points);
    }
    ContactCandidates candidates;
    const ContactDirection along{normal, scene.level, scene.tolerance};
    if (scene.triangles)
        contacts_along(contact.triangles, along, candidates);
    else
        contacts_along(placed_part(pairs.a, contact.parts.a), placed_part(pairs.b, contact.parts.b), along,
                       candidates);
    for (const ContactPoint& point : candidates) {
        if (!(point.depth > scene.tolerance)) continue;
        points.push_back(point);
        if (scene.triangles) points.back().position += pairs.a.placed.pose.position;
    }
    name_points(pairs, contact.parts, points);
    return points;
}

ExitLengths exit_lengths(const ContactScene& scene, const LocalContact& contact,
                         const Vec3& normal) noexcept {
    if (scene.triangles) return exit_lengths(contact.triangles, normal);
    const Placed a = placed_part(scene.pairs.a, contact.parts.a);
    const Placed b = placed_part(scene.pairs.b, contact.parts.b);
    const auto exit_length = [&](const Vec3& along) {
        const Vec3 top = a.pose.rotation * support(a.shape, transpose_times(a.pose.rotation, along));
        const Vec3 bottom = b.pose.rotation * support(b.shape, transpose_times(b.pose.rotation, -along));
        return dot(along, top - bottom + (a.pose.position - b.pose.position));
    };
    return {exit_length(normal), exit_length(-normal)};
}

}  // namespace graze
