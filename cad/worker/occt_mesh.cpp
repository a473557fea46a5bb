#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <Bnd_Box.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>

#include <algorithm>

#include "deviation.hpp"
#include "worker/face_mesh.hpp"
#include "worker/occt_shape.hpp"
#include "worker/send.hpp"

namespace graze::cad {
namespace {

/// The largest turn of the normal between neighbours, radians: small circles keep some corners.
constexpr double kTurn = 0.5;

}  // namespace

double size_of(const TopoDS_Shape& shape) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box, Standard_False);
    if (box.IsVoid()) return 0;
    double low[3];
    double high[3];
    box.Get(low[0], low[1], low[2], high[0], high[1], high[2]);
    return std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

ShapeFrame mesh_of(const TopoDS_Shape& shape, double deflection) {
    const double size = size_of(shape);
    if (!(size > 0 && size < kLargestCoordinate))
        refuse("", "a shape has no extent, or one without end", "Trim it where it was made.");
    ShapeFrame frame;
    frame.deflection = deflection > 0 ? deflection : size / 500;
    BRepTools::Clean(shape);
    BRepMesh_IncrementalMesh(shape, frame.deflection, Standard_False, kTurn, Standard_False);
    Glue glue(shape);
    MeshDeviation deviation;
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next())
        add_face(TopoDS::Face(each.Current()), glue, frame, deviation);
    if (frame.triangles.empty()) refuse("", "none of a shape's faces can be meshed", "Repair it.");
    if (deviation.missing > 0)
        deviation.add(0, std::to_string(deviation.missing) + " of " + std::to_string(deviation.faces) +
                             " faces could not be meshed and are missing");
    frame.vertices = std::move(glue.places);
    frame.deviation = padded(deviation.bound, size);
    frame.estimated = deviation.estimated;
    BRepTools::Clean(shape);  // the mesh is ours now
    return frame;
}

}  // namespace graze::cad
