// Contacts of sets of parts: every pair of parts that presses is examined on its own, then the pairs are
// brought together under few normals. World frame, normals from a to b. Why seams between triangles do no
// harm: docs/notes/mesh_contacts.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "convex/manifold/support_face.hpp"
#include "convex/manifold/triangle_contacts.hpp"
#include "graze/query/query.hpp"
#include "query/composite/part_pairs.hpp"

namespace graze {

/// The data of a pair that all steps need.
struct ContactScene {
    const PartPairs& pairs;
    const ContactOptions& options;
    LevelAngle level{};
    double tolerance = 0;    ///< Overlaps and gaps below it are none. A length.
    bool triangles = false;  ///< All parts are triangles without a margin.
};

/// Contact points of two parts along one normal, or of a corner of one side inside of a solid.
struct LocalContact {
    enum class Kind : std::uint8_t {
        parts,        ///< Two parts that overlap.
        corner_of_a,  ///< A corner of a's part in the solid b.
        corner_of_b,  ///< A corner of b's part in the solid a.
    };
    /// How much the normal is to be relied on.
    enum class NormalConfidence : std::uint8_t {
        agreed,    ///< The surfaces around the parts agree with it.
        turned,    ///< It was turned to that of a face, because the shortest exit leads across a seam to the
                   ///< next triangle.
        doubtful,  ///< It leads across a seam, or to where a surface goes on, and no face's normal is better.
        inward,    ///< It leads into a solid.
    };
    Kind kind = Kind::parts;
    NormalConfidence confidence = NormalConfidence::agreed;
    PartPair parts;
    Vec3 normal{1, 0, 0};          ///< Unit.
    ContactTriangles triangles{};  ///< The two parts, about a's position, where the scene is one of triangles
                                   ///< and parts overlap.
    Vec3 corner{};                 ///< Position of the corner, for contacts of a corner with a solid.
    std::uint32_t corner_name = 0;     ///< The feature that the corner is, as numbered in its part.
    std::vector<ContactPoint> points;  ///< Their depths are along the normal.
    double depth = 0;                  ///< The largest depth of a point.
    /// How far the next contact of the same patch may be, across the normal: the size of parts.
    double spacing = 0;
};

/// All local contacts of a pair.
struct LocalContacts {
    std::vector<LocalContact> all;
    double upper = 0;  ///< Upper bound of the signed distance: parts are no deeper in each other than their
                       ///< wholes.
};
LocalContacts gather_contacts(const ContactScene& scene);

/// Where a half-space is one of the two, `a` or `b`: every part below its plane.
std::vector<LocalContact> half_space_contacts(const Placed& a, const Placed& b,
                                              const ContactOptions& options);

/// How far the next contact of the same kind may be: corners are an edge apart, parts their own size. A
/// length.
double spacing_of(const PartPairs& pairs, const LocalContact& contact) noexcept;

/// Sets the remaining fields of a contact when its normal and points are known: names, depth and spacing.
void complete(const PartPairs& pairs, LocalContact& contact) noexcept;

/// The points of the same pair along another normal; none when the parts pass each other along it.
std::vector<ContactPoint> points_along(const ContactScene& scene, const LocalContact& contact,
                                       const Vec3& normal);

/// How far b's part must move along the normal to be beyond a's, and how far against it; upper bounds up to
/// rounding.
ExitLengths exit_lengths(const ContactScene& scene, const LocalContact& contact, const Vec3& normal) noexcept;

/// Whether a normal is one that the surfaces allow: the triangles next to the ones that press do not rise
/// above them along it, and a solid is left, not entered. Parts that are not triangles allow every normal.
bool surfaces_allow(const PartPairs& pairs, const PartPair& parts, const Vec3& normal) noexcept;

/// Whether a normal leads into a solid through the triangle that presses.
bool enters_solid(const PartPairs& pairs, const PartPair& parts, const Vec3& normal) noexcept;

/// Unit normal of a triangle in the world, by its winding; the x axis when it is degenerate.
Vec3 placed_normal(const PlacedParts& side, std::uint32_t part) noexcept;

/// The largest depth; 0 for no points.
double deepest(std::span<const ContactPoint> points) noexcept;

/// Contacts that one normal serves.
struct ContactGroup {
    Vec3 normal{1, 0, 0};
    /// The confidence of the contact that started the group.
    LocalContact::NormalConfidence confidence = LocalContact::NormalConfidence::agreed;
    double depth = 0;                   ///< The largest depth of a point.
    std::vector<ContactPoint> points;   ///< In the order of the contacts they come from.
    std::vector<std::uint32_t> origin;  ///< For each point the number of the contact it comes from.
    std::vector<double> spacing;        ///< For each point the contact's.

    void add(std::span<const ContactPoint> more, std::uint32_t number, double more_spacing);
};

/// Few groups for all contacts, the deepest first, those of turned contacts last; doubtful and inward ones
/// start a group only when there is no better. A contact joins a group when a translation along its normal,
/// not much longer than the group's depth, serves it too.
std::vector<ContactGroup> group_contacts(const ContactScene& scene, std::span<const LocalContact> contacts);

/// The points of a group by places that no chain of contacts joins: links as long as `gap`, or as the spacing
/// of either contact, do. The deepest first. About n log n for n points.
std::vector<std::vector<ContactPoint>> patches_of(const ContactGroup& group, double gap);

/// What `contacts` and `contact_manifolds` answer when a side is not convex.
ContactManifold composite_contacts(const Placed& a, const Placed& b, const ContactOptions& options) noexcept;
std::vector<ContactManifold> composite_contact_manifolds(const Placed& a, const Placed& b,
                                                         const ContactOptions& options);

}  // namespace graze
