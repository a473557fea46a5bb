// Shapes from their records, made by the same functions that made them first: what a user cannot make is
// refused.
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "graze/shape/shape.hpp"
#include "mesh/bytes/shape_bytes_table.hpp"
#include "mesh/compound_parts.hpp"
#include "mesh/height_field_parts.hpp"
#include "mesh/mesh_parts.hpp"
#include "shape/hull/hull_parts.hpp"
#include "shape/primitives/list.hpp"

namespace graze::shape_bytes {
namespace {

/// More children than a combinator may have parts; refused before memory is allocated for them.
constexpr std::uint64_t kMostChildren = 4096;
constexpr std::size_t kLeastRecordBytes = 12;

std::string kind_name(std::uint32_t kind) {
    if (kind < kShapeTypeCount) return std::string(to_string(static_cast<ShapeType>(kind)));
    switch (static_cast<DataKind>(kind)) {
        case DataKind::hull: return "vertices of a hull or polygon";
        case DataKind::mesh: return "triangles of a mesh";
        case DataKind::compound:
        case DataKind::nested_compound: return "parts of a compound";
        case DataKind::height_field: return "heights of a height field";
    }
    return "unknown kind " + std::to_string(kind);
}

unexpected<BuildError> no_such(std::uint32_t record, const char* wanted) {
    return refused(
        "names record " + std::to_string(record) + ", which is no " + wanted + " before it; save again",
        Rule::out_of_range);
}

/// How the parts of a compound with compounds in it were given. Whether the bytes hold that.
bool read_paths(WordReader& body, CompoundData& compound) {
    if (!body.can_hold(compound.parts.size(), 8)) return false;  // an end and a step for each
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < compound.parts.size(); ++i) {
        const std::uint32_t end = body.word();
        if (end <= last) return false;
        compound.path_ends.push_back(last = end);
    }
    if (!body.can_hold(last, 4)) return false;
    compound.paths.reserve(last);
    for (std::uint32_t i = 0; i < last; ++i) compound.paths.push_back(body.word());
    return true;
}

}  // namespace

expected<TableReader, BuildError> TableReader::read(WordReader& reader) {
    const std::uint64_t count = reader.wide();
    if (!reader.can_hold(count, kLeastRecordBytes))
        return refused("the table of shapes claims " + std::to_string(count) +
                       " records, more than its bytes can hold; save again");
    TableReader table;
    table.records_.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t kind = reader.word();
        const std::uint64_t length = reader.wide();
        const std::string name = "shape record " + std::to_string(i) + " (" + kind_name(kind) + ") ";
        if (length % 4 != 0 || length > reader.left())
            return refused(name + "is longer than the bytes that are left; save again");
        WordReader body(reader.take(length));
        auto record = table.read_record(kind, body);
        if (!record) {
            record.error().text = name + "cannot be used: " + record.error().text;
            return unexpected<BuildError>(std::move(record.error()));
        }
        if (body.ran_out() || body.left() > 0)
            return refused(name + "has another length than its elements; save again");
        table.records_.push_back(*std::move(record));
    }
    return table;
}

expected<TableReader::Record, BuildError> TableReader::read_record(std::uint32_t kind,
                                                                   WordReader& body) const {
    if (kind < kShapeTypeCount) {
        const auto type = static_cast<ShapeType>(kind);
        const std::size_t values = value_count(type);
        if (values == 0 && type >= ShapeType::minkowski_sum && type <= ShapeType::rounded)
            return read_combinator(type, body);
        if (values == 0) return read_heavy(type, body);
        std::array<double, 12> numbers{};
        for (std::size_t i = 0; i < values; ++i) numbers[i] = body.number();
        Shape shape = make_primitive(type, numbers);
        if (auto fault = shape.fault()) return unexpected<BuildError>(*std::move(fault));
        return shape;
    }
    switch (static_cast<DataKind>(kind)) {
        case DataKind::hull: return read_hull(body);
        case DataKind::mesh: return read_mesh(body);
        case DataKind::compound: return read_compound(body, false);
        case DataKind::nested_compound: return read_compound(body, true);
        case DataKind::height_field: return read_height_field(body);
    }
    return refused("no kind of shape that is known; save again with this version of the library");
}

expected<Shape, BuildError> TableReader::read_combinator(ShapeType type, WordReader& body) const {
    const std::uint64_t count = body.wide();
    if (count > kMostChildren || !body.can_hold(count, 4))
        return refused("more children than a combined shape has", Rule::too_complex);
    if (count == 0 ||
        (type != ShapeType::convex_hull_of && count != (type == ShapeType::minkowski_sum ? 2 : 1)))
        return refused("a number of children that its type does not have", Rule::too_few);
    std::vector<Shape> children;
    children.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t child = body.word();
        if (!shape(child)) return no_such(child, "shape");
        children.push_back(*shape(child));
    }
    // A mesh, compound or height field makes one of its own kind, and is its own record then.
    if (!children[0].convex()) return refused("a child that is not convex", Rule::not_convex);
    Shape made = type == ShapeType::minkowski_sum  ? minkowski_sum(children[0], children[1])
                 : type == ShapeType::affine_image ? transformed(children[0], body.map())
                 : type == ShapeType::rounded      ? rounded(children[0], body.number())
                                                   : convex_hull_of(children);
    if (auto fault = made.fault()) return unexpected<BuildError>(*std::move(fault));
    return made;
}

expected<Shape, BuildError> TableReader::read_heavy(ShapeType type, WordReader& body) const {
    const std::uint32_t record = body.word();
    if (type == ShapeType::hull || type == ShapeType::polygon) {
        const Data<HullData>* hull = data<HullData>(record);
        if (!hull) return no_such(record, "set of vertices");
        if (type == ShapeType::hull) return Shape(HullParts::hull(*hull));
        if ((*hull)->dimension != 2) return refused("vertices that are not those of a polygon", Rule::flat);
        return Shape(HullParts::polygon(*hull));
    }
    const double margin = body.number();
    if (!(margin >= 0)) return refused("a margin below zero or NaN", Rule::negative);
    std::optional<Shape> shape;
    if (const auto* mesh = data<MeshData>(record); mesh && type == ShapeType::mesh)
        shape = mesh_parts::shape_of(*mesh, margin);
    else if (const auto* compound = data<CompoundData>(record); compound && type == ShapeType::compound)
        shape = compound_parts::shape_of(*compound, margin);
    else if (const auto* field = data<HeightFieldData>(record); field && type == ShapeType::height_field)
        shape = height_field_parts::shape_of(*field, margin);
    if (!shape) return no_such(record, "data of its type");
    if (auto fault = shape->fault()) return unexpected<BuildError>(*std::move(fault));
    return *shape;
}

expected<TableReader::Data<CompoundData>, BuildError> TableReader::read_compound(WordReader& body,
                                                                                 bool nested) const {
    auto compound = std::make_shared<CompoundData>();
    const auto split = read_split(body);
    if (!split) return unexpected<BuildError>(split.error());
    compound->options.split = *split;
    const std::uint64_t count = body.wide();
    if (count == 0) return refused("a compound without parts", Rule::too_few);
    if (!body.can_hold(count, 4)) return refused("more parts than its bytes can hold");
    compound->parts.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t part = body.word();
        if (!shape(part)) return no_such(part, "shape");
        compound->parts.push_back(*shape(part));
    }
    if (nested && !read_paths(body, *compound)) return refused("paths of parts that its bytes do not hold");
    const auto boxes = compound_parts::measure(*compound);
    if (!boxes) return unexpected<BuildError>(boxes.error());
    auto tree = read_tree(body, *boxes);
    if (!tree) return unexpected<BuildError>(std::move(tree.error()));
    compound->tree = *std::move(tree);
    return compound;
}

}  // namespace graze::shape_bytes
