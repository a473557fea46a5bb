// What every reader of a mesh format makes of a file: triangles, and the nodes that place them. Units and
// axes are still the file's. Readers check every count against the bytes that are there before they take
// memory for it, and every index before it is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "graze/io/document.hpp"
#include "graze/math/pose.hpp"
#include "graze/math/vec.hpp"
#include "graze/mesh/generate.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

struct MeshNode {
    std::string name;      ///< Path of names, joined by '/'; not unique, perhaps empty.
    Affine map{};          ///< File from mesh.
    std::size_t mesh = 0;  ///< Index into `meshes`.
};

struct MeshSource {
    std::vector<TriangleSoup> meshes;  ///< Indices are good; coordinates may be anything.
    std::vector<MeshNode> nodes;
    double unit = 1;  ///< Metres per unit, from the file.
    char up = 'z';    ///< The axis that points up, from the file or its format.
    /// Of meshes whose vertices are not numbered as in the file: where the first one is used whose
    /// coordinates are not served. By mesh.
    std::map<std::size_t, std::string> bad_places;
    double weld = 0;  ///< The default tolerance within which seams are closed: as in ReadOptions.
};

/// A file that is there and within the limits.
struct MeshInput {
    std::filesystem::path path;
    std::string shown;  ///< The name by which errors refer to it.
    ReadContext& context;
};

// Each throws a Fault.
MeshSource read_obj(const MeshInput& input);
MeshSource read_stl(const MeshInput& input);
MeshSource read_ply(const MeshInput& input);
MeshSource read_off(const MeshInput& input);
MeshSource read_gltf(const MeshInput& input);  ///< .gltf and .glb, distinguished by their first bytes.
MeshSource read_collada(const MeshInput& input);
MeshSource read_by_assimp(const MeshInput& input);
bool assimp_reads(const std::filesystem::path& path);

/// Faces of fewer than three corners, which some programs write for edges and points.
struct FacesLeftOut {
    std::size_t count = 0;
    std::string first;  ///< Place of the first: "line 14".

    void add(const std::string& place) {
        if (count++ == 0) first = place;
    }
};
/// A note about them, unless there are none.
void note_left_out(const MeshInput& input, const FacesLeftOut& faces);

/// Adds a flat polygon as triangles: a fan where it is convex, ears otherwise. Corners must be good. At most
/// `corners.size() - 2`.
void add_polygon(TriangleSoup& soup, const std::vector<std::uint32_t>& corners);

/// Vertices at the same place become one, unused ones go. Triangles keep their order.
void weld(TriangleSoup& soup);

/// Finds vertices by place.
class VertexTable {
public:
    /// The index of this place in `vertices`, where it is added when it is new. 0 and -0 are the same place.
    std::uint32_t add(std::vector<Vec3>& vertices, const Vec3& v);

private:
    void grow(const std::vector<Vec3>& vertices);
    std::vector<std::uint32_t> slots_;  ///< Index + 1; 0: free. A power of two of them.
    std::size_t used_ = 0;
};

}  // namespace graze::io
