// First contact of four vertices on straight lines, slowly: all roots of the cubic volume in 192-bit
// arithmetic, and at each root whether the parts intersect. Plain cases only: a contact at a corner or edge,
// or vertices that stay in one plane, are "unclear".
#pragma once

#include <array>
#include <optional>

#include "graze/math/vec.hpp"

namespace graze::test {

struct VertexTruth {
    bool clear = true;           ///< False when a root or a side is too close to call.
    std::optional<double> time;  ///< Of the first contact, rounded; empty: none in [0, 1].
};

VertexTruth vertex_face_truth(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end);
VertexTruth edge_edge_truth(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end);

}  // namespace graze::test
