// Shapes that are made of parts, as the data they are built from: so that a case can be built again with its
// triangles split, doubled or in another order, and printed as C++ text that makes the same trees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/generate.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/shape.hpp"

namespace graze::test {

struct PartRecipe {
    ShapeType type = ShapeType::mesh;   ///< mesh, height_field or compound; of a convex shape its own.
    TriangleSoup soup;                  ///< Of a mesh.
    MeshOptions options;                ///< Of a mesh.
    HeightGrid grid;                    ///< Of a height field.
    std::vector<double> heights;        ///< Of a height field.
    std::vector<CompoundPart> members;  ///< Of a compound; a convex shape is the only one.
    std::optional<Affine> map;          ///< Applied to the built shape, before the margin.
    double margin = 0;
};

/// Invalid when the builder refuses.
Shape make_shape(const PartRecipe& recipe);

/// C++ text that builds the shape bit by bit.
std::string literal(const PartRecipe& recipe);
std::string literal(const Pose& pose);

}  // namespace graze::test
