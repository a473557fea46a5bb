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

std::string literal(const Vec3& v) { return "{" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}"; }

std::string literal(const Shape& shape) {
    switch (shape.type()) {
        case ShapeType::point: return "Shape(Point{" + vectors(shape, 1) + "})";
        case ShapeType::segment: return "Shape(Segment{" + vectors(shape, 2) + "})";
        case ShapeType::triangle: return "Shape(Triangle{" + vectors(shape, 3) + "})";
        case ShapeType::tetrahedron: return "Shape(Tetrahedron{" + vectors(shape, 4) + "})";
        case ShapeType::polygon: return "Shape(*ConvexPolygon::build(" + vertices(shape) + "))";
        case ShapeType::hull: return "Shape(*ConvexHull::build(" + vertices(shape) + ", {.allow_degenerate = true}))";
        case ShapeType::sphere: return "Shape(Sphere{" + numbers(shape, 1) + "})";
        case ShapeType::box: return "Shape(Box{" + vectors(shape, 1) + "})";
        case ShapeType::capsule: return "Shape(Capsule{" + numbers(shape, 2) + "})";
        case ShapeType::cylinder: return "Shape(Cylinder{" + numbers(shape, 2) + "})";
        case ShapeType::cone: return "Shape(Cone{" + numbers(shape, 2) + "})";
        case ShapeType::ellipsoid: return "Shape(Ellipsoid{" + vectors(shape, 1) + "})";
        case ShapeType::half_space: return "Shape(HalfSpace{" + vectors(shape, 1) + ", " + number(shape.values()[3]) + "})";
        case ShapeType::minkowski_sum: return "minkowski_sum(" + children(shape) + ")";
        case ShapeType::convex_hull_of: return "convex_hull_of(std::vector<Shape>{" + children(shape) + "})";
        case ShapeType::affine_image:
            return "transformed(" + children(shape) + ", Affine{Mat3{{{" + vectors(shape, 3) + "}}}, " + literal(shape.vector(3)) + "})";
        case ShapeType::rounded: return "rounded(" + children(shape) + ", " + number(shape.values()[0]) + ")";
    }
    return "?";
}

std::string literal(const Placed& placed) {
    const Mat3& r = placed.pose.rotation;
    return "Placed{" + literal(placed.shape) + ", Pose{Mat3{{{" + literal(r.columns[0]) + ", " + literal(r.columns[1]) + ", " +
           literal(r.columns[2]) + "}}}, " + literal(placed.pose.position) + "}}";
}

}  // namespace graze::test
