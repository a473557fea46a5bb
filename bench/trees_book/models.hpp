// The models of the experiments: the book's, where a folder has them, and generated ones that every machine
// has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graze/bounds/aabb.hpp"
#include "graze/mesh/generate.hpp"

namespace graze::bench {

struct Model {
    std::string name;
    TriangleSoup soup;
};

/// The book's torus of 5000 triangles; its teapot and its bunny (teapot.obj and stanford-bunny.obj) when the
/// folder has them, else a knot and a noisy ball of about as many triangles, with a line that says so. Files
/// are scaled to a ball of radius 1 around the centre of their box.
std::vector<Model> book_models(const std::filesystem::path& folder, bool quick);

/// A file of the folder, scaled likewise; empty when there is none.
std::vector<Model> model_file(const std::filesystem::path& folder, const std::string& name);

/// Boxes of a soup's triangles.
std::vector<Aabb> boxes_of(const TriangleSoup& soup);

}  // namespace graze::bench
