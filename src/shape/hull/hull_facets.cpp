// Flat faces from triangles: a face grows from its largest triangle over neighbours whose corners lie in its
// plane within rounding, and stays a disk while it grows, so that its boundary is one loop. Planes by
// Newell's method over that loop.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/degeneracy/triangle_normal.hpp"
#include "shape/hull/hull_build.hpp"

namespace graze::hulls {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Brings the vertices' distances from the first one to about 1, so that products of them stay in range.
double scale_of(const HullData& data, std::span<const std::uint32_t> vertices) {
    double largest = 0;
    for (const std::uint32_t v : vertices)
        largest = std::max(largest, max_component(abs(data.vertices[v] - data.vertices[vertices[0]])));
    return largest > 0 ? unit_scale(largest) : 1;
}

class Growth {
public:
    Growth(HullData& data, const Surface& surface, double tolerance)
        : data_(data),
          surface_(surface),
          tolerance_(tolerance),
          facet_of_(surface.triangles.size(), kNone),
          marked_(data.vertices.size(), kNone),
          next_(data.vertices.size(), kNone),
          previous_(data.vertices.size(), kNone) {}

    void run() {
        std::vector<std::uint32_t> order(data_.vertices.size());
        std::iota(order.begin(), order.end(), 0U);
        scale_ = scale_of(data_, order);
        order.resize(surface_.triangles.size());
        std::iota(order.begin(), order.end(), 0U);
        std::vector<double> area(order.size());
        for (std::uint32_t t = 0; t < order.size(); ++t) area[t] = length(normal_of(t));
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t t, std::uint32_t u) { return area[t] > area[u]; });
        for (const std::uint32_t t : order)
            if (facet_of_[t] == kNone) grow(t);
    }

private:
    /// Twice the area, in scaled units, along the outward normal.
    Vec3 normal_of(std::uint32_t t) const {
        const auto& [a, b, c] = surface_.triangles[t];
        return triangle_normal(data_.vertices[a], data_.vertices[b], data_.vertices[c], scale_).direction;
    }

    void grow(std::uint32_t seed) {
        const auto facet = static_cast<std::uint32_t>(data_.facets.size());
        const Vec3 normal = unit(normal_of(seed));
        const std::uint32_t first = surface_.triangles[seed][0];
        start_loop(seed, facet);
        Vec3 around = normal;
        std::vector<std::uint32_t> stack{seed};
        while (!stack.empty()) {
            const std::uint32_t t = stack.back();
            stack.pop_back();
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t u = surface_.across[t][k];
                if (facet_of_[u] == facet) continue;
                around += unit(normal_of(u));
                if (facet_of_[u] != kNone) continue;
                const std::uint32_t apex =
                    apex_of(u, surface_.triangles[t][k], surface_.triangles[t][(k + 1) % 3]);
                if (std::abs(dot(normal, data_.vertices[apex] - data_.vertices[first])) > tolerance_)
                    continue;
                if (!join(surface_.triangles[t][k], surface_.triangles[t][(k + 1) % 3], apex, facet))
                    continue;
                facet_of_[u] = facet;
                stack.push_back(u);
            }
        }
        data_.facets.push_back(take_loop());
        data_.facet_planes.push_back(supporting_plane(data_, data_.facets.back(), around));
    }

    void start_loop(std::uint32_t t, std::uint32_t facet) {
        facet_of_[t] = facet;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = surface_.triangles[t][k];
            marked_[from] = facet;
            next_[from] = surface_.triangles[t][(k + 1) % 3];
            previous_[next_[from]] = from;
        }
        head_ = surface_.triangles[t][0];
    }

    std::uint32_t apex_of(std::uint32_t u, std::uint32_t a, std::uint32_t b) const {
        for (const std::uint32_t corner : surface_.triangles[u])
            if (corner != a && corner != b) return corner;
        return a;
    }

    void connect(std::uint32_t a, std::uint32_t b) {
        next_[a] = b;
        previous_[b] = a;
    }

    /// Adds the triangle beyond the loop's edge (a, b). It must bring a new corner, or fill the notch beside
    /// the edge.
    bool join(std::uint32_t a, std::uint32_t b, std::uint32_t apex, std::uint32_t facet) {
        if (marked_[apex] != facet) {
            marked_[apex] = facet;
            connect(a, apex);
            connect(apex, b);
            return true;
        }
        if (next_[b] == apex && previous_[a] != apex) {
            connect(a, apex);
            head_ = a;
            return true;
        }
        if (previous_[a] == apex && next_[b] != apex) {
            connect(apex, b);
            head_ = b;
            return true;
        }
        return false;
    }

    std::vector<std::uint32_t> take_loop() const {
        std::vector<std::uint32_t> loop{head_};
        for (std::uint32_t v = next_[head_]; v != head_; v = next_[v]) loop.push_back(v);
        std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
        return loop;
    }

    HullData& data_;
    const Surface& surface_;
    double tolerance_;
    double scale_ = 1;
    std::vector<std::uint32_t> facet_of_;
    std::vector<std::uint32_t> marked_;  ///< Per vertex: the last facet that reached it.
    std::vector<std::uint32_t> next_;    ///< The growing loop, per vertex.
    std::vector<std::uint32_t> previous_;
    std::uint32_t head_ = 0;  ///< A vertex on the growing loop.
};

}  // namespace

namespace {

/// The normal moved out until no vertex is above its plane.
Plane moved_out(const HullData& data, const Vec3& normal, std::uint32_t start) {
    return {normal, -dot(normal, data.vertices[support_vertex_climb(data, normal, start)])};
}

double depth_of_loop(const HullData& data, const Plane& plane, std::span<const std::uint32_t> loop) {
    double depth = 0;
    for (const std::uint32_t v : loop) depth = std::max(depth, -plane(data.vertices[v]));
    return depth;
}

}  // namespace

Plane supporting_plane(const HullData& data, std::span<const std::uint32_t> loop, const Vec3& outward) {
    const double scale = scale_of(data, loop);
    const Vec3 origin = data.vertices[loop[0]];
    Vec3 newell{};
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
        newell +=
            triangle_normal(origin, data.vertices[loop[i]], data.vertices[loop[i + 1]], scale).direction;
    const Plane plane = moved_out(data, unit(newell), loop[0]);
    if (depth_of_loop(data, plane, loop) <= data.concavity) return plane;
    // A chain of needles along an edge has hardly a plane of its own: one between those of its neighbours may
    // lie closer.
    const Plane between = moved_out(data, unit(outward), loop[0]);
    return depth_of_loop(data, between, loop) < depth_of_loop(data, plane, loop) ? between : plane;
}

void merge_facets(HullData& data, const Surface& surface, double tolerance) {
    Growth(data, surface, tolerance).run();
    for (std::size_t f = 0; f < data.facets.size(); ++f)
        data.planarity = std::max(data.planarity, depth_of_loop(data, data.facet_planes[f], data.facets[f]));
}

}  // namespace graze::hulls
