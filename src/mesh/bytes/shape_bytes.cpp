// One shape, sealed: its table, in which it is the last record.
#include "graze/mesh/shape_bytes.hpp"

#include "mesh/bytes/shape_bytes_table.hpp"

namespace graze {
namespace {

constexpr shape_bytes::Seal kSeal{{0x7a617267, 0x70616853}, kShapeBytesVersion, "shape"};  // "grazShap"

}  // namespace

expected<std::vector<std::byte>, BuildError> to_bytes(const Shape& shape) {
    if (auto fault = shape.fault()) return unexpected<BuildError>(*std::move(fault));
    shape_bytes::TableWriter table;
    table.add(shape);
    WordWriter writer;
    table.write(writer);
    return sealed(kSeal, writer.bytes());
}

expected<Shape, BuildError> shape_from_bytes(std::span<const std::byte> bytes) {
    const auto content = unsealed(kSeal, bytes);
    if (!content) return unexpected<BuildError>(content.error());
    WordReader reader(*content);
    const auto table = shape_bytes::TableReader::read(reader);
    if (!table) return unexpected<BuildError>(table.error());
    if (reader.left() > 0)
        return shape_bytes::refused("there is something after the last shape record; save again");
    const Shape* shape =
        table->size() > 0 ? table->shape(static_cast<std::uint32_t>(table->size() - 1)) : nullptr;
    if (!shape) return shape_bytes::refused("the last record is no shape; save again");
    return *shape;
}

}  // namespace graze
