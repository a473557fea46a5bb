// Trees of frames for a torus and for any tetrahedral mesh.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/frames/frame_tree.hpp"

namespace graze {

struct TetrahedralMesh {
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 4>> tetrahedra;  ///< Either orientation.
};

/// A torus around the local z axis.
struct Torus {
    double major_radius = 1;     ///< Of the circle of the tube's centres.
    double minor_radius = 0.25;  ///< Of the tube; less than the major radius.
    std::uint32_t rings = 40;    ///< Cells around the z axis, at least 3.
    std::uint32_t cells = 1;     ///< Cells across the tube, in each of two directions; the tube's outline is a square.
};

/// The torus as 5 · rings · cells² tetrahedra: they cover it, and fill the ring with a square section around the tube.
expected<TetrahedralMesh, BuildError> tetrahedra_of(const Torus& torus);

struct FrameTreeOptions {
    std::uint32_t fan_out = 8;  ///< Most children of a node, at least 2. 0: all tetrahedra directly below the root.
};

/// A tree over the tetrahedra: every one is a leaf, inner nodes are boxes along the principal axes of the mesh.
expected<FrameTree, BuildError> build_frame_tree(const TetrahedralMesh& mesh, const FrameTreeOptions& options = {});

}  // namespace graze
