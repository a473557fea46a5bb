#include "io/scene_shape.hpp"

#include <algorithm>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/shape/hull.hpp"
#include "graze/shape/shape.hpp"
#include "graze/solid/doctor.hpp"
#include "io/scene_pose.hpp"
#include "io/text/fault.hpp"
#include "io/text/scene_keys.hpp"
#include "shape/primitives/list.hpp"

namespace graze::io {

namespace {

/// The value, or the error in the words of the scene.
template <class Built> Shape checked(const expected<Built, BuildError>& built, const JsonCursor& cursor) {
    if (!built) fail_build(cursor.file(), cursor.path(), built.error());
    return *built;
}

SolidChoice read_kind(const JsonCursor& cursor) {
    const std::string& kind = cursor.text();
    if (kind == "solid") return SolidChoice::always;
    if (kind == "surface") return SolidChoice::never;
    if (kind == "where_closed") return SolidChoice::where_closed;
    cursor.fail("there is no kind '" + printable(kind, 60) + "' of meshes",
                "Write 'solid', 'surface' or 'where_closed'.");
}

std::vector<std::array<std::uint32_t, 3>> take_triangles(const JsonCursor& cursor, std::size_t vertex_count) {
    const JsonRows rows = cursor.take_rows(3);
    std::vector<std::array<std::uint32_t, 3>> triangles(rows.numbers.size() / 3);
    for (std::size_t i = 0; i < rows.numbers.size(); ++i) {
        const double corner = rows.numbers[i];
        if (!(corner >= 0 && corner < static_cast<double>(vertex_count)) || corner != std::floor(corner))
            io::fail({cursor.file(), cursor.path() + bracketed(i / 3), "it names a vertex that is not there",
                      "Vertices count from 0 to " + std::to_string(vertex_count - 1) + "."});
        triangles[i / 3][i % 3] = static_cast<std::uint32_t>(corner);
    }
    return triangles;
}

}  // namespace

MeshFileChoices read_mesh_choices(const JsonCursor& cursor, const ReadOptions& options) {
    MeshFileChoices choices{options.unit_scale, options.up, options.solids};
    if (const auto scale = cursor.find("unit_scale")) {
        choices.unit_scale = scale->number();
        if (!(*choices.unit_scale > 0))
            scale->fail("a scale of units is not above zero",
                        "Write 0.001 for millimetres in a scene of metres.");
    }
    if (const auto up = cursor.find("up")) {
        const std::string& axis = up->text();
        if (axis != "x" && axis != "y" && axis != "z")
            up->fail("the axis is not known", "Write 'x', 'y' or 'z'.");
        choices.up = axis[0];
    }
    if (const auto kind = cursor.find("kind")) choices.solids = read_kind(*kind);
    if (const auto weld = cursor.find("weld")) {
        choices.weld = weld->number();
        if (!(*choices.weld >= 0 && *choices.weld <= kLargestWeld))
            weld->fail("the tolerance of a weld is not a number from 0 to 0.1",
                       "Write a share of the part's size, as 1e-9, or 0 for none.");
    }
    return choices;
}

ShapeReader::ShapeReader(const std::optional<JsonCursor>& names, std::filesystem::path folder,
                         ReadContext& context)
    : folder_(std::move(folder)), context_(context) {
    if (!names) return;
    for (const JsonCursor& member : names->members()) names_.emplace(member.key(), Named{member});
}

void ShapeReader::read_unused() {
    for (auto& [name, entry] : names_) {
        if (!entry.shape) entry.shape = read(entry.cursor);
    }
}

Shape ShapeReader::named(const JsonCursor& cursor) {
    const auto found = names_.find(cursor.text());
    if (found == names_.end()) {
        std::vector<std::string_view> known;
        known.reserve(names_.size());
        for (const auto& [name, entry] : names_) known.emplace_back(name);
        const std::string wrong = printable(cursor.text(), 60);
        cursor.fail(
            "there is no shape named '" + wrong + "'",
            known.empty() ? "Add it to 'shapes', or write the shape here." : nearest_name(wrong, known));
    }
    Named& entry = found->second;
    if (entry.open)
        cursor.fail("the shape '" + printable(found->first, 60) + "' is made of itself", "Break the circle.");
    if (!entry.shape) {
        entry.open = true;
        entry.shape = read(entry.cursor);
        entry.open = false;
    }
    return *entry.shape;
}

Shape ShapeReader::read(const JsonCursor& cursor) {
    if (++depth_ > context_.options.limits.nesting)
        cursor.fail("shapes are nested too deep", "Combine fewer shapes in each other.");
    Shape shape = cursor.is_text() ? named(cursor) : [&] {
        const JsonCursor type = cursor.need("type");
        const std::string& name = type.text();
        std::vector<std::string_view> types;
        types.reserve(scene_shapes().size());
        for (const SceneObject& object : scene_shapes()) types.push_back(object.kind);
        if (std::find(types.begin(), types.end(), name) == types.end())
            type.fail("there is no shape '" + printable(name, 60) + "'",
                      nearest_name(printable(name, 60), types));
        cursor.object(name);
        return written(cursor, name);
    }();
    if (const auto fault = shape.fault()) fail_build(cursor.file(), cursor.path(), *fault);
    --depth_;
    return shape;
}

Shape ShapeReader::written(const JsonCursor& cursor, std::string_view type) {
    if (type == "polygon")
        return checked(ConvexPolygon::build(cursor.need("vertices").take_points()), cursor);
    if (type == "hull")
        return checked(ConvexHull::build(cursor.need("vertices").take_points(), {.allow_degenerate = true}),
                       cursor);
    if (type == "mesh") return mesh(cursor);
    if (type == "compound") return compound(cursor);
    if (type == "height_field") return height_field(cursor);
    if (type == "file") return from_file(cursor);
    if (type == "minkowski_sum" || type == "convex_hull_of" || type == "affine_image" || type == "rounded")
        return combined(cursor, type);
    return simple(cursor, type);
}

Shape ShapeReader::simple(const JsonCursor& cursor, std::string_view type) {
    const auto info = std::find_if(kPrimitives.begin(), kPrimitives.end(),
                                   [&](const PrimitiveInfo& p) { return p.name == type; });
    std::array<double, 12> numbers{};
    std::size_t next = 0;
    for (const PrimitiveField& field : info->fields) {
        const JsonCursor place = cursor.need(field.name);
        if (field.components == 1) {
            numbers[next++] = info->sizes ? place.size() : place.number();
            continue;
        }
        const Vec3 v = place.vector();
        if (info->sizes && !(v.x >= 0 && v.y >= 0 && v.z >= 0))
            place.fail("a size is below zero", "Sizes are zero or positive.");
        for (std::size_t i = 0; i < 3; ++i) numbers[next++] = v[i];
    }
    return make_primitive(info->type, numbers);
}

Shape ShapeReader::combined(const JsonCursor& cursor, std::string_view type) {
    if (type == "minkowski_sum") return minkowski_sum(read(cursor.need("a")), read(cursor.need("b")));
    if (type == "affine_image")
        return transformed(read(cursor.need("shape")), read_affine(cursor.need("matrix")));
    if (type == "rounded") return rounded(read(cursor.need("shape")), cursor.need("radius").size());
    std::vector<Shape> shapes;
    const std::vector<JsonCursor> items = cursor.need("shapes").items();
    shapes.reserve(items.size());
    for (const JsonCursor& item : items) shapes.push_back(read(item));
    return convex_hull_of(shapes);
}

Shape ShapeReader::mesh(const JsonCursor& cursor) {
    TriangleSoup soup;
    soup.vertices = cursor.need("vertices").take_points();
    soup.triangles = take_triangles(cursor.need("triangles"), soup.vertices.size());
    context_.budget.count_triangles(soup.triangles.size(), cursor.file());
    const auto kind = cursor.find("kind");
    return build_mesh(soup, kind ? read_kind(*kind) : context_.options.solids, context_.options,
                      {cursor.file(), cursor.path()});
}

Shape ShapeReader::compound(const JsonCursor& cursor) {
    std::vector<CompoundPart> parts;
    const std::vector<JsonCursor> items = cursor.need("parts").items();
    parts.reserve(items.size());
    for (const JsonCursor& item : items) {
        item.object("compound_part");
        const auto pose = item.find("pose");
        parts.push_back({read(item.need("shape")), pose ? map_of(read_placement(*pose)) : Affine{}});
    }
    CompoundOptions options;
    options.threads = context_.options.threads;
    return checked(Compound::build(parts, options), cursor);
}

Shape ShapeReader::height_field(const JsonCursor& cursor) {
    constexpr std::size_t kMostCells = std::size_t{1} << 30;
    HeightGrid grid;
    grid.columns = static_cast<std::uint32_t>(cursor.need("columns").whole(kMostCells));
    grid.rows = static_cast<std::uint32_t>(cursor.need("rows").whole(kMostCells));
    grid.cell_width = cursor.need("cell_width").number();
    grid.cell_depth = cursor.need("cell_depth").number();
    if (const auto corner = cursor.find("corner")) {
        const std::vector<double> place = corner->numbers();
        if (place.size() != 2) corner->fail("the corner has x and y", "Write two numbers.");
        grid.corner = {place[0], place[1]};
    }
    const std::vector<double> heights = cursor.need("heights").numbers();
    const auto wanted = (std::size_t{grid.columns} + 1) * (std::size_t{grid.rows} + 1);
    if (heights.size() != wanted)
        cursor.need("heights").fail("there are " + std::to_string(heights.size()) + " heights for " +
                                        std::to_string(wanted) + " grid points",
                                    "Give (columns + 1) * (rows + 1) of them, row after row.");
    context_.budget.count_triangles(2 * std::size_t{grid.columns} * grid.rows, cursor.file());
    HeightFieldOptions options;
    options.threads = context_.options.threads;
    return checked(HeightField::build(grid, heights, options), cursor);
}

Shape ShapeReader::from_file(const JsonCursor& cursor) {
    const JsonCursor name = cursor.need("file");
    const auto path = find_named_file(name.text(), folder_, {name.file(), name.path()}, context_.options);
    std::vector<Part> parts =
        read_mesh_file(path, path.string(), read_mesh_choices(cursor, context_.options), context_);
    if (const auto node = cursor.find("node")) {
        std::vector<std::string> names;
        names.reserve(parts.size());
        for (const Part& part : parts) names.push_back(part.name);
        std::erase_if(parts, [&](const Part& part) { return part.name != node->text(); });
        if (parts.empty())
            node->fail("the file has no node '" + printable(node->text(), 60) + "'",
                       nearest_name(printable(node->text(), 60), names));
    }
    if (parts.size() != 1)
        name.fail("the file has " + std::to_string(parts.size()) + " parts where one shape belongs",
                  "Choose one with 'node', or name the file in a part.");
    const Part& part = parts.front();
    return part.pose == Pose{} ? part.shape : transformed(part.shape, Affine::from(part.pose));
}

}  // namespace graze::io
