// Shapes of MJCF: primitives, and the convex hulls of meshes.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/mesh/mesh.hpp"
#include "graze/shape/hull.hpp"
#include "io/formats/xml_guard.hpp"
#include "io/robots/mjcf.hpp"
#include "io/text/fault.hpp"

namespace graze::io {

namespace {

constexpr std::array<std::string_view, 9> kGeomTypes{"plane", "sphere", "capsule", "ellipsoid", "cylinder",
                                                     "box",   "mesh",   "hfield",  "sdf"};

/// Sizes that are given, and the place that two ends give.
struct Sizes {
    std::vector<double> size;
    std::optional<Pose> between{};
    double half_length = 0;  ///< Of the two ends.
};

Sizes read_sizes(const MjcfText& text, const MjcfElement& geom) {
    Sizes sizes;
    sizes.size = text.numbers(geom, "size", {1, 3}).value_or(std::vector<double>{});
    for (const double x : sizes.size)
        if (x < 0) text.fail_at(geom.xml, "its size is negative", "Sizes are zero or positive.");
    const auto ends = text.numbers(geom, "fromto", {6, 6});
    if (!ends) return sizes;
    const Vec3 from{(*ends)[0], (*ends)[1], (*ends)[2]}, to{(*ends)[3], (*ends)[4], (*ends)[5]};
    sizes.half_length = 0.5 * length(from - to);
    if (!(sizes.half_length > 0))
        text.fail_at(geom.xml, "the two ends of its fromto are one point", "Give two points.");
    // The axis points from the second end to the first one.
    const Vec3 w = unit(from - to), axis{-w.y, w.x, 0};
    const double across = length(axis);
    const Quat turn = across > 0 ? Quat::from_axis_angle(axis, std::atan2(across, w.z))
                                 : Quat{w.z > 0 ? 1.0 : 0.0, w.z > 0 ? 0.0 : 1.0, 0, 0};
    sizes.between = Pose::from(turn, 0.5 * (from + to));
    return sizes;
}

void need_sizes(const MjcfText& text, const MjcfElement& geom, const Sizes& sizes, std::size_t count) {
    if (sizes.size.size() >= count) return;
    text.fail_at(
        geom.xml,
        "its size has " + std::to_string(sizes.size.size()) + " numbers instead of " + std::to_string(count),
        "Write size=\"...\"; a class of defaults may have it.");
}

Shape primitive(const MjcfText& text, const MjcfElement& geom, const std::string& type, const Sizes& sizes) {
    const std::vector<double>& size = sizes.size;
    const bool ends = sizes.between.has_value();
    if (ends && (type == "sphere" || type == "plane"))
        text.fail_at(geom.xml, "a " + type + " has no fromto", "Give it a pos.");
    if (type == "plane") return HalfSpace{{0, 0, 1}, 0};
    const bool round = type == "capsule" || type == "cylinder";
    need_sizes(text, geom, sizes, type == "sphere" || ends ? 1 : round ? 2 : 3);
    if (type == "sphere") return Sphere{size[0]};
    const double half = ends ? sizes.half_length : size[round ? 1 : 2];
    if (type == "capsule") return Capsule{size[0], half};
    if (type == "cylinder") return Cylinder{size[0], half};
    const Vec3 all{size[0], ends ? size[0] : size[1], half};
    if (type == "box") return Box{all};
    return Ellipsoid{all};
}

}  // namespace

MjcfShape read_geom_shape(const MjcfText& text, const MjcfElement& geom, MjcfMeshes& meshes) {
    const std::string type = text.attribute(geom, "type").value_or("sphere");
    if (std::find(kGeomTypes.begin(), kGeomTypes.end(), type) == kGeomTypes.end())
        text.fail_at(geom.xml, "there is no geom of type '" + printable(type, 40) + "'",
                     nearest_name(printable(type, 40), kGeomTypes));
    if (type == "hfield" || type == "sdf")
        text.fail_at(
            geom.xml, "geoms of type " + type + " are not read",
            "Describe it by boxes or meshes, or let it not collide: contype=\"0\" conaffinity=\"0\".");
    const auto mesh = text.attribute(geom, "mesh");
    const NamedIn where = text.place(geom.xml);
    MjcfShape read{{Point{}, text.pose(geom)}};
    if (type == "mesh") {
        if (!mesh) text.fail_at(geom.xml, "it names no mesh", R"(Write mesh="...".)");
        const MjcfMeshes::Mesh& found = meshes.find(*mesh, geom.xml);
        read.placed.shape = found.shape;
        read.origin = found.origin;
    } else {
        if (mesh)
            text.fail_at(geom.xml, "a " + type + " is fitted to a mesh, which is not read",
                         R"(Write type="mesh", or give the size of the fit.)");
        const Sizes sizes = read_sizes(text, geom);
        if (sizes.between) read.placed.pose = *sizes.between;
        read.placed.shape = primitive(text, geom, type, sizes);
    }
    check_shape_of(read.placed, where);
    return read;
}

MjcfMeshes::MjcfMeshes(const MjcfText& text, std::filesystem::path folder, ReadContext& context)
    : text_(text), folder_(std::move(folder)), context_(context), files_(context) {
    for (TiXmlElement* section : text.sections("asset")) {
        for (TiXmlElement* mesh = section->FirstChildElement("mesh"); mesh;
             mesh = mesh->NextSiblingElement("mesh")) {
            std::string name = xml_attribute(mesh, "name");
            if (name.empty()) name = std::filesystem::path(xml_attribute(mesh, "file")).stem().string();
            if (!assets_.emplace(name, MjcfElement{mesh}).second)
                text.fail_at(mesh, "there are two meshes of the name '" + printable(name, 60) + "'",
                             "Give each a name of its own.");
        }
    }
}

const MjcfMeshes::Mesh& MjcfMeshes::find(const std::string& name, const TiXmlElement* user) {
    if (const auto made = made_.find(name); made != made_.end()) return made->second;
    const auto asset = assets_.find(name);
    if (asset == assets_.end()) {
        std::vector<std::string> known;
        for (const auto& [own, unused] : assets_) known.push_back(printable(own, 60));
        text_.fail_at(user, "there is no mesh '" + printable(name, 60) + "'",
                      known.empty() ? "Add it to <asset>." : nearest_name(printable(name, 60), known));
    }
    return made_.emplace(name, make(asset->second)).first->second;
}

std::filesystem::path MjcfMeshes::file_of(const MjcfElement& asset, const std::string& name) const {
    std::string file = name;
    const std::string strip = text_.setting("strippath").value_or("false");
    if (text_.flag(asset.xml, strip, "strippath")) file = std::filesystem::path(name).filename().string();
    const std::string folder = text_.setting("meshdir").value_or(text_.setting("assetdir").value_or(""));
    const NamedIn where = text_.place(asset.xml);
    return find_named_file((std::filesystem::path(folder) / file).string(), folder_, where, context_.options);
}

std::vector<Vec3> MjcfMeshes::vertices_of(const MjcfElement& asset, ShapeOrigin& origin) {
    const auto file = text_.attribute(asset, "file");
    std::vector<Vec3> vertices;
    if (file) {
        const std::filesystem::path path = file_of(asset, *file);
        origin = {"", legible(*file), path.string()};
        for (const MeshShapes::Node& node : files_.read(path, {1, 1, 1})) {
            const VertexView view = mesh_data(node.placed.shape)->vertices;
            for (std::size_t i = 0; i < view.count; ++i) vertices.push_back(node.placed.pose * view[i]);
        }
        return vertices;
    }
    const auto numbers = text_.numbers(asset, "vertex", {12, 3'000'000});
    if (!numbers) text_.fail_at(asset.xml, "a mesh has neither a file nor vertices", R"(Write file="...".)");
    if (numbers->size() % 3 != 0)
        text_.fail_at(asset.xml, "its vertices are not three numbers each", "Correct them.");
    for (std::size_t i = 0; i < numbers->size(); i += 3)
        vertices.push_back({(*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]});
    return vertices;
}

MjcfMeshes::Mesh MjcfMeshes::make(const MjcfElement& asset) {
    Mesh mesh{Point{}, {}};
    std::vector<Vec3> vertices = vertices_of(asset, mesh.origin);
    const Vec3 offset = text_.vector(asset, "refpos", {}), scale = text_.vector(asset, "scale", {1, 1, 1});
    const std::vector<double> turn =
        text_.numbers(asset, "refquat", {4, 4}).value_or(std::vector<double>{1, 0, 0, 0});
    const Quat quat{turn[0], turn[1], turn[2], turn[3]};
    if (!(length_sq(quat) > 0)) text_.fail_at(asset.xml, "its refquat is zero", R"(Write "1 0 0 0".)");
    const Mat3 rotation = Pose::from(quat, {}).rotation;
    for (Vec3& v : vertices) {
        v = transpose_times(rotation, v - offset);
        v = {v.x * scale.x, v.y * scale.y, v.z * scale.z};
    }
    const auto hull = ConvexHull::build(vertices, {.allow_degenerate = true});
    const NamedIn where = text_.place(asset.xml);
    if (!hull) fail_build(where.file, where.element, hull.error());
    mesh.shape = *hull;
    return mesh;
}

}  // namespace graze::io
