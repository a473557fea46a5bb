// Mesh files in the manner of common programs, with what they hold. Coordinates are multiples of 1/64 below
// 16 in magnitude: six decimals, nine digits and floats all hold them exactly, so volumes that are read are
// those that were written, but for the rounding of their sum.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/math/vec.hpp"
#include "oracle/random.hpp"

namespace graze::test {

struct CorpusModel {
    std::vector<Vec3> vertices;
    std::vector<std::vector<std::uint32_t>> faces;  ///< Flat polygons, counterclockwise from outside.
    bool concave = false;                           ///< Some face is not convex.

    /// Faces as fans, which is right for convex ones.
    [[nodiscard]] CorpusModel triangulated() const;
    [[nodiscard]] std::size_t triangle_count() const;  ///< However faces are cut.
    [[nodiscard]] double volume() const;
    [[nodiscard]] bool closed() const;  ///< Each side of a face has as many others against it.
};

/// Prisms over convex and L-shaped polygons, boxes, spheres; some open, some with a face twice, some of two
/// shells.
CorpusModel corpus_model(Random& random);

/// How one program writes files. `write` takes any indices and coordinates, so that damaged models can be
/// written too.
struct CorpusManner {
    const char* name;
    const char* extension;
    std::string (*write)(const CorpusModel&, Random&);
    bool triangles_only = false;
};

const std::vector<CorpusManner>& line_manners();  ///< OBJ, OFF, PLY and STL as text.
const std::vector<CorpusManner>& byte_manners();  ///< STL, PLY and glTF in binary.

}  // namespace graze::test
