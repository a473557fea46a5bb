// Planning problems by OMPL's RRT-Connect and its path simplifier: with motions that graze certifies, and
// with motions that are tested at samples as is usual; states are tested by graze in both. Every path is
// certified as a whole, and certificates are verified: of the sampled paths, all of whose samples are free,
// those that hit are counted. Prints a table in Markdown for each family of problems. usage:
// graze_bench_planning FOLDER [--runs N] [--seconds S] [--only FAMILY] [--csv FILE] The folder has a robot
// and problems.json: see problems.hpp.
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "documents/figures.hpp"
#include "planned.hpp"

namespace graze::bench {
namespace {

struct Settings {
    std::string folder;
    int runs = 5;
    double seconds = 20;
    std::string only;
    std::FILE* csv = nullptr;
};

const std::vector<Validation> kValidations{{"certified, 0.1 mm", true, 1e-4, 0},
                                           {"certified, 5 mm", true, 5e-3, 0},
                                           {"samples, 1 % of the extent", false, 0, 0},
                                           {"samples, 0.01 rad", false, 0, 0.01}};

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The median of a figure over the runs that were solved and pass the filter.
template <typename Figure, typename Filter>
double median_of(const std::vector<Planned>& runs, Figure&& figure, Filter&& filter) {
    std::vector<double> values;
    for (const Planned& run : runs)
        if (run.solved && filter(run)) values.push_back(figure(run));
    return median(std::move(values));
}

template <typename Filter> std::size_t count_of(const std::vector<Planned>& runs, Filter&& filter) {
    return static_cast<std::size_t>(std::ranges::count_if(runs, filter));
}

bool is(const Planned& run, PathAnswer answer) {
    return run.solved && run.found.answer == answer && run.verified;
}

void print_row(const std::string& name, const std::vector<Planned>& runs) {
    const auto all = [](const Planned&) { return true; };
    const auto free = [](const Planned& run) { return is(run, PathAnswer::free); };
    const auto hit = [](const Planned& run) { return is(run, PathAnswer::hit); };
    double deepest = 0, least = kInfinity;
    for (const Planned& run : runs) {
        deepest = std::max(deepest, run.depth);
        if (free(run)) least = std::min(least, run.found.clearance.lower);
    }
    const std::size_t hits = count_of(runs, hit);
    std::printf("| %s | %zu of %zu | %.0f | %.0f | %.0f | %.0f | %.0f | %zu | %.2f (%.2f) | %zu |",
                name.c_str(), count_of(runs, [](const Planned& run) { return run.solved; }), runs.size(),
                median_of(
                    runs, [](const Planned& run) { return static_cast<double>(run.motions); }, all),
                median_of(
                    runs, [](const Planned& run) { return run.plan_ms; }, all),
                median_of(
                    runs, [](const Planned& run) { return run.simplify_ms; }, all),
                median_of(
                    runs, [](const Planned& run) { return run.certify_ms; }, all),
                median_of(
                    runs, [](const Planned& run) { return run.verify_ms; }, all),
                count_of(runs, free),
                1e3 * median_of(
                          runs, [](const Planned& run) { return run.found.clearance.lower; }, free),
                least < kInfinity ? 1e3 * least : 0, hits);
    if (hits > 0)
        std::printf(" %.2f (%.2f) |\n",
                    1e3 * median_of(
                              runs, [](const Planned& run) { return run.depth; }, hit),
                    1e3 * deepest);
    else
        std::printf(" |\n");
}

void print_table(const std::string& family, const std::vector<std::vector<Planned>>& runs) {
    std::printf(
        "\n%s\n\n| motions | solved | motions tested | plan ms | simplify ms | certify ms | verify ms | "
        "proven free | clearance mm (least) | proven hits | depth mm (deepest) |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
        family.c_str());
    for (std::size_t v = 0; v < kValidations.size(); ++v) print_row(kValidations[v].name, runs[v]);
    std::fflush(stdout);
}

void write_run(std::FILE* csv, const PlanningProblem& problem, const Validation& validation, int run,
               const Planned& planned) {
    if (csv == nullptr) return;
    std::fprintf(csv, "%s,%zu,%d,\"%s\",%d,%.3f,%.3f,%zu,%zu,%.4f,%d,%s,%d,%.3f,%.3f,%.6f,%.6f,%.6f,%.6f\n",
                 problem.family.c_str(), problem.number, run, validation.name.c_str(), planned.solved ? 1 : 0,
                 planned.plan_ms, planned.simplify_ms, planned.motions, planned.states, planned.length,
                 planned.kept ? 1 : 0, planned.solved ? to_string(planned.found.answer) : "",
                 planned.verified ? 1 : 0, planned.certify_ms, planned.verify_ms,
                 planned.found.answer == PathAnswer::free ? planned.found.clearance.lower : 0.0,
                 planned.found.answer == PathAnswer::hit ? planned.found.time.upper : 0.0, planned.depth,
                 planned.inside);
    std::fflush(csv);
}

using Runs = std::vector<std::vector<Planned>>;  // of each validation

int run_all(const std::vector<PlanningProblem>& problems, const Settings& settings) {
    std::vector<std::string> order;
    std::map<std::string, Runs> families;
    for (const PlanningProblem& problem : problems) {
        if (!settings.only.empty() && problem.family != settings.only) continue;
        if (families.try_emplace(problem.family, Runs(kValidations.size())).second)
            order.push_back(problem.family);
        progress(problem.family + " " + std::to_string(problem.number));
        for (int run = 0; run < settings.runs; ++run) {
            for (std::size_t v = 0; v < kValidations.size(); ++v) {
                Planned planned = plan(problem, kValidations[v], settings.seconds);
                write_run(settings.csv, problem, kValidations[v], run, planned);
                families[problem.family][v].push_back(std::move(planned));
            }
        }
    }
    Runs together(kValidations.size());
    std::size_t unproven = 0;
    for (const std::string& family : order) {
        print_table(family, families[family]);
        for (std::size_t v = 0; v < kValidations.size(); ++v) {
            for (const Planned& run : families[family][v]) {
                together[v].push_back(run);
                unproven += kValidations[v].certified && run.solved && !is(run, PathAnswer::free) ? 1 : 0;
            }
        }
    }
    if (order.size() > 1) print_table("All families", together);
    if (unproven > 0) std::printf("\n%zu paths of certified motions are not proven free\n", unproven);
    return unproven > 0 ? 1 : 0;
}

bool read_settings(int count, char** arguments, Settings& settings) {
    if (count < 2 || count % 2 != 0) return false;
    settings.folder = arguments[1];
    for (int i = 2; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--runs") settings.runs = std::atoi(arguments[i + 1]);
        if (name == "--seconds") settings.seconds = std::atof(arguments[i + 1]);
        if (name == "--only") settings.only = arguments[i + 1];
        if (name != "--csv") continue;
        settings.csv = std::fopen(arguments[i + 1], "w");
        if (settings.csv == nullptr) std::fprintf(stderr, "cannot write %s\n", arguments[i + 1]);
        if (settings.csv == nullptr) return false;
    }
    return settings.runs > 0 && settings.seconds > 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    using namespace graze::bench;
    Settings settings;
    if (!read_settings(count, arguments, settings)) {
        std::fprintf(stderr,
                     "usage: graze_bench_planning FOLDER [--runs N] [--seconds S] [--only FAMILY] "
                     "[--csv FILE]\n");
        return 2;
    }
    ::ompl::RNG::setSeed(1);
    ::ompl::msg::setLogLevel(::ompl::msg::LOG_ERROR);
    const auto problems = read_problems(settings.folder);
    if (!problems) {
        std::fprintf(stderr, "%s\n", problems.error().c_str());
        return 2;
    }
    if (settings.csv != nullptr)
        std::fprintf(
            settings.csv,
            "family,problem,run,motions,solved,plan_ms,simplify_ms,tested,states,length_rad,simplified,"
            "answer,verified,certify_ms,verify_ms,clearance_m,hit_at,depth_m,inside_rad\n");
    const int status = run_all(*problems, settings);
    if (settings.csv != nullptr) std::fclose(settings.csv);
    return status;
}
