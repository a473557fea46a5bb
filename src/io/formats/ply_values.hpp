// The header of a PLY file and its rows of values, text or binary, one at a time. In text each row is a line:
// one with more or fewer values than the header declares is an error, for what follows would be read as other
// values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "io/text/text_lines.hpp"

namespace graze::io {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

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

struct PlyValue {
    double number = 0;
    std::vector<double> list;  ///< Of a list.
};

class PlyValues {
public:
    /// Reads the header. Throws a Fault.
    PlyValues(const std::filesystem::path& path, std::string shown);

    [[nodiscard]] const std::vector<PlyElement>& elements() const noexcept { return elements_; }
    /// The next row, which must be one of this element; good until the next call. The index is for errors.
    const std::vector<PlyValue>& row(const PlyElement& element, std::uint64_t index);
    /// Fails when more than white space and zeros follows the last row.
    void finish();
    [[nodiscard]] double share() const noexcept {
        return lines_ ? lines_->share() : static_cast<double>(read_) / static_cast<double>(bytes_);
    }
    /// Of the last row: "line 14, face 3" in text, "face 3, byte 220" in a binary file.
    [[nodiscard]] std::string place() const;
    [[noreturn]] void fail_here(std::string reason, std::string hint) const;

private:
    enum class Form : std::uint8_t { text, little, big };

    void read_head();
    bool read_head_line(std::string& line);
    void take_head_line(const std::string& line);
    void take_element(Words& words);
    void take_property(Words& words);
    void check_counts() const;
    void begin_row();
    void end_row() const;
    double value(PlyType type);
    double text_value();
    void take(char* to, std::size_t count);

    std::ifstream stream_;
    std::filesystem::path path_;
    std::string shown_;
    std::vector<PlyElement> elements_;
    std::vector<PlyValue> row_;
    const PlyElement* element_ = nullptr;  ///< Of the row; null in the header.
    std::uint64_t index_ = 0;              ///< Of the row in its element.
    std::uint64_t row_byte_ = 0;           ///< Where the row begins, in a binary file.
    std::size_t head_lines_ = 0;
    std::optional<TextLines> lines_;  ///< Of a text, after the header.
    Words words_;                     ///< Of the row that are not read yet, in a text.
    std::size_t taken_ = 0;           ///< Values of the row so far, in a text.
    Form form_ = Form::text;
    bool has_form_ = false;
    bool old_ends_ = false;  ///< Lines of the header end in CR alone.
    std::uint64_t bytes_ = 1;
    std::uint64_t read_ = 0;
};

}  // namespace graze::io
