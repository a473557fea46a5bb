// The table of shapes inside of kept shapes and scenes: records in an order in which each names only records
// before it, so that nothing can go round in circles. A record is its kind (a word), the length of its body
// in bytes (wide) and the body. Heavy data is a record of its own, kept once for all shapes that share it;
// light shapes that are equal are one record.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "graze/mesh/compound.hpp"
#include "graze/mesh/height_field.hpp"
#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "mesh/bytes/shape_bytes_hull.hpp"
#include "mesh/bytes/shape_bytes_words.hpp"

namespace graze::shape_bytes {

/// Kinds below kShapeTypeCount are shapes of that type; these are what shapes share.
enum class DataKind : std::uint32_t {
    hull = 32,
    mesh = 33,
    compound = 34,
    height_field = 35,
    nested_compound = 36,  ///< A compound whose parts have paths.
};

class TableWriter {
public:
    /// The record of a valid shape. The shape must live until all is written: heavy data is known by its
    /// address.
    std::uint32_t add(const Shape& shape);
    /// Number of records, then the records.
    void write(WordWriter& writer) const;

private:
    std::uint32_t add_data(const Shape& shape);
    std::uint32_t append(std::uint32_t kind, const WordWriter& body);

    WordWriter records_;
    std::uint32_t count_ = 0;
    std::unordered_map<std::string, std::uint32_t> light_;          ///< Kind and body to record.
    std::unordered_map<const ShapePayload*, std::uint32_t> heavy_;  ///< To record.
};

class TableReader {
public:
    /// Reads the whole table, or returns the first record at fault.
    static expected<TableReader, BuildError> read(WordReader& reader);

    /// Null when there is no such record, or when it is no shape.
    [[nodiscard]] const Shape* shape(std::uint32_t record) const noexcept {
        return record < records_.size() ? std::get_if<Shape>(&records_[record]) : nullptr;
    }
    [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }

private:
    template <class T> using Data = std::shared_ptr<const T>;
    using Record =
        std::variant<Data<HullData>, Data<MeshData>, Data<CompoundData>, Data<HeightFieldData>, Shape>;

    expected<Record, BuildError> read_record(std::uint32_t kind, WordReader& body) const;
    expected<Shape, BuildError> read_combinator(ShapeType type, WordReader& body) const;
    expected<Shape, BuildError> read_heavy(ShapeType type, WordReader& body) const;
    expected<Data<CompoundData>, BuildError> read_compound(WordReader& body, bool nested) const;
    template <class T> const Data<T>* data(std::uint32_t record) const noexcept {
        return record < records_.size() ? std::get_if<Data<T>>(&records_[record]) : nullptr;
    }

    std::vector<Record> records_;
};

/// Numbers of the types that are nothing else; 0 for all others.
std::size_t value_count(ShapeType type) noexcept;

void write_mesh(WordWriter& writer, const MeshData& mesh);
expected<std::shared_ptr<const MeshData>, BuildError> read_mesh(WordReader& reader);
void write_height_field(WordWriter& writer, const HeightFieldData& field);
expected<std::shared_ptr<const HeightFieldData>, BuildError> read_height_field(WordReader& reader);

/// The tree that takes up the rest of a record, when it is one over boxes like these.
expected<BoxTree, BuildError> read_tree(WordReader& reader, std::span<const Aabb> boxes);
expected<BoxSplit, BuildError> read_split(WordReader& reader);

}  // namespace graze::shape_bytes
