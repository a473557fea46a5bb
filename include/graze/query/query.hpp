// The verbs on two placed shapes, those of meshes, and many questions in one call. Pure; safe to call from
// many threads. World frame. Invalid input (a NaN pose, a negative radius) answers Status::invalid_input;
// `check` reports why. `decide` allocates when contact is too close to call at once, and so do depths of
// shapes that are not convex, traces and certificates; running out of memory there ends the program. Depths
// that take hundreds of steps allocate too, and end with wider bounds where they cannot. Stack, measured:
// below 0.25 MB; in `contacts` 25 kB more for every level of nested combinators, 2 MB for the 64 levels that
// shapes may have.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/core/error.hpp"
#include "graze/core/function_ref.hpp"
#include "graze/result/contact.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/ray.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"
#include "graze/simd/box_node.hpp"

namespace graze {

/// Whether the closed sets overlap; touching counts, and so does "too close to call" and invalid input. The
/// cheapest verb.
bool overlaps(const Placed& a, const Placed& b, PairCache* cache = nullptr) noexcept;

/// The same with a proof for `verify`. A named method is the method run, or the answer is
/// Status::unsupported.
Verdict decide(const Placed& a, const Placed& b, Method method = Method::automatic) noexcept;

/// A point of both, with its proof for `verify`; empty exactly when `decide` answers disjoint. Every pair
/// that overlaps has one; its kind says how it is known. Sets with an inside get a double that is a member of
/// both; where one is flat, or both overlap by no more than rounding, the nearest double with the distance to
/// a common point; pairs too close to call, a point close to both. Invalid input has the kind `unknown` and
/// its status. Not unique; neither the deepest point nor a contact. Takes a `decide`, and a few tests of
/// membership, which are linear in the parts of solids that are not convex.
std::optional<CertifiedCommonPoint> common_point(const Placed& a, const Placed& b) noexcept;
/// The same from a verdict about the pair, without another decision.
std::optional<CertifiedCommonPoint> common_point(const Verdict& verdict, const Placed& a,
                                                 const Placed& b) noexcept;

/// Signed distance with bounds, witness points and normal.
Separation separation(const Placed& a, const Placed& b, const SeparationOptions& options = {},
                      PairCache* cache = nullptr) noexcept;

/// How far the shapes pass through each other, with bounds. The depth of meshes without margins in each other
/// is as tight as the options want it. For surfaces of other shapes the upper end is the depth of
/// `separation`. `verify` does not check it. Allocates.
Interference interference(const Placed& a, const Placed& b, const InterferenceOptions& options = {});

/// `separation` that keeps the proof of a deep overlap of two convex shapes for `verify`. Slower: it always
/// runs the general solver, and allocates. With meshes, compounds, height fields and half-spaces it is
/// `separation`, without a certificate.
CertifiedSeparation certified_separation(const Placed& a, const Placed& b,
                                         const SeparationOptions& options = {});

/// Up to four contact points of two overlapping shapes along one normal. For meshes, compounds and
/// height fields: those of the deepest manifold, all its patches taken together; allocates then.
ContactManifold contacts(const Placed& a, const Placed& b, const ContactOptions& options = {}) noexcept;

/// All manifolds of the pair, the deepest normal first, each for `verify`: one for every normal along which
/// parts press, and for every patch of contacts along it. One for two convex shapes. Empty when there are no
/// contacts and on invalid input.
std::vector<ContactManifold> contact_manifolds(const Placed& a, const Placed& b,
                                               const ContactOptions& options = {});

/// First hit of a ray; empty on a miss and on invalid input.
std::optional<RayHit> raycast(const Ray& ray, const Placed& target) noexcept;

/// How two placed shapes lie to each other, as sets.
/// Containment is reported for solids of every kind around shapes whose corners decide it (polytopes and
/// roundings of them, meshes, spheres, capsules, tapered ones too); other curved shapes are reported inside
/// only when a ball around them is. Around shapes that touch them from inside it is reported for convex
/// solids alone, meshes too; two that contain each other count as b inside a. Invalid input, and pairs whose
/// work ran out, count as overlapping.
Relation relation(const Placed& a, const Placed& b) noexcept;

/// Slower than `relation`: the depth comes with its proof. Allocates.
CertifiedRelation certified_relation(const Placed& a, const Placed& b);

enum class Query : std::uint8_t {
    overlaps,
    decide,
    separation,
    contacts,
    raycast,
    translational_cast,
    time_of_impact
};

/// The published capability table. raycast reads the first type only. By type: SAT also declines hulls of
/// more than 256 vertices, faces or edge directions, pairs of more than 4096 axes, and extents beyond 1e-30
/// .. 1e30; elimination declines pairs of more than 48 faces and those extents.
bool supports(Query query, ShapeType a, ShapeType b, Method method = Method::automatic) noexcept;

/// Why a placed shape is not usable: the shape's own fault, or a pose that is not finite, too large or not a
/// rotation.
expected<void, BuildError> check(const Placed& placed);

/// Contains the placed shape. World axes. As tight as `fit_aabb` up to 32 eps of the sizes (24 more for each
/// affine image), except for meshes: around the turned box of the triangles, for the tightest box would cost
/// a search of the whole mesh. Half-spaces have infinite boxes; a shape or pose that `check` refuses has the
/// box of all space.
Aabb box_of(const Placed& placed) noexcept;

// Queries of meshes and height fields beyond the common ones.

/// All pairs of triangles that intersect, touching ones too, each once, by growing triangle_a, then
/// triangle_b. Exact for the placed triangles of the given doubles; margins do not count. Empty unless both
/// are meshes or height fields, and on invalid input.
/// Takes as long as the list is: no budget ends it, half a microsecond or more for each pair.
std::vector<TrianglePair> intersecting_triangles(const Placed& a, const Placed& b);

/// Calls visit(pair) -> Continue for the same pairs one by one, in the order of the search, which is the same
/// on every machine. `Continue::no` ends the search: for callers that need only the first few, or that have a
/// limit of their own. Whether all pairs were visited.
using TrianglePairVisitor = FunctionRef<Continue(const TrianglePair& pair)>;
bool visit_intersecting_triangles(const Placed& a, const Placed& b, TrianglePairVisitor visit);

/// Where a mesh or a height field intersects itself: all pairs of its triangles that have more in common than
/// corners at the same place and the edges between such corners, each once, triangle_a < triangle_b, by
/// growing numbers. Neighbours that are folded onto each other count, and so do doubled triangles. Exact.
/// Local frame; margins do not count. The segment is of all they have in common, shared corners included.
/// Empty for other shapes.
std::vector<TrianglePair> self_intersections(const Shape& mesh);

/// The parts of a placed shape that overlap a box of the world's axes, touching ones too, by growing number:
/// triangles, members of a compound, 0 for a convex shape. Exact for triangles without margins, as sure as
/// `overlaps` for other parts. The box may be flat, and endless beside bounded shapes. A box inside of a
/// solid mesh intersects none of its triangles. Empty for the empty box and on invalid input.
std::vector<std::uint32_t> parts_overlapping_box(const Placed& target, const Aabb& box);

/// Whether the ray hits the shape at some t in [0, max_t]: the search ends at the first part that it hits,
/// near or far. As sure as `raycast`: "no" is certain, and "yes" at triangles without margins; other parts
/// count unless their bounds begin beyond max_t. A start inside counts. False on invalid input.
bool raycast_any(const Ray& ray, const Placed& target,
                 double max_t = std::numeric_limits<double>::infinity()) noexcept;

/// A part of a shape and where a ray first hits it.
struct PartHit {
    RayHit hit;  ///< Of the part alone, for `verify` with the part placed as the whole is: t = 0 when the
                 ///< start is inside of it.
    std::uint32_t part = 0;  ///< A triangle or a member of a compound; 0 for a convex shape.
};

/// Every part that the ray hits at some t in [0, max_t], by growing t, then part. Where parts share a corner
/// or an edge, each of them counts. Triangles of meshes and height fields without margins by exact signs, and
/// t <= max_t there; other parts unless their bounds begin beyond max_t. The parts of a solid mesh are its
/// walls: a start inside is not a hit. Empty on invalid input.
std::vector<PartHit> raycast_all(const Ray& ray, const Placed& target,
                                 double max_t = std::numeric_limits<double>::infinity());

/// Contains the signed distance of the point from the shape: > 0 outside, < 0 inside of a solid, a convex
/// shape or a margin. Everything on invalid input.
Interval signed_distance(const Placed& solid, const Vec3& point) noexcept;

// Many questions in one call: one pair at many places, many pairs, many rays, many points. Answers are those
// of the single verbs, bit for bit, one for each question, in the order of the questions, for every number of
// threads and every instruction set. Questions and answers are spans of the caller's; of two lengths the
// shorter counts.
//
// Several pairs are answered at a time, in the lanes of vectors: `overlaps` of spheres with spheres, boxes,
// capsules, cylinders and cones, of boxes, capsules and cylinders with each other, and of hulls of up to 256
// vertices with these but cones and with each other; `separation` of spheres with spheres, boxes and
// capsules, and of capsules with capsules and boxes. With AVX-512 that takes 0.1 to 0.5 of the time of single
// calls, with AVX2 0.2 to 0.7. `overlaps_of` sorts pairs by kind, and pairs of hulls by whose vertices they
// read: it allocates, and gains where the same hulls occur often.
//
// Threads are started for batches that take longer than their start, some 40 µs by estimate: a few dozens of
// questions about meshes, some thousands about spheres.

struct BatchOptions {
    unsigned threads = 1;  ///< The most that are used. 0: one per core. Without oneTBB always 1.
};

/// Where both shapes of a pair are.
struct PosePair {
    Pose a{};
    Pose b{};
};

/// Two placed shapes of the caller's. Not null.
struct PlacedPair {
    const Placed* a = nullptr;
    const Placed* b = nullptr;
};

/// One pair at many places. `results`: 1 where `overlaps` is true, else 0.
void overlaps_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                 std::span<unsigned char> results, const BatchOptions& options = {});
void separations_at(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                    std::span<Separation> gaps, const BatchOptions& options = {});

/// Many pairs.
void overlaps_of(std::span<const PlacedPair> pairs, std::span<unsigned char> results,
                 const BatchOptions& options = {});
void separations_of(std::span<const PlacedPair> pairs, std::span<Separation> gaps,
                    const BatchOptions& options = {});

/// Many rays at one target.
void raycasts(std::span<const Ray> rays, const Placed& target, std::span<std::optional<RayHit>> hits,
              const BatchOptions& options = {});

/// Many points at one shape.
void signed_distances(const Placed& solid, std::span<const Vec3> points, std::span<Interval> distances,
                      const BatchOptions& options = {});

}  // namespace graze
