// The checks that audit builds run on the answers of scenes: against the verbs on every object or pair of
// objects, on a sample of small scenes. What the verbs answer to the scene itself is audited as it is
// everywhere. Declared in every build, defined in audit builds; see docs/notes/audit.md.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "graze/core/function_ref.hpp"
#include "graze/scene/scene.hpp"

namespace graze::audit {

/// A scene, and which places its groups, masks and exclusions let be examined together.
struct SceneView {
    const Scene& scene;
    FunctionRef<bool(ProxyId, ProxyId)> may_collide;
};

void check_near(std::span<const ObjectPair> pairs, const SceneView& view);
void check_overlapping(std::span<const ObjectPair> pairs, const SceneView& view);
void check_contacts(std::span<const ObjectContacts> contacts, const SceneView& view);
void check_within(std::span<const ObjectSeparation> pairs, const SceneView& view, double clearance);
/// Of all pairs, or of those with one object.
void check_closest(const std::optional<ObjectSeparation>& closest, const SceneView& view,
                   const ObjectId* object);

/// A ray among the objects of a scene.
struct SceneRay {
    const Ray& ray;
    double max_t = std::numeric_limits<double>::infinity();
    std::uint32_t mask = ~std::uint32_t{0};
};
void check_ray(const std::optional<ObjectRayHit>& hit, const Scene& scene, const SceneRay& ray);
void check_any_hit(bool any, const Scene& scene, const SceneRay& ray);
void check_all_hits(std::span<const ObjectRayHit> hits, const Scene& scene, const SceneRay& ray);

void check_objects_in(std::span<const ObjectId> objects, const Scene& scene, const Placed& region,
                      std::uint32_t mask);
void check_objects_in(std::span<const ObjectId> objects, const Scene& scene, const Aabb& box,
                      std::uint32_t mask);
void check_cast(const std::optional<ObjectCastHit>& hit, const Scene& scene, const Moving& moving,
                std::uint32_t mask);
void check_impacts(const expected<std::vector<ObjectImpact>, SceneError>& impacts, const SceneView& view,
                   std::span<const ObjectMotion> motions, const ImpactOptions& options);

}  // namespace graze::audit
