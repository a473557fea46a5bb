// graze doctor: what is wrong with mesh files, and what to do about it.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <graze/io/read.hpp>
#include <graze/mesh/doctor.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/mesh_query.hpp>

#include "command.hpp"
#include "inputs.hpp"
#include "json_text.hpp"
#include "plain_text.hpp"
#include "wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kDoctorExamples = R"(Examples:
  graze doctor bracket.stl                  what is wrong with it, and what to do
  graze doctor parts/*.obj                  of many files, one after the other
  graze doctor sheet.stl --as surface       open edges are fine in a skin
  graze doctor bracket.stl --crossings      look also for places where it goes through itself

Faults keep a mesh from being used, or from having an inside. Notes are worth knowing, no more.
Exit codes: 0 no faults, 1 faults, 2 bad input or usage.)";

struct DoctorOptions {
    std::vector<std::string> files;
    std::string kind = "solid";  ///< What the meshes are wanted to be.
    bool crossings = false;
    bool any_format = false;
    bool json = false;
};

/// One mesh of a file.
struct Diagnosis {
    std::string file;
    std::string mesh;
    MeshReport report;
    std::optional<std::size_t> crossings;  ///< Pairs of its triangles that cross, when asked and when it can be built.
};

/// Faults that concern solids alone: a surface is what its triangles are.
bool only_of_solids(MeshFault fault) {
    return fault == MeshFault::open_edge || fault == MeshFault::flipped_face || fault == MeshFault::not_orientable ||
           fault == MeshFault::inside_out;
}

/// Worth knowing, but nothing goes wrong by it.
bool only_a_note(MeshFault fault) {
    return fault == MeshFault::non_manifold_edge || fault == MeshFault::duplicate_vertex || fault == MeshFault::unreferenced_vertex ||
           fault == MeshFault::unusual_size;
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
    Diagnosis diagnosis{file, mesh.name, examine(vertices, triangles), {}};
    if (!options.crossings) return diagnosis;
    const auto built = Mesh::build(vertices, triangles, {.threads = 0});
    if (built) diagnosis.crossings = self_intersections(*built).size();
    return diagnosis;
}

std::string offenders_text(const MeshFinding& finding) {
    std::string text;
    for (const MeshOffender& offender : finding.first) {
        if (!text.empty()) text += ", ";
        text += offender.edge[0] == offender.edge[1] ? std::to_string(offender.element)
                                                     : fmt::format("{}-{}", offender.edge[0], offender.edge[1]);
    }
    return finding.first.size() < finding.count ? text + ", ..." : text;
}

void tell(const Diagnosis& diagnosis, const DoctorOptions& options) {
    const MeshReport& report = diagnosis.report;
    say(fmt::format("{}{}: {}, {}, {}\n", legible(diagnosis.file), diagnosis.mesh.empty() ? "" : " (" + diagnosis.mesh + ")",
                    count_text(report.triangle_count, "triangle"), count_text(report.shell_count, "shell"), fit_text(report)));
    say(fmt::format("  box    {} to {}\n", vector_text(report.min), vector_text(report.max)));
    if (report.closed && report.oriented) say(fmt::format("  volume {}\n", number_text(report.volume)));
    for (const MeshFinding& finding : report.findings) {
        std::string name{to_string(finding.fault)};
        std::replace(name.begin(), name.end(), '_', ' ');
        say(fmt::format("  {}  {} ({}): {}\n", matters(finding, options) ? "FAULT" : "note ", name, finding.count, finding.text));
        say(fmt::format("         the first: {}\n", offenders_text(finding)));
    }
    if (diagnosis.crossings.value_or(0) > 0)
        say(
            fmt::format("  FAULT  it goes through itself: {} of triangles. Where shells overlap a solid has a hole: unite them in the "
                        "program that made it.\n",
                        count_text(*diagnosis.crossings, "pair")));
    if (faults(diagnosis, options) == 0) say("  no faults\n");
}

nlohmann::ordered_json diagnosis_json(const Diagnosis& diagnosis, const DoctorOptions& options) {
    const MeshReport& report = diagnosis.report;
    auto findings = nlohmann::ordered_json::array();
    for (const MeshFinding& finding : report.findings) {
        auto first = nlohmann::ordered_json::array();
        for (const MeshOffender& offender : finding.first) first.push_back({{"element", offender.element}, {"edge", offender.edge}});
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
    if (diagnosis.crossings) json["crossings"] = *diagnosis.crossings;
    return json;
}

Exit run_doctor(const DoctorOptions& options) {
    auto list = nlohmann::ordered_json::array();
    std::size_t all_faults = 0;
    for (const std::string& file : options.files) {
        if (file.ends_with(".json") || file.ends_with(".urdf"))
            throw Trouble{file + ": doctor looks into mesh files, and this is none. Name those that it is made of"};
        io::ReadOptions reading;
        reading.any_format = options.any_format;
        const auto meshes = io::read_triangles(file, reading);
        if (!meshes) throw Trouble{complaint(meshes.error())};
        for (const std::string& note : meshes->front().notes) print_note(note);
        for (const io::NamedTriangles& mesh : *meshes) {
            const Diagnosis diagnosis = diagnose(file, mesh, options);
            all_faults += faults(diagnosis, options);
            if (options.json)
                list.push_back(diagnosis_json(diagnosis, options));
            else
                tell(diagnosis, options);
        }
    }
    if (options.json) say(json_text(nlohmann::ordered_json{{"meshes", list}}));
    return all_faults == 0 ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_doctor(CLI::App& tool, Chosen& chosen) {
    CLI::App* command = tool.add_subcommand("doctor", "What is wrong with mesh files, and what to do about it");
    const auto options = std::make_shared<DoctorOptions>();
    command->add_option("FILE", options->files, "Mesh files: .stl .obj .ply .off .glb .gltf .dae ...")->required();
    command->add_option("--as", options->kind, "What the meshes are to be: solid (default) or surface")
        ->check(CLI::IsMember({"solid", "surface"}))
        ->type_name("KIND");
    command->add_flag("--crossings", options->crossings, "Look also for places where a mesh goes through itself");
    command->add_flag("--any-format", options->any_format, "Also read formats that only assimp knows: damaged files have crashed it");
    command->add_flag("--json", options->json, "Answer in JSON");
    command->footer(kDoctorExamples);
    command->callback([&chosen, options] { chosen = [options] { return run_doctor(*options); }; });
}

}  // namespace graze::cli
