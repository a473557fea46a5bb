#include "oracle/obj_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace graze::test {
namespace {

/// Counted from 1, or backwards from the last vertex so far; "7/3/1" names vertex 7.
std::optional<std::uint32_t> index_of(const std::string& word, std::size_t vertex_count) {
    const long index = std::strtol(word.c_str(), nullptr, 10), count = static_cast<long>(vertex_count);
    const long from_zero = index < 0 ? count + index : index - 1;
    if (from_zero < 0 || from_zero >= count) return std::nullopt;
    return static_cast<std::uint32_t>(from_zero);
}

bool read_face(std::istringstream& words, TriangleSoup& soup) {
    std::vector<std::uint32_t> corners;
    for (std::string word; words >> word;) {
        const auto corner = index_of(word, soup.vertices.size());
        if (!corner) return false;
        corners.push_back(*corner);
    }
    for (std::size_t i = 2; i < corners.size(); ++i)
        soup.triangles.push_back({corners[0], corners[i - 1], corners[i]});
    return true;
}

bool read_vertex(std::istringstream& words, TriangleSoup& soup) {
    Vec3 v;
    if (!(words >> v.x >> v.y >> v.z)) return false;
    soup.vertices.push_back(v);
    return true;
}

}  // namespace

std::optional<TriangleSoup> read_obj(const std::filesystem::path& path) {
    TriangleSoup soup;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v" && !read_vertex(words, soup)) return std::nullopt;
        if (kind == "f" && !read_face(words, soup)) return std::nullopt;
    }
    if (soup.triangles.empty()) return std::nullopt;
    return soup;
}

TriangleSoup scaled_to_radius_one(TriangleSoup soup) {
    Vec3 low = soup.vertices.front(), high = low;
    for (const Vec3& v : soup.vertices) {
        low = min(low, v);
        high = max(high, v);
    }
    const Vec3 middle = 0.5 * (low + high);
    double reach = 0;
    for (const Vec3& v : soup.vertices) reach = std::max(reach, length(v - middle));
    for (Vec3& v : soup.vertices) v = (v - middle) * (1 / reach);
    return soup;
}

}  // namespace graze::test
