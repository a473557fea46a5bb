#include "robots/path_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

const std::string& body_name(const LoadedCell& cell, std::uint32_t body) {
    return cell.cell.model().bodies[body].name;
}

std::string pair_words(const LoadedCell& cell, const BodyPair& pair) {
    return body_name(cell, pair.a) + " and " + body_name(cell, pair.b);
}

std::string length_text(double length, const std::string& unit) {
    return std::isfinite(length) ? number_text(length) + " " + unit : "nothing measured";
}

std::string hit_sentence(const PathRun& run, const LoadedCell& cell, double wanted) {
    const PathClearance& hit = run.answer();
    const std::string at = rounded_up(path_time(run.file.path, hit.time.upper));
    const std::string& a = body_name(cell, hit.pair.a);
    const std::string& b = body_name(cell, hit.pair.b);
    const bool at_start = hit.time.upper == 0;
    if (wanted == 0)
        return at_start ? fmt::format("hit: {} touches {} already at the start", a, b)
                        : fmt::format("hit: at time {} {} touches {}; nothing touches before {}", at, a, b,
                                      rounded_down(path_time(run.file.path, hit.time.lower)));
    const std::string length = number_text(wanted) + " " + cell.unit;
    return at_start ? fmt::format("hit: {} is within {} of {} already at the start", a, length, b)
                    : fmt::format("hit: at time {} {} is within {} of {}; nothing is before {}", at, a,
                                  length, b, rounded_down(path_time(run.file.path, hit.time.lower)));
}

std::string open_sentence(const PathRun& run, const LoadedCell& cell, double wanted) {
    const PathClearance& open = run.answer();
    const std::string why =
        open.status == Status::budget_reached ? "the work ran out" : "within the tolerance";
    const std::string what =
        wanted == 0 ? "touch" : fmt::format("come within {} {}", number_text(wanted), cell.unit);
    return fmt::format("not decided: whether {} {} in the time {} is open ({}); nothing does before {}",
                       pair_words(cell, open.pair), what, times_text(run.file.path, open.time), why,
                       rounded_down(path_time(run.file.path, open.time.lower)));
}

std::string free_sentence(const PathRun& run, const LoadedCell& cell) {
    if (!tests_pairs(cell.cell)) return "free: the cell has nothing to test";
    const Interval& clearance = run.answer().clearance;
    std::string text = fmt::format("free: at all times the clearance is at least {} {}",
                                   rounded_down(clearance.lower), cell.unit);
    if (std::isfinite(clearance.upper))
        text += fmt::format(", and somewhere at most {}", rounded_up(clearance.upper));
    return text;
}

std::string worst_words(const PathRun& run, const LoadedCell& cell) {
    const CellClearance& worst = run.worst.clearance;
    const double found = worst.distance.middle();
    const double distance = std::abs(found) < noise_of(cell.cell) ? 0 : found;
    return fmt::format("time {} of {} .. {} (t = {:.4g}): {}, {}",
                       number_text(path_time(run.file.path, run.worst.time)),
                       number_text(run.file.path.start_time()), number_text(path_time(run.file.path, 1)),
                       run.worst.time, pair_words(cell, worst.pair),
                       distance < 0 ? length_text(-distance, cell.unit) + " deep"
                                    : length_text(distance, cell.unit) + " apart");
}

/// Whether neither of the two moves, as a base and the table that it is mounted on.
bool both_fixed(const LoadedCell& cell, const BodyPair& pair) {
    const auto& bodies = cell.cell.model().bodies;
    return bodies[pair.a].frame == 0 && bodies[pair.b].obstacle;
}

/// "base:table".
std::string fixed_pair(const LoadedCell& cell, const BodyPair& pair) {
    const CellBody& body = cell.cell.model().bodies[pair.a];
    return cell.robot.robot.links()[body.link].name + ":" + body_name(cell, pair.b);
}

/// "base and table touch and do not move: left out", for the first of them.
std::string resting_words(const LoadedCell& cell) {
    const auto& resting = cell.cell.model().resting;
    constexpr std::size_t kListed = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(resting.size(), kListed); ++i)
        text += fmt::format("{}{} and {}", i > 0 ? "; " : "", body_name(cell, resting[i].a),
                            body_name(cell, resting[i].b));
    if (resting.size() > kListed) text += fmt::format("; {} more", resting.size() - kListed);
    return text + (resting.size() == 1 ? " touch and do not move: left out"
                                       : " touch and do not move: these pairs are left out");
}

std::string row(const char* title, const std::string& text) {
    return fmt::format("  {:<14}{}\n", title, text);
}

}  // namespace

std::string time_text(const JointPath& path, double t) { return number_text(path_time(path, t)); }

std::string times_text(const JointPath& path, const Interval& t) {
    return interval_text({path_time(path, t.lower), path_time(path, t.upper)});
}

std::string path_sentence(const PathRun& run, const LoadedCell& cell, const PathOptions& options) {
    switch (run.answer().answer) {
        case PathAnswer::free: return free_sentence(run, cell);
        case PathAnswer::hit: return hit_sentence(run, cell, options.wanted);
        case PathAnswer::open: return open_sentence(run, cell, options.wanted);
    }
    return "?";
}

std::vector<std::string> path_proof_words(const PathRun& run) {
    const PathCertificate& proof = run.certificate;
    std::size_t cells = 0, stills = 0;
    for (const PathPair& pair : proof.pairs) cells += pair.cells.size(), stills += pair.stills.size();
    std::vector<std::string> lines;
    std::string planes = fmt::format("{} of {}: in each a plane is between the two",
                                     count_text(cells, "stretch of time", "stretches of time"),
                                     count_text(proof.pairs.size(), "pair"));
    lines.push_back(std::move(planes));
    if (stills > 0)
        lines.push_back(fmt::format("{} more: the two are apart in the middle by more than they move",
                                    count_text(stills, "stretch", "stretches")));
    if (run.answer().answer == PathAnswer::hit)
        lines.push_back(
            fmt::format("at the end of the interval: {}", proof_words(proof.contact, "a", "b").kind));
    return lines;
}

std::string work_text(const PathWork& work) {
    return fmt::format("{}, {}, {}",
                       count_text(work.cells, "stretch of time examined", "stretches of time examined"),
                       count_text(work.separations, "distance"), count_text(work.planes, "plane"));
}

std::string path_text(const PathRun& run, const LoadedCell& cell, const PathOptions& options) {
    std::string text =
        shortened(fmt::format("{}: {}", run.name, path_sentence(run, cell, options)), 100'000) + ".\n";
    if (!cell.cell.model().resting.empty()) text += row("resting", shortened(resting_words(cell), 1000));
    if (!tests_pairs(cell.cell)) return text;
    if (run.answer().answer != PathAnswer::free && both_fixed(cell, run.answer().pair))
        text += row("note", "neither of the two moves: --allow '" +
                                shortened(fixed_pair(cell, run.answer().pair), 1000) + "' leaves them out");
    text += row("worst moment", shortened(worst_words(run, cell), 100'000));
    // Of a path that is open from its start nothing is claimed.
    const bool claims = proof_size(run.certificate) > 0 || run.answer().answer == PathAnswer::hit;
    if (run.checked && claims) {
        const char* verdict = run.verified ? "verified" : "NOT proven by the separate check";
        text += row("proof", path_proof_words(run).front() + ", " + verdict);
    }
    text += row("work", work_text(run.answer().work));
    const std::string plot = run.timeline.empty() ? std::string{} : plot_text(run, cell, options.wanted);
    return plot.empty() ? text : text + "\n" + plot;
}

}  // namespace graze::cli
