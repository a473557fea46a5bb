// Shapes and placements as C++ text.
#include <cstdio>

#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", x);
    return text;
}

std::string numbers(const Shape& shape, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i ? ", " : "") + number(shape.values()[i]);
    return text;
}

std::string vectors(const Shape& shape, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i ? ", " : "") + literal(shape.vector(i));
    return text;
}

std::string vertices(const Shape& shape) {
    std::string text = "std::vector<Vec3>{";
    for (const Vec3& v : static_cast<const HullData*>(shape.payload())->vertices) text += literal(v) + ", ";
    return text + "}";
}

std::string children(const Shape& shape) {
    std::string text;
    for (const Shape& child : shape.children()) text += (text.empty() ? "" : ", ") + literal(child);
    return text;
}

}  // namespace

std::string literal(const Vec3& v) { return std::string("{") + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}"; }

std::string literal(const Shape& shape) {
    switch (shape.type()) {
        case ShapeType::point: return std::string("Shape(Point{") + vectors(shape, 1) + "})";
        case ShapeType::segment: return std::string("Shape(Segment{") + vectors(shape, 2) + "})";
        case ShapeType::triangle: return std::string("Shape(Triangle{") + vectors(shape, 3) + "})";
        case ShapeType::tetrahedron: return std::string("Shape(Tetrahedron{") + vectors(shape, 4) + "})";
        case ShapeType::polygon: return std::string("Shape(*ConvexPolygon::build(") + vertices(shape) + "))";
        case ShapeType::hull: return std::string("Shape(*ConvexHull::build(") + vertices(shape) + ", {.allow_degenerate = true}))";
        case ShapeType::sphere: return std::string("Shape(Sphere{") + numbers(shape, 1) + "})";
        case ShapeType::box: return std::string("Shape(Box{") + vectors(shape, 1) + "})";
        case ShapeType::capsule: return std::string("Shape(Capsule{") + numbers(shape, 2) + "})";
        case ShapeType::cylinder: return std::string("Shape(Cylinder{") + numbers(shape, 2) + "})";
        case ShapeType::cone: return std::string("Shape(Cone{") + numbers(shape, 2) + "})";
        case ShapeType::ellipsoid: return std::string("Shape(Ellipsoid{") + vectors(shape, 1) + "})";
        case ShapeType::half_space: return std::string("Shape(HalfSpace{") + vectors(shape, 1) + ", " + number(shape.values()[3]) + "})";
        case ShapeType::minkowski_sum: return std::string("minkowski_sum(") + children(shape) + ")";
        case ShapeType::convex_hull_of: return std::string("convex_hull_of(std::vector<Shape>{") + children(shape) + "})";
        case ShapeType::affine_image:
            return std::string("transformed(") + children(shape) + ", Affine{Mat3{{{" + vectors(shape, 3) + "}}}, " +
                   literal(shape.vector(3)) + "})";
        case ShapeType::rounded: return std::string("rounded(") + children(shape) + ", " + number(shape.values()[0]) + ")";
        case ShapeType::mesh:
        case ShapeType::compound:
        case ShapeType::height_field: break;
    }
    return "?";
}

std::string literal(const Placed& placed) {
    const Mat3& r = placed.pose.rotation;
    return std::string("Placed{") + literal(placed.shape) + ", Pose{Mat3{{{" + literal(r.columns[0]) + ", " + literal(r.columns[1]) + ", " +
           literal(r.columns[2]) + "}}}, " + literal(placed.pose.position) + "}}";
}

}  // namespace graze::test
