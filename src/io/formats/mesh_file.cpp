// From a file's triangles and nodes to parts: units and axes applied, vertices welded, shapes built once for
// all nodes that place them by rotations or scale them alike.
#include "io/formats/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>

#include "graze/math/vec.hpp"
#include "graze/solid/doctor.hpp"
#include "io/formats/mesh_source.hpp"
#include "io/text/fault.hpp"
#include "io/text/name_book.hpp"

namespace graze::io {

namespace {

struct Format {
    std::string_view extension;
    MeshSource (*read)(const MeshInput&);
    double weld = 0;  ///< The default.
};
constexpr std::array<Format, 7> kFormats{{
    {".obj", read_obj},
    {".stl", read_stl, kDefaultWeld},
    {".ply", read_ply},
    {".off", read_off},
    {".gltf", read_gltf},
    {".glb", read_gltf},
    {".dae", read_collada},
}};

MeshSource read_source(const MeshInput& input) {
    std::string extension = input.path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    check_file(input.path, input.context.options);
    for (const Format& format : kFormats) {
        if (format.extension != extension) continue;
        MeshSource source = format.read(input);
        source.weld = format.weld;
        return source;
    }
    if (assimp_reads(input.path)) {
        if (input.context.options.any_format) return read_by_assimp(input);
        fail({input.shown, "",
              "files that end in '" + printable(extension, 20) +
                  "' are read by assimp, which damaged ones have crashed",
              "Allow any format if you trust the file, or export glTF, OBJ or STL."});
    }
    std::vector<std::string_view> known;
    known.reserve(kFormats.size());
    for (const Format& format : kFormats) known.push_back(format.extension);
    if (input.context.any_document) known.insert(known.begin(), {".json", ".urdf", ".xml"});
    fail({input.shown, "", "files that end in '" + printable(extension, 20) + "' are not known",
          nearest_name(extension, known)});
}

/// Maps in files are rounded to floats or to as many printed digits: a matrix this near to a rotation is
/// brought to one in doubles, and a scale this near to 1 is 1. Float roundings add up to about 5e-7.
constexpr double kFloatRotation = 2e-6;
constexpr double kFloatUnit = 5e-7;
/// A matrix this near is a rotation in doubles already, of a few roundings, and stays as it is.
constexpr double kDoubleRotation = 4e-15;

/// A map as a scale of the mesh followed by a pose; a map that is no similarity is kept whole.
struct Split {
    Mat3 distortion = Mat3::identity();
    Pose pose{};
};

Mat3 scaled_columns(const Mat3& matrix, double factor) {
    return {{matrix.columns[0] * factor, matrix.columns[1] * factor, matrix.columns[2] * factor}};
}

Split split_of(const Affine& map) {
    const double volume = determinant(map.linear);
    const double factor = std::cbrt(volume);
    if (!(volume > 0) || !std::isfinite(factor)) return {map.linear, Pose::translation(map.offset)};
    const bool unit = std::abs(factor - 1) <= kFloatUnit;
    const Mat3 linear = unit ? map.linear : scaled_columns(map.linear, 1 / factor);
    const double defect = orthonormality_defect(linear);
    if (!(defect <= kFloatRotation)) return {map.linear, Pose::translation(map.offset)};
    const double scale = unit ? 1 : factor;
    const Mat3 rotation = defect <= kDoubleRotation ? linear : rotation_matrix(quaternion_of(linear));
    return {Mat3::diagonal({scale, scale, scale}), {rotation, map.offset}};
}

/// What the file's unit and axis make of a node's map.
struct World {
    double scale = 1;
    Mat3 rotation = Mat3::identity();

    [[nodiscard]] Split operator()(const Split& node) const {
        return {scale == 1 ? node.distortion : scaled_columns(node.distortion, scale),
                {rotation * node.pose.rotation, scale * (rotation * node.pose.position)}};
    }
};

World world_of(const MeshSource& source, const MeshFileChoices& choices) {
    World world;
    world.scale = choices.unit_scale.value_or(source.unit);
    const char up = choices.up.value_or(source.up);
    if (up == 'y') world.rotation = Mat3::from_rows({1, 0, 0}, {0, 0, -1}, {0, 1, 0});
    if (up == 'x') world.rotation = Mat3::from_rows({0, 0, -1}, {0, 1, 0}, {1, 0, 0});
    return world;
}

double weld_of(const MeshSource& source, const MeshFileChoices& choices, const ReadContext& context) {
    return choices.weld.value_or(context.options.weld.value_or(source.weld));
}

class PartMaker {
public:
    PartMaker(MeshSource source, const MeshInput& input, const MeshFileChoices& choices)
        : source_(std::move(source)),
          input_(input),
          choices_(choices),
          world_(world_of(source_, choices)),
          left_(source_.meshes.size(), 0) {
        std::erase_if(source_.nodes,
                      [this](const MeshNode& node) { return source_.meshes[node.mesh].triangles.empty(); });
    }

    std::vector<Part> make();

private:
    Part make_part(const MeshNode& node);
    Shape shape_of(std::size_t mesh, const Mat3& distortion, const std::string& name);
    void check_vertices(const TriangleSoup& soup, std::size_t mesh, const std::string& name) const;
    std::string unique_name(const std::string& wanted);

    MeshSource source_;
    const MeshInput& input_;
    const MeshFileChoices& choices_;
    World world_;
    std::vector<std::size_t> left_;  ///< Nodes of each mesh that are still to come; then its triangles go.
    std::map<std::pair<std::size_t, std::array<std::uint64_t, 9>>, Shape> shapes_;
    NameBook names_;
};

std::string PartMaker::unique_name(const std::string& wanted) {
    std::string base = printable(wanted, 900);
    if (base.empty()) base = printable(std::filesystem::path(input_.shown).stem().string());
    if (base.empty()) base = "mesh";
    return names_.take(base);
}

/// Runs before welding, which renumbers the vertices: the error names the place in the file. Vertices that no
/// triangle has may be anything.
void PartMaker::check_vertices(const TriangleSoup& soup, std::size_t mesh, const std::string& name) const {
    for (const auto& triangle : soup.triangles) {
        for (const std::uint32_t corner : triangle) {
            if (in_served_range(soup.vertices[corner])) continue;
            const auto known = source_.bad_places.find(mesh);
            fail({input_.shown,
                  known != source_.bad_places.end() ? known->second
                                                    : "node " + name + ".vertices" + bracketed(corner),
                  "the coordinates of a vertex are not finite, or too large or small",
                  "They are 0 or from 1e-100 to 1e100 in magnitude; repair the vertex, or export the file "
                  "again."});
        }
    }
}

Shape PartMaker::shape_of(std::size_t mesh, const Mat3& distortion, const std::string& name) {
    std::array<std::uint64_t, 9> bits{};
    for (std::size_t i = 0; i < 9; ++i)
        bits[i] = std::bit_cast<std::uint64_t>(distortion.columns[i / 3][i % 3]);
    const auto found = shapes_.find({mesh, bits});
    if (found != shapes_.end()) return found->second;
    TriangleSoup soup = left_[mesh] == 1 ? std::move(source_.meshes[mesh]) : source_.meshes[mesh];
    if (distortion != Mat3::identity()) {
        for (Vec3& v : soup.vertices) v = distortion * v;
        if (determinant(distortion) < 0) {
            for (auto& t : soup.triangles) std::swap(t[1], t[2]);
        }
    }
    check_vertices(soup, mesh, name);
    weld_seams(soup.vertices, soup.triangles, weld_of(source_, choices_, input_.context));
    weld(soup);
    Shape shape = build_mesh(soup, choices_.solids, input_.context.options, {input_.shown, "node " + name});
    shapes_.emplace(std::pair{mesh, bits}, shape);
    return shape;
}

Part PartMaker::make_part(const MeshNode& node) {
    Part part;
    part.name = unique_name(node.name);
    part.source = legible(input_.shown);
    part.file = part.source;
    const Split split = world_(split_of(node.map));
    part.pose = split.pose;
    if (!is_finite(part.pose.position) ||
        !is_finite(split.distortion.columns[0] + split.distortion.columns[1] + split.distortion.columns[2]))
        fail({input_.shown, "node " + part.name, "its place or scale is not finite",
              "Repair the node's matrix."});
    part.shape = shape_of(node.mesh, split.distortion, part.name);
    if (--left_[node.mesh] == 0) source_.meshes[node.mesh] = {};
    return part;
}

std::vector<Part> PartMaker::make() {
    for (const MeshNode& node : source_.nodes) ++left_[node.mesh];
    std::vector<Part> parts;
    for (const MeshNode& node : source_.nodes) {
        input_.context.budget.count_part(input_.shown);
        parts.push_back(make_part(node));
        input_.context.report_file(
            0.5 + 0.5 * static_cast<double>(parts.size()) / static_cast<double>(source_.nodes.size()),
            input_.shown);
    }
    if (parts.empty())
        fail({input_.shown, "", "it has no triangles", "Points and lines cannot be used; export faces."});
    return parts;
}

std::string key_of(const std::filesystem::path& path, const MeshFileChoices& choices) {
    return path.string() + '\n' +
           (choices.unit_scale ? std::to_string(std::bit_cast<std::uint64_t>(*choices.unit_scale)) : "") +
           '\n' + (choices.up ? std::string(1, *choices.up) : "") + '\n' +
           std::to_string(static_cast<int>(choices.solids)) + '\n' +
           (choices.weld ? std::to_string(std::bit_cast<std::uint64_t>(*choices.weld)) : "");
}

void check_choices(const MeshFileChoices& choices, const ReadOptions& options, const std::string& shown) {
    if (choices.unit_scale && !(*choices.unit_scale > 0 && *choices.unit_scale <= kLargestServed))
        fail({shown, "", "the scale of its unit is not a number above zero",
              "Give 0.001 for millimetres in a scene of metres."});
    if (choices.up && *choices.up != 'x' && *choices.up != 'y' && *choices.up != 'z')
        fail({shown, "", "its upward axis is none of x, y and z", "Choose one of them."});
    if (const std::optional<double> weld = choices.weld ? choices.weld : options.weld;
        weld && !(*weld >= 0 && *weld <= kLargestWeld))
        fail({shown, "", "the tolerance of its weld is not a number from 0 to 0.1",
              "Give a share of the part's size, as 1e-9, or 0 for none."});
}

}  // namespace

std::vector<Part> read_mesh_file(const std::filesystem::path& path, const std::string& shown,
                                 const MeshFileChoices& choices, ReadContext& context) {
    check_choices(choices, context.options, shown);
    const std::string key = key_of(path, choices);
    const auto found = context.files.mesh_files.find(key);
    if (found != context.files.mesh_files.end()) {
        std::vector<Part> parts = found->second;
        for (Part& part : parts) part.source = part.file = legible(shown);
        return parts;
    }
    const MeshInput input{path, shown, context};
    std::vector<Part> parts = PartMaker(read_source(input), input, choices).make();
    context.files.mesh_files.emplace(key, parts);
    return parts;
}

std::vector<NamedTriangles> read_mesh_triangles(const std::filesystem::path& path,
                                                const MeshFileChoices& choices, ReadContext& context) {
    const MeshInput input{path, path.string(), context};
    check_choices(choices, context.options, input.shown);
    const MeshSource source = read_source(input);
    const World world = world_of(source, choices);
    std::vector<NamedTriangles> all;
    for (const MeshNode& node : source.nodes) {
        NamedTriangles named{
            printable(node.name, 900), source.meshes[node.mesh], {}, weld_of(source, choices, context)};
        if (named.triangles.triangles.empty()) continue;
        const Split split = world(split_of(node.map));
        for (Vec3& v : named.triangles.vertices)
            v = split.pose * (split.distortion == Mat3::identity() ? v : split.distortion * v);
        if (determinant(split.distortion) < 0) {
            for (auto& t : named.triangles.triangles) std::swap(t[1], t[2]);
        }
        all.push_back(std::move(named));
    }
    if (all.empty())
        fail({input.shown, "", "it has no triangles", "Points and lines cannot be used; export faces."});
    return all;
}

}  // namespace graze::io
