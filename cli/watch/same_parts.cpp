#include "watch/same_parts.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>

#include <graze/mesh/mesh.hpp>
#include <graze/mesh/shape_bytes.hpp>

namespace graze::cli {
namespace {

/// Bits, because -0 and 0 select different points of a shape.
bool same_bits(double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

bool same_bits(const Vec3& x, const Vec3& y) {
    return same_bits(x.x, y.x) && same_bits(x.y, y.y) && same_bits(x.z, y.z);
}

bool same_bits(const Pose& x, const Pose& y) {
    bool same = same_bits(x.position, y.position);
    for (std::size_t i = 0; i < 3; ++i)
        same = same && same_bits(x.rotation.columns[i], y.rotation.columns[i]);
    return same;
}

/// Without their trees, which take longer and follow from the rest.
bool same_mesh(const MeshData& x, const MeshData& y) {
    return x.options.kind == y.options.kind && x.turned == y.turned && x.triangles == y.triangles &&
           std::ranges::equal(x.vertices, y.vertices,
                              [](const Vec3& v, const Vec3& w) { return same_bits(v, w); });
}

bool same_shape(const Shape& x, const Shape& y) {
    if (x.type() != y.type() || !same_bits(x.margin(), y.margin())) return false;
    const MeshData* mesh_x = mesh_data(x);
    const MeshData* mesh_y = mesh_data(y);
    if (mesh_x != nullptr && mesh_y != nullptr) return mesh_x == mesh_y || same_mesh(*mesh_x, *mesh_y);
    const auto bytes_x = to_bytes(x);
    const auto bytes_y = to_bytes(y);
    return bytes_x && bytes_y && *bytes_x == *bytes_y;
}

bool same_part(const io::Part& x, const io::Part& y) {
    // The check has parts that move at the start of their motion.
    return same_bits(x.margin, y.margin) && same_bits(x.deviation.bound, y.deviation.bound) &&
           x.deviation.estimated == y.deviation.estimated && same_bits(placed(x).pose, placed(y).pose) &&
           same_shape(x.shape, y.shape);
}

}  // namespace

std::vector<PartIndex> same_parts(const io::Document& before, const io::Document& now) {
    std::unordered_map<std::string_view, PartIndex> names;
    for (PartIndex i = 0; i < before.parts.size(); ++i) names.emplace(before.parts[i].name, i);
    std::vector<PartIndex> same;
    same.reserve(now.parts.size());
    for (const io::Part& part : now.parts) {
        const auto found = names.find(part.name);
        const bool equal = found != names.end() && same_part(before.parts[found->second], part);
        same.push_back(equal ? found->second : kNoEarlierPart);
    }
    return same;
}

}  // namespace graze::cli
