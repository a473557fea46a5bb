// Answers about paths as JSON and CSV.
#include <fmt/format.h>

#include <graze/core/version.hpp>

#include "answers/json_text.hpp"
#include "robots/path_words.hpp"

namespace graze::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson pair_json(const RobotCell& cell, const BodyPair& pair) {
    const auto& bodies = cell.model().bodies;
    if (pair.a >= bodies.size() || pair.b >= bodies.size()) return {};
    return OrderedJson::array({bodies[pair.a].name, bodies[pair.b].name});
}

OrderedJson moment_json(const WorstMoment& worst, const RobotCell& cell, const JointPath& path) {
    return {{"t", worst.time},
            {"time", path_time(path, worst.time)},
            {"configuration", path.at(worst.time)},
            {"pair", pair_json(cell, worst.clearance.pair)},
            {"distance", to_json(worst.clearance.distance)},
            {"point_a", to_json(worst.clearance.separation.point_a)},
            {"point_b", to_json(worst.clearance.separation.point_b)},
            {"normal", to_json(worst.clearance.separation.normal)}};
}

OrderedJson timeline_json(const PathRun& run, const RobotCell& cell) {
    OrderedJson timeline = OrderedJson::array();
    for (const ClearanceStretch& stretch : run.timeline)
        timeline.push_back({{"t", to_json(stretch.time)},
                            {"at_least", json_of(stretch.at_least)},
                            {"distance", to_json(stretch.distance)},
                            {"pair", pair_json(cell, stretch.pair)}});
    return timeline;
}

OrderedJson run_json(const PathRun& run, const RobotCell& cell) {
    const PathClearance& answer = run.answer();
    const JointPath& path = run.file.path;
    const bool tested = tests_pairs(cell);
    const PathWork& work = answer.work;
    return {{"path", run.name},
            {"interpolation", io::to_string(run.file.interpolation)},
            {"time", {path_time(path, 0), path_time(path, 1)}},
            {"answer", to_string(answer.answer)},
            {"clearance", to_json(answer.clearance)},
            {"t", to_json(answer.time)},
            {"nearest_t", answer.nearest_time},
            {"pair", tested ? pair_json(cell, answer.pair) : OrderedJson{}},
            {"status", to_string(answer.status)},
            {"verified", run.verified},
            {"proofs", proof_size(run.certificate)},
            {"worst", tested ? moment_json(run.worst, cell, path) : OrderedJson{}},
            {"work", {{"stretches", work.cells}, {"distances", work.separations}, {"planes", work.planes}}},
            {"timeline", timeline_json(run, cell)}};
}

std::string csv_cell(const std::string& text) {
    std::string cell = "\"";
    for (const char c : text) {
        cell += c;
        if (c == '"') cell += c;
    }
    return cell + "\"";
}

}  // namespace

std::string path_json(std::span<const PathRun> runs, const LoadedCell& cell,
                      const io::PathProofInputs& inputs, const PathOptions& options) {
    OrderedJson json{
        {"format", "graze-path-answers"}, {"version", 1},
        {"graze", GRAZE_VERSION_STRING},  {"robot", inputs.robot},
        {"scenes", inputs.scenes},        {"unit", cell.unit},
        {"wanted", options.wanted},       {"goal", options.goal == PathGoal::decide ? "decide" : "measure"}};
    OrderedJson& resting = json["resting"] = OrderedJson::array();
    for (const BodyPair& pair : cell.cell.model().resting) resting.push_back(pair_json(cell.cell, pair));
    OrderedJson& names = json["joints"] = OrderedJson::array();
    const Robot& robot = cell.robot.robot;
    for (std::size_t i = 0; i < robot.joint_count(); ++i) names.push_back(robot.coordinate_name(i));
    OrderedJson& paths = json["paths"] = OrderedJson::array();
    for (const PathRun& run : runs) paths.push_back(run_json(run, cell.cell));
    return json_text(json);
}

std::string path_csv(std::span<const PathRun> runs, const RobotCell& cell) {
    std::string text = "path,answer,time_from,time_to,at_least,distance_lower,distance_upper,a,b\r\n";
    const auto& bodies = cell.model().bodies;
    const bool tested = tests_pairs(cell);
    for (const PathRun& run : runs) {
        for (const ClearanceStretch& stretch : run.timeline)
            text += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{},{}\r\n", csv_cell(run.name),
                                to_string(run.answer().answer), path_time(run.file.path, stretch.time.lower),
                                path_time(run.file.path, stretch.time.upper), stretch.at_least,
                                stretch.distance.lower, stretch.distance.upper,
                                csv_cell(tested ? bodies[stretch.pair.a].name : ""),
                                csv_cell(tested ? bodies[stretch.pair.b].name : ""));
    }
    return text;
}

}  // namespace graze::cli
