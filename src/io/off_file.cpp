// OFF: counts, vertices, faces; colours behind them are passed over. Text only; COFF, NOFF and STOFF have more numbers to a vertex, of which
// the first three are its place.
#include "io/fault.hpp"
#include "io/mesh_source.hpp"
#include "io/text_lines.hpp"

namespace graze::io {

namespace {

class OffReader {
public:
    explicit OffReader(const MeshInput& input) : input_(input), lines_(input.path, input.shown) {}

    MeshSource read();

private:
    /// The next line with something on it.
    Words line();
    void read_face(TriangleSoup& soup);

    const MeshInput& input_;
    TextLines lines_;
    std::vector<std::uint32_t> corners_;
};

Words OffReader::line() {
    std::string_view text;
    while (lines_.next(text)) {
        text = text.substr(0, text.find('#'));
        if (!Words(text).next().empty()) return Words(text);
    }
    lines_.fail("the file ends too early", "Its counts tell of more vertices or faces; export it again.");
}

MeshSource OffReader::read() {
    Words words = line();
    const std::string_view magic = words.next();
    if (!magic.ends_with("OFF") || magic.size() > 5 || magic.find_first_of("4n") != std::string_view::npos)
        lines_.fail("it does not begin with OFF", "Is this another format? OFF of three dimensions and in text is known.");
    std::string_view first = words.next();
    if (first.empty()) {  // the counts may stand on the first line too
        words = line();
        first = words.next();
    }
    if (first == "BINARY") lines_.fail("binary OFF is not known", "Export text.");
    std::int64_t vertex_count = 0, face_count = 0;
    if (!parse_whole(first, vertex_count) || !words.whole(face_count) || vertex_count < 0 || face_count < 0)
        lines_.fail("the numbers of vertices and faces are not there", "Write 'vertices faces edges'.");
    TriangleSoup soup;
    for (std::int64_t i = 0; i < vertex_count; ++i) {  // memory grows with the lines that are there, whatever the counts say
        Words numbers = line();
        Vec3 v;
        if (!numbers.number(v.x) || !numbers.number(v.y) || !numbers.number(v.z))
            lines_.fail("a vertex has no three numbers", "Write 'x y z'.");
        soup.vertices.push_back(v);
    }
    for (std::int64_t i = 0; i < face_count; ++i) {
        if (i % 65536 == 0) input_.context.report_file(0.5 * lines_.share(), input_.shown);
        read_face(soup);
    }
    soup.vertices.shrink_to_fit();
    soup.triangles.shrink_to_fit();
    MeshSource source;
    source.nodes.push_back({});
    source.meshes.push_back(std::move(soup));
    return source;
}

void OffReader::read_face(TriangleSoup& soup) {
    Words words = line();
    std::int64_t count = 0;
    if (!words.whole(count) || count < 1) lines_.fail("a face does not begin with the number of its corners", "Write '3 0 1 2'.");
    corners_.clear();
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t corner = 0;
        if (!words.whole(corner)) lines_.fail("a face has fewer corners than it says", "Write '3 0 1 2'.");
        if (corner < 0 || corner >= static_cast<std::int64_t>(soup.vertices.size()))
            lines_.fail("the face names vertex " + std::to_string(corner) + " of " + std::to_string(soup.vertices.size()),
                        "Vertices count from 0.");
        corners_.push_back(static_cast<std::uint32_t>(corner));
    }
    if (count >= 3) input_.context.count_triangles(corners_.size() - 2, input_.shown);
    add_polygon(soup, corners_);
}

}  // namespace

MeshSource read_off(const MeshInput& input) { return OffReader(input).read(); }

}  // namespace graze::io
