#include "report/assembly_report.hpp"

#include <algorithm>
#include <cmath>

#include <graze/io/document.hpp>
#include <graze/mesh/mesh.hpp>
#include <graze/query/query.hpp>
#include <graze/verify/verify.hpp>

#include "check_output.hpp"
#include "drawn_parts.hpp"
#include "inputs.hpp"
#include "text/progress.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

/// Checking a distance between meshes takes a second for so many triangles: larger pairs are reported without
/// the check.
constexpr std::size_t kMostCheckedTriangles = 50'000;

void add_parts(ReportData& report, const io::Document& document, const Assembly& assembly) {
    const double reach = drawn_reach(assembly);
    const PartGeometries geometries = part_geometries(assembly);
    for (const PartIndex part : geometries.first)
        report.geometries.push_back(
            io::display_triangles(assembly.parts[part].placed.shape, kDrawnSmoothness, reach));
    for (std::size_t i = 0; i < document.parts.size(); ++i) {
        const io::Part& part = document.parts[i];
        const Placed& placed = assembly.parts[i].placed;
        report.parts.push_back({part.name, part.group, part.source, shape_text(part.shape),
                                geometries.of_part[i], placed.pose, part.margin,
                                placed.shape.type() == ShapeType::half_space, part.colour});
    }
}

ReportCheck checked(bool verified) { return verified ? ReportCheck::verified : ReportCheck::not_shown; }

/// The proof of the verdict. The depth is checked where a certificate can prove it: for convex parts.
ReportProof report_proof(const Clash& clash, const Placed& a, const Placed& b) {
    ProofWords words = proof_words(clash.verdict.proof, "a", "b");
    ReportProof proof{words.kind, std::move(words.lines), checked(verify(clash.verdict, a, b))};
    proof.claim = clash.verdict.answer == Answer::intersecting ? "they overlap" : "they touch, or nearly so";
    if (a.shape.convex() && b.shape.convex())
        proof.measure = checked(verify(CertifiedSeparation{clash.separation, clash.certificate}, a, b));
    return proof;
}

std::vector<std::string> notes_of(Status status) {
    if (status != Status::budget_reached) return {};
    return {"the interval is wide because the budget was reached"};
}

void note_deviation(const Meant& meant, std::vector<std::string>& notes) {
    if (meant.deviation == 0) return;
    notes.push_back("the bounds hold for the parts themselves: their meshes deviate by " +
                    deviation_words(meant) + " in all; the proof is about the meshes");
}

/// Among the clashes: it may be one.
ReportClash report_undecided(const Undecided& found) {
    ReportClash row;
    row.a = found.a;
    row.b = found.b;
    row.relation = kUndecidedWords;
    row.point = found.point;
    row.notes = {"a gap is at most " + number_text(found.meant.distance.upper) +
                 " wide; the meshes deviate by " + deviation_words(found.meant) +
                 " in all, which leaves open whether the parts overlap, touch, or are apart"};
    return row;
}

ReportClash report_clash(const Clash& clash, const Assembly& assembly) {
    ReportClash row;
    row.a = clash.a;
    row.b = clash.b;
    row.relation = relation_words(relation_of(clash));
    row.depth = escape_distance_of(clash);
    row.interference = interference_of(clash);
    row.point = location_of(clash);
    if (row.depth && row.depth->upper > 0) row.normal = clash.separation.normal;
    for (const ContactManifold& manifold : clash.manifolds) {
        for (const ContactPoint& point : manifold.points)
            row.contacts.push_back({point.position, manifold.normal, point.depth});
    }
    row.contact_count = std::max<std::uint64_t>(contact_count(clash), row.contacts.size());
    row.region = clash.region.box;
    row.curve = clash.curve;
    row.proof = report_proof(clash, assembly.parts[clash.a].placed, assembly.parts[clash.b].placed);
    row.notes = notes_of(clash.separation.status);
    note_deviation(clash.meant, row.notes);
    if (clash.verdict.answer == Answer::undecided)
        row.notes.emplace_back("too close to call: they touch, or miss each other by rounding");
    return row;
}

std::size_t triangles_of(const Shape& shape) {
    const MeshData* mesh = mesh_data(shape);
    return mesh == nullptr ? 0 : mesh->triangles.size();
}

ReportNearMiss report_near_miss(const NearMiss& near, const Assembly& assembly,
                                const AssemblyOptions& options) {
    const Placed& a = assembly.parts[near.a].placed;
    const Placed& b = assembly.parts[near.b].placed;
    ReportNearMiss row;
    row.a = near.a;
    row.b = near.b;
    row.distance = distance_of(near);
    row.clearance = options.clearance.value_or(0);
    row.point_a = near.separation.point_a;
    row.point_b = near.separation.point_b;
    row.proof.kind = "plane and nearest points";
    row.proof.lines = {
        "along " + vector_text(near.separation.normal) + " nothing of the two is closer than the lower end",
        "the nearest points, one of each, are no farther apart than the upper end"};
    if (triangles_of(a.shape) + triangles_of(b.shape) <= kMostCheckedTriangles)
        row.proof.check = checked(verify(near.separation, a, b));
    row.proof.claim = "the distance lies between the bounds";
    row.notes = notes_of(near.separation.status);
    note_deviation(near.meant, row.notes);
    return row;
}

ReportPossible report_possible(const PossiblyInside& found) {
    return {found.a,
            found.b,
            relation_words(found.relation),
            found.winding,
            found.point,
            {"the mesh around is not closed and has no inside: close it, and check again"}};
}

/// The state of a row, and why it is in that state as its first note.
template <class Row>
void add_sentence(Row& row, const std::optional<Judgement::Sentence>& sentence, const std::string& unit) {
    if (!sentence) return;
    row.state = state_word(sentence->change);
    if (sentence->accepted != nullptr) row.notes.insert(row.notes.begin(), sentence_text(*sentence, unit));
}

}  // namespace

ReportData document_report(const io::Document& document, const Assembly& assembly,
                           const std::string& command) {
    ReportData report;
    report.title = document.title;
    report.command = command;
    report.unit = document.unit;
    report.up = document.up;
    const PairRules rules = io::pair_rules(document);
    for (const std::size_t idle : rules.idle())
        report.warnings.push_back("the exclusion of " + document.exclusions[idle].a + " and " +
                                  document.exclusions[idle].b + " matches no parts");
    for (const std::string& note : document_notes(document)) report.warnings.push_back(note);
    add_parts(report, document, assembly);
    return report;
}

ReportData assembly_report(const io::Document& document, const AssemblyFindings& result,
                           const AssemblyOptions& options, const std::string& command) {
    const Assembly assembly = io::assembly_of(document);
    ReportData report = document_report(document, assembly, command);
    report.asked_clearance = options.clearance.has_value() || options.all_distances;
    report.facts = {{"pairs tested", std::to_string(result.statistics.tested),
                     "their boxes are close enough, and no rule excludes them"},
                    {"pairs excluded", std::to_string(result.statistics.excluded), "by rules of the scene"},
                    {"depths", options.depth == DepthEffort::tight ? "tight" : "quick",
                     "how much was done for interferences and escape distances"},
                    {"time", readable_time(result.statistics.seconds), "of the check"}};
    if (options.clearance)
        report.facts.push_back(
            {"clearance", number_text(*options.clearance), "closer pairs are near misses"});
    for (const Clash& clash : result.clashes) report.clashes.push_back(report_clash(clash, assembly));
    for (const Undecided& found : result.undecided) report.clashes.push_back(report_undecided(found));
    for (const PossiblyInside& found : result.possibly_inside)
        report.possible.push_back(report_possible(found));
    for (const NearMiss& near : result.near_misses)
        report.near_misses.push_back(report_near_miss(near, assembly, options));
    return report;
}

void add_judgement(ReportData& report, const io::Document& document, const Judgement& judgement) {
    const std::string& unit = document.unit;
    for (ReportClash& row : report.clashes)
        add_sentence(row, judgement.of_pair(document, row.a, row.b), unit);
    for (ReportNearMiss& row : report.near_misses)
        add_sentence(row, judgement.of_pair(document, row.a, row.b), unit);
    for (ReportPossible& row : report.possible)
        add_sentence(row, judgement.of_possible(document, row.a, row.b), unit);
    report.facts.push_back({"accepted", std::to_string(judgement.accepted()), "by " + judgement.file()});
    report.facts.push_back(
        {"new, worse",
         fmt::format("{}, {}", judgement.count(Change::appeared), judgement.count(Change::worse)),
         "compared with " + judgement.file()});
    for (const Acceptance* gone : judgement.gone())
        report.warnings.push_back(fmt::format("{} accepts '{}' and '{}' ({}), which were not found",
                                              judgement.file(), gone->finding.a, gone->finding.b,
                                              gone->reason));
}

}  // namespace graze::cli
