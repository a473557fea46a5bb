// A walk over the surface towards the ray; where rounding makes it fail, the best of all facets.
#include "convex/epa/epa_witness.hpp"

#include <algorithm>
#include <array>

namespace graze {
namespace {

/// Triple products of the normal with the edges of a facet: the weights of the point that the ray from the
/// origin along the normal passes through, up to their sum. Negative where the ray passes outside of that
/// edge.
std::array<double, 3> ray_weights(const GrowingPolytope& polytope,
                                  const std::array<std::uint16_t, 3>& vertices, const Vec3& normal) noexcept {
    const Vec3& p = polytope.vertex(vertices[0]).w;
    const Vec3& q = polytope.vertex(vertices[1]).w;
    const Vec3& r = polytope.vertex(vertices[2]).w;
    // q × r as q × (r - q): the facet may be small and far away.
    return {dot(normal, cross(q, r - q)), dot(normal, cross(r, p - r)), dot(normal, cross(p, q - p))};
}

/// A facet as a simplex, weighted for the point where the ray from the origin along the normal should leave.
struct Pierced {
    Simplex simplex;
    double miss = 0;  ///< Distance of the weighted point from the end of the ray.
};

double missed_by(const Simplex& simplex, const WitnessRay& ray) noexcept {
    return length(weighted_point(simplex) - ray.end());
}

/// The facet with the weights of the point that the ray passes through. With the origin in the facet's plane
/// next to a corner those are noise, and the weights of the facet's point nearest the origin are taken.
Pierced pierce(const GrowingPolytope& polytope, const std::array<std::uint16_t, 3>& vertices,
               const WitnessRay& ray) noexcept {
    Simplex simplex;
    simplex.size = 3;
    for (std::size_t i = 0; i < 3; ++i) simplex.points[i] = polytope.vertex(vertices[i]);
    const std::array<double, 3> weights = ray_weights(polytope, vertices, ray.normal);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += simplex.weights[i] = std::max(0.0, weights[i]);
    for (double& weight : simplex.weights) weight = sum > 0 ? weight / sum : 1.0 / 3;
    const Pierced by_ray{simplex, missed_by(simplex, ray)};
    if (by_ray.miss <= ray.enough) return by_ray;
    shrink(simplex, nearest_to_origin(simplex));
    const double miss = missed_by(simplex, ray);
    return by_ray.miss <= miss ? by_ray : Pierced{simplex, miss};
}

/// Walks over the surface to the facet that the normal pierces, across the edge that the ray passes farthest
/// outside of. Ends where rounding leads it in circles.
std::uint32_t walk_to_pierced(const GrowingPolytope& polytope, std::uint32_t from,
                              const Vec3& normal) noexcept {
    std::uint32_t f = from;
    while (polytope.facet(f).obsolete)
        f = f + 1 < polytope.facet_count() ? f + 1 : 0;  // under the surface by now
    for (std::uint32_t step = 0; step < polytope.facet_count(); ++step) {
        const auto& facet = polytope.facet(f);
        const std::array<double, 3> weights = ray_weights(polytope, facet.vertex, normal);
        const std::size_t least =
            weights[0] < weights[1] ? (weights[0] < weights[2] ? 0 : 2) : (weights[1] < weights[2] ? 1 : 2);
        if (weights[least] >= 0) break;
        f = facet.adjacent[(least + 1) % 3] / 4u;  // the edge opposite to the vertex of that weight
    }
    return f;
}

}  // namespace

Simplex witness_simplex(const GrowingPolytope& polytope, std::uint32_t first,
                        const WitnessRay& ray) noexcept {
    Pierced best = pierce(polytope, polytope.facet(walk_to_pierced(polytope, first, ray.normal)).vertex, ray);
    for (std::uint32_t f = 0; f < polytope.facet_count() && best.miss > ray.enough; ++f) {
        const auto& facet = polytope.facet(f);
        if (facet.obsolete) continue;
        const Pierced other = pierce(polytope, facet.vertex, ray);
        if (other.miss < best.miss) best = other;
    }
    return best.simplex;
}

}  // namespace graze
