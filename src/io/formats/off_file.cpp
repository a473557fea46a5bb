// OFF: counts, vertices, faces; colours behind them are passed over. Text only; COFF, NOFF and STOFF have
// more numbers to a vertex, of which the first three are its place. A vertex or a face is one line, with as
// many numbers as the format allows; nothing follows the last face.
#include <algorithm>

#include "io/formats/mesh_source.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

class OffReader {
public:
    explicit OffReader(const MeshInput& input) : input_(input), lines_(input.path, input.shown) {}

    MeshSource read();

private:
    /// The next line with something on it.
    Words line();
    /// The next line with something on it, or false.
    bool find_line(std::string_view& text);
    void read_head();
    void read_vertex(TriangleSoup& soup);
    void read_face(TriangleSoup& soup, std::int64_t index);
    void check_trailing(Words words, std::initializer_list<std::size_t> counts, const char* hint) const;

    const MeshInput& input_;
    TextLines lines_;
    std::vector<std::uint32_t> corners_;
    std::int64_t vertex_count_ = 0;
    std::int64_t face_count_ = 0;
    std::size_t more_ = 0;  ///< Numbers of a vertex after its position, without a colour.
    FacesLeftOut left_out_;
};

bool OffReader::find_line(std::string_view& text) {
    while (lines_.next(text)) {
        text = text.substr(0, text.find('#'));
        if (!Words(text).next().empty()) return true;
    }
    return false;
}

Words OffReader::line() {
    std::string_view text;
    if (!find_line(text))
        lines_.fail("the file ends too early", "Its counts declare more vertices or faces; export it again.");
    return Words(text);
}

void OffReader::check_trailing(Words words, std::initializer_list<std::size_t> counts,
                               const char* hint) const {
    const std::size_t count = words.count();
    if (std::find(counts.begin(), counts.end(), count) == counts.end())
        lines_.fail("the line has " + std::to_string(count) + " values too many", hint);
    double number = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!words.number(number)) lines_.fail("a value after the others is no number", hint);
    }
}

void OffReader::read_head() {
    Words words = line();
    const std::string_view word = words.next();
    const std::size_t at = word.find("OFF");
    const std::string_view magic = at == std::string_view::npos ? word : word.substr(0, at + 3);
    const std::string_view glued =
        word.substr(magic.size());  // public data sets have files that begin "OFF8 12 0"
    const bool known = at != std::string_view::npos && magic.size() <= 7 &&
                       magic.find_first_of("4n") == std::string_view::npos &&
                       (glued.empty() || (glued[0] >= '0' && glued[0] <= '9'));
    if (!known)
        lines_.fail("it does not begin with OFF",
                    "Is this another format? OFF of three dimensions and in text is known.");
    more_ = (magic.find('N') != std::string_view::npos ? 3U : 0U) +
            (magic.find("ST") != std::string_view::npos ? 2U : 0U);
    std::string_view first = glued.empty() ? words.next() : glued;
    if (first.empty()) {  // the counts may be on the first line too
        words = line();
        first = words.next();
    }
    if (first == "BINARY") lines_.fail("binary OFF is not known", "Export text.");
    if (!parse_whole(first, vertex_count_) || !words.whole(face_count_) || vertex_count_ < 0 ||
        face_count_ < 0)
        lines_.fail("the numbers of vertices and faces are not there", "Write 'vertices faces edges'.");
    check_trailing(words, {0, 1}, "Write 'vertices faces edges'.");
}

MeshSource OffReader::read() {
    read_head();
    TriangleSoup soup;
    for (std::int64_t i = 0; i < vertex_count_; ++i)
        read_vertex(soup);  // memory grows with the lines that are there, whatever the counts are
    for (std::int64_t i = 0; i < face_count_; ++i) read_face(soup, i);
    if (std::string_view trailing; find_line(trailing))
        lines_.fail("there is more after the last of " + std::to_string(face_count_) + " faces",
                    "The counts on top are too small, or the file was damaged; export it again.");
    note_left_out(input_, left_out_);
    soup.vertices.shrink_to_fit();
    soup.triangles.shrink_to_fit();
    MeshSource source;
    source.nodes.push_back({});
    source.meshes.push_back(std::move(soup));
    return source;
}

void OffReader::read_vertex(TriangleSoup& soup) {
    Words words = line();
    Vec3 v;
    if (!words.number(v.x) || !words.number(v.y) || !words.number(v.z))
        lines_.fail("a vertex has no three numbers", "Write 'x y z'.");
    // Colours of three or four numbers are written without a C at the beginning too.
    check_trailing(words, {more_, more_ + 3, more_ + 4},
                   "A vertex is 'x y z', then what the first line announces (N: normal, C: colour, ST: "
                   "texture). Is the count of vertices wrong?");
    soup.vertices.push_back(v);
}

void OffReader::read_face(TriangleSoup& soup, std::int64_t index) {
    if (index % 65536 == 0) input_.context.report_file(0.5 * lines_.share(), input_.shown);
    Words words = line();
    std::int64_t count = 0;
    if (!words.whole(count) || count < 1)
        lines_.fail("a face does not begin with the number of its corners", "Write '3 0 1 2'.");
    corners_.clear();
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t corner = 0;
        if (!words.whole(corner))
            lines_.fail("a face has fewer corners than it declares", "Write '3 0 1 2', all on one line.");
        if (corner < 0 || corner >= static_cast<std::int64_t>(soup.vertices.size()))
            lines_.fail("the face names vertex " + std::to_string(corner) + " of " +
                            std::to_string(soup.vertices.size()),
                        "Vertices count from 0.");
        corners_.push_back(static_cast<std::uint32_t>(corner));
    }
    check_trailing(words, {0, 1, 3, 4},
                   "The corners of a face are followed by nothing, or by a colour of 1, 3 or 4 numbers.");
    if (count >= 3)
        input_.context.budget.count_triangles(corners_.size() - 2, input_.shown);
    else
        left_out_.add("line " + std::to_string(lines_.number()));
    add_polygon(soup, corners_);
}

}  // namespace

MeshSource read_off(const MeshInput& input) { return OffReader(input).read(); }

}  // namespace graze::io
