#include "exports/bcf_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>

#include <fmt/format.h>
#include <tinyxml2.h>

#include <graze/core/version.hpp>

#include "commands/command.hpp"
#include "exports/guid.hpp"
#include "exports/snapshot.hpp"
#include "exports/zip_archive.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kBcfMark = "graze check ";
constexpr std::string_view kBcfFirst = "bcf.version";

void push_element(tinyxml2::XMLPrinter& xml, const char* name, const std::string& text) {
    xml.OpenElement(name);
    xml.PushText(text.c_str());
    xml.CloseElement();
}

void push_place(tinyxml2::XMLPrinter& xml, const char* name, const Vec3& v) {
    xml.OpenElement(name);
    push_element(xml, "X", fmt::format("{}", v.x));
    push_element(xml, "Y", fmt::format("{}", v.y));
    push_element(xml, "Z", fmt::format("{}", v.z));
    xml.CloseElement();
}

const char* topic_type(FindingKind kind) {
    return kind == FindingKind::clearance   ? "Clearance"
           : kind == FindingKind::undecided ? "Undecided"
           : kind == FindingKind::possible  ? "Possibly inside"
                                            : "Clash";
}

std::string viewpoint_guid(const Finding& finding) {
    const std::array<std::string_view, 2> texts{"graze-viewpoint-1", finding.guid};
    return name_guid(joined_name(texts));
}

std::string version_xml() {
    tinyxml2::XMLPrinter xml;
    xml.PushDeclaration("xml version=\"1.0\" encoding=\"UTF-8\"");
    xml.OpenElement("Version");
    xml.PushAttribute("VersionId", "2.1");
    push_element(xml, "DetailedVersion", "2.1");
    xml.CloseElement();
    return xml.CStr();
}

/// The facts, a line each.
std::string description_of(const ExportContext& context, const Finding& finding) {
    const std::string unit = xml_text(context.document.unit);
    std::string text = fmt::format("{}\nParts: {} and {}\nRelation: {}\n", xml_text(finding.title),
                                   xml_text(finding.name_a), xml_text(finding.name_b), finding.relation);
    if (finding.measure)
        text += fmt::format("{}{}: {} {}\n", static_cast<char>(std::toupper(finding.measure_name[0])),
                            finding.measure_name.substr(1), interval_text(*finding.measure),
                            finding.kind == FindingKind::possible ? "" : unit);
    text += fmt::format("At: {} {}\n", vector_text(finding.location), unit);
    if (finding.contact_count > 0) text += fmt::format("Contacts: {}\n", finding.contact_count);
    if (!finding.reason.empty()) text += fmt::format("Reason: {}\n", xml_text(finding.reason));
    return text;
}

void push_header(tinyxml2::XMLPrinter& xml, const ExportContext& context, const Finding& finding) {
    std::set<std::string> files;
    for (const PartIndex part : {finding.a, finding.b}) files.insert(context.part_files[part]);
    xml.OpenElement("Header");
    for (const std::string& file : files) {
        xml.OpenElement("File");
        xml.PushAttribute("IsExternal", true);
        push_element(xml, "Filename", xml_text(std::filesystem::path(file).filename().string()));
        push_element(xml, "Reference", xml_text(file));
        xml.CloseElement();
    }
    xml.CloseElement();
}

const char* state_label(FindingState state) {
    switch (state) {
        case FindingState::fresh: return "new";
        case FindingState::worse: return "worse";
        case FindingState::unchanged: return "unchanged";
        case FindingState::accepted: return "accepted";
        default: return nullptr;
    }
}

std::string markup_xml(const ExportContext& context, const Finding& finding, std::size_t index) {
    tinyxml2::XMLPrinter xml;
    xml.PushDeclaration("xml version=\"1.0\" encoding=\"UTF-8\"");
    xml.OpenElement("Markup");
    push_header(xml, context, finding);
    xml.OpenElement("Topic");
    xml.PushAttribute("Guid", finding.guid.c_str());
    xml.PushAttribute("TopicType", topic_type(finding.kind));
    xml.PushAttribute("TopicStatus", finding.state == FindingState::accepted ? "Closed" : "Open");
    push_element(xml, "Title", xml_text(finding.title));
    push_element(xml, "Index", std::to_string(index));
    push_element(xml, "Labels", finding.relation);
    if (const char* label = state_label(finding.state)) push_element(xml, "Labels", label);
    push_element(xml, "CreationDate", time_text(context.time) + "Z");
    push_element(xml, "CreationAuthor", "graze " GRAZE_VERSION_STRING);
    push_element(xml, "Description", description_of(context, finding));
    xml.CloseElement();
    xml.OpenElement("Viewpoints");
    xml.PushAttribute("Guid", viewpoint_guid(finding).c_str());
    push_element(xml, "Viewpoint", "viewpoint.bcfv");
    push_element(xml, "Snapshot", "snapshot.png");
    xml.CloseElement();
    xml.CloseElement();
    return xml.CStr();
}

void push_component(tinyxml2::XMLPrinter& xml, const std::string& name) {
    xml.OpenElement("Component");
    push_element(xml, "OriginatingSystem", "graze");
    push_element(xml, "AuthoringToolId", xml_text(name));
    xml.CloseElement();
}

/// The pair selected and coloured as in the picture; everything visible, because a viewer that does not know
/// the names of our parts would show nothing otherwise.
void push_components(tinyxml2::XMLPrinter& xml, const Finding& finding) {
    xml.OpenElement("Components");
    xml.OpenElement("Selection");
    push_component(xml, finding.name_a);
    push_component(xml, finding.name_b);
    xml.CloseElement();
    xml.OpenElement("Visibility");
    xml.PushAttribute("DefaultVisibility", true);
    xml.CloseElement();
    xml.OpenElement("Coloring");
    for (const auto& [name, colour] :
         {std::pair{&finding.name_a, "EE8F35"}, std::pair{&finding.name_b, "3F8FE8"}}) {
        xml.OpenElement("Color");
        xml.PushAttribute("Color", colour);
        push_component(xml, *name);
        xml.CloseElement();
    }
    xml.CloseElement();
    xml.CloseElement();
}

std::string viewpoint_xml(const Finding& finding, const Camera& camera, double metres) {
    tinyxml2::XMLPrinter xml;
    xml.PushDeclaration("xml version=\"1.0\" encoding=\"UTF-8\"");
    xml.OpenElement("VisualizationInfo");
    xml.PushAttribute("Guid", viewpoint_guid(finding).c_str());
    push_components(xml, finding);
    xml.OpenElement("PerspectiveCamera");
    push_place(xml, "CameraViewPoint", metres * camera.position);
    push_place(xml, "CameraDirection", camera.forward);
    push_place(xml, "CameraUpVector", camera.up);
    push_element(xml, "FieldOfView", fmt::format("{}", kFieldOfView));
    xml.CloseElement();
    if (finding.gap[0] != finding.gap[1]) {
        xml.OpenElement("Lines");
        xml.OpenElement("Line");
        push_place(xml, "StartPoint", metres * finding.gap[0]);
        push_place(xml, "EndPoint", metres * finding.gap[1]);
        xml.CloseElement();
        xml.CloseElement();
    }
    xml.CloseElement();
    return xml.CStr();
}

}  // namespace

double metres_of(std::string_view unit) {
    struct Unit {
        std::string_view word;
        double metres;
    };
    constexpr std::array<Unit, 22> units{{{"m", 1},
                                          {"metre", 1},
                                          {"metres", 1},
                                          {"meter", 1},
                                          {"meters", 1},
                                          {"mm", 1e-3},
                                          {"millimetre", 1e-3},
                                          {"millimetres", 1e-3},
                                          {"millimeter", 1e-3},
                                          {"millimeters", 1e-3},
                                          {"cm", 1e-2},
                                          {"centimetre", 1e-2},
                                          {"centimeter", 1e-2},
                                          {"um", 1e-6},
                                          {"µm", 1e-6},
                                          {"km", 1e3},
                                          {"in", 0.0254},
                                          {"inch", 0.0254},
                                          {"inches", 0.0254},
                                          {"ft", 0.3048},
                                          {"foot", 0.3048},
                                          {"feet", 0.3048}}};
    const auto* const found = std::ranges::find(units, unit, &Unit::word);
    return found == units.end() ? 1 : found->metres;
}

std::string bcf_file(const ExportContext& context, FunctionRef<void(double)> progress) {
    std::vector<Finding> topics;
    for (const Finding& finding : context.findings) {
        if (finding.kind != FindingKind::allowed) topics.push_back(finding);
    }
    const auto too_many = [&] {
        return UserError{
            fmt::format("--bcf: {} findings are more than an archive holds. Check fewer parts at "
                        "a time, or with --exclude",
                        topics.size())};
    };
    if (3 * topics.size() + 1 > ZipArchive::kMostFiles) throw too_many();
    ExportContext shown{context.document, context.result,  context.options,    topics,
                        context.assembly, context.command, context.part_files, context.time,
                        context.threads};
    SnapshotStudio studio(shown);
    std::vector<FindingView> views(topics.size());
    std::vector<std::string> pictures(topics.size());
    std::atomic<std::size_t> done = 0;
    std::mutex mutex;
    const auto step = [&] {
        const double share = static_cast<double>(++done) / static_cast<double>(2 * topics.size());
        const std::lock_guard lock(mutex);
        progress(share);
    };
    parallel_for(topics.size(), context.threads,
                 [&](std::size_t i) { views[i] = studio.view(topics[i]), step(); });
    studio.prepare(views);
    parallel_for(topics.size(), context.threads,
                 [&](std::size_t i) { pictures[i] = png_of(studio.picture(topics[i], views[i])), step(); });
    ZipArchive archive(context.time);
    using Packing = ZipArchive::Packing;
    archive.add(kBcfFirst, version_xml(), Packing::deflated);
    const double metres = metres_of(context.document.unit);
    for (std::size_t i = 0; i < topics.size(); ++i) {
        const std::string folder = topics[i].guid + "/";
        archive.add(folder + "markup.bcf", markup_xml(context, topics[i], i), Packing::deflated);
        archive.add(folder + "viewpoint.bcfv", viewpoint_xml(topics[i], views[i].camera, metres),
                    Packing::deflated);
        archive.add(folder + "snapshot.png", pictures[i], Packing::stored);
        pictures[i] = {};
    }
    std::string bytes = archive.finish(std::string(kBcfMark) + GRAZE_VERSION_STRING);
    if (bytes.empty()) throw too_many();
    return bytes;
}

bool is_own_bcf(std::string_view head, std::string_view tail) {
    constexpr std::size_t name_at = 30;  // of the first file, behind its header
    return head.starts_with("PK\x03\x04") && head.size() > name_at &&
           head.substr(name_at).starts_with(kBcfFirst) && zip_comment(tail).starts_with(kBcfMark);
}

}  // namespace graze::cli
