// Shapes and placements as C++ text.
#include <cctype>
#include <cstdio>

#include "graze/shape/hull.hpp"
#include "oracle/generators.hpp"
#include "shape/primitives/list.hpp"

namespace graze::test {
namespace {

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", x);
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

/// The struct has the type's name, in capitals where that has underscores.
std::string struct_name(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '_') continue;
        const bool first = i == 0 || name[i - 1] == '_';
        text += first ? static_cast<char>(std::toupper(static_cast<unsigned char>(name[i]))) : name[i];
    }
    return text;
}

std::string primitive_literal(const PrimitiveInfo& info, const Shape& shape) {
    std::string text = "Shape(" + struct_name(info.name) + "{";
    std::size_t next = 0;
    for (const PrimitiveField& field : info.fields) {
        const double* numbers = &shape.values()[next];
        if (next > 0) text += ", ";
        text +=
            field.components == 1 ? number(numbers[0]) : literal(Vec3{numbers[0], numbers[1], numbers[2]});
        next += field.components;
    }
    return text + "})";
}

}  // namespace

std::string literal(const Vec3& v) {
    return std::string("{") + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}";
}

std::string literal(const Shape& shape) {
    if (const PrimitiveInfo* info = primitive_info(shape.type())) return primitive_literal(*info, shape);
    switch (shape.type()) {
        case ShapeType::polygon: return std::string("Shape(*ConvexPolygon::build(") + vertices(shape) + "))";
        case ShapeType::hull:
            return std::string("Shape(*ConvexHull::build(") + vertices(shape) +
                   ", {.allow_degenerate = true}))";
        case ShapeType::minkowski_sum: return std::string("minkowski_sum(") + children(shape) + ")";
        case ShapeType::convex_hull_of:
            return std::string("convex_hull_of(std::vector<Shape>{") + children(shape) + "})";
        case ShapeType::affine_image:
            return std::string("transformed(") + children(shape) + ", Affine{Mat3{{{" + vectors(shape, 3) +
                   "}}}, " + literal(shape.vector(3)) + "})";
        case ShapeType::rounded:
            return std::string("rounded(") + children(shape) + ", " + number(shape.values()[0]) + ")";
        default: return "?";
    }
}

std::string literal(const Placed& placed) {
    const Mat3& r = placed.pose.rotation;
    return std::string("Placed{") + literal(placed.shape) + ", Pose{Mat3{{{" + literal(r.columns[0]) + ", " +
           literal(r.columns[1]) + ", " + literal(r.columns[2]) + "}}}, " + literal(placed.pose.position) +
           "}}";
}

}  // namespace graze::test
