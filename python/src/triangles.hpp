// Vertices and triangles out of Python's arrays, and back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <graze/mesh/generate.hpp>
#include <graze/mesh/mesh.hpp>

#include "arguments.hpp"

namespace graze::python {

using TriangleIndices = std::vector<std::array<std::uint32_t, 3>>;

/// The rows of an (N, 3) array, where they are.
std::span<const Vec3> as_points(const Doubles& array);

/// (M, 3) whole numbers below `vertices`.
TriangleIndices triangles_of(py::handle value, std::size_t vertices, const std::string& name);

/// The same without the test of their size: others become a number that no vertex has.
TriangleIndices triangles_of_any(py::handle value, const std::string& name);

/// The data of a mesh without a margin.
const MeshData& mesh_of(py::handle value, const std::string& name);
/// The library's mesh of a shape, which has only its data.
Mesh mesh_again(const MeshData& data);

py::array array_of(const TriangleIndices& triangles);
/// Vertices (N, 3) and triangles (M, 3).
py::tuple arrays_of(const TriangleSoup& soup);

}  // namespace graze::python
