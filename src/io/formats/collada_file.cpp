// COLLADA: the nodes of the scene with their geometries, at rest. Triangles, polygons, strips and fans; lines
// and controllers are passed over. Numbers are read as doubles. The unit and the upward axis are the file's
// own.
#include <tinyxml.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "io/formats/mesh_source.hpp"
#include "io/formats/xml_guard.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_lines.hpp"

namespace graze::io {

namespace {

using XmlElement = const TiXmlElement*;

std::string_view text_of(XmlElement element) {
    const char* text = element ? element->GetText() : nullptr;
    return text ? text : "";
}

class ColladaReader {
public:
    ColladaReader(XmlElement root, const MeshInput& input) : root_(root), input_(input) {}

    MeshSource read();

private:
    struct Input {
        std::size_t vertex = 0;  ///< Where the position's index is in a corner's indices.
        std::size_t stride = 1;  ///< Indices of a corner.
        std::vector<Vec3> points;
    };

    [[noreturn]] void fail_at(XmlElement element, std::string reason) const {
        fail({input_.shown, "line " + std::to_string(element->Row()), std::move(reason),
              "Export the file again, best as glTF or OBJ."});
    }
    void index(XmlElement element, std::size_t depth);
    /// What "#id" names; fails when there is no such element of that kind.
    [[nodiscard]] XmlElement named(XmlElement by, const char* key, const char* kind) const;
    [[nodiscard]] std::vector<double> numbers(XmlElement element) const;
    [[nodiscard]] std::size_t whole(XmlElement element, const char* key, std::size_t otherwise) const;
    void read_asset();
    [[nodiscard]] Affine map_of(XmlElement node) const;
    void visit(XmlElement node, const Affine& parent, const std::string& path, std::size_t depth);
    std::size_t mesh(XmlElement geometry);
    [[nodiscard]] std::vector<Vec3> points_of(XmlElement source) const;
    [[nodiscard]] Input input_of(XmlElement primitive) const;
    void add_primitive(TriangleSoup& soup, XmlElement primitive);
    void add_list(TriangleSoup& soup, const std::vector<std::uint32_t>& corners, XmlElement primitive);

    XmlElement root_;
    const MeshInput& input_;
    std::map<std::string, XmlElement> ids_;
    std::map<XmlElement, std::size_t> mesh_of_;
    std::size_t visited_ = 0;
    MeshSource source_;
};

void ColladaReader::index(XmlElement element, std::size_t depth) {
    const std::string id = xml_attribute(element, "id");
    if (!id.empty()) ids_.emplace(id, element);
    for (XmlElement child = element->FirstChildElement(); child; child = child->NextSiblingElement())
        index(child, depth + 1);
}

XmlElement ColladaReader::named(XmlElement by, const char* key, const char* kind) const {
    const std::string name = xml_attribute(by, key);
    const auto found = name.starts_with('#') ? ids_.find(name.substr(1)) : ids_.end();
    if (found == ids_.end() || found->second->ValueStr() != kind)
        fail_at(by, "there is no " + std::string(kind) + " '" + printable(name, 60) + "'");
    return found->second;
}

std::vector<double> ColladaReader::numbers(XmlElement element) const {
    std::vector<double> list;
    Words words(text_of(element));
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        double x = 0;
        if (!parse_number(word, x)) fail_at(element, "'" + printable(word, 40) + "' is no number");
        list.push_back(x);
    }
    return list;
}

std::size_t ColladaReader::whole(XmlElement element, const char* key, std::size_t otherwise) const {
    const std::string text = xml_attribute(element, key);
    std::int64_t value = 0;
    if (text.empty()) return otherwise;
    if (!parse_whole(text, value) || value < 0 || value > 1'000'000'000)
        fail_at(element, std::string(key) + " is no usable number");
    return static_cast<std::size_t>(value);
}

void ColladaReader::read_asset() {
    source_.up = 'y';
    XmlElement asset = root_->FirstChildElement("asset");
    if (!asset) return;
    if (XmlElement unit = asset->FirstChildElement("unit"); unit && !xml_attribute(unit, "meter").empty()) {
        if (!parse_number(xml_attribute(unit, "meter"), source_.unit) ||
            !(source_.unit > 1e-50 && source_.unit < 1e50))
            fail_at(unit, "its unit is no usable length");
    }
    if (XmlElement up = asset->FirstChildElement("up_axis")) {
        const std::string_view axis = text_of(up);
        if (axis != "X_UP" && axis != "Y_UP" && axis != "Z_UP") fail_at(up, "its upward axis is not known");
        source_.up = static_cast<char>(axis[0] - 'X' + 'x');
    }
}

Affine ColladaReader::map_of(XmlElement node) const {
    Affine map;
    for (XmlElement step = node->FirstChildElement(); step; step = step->NextSiblingElement()) {
        const std::string& kind = step->ValueStr();
        const std::size_t wanted = kind == "matrix"                         ? 16
                                   : kind == "rotate"                       ? 4
                                   : kind == "translate" || kind == "scale" ? 3
                                                                            : 0;
        if (wanted == 0) continue;
        const std::vector<double> x = numbers(step);
        if (x.size() != wanted) fail_at(step, kind + " has " + std::to_string(wanted) + " numbers");
        if (kind == "matrix") {
            map = map * Affine{Mat3::from_rows({x[0], x[1], x[2]}, {x[4], x[5], x[6]}, {x[8], x[9], x[10]}),
                               {x[3], x[7], x[11]}};
        } else if (kind == "rotate") {
            const Vec3 axis{x[0], x[1], x[2]};
            if (!is_finite(axis) || !std::isfinite(x[3])) fail_at(step, "a rotation that is not finite");
            map = map *
                  Affine::from(Pose::from(Quat::from_axis_angle(axis, x[3] * (std::numbers::pi / 180)), {}));
        } else {
            map = map * (kind == "scale" ? Affine::scale({x[0], x[1], x[2]})
                                         : Affine{Mat3::identity(), {x[0], x[1], x[2]}});
        }
    }
    return map;
}

void ColladaReader::visit(XmlElement node, const Affine& parent, const std::string& path, std::size_t depth) {
    const ReadLimits& limits = input_.context.options.limits;
    if (depth >= limits.nesting)
        fail_at(node,
                "nodes are nested more than " + std::to_string(limits.nesting) + " deep, or in a circle");
    if (++visited_ > 4 * limits.parts) fail_at(node, "there are too many nodes");
    const Affine map = parent * map_of(node);
    std::string own = printable(xml_attribute(node, "name"), 100);
    if (own.empty()) own = printable(xml_attribute(node, "id"), 100);
    const std::string here = own.empty() || path.empty() ? path + own : path + "/" + own;
    for (XmlElement child = node->FirstChildElement(); child; child = child->NextSiblingElement()) {
        const std::string& kind = child->ValueStr();
        if (kind == "node") {
            visit(child, map, here, depth + 1);
        } else if (kind == "instance_node") {
            visit(named(child, "url", "node"), map, here, depth + 1);
        } else if (kind == "instance_geometry") {
            source_.nodes.push_back({here, map, mesh(named(child, "url", "geometry"))});
            if (source_.nodes.size() > limits.parts)
                fail_at(node,
                        "there are more than " + std::to_string(limits.parts) + " nodes with geometries");
        }
    }
}

std::vector<Vec3> ColladaReader::points_of(XmlElement source) const {
    XmlElement technique = source->FirstChildElement("technique_common");
    XmlElement accessor = technique ? technique->FirstChildElement("accessor") : nullptr;
    XmlElement array = source->FirstChildElement("float_array");
    if (!array) fail_at(source, "a source of positions has no numbers");
    const std::vector<double> list = numbers(array);
    if (list.size() != whole(array, "count", list.size()))
        fail_at(array, "it has " + std::to_string(list.size()) + " numbers, but its count is another");
    const std::size_t stride = accessor ? whole(accessor, "stride", 1) : 3,
                      offset = accessor ? whole(accessor, "offset", 0) : 0;
    if (stride < 3) fail_at(source, "positions have fewer than three numbers");
    std::vector<Vec3> points;
    for (std::size_t i = offset; i + 3 <= list.size(); i += stride)
        points.push_back({list[i], list[i + 1], list[i + 2]});
    return points;
}

ColladaReader::Input ColladaReader::input_of(XmlElement primitive) const {
    Input result;
    XmlElement positions = nullptr;
    for (XmlElement input = primitive->FirstChildElement("input"); input;
         input = input->NextSiblingElement("input")) {
        const std::size_t offset = whole(input, "offset", 0);
        if (offset > 1000) fail_at(input, "an offset that no file has");
        result.stride = std::max(result.stride, offset + 1);
        if (xml_attribute(input, "semantic") != "VERTEX") continue;
        result.vertex = offset;
        XmlElement vertices = named(input, "source", "vertices");
        for (XmlElement inner = vertices->FirstChildElement("input"); inner;
             inner = inner->NextSiblingElement("input")) {
            if (xml_attribute(inner, "semantic") == "POSITION") positions = named(inner, "source", "source");
        }
    }
    if (!positions) fail_at(primitive, "its corners have no positions");
    result.points = points_of(positions);
    return result;
}

void ColladaReader::add_list(TriangleSoup& soup, const std::vector<std::uint32_t>& corners,
                             XmlElement primitive) {
    const std::string& kind = primitive->ValueStr();
    if (kind == "triangles" && corners.size() % 3 != 0)
        fail_at(primitive,
                "it has " + std::to_string(corners.size()) + " corners, which are not whole triangles");
    if (corners.size() < 3) return;
    if (kind == "polygons") {
        input_.context.budget.count_triangles(corners.size() - 2, input_.shown);
        return add_polygon(soup, corners);
    }
    const std::size_t count = kind == "triangles" ? corners.size() / 3 : corners.size() - 2;
    input_.context.budget.count_triangles(count, input_.shown);
    for (std::size_t t = 0; t < count; ++t) {
        if (kind == "triangles")
            soup.triangles.push_back({corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]});
        if (kind == "trifans") soup.triangles.push_back({corners[0], corners[t + 1], corners[t + 2]});
        if (kind == "tristrips")
            soup.triangles.push_back({corners[t + t % 2], corners[t + 1 - t % 2], corners[t + 2]});
    }
}

void ColladaReader::add_primitive(TriangleSoup& soup, XmlElement primitive) {
    const Input input = input_of(primitive);
    const auto base = static_cast<std::uint32_t>(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), input.points.begin(), input.points.end());
    const auto corners_of = [&](XmlElement list) {
        const std::vector<double> indices = numbers(list);
        std::vector<std::uint32_t> corners;
        if (indices.size() % input.stride != 0)
            fail_at(list, "it has " + std::to_string(indices.size()) + " indices, and each corner takes " +
                              std::to_string(input.stride));
        for (std::size_t i = input.vertex; i < indices.size(); i += input.stride) {
            if (!(indices[i] >= 0 && indices[i] < static_cast<double>(input.points.size()) &&
                  indices[i] == std::floor(indices[i])))
                fail_at(list, "a face names a vertex that is not there");
            corners.push_back(base + static_cast<std::uint32_t>(indices[i]));
        }
        return corners;
    };
    if (primitive->ValueStr() != "polylist") {
        for (XmlElement list = primitive->FirstChildElement("p"); list; list = list->NextSiblingElement("p"))
            add_list(soup, corners_of(list), primitive);
        return;
    }
    XmlElement list = primitive->FirstChildElement("p");
    XmlElement counts = primitive->FirstChildElement("vcount");
    if (!list || !counts) return;
    const std::vector<std::uint32_t> corners = corners_of(list);
    std::size_t at = 0;
    for (const double count : numbers(counts)) {
        if (!(count >= 0 && count <= static_cast<double>(corners.size() - at)))
            fail_at(counts, "a polygon has more corners than there are");
        const auto size = static_cast<std::size_t>(count);
        if (size >= 3) input_.context.budget.count_triangles(size - 2, input_.shown);
        const auto from = corners.begin() + static_cast<std::ptrdiff_t>(at);
        add_polygon(soup, {from, from + static_cast<std::ptrdiff_t>(size)});
        at += size;
    }
    if (at < corners.size())
        fail_at(counts,
                std::to_string(corners.size() - at) + " corners are left over after the last polygon");
}

std::size_t ColladaReader::mesh(XmlElement geometry) {
    const auto found = mesh_of_.find(geometry);
    if (found != mesh_of_.end()) return found->second;
    TriangleSoup soup;
    if (XmlElement body = geometry->FirstChildElement("mesh")) {
        for (XmlElement child = body->FirstChildElement(); child; child = child->NextSiblingElement()) {
            const std::string& kind = child->ValueStr();
            if (kind == "triangles" || kind == "polylist" || kind == "polygons" || kind == "tristrips" ||
                kind == "trifans")
                add_primitive(soup, child);
        }
    }
    weld(soup);  // primitives of one mesh share their positions
    mesh_of_.emplace(geometry, source_.meshes.size());
    source_.meshes.push_back(std::move(soup));
    return source_.meshes.size() - 1;
}

MeshSource ColladaReader::read() {
    read_asset();
    index(root_, 0);
    XmlElement scene = root_->FirstChildElement("scene");
    XmlElement instance = scene ? scene->FirstChildElement("instance_visual_scene") : nullptr;
    XmlElement library = root_->FirstChildElement("library_visual_scenes");
    XmlElement chosen = instance  ? named(instance, "url", "visual_scene")
                        : library ? library->FirstChildElement("visual_scene")
                                  : nullptr;
    if (!chosen) fail_at(root_, "it has no visual scene");
    for (XmlElement node = chosen->FirstChildElement("node"); node; node = node->NextSiblingElement("node"))
        visit(node, {}, "", 0);
    return std::move(source_);
}

}  // namespace

MeshSource read_collada(const MeshInput& input) {
    TiXmlDocument xml;
    XmlElement root =
        parse_xml(xml, read_xml_text(input.path, input.shown, input.context.options), "COLLADA", input.shown);
    return ColladaReader(root, input).read();
}

}  // namespace graze::io
