// The growing polytope of EPA: vertices, triangular facets with adjacency, and a heap of the facets that may still matter.
// Fixed capacity, a third of a megabyte on the stack, of which only what is used is touched.
#pragma once

#include <array>
#include <cmath>
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
        std::array<std::uint16_t, 3> adjacent;  ///< Facet across the edge vertex[i] -> vertex[i + 1].
        std::array<std::uint8_t, 3> edge;       ///< The same edge's index in that facet.
        bool thin;                              ///< No area: it goes away with whatever neighbour becomes visible.
        bool obsolete;
        std::uint32_t version;  ///< Counts the uses of this slot.
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] const Facet& facet(std::uint32_t i) const noexcept { return facets_[i]; }
    [[nodiscard]] const SimplexPoint& vertex(std::uint32_t i) const noexcept { return vertices_[i]; }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return vertex_count_; }
    [[nodiscard]] std::uint32_t facet_count() const noexcept { return facet_count_; }
    [[nodiscard]] bool has_room() const noexcept { return vertex_count_ < kEpaVertices && heap_count_ + kLargestHole < kHeap; }

    /// Starts with a tetrahedron that is not flat, in either orientation.
    void start(const std::array<SimplexPoint, 4>& points) noexcept;
    /// The live facet nearest the origin; kNone when all are farther than the limit.
    std::uint32_t nearest() noexcept;
    /// Facets farther than this are of no interest from now on: the depth is known to be no more.
    void limit(double distance_sq) noexcept { limit_sq_ = distance_sq; }
    /// Replaces the facets that see `point`, `from` among them, by a fan around it. False when the hole is too ragged to be
    /// closed in one loop: the polytope is then no longer usable.
    bool expand(std::uint32_t from, const SimplexPoint& point) noexcept;

private:
    static constexpr std::uint32_t kLargestHole = 256;
    static constexpr std::uint32_t kFacets = 2 * kEpaVertices + 2 * kLargestHole;  // Euler: 2 v - 4, and the hole being filled
    static constexpr std::uint32_t kHeap = 8 * kEpaVertices;                       // stale entries stay until they surface
    /// A facet whose sine (area over edge lengths) is below the root of this has no normal worth the name.
    static constexpr double kThinSineSq = 1e-26;

    struct HorizonEdge {
        std::uint16_t facet;
        std::uint8_t edge;
    };
    struct HeapEntry {
        double distance_sq;
        std::uint32_t facet;
        std::uint32_t version;  ///< Of the facet when it was pushed: an older one is stale.
    };

    std::uint32_t add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k) noexcept;
    bool find_horizon(std::uint32_t from, const Vec3& point) noexcept;
    void push(std::uint32_t facet) noexcept;

    void retire(std::uint32_t facet) noexcept {
        facets_[facet].obsolete = true;
        free_[free_count_++] = static_cast<std::uint16_t>(facet);
    }
    void link(std::uint32_t f, std::uint32_t i, std::uint32_t g, std::uint32_t j) noexcept {
        facets_[f].adjacent[i] = static_cast<std::uint16_t>(g);
        facets_[f].edge[i] = static_cast<std::uint8_t>(j);
        facets_[g].adjacent[j] = static_cast<std::uint16_t>(f);
        facets_[g].edge[j] = static_cast<std::uint8_t>(i);
    }
    [[nodiscard]] bool sees(const Facet& f, const Vec3& point) const noexcept {
        return f.thin || dot(f.normal, point - vertices_[f.vertex[0]].w) > 0;
    }

    double limit_sq_ = std::numeric_limits<double>::infinity();
    std::uint32_t vertex_count_ = 0;
    std::uint32_t facet_count_ = 0;
    std::uint32_t heap_count_ = 0;
    std::uint32_t horizon_count_ = 0;
    std::uint32_t free_count_ = 0;
    std::uint32_t next_version_ = 0;
    Uninitialized<SimplexPoint, kEpaVertices> vertices_;
    Uninitialized<Facet, kFacets> facets_;
    Uninitialized<HeapEntry, kHeap> heap_;
    Uninitialized<HorizonEdge, kLargestHole> horizon_;
    Uninitialized<std::uint16_t, kFacets> free_;  ///< Obsolete facets, to be used again.
};

}  // namespace graze
