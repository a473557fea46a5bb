// Models for the tests, made and written by Open CASCADE and lib3mf themselves. Millimetres.
#pragma once

#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace graze::test {

/// A shape of a product, or components of one.
struct Component {
    std::string name;
    TopoDS_Shape shape{};               ///< Null for an assembly.
    std::vector<Component> children{};  ///< Of an assembly. Equal shapes are one product.
    gp_Trsf place{};
    std::optional<std::array<double, 3>> colour{};
};

gp_Trsf shifted(double x, double y, double z);
/// Turned about z by an angle in radians, then shifted.
gp_Trsf turned(double angle, double x, double y, double z);

TopoDS_Shape box(double x, double y, double z);
/// About z, from z = 0.
TopoDS_Shape cylinder(double radius, double height);
TopoDS_Shape cone(double bottom, double top, double height);
TopoDS_Shape sphere(double radius);
TopoDS_Shape torus(double large, double small);
/// A square plate from z = 0 with a round hole about z.
TopoDS_Shape plate_with_hole(double side, double thickness, double hole);
/// A cylinder with a round hole across, whose edge is a spline on both.
TopoDS_Shape crossed_cylinders(double radius, double hole, double height);
/// A block with a spline surface on top.
TopoDS_Shape wavy_block(double side);
/// A closed body of revolution of a spline.
TopoDS_Shape vase(double radius, double height);

void write_step(const Component& root, const std::filesystem::path& file);
void write_iges(const TopoDS_Shape& shape, const std::filesystem::path& file);
void write_brep(const TopoDS_Shape& shape, const std::filesystem::path& file);
/// A tetrahedron, placed twice by an object of components, with this unit ("inch").
void write_3mf(const std::string& unit, const std::filesystem::path& file);

}  // namespace graze::test
