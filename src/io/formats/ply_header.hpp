// The header of a PLY file: its elements with the types of their properties, and how its rows are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace graze::io {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t bytes_of(PlyType type) noexcept;

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;
    bool list = false;
    PlyType count_type = PlyType::uint8;  ///< Of lists.
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

enum class PlyForm : std::uint8_t { text, little_endian, big_endian };

struct PlyHeader {
    std::vector<PlyElement> elements;
    PlyForm form = PlyForm::text;
    std::size_t lines = 0;         ///< Of the header, with 'end_header'.
    std::uint64_t bytes_read = 0;  ///< Where the first row begins.
};

/// Reads the stream to the end of the header. Throws a Fault in the name of the file as it is shown.
PlyHeader read_ply_header(std::istream& stream, const std::string& shown);

/// Throws a Fault when a file of so many bytes is too short for the rows that its header declares.
void check_counts(const PlyHeader& header, std::uint64_t file_bytes, const std::string& shown);

}  // namespace graze::io
