// GLB: one JSON chunk with a node for each part, one binary chunk with positions as floats and indices. Y is
// up in these files, so the document's z goes there by a node above all parts; reading the file turns it
// back. Parts with one shape share their mesh.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <tuple>

#include "graze/io/document.hpp"
#include "graze/shape/shape.hpp"
#include "io/text/fault.hpp"
#include "io/text/json_text.hpp"

namespace graze::io {

namespace {

class GlbWriter {
public:
    GlbWriter(const Document& document, double tolerance) : document_(document), tolerance_(tolerance) {}

    /// The bytes of the file.
    std::string write();

private:
    using Key = std::tuple<const void*, ShapeType, double, double, std::array<double, 12>>;

    std::size_t mesh_of(const Part& part);
    void add_mesh(const TriangleSoup& soup);
    std::string json() const;
    void word(std::string& out, std::uint32_t w) const {
        for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(w >> (8 * i));
    }

    const Document& document_;
    double tolerance_;
    std::map<Key, std::size_t> known_;
    std::vector<std::size_t> node_meshes_;
    std::string meshes_;  ///< JSON of the lists, without brackets.
    std::string accessors_;
    std::string views_;
    std::string binary_;
    std::size_t mesh_count_ = 0;
};

void GlbWriter::add_mesh(const TriangleSoup& soup) {
    const std::size_t start = binary_.size();
    std::array<float, 3> low{}, high{};
    for (std::size_t i = 0; i < soup.vertices.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto x = static_cast<float>(soup.vertices[i][k]);
            low[k] = i == 0 ? x : std::min(low[k], x);
            high[k] = i == 0 ? x : std::max(high[k], x);
            word(binary_, std::bit_cast<std::uint32_t>(x));
        }
    }
    const std::size_t middle = binary_.size();
    for (const auto& t : soup.triangles) {
        for (const std::uint32_t corner : t) word(binary_, corner);
    }
    const auto list = [](const std::array<float, 3>& v) {
        std::string out;
        write_vector(out, {v[0], v[1], v[2]});
        return out;
    };
    const std::string comma = mesh_count_ == 0 ? "" : ",\n";
    const std::string first = std::to_string(2 * mesh_count_), second = std::to_string(2 * mesh_count_ + 1);
    views_ += comma + "{\"buffer\":0,\"byteOffset\":" + std::to_string(start) +
              ",\"byteLength\":" + std::to_string(middle - start) +
              ",\"target\":34962},{\"buffer\":0,\"byteOffset\":" + std::to_string(middle) +
              ",\"byteLength\":" + std::to_string(binary_.size() - middle) + ",\"target\":34963}";
    accessors_ += comma + "{\"bufferView\":" + first +
                  ",\"componentType\":5126,\"count\":" + std::to_string(soup.vertices.size()) +
                  ",\"type\":\"VEC3\",\"min\":" + list(low) + ",\"max\":" + list(high) +
                  "},{\"bufferView\":" + second +
                  ",\"componentType\":5125,\"count\":" + std::to_string(3 * soup.triangles.size()) +
                  ",\"type\":\"SCALAR\"}";
    meshes_ +=
        comma + "{\"primitives\":[{\"attributes\":{\"POSITION\":" + first + "},\"indices\":" + second + "}]}";
    ++mesh_count_;
}

std::size_t GlbWriter::mesh_of(const Part& part) {
    const Key key{part.shape.payload(), part.shape.type(), part.shape.margin(), part.margin,
                  part.shape.values()};
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const TriangleSoup soup =
        display_triangles(part.margin > 0 ? rounded(part.shape, part.margin) : part.shape, tolerance_);
    if (!soup.triangles.empty()) add_mesh(soup);
    // A part that cannot be drawn is a node without a mesh.
    const std::size_t mesh = soup.triangles.empty() ? std::size_t(-1) : mesh_count_ - 1;
    known_.emplace(key, mesh);
    return mesh;
}

std::string GlbWriter::json() const {
    std::string nodes, children;
    for (std::size_t i = 0; i < document_.parts.size(); ++i) {
        const Pose pose = placed(document_.parts[i]).pose;
        const auto& [x, y, z] = pose.rotation.columns;
        nodes += "{\"name\":";
        write_text(nodes, printable(document_.parts[i].name, 1000));
        if (node_meshes_[i] != std::size_t(-1)) nodes += ",\"mesh\":" + std::to_string(node_meshes_[i]);
        // A quaternion would be rounded once more: quarter turns would no longer be exact.
        nodes += ",\"matrix\":[";
        for (const Vec3& column : {x, y, z}) {
            for (const double entry : {column.x, column.y, column.z})
                write_number(nodes, entry), nodes += ',';
            nodes += "0,";
        }
        for (const double entry : {pose.position.x, pose.position.y, pose.position.z})
            write_number(nodes, entry), nodes += ',';
        nodes += "1]},\n";
        children += (i == 0 ? "" : ",") + std::to_string(i);
    }
    std::string out =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"graze\"},\"scene\":0,\"scenes\":[{\"nodes\":[" +
        std::to_string(document_.parts.size()) + "]}],\"nodes\":[\n" + nodes +
        "{\"matrix\":[1,0,0,0,0,0,-1,0,0,1,0,0,0,0,0,1]" +
        (children.empty() ? "" : ",\"children\":[" + children + "]") + "}]";
    if (mesh_count_ > 0)
        out += ",\"meshes\":[" + meshes_ + "],\"accessors\":[" + accessors_ + "],\"bufferViews\":[" + views_ +
               "],\"buffers\":[{\"byteLength\":" + std::to_string(binary_.size()) + "}]";
    out += "}";
    while (out.size() % 4 != 0) out += ' ';
    return out;
}

std::string GlbWriter::write() {
    for (const Part& part : document_.parts) node_meshes_.push_back(mesh_of(part));
    const std::string text = json();
    const std::uint64_t bytes = 12 + 8 + text.size() + (binary_.empty() ? 0 : 8 + binary_.size());
    if (bytes >= (std::uint64_t{1} << 32U)) return {};
    std::string file = "glTF";
    file.reserve(static_cast<std::size_t>(bytes));
    word(file, 2);
    word(file, static_cast<std::uint32_t>(bytes));
    word(file, static_cast<std::uint32_t>(text.size()));
    file += "JSON" + text;
    if (!binary_.empty()) {
        word(file, static_cast<std::uint32_t>(binary_.size()));
        file.append("BIN\0", 4);
        file += binary_;
    }
    return file;
}

}  // namespace

expected<void, FileError> write_glb(const Document& document, const std::filesystem::path& file,
                                    double tolerance) {
    const auto written = guarded(file.string(), [&] {
        const std::string bytes = GlbWriter(document, tolerance).write();
        if (bytes.empty())
            fail({file.string(), "", "binary glTF holds no more than 4 GiB", "Write several files."});
        std::ofstream stream(file, std::ios::binary);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        stream.close();
        if (!stream)
            fail({file.string(), "", "it cannot be written", "Check the folder and the space left on it."});
        return true;
    });
    if (!written) return unexpected<FileError>(written.error());
    return {};
}

}  // namespace graze::io
