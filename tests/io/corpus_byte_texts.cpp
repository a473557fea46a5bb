// Binary formats: STL with the headers and colours that programs leave in it, PLY of both orders, GLB with
// its chunks.
#include <algorithm>

#include "io/corpus_texts.hpp"
#include "io/mesh_texts.hpp"

namespace graze::test {
namespace {

// STL

struct StlStyle {
    std::string head;
    char fill = '\0';             ///< Up to 80 bytes.
    std::uint16_t attribute = 0;  ///< Of each triangle: colours are kept there.
    bool normals = false;
};

std::string stl(const CorpusModel& model, const StlStyle& style) {
    std::string bytes = style.head;
    bytes.resize(80, style.fill);
    bytes += bytes_of(static_cast<std::uint32_t>(model.faces.size()));
    for (const auto& face : model.faces) {
        for (const float x : {0.0F, 0.0F, style.normals ? 1.0F : 0.0F}) bytes += bytes_of(x);
        for (const std::uint32_t corner : face) {
            const Vec3& v = model.vertices[corner];
            for (const double x : {v.x, v.y, v.z}) bytes += bytes_of(static_cast<float>(x));
        }
        bytes += bytes_of(style.attribute);
    }
    return bytes;
}

std::string blender_stl(const CorpusModel& model, Random& /*random*/) {
    return stl(model, {"Exported from Blender-2.93.1 (sub 0)", '\0', 0, true});
}
std::string solidworks_stl(const CorpusModel& model, Random& /*random*/) {
    return stl(model, {"solid part made by SolidWorks", ' ', 0, true});
}
std::string solid_stl(const CorpusModel& model, Random& /*random*/) {
    return stl(model, {"solid", '\0', 0, false});
}
std::string colour_stl(const CorpusModel& model, Random& random) {
    return stl(model, {"COLOR=\xff\x80\x40\xff,MATERIAL=" + std::string(12, '\x7f'), ' ',
                       static_cast<std::uint16_t>(random.index(65536)), false});
}
std::string padded_stl(const CorpusModel& model, Random& random) {
    return stl(model, {"VCG", ' ', 0, true}) + std::string(random.index(200), '\0');
}

// PLY

template <class Number> void put(std::string& bytes, Number x, bool big) {
    std::string one = bytes_of(x);
    if (big) std::reverse(one.begin(), one.end());
    bytes += one;
}

std::string ply_head(const CorpusModel& model, const std::string& format, const std::string& number,
                     const std::string& list) {
    return "ply\nformat " + format + " 1.0\ncomment https://github.com/mikedh/trimesh\nelement vertex " +
           std::to_string(model.vertices.size()) + "\nproperty " + number + " x\nproperty " + number +
           " y\nproperty " + number + " z\nproperty uchar red\nelement face " +
           std::to_string(model.faces.size()) + "\nproperty list " + list + "\nend_header\n";
}

template <class Coordinate, class Count> std::string ply_body(const CorpusModel& model, bool big) {
    std::string bytes;
    for (const Vec3& v : model.vertices) {
        for (const double x : {v.x, v.y, v.z}) put(bytes, static_cast<Coordinate>(x), big);
        bytes += '\x80';
    }
    for (const auto& face : model.faces) {
        put(bytes, static_cast<Count>(face.size()), big);
        for (const std::uint32_t corner : face) put(bytes, static_cast<std::int32_t>(corner), big);
    }
    return bytes;
}

std::string trimesh_ply(const CorpusModel& model, Random& /*random*/) {
    return ply_head(model, "binary_little_endian", "float", "uchar int vertex_indices") +
           ply_body<float, std::uint8_t>(model, false);
}
std::string scanner_ply(const CorpusModel& model, Random& /*random*/) {
    return ply_head(model, "binary_big_endian", "float64", "int32 int32 vertex_index") +
           ply_body<double, std::int32_t>(model, true) + "\n";
}
std::string dos_ply(const CorpusModel& model, Random& /*random*/) {
    std::string head = ply_head(model, "binary_little_endian", "double", "uint uint vertex_indices");
    for (std::size_t at = head.find('\n'); at != std::string::npos; at = head.find('\n', at + 2))
        head.insert(at, "\r");
    return head + ply_body<double, std::uint32_t>(model, false) + std::string(100, '\0');
}

// glTF: y is up in it, and the reader turns it.

struct GlbStyle {
    char json_fill = ' ';
    std::string more;  ///< A chunk of an extension, whole.
};

std::string chunk(std::string content, const char* type, char fill) {
    while (content.size() % 4 != 0) content += fill;
    return bytes_of(static_cast<std::uint32_t>(content.size())) + std::string(type, 4) + content;
}

std::string glb(const CorpusModel& model, const GlbStyle& style) {
    std::string bytes;
    for (const Vec3& v : model.vertices) {
        for (const double x : {v.x, v.z, -v.y}) bytes += bytes_of(static_cast<float>(x));
    }
    for (const auto& face : model.faces) {
        for (const std::uint32_t corner : face) bytes += bytes_of(static_cast<std::uint16_t>(corner));
    }
    const std::string points = std::to_string(12 * model.vertices.size()),
                      corners = std::to_string(6 * model.faces.size());
    const std::string json =
        R"({"asset":{"version":"2.0","generator":"Khronos glTF Blender I/O v1.6.16"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"Cube"}],)"
        R"("materials":[{"name":"Material"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":)" +
        std::to_string(model.vertices.size()) +
        R"(,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":)" +
        std::to_string(3 * model.faces.size()) +
        R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":)" + points +
        R"(},{"buffer":0,"byteOffset":)" + points + R"(,"byteLength":)" + corners +
        R"(}],"buffers":[{"byteLength":)" + std::to_string(bytes.size()) + "}]}";
    const std::string chunks =
        chunk(json, "JSON", style.json_fill) + chunk(bytes, "BIN\0", '\0') + style.more;
    return "glTF" + bytes_of(std::uint32_t{2}) + bytes_of(static_cast<std::uint32_t>(12 + chunks.size())) +
           chunks;
}

std::string blender_glb(const CorpusModel& model, Random& /*random*/) { return glb(model, {}); }
std::string zeros_glb(const CorpusModel& model, Random& /*random*/) {
    return glb(model, {'\0', chunk("thumbnail", "IMG\0", '\0')});
}

}  // namespace

const std::vector<CorpusManner>& byte_manners() {
    static const std::vector<CorpusManner> manners{
        {"blender", ".stl", blender_stl, true}, {"solidworks", ".stl", solidworks_stl, true},
        {"solid", ".stl", solid_stl, true},     {"colour", ".stl", colour_stl, true},
        {"padded", ".stl", padded_stl, true},   {"trimesh", ".ply", trimesh_ply},
        {"scanner", ".ply", scanner_ply},       {"dos", ".ply", dos_ply},
        {"blender", ".glb", blender_glb, true}, {"zeros", ".glb", zeros_glb, true}};
    return manners;
}

}  // namespace graze::test
