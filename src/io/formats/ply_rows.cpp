#include "io/formats/ply_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "io/text/byte_order.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

constexpr double kLongestList = 1 << 24;
constexpr const char* kTooFew =
    "The counts in the header are too small, or the file was damaged; export it again.";

std::string number_text(double x) {
    std::string text;
    write_number(text, x);
    return text;
}

double number_of(const char* bytes, PlyType type, bool big) noexcept {
    switch (type) {
        case PlyType::int8: return load<std::int8_t>(bytes, big);
        case PlyType::uint8: return load<std::uint8_t>(bytes, big);
        case PlyType::int16: return load<std::int16_t>(bytes, big);
        case PlyType::uint16: return load<std::uint16_t>(bytes, big);
        case PlyType::int32: return load<std::int32_t>(bytes, big);
        case PlyType::uint32: return load<std::uint32_t>(bytes, big);
        case PlyType::float32: return load<float>(bytes, big);
        case PlyType::float64: return load<double>(bytes, big);
    }
    return 0;
}

template <class Rows> void read_list(Rows& rows, const PlyProperty& property, std::vector<double>& list) {
    const double count = rows.value(property.count_type);
    if (!(count >= 0 && count <= kLongestList && count == std::floor(count)))
        rows.fail_here("a list of " + number_text(count) + " values",
                       "Lists begin with the number of their values; export the file again.");
    list.clear();
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
        list.push_back(rows.value(property.type));
}

/// The values of a row, by the properties of its element.
template <class Rows> void read_values(Rows& rows, const PlyElement& element, std::vector<PlyValue>& row) {
    row.resize(element.properties.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (property.list)
            read_list(rows, property, row[i].list);
        else
            row[i].number = rows.value(property.type);
    }
}

}  // namespace

PlyTextRows::PlyTextRows(const MeshInput& input, const PlyHeader& header)
    : shown_(input.shown), lines_(input.path, input.shown, TextStart{header.bytes_read, header.lines}) {}

std::string PlyTextRows::place() const {
    return "line " + std::to_string(lines_.number()) + ", " + at_.text();
}

void PlyTextRows::fail_here(std::string reason, std::string hint) const {
    fail({shown_, place(), std::move(reason), std::move(hint)});
}

double PlyTextRows::value(PlyType /*type*/) {
    const std::string_view word = words_.next();
    if (word.empty())
        fail_here("the line ends after " + std::to_string(taken_) +
                      " values, and the header declares more for each " + at_.element->name,
                  "The values of an element are on one line: join rows that were wrapped over several lines, "
                  "or export the file again.");
    ++taken_;
    double x = 0;
    if (!parse_number(word, x))
        fail_here("'" + printable(word, 40) + "' is no number", "Export the file again.");
    return x;
}

const std::vector<PlyValue>& PlyTextRows::row(const PlyElement& element, std::uint64_t index) {
    at_ = {&element, index};
    taken_ = 0;
    std::string_view line;
    do {
        if (!lines_.next(line))
            fail_here("the file ends too early: the header declares " + std::to_string(element.count) +
                          " of these elements",
                      "It was cut off, or the count is wrong; export it again.");
    } while (Words(line).next().empty());
    words_ = Words(line);
    read_values(*this, element, row_);
    if (const std::size_t more = words_.count(); more > 0)
        fail_here("the line has " + std::to_string(taken_ + more) + " values, and the header declares " +
                      std::to_string(taken_) + " for this " + element.name,
                  "Declare the others as properties of the element, or remove them.");
    return row_;
}

void PlyTextRows::finish() {
    std::string_view line;
    while (lines_.next(line)) {
        if (!Words(line).next().empty())
            lines_.fail("there is more after the last element that the header declares", kTooFew);
    }
}

PlyBinaryRows::PlyBinaryRows(std::ifstream stream, std::uint64_t bytes, const MeshInput& input,
                             const PlyHeader& header)
    : shown_(input.shown),
      bytes_(bytes),
      big_endian_(header.form == PlyForm::big_endian),
      stream_(std::move(stream)),
      read_(header.bytes_read) {}

std::string PlyBinaryRows::place() const { return at_.text() + ", byte " + std::to_string(row_byte_); }

void PlyBinaryRows::fail_here(std::string reason, std::string hint) const {
    fail({shown_, place(), std::move(reason), std::move(hint)});
}

double PlyBinaryRows::value(PlyType type) {
    std::array<char, 8> bytes{};
    const std::size_t count = bytes_of(type);
    stream_.read(bytes.data(), static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(stream_.gcount()) != count)
        fail_here("the file ends too early, after " + std::to_string(bytes_) + " bytes",
                  "It was cut off; export it again.");
    read_ += count;
    return number_of(bytes.data(), type, big_endian_);
}

const std::vector<PlyValue>& PlyBinaryRows::row(const PlyElement& element, std::uint64_t index) {
    at_ = {&element, index};
    row_byte_ = read_;
    read_values(*this, element, row_);
    return row_;
}

void PlyBinaryRows::finish() {
    if (const auto at = find_content(stream_, read_))
        fail({shown_, "byte " + std::to_string(*at),
              std::to_string(bytes_ - std::min(read_, bytes_)) +
                  " bytes are left over after the last element that the header declares",
              kTooFew});
}

}  // namespace graze::io
