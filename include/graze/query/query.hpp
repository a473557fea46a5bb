// The verbs on two placed shapes. Pure and noexcept; safe to call from many threads. Invalid input (a NaN pose, a negative
// radius) answers Status::invalid_input; `check` reports why. `decide` allocates when contact is too close to
// call at once, and so do depths of shapes that are not convex, traces and certificates; running out of
// memory there ends the program. Depths that take hundreds of steps allocate too, and end with wider bounds
// where they cannot. Stack, measured: below 0.25 MB; in `contacts` 25 kB more for every level of nested
// combinators, 2 MB for the 64 levels that shapes may have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/core/build_error.hpp"
#include "graze/core/expected.hpp"
#include "graze/result/certificate.hpp"
#include "graze/result/contact.hpp"
#include "graze/result/proof.hpp"
#include "graze/result/ray.hpp"
#include "graze/result/relation.hpp"
#include "graze/result/separation.hpp"
#include "graze/shape/shape.hpp"

namespace graze {

/// Whether the closed sets overlap; touching counts, and so does "too close to call" and invalid input. The cheapest verb.
bool overlaps(const Placed& a, const Placed& b, PairCache* cache = nullptr) noexcept;

/// The same with a proof for `verify`. A named method is the method run, or the answer is Status::unsupported.
Verdict decide(const Placed& a, const Placed& b, Method method = Method::automatic) noexcept;

/// Signed distance with bounds, witness points and normal.
Separation separation(const Placed& a, const Placed& b, const SeparationOptions& options = {}, PairCache* cache = nullptr) noexcept;

/// `separation` that keeps the proof of a deep overlap of two convex shapes for `verify`. Slower: it always runs the general solver, and
/// allocates. With meshes, compounds, height fields and half-spaces it is `separation`, without a certificate.
CertifiedSeparation certified_separation(const Placed& a, const Placed& b, const SeparationOptions& options = {});

/// Up to four contact points of two overlapping shapes along one normal. Of meshes, compounds and height fields: of the deepest
/// manifold, all its patches taken together; allocates then.
ContactManifold contacts(const Placed& a, const Placed& b, const ContactOptions& options = {}) noexcept;

/// All manifolds of the pair, the deepest normal first, each for `verify`: one for every normal along which parts press, and for every
/// patch of contacts along it. One for two convex shapes. Empty when there are no contacts and on invalid input.
std::vector<ContactManifold> contact_manifolds(const Placed& a, const Placed& b, const ContactOptions& options = {});

/// First hit of a ray; empty on a miss and on invalid input.
std::optional<RayHit> raycast(const Ray& ray, const Placed& target) noexcept;

/// How two placed shapes lie to each other, as sets.
/// Containment is reported for solids of every kind around shapes whose corners decide it (polytopes and roundings of them, meshes, spheres,
/// capsules, tapered ones too); other curved shapes are reported inside only when a ball around them is. Around shapes that touch them from inside it is reported
/// for convex solids alone, meshes too; two that contain each other count as b inside a. Invalid input, and pairs whose work ran out, count as overlapping.
Relation relation(const Placed& a, const Placed& b) noexcept;

/// Slower than `relation`: the depth comes with its proof. Allocates.
CertifiedRelation certified_relation(const Placed& a, const Placed& b);

enum class Query : std::uint8_t { overlaps, decide, separation, contacts, raycast, translational_cast, time_of_impact };

/// The published capability table. raycast reads the first type only. By type: SAT also declines hulls of more than 256
/// vertices, faces or edge directions, pairs of more than 4096 axes, and extents beyond 1e-30 .. 1e30; elimination declines pairs of
/// more than 48 faces and those extents.
bool supports(Query query, ShapeType a, ShapeType b, Method method = Method::automatic) noexcept;

/// Why a placed shape is not usable: the shape's own fault, or a pose that is not finite, too large or not a rotation.
expected<void, BuildError> check(const Placed& placed);

}  // namespace graze
