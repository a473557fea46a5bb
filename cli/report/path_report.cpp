#include "report/path_report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "report/assembly_report.hpp"
#include "robots/path_words.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

/// Poses of a motion that are drawn, evenly over its time, beside those at its waypoints.
constexpr std::size_t kPictureSteps = 240;
constexpr std::size_t kMostKnots = 2000;  ///< Waypoints that are drawn exactly; more are a curve anyway.
constexpr std::size_t kMostMoments = 50;  ///< Closest moments that are listed.

/// Each body of the cell as a part, where it is at the start.
io::Document bodies_document(const PathRun& run, const LoadedCell& cell, const std::vector<Pose>& frames) {
    io::Document document;
    document.title = std::filesystem::path(run.name).filename().string();
    document.unit = cell.unit;
    for (const CellBody& body : cell.cell.model().bodies) {
        const std::string robot = cell.robot.file.robot.name;
        document.parts.push_back({.name = body.name,
                                  .source = {},
                                  .shape = body.shape,
                                  .pose = frames[body.frame] * body.pose,
                                  .motion = {},
                                  .group = body.obstacle   ? "obstacles"
                                           : robot.empty() ? "robot"
                                                           : robot,
                                  .margin = 0});
    }
    return document;
}

std::vector<Pose> frames_at(const LoadedCell& cell, const JointPath& path, double t) {
    const KinematicTree& tree = cell.cell.model().tree;
    std::vector<Pose> frames(tree.frame_count());
    place(tree, path.at(t), frames);
    return frames;
}

std::vector<double> drawn_times(const JointPath& path) {
    std::vector<double> times;
    for (std::size_t i = 0; i <= kPictureSteps; ++i) times.push_back(static_cast<double>(i) / kPictureSteps);
    if (path.knots().size() <= kMostKnots)
        times.insert(times.end(), path.knots().begin(), path.knots().end());
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

void add_motions(ReportData& report, const PathRun& run, const LoadedCell& cell) {
    const auto& bodies = cell.cell.model().bodies;
    std::vector<ReportMotion> motions(bodies.size());
    for (const double t : drawn_times(run.file.path)) {
        const std::vector<Pose> frames = frames_at(cell, run.file.path, t);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (bodies[i].frame > 0)
                motions[i].samples.push_back({t, frames[bodies[i].frame] * bodies[i].pose});
        }
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (motions[i].samples.empty()) continue;
        motions[i].part = static_cast<std::uint32_t>(i);
        report.motions.push_back(std::move(motions[i]));
    }
}

ReportNearMiss closest_moment(const PathRun& run, const LoadedCell& cell, double t, double wanted) {
    const CellClearance found = clearance(cell.cell, run.file.path.at(t), {.gradient = false});
    ReportNearMiss near;
    near.a = found.pair.a;
    near.b = found.pair.b;
    near.distance = found.distance;
    near.clearance = wanted;
    near.point_a = found.separation.point_a;
    near.point_b = found.separation.point_b;
    near.moment = t;
    return near;
}

/// Of every pair that is the nearest at some time its own least distance, the least of all first.
void add_moments(ReportData& report, const PathRun& run, const LoadedCell& cell, double wanted) {
    std::map<BodyPair, const ClearanceStretch*> least;
    for (const ClearanceStretch& stretch : run.timeline) {
        const ClearanceStretch*& known = least[stretch.pair];
        if (known == nullptr || stretch.distance.lower < known->distance.lower) known = &stretch;
    }
    std::map<BodyPair, double> times;
    for (const auto& [pair, stretch] : least) times[pair] = stretch->time.middle();
    if (run.answer().answer == PathAnswer::free) times[run.worst.clearance.pair] = run.worst.time;
    for (const auto& [pair, t] : times) report.near_misses.push_back(closest_moment(run, cell, t, wanted));
    std::erase_if(report.near_misses, [](const ReportNearMiss& n) { return !(n.distance.lower > 0); });
    std::ranges::stable_sort(report.near_misses, {},
                             [](const ReportNearMiss& n) { return n.distance.lower; });
    if (report.near_misses.size() > kMostMoments) report.near_misses.resize(kMostMoments);
}

ReportProof path_proof(const PathRun& run, std::string claim) {
    ReportProof proof{"planes through time", path_proof_words(run),
                      run.verified ? ReportCheck::verified : ReportCheck::not_shown};
    proof.claim = std::move(claim);
    return proof;
}

void add_hit(ReportData& report, const PathRun& run) {
    const PathClearance& answer = run.answer();
    ReportImpact row{.a = answer.pair.a, .b = answer.pair.b};
    row.time = answer.time;
    row.answer = answer.answer == PathAnswer::hit ? "contact" : "not decided";
    const Separation& contact = run.worst.clearance.separation;
    row.point = 0.5 * (contact.point_a + contact.point_b);
    row.normal = contact.normal;
    if (proof_size(run.certificate) > 0) row.proof = path_proof(run, "the time is between the bounds");
    report.impacts.push_back(std::move(row));
}

std::string verdict_text(const PathRun& run, const LoadedCell& cell, double wanted) {
    const PathClearance& answer = run.answer();
    if (answer.answer == PathAnswer::free)
        return "Free by at least " + rounded_down(answer.clearance.lower, 4) + " " + cell.unit;
    const std::string at = time_text(run.file.path, answer.time.upper);
    if (answer.answer == PathAnswer::open) return "Not decided at time " + at;
    return wanted > 0 ? fmt::format("Closer than {} {} at time {}", number_text(wanted), cell.unit, at)
                      : "Hit at time " + at;
}

/// Which bodies are nearest, or touch, and when.
std::string detail_text(const PathRun& run, const LoadedCell& cell) {
    const auto& bodies = cell.cell.model().bodies;
    const PathClearance& answer = run.answer();
    const bool free = answer.answer == PathAnswer::free;
    const BodyPair& pair = free ? run.worst.clearance.pair : answer.pair;
    const std::string names = bodies[pair.a].name + " and " + bodies[pair.b].name;
    if (free) return names + " are the nearest, at time " + time_text(run.file.path, run.worst.time) + ".";
    const std::string before = rounded_down(path_time(run.file.path, answer.time.lower));
    return names + (answer.answer == PathAnswer::hit ? " are the first" : " are that close then") +
           ". Before time " + before + " nothing is hit.";
}

ReportClearance plot_of(const PathRun& run, const LoadedCell& cell, const PathOptions& options) {
    ReportClearance plot;
    plot.start = run.file.path.start_time();
    plot.duration = run.file.path.duration();
    plot.wanted = options.wanted;
    plot.answer = to_string(run.answer().answer);
    plot.verdict = verdict_text(run, cell, options.wanted);
    plot.detail = detail_text(run, cell);
    if (run.answer().answer == PathAnswer::free) plot.at_least = run.answer().clearance.lower;
    plot.worst = run.worst.time;
    for (const ClearanceStretch& stretch : run.timeline)
        plot.stretches.push_back(
            {stretch.time, stretch.at_least, stretch.distance.middle(), stretch.pair.a, stretch.pair.b});
    return plot;
}

}  // namespace

ReportData path_report(const PathRun& run, const LoadedCell& cell, const PathOptions& options,
                       const std::string& command) {
    const io::Document document = bodies_document(run, cell, frames_at(cell, run.file.path, 0));
    ReportData report = document_report(document, io::assembly_of(document), command);
    report.asked_clashes = false;
    report.asked_clearance = true;
    report.asked_motion = true;
    const PathWork& work = run.answer().work;
    report.facts = {{"answer", std::string{to_string(run.answer().answer)}, "of the whole motion"},
                    {"waypoints", std::to_string(run.file.waypoints.size()),
                     std::string{io::to_string(run.file.interpolation)} + " between them"},
                    {"stretches of time", std::to_string(work.cells), "that were examined"},
                    {"proofs", std::to_string(proof_size(run.certificate)),
                     run.verified ? "verified by separate code" : "not verified"}};
    if (options.wanted > 0)
        report.facts.push_back(
            {"wanted", number_text(options.wanted) + " " + cell.unit, "the clearance to keep"});
    const std::size_t resting = cell.cell.model().resting.size();
    if (resting > 0)
        report.facts.push_back({"left out", count_text(resting, "pair"), "at rest on each other"});
    add_motions(report, run, cell);
    if (!tests_pairs(cell.cell)) return report;
    report.clearance = plot_of(run, cell, options);
    add_moments(report, run, cell, options.wanted);
    if (run.answer().answer != PathAnswer::free) add_hit(report, run);
    return report;
}

}  // namespace graze::cli
