// Meshes and height fields with their trees. What connects triangles is worked out again; trees are shown to
// be trees over the very boxes.
#include <string>
#include <utility>

#include "graze/bounds/aabb.hpp"
#include "graze/math/vec.hpp"
#include "graze/tree/box_tree.hpp"
#include "mesh/bytes/shape_bytes_table.hpp"
#include "mesh/convex_form.hpp"
#include "mesh/height_field_parts.hpp"
#include "mesh/mesh_parts.hpp"
#include "mesh/topology.hpp"
#include "mesh/triangle_extents.hpp"

namespace graze::shape_bytes {
namespace {

// A flattened solid encloses nothing, but for the roundings of its volume, here relative to the cube of its
// size.
constexpr double kVolumeRounding = 1e-9;

/// A word that is 0 or 1.
expected<bool, BuildError> read_flag(WordReader& reader, const char* name) {
    const std::uint32_t w = reader.word();
    if (w > 1) return refused(std::string(name) + " is neither yes nor no; save again");
    return w == 1;
}

bool is_inside_out(const MeshData& mesh) noexcept {
    const double size = max_component(mesh.tree.bounds().max - mesh.tree.bounds().min);
    return mesh.options.kind == MeshKind::solid &&
           enclosed_volume(mesh.vertices, mesh.triangles.plain()) < -kVolumeRounding * size * size * size;
}

/// Kind, split, whether it was turned and whether it is convex.
struct MeshHead {
    MeshOptions options{};
    bool turned = false;
    bool convex = false;
};

expected<MeshHead, BuildError> read_head(WordReader& reader) {
    const auto solid = read_flag(reader, "whether it is solid");
    if (!solid) return unexpected<BuildError>(solid.error());
    const auto split = read_split(reader);
    if (!split) return unexpected<BuildError>(split.error());
    const auto turned = read_flag(reader, "whether it was turned");
    if (!turned) return unexpected<BuildError>(turned.error());
    const auto convex = read_flag(reader, "whether it is convex");
    if (!convex) return unexpected<BuildError>(convex.error());
    MeshHead head;
    head.options.kind = *solid ? MeshKind::solid : MeshKind::surface;
    head.options.split = *split;
    head.turned = *turned;
    head.convex = *convex;
    return head;
}

}  // namespace

expected<BoxSplit, BuildError> read_split(WordReader& reader) {
    const std::uint32_t split = reader.word();
    if (split > static_cast<std::uint32_t>(BoxSplit::midpoint))
        return refused("an unknown rule to divide its boxes; save again");
    return static_cast<BoxSplit>(split);
}

expected<BoxTree, BuildError> read_tree(WordReader& reader, std::span<const Aabb> boxes) {
    auto tree = box_tree_from_bytes(reader.take(reader.left()));
    if (!tree) {
        tree.error().text = "its tree: " + tree.error().text;
        return unexpected<BuildError>(std::move(tree.error()));
    }
    Aabb all;
    for (const Aabb& box : boxes) all = merge(all, box);
    if (tree->size() != boxes.size() || tree->bounds() != all || !tree->encloses(boxes))
        return refused("its tree is not one over its parts; build the shape again and save it",
                       Rule::not_contained);
    return tree;
}

void write_mesh(WordWriter& writer, const MeshData& mesh) {
    writer.word(mesh.options.kind == MeshKind::solid ? 1 : 0);
    writer.word(static_cast<std::uint32_t>(mesh.options.split));
    writer.word(mesh.turned ? 1 : 0);
    writer.word(mesh.convex ? 1 : 0);
    writer.wide(mesh.vertices.size());
    writer.wide(mesh.triangles.size());
    for (const Vec3 v : mesh.vertices) writer.vector(v);
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle) writer.word(corner);
    writer.append(to_bytes(mesh.tree));
}

expected<std::shared_ptr<const MeshData>, BuildError> read_mesh(WordReader& reader) {
    auto mesh = std::make_shared<MeshData>();
    const auto head = read_head(reader);
    if (!head) return unexpected<BuildError>(head.error());
    mesh->options = head->options;
    mesh->turned = head->turned;
    const std::uint64_t vertices = reader.wide(), triangles = reader.wide();
    if (!reader.can_hold(vertices, 24) || !reader.can_hold(triangles, 12) ||
        reader.left() < 24 * vertices + 12 * triangles)
        return refused("more vertices and triangles than its bytes can hold");
    std::vector<Vec3> places(static_cast<std::size_t>(vertices));
    for (Vec3& v : places) v = reader.vector();
    mesh_parts::keep_vertices(*mesh, std::move(places));
    mesh->triangles.plain().resize(static_cast<std::size_t>(triangles));
    for (auto& triangle : mesh->triangles.plain())
        for (std::uint32_t& corner : triangle) corner = reader.word();
    if (auto fault = mesh_parts::bad_index(mesh->triangles.plain(), mesh->vertices.size()))
        return unexpected<BuildError>(*std::move(fault));
    if (auto fault = mesh_parts::bad_vertex(mesh->vertices)) return unexpected<BuildError>(*std::move(fault));
    if (mesh->options.kind == MeshKind::solid) {
        if (auto fault = mesh_parts::close(*mesh)) return unexpected<BuildError>(*std::move(fault));
    }
    auto tree = read_tree(reader, mesh_parts::measure(*mesh));
    if (!tree) return unexpected<BuildError>(std::move(tree.error()));
    mesh->tree = *std::move(tree);
    mesh->options.compact = mesh->tree.compact();
    mesh->piece_triangles = mesh_parts::piece_triangles(mesh->triangles.plain(), mesh->vertices.size());
    if (is_inside_out(*mesh))
        return refused("a solid that is inside out; build it again and save it", Rule::not_oriented);
    mesh_parts::finish_layout(*mesh);
    if (head->convex) mesh->convex = convex_form(*mesh);
    if (head->convex && !mesh->convex)
        return refused("marked as convex, and it is not; build it again and save it", Rule::not_convex);
    return mesh;
}

void write_height_field(WordWriter& writer, const HeightFieldData& field) {
    writer.word(field.grid.columns);
    writer.word(field.grid.rows);
    for (const double x :
         {field.grid.cell_width, field.grid.cell_depth, field.grid.corner.x, field.grid.corner.y})
        writer.number(x);
    writer.map(field.map);
    writer.word(static_cast<std::uint32_t>(field.options.split));
    for (const double h : field.heights) writer.number(h);
    writer.append(to_bytes(field.tree));
}

expected<std::shared_ptr<const HeightFieldData>, BuildError> read_height_field(WordReader& reader) {
    auto field = std::make_shared<HeightFieldData>();
    field->grid.columns = reader.word();
    field->grid.rows = reader.word();
    for (double* x :
         {&field->grid.cell_width, &field->grid.cell_depth, &field->grid.corner.x, &field->grid.corner.y})
        *x = reader.number();
    field->map = reader.map();
    const auto split = read_split(reader);
    if (!split) return unexpected<BuildError>(split.error());
    field->options.split = *split;
    if (auto fault = height_field_parts::bad_grid(field->grid))
        return unexpected<BuildError>(*std::move(fault));
    const std::uint64_t count =
        (std::uint64_t{field->grid.columns} + 1) * (std::uint64_t{field->grid.rows} + 1);
    if (!reader.can_hold(count, 8)) return refused("a larger grid than its bytes have heights for");
    field->heights.resize(static_cast<std::size_t>(count));
    for (double& h : field->heights) h = reader.number();
    if (auto fault = height_field_parts::bad_heights(field->grid, field->heights))
        return unexpected<BuildError>(*std::move(fault));
    if (!is_finite(field->map))
        return refused("its map has a NaN or an infinity; map it with finite numbers", Rule::not_finite);
    const TriangleExtents extents = extents_of(
        field->triangle_count(), [&field](std::size_t i) { return field->triangle(i); }, Workers(1));
    field->reach = extents.reach;
    if (!(field->reach <= kLargestServed))
        return refused("the height field reaches farther than 1e100; choose another unit of length",
                       Rule::out_of_range);
    auto tree = read_tree(reader, extents.boxes);
    if (!tree) return unexpected<BuildError>(std::move(tree.error()));
    field->tree = *std::move(tree);
    return field;
}

}  // namespace graze::shape_bytes
