#include "models.hpp"

namespace graze::bench {

std::vector<Model> generated_models(bool quick) {
    std::vector<Model> models;
    models.push_back(
        {"torus", torus_mesh({.major_radius = 10, .minor_radius = 2, .rings = 50, .sides = 50})});
    models.push_back({"knot", torus_knot_mesh({.rings = 156, .sides = 12})});
    models.push_back({"noisy ball", noisy_sphere_mesh({.roughness = 0.3, .subdivisions = quick ? 4U : 6U})});
    return models;
}

}  // namespace graze::bench
