// The checks that audit builds run on the answers of the verbs; see src/core/audited.hpp for how,
// docs/notes/audit.md for which laws. Each counts the answer, reports the first law that it breaks, and
// counts what no check confirms. Declared in every build, defined in audit builds.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graze/query/query.hpp"
#include "graze/result/proof.hpp"

namespace graze::audit {

/// Two placed shapes.
struct Pair {
    const Placed& a;
    const Placed& b;
};

void check_overlaps(bool overlap, const Pair& pair);
void check_verdict(const Verdict& verdict, const Pair& pair, Method method);
void check_common_point(const std::optional<CertifiedCommonPoint>& common, const Pair& pair);
void check_separation(const Separation& separation, const Pair& pair, const SeparationOptions& options);
void check_certified(const CertifiedSeparation& certified, const Pair& pair,
                     const SeparationOptions& options);
void check_interference(const Interference& found, const Pair& pair);
void check_contacts(const ContactManifold& manifold, const Pair& pair);
void check_manifolds(std::span<const ContactManifold> manifolds, const Pair& pair);
void check_relation(Relation relation, const Pair& pair);
void check_certified(const CertifiedRelation& certified, const Pair& pair);

void check_ray(const std::optional<RayHit>& hit, const Ray& ray, const Placed& target);
void check_any_hit(bool any, const Ray& ray, const Placed& target, double max_t);
void check_all_hits(std::span<const PartHit> hits, const Ray& ray, const Placed& target, double max_t);
void check_triangles(std::span<const TrianglePair> triangles, const Pair& pair);
void check_self_intersections(std::span<const TrianglePair> triangles, const Shape& mesh);
void check_parts_in_box(std::span<const std::uint32_t> parts, const Placed& target, const Aabb& box);
void check_signed_distance(const Interval& distance, const Placed& solid, const Vec3& point);

}  // namespace graze::audit
