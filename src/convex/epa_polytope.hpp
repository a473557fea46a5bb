// The growing polytope of EPA: vertices, triangular facets with adjacency, and a list of the facets that may still matter.
// Fixed capacity, a third of a megabyte on the stack, of which only what is used is touched.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "convex/epa.hpp"
#include "convex/in_place.hpp"
#include "convex/simplex.hpp"

namespace graze {

class GrowingPolytope {
public:
    struct Facet {
        Vec3 normal;                            ///< Outward, of length twice the area.
        double distance_sq;                     ///< No point of the triangle is nearer to the origin than its root; infinite when `thin`.
        std::array<std::uint16_t, 3> vertex;    ///< Counter-clockwise from outside.
        std::array<std::uint16_t, 3> adjacent;  ///< Across the edge vertex[i] -> vertex[i + 1]: 4 * facet + index of that edge there.
        bool thin;                              ///< No area: it goes away with whatever neighbour becomes visible.
        bool obsolete;
        std::uint16_t version;  ///< Counts the uses of this slot.
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] const Facet& facet(std::uint32_t i) const noexcept { return facets_[i]; }
    [[nodiscard]] const SimplexPoint& vertex(std::uint32_t i) const noexcept { return vertices_[i]; }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return vertex_count_; }
    [[nodiscard]] std::uint32_t facet_count() const noexcept { return facet_count_; }
    [[nodiscard]] bool has_room() const noexcept { return vertex_count_ < kEpaVertices; }

    /// Starts with a tetrahedron that is not flat, in either orientation.
    void start(const std::array<SimplexPoint, 4>& points) noexcept;
    /// The live facet nearest the origin, the oldest of equals; kNone when all are farther than the limit.
    std::uint32_t nearest() noexcept;
    /// The newest live facet nearer than the limit that has not been dropped; kNone when there is none.
    std::uint32_t newest() noexcept;
    void drop_newest() noexcept { --candidate_count_; }
    /// Puts all live facets nearer than the limit on the list again.
    void list_all() noexcept;
    /// No point of the surface is nearer to the origin than the root of this.
    [[nodiscard]] double least_distance_sq() const noexcept;
    /// Facets farther than this are of no interest from now on: the depth is known to be no more.
    void limit(double distance_sq) noexcept { limit_sq_ = distance_sq; }
    /// Where the next vertex is to be written, when there is room.
    [[nodiscard]] SimplexPoint& next_vertex() noexcept { return vertices_[vertex_count_]; }
    /// Replaces the facets that see the next vertex, `from` among them, by a fan around it. False when the hole is too large or too
    /// ragged to be closed in one loop: the polytope is then as it was.
    bool expand(std::uint32_t from) noexcept;

private:
    static constexpr std::uint32_t kLargestHole = 256;
    static constexpr std::uint32_t kFacets = 2 * kEpaVertices + 2 * kLargestHole;  // Euler: 2 v - 4, and the hole being filled
    static constexpr std::uint32_t kCandidates = kFacets + kLargestHole;
    /// A facet whose sine (area over edge lengths) is below the root of this has no normal worth the name.
    static constexpr double kThinSineSq = 1e-26;

    struct Candidate {
        double distance_sq;
        std::uint16_t facet;
        std::uint16_t version;  ///< Of the facet when it was listed: an older one is stale.
    };

    std::uint32_t add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k) noexcept;
    bool find_horizon(std::uint32_t from, const Vec3& point) noexcept;

    void retire(std::uint32_t facet) noexcept {
        facets_[facet].obsolete = true;
        free_[free_count_++] = static_cast<std::uint16_t>(facet);
    }
    void link(std::uint32_t f, std::uint32_t i, std::uint32_t g, std::uint32_t j) noexcept {
        facets_[f].adjacent[i] = static_cast<std::uint16_t>(4 * g + j);
        facets_[g].adjacent[j] = static_cast<std::uint16_t>(4 * f + i);
    }
    [[nodiscard]] bool sees(const Facet& f, const Vec3& point) const noexcept {
        return f.thin || dot(f.normal, point - vertices_[f.vertex[0]].w) > 0;
    }

    double limit_sq_ = std::numeric_limits<double>::infinity();
    std::uint32_t vertex_count_ = 0;
    std::uint32_t facet_count_ = 0;
    std::uint32_t candidate_count_ = 0;
    std::uint32_t horizon_count_ = 0;
    std::uint32_t free_count_ = 0;
    Uninitialized<SimplexPoint, kEpaVertices> vertices_;
    Uninitialized<Facet, kFacets> facets_;
    Uninitialized<Candidate, kCandidates> candidates_;
    Uninitialized<std::uint16_t, kLargestHole> horizon_;  ///< Facets and edges around the hole, packed like `adjacent`.
    Uninitialized<std::uint16_t, kFacets> free_;          ///< Obsolete facets, to be used again.
};

}  // namespace graze
