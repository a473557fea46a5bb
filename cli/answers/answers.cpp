#include "answers/answers.hpp"

#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include <graze/core/version.hpp>

#include "answers/answers_json.hpp"
#include "answers/finer_meshes.hpp"
#include "answers/json_file.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kAnswersFormat = "graze-answers";
constexpr std::string_view kHint = "Write answers with 'graze check --json' or 'graze cast --json'";
constexpr std::uintmax_t kLargestFile = std::uintmax_t{2} << 30;
constexpr std::array<std::string_view, 3> kAmong{"all", "files", "groups"};
constexpr std::array<std::string_view, 2> kRegions{"boxes", "crossing"};

constexpr std::array<std::string_view, 2> kEfforts{"quick", "tight"};  // by DepthEffort

Json json_of(const Interference& found) {
    return {{"depth", cli::json_of(found.depth)}, {"point", cli::json_of(found.point)},
            {"exit", cli::json_of(found.exit)},   {"in_a", found.in_a},
            {"status", to_string(found.status)},  {"iterations", found.iterations}};
}

/// Of parts that deviate from their shapes.
Json json_of(const Meant& meant) {
    return {{"deviation", cli::json_of(meant.deviation)},
            {"estimated", meant.estimated},
            {"distance", cli::json_of(meant.distance)},
            {"common", cli::json_of(meant.common)}};
}

Json with_meant(Json json, const Meant& meant) {
    if (meant.deviation > 0) json["meant"] = json_of(meant);
    return json;
}

Json json_of(const Clash& clash, const io::Document& document) {
    Json manifolds = Json::array();
    for (const ContactManifold& manifold : clash.manifolds) manifolds.push_back(cli::json_of(manifold));
    Json json{{"a", document.parts[clash.a].name},
              {"b", document.parts[clash.b].name},
              {"relation", to_string(clash.relation)},
              {"verdict", cli::json_of(clash.verdict)},
              {"interference", json_of(clash.interference)},
              {"separation", cli::json_of(clash.separation, clash.certificate)},
              {"contacts", {{"count", contact_count(clash)}, {"manifolds", std::move(manifolds)}}},
              {"triangle_pairs", clash.triangle_pairs},
              {"region",
               {{"holds", kRegions[static_cast<std::size_t>(clash.region.kind)]},
                {"min", cli::json_of(clash.region.box.min)},
                {"max", cli::json_of(clash.region.box.max)}}}};
    return with_meant(std::move(json), clash.meant);
}

Json json_of(const NearMiss& near, const io::Document& document) {
    return with_meant({{"a", document.parts[near.a].name},
                       {"b", document.parts[near.b].name},
                       {"separation", cli::json_of(near.separation)}},
                      near.meant);
}

Json json_of(const Undecided& found, const io::Document& document) {
    return with_meant({{"a", document.parts[found.a].name},
                       {"b", document.parts[found.b].name},
                       {"shapes", cli::json_of(found.shapes)},
                       {"point", cli::json_of(found.point)}},
                      found.meant);
}

Json json_of(const PossiblyInside& found, const io::Document& document) {
    return {{"a", document.parts[found.a].name},
            {"b", document.parts[found.b].name},
            {"relation", to_string(found.relation)},
            {"winding", cli::json_of(found.winding)},
            {"point", cli::json_of(found.point)}};
}

Json json_of(const PartImpact& finding, const io::Document& document) {
    return {{"a", document.parts[finding.a].name},
            {"b", document.parts[finding.b].name},
            {"impact", cli::json_of(finding.certified)}};
}

/// The text of an object, member by member. Findings are written one a line, and only one at a time is held
/// as a tree, which takes several times the memory of its text.
class ObjectText {
public:
    ObjectText(std::string& text, const char* separator) : text_(text), separator_(separator) {
        text_ += '{';
    }

    void add(const char* key, const Json& value) {
        begin(key);
        text_ += line_of(value);
    }
    template <class Findings>
    void add(const char* key, const Findings& findings, const io::Document& document) {
        begin(key);
        text_ += '[';
        const char* before = "\n   ";
        for (const auto& finding : findings) {
            text_ += before + line_of(json_of(finding, document));
            before = ",\n   ";
        }
        text_ += ']';
    }
    /// The text to which the value of this key is to be added.
    std::string& begin(const char* key) {
        text_ += (std::exchange(first_, false) ? "" : ",") + std::string(separator_) + '"' + key + "\": ";
        return text_;
    }
    void end() { text_ += '}'; }

private:
    /// Names come from files, in any bytes: those that are no text are replaced.
    static std::string line_of(const Json& value) {
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    std::string& text_;
    const char* separator_;
    bool first_ = true;
};

Json options_json(const Answers& answers) {
    const AssemblyOptions& options = answers.options;
    Json json{{"clearance", options.clearance ? cli::json_of(*options.clearance) : Json(nullptr)},
              {"all_distances", options.all_distances},
              {"between", kAmong[static_cast<std::size_t>(options.pairs)]},
              {"allow_touching", options.allow_touching},
              {"allow_depth", cli::json_of(options.allow_depth)},
              {"depth", kEfforts[static_cast<std::size_t>(options.depth)]}};
    Json exclude = Json::array(), groups = Json::array();
    for (const Exclusion& exclusion : answers.exclusions)
        exclude.push_back({{"a", exclusion.a}, {"b", exclusion.b}});
    for (const GroupRule& group : answers.groups)
        groups.push_back({{"name", group.name}, {"parts", group.parts}});
    json["exclude"] = std::move(exclude);
    json["groups"] = std::move(groups);
    return json;
}

/// Parts by name.
class Names {
public:
    explicit Names(const io::Document& document) {
        for (std::uint32_t i = 0; i < document.parts.size(); ++i) index_.emplace(document.parts[i].name, i);
    }
    [[nodiscard]] std::uint32_t operator()(const Field& field) const {
        const auto found = index_.find(field.text());
        if (found == index_.end())
            field.fail("names a part that the scene does not have: '" + field.text() + "'");
        return found->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> index_;
};

template <class Finding> void name_pair(const Field& field, const Names& names, Finding& finding) {
    finding.a = names(field.at("a"));
    finding.b = names(field.at("b"));
    if (finding.a == finding.b) field.at("b").fail("is the same part as a");
    if (finding.a > finding.b)
        field.at("b").fail("comes before a in the scene: the order of a pair is the scene's");
}

Interference interference_from(const Field& field) {
    Interference found;
    found.depth = field.at("depth").interval();
    found.point = field.at("point").vector();
    found.exit = field.at("exit").vector();
    found.in_a = field.at("in_a").boolean();
    found.status = status_from(field.at("status"));
    found.iterations = field.at("iterations").index();
    return found;
}

/// Of an option: what the command line takes.
double length_from(const Field& field) {
    const double length = field.number();
    if (!(length >= 0) || std::isinf(length)) field.fail("should be a finite number of 0 or more");
    return length;
}

Meant meant_from(const Field& finding) {
    Meant meant;
    if (!finding.has("meant")) return meant;
    const Field field = finding.at("meant");
    meant.deviation = length_from(field.at("deviation"));
    meant.estimated = field.at("estimated").boolean();
    meant.distance = field.at("distance").interval();
    meant.common = field.at("common").vector();
    return meant;
}

Clash clash_from(const Field& field, const Names& names) {
    Clash clash;
    name_pair(field, names, clash);
    clash.meant = meant_from(field);
    clash.relation = relation_from(field.at("relation"));
    clash.verdict = verdict_from(field.at("verdict"));
    CertifiedSeparation certified = separation_from(field.at("separation"));
    clash.separation = certified.separation;
    if (field.has("interference")) clash.interference = interference_from(field.at("interference"));
    clash.certificate = std::move(certified.certificate);
    const Field manifolds = field.at("contacts").at("manifolds");
    for (std::size_t i = 0; i < manifolds.size(); ++i)
        clash.manifolds.push_back(manifold_from(manifolds.at(i)));
    if (field.at("contacts").at("count").count() != contact_count(clash))
        field.at("contacts").at("count").fail("is not the number of points");
    clash.triangle_pairs = field.at("triangle_pairs").count();
    clash.region.kind = static_cast<RegionKind>(field.at("region").at("holds").one_of(kRegions));
    clash.region.box = {field.at("region").at("min").vector(), field.at("region").at("max").vector()};
    return clash;
}

NearMiss near_miss_from(const Field& field, const Names& names) {
    NearMiss near;
    name_pair(field, names, near);
    near.separation = separation_from(field.at("separation")).separation;
    near.meant = meant_from(field);
    return near;
}

Undecided undecided_from(const Field& field, const Names& names) {
    Undecided found;
    name_pair(field, names, found);
    found.shapes = field.at("shapes").interval();
    found.point = field.at("point").vector();
    found.meant = meant_from(field);
    return found;
}

PossiblyInside possibly_inside_from(const Field& field, const Names& names) {
    PossiblyInside found;
    name_pair(field, names, found);
    found.relation = relation_from(field.at("relation"));
    if (found.relation != Relation::a_inside_b && found.relation != Relation::b_inside_a)
        field.at("relation").fail("should be a_inside_b or b_inside_a");
    found.winding = field.at("winding").interval();
    found.point = field.at("point").vector();
    return found;
}

PartImpact part_impact_from(const Field& field, const Names& names) {
    PartImpact finding;
    name_pair(field, names, finding);
    finding.certified = impact_from(field.at("impact"));
    return finding;
}

template <class Finding, class Read>
std::vector<Finding> list_from(const Field& list, const Names& names, const Read& read) {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < list.size(); ++i) findings.push_back(read(list.at(i), names));
    return findings;
}

void options_from(const Field& field, Answers& answers) {
    AssemblyOptions& options = answers.options;
    if (!field.at("clearance").is_null()) options.clearance = length_from(field.at("clearance"));
    options.all_distances = field.at("all_distances").boolean();
    options.pairs = static_cast<PairSelection>(field.at("between").one_of(kAmong));
    options.allow_touching = field.at("allow_touching").boolean();
    options.allow_depth = length_from(field.at("allow_depth"));
    if (field.has("depth"))  // older files are all quick
        options.depth = static_cast<DepthEffort>(field.at("depth").one_of(kEfforts));
    const Field exclude = field.at("exclude");
    for (std::size_t i = 0; i < exclude.size(); ++i)
        answers.exclusions.push_back({exclude.at(i).at("a").text(), exclude.at(i).at("b").text(), "answers"});
    if (!field.has("groups")) return;  // optional
    const Field groups = field.at("groups");
    for (std::size_t i = 0; i < groups.size(); ++i)
        answers.groups.push_back({groups.at(i).at("name").text(), groups.at(i).at("parts").text()});
}

void check_from(const Field& check, const Names& names, Answers& answers) {
    options_from(check.at("options"), answers);
    AssemblyFindings& result = answers.result;
    result.clashes = list_from<Clash>(check.at("clashes"), names, clash_from);
    result.allowed = list_from<Clash>(check.at("allowed"), names, clash_from);
    result.near_misses = list_from<NearMiss>(check.at("near_misses"), names, near_miss_from);
    if (check.has("undecided"))
        result.undecided = list_from<Undecided>(check.at("undecided"), names, undecided_from);
    // Older files do not contain this list: open meshes are then not checked again.
    answers.options.open_meshes = check.has("possible");
    if (answers.options.open_meshes)
        result.possibly_inside = list_from<PossiblyInside>(check.at("possible"), names, possibly_inside_from);
    const Field counts = check.at("counts");
    result.statistics.tested = counts.at("pairs_tested").count();
    result.statistics.excluded = counts.at("pairs_excluded").count();
    const auto expect = [&](const char* key, std::size_t value) {
        if (counts.at(key).count() != value) counts.at(key).fail("is not the length of the list");
    };
    expect("clashes", result.clashes.size());
    expect("allowed", result.allowed.size());
    expect("near_misses", result.near_misses.size());
    if (answers.options.open_meshes) expect("possible", result.possibly_inside.size());
}

void cast_from(const Field& cast, const Names& names, Answers& answers) {
    const Field options = cast.at("options");
    answers.cast_options.tolerance = options.at("tolerance").number();
    if (!(answers.cast_options.tolerance > 0) || std::isinf(answers.cast_options.tolerance))
        options.at("tolerance").fail("should be a finite number above 0");
    answers.cast_options.verify = options.at("proofs").boolean();
    answers.impacts.moving = list_from<std::uint32_t>(
        cast.at("moving"), names, [](const Field& name, const Names& all) { return all(name); });
    answers.impacts.impacts = list_from<PartImpact>(cast.at("impacts"), names, part_impact_from);
    if (cast.at("counts").at("impacts").count() != answers.impacts.impacts.size())
        cast.at("counts").at("impacts").fail("is not the length of the list");
}

SceneHead head_from(const Field& scene) {
    SceneHead head{scene.at("title").text(), scene.at("unit").text(), {}};
    for (std::size_t i = 0; scene.has("notes") && i < scene.at("notes").size(); ++i)
        head.notes.push_back(scene.at("notes").at(i).text());
    return head;
}

Answers answers_of(const Field& file, const io::Document& document) {
    if (!file.has("format") || file.at("format").text() != kAnswersFormat)
        file.fail("is not a file of answers: \"format\" should be \"graze-answers\"");
    if (file.at("version").count() != kAnswersVersion)
        file.at("version").fail("is not the one this tool reads");
    Answers answers;
    answers.fingerprint = file.at("scene").at("fingerprint").text();
    answers.scene = head_from(file.at("scene"));
    if (file.at("scene").at("parts").count() != document.parts.size())
        file.at("scene").at("parts").fail("is not how many the scene has");
    const Names names(document);
    answers.checked = file.has("check");
    answers.cast = file.has("cast");
    if (!answers.checked && !answers.cast)
        file.fail("has no answers: neither \"check\" nor \"cast\" is there");
    if (answers.checked) check_from(file.at("check"), names, answers);
    if (answers.cast) cast_from(file.at("cast"), names, answers);
    return answers;
}

/// Read by people and scripts; `graze verify` ignores it.
Json cascade_json(const CascadeCounters& cascade) {
    return {{"pairs", cascade.pairs},
            {"culled", cascade.culled},
            {"tested", cascade.tested},
            {"found", cascade.found},
            {"box_tests", cascade.box_tests},
            {"primitive_tests", cascade.primitive_tests},
            {"seconds",
             {{"broad_phase", cascade.broad_seconds},
              {"trees", cascade.tree_seconds},
              {"primitives", cascade.primitive_seconds},
              {"details", cascade.detail_seconds}}}};
}

void add_check(const Answers& answers, const io::Document& document, const Judgement* judgement,
               std::string& text) {
    const AssemblyFindings& result = answers.result;
    ObjectText check(text, "\n  ");
    check.add("options", options_json(answers));
    check.add("counts", {{"clashes", result.clashes.size()},
                         {"allowed", result.allowed.size()},
                         {"near_misses", result.near_misses.size()},
                         {"possible", result.possibly_inside.size()},
                         {"pairs_tested", result.statistics.tested},
                         {"pairs_excluded", result.statistics.excluded}});
    if (answers.options.count_cascade) check.add("cascade", cascade_json(result.statistics.cascade));
    if (judgement != nullptr) check.add("baseline", judgement->json());
    check.add("clashes", result.clashes, document);
    check.add("allowed", result.allowed, document);
    check.add("near_misses", result.near_misses, document);
    check.add("possible", result.possibly_inside, document);
    if (!result.undecided.empty()) check.add("undecided", result.undecided, document);
    if (!answers.finer.empty()) check.add("finer_meshes", finer_json(answers.finer));
    check.end();
}

void add_cast(const Answers& answers, const io::Document& document, std::string& text) {
    const CastAnswer& found = answers.impacts;
    Json moving = Json::array();
    for (const std::uint32_t part : found.moving) moving.push_back(document.parts[part].name);
    ObjectText cast(text, "\n  ");
    cast.add("options", {{"tolerance", cli::json_of(answers.cast_options.tolerance)},
                         {"proofs", answers.cast_options.verify}});
    cast.add("counts", {{"impacts", found.impacts.size()}});
    cast.add("moving", moving);
    cast.add("impacts", found.impacts, document);
    cast.end();
}

}  // namespace

SceneHead head_of(const io::Document& document) {
    return {document.title, document.unit, document_notes(document, NoteHints::none)};
}

std::string to_text(const Answers& answers, const io::Document& document, const Judgement* judgement) {
    const SceneHead head = head_of(document);
    Json scene{{"title", head.title},
               {"unit", head.unit},
               {"parts", document.parts.size()},
               {"fingerprint", answers.fingerprint}};
    if (!head.notes.empty()) scene["notes"] = head.notes;
    std::string text;
    ObjectText file(text, "\n ");
    file.add("format", kAnswersFormat);
    file.add("version", kAnswersVersion);
    file.add("graze", GRAZE_VERSION_STRING);
    file.add("scene", scene);
    if (answers.checked) add_check(answers, document, judgement, file.begin("check"));
    if (answers.cast) add_cast(answers, document, file.begin("cast"));
    file.end();
    text += '\n';
    return text;
}

Answers answers_from(std::string_view text, const io::Document& document, const std::string& name) {
    const Json json = parse_json(text, name, kHint);
    try {
        return answers_of(Field(json), document);
    } catch (const Malformed& fault) {
        throw UserError{name + ": " + (fault.place.empty() ? "it" : fault.place) + " " + fault.reason};
    }
}

Answers read_answers(const std::filesystem::path& file, const io::Document& document) {
    return answers_from(read_plain_file(file, kLargestFile), document, file.string());
}

}  // namespace graze::cli
