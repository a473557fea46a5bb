#include "exports/glb_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include <graze/core/version.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/query.hpp>

#include "commands/command.hpp"
#include "drawn_parts.hpp"
#include "exports/bcf_file.hpp"
#include "exports/glb_scene.hpp"
#include "text/plain_text.hpp"

namespace graze::cli {
namespace {

using GlbJson = GlbScene::Json;

constexpr std::string_view kGlbMark = "graze check ";

/// Cuts a polygon along a side of the box: keeps what is below `limit` along the axis, or above it.
void cut_side(std::vector<Vec3>& polygon, std::size_t axis, double limit, double sign) {
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3& q = polygon[(i + 1) % polygon.size()];
        const double over_p = sign * (p[axis] - limit), over_q = sign * (q[axis] - limit);
        if (over_p <= 0) kept.push_back(p);
        if ((over_p <= 0) == (over_q <= 0)) continue;
        Vec3 cut = p + (over_p / (over_p - over_q)) * (q - p);
        cut[axis] = limit;  // not beyond it by rounding
        kept.push_back(cut);
    }
    polygon = std::move(kept);
}

/// Without an area: there is nothing to see.
bool is_flat(const Vec3& p, const Vec3& q, const Vec3& r) { return !(length_sq(cross(q - p, r - p)) > 0); }

/// The triangles that may be in the box.
std::vector<std::uint32_t> candidates(const TriangleSoup& soup, const Placed& placed, const Aabb& box) {
    if (mesh_data(placed.shape) != nullptr && placed.shape.margin() == 0)
        return parts_overlapping_box(placed, box);
    std::vector<std::uint32_t> all(soup.triangles.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

/// Everything that a file is built from.
struct GlbParts {
    Assembly assembly;
    PartGeometries geometries;
    std::vector<Aabb> boxes;
    std::map<std::uint32_t, TriangleSoup> soups;      ///< By geometry; of those that are needed.
    std::map<std::uint32_t, GlbScene::Index> meshes;  ///< The same, whole and grey.
};

struct GlbMaterials {
    GlbScene::Index a, b, curve, gap, place, part;
};

GlbMaterials add_materials(GlbScene& scene) {
    // The palette of the report, linear as glTF has it.
    return {scene.add_material("part a", {0.855, 0.275, 0.036, 1}, false),
            scene.add_material("part b", {0.050, 0.275, 0.807, 1}, false),
            scene.add_material("curve", {0.651, 0.006, 0.050, 1}, true),
            scene.add_material("gap", {0.254, 0.093, 0.0, 1}, true),
            scene.add_material("place", {0.451, 0.004, 0.034, 1}, true),
            scene.add_material("other", {0.45, 0.48, 0.52, 0.22}, false)};
}

/// The columns of a pose and its position, as glTF's matrices are written.
GlbJson matrix_of(const Pose& pose) {
    GlbJson matrix = GlbJson::array();
    for (const Vec3& column : pose.rotation.columns) {
        for (std::size_t k = 0; k < 3; ++k) matrix.push_back(column[k]);
        matrix.push_back(0);
    }
    for (std::size_t k = 0; k < 3; ++k) matrix.push_back(pose.position[k]);
    matrix.push_back(1);
    return matrix;
}

/// From the document's frame to glTF's: y up, metres.
GlbJson root_matrix(const io::Document& document) {
    const Vec3 up = length_sq(document.up) > 0 ? unit(document.up) : Vec3{0, 0, 1};
    const Vec3 side = std::abs(up.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
    const Vec3 right = unit(side - dot(side, up) * up), front = cross(right, up);
    const double metres = metres_of(document.unit);
    Pose turn;
    for (std::size_t k = 0; k < 3; ++k) turn.rotation.columns[k] = metres * Vec3{right[k], up[k], front[k]};
    return matrix_of(turn);
}

/// What is cut out: the finding's box, and enough around it to recognise the surfaces.
Aabb region_around(const Finding& finding, const GlbParts& parts) {
    const auto size = [&](PartIndex part) { return length(parts.boxes[part].max - parts.boxes[part].min); };
    const double smaller = std::min(size(finding.a), size(finding.b));
    const double pad = std::max(0.25 * length(finding.box.max - finding.box.min),
                                std::isfinite(smaller) ? 0.05 * smaller : 0);
    const Vec3 all{pad, pad, pad};
    return {finding.box.min - all, finding.box.max + all};
}

TriangleSoup octahedron(double radius) {
    TriangleSoup soup;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double sign : {radius, -radius}) {
            Vec3 corner;
            corner[axis] = sign;
            soup.vertices.push_back(corner);
        }
    }
    for (std::uint32_t i = 0; i < 8; ++i) {
        const std::uint32_t x = i & 1U, y = 2 + (i >> 1U & 1U), z = 4 + (i >> 2U & 1U);
        const bool odd = ((i & 1U) + (i >> 1U & 1U) + (i >> 2U & 1U)) % 2 == 1;
        soup.triangles.push_back(odd ? std::array{x, z, y} : std::array{x, y, z});
    }
    return soup;
}

GlbJson extras_of(const ExportContext& context, const Finding& finding) {
    GlbJson extras{{"title", finding.title},
                   {"kind", to_string(finding.kind)},
                   {"a", finding.name_a},
                   {"b", finding.name_b},
                   {"relation", finding.relation},
                   {"guid", finding.guid},
                   {"unit", legible(context.document.unit)}};
    if (finding.measure)
        extras[finding.measure_name] = GlbJson::array({finding.measure->lower, finding.measure->upper});
    extras["location"] = GlbJson::array({finding.location.x, finding.location.y, finding.location.z});
    return extras;
}

void add_surface(GlbScene& scene, const TriangleSoup& soup, const std::string& name, GlbScene::Index material,
                 GlbScene::Index parent) {
    GlbJson node{{"name", name}};
    if (!soup.triangles.empty()) node["mesh"] = scene.add_mesh(scene.add_triangles(soup), material);
    scene.add_node(std::move(node), parent);
}

void add_lines(GlbScene& scene, std::vector<std::array<Vec3, 2>> segments, const Vec3& origin,
               const char* name, GlbScene::Index material, GlbScene::Index parent) {
    if (segments.empty()) return;
    for (auto& [from, to] : segments) {
        from = from - origin;
        to = to - origin;
    }
    scene.add_node({{"name", name}, {"mesh", scene.add_mesh(scene.add_segments(segments), material)}},
                   parent);
}

void add_finding(GlbScene& scene, const GlbParts& parts, const GlbMaterials& materials,
                 const Finding& finding, GlbScene::Index node) {
    const Aabb region = region_around(finding, parts);
    const Vec3 origin = finding.location;
    const auto surface = [&](PartIndex part) {
        return cut_out(parts.soups.at(parts.geometries.of_part[part]), parts.assembly.parts[part].placed,
                       region, origin);
    };
    add_surface(scene, surface(finding.a), "a: " + finding.name_a, materials.a, node);
    add_surface(scene, surface(finding.b), "b: " + finding.name_b, materials.b, node);
    add_lines(scene, {finding.curve.begin(), finding.curve.end()}, origin, "curve", materials.curve, node);
    if (finding.gap[0] != finding.gap[1]) add_lines(scene, {finding.gap}, origin, "gap", materials.gap, node);
    const double size = 0.012 * length(region.max - region.min);
    if (size > 0) add_surface(scene, octahedron(size), "place", materials.place, node);
}

/// The parts of all findings and their triangles.
std::set<PartIndex> take_parts(const std::vector<const Finding*>& shown, GlbParts& parts) {
    std::set<PartIndex> used;
    for (const Finding* finding : shown) used.insert({finding->a, finding->b});
    const double reach = drawn_reach(parts.assembly);
    for (const PartIndex part : used) {
        const std::uint32_t geometry = parts.geometries.of_part[part];
        if (!parts.soups.contains(geometry))
            parts.soups[geometry] =
                io::display_triangles(parts.assembly.parts[part].placed.shape, kDrawnSmoothness, reach);
    }
    return used;
}

void add_parts(GlbScene& scene, const ExportContext& context, GlbParts& parts,
               const std::set<PartIndex>& used, GlbScene::Index material) {
    const GlbScene::Index node = scene.add_node({{"name", "parts"}}, 0);
    for (const PartIndex part : used) {
        const std::uint32_t geometry = parts.geometries.of_part[part];
        const TriangleSoup& soup = parts.soups.at(geometry);
        const Pose& pose = parts.assembly.parts[part].placed.pose;
        GlbJson json{{"name", legible(context.document.parts[part].name)}};
        if (!(pose == Pose{})) json["matrix"] = matrix_of(pose);  // the format leaves out what is identical
        if (!soup.triangles.empty()) {
            if (!parts.meshes.contains(geometry))
                parts.meshes[geometry] = scene.add_mesh(scene.add_triangles(soup), material);
            json["mesh"] = parts.meshes.at(geometry);
        }
        scene.add_node(std::move(json), node);
    }
}

}  // namespace

TriangleSoup cut_out(const TriangleSoup& soup, const Placed& placed, const Aabb& box, const Vec3& origin) {
    TriangleSoup cut;
    std::map<std::uint32_t, std::uint32_t> known;  // vertices of whole triangles
    const auto add = [&](const Vec3& vertex) {
        cut.vertices.push_back(vertex - origin);
        return static_cast<std::uint32_t>(cut.vertices.size() - 1);
    };
    std::vector<Vec3> polygon;
    for (const std::uint32_t i : candidates(soup, placed, box)) {
        const auto& triangle = soup.triangles[i];
        polygon.clear();
        for (const std::uint32_t corner : triangle) polygon.push_back(placed.pose * soup.vertices[corner]);
        if (is_flat(polygon[0], polygon[1], polygon[2])) continue;
        if (std::ranges::all_of(polygon, [&](const Vec3& v) { return contains(box, v); })) {
            std::array<std::uint32_t, 3> whole{};
            for (std::size_t k = 0; k < 3; ++k) {
                const auto [place, is_new] = known.try_emplace(triangle[k], 0);
                if (is_new) place->second = add(polygon[k]);
                whole[k] = place->second;
            }
            cut.triangles.push_back(whole);
            continue;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cut_side(polygon, axis, box.min[axis], -1);
            cut_side(polygon, axis, box.max[axis], 1);
        }
        if (polygon.size() < 3) continue;
        const auto first = static_cast<std::uint32_t>(cut.vertices.size());
        for (const Vec3& vertex : polygon) add(vertex);
        for (std::uint32_t k = 2; k < polygon.size(); ++k) {
            if (!is_flat(polygon[0], polygon[k - 1], polygon[k]))
                cut.triangles.push_back({first, first + k - 1, first + k});
        }
    }
    return cut;
}

std::string glb_file(const ExportContext& context) {
    std::vector<const Finding*> shown;
    for (const Finding& finding : context.findings) {
        if (finding.kind != FindingKind::allowed) shown.push_back(&finding);
    }
    GlbParts parts;
    parts.assembly = io::assembly_of(context.document);
    parts.geometries = part_geometries(parts.assembly);
    for (const AssemblyPart& part : parts.assembly.parts) parts.boxes.push_back(box_of(part.placed));
    const std::set<PartIndex> used = take_parts(shown, parts);
    GlbScene scene(std::string(kGlbMark) + GRAZE_VERSION_STRING);
    scene.add_node({{"name", legible(context.assembly)}, {"matrix", root_matrix(context.document)}});
    if (!shown.empty()) {
        const GlbMaterials materials = add_materials(scene);
        add_parts(scene, context, parts, used, materials.part);
        const GlbScene::Index all = scene.add_node({{"name", "findings"}}, 0);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Finding& finding = *shown[i];
            const Vec3& at = finding.location;
            const GlbScene::Index node =
                scene.add_node({{"name", fmt::format("{} {}: {} | {}", to_string(finding.kind), i + 1,
                                                     finding.name_a, finding.name_b)},
                                {"translation", GlbJson::array({at.x, at.y, at.z})},
                                {"extras", extras_of(context, finding)}},
                               all);
            add_finding(scene, parts, materials, finding, node);
        }
    }
    std::string bytes = scene.finish();
    if (bytes.empty())
        throw UserError{"--glb: the file would exceed the 4 GiB of its format. Check fewer parts at a time"};
    return bytes;
}

bool is_own_glb(std::string_view head) {
    return head.starts_with("glTF") &&
           head.find("{\"asset\":{\"generator\":\"" + std::string(kGlbMark)) != std::string_view::npos;
}

}  // namespace graze::cli
