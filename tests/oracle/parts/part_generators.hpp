// Random and adversarial pairs of shapes made of parts: meshes (surfaces and solids), height fields,
// compounds, each with the other ones and with convex shapes. The same on every machine for one seed.
#pragma once

#include <string>
#include <string_view>

#include "oracle/parts/part_recipes.hpp"
#include "oracle/random.hpp"

namespace graze::test {

/// What the pair is made of.
enum class PartClass {
    soups,      ///< Two sets of 1 to 40 random triangles, most on an integer grid.
    shells,     ///< A random set of triangles and a closed surface or solid.
    low_poly,   ///< Two closed surfaces or solids of 12 to 160 triangles.
    needles,    ///< Random triangles of which many are thin down to 1e-9, collinear or points.
    plates,     ///< Boxes of which one size is 1e-2 to 1e-9 of the others, and random triangles.
    nested,     ///< Shells inside shells: cavities, and parts within them.
    shared,     ///< Sets with common triangles, edges and vertices.
    coplanar,   ///< Triangles in planes of the grid, boxes face to face: exact contact.
    mapped,     ///< Scaled, sheared, mirrored and flattened meshes, fields and compounds.
    far,        ///< Both 1e3 to 1e9 sizes from the origin.
    sizes,      ///< Sizes from 1e-6 to 1e6, and up to 1e6 : 1 between the two.
    fields,     ///< Height fields with meshes and with each other.
    compounds,  ///< Compounds with each other and with meshes and fields.
    convex,     ///< Meshes, fields and compounds with convex shapes of every type.
    margins,    ///< Rounded meshes, fields and compounds.
};
inline constexpr std::size_t kPartClassCount = 15;
std::string_view to_string(PartClass kind);

struct PartCase {
    PartClass kind = PartClass::soups;
    PartRecipe recipe_a;
    PartRecipe recipe_b;
    Placed a{Point{}, {}};
    Placed b{Point{}, {}};
    double grid = 0;  ///< Vertices are integers of at most 7 bits times this power of two; 0: they are not.
    bool on_grid = false;   ///< And so are the placed ones, of at most 9 bits.
    double far_offset = 0;  ///< How far from the origin the pair is put.
};

PartCase random_parts(Random& random, PartClass kind);

/// Another placement of the same two shapes.
void place(Random& random, PartCase& parts);

/// The pair as C++ text.
std::string describe(const PartCase& parts);

}  // namespace graze::test
