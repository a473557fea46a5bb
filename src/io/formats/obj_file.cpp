// Wavefront OBJ: vertices, faces and objects; all other elements of the format (materials, normals, curves,
// points, lines) are skipped, and unknown lines are errors. Coordinates are read as doubles. Each object with
// faces becomes a mesh of its own with the vertices that it uses.
#include <algorithm>
#include <array>
#include <limits>

#include "io/formats/mesh_source.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

/// Words that begin lines without faces: of the format's version 3.0 and those it replaced, and two for
/// colours and weights that some programs write.
constexpr std::array<std::string_view, 44> kPassedOver{
    "bevel", "bmat",   "bsp",    "bzp",        "c_interp", "call",     "cdc",  "cdp",  "con",
    "csh",   "cstype", "ctech",  "curv",       "curv2",    "d_interp", "deg",  "end",  "g",
    "hole",  "l",      "lod",    "maplib",     "mg",       "mtllib",   "p",    "parm", "res",
    "s",     "scmp",   "scrv",   "shadow_obj", "sp",       "stech",    "step", "surf", "trace_obj",
    "trim",  "usemap", "usemtl", "vc",         "vn",       "vp",       "vt",   "vw"};

class ObjReader {
public:
    explicit ObjReader(const MeshInput& input) : input_(input), lines_(input.path, input.shown) {}

    MeshSource read();

private:
    void vertex(Words& words);
    void face(Words& words);
    void begin_object(Words& words);
    void end_object();
    void pass_over(std::string_view word);

    const MeshInput& input_;
    TextLines lines_;
    MeshSource source_;
    std::vector<Vec3> vertices_;        ///< Of the whole file.
    std::vector<std::uint32_t> local_;  ///< Of each of them the place in the object's mesh.
    TriangleSoup soup_;                 ///< Corners are those of the file until the object ends.
    std::string name_;
    std::vector<std::uint32_t> corners_;
};

void ObjReader::vertex(Words& words) {
    Vec3 v;
    const std::size_t count = words.count();
    if (!words.number(v.x) || !words.number(v.y) || !words.number(v.z))
        lines_.fail("a vertex has no three numbers", "Write 'v x y z'.");
    // A weight, a colour, or both.
    if (count != 3 && count != 4 && count != 6 && count != 7)
        lines_.fail("a vertex has " + std::to_string(count) + " values",
                    "Write 'v x y z', optionally followed by a weight or a colour of 3 or 4 numbers.");
    double other = 0;
    for (std::size_t i = 3; i < count; ++i) {
        if (!words.number(other)) lines_.fail("a vertex has a value that is no number", "Write 'v x y z'.");
    }
    if (vertices_.size() >= kUnused - 1)
        lines_.fail("there are more than 2^32 - 2 vertices", "Split the file.");
    vertices_.push_back(v);
}

void ObjReader::face(Words& words) {
    corners_.clear();
    const auto count = static_cast<std::int64_t>(vertices_.size());
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        std::int64_t index = 0;
        if (!parse_whole(word.substr(0, word.find('/')), index))
            lines_.fail("'" + printable(word, 40) + "' is no corner of a face",
                        "Write 'f 1 2 3' or 'f 1/1/1 2/2/2 3/3/3'.");
        const std::int64_t corner = index < 0 ? count + index : index - 1;
        if (index == 0 || corner < 0 || corner >= count)
            lines_.fail("the face names vertex " + std::to_string(index) + ", but there are " +
                            std::to_string(count) + " before it",
                        "Vertices count from 1, or from -1 backwards.");
        corners_.push_back(static_cast<std::uint32_t>(corner));
        if (!in_served_range(vertices_[corners_.back()])) {
            const std::string place =
                "line " + std::to_string(lines_.number()) + ", vertices" + bracketed(corners_.back());
            source_.bad_places.try_emplace(source_.meshes.size(), place);
        }
    }
    if (corners_.size() < 3)
        lines_.fail(
            "a face has " + std::to_string(corners_.size()) + (corners_.size() == 1 ? " corner" : " corners"),
            "Faces have three or more; lines begin with 'l' and points with 'p'.");
    input_.context.budget.count_triangles(corners_.size() - 2, input_.shown);
    std::swap(soup_.vertices, vertices_);  // the polygon's corners are the file's
    add_polygon(soup_, corners_);
    std::swap(soup_.vertices, vertices_);
}

void ObjReader::end_object() {
    if (soup_.triangles.empty()) return;
    local_.resize(vertices_.size(), kUnused);
    std::vector<std::uint32_t> used;
    for (auto& t : soup_.triangles) {
        for (const std::uint32_t corner : t) {
            if (local_[corner] != kUnused) continue;
            local_[corner] = 0;
            used.push_back(corner);
        }
    }
    std::sort(used.begin(), used.end());
    soup_.vertices.reserve(used.size());
    for (const std::uint32_t v : used) {
        local_[v] = static_cast<std::uint32_t>(soup_.vertices.size());
        soup_.vertices.push_back(vertices_[v]);
    }
    for (auto& t : soup_.triangles) {
        for (std::uint32_t& corner : t) corner = local_[corner];
    }
    for (const std::uint32_t v : used) local_[v] = kUnused;
    soup_.triangles.shrink_to_fit();
    source_.nodes.push_back({name_, {}, source_.meshes.size()});
    source_.meshes.push_back(std::move(soup_));
    soup_ = {};
}

void ObjReader::begin_object(Words& words) {
    end_object();
    name_.clear();
    for (std::string_view word = words.next(); !word.empty(); word = words.next())
        name_ += (name_.empty() ? "" : " ") + std::string(word);
}

void ObjReader::pass_over(std::string_view word) {
    if (word.empty() || std::find(kPassedOver.begin(), kPassedOver.end(), word) != kPassedOver.end()) return;
    lines_.fail("'" + printable(word, 40) + "' is no keyword of OBJ",
                "Write # before comments, or export the file again.");
}

MeshSource ObjReader::read() {
    std::string_view line;
    while (lines_.next(line, true)) {
        if (lines_.number() % 65536 == 0) input_.context.report_file(lines_.share(), input_.shown);
        Words words(line.substr(0, line.find('#')));
        const std::string_view word = words.next();
        if (word == "v")
            vertex(words);
        else if (word == "f" || word == "fo")
            face(words);
        else if (word == "o")
            begin_object(words);
        else
            pass_over(word);
    }
    end_object();
    return std::move(source_);
}

}  // namespace

MeshSource read_obj(const MeshInput& input) { return ObjReader(input).read(); }

}  // namespace graze::io
