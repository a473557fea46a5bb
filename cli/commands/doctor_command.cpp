// graze doctor: what is wrong with mesh files, and what to do about it.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <graze/io/document.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/query.hpp>
#include <graze/solid/doctor.hpp>

#include "answers/json_text.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "text/plain_text.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kDoctorExamples = R"(Examples:
  graze doctor bracket.stl                  what is wrong with it, and what to do
  graze doctor parts/*.obj                  of many files, one after the other
  graze doctor sheet.stl --as surface       open edges are fine in a skin
  graze doctor bracket.stl --crossings      search also for places where it goes through itself
  graze doctor bracket.stl --weld 1e-6      with seams closed within a millionth of its size

Faults keep a mesh from being used, or from having an inside. Notes are worth knowing, no more.
Exit codes: 0 no faults, 1 faults, 2 bad input or usage.)";

struct DoctorOptions {
    std::vector<std::string> files;
    std::string kind = "solid";  ///< The kind that the meshes should have.
    double weld = -1;            ///< Below 0: the default of the format.
    bool crossings = false;
    bool any_format = false;
    bool json = false;
};

/// One mesh of a file.
struct Diagnosis {
    std::string file;
    std::string mesh;
    MeshReport report;
    /// Pairs of its triangles that cross; empty unless requested and unless it can be built.
    std::optional<std::size_t> crossings;
};

/// Faults that concern solids alone: a surface is what its triangles are.
bool only_of_solids(MeshFault fault) {
    return fault == MeshFault::open_edge || fault == MeshFault::flipped_face ||
           fault == MeshFault::not_orientable || fault == MeshFault::inside_out;
}

/// Worth knowing, but nothing goes wrong by it.
bool only_a_note(MeshFault fault) {
    return fault == MeshFault::non_manifold_edge || fault == MeshFault::duplicate_vertex ||
           fault == MeshFault::unreferenced_vertex || fault == MeshFault::unusual_size;
}

bool matters(const MeshFinding& finding, const DoctorOptions& options) {
    return !only_a_note(finding.fault) && !(options.kind == "surface" && only_of_solids(finding.fault));
}

std::size_t faults(const Diagnosis& diagnosis, const DoctorOptions& options) {
    std::size_t count = diagnosis.crossings.value_or(0) > 0 ? 1 : 0;
    for (const MeshFinding& finding : diagnosis.report.findings) count += matters(finding, options) ? 1 : 0;
    return count;
}

std::string fit_text(const MeshReport& report) {
    if (report.fit_for_solid()) return "can be a solid, or a surface";
    return report.fit_for_surface() ? "can be a surface, not a solid" : "cannot be used as it is";
}

Diagnosis diagnose(const std::string& file, const io::NamedTriangles& mesh, const DoctorOptions& options) {
    const auto& [vertices, triangles] = mesh.triangles;
    Diagnosis diagnosis{file, mesh.name, examine(vertices, triangles, mesh.weld), {}};
    if (!options.crossings) return diagnosis;
    std::vector<Vec3> welded = vertices;
    weld_seams(welded, triangles, mesh.weld);
    const auto built = Mesh::build(welded, triangles, {.threads = 0});
    if (built) diagnosis.crossings = self_intersections(*built).size();
    return diagnosis;
}

std::string offenders_text(const MeshFinding& finding) {
    std::string text;
    for (const MeshOffender& offender : finding.first) {
        if (!text.empty()) text += ", ";
        text += offender.edge[0] == offender.edge[1]
                    ? std::to_string(offender.element)
                    : fmt::format("{}-{}", offender.edge[0], offender.edge[1]);
    }
    return finding.first.size() < finding.count ? text + ", ..." : text;
}

/// What was welded before all else was examined, and what was not.
std::string weld_text(const WeldReport& weld) {
    std::string text;
    if (weld.gave_up)
        text += fmt::format(
            "  note   nothing was welded: hundreds of vertices lie within a few times {} of each other; give "
            "a smaller --weld\n",
            number_text(weld.tolerance));
    if (weld.seams > 0)
        text += fmt::format("  welded {}: {} became one with others, by at most {}\n",
                            count_text(weld.seams, "seam"), count_text(weld.vertices, "vertex", "vertices"),
                            rounded_up(weld.farthest, 2));
    if (weld.refused_sets() == 0) return text;
    std::string reasons, places;
    for (std::size_t i = 0; i < kWeldRefusalCount; ++i) {
        std::string name{to_string(static_cast<WeldRefusal>(i))};
        std::replace(name.begin(), name.end(), '_', ' ');
        if (weld.refused[i] > 0)
            reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", name, weld.refused[i]);
    }
    for (const Vec3& place : weld.first_refused) places += (places.empty() ? "" : ", ") + vector_text(place);
    return text + fmt::format(
                      "  note   weld refused ({}): vertices within {} of each other stay apart, where a weld "
                      "would do more than close a seam: {}\n"
                      "         the first: {}{}\n",
                      weld.refused_sets(), number_text(weld.tolerance), reasons, places,
                      weld.first_refused.size() < weld.refused_sets() ? ", ..." : "");
}

nlohmann::ordered_json weld_json(const MeshReport& report) {
    const WeldReport& weld = report.weld;
    nlohmann::ordered_json refused, first = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < kWeldRefusalCount; ++i)
        refused[std::string{to_string(static_cast<WeldRefusal>(i))}] = weld.refused[i];
    for (const Vec3& place : weld.first_refused) first.push_back(to_json(place));
    return {{"tolerance", json_of(weld.tolerance)},
            {"size", json_of(weld.size)},
            {"open_edges_before", weld.open_edges},
            {"seams", weld.seams},
            {"vertices", weld.vertices},
            {"farthest", json_of(weld.farthest)},
            {"gave_up", weld.gave_up},
            {"refused", refused},
            {"first_refused", first}};
}

void print_answer(const Diagnosis& diagnosis, const DoctorOptions& options) {
    const MeshReport& report = diagnosis.report;
    print(fmt::format("{}{}: {}, {}, {}\n", legible(diagnosis.file),
                      diagnosis.mesh.empty() ? "" : " (" + diagnosis.mesh + ")",
                      count_text(report.triangle_count, "triangle"), count_text(report.shell_count, "shell"),
                      fit_text(report)));
    print(fmt::format("  box    {} to {}\n", vector_text(report.min), vector_text(report.max)));
    if (report.closed && report.oriented) print(fmt::format("  volume {}\n", number_text(report.volume)));
    print(weld_text(report.weld));
    for (const MeshFinding& finding : report.findings) {
        std::string name{to_string(finding.fault)};
        std::replace(name.begin(), name.end(), '_', ' ');
        print(fmt::format("  {}  {} ({}): {}\n", matters(finding, options) ? "FAULT" : "note ", name,
                          finding.count, finding.text));
        print(fmt::format("         the first: {}\n", offenders_text(finding)));
        if (finding.fault == MeshFault::open_edge && report.closing_weld.closes > 0)
            print(fmt::format("         --weld {:.2g} closes {} of them whenever the file is read\n",
                              report.closing_weld.relative, report.closing_weld.closes));
    }
    if (diagnosis.crossings.value_or(0) > 0)
        print(
            fmt::format("  FAULT  it goes through itself: {} of triangles. Where shells overlap a solid has "
                        "a hole: unite them in the "
                        "program that made it.\n",
                        count_text(*diagnosis.crossings, "pair")));
    if (faults(diagnosis, options) == 0) print("  no faults\n");
}

nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis, const DoctorOptions& options) {
    const MeshReport& report = diagnosis.report;
    auto findings = nlohmann::ordered_json::array();
    for (const MeshFinding& finding : report.findings) {
        auto first = nlohmann::ordered_json::array();
        for (const MeshOffender& offender : finding.first)
            first.push_back({{"element", offender.element}, {"edge", offender.edge}});
        findings.push_back({{"fault", to_string(finding.fault)},
                            {"matters", matters(finding, options)},
                            {"count", finding.count},
                            {"first", first},
                            {"text", finding.text}});
    }
    nlohmann::ordered_json json{{"file", legible(diagnosis.file)},
                                {"mesh", diagnosis.mesh},
                                {"vertices", report.vertex_count},
                                {"triangles", report.triangle_count},
                                {"shells", report.shell_count},
                                {"closed", report.closed},
                                {"oriented", report.oriented},
                                {"volume", json_of(report.volume)},
                                {"box", {to_json(report.min), to_json(report.max)}},
                                {"fit_for_surface", report.fit_for_surface()},
                                {"fit_for_solid", report.fit_for_solid()},
                                {"findings", findings}};
    if (report.weld.tolerance > 0) json["weld"] = weld_json(report);
    if (report.find(MeshFault::open_edge) != nullptr)
        json["closing_weld"] = {{"relative", json_of(report.closing_weld.relative)},
                                {"closes", report.closing_weld.closes},
                                {"leaves", report.closing_weld.leaves}};
    if (diagnosis.crossings) json["crossings"] = *diagnosis.crossings;
    return json;
}

Exit run_doctor(const DoctorOptions& options) {
    auto list = nlohmann::ordered_json::array();
    std::size_t all_faults = 0;
    for (const std::string& file : options.files) {
        if (file.ends_with(".json") || file.ends_with(".urdf"))
            throw UserError{file +
                            ": doctor reads mesh files, and this is none. Name those that it is made of"};
        io::ReadOptions reading;
        reading.any_format = options.any_format;
        if (options.weld >= 0) reading.weld = options.weld;
        const auto meshes = io::read_triangles(file, reading);
        if (!meshes) throw UserError{complaint(meshes.error())};
        for (const std::string& note : meshes->front().notes) print_note(note);
        for (const io::NamedTriangles& mesh : *meshes) {
            const Diagnosis diagnosis = diagnose(file, mesh, options);
            all_faults += faults(diagnosis, options);
            if (options.json)
                list.push_back(diagnosis_json(diagnosis, options));
            else
                print_answer(diagnosis, options);
        }
    }
    if (options.json) print(json_text(nlohmann::ordered_json{{"meshes", list}}));
    return all_faults == 0 ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_doctor(CLI::App& tool, Action& chosen) {
    CLI::App* command =
        tool.add_subcommand("doctor", "What is wrong with mesh files, and what to do about it");
    const auto options = std::make_shared<DoctorOptions>();
    command->add_option("FILE", options->files, "Mesh files: .stl .obj .ply .off .glb .gltf .dae ...")
        ->required();
    command->add_option("--as", options->kind, "What the meshes are to be: solid (default) or surface")
        ->check(CLI::IsMember({"solid", "surface"}))
        ->type_name("KIND");
    command->add_option("--weld", options->weld, std::string{kWeldHelp})
        ->type_name("SHARE")
        ->check(refuse_not_weld);
    command->add_flag("--crossings", options->crossings,
                      "Look also for places where a mesh goes through itself");
    command->add_flag("--any-format", options->any_format,
                      "Also read formats that only assimp knows: damaged files have crashed it");
    command->add_flag("--json", options->json, "Answer in JSON");
    command->footer(kDoctorExamples);
    command->callback([&chosen, options] { chosen = [options] { return run_doctor(*options); }; });
}

}  // namespace graze::cli
