// Files, the mesh doctor, triangles for pictures, and what a search did.
#include <pybind11/stl.h>

#include <array>
#include <filesystem>
#include <string>

#include <graze/io/document.hpp>
#include <graze/query/query.hpp>
#include <graze/solid/doctor.hpp>

#include "arguments.hpp"
#include "bindings.hpp"
#include "objects.hpp"
#include "poses.hpp"
#include "read_options.hpp"
#include "triangles.hpp"

namespace graze::python {

namespace {

py::dict part_fields(const io::Part& part) {
    const Placed placed = io::placed(part);
    py::dict fields;
    fields["name"] = part.name;
    fields["shape"] = wrapped(part.shape);
    fields["pose"] = array_of(placed.pose);
    fields["margin"] = part.margin;
    fields["group"] = part.group;
    fields["source"] = part.source;
    return fields;
}

/// Pairs of indices that the document's exclusions name.
py::list excluded_pairs(const io::Document& document) {
    py::list pairs;
    if (document.exclusions.empty()) return pairs;
    const PairRules rules = io::pair_rules(document);
    for (std::size_t i = 0; i < document.parts.size(); ++i)
        for (std::size_t j = i + 1; j < document.parts.size(); ++j)
            if (rules.excluded(i, j)) pairs.append(py::make_tuple(i, j));
    return pairs;
}

py::dict read_verb(const std::vector<std::string>& files, const py::dict& given) {
    const io::ReadOptions options = read_options(given);
    io::Document whole;
    std::string fault;
    {
        const py::gil_scoped_release unlocked;
        std::vector<io::Document> more;
        for (const std::string& file : files) {
            auto document = io::read_document(file, options);
            if (!document) {
                fault = document.error().message();
                break;
            }
            more.push_back(*std::move(document));
        }
        if (fault.empty()) io::append(whole, std::move(more));
    }
    if (!fault.empty()) refuse_value(fault);
    py::list parts;
    for (const io::Part& part : whole.parts) parts.append(part_fields(part));
    py::dict fields;
    fields["parts"] = parts;
    fields["excluded"] = excluded_pairs(whole);
    fields["notes"] = whole.notes;
    fields["unit"] = whole.unit;
    return fields;
}

/// Parts as tuples (name, shape, pose, margin).
io::Document document_of(const py::list& parts) {
    io::Document document;
    for (const py::handle item : parts) {
        const auto fields = py::reinterpret_borrow<py::tuple>(item);
        io::Part part;
        part.name = text_of(fields[0], "name");
        part.shape = shape_of(fields[1], "shape");
        part.pose = pose_of(fields[2], "pose");
        part.margin = number_of(fields[3], "margin");
        document.parts.push_back(std::move(part));
    }
    return document;
}

py::dict doctor_verb(const py::object& given_vertices, const py::object& given_triangles,
                     const py::object& weld) {
    const Doubles points = doubles_of(given_vertices, "vertices");
    if (points.ndim() != 2 || points.shape(1) != 3)
        refuse_value("vertices: shape " + extents_of(points) + "; vertices are (N, 3)");
    const std::span<const Vec3> places = as_points(points);
    const std::vector<Vec3> vertices(places.begin(), places.end());
    const TriangleIndices triangles = triangles_of_any(given_triangles, "triangles");
    const double width = number_of(weld, "weld");
    if (width < 0) refuse_value("weld: below 0");
    MeshReport report;
    {
        const py::gil_scoped_release unlocked;
        report = examine(vertices, triangles, width);
    }
    py::dict fields;
    py::list findings;
    for (const MeshFinding& finding : report.findings)
        findings.append(py::make_tuple(std::string(to_string(finding.fault)), finding.count, finding.text));
    fields["findings"] = py::tuple(findings);
    fields["vertex_count"] = report.vertex_count;
    fields["triangle_count"] = report.triangle_count;
    fields["edge_count"] = report.edge_count;
    fields["shell_count"] = report.shell_count;
    fields["closed"] = report.closed;
    fields["oriented"] = report.oriented;
    fields["volume"] = report.volume;
    fields["fit_for_surface"] = report.fit_for_surface();
    fields["fit_for_solid"] = report.fit_for_solid();
    fields["text"] = report.text();
    return fields;
}

const char* stage_name(TraceStage stage) {
    static constexpr std::array<const char*, 8> kNames = {
        "gjk", "epa", "local_minimum", "inner_balls", "closed_form", "descent", "axes", "parts"};
    return kNames[static_cast<std::size_t>(stage)];
}

py::list explain_verb(const py::object& a, const py::object& b) {
    const Placed* pa = as_placed(a);
    const Placed* pb = as_placed(b);
    if (pa == nullptr || pb == nullptr) refuse_type("a, b: two Placed are needed");
    Trace trace;
    SeparationOptions options;
    options.trace = &trace;
    const Placed own_a = *pa, own_b = *pb;
    unlocked([&] { return separation(own_a, own_b, options); });
    py::list steps;
    for (const TraceStep& step : trace.steps)
        steps.append(py::make_tuple(stage_name(step.stage), step.bounds.lower, step.bounds.upper,
                                    array_of(step.axis), step.simplex_size));
    return steps;
}

}  // namespace

void bind_files(py::module_& module) {
    module.def("read_files", &read_verb);
    module.def("read_triangles", [](const std::string& file) {
        const auto read = unlocked([&] { return io::read_triangles(file); });
        if (!read) refuse_value(read.error().message());
        py::list meshes;
        for (const io::NamedTriangles& mesh : *read)
            meshes.append(py::make_tuple(mesh.name, arrays_of(mesh.triangles), mesh.weld));
        return meshes;
    });
    module.def("to_json", [](const py::list& parts) {
        const io::Document document = document_of(parts);
        return unlocked([&] { return io::to_json(document); });
    });
    module.def("write_glb", [](const py::list& parts, const std::string& file) {
        const io::Document document = document_of(parts);
        const auto written = unlocked([&] { return io::write_glb(document, file); });
        if (!written) refuse_value(written.error().message());
    });
    module.def("display_triangles",
               [](const py::object& given, const py::object& tolerance, const py::object& reach) {
                   const Shape shape = shape_of(given, "shape");
                   const double share = number_of(tolerance, "tolerance"), end = number_of(reach, "reach");
                   return arrays_of(unlocked([&] { return io::display_triangles(shape, share, end); }));
               });
    module.def("examine", &doctor_verb);
    module.def("explain", &explain_verb);
}

}  // namespace graze::python
