// Where the meshes of faces become one: vertices that faces share, and the sums of their sides.
#pragma once

#include <TopExp.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Vertex.hxx>
#include <gp_Pnt.hxx>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <graze/math/vec.hpp>

namespace graze::cad {

using VertexId = std::uint32_t;
inline constexpr VertexId kNone = 0xffffffffU;

/// The vertices of a shape's mesh: those at vertices and on edges of the model are one for all faces.
class Glue {
public:
    explicit Glue(const TopoDS_Shape& shape) {
        TopExp::MapShapes(shape, TopAbs_VERTEX, vertices_);
        TopExp::MapShapes(shape, TopAbs_EDGE, edges_);
        of_vertex_.assign(static_cast<std::size_t>(vertices_.Extent()), kNone);
        of_edge_.resize(static_cast<std::size_t>(edges_.Extent()));
    }

    VertexId at_vertex(const TopoDS_Vertex& vertex, const gp_Pnt& place) {
        const int index = vertices_.FindIndex(vertex);
        if (index == 0) return add(place);
        VertexId& id = of_vertex_[static_cast<std::size_t>(index) - 1];
        if (id == kNone) id = add(place);
        return id;
    }
    /// The k-th of n nodes of an edge, counted along it; kNone when another face has another number of them.
    VertexId on_edge(const TopoDS_Edge& edge, std::size_t k, std::size_t n, const gp_Pnt& place) {
        const int index = edges_.FindIndex(edge);
        if (index == 0) return kNone;
        std::vector<VertexId>& ids = of_edge_[static_cast<std::size_t>(index) - 1];
        if (ids.empty()) ids.assign(n, kNone);
        if (ids.size() != n) return kNone;
        if (ids[k] == kNone) ids[k] = add(place);
        return ids[k];
    }
    VertexId add(const gp_Pnt& place) {
        places.push_back({place.X(), place.Y(), place.Z()});
        return static_cast<VertexId>(places.size() - 1);
    }
    [[nodiscard]] double distance(VertexId id, const gp_Pnt& point) const {
        const Vec3& p = places[id];
        return point.Distance(gp_Pnt(p.x, p.y, p.z));
    }

    std::vector<Vec3> places;

private:
    TopTools_IndexedMapOfShape vertices_;
    TopTools_IndexedMapOfShape edges_;
    std::vector<VertexId> of_vertex_;
    std::vector<std::vector<VertexId>> of_edge_;
};

/// Sums of directed segments. Where it is zero everywhere, a mesh ends exactly at the edges of its face.
class Chain {
public:
    void add(VertexId from, VertexId to, int times) {
        if (from == to) return;
        const bool up = from < to;
        const std::uint64_t key = (std::uint64_t{up ? from : to} << 32U) | std::uint64_t{up ? to : from};
        if ((counts_[key] += up ? times : -times) == 0) counts_.erase(key);
    }
    [[nodiscard]] bool zero() const { return counts_.empty(); }

private:
    std::unordered_map<std::uint64_t, int> counts_;
};

/// A point of the triangle near p: the nearest, where roundings do not matter, for any point gives a bound.
/// On a side, opposite of the corner of that number, only points of the side count.
Vec3 near_point(const std::array<Vec3, 3>& t, const std::array<bool, 3>& on_side, const Vec3& p);

}  // namespace graze::cad
