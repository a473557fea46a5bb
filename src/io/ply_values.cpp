#include "io/ply_values.hpp"

#include <array>
#include <optional>
#include <system_error>

#include "io/byte_order.hpp"
#include "io/fault.hpp"
#include "io/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kMostHeadLines = 10'000;
constexpr std::size_t kLongestWord = 400;
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

void PlyValues::fail_here(std::string reason, std::string hint) const { fail({shown_, place_, std::move(reason), std::move(hint)}); }

PlyValues::PlyValues(const std::filesystem::path& path, std::string shown) : stream_(path, std::ios::binary), shown_(std::move(shown)) {
    if (!stream_) fail_here("it cannot be opened", "Check that you may read it.");
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    if (!failed && bytes > 0) bytes_ = static_cast<double>(bytes);
    read_head();
    check_counts();
}

void PlyValues::read_head() {
    std::string line;
    for (std::size_t number = 1;; ++number) {
        place_ = "line " + std::to_string(number);
        line.clear();
        for (int c = stream_.get(); c != '\n'; c = stream_.get()) {
            if (c == std::ifstream::traits_type::eof() || line.size() > 4 * kLongestWord || number > kMostHeadLines)
                fail_here("the head of the file does not end", "It ends with a line 'end_header'; export the file again.");
            line += static_cast<char>(c);
        }
        read_ += static_cast<double>(line.size() + 1);
        if (line.ends_with('\r')) line.pop_back();
        if (number == 1 && line != "ply") fail_here("it does not begin with 'ply'", "Is this another format?");
        if (line == "end_header") break;
        if (number > 1) read_head_line(line);
    }
    place_.clear();
    if (!has_form_) fail_here("the head does not say whether it is text or binary", "Write 'format ascii 1.0'.");
}

void PlyValues::read_head_line(const std::string& line) {
    Words words(line);
    const std::string_view first = words.next();
    if (first == "format") {
        const std::string_view form = words.next();
        if (form != "ascii" && form != "binary_little_endian" && form != "binary_big_endian")
            fail_here("an unknown format", "Known: ascii, binary_little_endian, binary_big_endian.");
        form_ = form == "ascii" ? Form::text : form == "binary_little_endian" ? Form::little : Form::big;
        has_form_ = true;
    } else if (first == "element") {
        PlyElement element;
        element.name = printable(words.next(), 60);
        std::int64_t count = 0;
        if (!words.whole(count) || count < 0) fail_here("an element without a count", "Write 'element vertex 8'.");
        element.count = static_cast<std::uint64_t>(count);
        elements_.push_back(std::move(element));
    } else if (first == "property") {
        if (elements_.empty()) fail_here("a property before any element", "Export the file again.");
        PlyProperty property;
        std::string_view type = words.next();
        property.list = type == "list";
        if (property.list) {
            const auto count_type = type_of(words.next());
            if (!count_type || *count_type >= PlyType::float32)
                fail_here("a list without a type of its count", "Write 'property list uchar int vertex_indices'.");
            property.count_type = *count_type;
            type = words.next();
        }
        const auto known = type_of(type);
        if (!known)
            fail_here("there is no type '" + printable(type, 40) + "'", "Known: char, uchar, short, ushort, int, uint, float, double.");
        property.type = *known;
        property.name = words.next();
        elements_.back().properties.push_back(std::move(property));
    } else if (first != "comment" && first != "obj_info" && !first.empty()) {
        fail_here("'" + printable(first, 40) + "' is no word of a PLY head", "Export the file again.");
    }
}

void PlyValues::check_counts() const {
    const double left = bytes_ - read_;
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
        fail({shown_, "", "the head tells of more elements than the file has bytes for", "It was cut off; export it again."});
}

void PlyValues::take(char* to, std::size_t count) {
    stream_.read(to, static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(stream_.gcount()) != count) fail_here("the file ends too early", "Export it again.");
    read_ += static_cast<double>(count);
}

std::string PlyValues::word() {
    std::string text;
    for (;;) {
        const int c = stream_.get();
        const bool end = c == std::ifstream::traits_type::eof();
        read_ += 1;
        if (end && text.empty()) fail_here("the file ends too early", "Export it again.");
        if (end || c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            if (!text.empty()) return text;
            continue;
        }
        text += static_cast<char>(c);
        if (text.size() > kLongestWord) fail_here("a number has more than 400 characters", "Is the file binary?");
    }
}

double PlyValues::value(PlyType type) {
    if (form_ == Form::text) {
        double x = 0;
        const std::string text = word();
        if (!parse_number(text, x)) fail_here("'" + printable(text, 40) + "' is no number", "Export the file again.");
        return x;
    }
    std::array<char, 8> bytes{};
    take(bytes.data(), bytes_of(type));
    return number_of(bytes.data(), type, form_ == Form::big);
}

const std::vector<PlyValue>& PlyValues::row(const PlyElement& element, std::uint64_t index) {
    place_ = element.name + " " + std::to_string(index);
    row_.resize(element.properties.size());
    for (std::size_t i = 0; i < row_.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (!property.list) {
            row_[i].number = value(property.type);
            continue;
        }
        const double count = value(property.count_type);
        if (!(count >= 0 && count <= kLongestList)) fail_here("a list of " + std::to_string(count) + " values", "Export the file again.");
        row_[i].list.clear();
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) row_[i].list.push_back(value(property.type));
    }
    return row_;
}

}  // namespace graze::io
