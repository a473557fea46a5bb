#include "oracle/obj_models.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace graze::test {
namespace {

namespace fs = std::filesystem;

/// GRAZE_MODELS, or shared/data/models beside the source tree that the tests run in.
fs::path models_folder() {
    if (const char* named = std::getenv("GRAZE_MODELS")) return named;
    std::error_code none;
    for (fs::path at = fs::current_path(none); at.has_relative_path(); at = at.parent_path()) {
        if (fs::exists(at / "include" / "graze", none)) return at.parent_path() / "shared" / "data" / "models";
    }
    return {};
}

std::uint32_t index_of(const std::string& word, std::size_t vertex_count) {
    const long index = std::strtol(word.c_str(), nullptr, 10);
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : static_cast<long>(vertex_count) + index);
}

TriangleSoup read(const fs::path& path) {
    TriangleSoup soup;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Vec3 v;
            words >> v.x >> v.y >> v.z;
            soup.vertices.push_back(v);
        } else if (kind == "f") {
            std::vector<std::uint32_t> corners;
            for (std::string word; words >> word;) corners.push_back(index_of(word, soup.vertices.size()));
            for (std::size_t i = 2; i < corners.size(); ++i) soup.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        }
    }
    return soup;
}

void centre(TriangleSoup& soup) {
    Vec3 low = soup.vertices[0], high = soup.vertices[0];
    for (const Vec3& v : soup.vertices) {
        low = min(low, v);
        high = max(high, v);
    }
    double reach = 0;
    for (const Vec3& v : soup.vertices) reach = std::max(reach, length(v - 0.5 * (low + high)));
    for (Vec3& v : soup.vertices) v = (v - 0.5 * (low + high)) * (1 / reach);
}

}  // namespace

std::vector<ObjModel> obj_models() {
    std::vector<ObjModel> models;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(models_folder(), none)) {
        if (entry.path().extension() != ".obj") continue;
        models.push_back({entry.path().stem().string(), read(entry.path())});
        if (models.back().soup.triangles.empty())
            models.pop_back();
        else
            centre(models.back().soup);
    }
    std::sort(models.begin(), models.end(), [](const ObjModel& x, const ObjModel& y) { return x.name < y.name; });
    return models;
}

}  // namespace graze::test
