// The numbers of a glTF file: accessors over views over buffers, which stay in their files until they are
// needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/formats/mesh_source.hpp"
#include "io/text/json_cursor.hpp"

namespace graze::io {

/// Bytes somewhere: in a file from an offset on, or in memory.
struct GltfBuffer {
    std::filesystem::path path;  ///< Empty: in memory.
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::vector<char> bytes;
};

class GltfBuffers {
public:
    /// `binary`: the second chunk of a GLB file. All arguments must outlive this. Throws a Fault.
    GltfBuffers(const JsonCursor& root, std::optional<GltfBuffer> binary, const MeshInput& input);

    /// Positions of an accessor, until the next call. Those of the last ones are kept, for primitives often
    /// share them; a file that lets more be read again and again than the limit on triangles allows fails.
    const std::vector<Vec3>& positions(const JsonCursor& index);
    /// Indices of an accessor.
    std::vector<std::uint32_t> indices(const JsonCursor& index);

private:
    struct Accessor {
        JsonCursor cursor;
        const GltfBuffer* buffer = nullptr;
        std::uint64_t offset = 0;  ///< Into the buffer.
        std::uint64_t stride = 0;
        std::uint64_t count = 0;
        std::size_t type = 0;  ///< glTF's number of the component's type.
        bool normalized = false;
    };

    Accessor accessor(const JsonCursor& index, std::size_t components);
    GltfBuffer buffer(const JsonCursor& cursor, bool first);
    /// visit(bytes of one element) for all of them.
    template <class Visit> void for_each(const Accessor& accessor, std::size_t bytes, const Visit& visit);
    void read(const GltfBuffer& buffer, std::uint64_t offset, char* to, std::size_t count);

    std::vector<JsonCursor> accessors_;
    std::vector<JsonCursor> views_;
    std::vector<GltfBuffer> buffers_;
    std::optional<GltfBuffer> binary_;
    std::map<std::size_t, std::vector<Vec3>> positions_;  ///< By accessor.
    std::size_t kept_ = 0;                                ///< Points in them.
    std::uint64_t points_left_ = 0;                       ///< That may still be read.
    std::filesystem::path open_path_;
    std::ifstream stream_;
    const MeshInput& input_;
};

/// The list of objects under a key; empty when it is not there.
std::vector<JsonCursor> gltf_list(const JsonCursor& root, std::string_view key);
/// The element that an index names.
const JsonCursor& gltf_at(const std::vector<JsonCursor>& list, const JsonCursor& index);

}  // namespace graze::io
