// graze distance: how far apart two parts are, or how deep they reach into each other, with bounds and the
// proof of both.
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <graze/result/proof.hpp>
#include <graze/verify/verify.hpp>

#include "answers/json_text.hpp"
#include "check_output.hpp"
#include "commands/command.hpp"
#include "graze/query/query.hpp"
#include "pair_inputs.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kDistanceExamples = R"(Examples:
  graze distance bracket.stl housing.stl              two files in their own coordinates
  graze distance cell.json arm/gripper table          two parts of a scene
  graze distance cell.json 'arm/*' 'conveyor/*'       the closest two of several
  graze distance cell.json arm/gripper table --json   all digits, for programs

The true distance is in the interval. Negative: the depth, the length of the shortest translation that separates b.
Exit codes: 0 the parts are apart, 1 they overlap, 2 bad input or usage.)";

struct DistanceOptions {
    PairInputs pair;
    bool json = false;
};

/// Everything that is printed about a pair.
struct DistanceAnswer {
    PartPair pair;
    Separation separation;
    Relation relation = Relation::overlapping;
    Verdict verdict;
    PointsInParts points;
    std::optional<CertifiedCommonPoint> common;  ///< Empty when they are apart.
    bool distance_verified = false;
    bool verdict_verified = false;
    bool common_verified = false;
};

DistanceAnswer measure(PartPair pair) {
    const Placed a = io::placed(pair.a);
    const Placed b = io::placed(pair.b);
    DistanceAnswer answer{.pair = std::move(pair),
                          .separation = separation(a, b),
                          .relation = relation(a, b),
                          .verdict = decide(a, b),
                          .points = {},
                          .common = {}};
    answer.distance_verified = verify(answer.separation, a, b);
    if (!answer.distance_verified && a.shape.convex() &&
        b.shape.convex()) {  // a deep overlap needs the polytope that only the certified variant keeps
        const CertifiedSeparation certified = certified_separation(a, b);
        answer.distance_verified = verify(certified, a, b);
        if (answer.distance_verified) answer.separation = certified.separation;
    }
    answer.verdict_verified = verify(answer.verdict, a, b);
    answer.common = common_point(answer.verdict, a, b);
    answer.common_verified = answer.common && verify(*answer.common, a, b);
    answer.points = points_in_parts(answer.separation, a, b);
    return answer;
}

std::string_view shown(bool verified) { return verified ? "verified" : "not proven by the separate check"; }

std::string common_text(const CertifiedCommonPoint& common) {
    switch (common.kind) {
        case CommonPointKind::member: return vector_text(common.point) + " is in both";
        case CommonPointKind::nearby:
            return fmt::format("{} is within {:.2g} of a point of both", vector_text(common.point),
                               common.distance);
        case CommonPointKind::close:
            return fmt::format("{} is within {:.2g} of both", vector_text(common.point), common.distance);
        case CommonPointKind::unknown: break;
    }
    return "no point is known";
}

nlohmann::ordered_json common_json(const CertifiedCommonPoint& common, bool verified) {
    nlohmann::ordered_json json;
    json["kind"] = to_string(common.kind);
    json["point"] = to_json(common.point);
    json["distance"] =
        std::isfinite(common.distance) ? nlohmann::ordered_json(common.distance) : nlohmann::ordered_json();
    json["verified"] = verified;
    return json;
}

void print_answer(const DistanceAnswer& answer) {
    const PartPair& pair = answer.pair;
    const Separation& gap = answer.separation;
    const Verdict& verdict = answer.verdict;
    const PointsInParts& points = answer.points;
    if (pair.candidates > 1) print(fmt::format("the closest of {}\n", count_text(pair.candidates, "pair")));
    print(fmt::format("a         {}, {}\n", pair.a.name, shape_text(pair.a.shape)));
    print(fmt::format("b         {}, {}\n", pair.b.name, shape_text(pair.b.shape)));
    print(fmt::format("relation  {}\n", relation_words(answer.relation)));
    print(fmt::format("distance  {}, {}\n", interval_text(gap.distance), shown(answer.distance_verified)));
    print(fmt::format("from      {} {} a\n", vector_text(gap.point_a), points.a ? "on" : "beside"));
    print(fmt::format("to        {} {} b\n", vector_text(gap.point_b), points.b ? "on" : "beside"));
    if (!points.a || !points.b) print(fmt::format("          {}\n", kMoveWords));
    print(fmt::format("normal    {} from a to b\n", vector_text(gap.normal)));
    const ProofWords words = proof_words(verdict.proof, "a", "b");
    print(fmt::format("proof     that they {}: {}, {}\n",
                      verdict.answer == Answer::disjoint ? "are apart" : answer_text(verdict.answer),
                      words.kind, shown(answer.verdict_verified)));
    for (const std::string& line : words.lines) print(fmt::format("          {}\n", line));
    if (answer.common)
        print(fmt::format("common    {}, {}\n", common_text(*answer.common), shown(answer.common_verified)));
}

void print_json(const DistanceAnswer& answer) {
    nlohmann::ordered_json json;
    json["a"] = answer.pair.a.name;
    json["b"] = answer.pair.b.name;
    json["relation"] = to_string(answer.relation);
    json["distance"] = to_json(answer.separation.distance);
    json["point_a"] = to_json(answer.separation.point_a);
    json["point_b"] = to_json(answer.separation.point_b);
    json["points_in_parts"] = answer.points.a && answer.points.b;
    json["normal"] = to_json(answer.separation.normal);
    json["status"] = to_string(answer.separation.status);
    json["distance_verified"] = answer.distance_verified;
    json["proof"] = proof_words(answer.verdict.proof, answer.pair.a.name, answer.pair.b.name).kind;
    json["proof_verified"] = answer.verdict_verified;
    json["common_point"] =
        answer.common ? common_json(*answer.common, answer.common_verified) : nlohmann::ordered_json();
    print(json_text(json));
}

}  // namespace

void declare_distance(CLI::App& tool, Action& chosen) {
    CLI::App* command = tool.add_subcommand(
        "distance", "How far apart two parts are, or how deep they reach into each other");
    const auto options = std::make_shared<DistanceOptions>();
    declare_pair(*command, options->pair);
    command->add_flag("--json", options->json, "Answer in JSON, all digits");
    command->footer(kDistanceExamples);
    command->callback([&chosen, options] {
        chosen = [options] {
            const DistanceAnswer answer = measure(load_pair(options->pair));
            options->json ? print_json(answer) : print_answer(answer);
            return answer.relation == Relation::disjoint ? Exit::clean : Exit::findings;
        };
    });
}

}  // namespace graze::cli
