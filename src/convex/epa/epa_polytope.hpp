// The growing polytope of EPA: vertices, triangular facets with adjacency, and a list of the facets that may
// still matter. A tenth of a megabyte is on the stack; the few polytopes that outgrow it move to the heap,
// once and for all. Only what is used is touched.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>

#include "convex/epa/epa_result.hpp"
#include "convex/simplex/simplex.hpp"
#include "core/in_place.hpp"

namespace graze {

class GrowingPolytope {
public:
    struct Facet {
        Vec3 normal;         ///< Outward, of length twice the area.
        double distance_sq;  ///< No point of the triangle is nearer to the origin than its root; infinite
                             ///< when `thin`.
        std::array<std::uint16_t, 3> vertex;  ///< Counter-clockwise from outside.
        /// Across the edge vertex[i] -> vertex[i + 1]: 4 * facet + index of that edge there.
        std::array<std::uint16_t, 3> adjacent;
        bool thin;    ///< No area: it goes away with whatever neighbour becomes visible.
        bool sliver;  ///< No reliable place in the polar polytope. All thin ones are.
        bool obsolete;
        std::uint16_t version;  ///< Counts the uses of this slot.
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    GrowingPolytope() noexcept { use(near_); }
    GrowingPolytope(const GrowingPolytope&) = delete;
    GrowingPolytope& operator=(const GrowingPolytope&) = delete;

    [[nodiscard]] const Facet& facet(std::uint32_t i) const noexcept { return facets_[i]; }
    [[nodiscard]] const SimplexPoint& vertex(std::uint32_t i) const noexcept { return vertices_[i]; }
    [[nodiscard]] std::uint32_t vertex_count() const noexcept { return vertex_count_; }
    [[nodiscard]] std::uint32_t facet_count() const noexcept { return facet_count_; }
    /// Whether there is space for one more vertex. Moves everything when it is the first beyond those on the
    /// stack: no reference to a vertex or a facet survives that.
    [[nodiscard]] bool ensure_capacity() noexcept { return vertex_count_ < capacity_ || move_to_heap(); }

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
    /// Where the next vertex is to be written, when there is space.
    [[nodiscard]] SimplexPoint& next_vertex() noexcept { return vertices_[vertex_count_]; }
    /// Replaces the facets from which the next vertex is visible, `from` among them, by a fan around it.
    /// False when the hole is too large or too ragged to be closed in one loop: the polytope is then as it
    /// was.
    bool expand(std::uint32_t from) noexcept;

private:
    static constexpr std::uint32_t kLargestHole = 256;
    /// On the stack: one deepest direction, and most polytopes of up to a hundred vertices, are found with
    /// fewer.
    static constexpr std::uint32_t kNearVertices = 256;

    struct Candidate {
        double distance_sq;
        std::uint16_t facet;
        std::uint16_t version;  ///< Of the facet when it was listed: an older one is stale.
    };

    /// Reserves memory for this many vertices.
    template <std::uint32_t Vertices> struct Arrays {
        static constexpr std::uint32_t kFacets =
            2 * Vertices + 2 * kLargestHole;  // Euler: 2 v - 4, and the hole being filled
        static constexpr std::uint32_t kCandidates = kFacets + kLargestHole;
        Uninitialized<SimplexPoint, Vertices> vertices;
        Uninitialized<Facet, kFacets> facets;
        Uninitialized<Candidate, kCandidates> candidates;
        Uninitialized<std::uint16_t, kFacets> free;
    };
    using FarArrays = Arrays<kEpaVertices>;
    static_assert(4 * FarArrays::kFacets - 1 <= std::numeric_limits<std::uint16_t>::max(),
                  "`adjacent` counts edges of facets");

    template <std::uint32_t Vertices> void use(Arrays<Vertices>& arrays) noexcept {
        vertices_ = arrays.vertices.data();
        facets_ = arrays.facets.data();
        candidates_ = arrays.candidates.data();
        free_ = arrays.free.data();
        capacity_ = Vertices;
        candidate_capacity_ = Arrays<Vertices>::kCandidates;
    }
    bool move_to_heap() noexcept;

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
    [[nodiscard]] bool is_visible(const Facet& f, const Vec3& point) const noexcept {
        return f.thin || dot(f.normal, point - vertices_[f.vertex[0]].w) > 0;
    }

    double limit_sq_ = std::numeric_limits<double>::infinity();
    std::uint32_t vertex_count_ = 0;
    std::uint32_t facet_count_ = 0;
    std::uint32_t candidate_count_ = 0;
    std::uint32_t horizon_count_ = 0;
    std::uint32_t free_count_ = 0;
    std::uint32_t capacity_ = 0;
    std::uint32_t candidate_capacity_ = 0;
    SimplexPoint* vertices_ = nullptr;  ///< These four in `near_` or in `far_`.
    Facet* facets_ = nullptr;
    Candidate* candidates_ = nullptr;
    std::uint16_t* free_ = nullptr;  ///< Obsolete facets, to be used again.
    /// Facets and edges around the hole, packed like `adjacent`.
    Uninitialized<std::uint16_t, kLargestHole> horizon_;
    std::unique_ptr<FarArrays> far_;
    Arrays<kNearVertices> near_;
};

}  // namespace graze
