#include "models.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "oracle/obj_file.hpp"

namespace graze::bench {
using test::read_obj;
using test::scaled_to_radius_one;

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
        auto soup = read_obj(path);
        if (!soup) {
            std::fprintf(stderr, "graze_bench_mesh: %s has no usable triangles, left out\n",
                         path.string().c_str());
            continue;
        }
        models.push_back({path.stem().string(), scaled_to_radius_one(*std::move(soup))});
    }
    return models;
}

}  // namespace graze::bench
