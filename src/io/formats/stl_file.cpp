// STL, text and binary. Triangles have corners of their own in these files; equal ones become one vertex, so
// that solids are closed. Which of the two it is, is decided by the length that a binary file must have: many
// binary files begin with "solid" too.
#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <system_error>

#include "io/formats/mesh_source.hpp"
#include "io/text/byte_order.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_bounds.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::size_t kHeadBytes = 84;
constexpr std::size_t kTriangleBytes = 50;

/// Of a triangle in a binary file.
std::string place_of(std::size_t triangle) {
    return "triangle " + std::to_string(triangle) + ", byte " +
           std::to_string(kHeadBytes + kTriangleBytes * triangle);
}

MeshSource read_binary(const MeshInput& input, std::uint32_t count) {
    input.context.budget.count_triangles(count, input.shown);
    std::ifstream stream(input.path, std::ios::binary);
    stream.ignore(kHeadBytes);
    MeshSource source;
    TriangleSoup soup;
    soup.triangles.reserve(count);
    VertexTable table;
    std::vector<char> chunk(kTriangleBytes * 4096);
    for (std::uint32_t t = 0; t < count;) {
        const auto wanted = std::min<std::size_t>(count - t, 4096);
        stream.read(chunk.data(), static_cast<std::streamsize>(wanted * kTriangleBytes));
        if (static_cast<std::size_t>(stream.gcount()) != wanted * kTriangleBytes)
            fail({input.shown, place_of(t), "the file ends too early", "Export it again."});
        for (std::size_t k = 0; k < wanted; ++k, ++t) {
            const char* corners =
                chunk.data() + k * kTriangleBytes + 12;  // after the normal, which many programs leave zero
            std::array<std::uint32_t, 3> triangle{};
            for (std::size_t i = 0; i < 3; ++i) {
                const auto at = [&](std::size_t axis) {
                    return double{load_float(corners + 12 * i + 4 * axis, false)};
                };
                const Vec3 corner{at(0), at(1), at(2)};
                if (!in_served_range(corner))
                    source.bad_places.try_emplace(0, place_of(t) + ", vertices" + bracketed(i));
                triangle[i] = table.add(soup.vertices, corner);
            }
            soup.triangles.push_back(triangle);
        }
        input.context.report_file(0.5 * t / count, input.shown);
    }
    source.nodes.push_back({});
    source.meshes.push_back(std::move(soup));
    return source;
}

/// Old programs write the format's words in capitals.
std::string lower_case(std::string_view word) {
    std::string text(word.substr(0, 100));
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// One solid after the other; lines that are none of the format's are errors.
class TextReader {
public:
    explicit TextReader(const MeshInput& input) : input_(input), lines_(input.path, input.shown) {}

    MeshSource read() {
        std::string_view line;
        while (lines_.next(line)) {
            if (lines_.number() % 65536 == 0) input_.context.report_file(0.5 * lines_.share(), input_.shown);
            take(line);
        }
        if (open_ || !corners_.empty()) lines_.fail("the file ends inside of a solid", "Export it again.");
        return std::move(source_);
    }

private:
    void take(std::string_view line);
    void begin(Words& words);
    void end();

    const MeshInput& input_;
    TextLines lines_;
    MeshSource source_;
    TriangleSoup soup_;
    VertexTable table_;
    std::string name_;
    std::vector<std::uint32_t> corners_;
    bool open_ = false;
};

void TextReader::begin(Words& words) {
    if (open_) lines_.fail("a solid begins inside of another one", "Export the file again.");
    open_ = true;
    name_.clear();
    for (std::string_view word = words.next(); !word.empty(); word = words.next())
        name_ += (name_.empty() ? "" : " ") + std::string(word);
}

void TextReader::end() {
    if (!open_ || !corners_.empty()) lines_.fail("a solid ends that is not whole", "Export the file again.");
    open_ = false;
    if (soup_.triangles.empty()) return;
    source_.nodes.push_back({name_, {}, source_.meshes.size()});
    source_.meshes.push_back(std::move(soup_));
    soup_ = {};
    table_ = {};
}

void TextReader::take(std::string_view line) {
    Words words(line);
    const std::string word = lower_case(words.next());
    if (word == "vertex") {
        Vec3 v;
        if (!words.number(v.x) || !words.number(v.y) || !words.number(v.z))
            lines_.fail("a vertex has no three numbers", "Write 'vertex x y z'.");
        if (words.count() > 0)
            lines_.fail("a vertex has more than three numbers",
                        "Write 'vertex x y z', each on a line of its own.");
        if (!open_)
            lines_.fail("a vertex outside of any solid",
                        "Facets are between 'solid' and 'endsolid'; export the file again.");
        if (corners_.size() >= 3) lines_.fail("a vertex too many", "A facet has three.");
        if (!in_served_range(v))
            source_.bad_places.try_emplace(source_.meshes.size(), "line " + std::to_string(lines_.number()));
        corners_.push_back(table_.add(soup_.vertices, v));
    } else if (word == "endloop") {
        if (corners_.size() != 3)
            lines_.fail("a facet has " + std::to_string(corners_.size()) + " corners", "Facets have three.");
        input_.context.budget.count_triangles(1, input_.shown);
        soup_.triangles.push_back({corners_[0], corners_[1], corners_[2]});
        corners_.clear();
    } else if (word == "solid") {
        begin(words);
    } else if (word == "endsolid") {
        end();
    } else if (word == "facet" || word == "outer" || word == "endfacet") {
        // A normal, "loop", or nothing: vertices on the same line would be lost.
        if (words.count() > (word == "facet" ? 4U : word == "outer" ? 1U : 0U))
            lines_.fail("there is more on the line of '" + printable(word, 40) + "' than belongs to it",
                        "Each vertex is on a line of its own.");
    } else if (!word.empty()) {
        lines_.fail("'" + printable(word, 40) + "' is no word of STL",
                    "Is this another format, or a binary file that was cut off?");
    }
}

}  // namespace

MeshSource read_stl(const MeshInput& input) {
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(input.path, failed);
    std::ifstream stream(input.path, std::ios::binary);
    std::array<char, kHeadBytes> head{};
    stream.read(head.data(), head.size());
    if (failed || stream.bad()) fail({input.shown, "", "it cannot be read", "Check that you may read it."});
    const bool has_head = static_cast<std::size_t>(stream.gcount()) == head.size();
    const std::uint32_t count = has_head ? load_word(head.data() + 80, false) : 0;
    const std::uintmax_t wanted = kHeadBytes + std::uintmax_t{count} * kTriangleBytes;
    if (has_head && bytes == wanted) return read_binary(input, count);
    const std::string_view start(head.data(),
                                 static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    mark_bytes(start, input.shown);
    const bool text =
        lower_case(start.substr(0, 21)).find("solid") < 16 && start.find('\0') == std::string_view::npos;
    if (text) return TextReader(input).read();
    if (!has_head)
        fail({input.shown, "byte 0", "it is no STL file",
              "STL begins with 'solid', or has at least 84 bytes."});
    const std::string lengths = "a binary STL file of " + std::to_string(count) + " triangles has " +
                                std::to_string(wanted) + " bytes, and this one " + std::to_string(bytes);
    if (bytes < wanted)
        fail({input.shown, "byte 80", lengths, "It was cut off or is another format; export it again."});
    stream.seekg(static_cast<std::streamoff>(wanted));
    if (const auto at = find_content(stream, wanted))  // zeros and line ends only fill up a block
        fail({input.shown, "byte " + std::to_string(*at), lengths + ": the rest is left over",
              "Its count at byte 80 is too small, or the file was damaged; export it again."});
    return read_binary(input, count);
}

}  // namespace graze::io
