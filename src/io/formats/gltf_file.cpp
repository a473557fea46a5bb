// glTF 2 and GLB: the nodes of the chosen scene with their meshes, at rest (no skins, morphs or animations).
// Y is up and the unit is the metre, as the format specifies. Triangles, strips and fans are read; points and
// lines are skipped.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

#include "io/formats/gltf_buffers.hpp"
#include "io/formats/read_context.hpp"
#include "io/text/byte_order.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_value.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

/// Corners by their points to corners by their vertices. One for all primitives of a file: many may share a
/// long list of points and use few of them, and what is kept here is as long as the list.
class CornerPlaces {
public:
    /// Adds the points that the corners name to the vertices, each once, and makes each corner name its
    /// vertex. All corners name points.
    void to_vertices(std::vector<std::uint32_t>& corners, const std::vector<Vec3>& points,
                     std::vector<Vec3>& vertices);

private:
    std::vector<std::uint32_t> place_;  ///< Of each point its vertex; unused between calls.
};

class GltfReader {
public:
    GltfReader(const JsonCursor& root, std::optional<GltfBuffer> binary, const MeshInput& input)
        : root_(root),
          input_(input),
          buffers_(root, std::move(binary), input),
          nodes_(gltf_list(root, "nodes")),
          meshes_(gltf_list(root, "meshes")),
          mesh_of_(meshes_.size(), kUnused),
          visited_(nodes_.size(), false) {}

    MeshSource read();

private:
    struct Open {
        std::size_t node = 0;
        std::size_t depth = 0;
        Affine map{};
        std::string path;
    };

    void check_head() const;
    [[nodiscard]] std::vector<std::size_t> roots() const;
    [[nodiscard]] std::vector<std::size_t> node_list(const JsonCursor& list) const;
    void visit(const Open& open, std::vector<Open>& stack);
    std::size_t mesh(const JsonCursor& index);
    void add_primitive(TriangleSoup& soup, const JsonCursor& primitive);
    void add_triangles(TriangleSoup& soup, const std::vector<Vec3>& points,
                       std::vector<std::uint32_t> corners, std::size_t mode, const JsonCursor& primitive);

    JsonCursor root_;
    const MeshInput& input_;
    GltfBuffers buffers_;
    std::vector<JsonCursor> nodes_;
    std::vector<JsonCursor> meshes_;
    std::vector<std::uint32_t> mesh_of_;  ///< Of each mesh its place in the source, once read.
    std::vector<bool> visited_;
    CornerPlaces places_;
    MeshSource source_;
};

void CornerPlaces::to_vertices(std::vector<std::uint32_t>& corners, const std::vector<Vec3>& points,
                               std::vector<Vec3>& vertices) {
    if (place_.size() < points.size()) place_.resize(points.size(), kUnused);
    std::vector<std::uint32_t> used;
    for (const std::uint32_t point : corners) {
        if (std::exchange(place_[point], 0) == kUnused) used.push_back(point);
    }
    // In their own order, so that a mesh of one primitive keeps its vertices as they are.
    if (!std::is_sorted(used.begin(), used.end())) std::sort(used.begin(), used.end());
    for (const std::uint32_t point : used) {
        place_[point] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(points[point]);
    }
    for (std::uint32_t& corner : corners) corner = place_[corner];
    for (const std::uint32_t point : used) place_[point] = kUnused;
}

void GltfReader::check_head() const {
    const JsonCursor version = root_.need("asset").need("version");
    if (!version.text().starts_with("2."))
        version.fail("only version 2 of glTF is known", "Export the file again.");
    const auto required = root_.find("extensionsRequired");
    if (!required) return;
    for (const JsonCursor& extension : required->items()) {
        const std::string& name = extension.text();
        const bool geometry = name.find("draco") != std::string::npos ||
                              name.find("meshopt") != std::string::npos ||
                              name.find("instancing") != std::string::npos;
        if (geometry)
            extension.fail("the extension " + printable(name, 60) + " is not known",
                           "Export without compression and instancing.");
    }
}

std::vector<std::size_t> GltfReader::node_list(const JsonCursor& list) const {
    std::vector<std::size_t> named;
    for (const double index : list.numbers()) {
        if (!(index >= 0 && index < static_cast<double>(nodes_.size()) && index == std::floor(index)))
            list.fail("it names a node that is not there", "Export the file again.");
        named.push_back(static_cast<std::size_t>(index));
    }
    return named;
}

std::vector<std::size_t> GltfReader::roots() const {
    const std::vector<JsonCursor> scenes = gltf_list(root_, "scenes");
    std::vector<std::size_t> roots;
    if (!scenes.empty()) {
        const auto chosen = root_.find("scene");
        const JsonCursor& scene = chosen ? gltf_at(scenes, *chosen) : scenes[0];
        const auto list = scene.find("nodes");
        return list ? node_list(*list) : roots;
    }
    std::vector<bool> is_child(nodes_.size(), false);
    for (const JsonCursor& node : nodes_) {
        const auto children = node.find("children");
        if (!children) continue;
        for (const std::size_t child : node_list(*children)) is_child[child] = true;
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!is_child[i]) roots.push_back(i);
    }
    return roots;
}

Affine local_map(const JsonCursor& node) {
    if (const auto matrix = node.find("matrix")) {
        const std::vector<double> m = matrix->numbers();
        if (m.size() != 16) matrix->fail("a matrix has 16 numbers", "Export the file again.");
        return {{{Vec3{m[0], m[1], m[2]}, Vec3{m[4], m[5], m[6]}, Vec3{m[8], m[9], m[10]}}},
                {m[12], m[13], m[14]}};
    }
    Pose pose;
    Vec3 scale{1, 1, 1};
    if (const auto t = node.find("translation")) pose.position = t->vector();
    if (const auto r = node.find("rotation")) {
        const std::vector<double> q = r->numbers();
        if (q.size() != 4 || q == std::vector<double>(4, 0.0))
            r->fail("a rotation is a quaternion x, y, z, w that is not zero", "No rotation is [0, 0, 0, 1].");
        pose = Pose::from({q[3], q[0], q[1], q[2]}, pose.position);
    }
    if (const auto s = node.find("scale")) scale = s->vector();
    return Affine::from(pose) * Affine::scale(scale);
}

void GltfReader::visit(const Open& open, std::vector<Open>& stack) {
    const JsonCursor& node = nodes_[open.node];
    if (visited_[open.node])
        node.fail("the node has two parents, or is one of its own",
                  "Nodes make a tree; export the file again.");
    visited_[open.node] = true;
    if (open.depth >= input_.context.options.limits.nesting)
        node.fail(
            "nodes are nested more than " + std::to_string(input_.context.options.limits.nesting) + " deep",
            "Flatten the hierarchy.");
    const Affine map = open.map * local_map(node);
    const auto name = node.find("name");
    const std::string own = name && !name->text().empty() ? printable(name->text(), 100) : "";
    const std::string path = own.empty() || open.path.empty() ? open.path + own : open.path + "/" + own;
    if (const auto index = node.find("mesh")) {
        const auto mesh_name = gltf_at(meshes_, *index).find("name");
        std::string shown = path;
        if (own.empty() && mesh_name) shown += (path.empty() ? "" : "/") + printable(mesh_name->text(), 100);
        source_.nodes.push_back({shown, map, mesh(*index)});
        if (source_.nodes.size() > input_.context.options.limits.parts)
            fail({input_.shown, "",
                  "it has more than " + std::to_string(input_.context.options.limits.parts) +
                      " nodes with meshes",
                  "Split the file, or raise the limit."});
    }
    const auto children = node.find("children");
    if (!children) return;
    const std::vector<std::size_t> list = node_list(*children);
    for (auto child = list.rbegin(); child != list.rend(); ++child)
        stack.push_back({*child, open.depth + 1, map, path});
}

std::size_t GltfReader::mesh(const JsonCursor& index) {
    const JsonCursor& cursor = gltf_at(meshes_, index);
    std::uint32_t& place = mesh_of_[static_cast<std::size_t>(&cursor - meshes_.data())];
    if (place != kUnused) return place;
    place = static_cast<std::uint32_t>(source_.meshes.size());
    TriangleSoup soup;
    for (const JsonCursor& primitive : cursor.need("primitives").items()) add_primitive(soup, primitive);
    soup.vertices.shrink_to_fit();
    soup.triangles.shrink_to_fit();
    source_.meshes.push_back(std::move(soup));
    const std::size_t done = source_.meshes.size();
    input_.context.report_file(0.5 * static_cast<double>(done) / static_cast<double>(meshes_.size()),
                               input_.shown);
    return place;
}

void GltfReader::add_primitive(TriangleSoup& soup, const JsonCursor& primitive) {
    const auto mode_cursor = primitive.find("mode");
    const std::size_t mode = mode_cursor ? mode_cursor->whole(6) : 4;
    if (mode < 4) return;
    if (const auto extensions = primitive.find("extensions");
        extensions && extensions->find("KHR_draco_mesh_compression"))
        primitive.fail("the mesh is compressed", "Export without Draco compression.");
    const auto position = primitive.need("attributes").find("POSITION");
    if (!position) return;
    const std::vector<Vec3>& points = buffers_.positions(*position);
    std::vector<std::uint32_t> corners;
    if (const auto indices = primitive.find("indices")) {
        corners = buffers_.indices(*indices);
    } else {
        corners.resize(points.size());
        std::iota(corners.begin(), corners.end(), 0U);
    }
    add_triangles(soup, points, std::move(corners), mode, primitive);
}

void GltfReader::add_triangles(TriangleSoup& soup, const std::vector<Vec3>& points,
                               std::vector<std::uint32_t> corners, std::size_t mode,
                               const JsonCursor& primitive) {
    if (mode == 4 && corners.size() % 3 != 0)
        primitive.fail("it has " + std::to_string(corners.size()) + " corners, which are not whole triangles",
                       "Export the file again.");
    if (corners.size() < 3) return;
    const std::size_t count = mode == 4 ? corners.size() / 3 : corners.size() - 2;
    input_.context.budget.count_triangles(count, input_.shown);
    const auto bad = std::find_if(corners.begin(), corners.end(),
                                  [&](std::uint32_t index) { return index >= points.size(); });
    if (bad != corners.end())
        primitive.fail("it names vertex " + std::to_string(*bad) + " of " + std::to_string(points.size()),
                       "Export the file again.");
    places_.to_vertices(corners, points, soup.vertices);
    soup.triangles.reserve(soup.triangles.size() + count);
    for (std::size_t t = 0; t < count; ++t) {
        std::array<std::size_t, 3> at{3 * t, 3 * t + 1, 3 * t + 2};
        if (mode == 5) at = t % 2 == 0 ? std::array{t, t + 1, t + 2} : std::array{t + 1, t, t + 2};
        if (mode == 6) at = {0, t + 1, t + 2};
        soup.triangles.push_back({corners[at[0]], corners[at[1]], corners[at[2]]});
    }
}

MeshSource GltfReader::read() {
    check_head();
    source_.up = 'y';
    for (const std::size_t root : roots()) {
        std::vector<Open> stack{{root, 0, {}, {}}};
        while (!stack.empty()) {
            const Open open = std::move(stack.back());
            stack.pop_back();
            visit(open, stack);
        }
    }
    return std::move(source_);
}

/// The chunks of a GLB file: its text, and where its binary part lies.
struct Chunks {
    std::string text;
    std::optional<GltfBuffer> binary;
};

Chunks read_chunks(std::ifstream& stream, const MeshInput& input, std::uint64_t bytes) {
    const std::string cut = "It was cut off; export it again.";
    std::array<char, 8> head{};
    Chunks chunks;
    stream.seekg(4);
    stream.read(head.data(), 8);
    const std::uint64_t length = load_word(head.data() + 4, false);
    if (!stream || load_word(head.data(), false) != 2)
        fail({input.shown, "byte 4", "only version 2 of binary glTF is known", "Export the file again."});
    if (length > bytes)
        fail({input.shown, "byte 8",
              "its header declares " + std::to_string(length) + " bytes and it has " + std::to_string(bytes),
              cut});
    std::uint64_t at = 12;
    for (; at + 8 <= length;) {
        stream.seekg(static_cast<std::streamoff>(at));
        stream.read(head.data(), 8);
        const std::uint64_t size = load_word(head.data(), false);
        const std::uint32_t type = load_word(head.data() + 4, false);
        if (!stream || size > length - at - 8)
            fail(
                {input.shown, "byte " + std::to_string(at), "a chunk reaches past the end of the file", cut});
        const bool json = type == 0x4E4F534A,
                   binary = type == 0x004E4942;  // "JSON", "BIN"; others are of extensions and to be ignored
        if ((json && !chunks.text.empty()) || (binary && chunks.binary))
            fail({input.shown, "byte " + std::to_string(at),
                  "there is a second chunk of a kind that a file has once", "Export the file again."});
        if (json) {
            chunks.text.resize(static_cast<std::size_t>(size));
            stream.read(chunks.text.data(), static_cast<std::streamsize>(size));
        } else if (binary) {
            chunks.binary = GltfBuffer{input.path, at + 8, size, {}};
        }
        at += 8 + size;
    }
    if (at < length)
        fail({input.shown, "byte " + std::to_string(at),
              "there are " + std::to_string(length - at) + " bytes that are no chunk",
              "Its length at byte 8 is wrong, or the file was damaged; export it again."});
    stream.seekg(static_cast<std::streamoff>(length));
    if (const auto more = find_content(stream, length))
        input.context.notes.add(
            input.shown, "byte " + std::to_string(*more),
            std::to_string(bytes - length) + " bytes after the end that its header declares are ignored");
    stream.clear();
    if (chunks.text.empty()) fail({input.shown, "byte 12", "it has no JSON chunk", cut});
    return chunks;
}

}  // namespace

MeshSource read_gltf(const MeshInput& input) {
    std::ifstream stream(input.path, std::ios::binary);
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(input.path, failed);
    std::array<char, 4> magic{};
    stream.read(magic.data(), 4);
    if (failed || stream.bad()) fail({input.shown, "", "it cannot be read", "Check that you may read it."});
    const JsonLimits limits = json_limits(input.context.options.limits);
    if (std::string_view(magic.data(), 4) == "glTF") {
        Chunks chunks = read_chunks(stream, input, bytes);
        JsonValue value = parse_json(std::string_view(chunks.text), input.shown, limits);
        chunks.text = {};
        return GltfReader(JsonCursor(value, input.shown), std::move(chunks.binary), input).read();
    }
    stream.clear();
    stream.seekg(0);
    JsonValue value = parse_json(stream, input.shown, limits);
    return GltfReader(JsonCursor(value, input.shown), std::nullopt, input).read();
}

}  // namespace graze::io
