#include "oracle/parts/part_recipes.hpp"

#include <cstdio>

#include "graze/shape/shape.hpp"
#include "oracle/generators.hpp"

namespace graze::test {
namespace {

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, x == static_cast<int>(x) ? "%.0f" : "%a", x);
    return text;
}

std::string vector(const Vec3& v) {
    return std::string("{") + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + "}";
}

std::string matrix(const Mat3& m) {
    return std::string("Mat3{{{") + vector(m.columns[0]) + ", " + vector(m.columns[1]) + ", " +
           vector(m.columns[2]) + "}}}";
}

std::string affine(const Affine& map) {
    return std::string("Affine{") + matrix(map.linear) + ", " + vector(map.offset) + "}";
}

std::string mesh_text(const PartRecipe& recipe) {
    std::string text = "Shape(*Mesh::build(std::vector<Vec3>{";
    for (const Vec3& v : recipe.soup.vertices) text += vector(v) + ", ";
    text += "}, std::vector<std::array<std::uint32_t, 3>>{";
    for (const auto& [i, j, k] : recipe.soup.triangles)
        text += std::string("{") + std::to_string(i) + ", " + std::to_string(j) + ", " + std::to_string(k) +
                "}, ";
    text += "}, {.kind = MeshKind::";
    text += recipe.options.kind == MeshKind::solid ? "solid" : "surface";
    if (recipe.options.split == BoxSplit::midpoint) text += ", .split = BoxSplit::midpoint";
    if (recipe.options.compact) text += ", .compact = true";
    return text + "}))";
}

std::string field_text(const PartRecipe& recipe) {
    const HeightGrid& g = recipe.grid;
    std::string text = std::string("Shape(*HeightField::build({") + std::to_string(g.columns) + ", " +
                       std::to_string(g.rows) + ", " + number(g.cell_width) + ", " + number(g.cell_depth) +
                       ", {" + number(g.corner.x) + ", " + number(g.corner.y) + "}}, std::vector<double>{";
    for (const double height : recipe.heights) text += number(height) + ", ";
    return text + "}))";
}

std::string compound_text(const PartRecipe& recipe) {
    std::string text = "Shape(*Compound::build(std::vector<CompoundPart>{";
    for (const CompoundPart& member : recipe.members)
        text += std::string("{") + literal(member.shape) + ", " + affine(member.placement) + "}, ";
    return text + "}))";
}

Shape built(const PartRecipe& recipe) {
    switch (recipe.type) {
        case ShapeType::mesh: {
            const auto mesh = Mesh::build(recipe.soup.vertices, recipe.soup.triangles, recipe.options);
            return mesh ? Shape(*mesh)
                        : Shape::invalid(ShapeType::mesh, mesh.error().rule, mesh.error().kind,
                                         mesh.error().element);
        }
        case ShapeType::height_field: {
            const auto field = HeightField::build(recipe.grid, recipe.heights);
            return field ? Shape(*field)
                         : Shape::invalid(ShapeType::height_field, field.error().rule, field.error().kind,
                                          field.error().element);
        }
        case ShapeType::compound: {
            const auto compound = Compound::build(recipe.members);
            return compound ? Shape(*compound)
                            : Shape::invalid(ShapeType::compound, compound.error().rule,
                                             compound.error().kind, compound.error().element);
        }
        default: return recipe.members.front().shape;
    }
}

}  // namespace

Shape make_shape(const PartRecipe& recipe) {
    Shape shape = built(recipe);
    if (recipe.map) shape = transformed(shape, *recipe.map);
    return recipe.margin > 0 ? rounded(shape, recipe.margin) : shape;
}

std::string literal(const PartRecipe& recipe) {
    std::string text = recipe.type == ShapeType::mesh           ? mesh_text(recipe)
                       : recipe.type == ShapeType::height_field ? field_text(recipe)
                       : recipe.type == ShapeType::compound     ? compound_text(recipe)
                                                                : literal(recipe.members.front().shape);
    if (recipe.map) text = std::string("transformed(") + text + ", " + affine(*recipe.map) + ")";
    if (recipe.margin > 0) text = std::string("rounded(") + text + ", " + number(recipe.margin) + ")";
    return text;
}

std::string literal(const Pose& pose) {
    return std::string("Pose{") + matrix(pose.rotation) + ", " + vector(pose.position) + "}";
}

}  // namespace graze::test
