#include "models.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace graze::bench {
namespace {

bool read_obj(const std::filesystem::path& path, TriangleSoup& soup) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            Vec3 v;
            words >> v.x >> v.y >> v.z;
            soup.vertices.push_back(v);
        } else if (kind == "f") {
            std::vector<std::uint32_t> corners;
            for (std::string corner; words >> corner;) {
                const long index = std::strtol(corner.c_str(), nullptr, 10);
                corners.push_back(static_cast<std::uint32_t>(index > 0 ? index - 1 : static_cast<long>(soup.vertices.size()) + index));
            }
            for (std::size_t i = 2; i < corners.size(); ++i) soup.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        }
    }
    const auto in_range = [&soup](const std::array<std::uint32_t, 3>& t) {
        return t[0] < soup.vertices.size() && t[1] < soup.vertices.size() && t[2] < soup.vertices.size();
    };
    return !soup.triangles.empty() && std::all_of(soup.triangles.begin(), soup.triangles.end(), in_range);
}

}  // namespace

TriangleSoup scaled_to_radius_one(TriangleSoup soup) {
    Vec3 low = soup.vertices.front();
    Vec3 high = low;
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

std::vector<Model> generated_models() {
    std::vector<Model> models;
    models.push_back({"torus", torus_mesh({1, 0.3, 64, 32})});
    models.push_back({"knot", torus_knot_mesh({2, 3, 1, 0.4, 0.15, 400, 16})});
    models.push_back({"gear", gear_mesh({24, 1, 0.8, 0.3, 0.2, 8})});
    models.push_back({"bumps 5k", noisy_sphere_mesh({1, 0.2, 4, 3})});
    models.push_back({"bumps 82k", noisy_sphere_mesh({1, 0.2, 6, 4})});
    for (Model& model : models) model.soup = scaled_to_radius_one(std::move(model.soup));
    return models;
}

std::vector<Model> models_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".obj") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Model> models;
    for (const auto& path : paths) {
        Model model{path.stem().string(), {}};
        if (!read_obj(path, model.soup)) {
            std::fprintf(stderr, "graze_bench_mesh: %s has no usable triangles, left out\n", path.string().c_str());
            continue;
        }
        model.soup = scaled_to_radius_one(std::move(model.soup));
        models.push_back(std::move(model));
    }
    return models;
}

}  // namespace graze::bench
