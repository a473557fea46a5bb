#include "models.hpp"

#include <cstdio>
#include <utility>

#include "oracle/obj_file.hpp"

namespace graze::bench {

std::vector<Model> model_file(const std::filesystem::path& folder, const std::string& name) {
    if (folder.empty()) return {};
    auto soup = test::read_obj(folder / (name + ".obj"));
    if (!soup) return {};
    return {{name, test::scaled_to_radius_one(*std::move(soup))}};
}

std::vector<Model> book_models(const std::filesystem::path& folder, bool quick) {
    std::vector<Model> models;
    models.push_back(
        {"torus", torus_mesh({.major_radius = 10, .minor_radius = 2, .rings = 50, .sides = 50})});
    const auto add = [&](const char* name, Model stand_in) {
        std::vector<Model> read = model_file(folder, name);
        if (read.empty()) {
            std::printf("skipped: %s.obj (MODELS=FOLDER names a folder with it); %s instead\n", name,
                        stand_in.name.c_str());
            read.push_back(std::move(stand_in));
        }
        models.push_back(std::move(read.front()));
    };
    add("teapot", {"knot", torus_knot_mesh({.rings = 156, .sides = 12})});
    add("stanford-bunny",
        {"noisy ball", noisy_sphere_mesh({.roughness = 0.3, .subdivisions = quick ? 4U : 6U})});
    return models;
}

std::vector<Aabb> boxes_of(const TriangleSoup& soup) {
    std::vector<Aabb> boxes;
    boxes.reserve(soup.triangles.size());
    for (const auto& [a, b, c] : soup.triangles) {
        const Vec3 &x = soup.vertices[a], &y = soup.vertices[b], &z = soup.vertices[c];
        boxes.push_back({min(x, min(y, z)), max(x, max(y, z))});
    }
    return boxes;
}

}  // namespace graze::bench
