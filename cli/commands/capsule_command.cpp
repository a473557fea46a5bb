// graze capsule: a question and its answer as a small file that replays anywhere.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "answers/audit_capsule.hpp"
#include "answers/capsule.hpp"
#include "answers/json_file.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "text/table.hpp"

namespace graze::cli {
namespace {

constexpr const char* kCapsuleExamples = R"(Examples:
  graze capsule make cell.json --a arm --b frame > question.json      how far apart are they?
  graze capsule make cell.json --a arm --b frame --query cast > question.json
  graze capsule make cell.json --a arm --ray 0 0 5 0 0 -1 > question.json
  graze capsule replay question.json                                  is the answer still the same, to the bit?

Exit codes of replay: 0 the same, 1 something differs, 2 bad input or usage. Capsules of audit builds of the library are repeated, in both
orders, and exit with 0. Send the file with your report of a bug.)";

struct Making {
    Inputs inputs;
    Question question;
    std::string query;
    std::vector<double> ray;
};

Exit make(const Making& making) {
    Question question = making.question;
    const std::array<std::string_view, 5> words{"verdict", "distance", "contacts", "relation", "cast"};
    if (!making.ray.empty()) {
        if (!question.b.empty() || !making.query.empty())
            throw UserError{"--ray is a query on one part: leave out --b and --query"};
        question.query = CapsuleQuery::ray;
        question.ray = {{making.ray[0], making.ray[1], making.ray[2]},
                        {making.ray[3], making.ray[4], making.ray[5]}};
        if (question.ray.direction == Vec3{})
            throw UserError{"--ray has no direction: its last three numbers are 0"};
    } else {
        if (question.b.empty())
            throw UserError{"--b NAME is missing. Name the other part, or query one part by --ray"};
        const auto found = std::find(words.begin(), words.end(), making.query);
        if (found != words.end()) question.query = static_cast<CapsuleQuery>(found - words.begin());
    }
    print(make_capsule(load(making.inputs), question));
    return Exit::clean;
}

/// Repeats the query of a capsule of an audit build; there is no answer to compare with.
std::optional<std::string> replayed_audit(const std::string& text, const std::string& file) {
    if (text.find("graze-audit-capsule") == std::string::npos) return std::nullopt;
    const Json json = parse_json(text, file, "Audit builds of the library write such files");
    if (!is_audit_capsule(json)) return std::nullopt;
    try {
        return replay_audit_capsule(json);
    } catch (const Malformed& fault) {
        throw UserError{file + ": " + (fault.place.empty() ? "it" : fault.place) + " " + fault.reason};
    } catch (const Json::exception& fault) {
        throw UserError{file + ": it is not as an audit writes it: " + fault.what()};
    }
}

Exit replay(const std::string& file) {
    const std::string text = read_plain_file(file, kLargestCapsule);
    if (const auto audit = replayed_audit(text, file)) {
        print(*audit);
        return Exit::clean;
    }
    const Replay replayed = replay_capsule(text, file);
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, replayed.differences.size()); ++i) {
        const std::string& line = replayed.differences[i];
        print(shortened(line, std::max<std::size_t>(line.size(), 1)) + "\n");
    }
    if (replayed.differences.size() > most)
        print(fmt::format("... and {} more\n", replayed.differences.size() - most));
    if (replayed.differences.empty())
        print(
            fmt::format("The same answer, to the bit, as graze {} gave.\n", shortened(replayed.version, 40)));
    else
        print(fmt::format("NOT the answer that graze {} gave.\n", shortened(replayed.version, 40)));
    return replayed.differences.empty() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_capsule(CLI::App& tool, Action& chosen) {
    CLI::App* capsule =
        tool.add_subcommand("capsule", "A question and its answer as a small file that replays anywhere");
    capsule->require_subcommand(1);
    capsule->footer(kCapsuleExamples);
    CLI::App* make_app = capsule->add_subcommand("make", "Ask about parts, and write question and answer");
    const auto making = std::make_shared<Making>();
    declare_inputs(*make_app, making->inputs);
    make_app->add_option("--a", making->question.a, "A part")->type_name("NAME")->required();
    make_app->add_option("--b", making->question.b, "Another part")->type_name("NAME");
    make_app->add_option("--query", making->query, "The query on the two parts; default: distance")
        ->type_name("verdict|distance|contacts|relation|cast")
        ->check(CLI::IsMember({"verdict", "distance", "contacts", "relation", "cast"}));
    make_app->add_option("--ray", making->ray, "The first hit of a ray on the part: origin and direction")
        ->type_name("OX OY OZ DX DY DZ")
        ->expected(6)
        ->check(refuse_not_finite);
    make_app->callback([&chosen, making] { chosen = [making] { return make(*making); }; });
    CLI::App* replay_app = capsule->add_subcommand(
        "replay", "Repeat the query, and report whether the answer is the same to the bit");
    const auto file = std::make_shared<std::string>();
    replay_app->add_option("CAPSULE", *file, "What 'graze capsule make' wrote")->required();
    replay_app->callback([&chosen, file] { chosen = [file] { return replay(*file); }; });
}

}  // namespace graze::cli
