// Records come after those that they name, in the order in which shapes are first met: the same bytes for the
// same shapes in the same order.
#include <string>

#include "graze/tree/box_tree.hpp"
#include "mesh/bytes/shape_bytes_table.hpp"
#include "shape/primitives/list.hpp"

namespace graze::shape_bytes {

std::size_t value_count(ShapeType type) noexcept {
    const PrimitiveInfo* info = primitive_info(type);
    return info ? info->numbers : 0;
}

std::uint32_t TableWriter::append(std::uint32_t kind, const WordWriter& body) {
    records_.word(kind);
    records_.wide(body.bytes().size());
    records_.append(body.bytes());
    return count_++;
}

std::uint32_t TableWriter::add(const Shape& shape) {
    WordWriter body;
    const ShapeType type = shape.type();
    std::size_t values = value_count(type);
    if (!shape.children().empty()) {
        std::vector<std::uint32_t> children;
        for (const Shape& child : shape.children()) children.push_back(add(child));
        body.wide(children.size());
        for (const std::uint32_t child : children) body.word(child);
        values = type == ShapeType::affine_image ? 12 : type == ShapeType::rounded ? 1 : 0;
    } else if (values == 0) {
        body.word(add_data(shape));
        if (!shape.convex()) body.number(shape.margin());
    }
    for (std::size_t i = 0; i < values; ++i) body.number(shape.values()[i]);

    std::string key(reinterpret_cast<const char*>(body.bytes().data()), body.bytes().size());
    key.push_back(static_cast<char>(type));
    const auto found = light_.find(key);
    if (found != light_.end()) return found->second;
    return light_[std::move(key)] = append(static_cast<std::uint32_t>(type), body);
}

std::uint32_t TableWriter::add_data(const Shape& shape) {
    const auto found = heavy_.find(shape.payload());
    if (found != heavy_.end()) return found->second;
    WordWriter body;
    DataKind kind = DataKind::hull;
    if (const MeshData* mesh = mesh_data(shape)) {
        kind = DataKind::mesh;
        write_mesh(body, *mesh);
    } else if (const CompoundData* compound = compound_data(shape)) {
        kind = compound->path_ends.empty() ? DataKind::compound : DataKind::nested_compound;
        body.word(static_cast<std::uint32_t>(compound->options.split));
        body.wide(compound->parts.size());
        for (const Shape& part : compound->parts) body.word(add(part));
        for (const std::uint32_t end : compound->path_ends) body.word(end);
        for (const std::uint32_t step : compound->paths) body.word(step);
        body.append(to_bytes(compound->tree));
    } else if (const HeightFieldData* field = height_field_data(shape)) {
        kind = DataKind::height_field;
        write_height_field(body, *field);
    } else {
        write_hull(body, *static_cast<const HullData*>(shape.payload()));
    }
    return heavy_[shape.payload()] = append(static_cast<std::uint32_t>(kind), body);
}

void TableWriter::write(WordWriter& writer) const {
    writer.wide(count_);
    writer.append(records_.bytes());
}

}  // namespace graze::shape_bytes
