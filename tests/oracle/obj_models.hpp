// Real meshes, where there are some: Wavefront files of a folder beside the source tree, or named by the
// environment variable GRAZE_MODELS.
#pragma once

#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"

namespace graze::test {

struct ObjModel {
    std::string name;
    TriangleSoup soup;  ///< Around the origin, within a ball of radius 1; polygons cut into fans.
};

/// Sorted by name; empty when there is no folder.
std::vector<ObjModel> obj_models();

}  // namespace graze::test
