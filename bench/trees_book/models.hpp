// The models of the experiments: generated ones, and Wavefront files named on the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/mesh/generate.hpp"

namespace graze::bench {

struct Model {
    std::string name;
    TriangleSoup soup;
};

/// The book's torus of 5000 triangles, a knot of about as many as its teapot, and a noisy ball of about as many as its bunny.
std::vector<Model> generated_models(bool quick);

/// Vertices and faces of a Wavefront file; faces of more corners are cut into fans, and the middle of the box of
/// all is put at the origin, around which placements turn. Nothing when it cannot be read or has a bad index.
std::optional<Model> read_obj(const std::string& path);

}  // namespace graze::bench
