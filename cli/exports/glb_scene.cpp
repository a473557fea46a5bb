#include "exports/glb_scene.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace graze::cli {
namespace {

constexpr int kVertexTarget = 34962;  // ARRAY_BUFFER
constexpr int kIndexTarget = 34963;   // ELEMENT_ARRAY_BUFFER
constexpr int kFloat = 5126;
constexpr int kUnsigned = 5125;

void append_little(std::string& to, std::uint32_t word) {
    for (unsigned i = 0; i < 4; ++i) to += static_cast<char>(word >> (8 * i));
}

}  // namespace

GlbScene::GlbScene(std::string generator) : generator_(std::move(generator)) {}

GlbScene::Index GlbScene::add_material(std::string_view name, const std::array<double, 4>& colour,
                                       bool glow) {
    Json material{{"name", name},
                  {"pbrMetallicRoughness",
                   {{"baseColorFactor", colour}, {"metallicFactor", 0}, {"roughnessFactor", 0.8}}},
                  {"doubleSided", true}};
    if (glow) material["emissiveFactor"] = Json::array({colour[0], colour[1], colour[2]});
    if (colour[3] < 1) material["alphaMode"] = "BLEND";
    materials_.push_back(std::move(material));
    return materials_.size() - 1;
}

GlbScene::Index GlbScene::add_view(std::size_t start, int target) {
    views_.push_back(
        {{"buffer", 0}, {"byteOffset", start}, {"byteLength", binary_.size() - start}, {"target", target}});
    return views_.size() - 1;
}

GlbScene::Index GlbScene::add_positions(const std::vector<Vec3>& positions) {
    const std::size_t start = binary_.size();
    std::array<float, 3> low{}, high{};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto x = static_cast<float>(positions[i][k]);
            low[k] = i == 0 ? x : std::min(low[k], x);
            high[k] = i == 0 ? x : std::max(high[k], x);
            append_little(binary_, std::bit_cast<std::uint32_t>(x));
        }
    }
    const Index view = add_view(start, kVertexTarget);
    accessors_.push_back({{"bufferView", view},
                          {"componentType", kFloat},
                          {"count", positions.size()},
                          {"type", "VEC3"},
                          {"min", low},
                          {"max", high}});
    return accessors_.size() - 1;
}

GlbScene::Data GlbScene::add_triangles(const TriangleSoup& soup) {
    const Index positions = add_positions(soup.vertices);
    const std::size_t start = binary_.size();
    for (const auto& triangle : soup.triangles) {
        for (const std::uint32_t corner : triangle) append_little(binary_, corner);
    }
    const Index view = add_view(start, kIndexTarget);
    accessors_.push_back({{"bufferView", view},
                          {"componentType", kUnsigned},
                          {"count", 3 * soup.triangles.size()},
                          {"type", "SCALAR"}});
    return {positions, accessors_.size() - 1, true};
}

GlbScene::Data GlbScene::add_segments(const std::vector<std::array<Vec3, 2>>& segments) {
    std::vector<Vec3> ends;
    for (const auto& [from, to] : segments) ends.insert(ends.end(), {from, to});
    return {add_positions(ends), 0, false};
}

GlbScene::Index GlbScene::add_mesh(const Data& data, Index material) {
    Json primitive{{"attributes", {{"POSITION", data.positions}}}, {"material", material}};
    if (data.has_indices)
        primitive["indices"] = data.indices;
    else
        primitive["mode"] = 1;  // LINES
    meshes_.push_back({{"primitives", Json::array({std::move(primitive)})}});
    return meshes_.size() - 1;
}

GlbScene::Index GlbScene::add_node(Json node) {
    nodes_.push_back(std::move(node));
    children_.emplace_back();
    return nodes_.size() - 1;
}

GlbScene::Index GlbScene::add_node(Json node, Index parent) {
    const Index index = add_node(std::move(node));
    children_[parent].push_back(index);
    return index;
}

std::string GlbScene::finish() {
    for (std::size_t i = 0; i < children_.size(); ++i) {
        if (!children_[i].empty()) nodes_[i]["children"] = children_[i];
    }
    Json file{{"asset", {{"generator", generator_}, {"version", "2.0"}}},
              {"scene", 0},
              {"scenes", Json::array({{{"nodes", Json::array({0})}}})}};
    // Lists of glTF are not empty.
    for (auto& [name, list] : {std::pair<const char*, Json*>{"nodes", &nodes_},
                               {"meshes", &meshes_},
                               {"materials", &materials_},
                               {"accessors", &accessors_},
                               {"bufferViews", &views_}}) {
        if (!list->empty()) file[name] = std::move(*list);
    }
    if (!binary_.empty()) file["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    std::string text = file.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::uint64_t bytes = 12 + 8 + text.size() + (binary_.empty() ? 0 : 8 + binary_.size());
    if (bytes > 0xffffffffU) return {};
    std::string out = "glTF";
    out.reserve(static_cast<std::size_t>(bytes));
    append_little(out, 2);
    append_little(out, static_cast<std::uint32_t>(bytes));
    append_little(out, static_cast<std::uint32_t>(text.size()));
    out += "JSON" + text;
    if (binary_.empty()) return out;
    append_little(out, static_cast<std::uint32_t>(binary_.size()));
    out.append("BIN\0", 4);
    return out + binary_;
}

}  // namespace graze::cli
