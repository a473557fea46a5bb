// The rows of a PLY file after its header, one at a time, from text or from bytes. In text each row is a
// line: one with more or fewer values than the header declares is an error, for what follows would be read as
// other values.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "io/formats/mesh_source.hpp"
#include "io/formats/ply_header.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

struct PlyValue {
    double number = 0;
    std::vector<double> list;  ///< Of a list.
};

/// A row among those of its element.
struct PlyRowPlace {
    const PlyElement* element = nullptr;
    std::uint64_t index = 0;

    /// "face 3".
    [[nodiscard]] std::string text() const { return element->name + " " + std::to_string(index); }
};

class PlyTextRows {
public:
    PlyTextRows(const MeshInput& input, const PlyHeader& header);

    /// The next row, which must be one of this element; good until the next call. The index is for errors.
    const std::vector<PlyValue>& row(const PlyElement& element, std::uint64_t index);
    /// Fails when more than white space and zeros follows the last row.
    void finish();
    /// Of the file's bytes, as far as they are read.
    [[nodiscard]] double share() const noexcept { return lines_.share(); }
    /// Of the last row: "line 14, face 3".
    [[nodiscard]] std::string place() const;
    [[noreturn]] void fail_here(std::string reason, std::string hint) const;
    /// The next value of the row, as text has it whatever its type.
    double value(PlyType type);

private:
    const std::string& shown_;
    TextLines lines_;
    Words words_;            ///< Of the row that are not read yet.
    std::size_t taken_ = 0;  ///< Values of the row so far.
    PlyRowPlace at_;
    std::vector<PlyValue> row_;
};

/// The same of rows that are bytes.
class PlyBinaryRows {
public:
    /// Goes on where the header ends; the file has `bytes` bytes.
    PlyBinaryRows(std::ifstream stream, std::uint64_t bytes, const MeshInput& input, const PlyHeader& header);

    const std::vector<PlyValue>& row(const PlyElement& element, std::uint64_t index);
    void finish();
    [[nodiscard]] double share() const noexcept {
        return static_cast<double>(read_) / static_cast<double>(bytes_);
    }
    /// Of the last row: "face 3, byte 220".
    [[nodiscard]] std::string place() const;
    [[noreturn]] void fail_here(std::string reason, std::string hint) const;
    double value(PlyType type);

private:
    const std::string& shown_;
    const std::uint64_t bytes_;
    const bool big_endian_;
    std::ifstream stream_;
    std::uint64_t read_ = 0;      ///< Bytes of the file so far.
    std::uint64_t row_byte_ = 0;  ///< Where the row begins.
    PlyRowPlace at_;
    std::vector<PlyValue> row_;
};

}  // namespace graze::io
