#include "io/formats/ply_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>

#include "io/text/byte_order.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kMostHeadLines = 10'000;
constexpr std::size_t kLongestHeadLine = 1U
                                         << 20U;  // comments hold whole descriptions of how a scan was made
constexpr double kLongestList = 1 << 24;

std::optional<PlyType> type_of(std::string_view name) {
    struct Name {
        std::string_view text;
        PlyType type;
    };
    constexpr std::array<Name, 16> kNames{{{"char", PlyType::int8},
                                           {"int8", PlyType::int8},
                                           {"uchar", PlyType::uint8},
                                           {"uint8", PlyType::uint8},
                                           {"short", PlyType::int16},
                                           {"int16", PlyType::int16},
                                           {"ushort", PlyType::uint16},
                                           {"uint16", PlyType::uint16},
                                           {"int", PlyType::int32},
                                           {"int32", PlyType::int32},
                                           {"uint", PlyType::uint32},
                                           {"uint32", PlyType::uint32},
                                           {"float", PlyType::float32},
                                           {"float32", PlyType::float32},
                                           {"double", PlyType::float64},
                                           {"float64", PlyType::float64}}};
    for (const Name& known : kNames) {
        if (known.text == name) return known.type;
    }
    return std::nullopt;
}

std::size_t bytes_of(PlyType type) noexcept {
    constexpr std::array<std::size_t, 8> kBytes{1, 1, 2, 2, 4, 4, 4, 8};
    return kBytes[static_cast<std::size_t>(type)];
}

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

}  // namespace

void PlyValues::fail_here(std::string reason, std::string hint) const {
    fail({shown_, place(), std::move(reason), std::move(hint)});
}

std::string PlyValues::place() const {
    if (!element_) return "line " + std::to_string(head_lines_);
    const std::string row = element_->name + " " + std::to_string(index_);
    return lines_ ? "line " + std::to_string(lines_->number()) + ", " + row
                  : row + ", byte " + std::to_string(row_byte_);
}

PlyValues::PlyValues(const std::filesystem::path& path, std::string shown)
    : stream_(path, std::ios::binary), path_(path), shown_(std::move(shown)) {
    if (!stream_) fail({shown_, "", "it cannot be opened", "Check that you may read it."});
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    if (!failed && bytes > 0) bytes_ = bytes;
    read_head();
    check_counts();
    if (form_ == Form::text) lines_.emplace(path_, shown_, TextStart{read_, head_lines_});
}

/// False at the end of the file. All lines of a header end like its first: a CR may be the first byte of the
/// data after lines that end in LF.
bool PlyValues::read_head_line(std::string& line) {
    const bool first = head_lines_++ == 0;
    line.clear();
    for (;;) {
        const int c = stream_.get();
        if (c == std::ifstream::traits_type::eof() || line.size() > kLongestHeadLine) return false;
        ++read_;
        if (first && c == '\r') old_ends_ = stream_.peek() != '\n';
        if (c == (old_ends_ ? '\r' : '\n')) break;
        line += static_cast<char>(c);
    }
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) line.pop_back();
    return true;
}

void PlyValues::read_head() {
    std::string line;
    for (;;) {
        if (!read_head_line(line) || head_lines_ > kMostHeadLines)
            fail_here("the header of the file does not end",
                      "It ends with a line 'end_header'; export the file again.");
        if (head_lines_ == 1) line.erase(0, mark_bytes(line, shown_));
        if (head_lines_ == 1 && line != "ply")
            fail_here("it does not begin with 'ply'", "Is this another format?");
        if (line == "end_header") break;
        if (head_lines_ > 1) take_head_line(line);
    }
    if (!has_form_) fail_here("the header has no format", "Write 'format ascii 1.0'.");
}

void PlyValues::take_head_line(const std::string& line) {
    Words words(line);
    const std::string_view first = words.next();
    if (first == "format") {
        const std::string_view form = words.next();
        if (form != "ascii" && form != "binary_little_endian" && form != "binary_big_endian")
            fail_here("an unknown format", "Known: ascii, binary_little_endian, binary_big_endian.");
        form_ = form == "ascii" ? Form::text : form == "binary_little_endian" ? Form::little : Form::big;
        has_form_ = true;
    } else if (first == "element") {
        take_element(words);
    } else if (first == "property") {
        take_property(words);
    } else if (first != "comment" && first != "obj_info" && !first.empty()) {
        fail_here("'" + printable(first, 40) + "' is no keyword of a PLY header",
                  "Write 'comment' before it, or remove the line.");
    }
}

void PlyValues::take_element(Words& words) {
    PlyElement element;
    element.name = printable(words.next(), 60);
    std::int64_t count = 0;
    if (!words.whole(count) || count < 0)
        fail_here("an element without a count", "Write 'element vertex 8'.");
    element.count = static_cast<std::uint64_t>(count);
    elements_.push_back(std::move(element));
}

void PlyValues::take_property(Words& words) {
    if (elements_.empty()) fail_here("a property before any element", "Export the file again.");
    PlyProperty property;
    std::string_view type = words.next();
    property.list = type == "list";
    if (property.list) {
        const auto count_type = type_of(words.next());
        if (!count_type || *count_type >= PlyType::float32)
            fail_here("a list without a type of its count",
                      "Write 'property list uchar int vertex_indices'.");
        property.count_type = *count_type;
        type = words.next();
    }
    const auto known = type_of(type);
    if (!known)
        fail_here("there is no type '" + printable(type, 40) + "'",
                  "Known: char, uchar, short, ushort, int, uint, float, double.");
    property.type = *known;
    property.name = words.next();
    elements_.back().properties.push_back(std::move(property));
}

void PlyValues::check_counts() const {
    const auto left = static_cast<double>(bytes_ - std::min(read_, bytes_));
    double least = 0;
    for (const PlyElement& element : elements_) {
        double row = 0;
        for (const PlyProperty& p : element.properties)
            row += form_ == Form::text ? 2 : static_cast<double>(bytes_of(p.list ? p.count_type : p.type));
        if (element.properties.empty() && element.count > 0)
            fail({shown_, "element " + element.name, "it has no properties", "Export the file again."});
        least += row * static_cast<double>(element.count);
    }
    if (least > left + 1)  // the last word of a text needs no space behind it
        fail({shown_, "byte " + std::to_string(read_),
              "the header declares more elements than the file has bytes for: " +
                  std::to_string(bytes_ - std::min(read_, bytes_)) + " bytes follow it",
              "It was cut off; export it again."});
}

void PlyValues::take(char* to, std::size_t count) {
    stream_.read(to, static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(stream_.gcount()) != count)
        fail_here("the file ends too early, after " + std::to_string(bytes_) + " bytes",
                  "It was cut off; export it again.");
    read_ += count;
}

double PlyValues::text_value() {
    const std::string_view word = words_.next();
    if (word.empty())
        fail_here("the line ends after " + std::to_string(taken_) +
                      " values, and the header declares more for each " + element_->name,
                  "The values of an element are on one line: join rows that were wrapped over several lines, "
                  "or export the file again.");
    ++taken_;
    double x = 0;
    if (!parse_number(word, x))
        fail_here("'" + printable(word, 40) + "' is no number", "Export the file again.");
    return x;
}

double PlyValues::value(PlyType type) {
    if (form_ == Form::text) return text_value();
    std::array<char, 8> bytes{};
    take(bytes.data(), bytes_of(type));
    return number_of(bytes.data(), type, form_ == Form::big);
}

void PlyValues::begin_row() {
    row_byte_ = read_;
    if (form_ != Form::text) return;
    taken_ = 0;
    std::string_view line;
    while (lines_->next(line)) {
        words_ = Words(line);
        if (!Words(line).next().empty()) return;
    }
    fail_here("the file ends too early: the header declares " + std::to_string(element_->count) +
                  " of these elements",
              "It was cut off, or the count is wrong; export it again.");
}

void PlyValues::end_row() const {
    const std::size_t more = form_ == Form::text ? words_.count() : 0;
    if (more == 0) return;
    fail_here("the line has " + std::to_string(taken_ + more) + " values, and the header declares " +
                  std::to_string(taken_) + " for this " + element_->name,
              "Declare the others as properties of the element, or remove them.");
}

const std::vector<PlyValue>& PlyValues::row(const PlyElement& element, std::uint64_t index) {
    element_ = &element;
    index_ = index;
    begin_row();
    row_.resize(element.properties.size());
    for (std::size_t i = 0; i < row_.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (!property.list) {
            row_[i].number = value(property.type);
            continue;
        }
        const double count = value(property.count_type);
        if (!(count >= 0 && count <= kLongestList && count == std::floor(count)))
            fail_here("a list of " + number_text(count) + " values",
                      "Lists begin with the number of their values; export the file again.");
        row_[i].list.clear();
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
            row_[i].list.push_back(value(property.type));
    }
    end_row();
    return row_;
}

void PlyValues::finish() {
    const std::string hint =
        "The counts in the header are too small, or the file was damaged; export it again.";
    if (lines_) {
        std::string_view line;
        while (lines_->next(line)) {
            if (Words(line).next().empty()) continue;
            lines_->fail("there is more after the last element that the header declares", hint);
        }
        return;
    }
    if (const auto at = find_content(stream_, read_))
        fail({shown_, "byte " + std::to_string(*at),
              std::to_string(bytes_ - std::min(read_, bytes_)) +
                  " bytes are left over after the last element that the header declares",
              hint});
}

}  // namespace graze::io
