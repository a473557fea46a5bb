#include "models.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace graze::bench {

std::vector<Model> generated_models(bool quick) {
    std::vector<Model> models;
    models.push_back({"torus", torus_mesh({.major_radius = 10, .minor_radius = 2, .rings = 50, .sides = 50})});
    models.push_back({"knot", torus_knot_mesh({.rings = 156, .sides = 12})});
    models.push_back({"noisy ball", noisy_sphere_mesh({.roughness = 0.3, .subdivisions = quick ? 4U : 6U})});
    return models;
}

std::optional<Model> read_obj(const std::string& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    Model model{std::filesystem::path(path).stem().string(), {}};
    TriangleSoup& soup = model.soup;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Vec3 v;
            if (!(words >> v.x >> v.y >> v.z)) return std::nullopt;
            soup.vertices.push_back(v);
        } else if (kind == "f") {
            std::vector<std::uint32_t> corners;
            for (std::string word; words >> word;) {
                const long index = std::strtol(word.c_str(), nullptr, 10), count = static_cast<long>(soup.vertices.size());
                const long corner = index < 0 ? count + index : index - 1;
                if (corner < 0 || corner >= count) return std::nullopt;
                corners.push_back(static_cast<std::uint32_t>(corner));
            }
            for (std::size_t i = 2; i < corners.size(); ++i) soup.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        }
    }
    if (soup.triangles.empty()) return std::nullopt;
    Vec3 low = soup.vertices[0], high = low;
    for (const Vec3& v : soup.vertices) {
        low = min(low, v);
        high = max(high, v);
    }
    for (Vec3& v : soup.vertices) v -= (low + high) * 0.5;
    return model;
}

}  // namespace graze::bench
