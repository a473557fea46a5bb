// Facets, their list, and the holes that new vertices make. A hole that cannot be closed is undone.
#include "convex/epa/epa_polytope.hpp"

#include <algorithm>
#include <new>

#include "math/degeneracy/sine_limits.hpp"
#include "math/degeneracy/thin_triangle.hpp"

namespace graze {
namespace {

constexpr std::array<std::uint8_t, 3> kNext{1, 2, 0};
constexpr std::array<std::uint8_t, 3> kBefore{2, 0, 1};

}  // namespace

bool GrowingPolytope::move_to_heap() noexcept {
    if (far_) return false;
    far_.reset(new (std::nothrow) FarArrays);
    if (!far_) return false;
    std::copy_n(vertices_, vertex_count_, far_->vertices.data());
    std::copy_n(facets_, facet_count_, far_->facets.data());
    std::copy_n(candidates_, candidate_count_, far_->candidates.data());
    std::copy_n(free_, free_count_, far_->free.data());
    use(*far_);
    return true;
}

std::uint32_t GrowingPolytope::nearest() noexcept {
    // A list is faster than a heap: few facets are below the limit at any time, and those that left it are
    // dropped in passing.
    Candidate* const candidates = candidates_;
    const Facet* const facets = facets_;
    std::uint32_t kept = 0;
    std::uint32_t best = kNone;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < candidate_count_; ++i) {
        const Candidate c = candidates[i];
        const Facet& f = facets[c.facet];
        const bool live = !f.obsolete & (f.version == c.version) & (c.distance_sq <= limit_sq_);
        candidates[kept] = c;
        kept += live;
        const bool better = live & (c.distance_sq < least);
        least = better ? c.distance_sq : least;
        best = better ? c.facet : best;
    }
    candidate_count_ = kept;
    return best;
}

std::uint32_t GrowingPolytope::newest() noexcept {
    for (; candidate_count_ > 0; --candidate_count_) {
        const Candidate c = candidates_[candidate_count_ - 1];
        const Facet& f = facets_[c.facet];
        if (!f.obsolete && f.version == c.version && c.distance_sq <= limit_sq_) return c.facet;
    }
    return kNone;
}

void GrowingPolytope::list_all() noexcept {
    candidate_count_ = 0;
    for (std::uint32_t i = 0; i < facet_count_; ++i) {
        const Facet& f = facets_[i];
        if (!f.obsolete && f.distance_sq <= limit_sq_)
            candidates_[candidate_count_++] = {f.distance_sq, static_cast<std::uint16_t>(i), f.version};
    }
}

double GrowingPolytope::least_distance_sq() const noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < facet_count_; ++i) {
        if (!facets_[i].obsolete) least = std::min(least, facets_[i].distance_sq);
    }
    return least;
}

std::uint32_t GrowingPolytope::add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k) noexcept {
    const bool fresh = free_count_ == 0;
    const std::uint32_t slot = fresh ? facet_count_++ : free_[--free_count_];
    Facet& f = facets_[slot];
    f.version = fresh ? std::uint16_t{0} : static_cast<std::uint16_t>(f.version + 1);
    f.vertex = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j), static_cast<std::uint16_t>(k)};
    f.obsolete = false;
    const Vec3& p = vertices_[i].w;
    const Vec3& q = vertices_[j].w;
    const Vec3& r = vertices_[k].w;
    const Vec3 e = q - p;
    const Vec3 g = r - p;
    f.normal = cross(e, g);
    const double square = length_sq(f.normal);
    const double edges_sq = length_sq(e) * length_sq(g);
    f.thin = is_below_sine(kFacetSine, square, edges_sq, 1);
    f.sliver = is_below_sine(kPolarSine, square, edges_sq, 1);
    const double lowest = std::max(0.0, least_height(f.normal, p, q, r));
    f.distance_sq = f.thin ? std::numeric_limits<double>::infinity() : lowest * lowest / square;
    candidates_[candidate_count_] = {f.distance_sq, static_cast<std::uint16_t>(slot), f.version};
    candidate_count_ += f.distance_sq <= limit_sq_;
    return slot;
}

void GrowingPolytope::start(const std::array<SimplexPoint, 4>& points) noexcept {
    std::copy(points.begin(), points.end(), vertices_);
    vertex_count_ = 4;
    const Vec3& o = points[0].w;
    if (dot(cross(points[1].w - o, points[2].w - o), points[3].w - o) > 0)
        std::swap(vertices_[1], vertices_[2]);
    add_facet(0, 1, 2);
    add_facet(0, 3, 1);
    add_facet(0, 2, 3);
    add_facet(1, 3, 2);
    link(0, 0, 1, 2);
    link(0, 1, 3, 2);
    link(0, 2, 2, 0);
    link(1, 0, 2, 2);
    link(1, 1, 3, 0);
    link(2, 1, 3, 1);
}

bool GrowingPolytope::find_horizon(std::uint32_t from, const Vec3& point) noexcept {
    // Depth first from the visible facet, edges in order: the horizon comes out as one loop,
    // counter-clockwise.
    Uninitialized<std::uint16_t, 2 * kLargestHole> pending;  // edges to cross, packed like `adjacent`
    std::uint32_t count = 0;
    std::uint32_t head = 0;  // where the loop has come to
    horizon_count_ = 0;
    retire(from);
    const Facet& first = facets_[from];
    pending[count++] = first.adjacent[2];
    pending[count++] = first.adjacent[1];
    pending[count++] = first.adjacent[0];
    while (count > 0) {
        const std::uint16_t across = pending[--count];
        const std::uint32_t next = across / 4u;
        const std::uint32_t back = across % 4u;
        const Facet& f = facets_[next];
        if (f.obsolete) continue;
        if (!is_visible(f, point)) {
            // The fan closes only when each edge starts where the one before it ended.
            if (horizon_count_ == kLargestHole || (horizon_count_ > 0 && f.vertex[kNext[back]] != head))
                return false;
            head = f.vertex[back];
            horizon_[horizon_count_++] = across;
            continue;
        }
        if (count + 2 > 2 * kLargestHole) return false;
        retire(next);
        pending[count++] = f.adjacent[kBefore[back]];
        pending[count++] = f.adjacent[kNext[back]];
    }
    return horizon_count_ >= 3 && facets_[horizon_[0] / 4u].vertex[kNext[horizon_[0] % 4u]] == head;
}

bool GrowingPolytope::expand(std::uint32_t from) noexcept {
    if (candidate_count_ + kLargestHole > candidate_capacity_) nearest();  // drops those that are no more
    const std::uint32_t apex = vertex_count_;
    const std::uint32_t free_before = free_count_;
    if (!find_horizon(from, vertices_[apex].w)) {
        while (free_count_ > free_before) facets_[free_[--free_count_]].obsolete = false;
        return false;
    }
    ++vertex_count_;
    std::uint32_t first = 0;
    std::uint32_t previous = 0;
    for (std::uint32_t i = 0; i < horizon_count_; ++i) {
        const std::uint32_t facet = horizon_[i] / 4u;
        const std::uint32_t edge = horizon_[i] % 4u;
        const std::uint32_t tail = facets_[facet].vertex[kNext[edge]];
        const std::uint32_t head = facets_[facet].vertex[edge];
        const std::uint32_t f = add_facet(tail, head, apex);
        link(f, 0, facet, edge);
        if (i == 0)
            first = f;
        else
            link(previous, 1, f, 2);
        previous = f;
    }
    link(previous, 1, first, 2);
    return true;
}

}  // namespace graze
