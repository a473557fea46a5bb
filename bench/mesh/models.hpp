// The models of the mesh rows: generated ones for every machine, and OBJ files where a folder of them is
// given. Scaled to bounding radius 1.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"

namespace graze::bench {

struct Model {
    std::string name;
    TriangleSoup soup;
};

/// Torus, knot, gear, and noisy spheres of about 1000 to 80 000 triangles.
std::vector<Model> generated_models();

/// Every *.obj of a folder, by name: vertices and faces, polygons as fans. Files that cannot be read are left
/// out with a line on stderr.
std::vector<Model> models_in(const std::filesystem::path& folder);

}  // namespace graze::bench
