// The mesh of one face, added to that of its shape, with a bound of its deviation: docs/notes/cad.md.
#pragma once

#include <TopoDS_Face.hxx>

#include <string>

#include "stream.hpp"
#include "worker/mesh_glue.hpp"

namespace graze::cad {

/// What was found about a mesh, of all faces.
struct MeshDeviation {
    double bound = 0;
    std::string estimated;
    std::size_t missing = 0;  ///< Faces without a mesh.
    std::size_t faces = 0;

    void add(double face, const std::string& why) {
        bound = std::max(bound, face);
        if (estimated.empty()) estimated = why;
    }
};

/// Adds the triangles of a face that is meshed. What has no bound is estimated.
void add_face(const TopoDS_Face& face, Glue& glue, ShapeFrame& frame, MeshDeviation& deviation);

}  // namespace graze::cad
