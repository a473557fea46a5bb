#include "io/mesh_texts.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace graze::test {
namespace {

std::string digits(double x) {
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

std::string line(const std::string& word, const Vec3& v) {
    return word + digits(v.x) + " " + digits(v.y) + " " + digits(v.z) + "\n";
}

std::string corners(const std::array<std::uint32_t, 3>& t, std::uint32_t base) {
    return std::to_string(t[0] + base) + " " + std::to_string(t[1] + base) + " " +
           std::to_string(t[2] + base);
}

template <class Number> std::string ordered(Number x, PlyOrder order) {
    std::string bytes = bytes_of(x);
    if (order == PlyOrder::big) std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

std::string ply_head(const TriangleSoup& soup, const std::string& format) {
    return "ply\nformat " + format + " 1.0\ncomment a test\nelement vertex " +
           std::to_string(soup.vertices.size()) +
           "\nproperty double x\nproperty double y\nproperty uchar red\nproperty double z\nelement face " +
           std::to_string(soup.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
}

}  // namespace

std::string obj_text(const TriangleSoup& soup) {
    std::string text = "# a test\r\nmtllib none.mtl\n";
    for (const Vec3& v : soup.vertices) text += line("v ", v);
    for (const auto& t : soup.triangles) {
        const auto corner = [](std::uint32_t c) { return std::to_string(c + 1) + "//1"; };
        text += "f " + corner(t[0]) + " " + corner(t[1]) + " \\\n" + corner(t[2]) + "\n";
    }
    return text;
}

std::string off_text(const TriangleSoup& soup) {
    std::string text = "OFF # a test\n\n" + std::to_string(soup.vertices.size()) + " " +
                       std::to_string(soup.triangles.size()) + " 0\n";
    for (const Vec3& v : soup.vertices) text += line("", v);
    for (const auto& t : soup.triangles) text += "3 " + corners(t, 0) + " 255 0 0\n";
    return text;
}

std::string stl_text(const TriangleSoup& soup) {
    std::string text = "solid\n";
    for (const auto& t : soup.triangles) {
        text += "facet normal 0 0 0\n outer loop\n";
        for (const std::uint32_t corner : t) text += line("  vertex ", soup.vertices[corner]);
        text += " endloop\nendfacet\n";
    }
    return text + "endsolid\n";
}

std::string stl_bytes(const TriangleSoup& soup) {
    std::string bytes = "solid that is binary";
    bytes.resize(80, ' ');
    bytes += bytes_of(static_cast<std::uint32_t>(soup.triangles.size()));
    for (const auto& t : soup.triangles) {
        bytes += std::string(12, '\0');
        for (const std::uint32_t corner : t) {
            const Vec3& v = soup.vertices[corner];
            for (std::size_t k = 0; k < 3; ++k) bytes += bytes_of(static_cast<float>(v[k]));
        }
        bytes += std::string(2, '\0');
    }
    return bytes;
}

std::string ply_text(const TriangleSoup& soup) {
    std::string text = ply_head(soup, "ascii");
    for (const Vec3& v : soup.vertices) text += digits(v.x) + " " + digits(v.y) + " 7 " + digits(v.z) + "\n";
    for (const auto& t : soup.triangles) text += "3 " + corners(t, 0) + "\n";
    return text;
}

std::string ply_bytes(const TriangleSoup& soup, PlyOrder order) {
    std::string bytes = ply_head(soup, order == PlyOrder::big ? "binary_big_endian" : "binary_little_endian");
    for (const Vec3& v : soup.vertices)
        bytes += ordered(v.x, order) + ordered(v.y, order) + "7" + ordered(v.z, order);
    for (const auto& t : soup.triangles) {
        bytes += '\3';
        for (const std::uint32_t corner : t) bytes += ordered(corner, order);
    }
    return bytes;
}

std::string base64(const std::string& bytes) {
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 3; ++k)
            word = word << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[word >> (18 - 6 * k) & 63U];
    }
    return text;
}

std::string gltf_text(const TriangleSoup& soup) {
    std::string positions, indices;
    for (const Vec3& v : soup.vertices) {
        for (std::size_t k = 0; k < 3; ++k) positions += bytes_of(static_cast<float>(v[k]));
    }
    for (const auto& t : soup.triangles) {
        for (const std::uint32_t corner : t) indices += bytes_of(corner);
    }
    const auto number = [](std::size_t n) { return std::to_string(n); };
    return R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "one", "mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": )" +
           number(soup.vertices.size()) +
           R"(}, {"bufferView": 1, "componentType": 5125, "type": "SCALAR", "count": )" +
           number(3 * soup.triangles.size()) + R"(}], "bufferViews": [{"buffer": 0, "byteLength": )" +
           number(positions.size()) + R"(}, {"buffer": 0, "byteOffset": )" + number(positions.size()) +
           R"(, "byteLength": )" + number(indices.size()) + R"(}], "buffers": [{"byteLength": )" +
           number(positions.size() + indices.size()) + R"(, "uri": "data:application/octet-stream;base64,)" +
           base64(positions + indices) + "\"}]}";
}

std::string dae_text(const TriangleSoup& soup) {
    std::string positions, indices;
    for (const Vec3& v : soup.vertices)
        positions += digits(v.x) + " " + digits(v.y) + " " + digits(v.z) + " ";
    for (const auto& t : soup.triangles) indices += corners(t, 0) + " ";
    const std::string count = std::to_string(soup.vertices.size());
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.5" name="half"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g" name="g"><mesh><source id="p"><float_array id="pa" count=")" +
           std::to_string(3 * soup.vertices.size()) + "\">" + positions +
           R"(</float_array><technique_common><accessor source="#pa" count=")" + count +
           R"(" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count=")" +
           std::to_string(soup.triangles.size()) +
           R"("><input semantic="VERTEX" source="#v" offset="0"/><p>)" + indices +
           R"(</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="one"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

}  // namespace graze::test
