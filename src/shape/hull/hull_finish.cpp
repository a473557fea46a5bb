// From a surface or a loop over the input points to the tables of HullData.
#include <algorithm>

#include "shape/hull/hull_build.hpp"
#include "simd/support_scan.hpp"

namespace graze::hulls {
namespace {

void fill_rows(HullData& data) {
    const std::size_t count = data.vertices.size();
    data.stride = (count + simd::kScanBlock - 1) / simd::kScanBlock * simd::kScanBlock;
    data.soa.resize(3 * data.stride);
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < data.stride; ++i)
            data.soa[axis * data.stride + i] = data.vertices[i < count ? i : 0][axis];
}

void fill_neighbours(HullData& data) {
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (const auto& t : data.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            edges.push_back({t[k], t[(k + 1) % 3]});
            edges.push_back({t[(k + 1) % 3], t[k]});
        }
    if (data.dimension == 1) edges = {{0, 1}, {1, 0}};
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    data.neighbour_start.assign(data.vertices.size() + 1, 0);
    data.neighbours.clear();
    for (const auto& [from, to] : edges) {
        data.neighbours.push_back(to);
        ++data.neighbour_start[from + 1];
    }
    for (std::size_t i = 0; i < data.vertices.size(); ++i)
        data.neighbour_start[i + 1] += data.neighbour_start[i];
}

}  // namespace

Surface take_surface(HullData& data, const Surface& surface, std::span<const Vec3> points) {
    std::vector<std::uint32_t> place(points.size(), 0);
    for (const TriangleIndices& t : surface.triangles)
        for (const std::uint32_t corner : t) place[corner] = 1;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (place[i] == 0) continue;
        place[i] = static_cast<std::uint32_t>(data.vertices.size());
        data.vertices.push_back(points[i]);
        data.source.push_back(i);
    }
    Surface over_vertices{{}, surface.across};
    for (const TriangleIndices& t : surface.triangles)
        over_vertices.triangles.push_back({place[t[0]], place[t[1]], place[t[2]]});
    data.triangles = over_vertices.triangles;
    data.dimension = 3;
    return over_vertices;
}

void take_loop(HullData& data, std::span<const std::uint32_t> loop, std::span<const Vec3> points) {
    std::vector<std::uint32_t> turned(loop.begin(), loop.end());
    std::rotate(turned.begin(), std::min_element(turned.begin(), turned.end()), turned.end());
    for (const std::uint32_t i : turned) {
        data.vertices.push_back(points[i]);
        data.source.push_back(i);
    }
    const auto count = static_cast<std::uint32_t>(turned.size());
    data.dimension = count >= 3 ? 2 : static_cast<int>(count) - 1;
    if (count < 3) return;
    std::vector<std::uint32_t> front(count);
    for (std::uint32_t i = 0; i < count; ++i) front[i] = i;
    for (const TriangleIndices& t : halved_loop(count)) {
        data.triangles.push_back(t);
        data.triangles.push_back({t[0], t[2], t[1]});
    }
    data.facets = {front, {front.rbegin(), front.rend()}};
}

void finish(HullData& data) {
    fill_rows(data);
    fill_neighbours(data);
    double reach = 0;
    for (const Vec3& v : data.vertices) reach = std::max(reach, length(v));
    // A rounded dot product of three terms is off by at most 3 roundings of |d| |x|; the best of two such
    // heights may be chosen wrongly by twice that, with one more for the roundings of this bound.
    data.climb_error = 7 * kEps * reach;
    data.concavity = 4 * kEps * reach;
    if (data.dimension != 2) return;
    for (const auto& loop : data.facets) data.facet_planes.push_back(supporting_plane(data, loop, {0, 0, 1}));
}

}  // namespace graze::hulls
