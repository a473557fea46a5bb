#include "convex/epa_polytope.hpp"

#include <algorithm>

namespace graze {

void GrowingPolytope::push(std::uint32_t facet) noexcept {
    // Sift up by hand: the order of equal distances must not depend on the standard library.
    const HeapEntry entry{facets_[facet].distance_sq, facet, facets_[facet].version};
    if (!(entry.distance_sq <= limit_sq_)) return;
    std::uint32_t i = heap_count_++;
    while (i > 0 && entry.distance_sq < heap_[(i - 1) / 2].distance_sq) {
        heap_[i] = heap_[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap_[i] = entry;
}

std::uint32_t GrowingPolytope::nearest() noexcept {
    while (heap_count_ > 0) {
        const HeapEntry top = heap_[0];
        const Facet& f = facets_[top.facet];
        if (!f.obsolete && f.version == top.version) return top.facet;
        const HeapEntry last = heap_[--heap_count_];
        std::uint32_t i = 0;
        while (2 * i + 1 < heap_count_) {
            std::uint32_t child = 2 * i + 1;
            if (child + 1 < heap_count_ && heap_[child + 1].distance_sq < heap_[child].distance_sq) ++child;
            if (!(heap_[child].distance_sq < last.distance_sq)) break;
            heap_[i] = heap_[child];
            i = child;
        }
        heap_[i] = last;
    }
    return kNone;
}

std::uint32_t GrowingPolytope::add_facet(std::uint32_t i, std::uint32_t j, std::uint32_t k) noexcept {
    const std::uint32_t slot = free_count_ > 0 ? free_[--free_count_] : facet_count_++;
    Facet& f = facets_[slot];
    f.version = next_version_++;
    f.vertex = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j), static_cast<std::uint16_t>(k)};
    f.obsolete = false;
    const Vec3& p = vertices_[i].w;
    const Vec3& q = vertices_[j].w;
    const Vec3& r = vertices_[k].w;
    const Vec3 e = q - p;
    const Vec3 g = r - p;
    f.normal = cross(e, g);
    const double square = length_sq(f.normal);
    f.thin = !(square > kThinSineSq * length_sq(e) * length_sq(g));
    // Whatever the rounding in the normal, no point of the triangle is lower along it than its lowest corner.
    const double lowest = std::max(0.0, std::min({dot(f.normal, p), dot(f.normal, q), dot(f.normal, r)}));
    f.distance_sq = f.thin ? std::numeric_limits<double>::infinity() : lowest * lowest / square;
    return slot;
}

void GrowingPolytope::start(const std::array<SimplexPoint, 4>& points) noexcept {
    std::copy(points.begin(), points.end(), vertices_.data());
    vertex_count_ = 4;
    const Vec3& o = points[0].w;
    if (dot(cross(points[1].w - o, points[2].w - o), points[3].w - o) > 0) std::swap(vertices_[1], vertices_[2]);
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
    for (std::uint32_t i = 0; i < 4; ++i) push(i);
}

bool GrowingPolytope::find_horizon(std::uint32_t from, const Vec3& point) noexcept {
    // Depth first from the visible facet, edges in order: the horizon comes out as one loop, counter-clockwise.
    struct Visit {
        std::uint16_t facet;
        std::uint8_t edge;
        std::uint8_t left;
    };
    Uninitialized<Visit, kLargestHole> stack;
    std::uint32_t depth = 0;
    horizon_count_ = 0;
    retire(from);
    stack[depth++] = {static_cast<std::uint16_t>(from), 0, 3};
    while (depth > 0) {
        Visit& top = stack[depth - 1];
        if (top.left == 0) {
            --depth;
            continue;
        }
        --top.left;
        const std::uint8_t i = top.edge;
        top.edge = static_cast<std::uint8_t>((i + 1) % 3);
        const std::uint16_t next = facets_[top.facet].adjacent[i];
        const std::uint8_t back = facets_[top.facet].edge[i];
        const Facet& f = facets_[next];
        if (f.obsolete) continue;
        if (sees(f, point)) {
            if (depth == kLargestHole) return false;
            retire(next);
            stack[depth++] = {next, static_cast<std::uint8_t>((back + 1) % 3), 2};
        } else {
            if (horizon_count_ == kLargestHole) return false;
            horizon_[horizon_count_++] = {next, back};
        }
    }
    return horizon_count_ >= 3;
}

bool GrowingPolytope::expand(std::uint32_t from, const SimplexPoint& point) noexcept {
    const std::uint32_t apex = vertex_count_;
    vertices_[vertex_count_++] = point;
    if (!find_horizon(from, point.w)) return false;
    std::uint32_t first = 0;
    std::uint32_t previous = 0;
    for (std::uint32_t i = 0; i < horizon_count_; ++i) {
        const HorizonEdge edge = horizon_[i];
        const std::uint32_t tail = facets_[edge.facet].vertex[(edge.edge + 1u) % 3];
        const std::uint32_t head = facets_[edge.facet].vertex[edge.edge];
        // The fan closes only when each edge starts where the one before it ended.
        if (i > 0 && facets_[previous].vertex[1] != tail) return false;
        const std::uint32_t f = add_facet(tail, head, apex);
        link(f, 0, edge.facet, edge.edge);
        if (i == 0)
            first = f;
        else
            link(previous, 1, f, 2);
        previous = f;
        push(f);
    }
    if (facets_[previous].vertex[1] != facets_[first].vertex[0]) return false;
    link(previous, 1, first, 2);
    return true;
}

}  // namespace graze
