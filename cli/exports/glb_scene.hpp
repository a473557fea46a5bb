// Binary glTF 2.0 (Khronos) in memory: nodes with names and what they hold, meshes of triangles or lines in
// coordinates of floats.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <graze/math/pose.hpp>
#include <graze/mesh/generate.hpp>

namespace graze::cli {

class GlbScene {
public:
    using Index = std::size_t;
    using Json = nlohmann::ordered_json;

    /// `generator` names what wrote the file; it comes first in it.
    explicit GlbScene(std::string generator);

    /// RGBA in [0, 1]; alpha below 1 is transparent. Lit from both sides; `glow` is emitted.
    Index add_material(std::string_view name, const std::array<double, 4>& colour, bool glow);

    /// Vertices and indices of triangles, or pairs of vertices of segments, which meshes may share. Not
    /// empty.
    struct Data {
        Index positions = 0;
        Index indices = 0;
        bool has_indices = true;
    };
    Data add_triangles(const TriangleSoup& soup);
    Data add_segments(const std::vector<std::array<Vec3, 2>>& segments);
    Index add_mesh(const Data& data, Index material);

    /// A node is an object of glTF without its children, such as {"name": ..., "mesh": ...}. The first node
    /// is the root; every other one is added to a node that is there.
    Index add_node(Json node);
    Index add_node(Json node, Index parent);

    /// The file; empty when it would exceed 4 GiB, which the format does not allow.
    std::string finish();

private:
    Index add_view(std::size_t start, int target);
    Index add_positions(const std::vector<Vec3>& positions);

    std::string generator_;
    Json nodes_ = Json::array();
    std::vector<std::vector<Index>> children_;
    Json meshes_ = Json::array();
    Json materials_ = Json::array();
    Json accessors_ = Json::array();
    Json views_ = Json::array();
    std::string binary_;
};

}  // namespace graze::cli
