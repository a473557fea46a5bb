// How the parts of an assembly are drawn: which share a geometry, and how fine and how far triangles go.
#pragma once

#include <cstdint>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/mesh/generate.hpp>

namespace graze::cli {

/// How far triangles may be from curved shapes, relative to their size: corners are then not visible.
inline constexpr double kDrawnSmoothness = 4e-3;

struct PartGeometries {
    std::vector<std::uint32_t> of_part;  ///< For each part its geometry; parts of one shape share it.
    std::vector<PartIndex> first;        ///< For each geometry the first part that has it.
};
/// Geometries are numbered in the order of their first parts.
PartGeometries part_geometries(const Assembly& assembly);

/// Half the size of the square that represents a half-space: as far as the bounded parts reach.
double drawn_reach(const Assembly& assembly);

}  // namespace graze::cli
