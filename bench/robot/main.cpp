// Motions of an arm of seven joints among ten obstacles: proven free or hitting by graze, and tested at
// samples of 0.01 rad by FCL and by graze's own `overlaps`. Every edge takes its turn with every method,
// round by round; processor time. An edge's time is the median of its rounds, a row's the median of its
// edges. What an edge truly is comes from a certificate that was verified; answers that differ from it are
// counted. usage: graze_bench_robot [--edges N] [--rounds N] [--census N] [--csv FILE]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "documents/figures.hpp"
#include "edges.hpp"
#include "graze/graze.hpp"
#include "ratios.hpp"
#ifdef GRAZE_BENCH_FCL
#include "fcl_cell.hpp"
#endif

namespace graze::bench {
namespace {

constexpr double kStep = 0.01;       // rad between samples
constexpr double kClearance = 0.01;  // m that free edges have at least
constexpr double kLongest = 1;       // rad

struct Settings {
    std::size_t edges = 100;
    int rounds = 5;
    std::size_t census = 4000;
    std::FILE* csv = nullptr;
};

double quantile(std::vector<double> values, double share) {
    const auto place =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// Answers whether an edge is free.
struct Method {
    std::string name;
    std::function<bool(const Edge&)> free;
    bool on_hits = true;
};

struct Row {
    std::vector<std::vector<double>> times;  ///< Of each edge, microseconds of each round.
    std::size_t wrong = 0;
};

Row run(const Method& method, const std::vector<Edge>& edges, Row row, bool first) {
    row.times.resize(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const double start = thread_seconds();
        const bool free = method.free(edges[i]);
        row.times[i].push_back(1e6 * (thread_seconds() - start));
        if (first) row.wrong += free != (edges[i].truth.answer == PathAnswer::free) ? 1 : 0;
    }
    return row;
}

/// The methods of one kind of links. They refer to the set.
class Contest {
public:
    explicit Contest(const EdgeSet& set) : set_(set) {
        for (const auto* edges : {&set.free, &set.hits})
            for (const Edge& edge : *edges)
                certificates_[&edge] = certify_path(cell(edge), edge.path, {.goal = PathGoal::decide});
#ifdef GRAZE_BENCH_FCL
        for (const auto& c : set.cells) fcl_.push_back(std::make_unique<FclCell>(*c));
#endif
    }

    [[nodiscard]] std::vector<Method> methods() {
        const auto answer = [this](PathOptions options) {
            return [this, options](const Edge& edge) {
                return path_clearance(cell(edge), edge.path, options).answer == PathAnswer::free;
            };
        };
        std::vector<Method> all;
#ifdef GRAZE_BENCH_FCL
        all.push_back({"fcl, samples", [this](const Edge& edge) { return fcl_free(edge, kStep); }});
#endif
        all.push_back({"graze, samples", [this](const Edge& edge) { return samples_free(edge, kStep); }});
        all.push_back({"graze, decide", answer({.goal = PathGoal::decide})});
        all.push_back(
            {"graze, decide 1 cm", answer({.wanted = kClearance, .goal = PathGoal::decide}), false});
        all.push_back({"graze, measure", answer({.goal = PathGoal::measure})});
        all.push_back(
            {"graze, certify", [this](const Edge& edge) {
                 return certify_path(cell(edge), edge.path, {.goal = PathGoal::decide}).path.answer ==
                        PathAnswer::free;
             }});
        all.push_back({"graze, verify", [this](const Edge& edge) {
                           const PathCertificate& certificate = certificates_.at(&edge);
                           return verify(certificate, cell(edge), edge.path) &&
                                  certificate.path.answer == PathAnswer::free;
                       }});
        return all;
    }

    [[nodiscard]] bool samples_free(const Edge& edge, double step) const {
        return free_at_samples(edge.start, edge.end, step,
                               [&](const std::vector<double>& q) { return overlaps(cell(edge), q); });
    }
#ifdef GRAZE_BENCH_FCL
    [[nodiscard]] bool fcl_free(const Edge& edge, double step) const {
        FclCell& fcl = *fcl_[edge.cell];
        return free_at_samples(edge.start, edge.end, step,
                               [&](const std::vector<double>& q) { return fcl.overlaps(q); });
    }
#endif

private:
    [[nodiscard]] const RobotCell& cell(const Edge& edge) const { return set_.cells[edge.cell]->cell; }

    const EdgeSet& set_;
    std::map<const Edge*, PathCertificate> certificates_;
#ifdef GRAZE_BENCH_FCL
    std::vector<std::unique_ptr<FclCell>> fcl_;
#endif
};

void print_rows(LinkKind kind, const char* edges, const std::vector<Method>& methods,
                const std::vector<Row>& rows, const Settings& settings) {
    double peer = 0;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        if (rows[m].times.empty()) continue;
        std::vector<double> medians;
        double mean = 0;
        for (const std::vector<double>& times : rows[m].times) medians.push_back(quantile(times, 0.5));
        for (const double time : medians) mean += time / static_cast<double>(medians.size());
        const double median = quantile(medians, 0.5);
        if (m == 0) peer = median;
        std::printf("%-12s %-5s %-20s %9.1f %9.1f %9.1f %8.3f %6zu\n", to_string(kind).data(), edges,
                    methods[m].name.c_str(), median, quantile(medians, 0.9), mean, median / peer,
                    rows[m].wrong);
        if (m > 0)
            record_ratio("robot", {std::string(to_string(kind)) + " links, " + edges + ": " + methods[m].name,
                                   methods[0].name, median / peer, rows[m].wrong});
        if (settings.csv != nullptr)
            std::fprintf(settings.csv, "%s,%s,\"%s\",%zu,%.2f,%.2f,%.2f,%.4f,%zu\n", to_string(kind).data(),
                         edges, methods[m].name.c_str(), medians.size(), median, quantile(medians, 0.9), mean,
                         median / peer, rows[m].wrong);
    }
    std::fflush(stdout);
}

void run_kind(LinkKind kind, const Settings& settings) {
    const EdgeSet set = make_edges(kind, settings.edges, kClearance, kLongest);
    std::printf("%s links: %zu edges drawn between free states, %zu hit, %zu undecided\n",
                to_string(kind).data(), set.drawn, set.drawn_hits, set.unknown);
    Contest contest(set);
    const std::vector<Method> methods = contest.methods();
    std::vector<Row> free(methods.size()), hits(methods.size());
    for (int round = 0; round < settings.rounds; ++round) {
        for (std::size_t m = 0; m < methods.size(); ++m) {
            free[m] = run(methods[m], set.free, std::move(free[m]), round == 0);
            if (methods[m].on_hits) hits[m] = run(methods[m], set.hits, std::move(hits[m]), round == 0);
        }
    }
    print_rows(kind, "free", methods, free, settings);
    print_rows(kind, "hit", methods, hits, settings);
}

/// How many of the edges that are proven to hit pass as free at samples, by the distance of these.
void run_census(LinkKind kind, const Settings& settings) {
    const EdgeSet set = make_edges(kind, settings.census / 8, kClearance, kLongest);
    const Contest contest(set);
    for (const double step : {0.01, 0.05, 0.1}) {
        std::size_t missed = 0, missed_by_fcl = 0, invented_by_fcl = 0;
        for (const Edge& edge : set.hits) missed += contest.samples_free(edge, step) ? 1 : 0;
#ifdef GRAZE_BENCH_FCL
        for (const Edge& edge : set.hits) missed_by_fcl += contest.fcl_free(edge, step) ? 1 : 0;
        for (const Edge& edge : set.free) invented_by_fcl += contest.fcl_free(edge, step) ? 0 : 1;
#endif
        std::printf(
            "%-12s samples of %.2f rad: of %zu edges that hit, graze's overlaps misses %zu, fcl %zu; of "
            "%zu free by 1 cm fcl calls %zu hits\n",
            to_string(kind).data(), step, set.hits.size(), missed, missed_by_fcl, set.free.size(),
            invented_by_fcl);
        if (settings.csv != nullptr)
            std::fprintf(settings.csv,
                         "%s,missed at %.2f rad,\"graze, samples\",%zu,,,,,%zu\n%s,missed at %.2f "
                         "rad,\"fcl, samples\",%zu,,,,,%zu\n",
                         to_string(kind).data(), step, set.hits.size(), missed, to_string(kind).data(), step,
                         set.hits.size(), missed_by_fcl);
    }
}

/// All edges of one cell at a time, on one thread and on two: wall time.
void run_batches(LinkKind kind, const Settings& settings) {
    test::Random random(11);
    const Arm arm = make_arm(kind);
    const ArmCell cell = make_cell(arm, random);
    std::vector<JointPath> paths;
    while (paths.size() < 2000) {
        const std::vector<double> a = random_configuration(arm.robot, random);
        std::vector<double> b = random_configuration(arm.robot, random);
        for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] + 0.15 * (b[i] - a[i]);
        paths.push_back(JointPath::linear(a, b));
    }
    std::vector<PathClearance> one(paths.size()), two(paths.size());
    std::vector<double> ratios, singles;
    for (int round = 0; round < settings.rounds; ++round) {
        const auto seconds = [&](unsigned threads, std::vector<PathClearance>& results) {
            const auto start = std::chrono::steady_clock::now();
            path_clearances(cell.cell, paths, results, {.goal = PathGoal::decide}, {.threads = threads});
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        };
        const double single = seconds(1, one), both = seconds(2, two);
        singles.push_back(1e6 * single / static_cast<double>(paths.size()));
        ratios.push_back(single / both);
    }
    std::size_t different = 0;
    for (std::size_t i = 0; i < paths.size(); ++i)
        different += one[i].answer != two[i].answer || !(one[i].clearance == two[i].clearance) ? 1 : 0;
    std::printf(
        "%-12s batch of %zu edges: %.1f us an edge on one thread, %.2f times as fast on two (best round "
        "%.2f), %zu answers differ\n",
        to_string(kind).data(), paths.size(), quantile(singles, 0.5), quantile(ratios, 0.5),
        quantile(ratios, 1), different);
    record_ratio("robot", {std::string(to_string(kind)) + " links, batch on two threads", "graze, one thread",
                           1 / quantile(ratios, 0.5), different});
    if (settings.csv != nullptr)
        std::fprintf(settings.csv, "%s,batch,\"graze, two threads\",%zu,%.2f,,,%.4f,%zu\n",
                     to_string(kind).data(), paths.size(), quantile(singles, 0.5) / quantile(ratios, 0.5),
                     1 / quantile(ratios, 0.5), different);
}

bool read_settings(int count, char** arguments, Settings& settings) {
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        if (name == "--edges") settings.edges = std::strtoull(arguments[i + 1], nullptr, 10);
        if (name == "--rounds") settings.rounds = std::atoi(arguments[i + 1]);
        if (name == "--census") settings.census = std::strtoull(arguments[i + 1], nullptr, 10);
        if (name != "--csv") continue;
        settings.csv = std::fopen(arguments[i + 1], "w");
        if (settings.csv == nullptr) std::fprintf(stderr, "cannot write %s\n", arguments[i + 1]);
        if (settings.csv == nullptr) return false;
    }
    return count % 2 == 1 && settings.edges > 0 && settings.rounds > 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** arguments) {
    using namespace graze::bench;
    Settings settings;
    if (!read_settings(count, arguments, settings)) {
        std::fprintf(stderr, "usage: graze_bench_robot [--edges N] [--rounds N] [--census N] [--csv FILE]\n");
        return 2;
    }
    if (settings.csv != nullptr)
        std::fprintf(settings.csv, "links,edges,method,count,median_us,p90_us,mean_us,fcl_ratio,wrong\n");
    std::printf("%-12s %-5s %-20s %9s %9s %9s %8s %6s\n", "links", "edges", "method", "median us", "p90",
                "mean", "to fcl", "wrong");
    for (const LinkKind kind : kLinkKinds) run_kind(kind, settings);
    for (const LinkKind kind : kLinkKinds) run_batches(kind, settings);
    if (settings.census > 0)
        for (const LinkKind kind : {LinkKind::capsule, LinkKind::mesh}) run_census(kind, settings);
    if (settings.csv != nullptr) std::fclose(settings.csv);
    return 0;
}
