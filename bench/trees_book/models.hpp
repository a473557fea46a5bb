// The models of the experiments that everybody has.
#pragma once

#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"

namespace graze::bench {

struct Model {
    std::string name;
    TriangleSoup soup;
};

/// The book's torus of 5000 triangles, a knot of about as many as its teapot, and a noisy ball of about as
/// many as its bunny.
std::vector<Model> generated_models(bool quick);

}  // namespace graze::bench
