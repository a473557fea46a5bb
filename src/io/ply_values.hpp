// The head of a PLY file and its rows of values, text or binary, one at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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
    /// Reads the head. Throws a Fault.
    PlyValues(const std::filesystem::path& path, std::string shown);

    [[nodiscard]] const std::vector<PlyElement>& elements() const noexcept { return elements_; }
    /// The next row, which must be one of this element; good until the next call. The index is for errors.
    const std::vector<PlyValue>& row(const PlyElement& element, std::uint64_t index);
    [[nodiscard]] double share() const noexcept { return read_ / bytes_; }

private:
    enum class Form : std::uint8_t { text, little, big };

    void read_head();
    void read_head_line(const std::string& line);
    void check_counts() const;
    double value(PlyType type);
    std::string word();
    void take(char* to, std::size_t count);
    [[noreturn]] void fail_here(std::string reason, std::string hint) const;

    std::ifstream stream_;
    std::string shown_;
    std::vector<PlyElement> elements_;
    std::vector<PlyValue> row_;
    std::string place_;  ///< For errors: "line 3" in the head, "vertex 7" after it.
    Form form_ = Form::text;
    bool has_form_ = false;
    double bytes_ = 1;
    double read_ = 0;
};

}  // namespace graze::io
