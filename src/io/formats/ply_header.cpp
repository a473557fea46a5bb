#include "io/formats/ply_header.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "io/text/fault.hpp"
#include "io/text/text_bounds.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kMostHeadLines = 10'000;
constexpr std::size_t kLongestHeadLine = 1U
                                         << 20U;  // comments hold whole descriptions of how a scan was made

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

/// The lines of a header, and how far they have been read.
struct HeadLines {
    std::istream& stream;
    const std::string& shown;
    std::size_t count = 0;
    std::uint64_t bytes = 0;
    bool old_ends = false;  ///< They end in CR alone.

    /// False at the end of the file. All lines of a header end like its first: a CR may be the first byte of
    /// the data after lines that end in LF.
    bool next(std::string& line) {
        const bool first = count++ == 0;
        line.clear();
        for (;;) {
            const int c = stream.get();
            if (c == std::istream::traits_type::eof() || line.size() > kLongestHeadLine) return false;
            ++bytes;
            if (first && c == '\r') old_ends = stream.peek() != '\n';
            if (c == (old_ends ? '\r' : '\n')) break;
            line += static_cast<char>(c);
        }
        while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) line.pop_back();
        if (first) line.erase(0, mark_bytes(line, shown));
        return true;
    }
    [[noreturn]] void fail_here(std::string reason, std::string hint) const {
        fail({shown, "line " + std::to_string(count), std::move(reason), std::move(hint)});
    }
};

PlyForm form_of(std::string_view form, const HeadLines& lines) {
    if (form == "ascii") return PlyForm::text;
    if (form == "binary_little_endian") return PlyForm::little_endian;
    if (form == "binary_big_endian") return PlyForm::big_endian;
    lines.fail_here("an unknown format", "Known: ascii, binary_little_endian, binary_big_endian.");
}

PlyElement element_of(Words& words, const HeadLines& lines) {
    PlyElement element;
    element.name = printable(words.next(), 60);
    std::int64_t count = 0;
    if (!words.whole(count) || count < 0)
        lines.fail_here("an element without a count", "Write 'element vertex 8'.");
    element.count = static_cast<std::uint64_t>(count);
    return element;
}

PlyProperty property_of(Words& words, const HeadLines& lines) {
    PlyProperty property;
    std::string_view type = words.next();
    property.list = type == "list";
    if (property.list) {
        const auto count_type = type_of(words.next());
        if (!count_type || *count_type >= PlyType::float32)
            lines.fail_here("a list without a type of its count",
                            "Write 'property list uchar int vertex_indices'.");
        property.count_type = *count_type;
        type = words.next();
    }
    const auto known = type_of(type);
    if (!known)
        lines.fail_here("there is no type '" + printable(type, 40) + "'",
                        "Known: char, uchar, short, ushort, int, uint, float, double.");
    property.type = *known;
    property.name = words.next();
    return property;
}

}  // namespace

std::size_t bytes_of(PlyType type) noexcept {
    constexpr std::array<std::size_t, 8> kBytes{1, 1, 2, 2, 4, 4, 4, 8};
    return kBytes[static_cast<std::size_t>(type)];
}

PlyHeader read_ply_header(std::istream& stream, const std::string& shown) {
    HeadLines lines{stream, shown};
    PlyHeader header;
    std::optional<PlyForm> form;
    std::string line;
    for (;;) {
        if (!lines.next(line) || lines.count > kMostHeadLines)
            lines.fail_here("the header of the file does not end",
                            "It ends with a line 'end_header'; export the file again.");
        if (lines.count == 1 && line != "ply")
            lines.fail_here("it does not begin with 'ply'", "Is this another format?");
        if (line == "end_header") break;
        if (lines.count == 1) continue;
        Words words(line);
        const std::string_view first = words.next();
        if (first == "format") {
            form = form_of(words.next(), lines);
        } else if (first == "element") {
            header.elements.push_back(element_of(words, lines));
        } else if (first == "property") {
            if (header.elements.empty())
                lines.fail_here("a property before any element", "Export the file again.");
            header.elements.back().properties.push_back(property_of(words, lines));
        } else if (first != "comment" && first != "obj_info" && !first.empty()) {
            lines.fail_here("'" + printable(first, 40) + "' is no keyword of a PLY header",
                            "Write 'comment' before it, or remove the line.");
        }
    }
    if (!form) lines.fail_here("the header has no format", "Write 'format ascii 1.0'.");
    header.form = *form;
    header.lines = lines.count;
    header.bytes_read = lines.bytes;
    return header;
}

void check_counts(const PlyHeader& header, std::uint64_t file_bytes, const std::string& shown) {
    const std::uint64_t left = file_bytes - std::min(header.bytes_read, file_bytes);
    double least = 0;
    for (const PlyElement& element : header.elements) {
        double row = 0;
        for (const PlyProperty& p : element.properties)
            row += header.form == PlyForm::text
                       ? 2
                       : static_cast<double>(bytes_of(p.list ? p.count_type : p.type));
        if (element.properties.empty() && element.count > 0)
            fail({shown, "element " + element.name, "it has no properties", "Export the file again."});
        least += row * static_cast<double>(element.count);
    }
    if (least > static_cast<double>(left) + 1)  // the last word of a text needs no space behind it
        fail({shown, "byte " + std::to_string(header.bytes_read),
              "the header declares more elements than the file has bytes for: " + std::to_string(left) +
                  " bytes follow it",
              "It was cut off; export it again."});
}

}  // namespace graze::io
