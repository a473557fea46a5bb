// Triangles in every mesh format, written the plain way.
#pragma once

#include <string>

#include "graze/mesh/generate.hpp"

namespace graze::test {

std::string obj_text(const TriangleSoup& soup);
std::string off_text(const TriangleSoup& soup);
std::string stl_text(const TriangleSoup& soup);
std::string stl_bytes(const TriangleSoup& soup);
std::string ply_text(const TriangleSoup& soup);
enum class PlyOrder { little, big };
std::string ply_bytes(const TriangleSoup& soup, PlyOrder order);
/// One node named "one" with one mesh, positions in floats, in a data URI.
std::string gltf_text(const TriangleSoup& soup);
std::string dae_text(const TriangleSoup& soup);

std::string base64(const std::string& bytes);
/// The little-endian bytes of a number.
template <class Number> std::string bytes_of(Number x) {
    return {reinterpret_cast<const char*>(&x), sizeof(x)};
}

}  // namespace graze::test
