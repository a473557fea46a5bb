// Meshes as files without shared vertices have them: corners of their own for every facet, moved a little, in
// any order.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "graze/mesh/generate.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// Every coordinate of every corner is moved by at most `by`.
inline TriangleSoup facets_of(const TriangleSoup& mesh, double by, Random& random) {
    TriangleSoup facets;
    for (const auto& t : mesh.triangles) {
        const auto n = static_cast<std::uint32_t>(facets.vertices.size());
        facets.triangles.push_back({n, n + 1, n + 2});
        for (const std::uint32_t corner : t)
            facets.vertices.push_back(mesh.vertices[corner] + random.in_cube(by));
    }
    return facets;
}

/// The same facets in another order, each starting with another corner.
inline TriangleSoup shuffled(const TriangleSoup& facets, Random& random) {
    std::vector<std::uint32_t> order(facets.triangles.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.index(i)]);
    TriangleSoup other;
    for (const std::uint32_t t : order) {
        const auto n = static_cast<std::uint32_t>(other.vertices.size());
        const std::size_t turn = random.index(3);
        other.triangles.push_back({n, n + 1, n + 2});
        for (std::size_t i = 0; i < 3; ++i)
            other.vertices.push_back(facets.vertices[facets.triangles[t][(i + turn) % 3]]);
    }
    return other;
}

/// The facets by their coordinates, each turned to the least sequence, sorted: equal for equal surfaces.
inline std::vector<std::array<std::array<double, 3>, 3>> sorted_facets(const TriangleSoup& soup) {
    std::vector<std::array<std::array<double, 3>, 3>> facets;
    for (const auto& t : soup.triangles) {
        std::array<std::array<double, 3>, 3> facet{};
        for (std::size_t i = 0; i < 3; ++i)
            facet[i] = {soup.vertices[t[i]].x, soup.vertices[t[i]].y, soup.vertices[t[i]].z};
        std::array<std::array<double, 3>, 3> least = facet;
        for (int turn = 0; turn < 2; ++turn) {
            std::rotate(facet.begin(), facet.begin() + 1, facet.end());
            least = std::min(least, facet);
        }
        facets.push_back(least);
    }
    std::sort(facets.begin(), facets.end());
    return facets;
}

inline TriangleSoup scaled(TriangleSoup soup, double scale, const Vec3& offset = {}) {
    for (Vec3& v : soup.vertices) v = scale * (v + offset);
    return soup;
}

inline TriangleSoup both(TriangleSoup a, const TriangleSoup& b) {
    const auto n = static_cast<std::uint32_t>(a.vertices.size());
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& t : b.triangles) a.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
    return a;
}

}  // namespace graze::test
