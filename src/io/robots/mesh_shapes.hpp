// Meshes that robots name: found in packages and folders, and read once for each file and scale.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/math/vec.hpp"
#include "io/formats/read_context.hpp"

namespace graze::io {

/// The file that a URDF names: relative to the folder, by file://, or by package://, which is looked up in
/// the packages of the options and in the folder. Throws a Fault.
std::filesystem::path find_mesh(const std::string& name, const std::filesystem::path& folder,
                                const NamedIn& by, const ReadOptions& options);

class MeshShapes {
public:
    explicit MeshShapes(ReadContext& context) : context_(context) {}

    struct Node {
        std::string name;
        std::string file;
        Placed placed;  ///< In the frame of the file, scaled.
    };
    /// The nodes of a mesh file; equal for equal files and scales, shapes shared. Throws a Fault.
    const std::vector<Node>& read(const std::filesystem::path& path, const Vec3& scale);

private:
    using Key = std::pair<std::string, std::array<std::uint64_t, 3>>;

    ReadContext& context_;
    std::map<Key, std::vector<Node>> read_;
};

/// Fails unless the shape is one that queries take.
void check_shape_of(const Placed& placed, const NamedIn& where);

}  // namespace graze::io
