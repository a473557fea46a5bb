#include "robots/self_collision_words.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <graze/core/version.hpp>

#include "answers/json_text.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr std::array kContacts{LinkContact::never, LinkContact::always, LinkContact::sometimes,
                               LinkContact::adjacent, LinkContact::unknown};

const std::string& link_name(const SelfCollisionRun& run, std::uint32_t link) {
    return run.robot->robot.links()[link].name;
}

std::string both_links(const SelfCollisionRun& run, const SelfCollisionPair& pair) {
    return link_name(run, pair.link_a) + " and " + link_name(run, pair.link_b);
}

/// "shoulder 0.2, elbow -1.1": the values that the example sets, those of 0 left out.
std::string example_text(const SelfCollisionRun& run, const std::vector<double>& example) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < example.size(); ++i) {
        if (example[i] != 0)
            values.push_back(fmt::format("{} {:.4g}", run.robot->robot.coordinate_name(i), example[i]));
    }
    return values.empty() ? "all joints at 0" : fmt::format("{}", fmt::join(values, ", "));
}

bool has_proof(const SelfCollisionPair& pair) {
    return pair.contact == LinkContact::never || pair.contact == LinkContact::always;
}

/// "never" and "always" without more are about all that the robot may do.
std::string contact_text(const SelfCollisionPair& pair) {
    return std::string{to_string(pair.contact)} + (pair.complete() ? "" : " within");
}

/// "; while x is in -3.14 .. 3.14": what a proof is limited to. Empty when it is complete.
std::string range_text(const SelfCollisionRun& run, const SelfCollisionPair& pair) {
    std::vector<std::string> ranges;
    for (const std::uint32_t i : pair.partial)
        ranges.push_back(fmt::format("{} is in {:.4g} .. {:.4g}", run.robot->robot.coordinate_name(i),
                                     pair.proof.limits[i].lower, pair.proof.limits[i].upper));
    return ranges.empty() ? "" : fmt::format("; while {}", fmt::join(ranges, " and "));
}

std::string evidence_text(const SelfCollisionRun& run, const LinkPair& pair) {
    const SelfCollisionPair& found = pair.found;
    switch (found.contact) {
        case LinkContact::never:
        case LinkContact::always:
            return fmt::format("{}, {}{}", count_text(found.boxes, "box", "boxes"),
                               pair.verified ? "verified" : "NOT proven by the separate check",
                               range_text(run, found));
        case LinkContact::sometimes: return "at " + example_text(run, found.example);
        case LinkContact::adjacent: return "joined by a joint";
        case LinkContact::unknown:
            return fmt::format("none of {} touches", count_text(found.samples, "sample"));
    }
    return "?";
}

std::string closest_text(const SelfCollisionPair& pair) {
    if (pair.contact == LinkContact::adjacent || !std::isfinite(pair.closest)) return "";
    return readable(pair.closest);
}

std::string summary(const SelfCollisionRun& run) {
    std::string text = count_text(run.pairs.size(), "pair") + ":";
    std::size_t shown = 0;
    for (const LinkContact contact : kContacts) {
        std::size_t count = 0;
        for (const LinkPair& pair : run.pairs) count += pair.found.contact == contact ? 1 : 0;
        if (count > 0) text += fmt::format("{} {} {}", shown++ > 0 ? "," : "", count, to_string(contact));
    }
    const auto partial =
        std::ranges::count_if(run.pairs, [](const LinkPair& pair) { return !pair.found.complete(); });
    if (partial > 0)
        text += fmt::format(". Of {} the proof is about a range of values that have no limits", partial);
    return text + ".\n";
}

using OrderedJson = nlohmann::ordered_json;

OrderedJson pair_json(const SelfCollisionRun& run, const LinkPair& pair) {
    OrderedJson json{
        {"a", link_name(run, pair.found.link_a)},
        {"b", link_name(run, pair.found.link_b)},
        {"contact", to_string(pair.found.contact)},
        {"complete", has_proof(pair.found) ? OrderedJson(pair.found.complete()) : OrderedJson()}};
    for (const std::uint32_t i : pair.found.partial)
        json["ranges"][run.robot->robot.coordinate_name(i)] = {pair.found.proof.limits[i].lower,
                                                               pair.found.proof.limits[i].upper};
    json["verified"] = has_proof(pair.found) ? OrderedJson(pair.verified) : OrderedJson();
    json["example"] = pair.found.example.empty() ? OrderedJson() : OrderedJson(pair.found.example);
    json["closest"] = pair.found.contact == LinkContact::adjacent ? OrderedJson()
                                                                  : OrderedJson(json_of(pair.found.closest));
    json["samples"] = pair.found.samples;
    json["boxes"] = pair.found.boxes;
    if (run.compared) json["disabled"] = pair.disabled.empty() ? OrderedJson() : OrderedJson(pair.disabled);
    return json;
}

}  // namespace

std::vector<std::string> difference_sentences(const SelfCollisionRun& run) {
    std::vector<std::string> lines;
    if (!run.compared) return lines;
    for (const LinkPair& pair : run.pairs) {
        const bool touches = pair.found.contact == LinkContact::sometimes;
        if (!pair.disabled.empty() && touches)
            lines.push_back(fmt::format("{} are disabled ({}), but they can touch: at {}",
                                        both_links(run, pair.found), pair.disabled,
                                        example_text(run, pair.found.example)));
        if (!pair.disabled.empty() && pair.found.contact == LinkContact::unknown)
            lines.push_back(fmt::format("{} are disabled ({}), and it is not proven that they never touch",
                                        both_links(run, pair.found), pair.disabled));
        if (!pair.disabled.empty() && pair.found.contact == LinkContact::never && !pair.found.complete())
            lines.push_back(fmt::format("{} are disabled ({}), and it is proven only{} that they never touch",
                                        both_links(run, pair.found), pair.disabled,
                                        range_text(run, pair.found).substr(1)));
        if (pair.disabled.empty() && pair.found.contact == LinkContact::never && pair.found.complete())
            lines.push_back(fmt::format("{} are enabled, but they never touch", both_links(run, pair.found)));
    }
    return lines;
}

std::string self_collision_text(const SelfCollisionRun& run, const SelfCollisionOptions& options,
                                std::size_t width) {
    std::vector<Column> columns{{"link a", false, true}, {"link b", false, true}, {"contact"}};
    if (run.compared) columns.push_back({"disabled as"});
    columns.push_back({"closest [m]"});
    columns.push_back({"because"});
    Table table(columns);
    for (const LinkPair& pair : run.pairs) {
        std::vector<std::string> row{link_name(run, pair.found.link_a), link_name(run, pair.found.link_b),
                                     contact_text(pair.found)};
        if (run.compared) row.push_back(pair.disabled);
        row.push_back(closest_text(pair.found));
        row.push_back(evidence_text(run, pair));
        table.add(row);
    }
    std::string text = table.text(width) + "\n";
    for (const std::string& line : difference_sentences(run)) text += shortened(line, line.size()) + ".\n";
    if (options.padding > 0)
        text += fmt::format("Links that are no farther apart than {} m count as touching.\n",
                            number_text(options.padding));
    return text + summary(run);
}

std::string self_collision_json(const SelfCollisionRun& run, const SelfCollisionOptions& options,
                                const std::string& file) {
    const Robot& robot = run.robot->robot;
    OrderedJson json{{"format", "graze-self-collision"}, {"version", 1},
                     {"graze", GRAZE_VERSION_STRING},    {"robot", file},
                     {"padding", options.padding},       {"samples", options.samples}};
    OrderedJson& names = json["joints"] = OrderedJson::array();
    for (std::size_t i = 0; i < robot.joint_count(); ++i) names.push_back(robot.coordinate_name(i));
    OrderedJson& pairs = json["pairs"] = OrderedJson::array();
    for (const LinkPair& pair : run.pairs) pairs.push_back(pair_json(run, pair));
    json["differences"] = difference_sentences(run);
    return json_text(json);
}

std::string self_collision_csv(const SelfCollisionRun& run) {
    std::string text = "a,b,contact,complete,verified,closest,samples,boxes,disabled\r\n";
    const auto quoted = [](const std::string& word) {
        std::string cell = "\"";
        for (const char c : word) {
            cell += c;
            if (c == '"') cell += c;
        }
        return cell + "\"";
    };
    for (const LinkPair& pair : run.pairs)
        text += fmt::format("{},{},{},{},{},{:.17g},{},{},{}\r\n", quoted(link_name(run, pair.found.link_a)),
                            quoted(link_name(run, pair.found.link_b)), to_string(pair.found.contact),
                            has_proof(pair.found) ? (pair.found.complete() ? "yes" : "no") : "",
                            has_proof(pair.found) ? (pair.verified ? "yes" : "no") : "", pair.found.closest,
                            pair.found.samples, pair.found.boxes, quoted(pair.disabled));
    return text;
}

}  // namespace graze::cli
