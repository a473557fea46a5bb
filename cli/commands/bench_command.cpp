// graze bench: a short measurement of this machine and this build. The same pairs on every machine; times are
// of the thread's own clock, the median over rounds, so that what else runs counts little.
#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <graze/ccd/time_of_impact.hpp>
#include <graze/core/version.hpp>
#include <graze/mesh/generate.hpp>
#include <graze/query/query.hpp>

#include "commands/command.hpp"
#include "demo/demo_shapes.hpp"

namespace graze::cli {
namespace {

constexpr const char* kBenchExamples = R"(Examples:
  graze bench                  a few seconds
  graze bench --rounds 25      steadier numbers
  graze bench --json           for keeping and comparing

'hits' is how many of the questions are answered yes: it is the same on every machine.)";

struct BenchOptions {
    std::size_t rounds = 7;
    bool json = false;
};

struct Row {
    std::string query;
    std::string pair;
    std::size_t questions = 0;
    std::size_t hits = 0;
    double nanoseconds = 0;  ///< Of one question.
};

/// Uniform numbers, the same on every machine (splitmix64).
class Numbers {
public:
    double in(double low, double high) {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return low + (high - low) * static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    Vec3 vector(double reach) {
        const double x = in(-reach, reach), y = in(-reach, reach);
        return {x, y, in(-reach, reach)};
    }
    Pose pose(double reach) {
        const Vec3 axis = vector(1);
        const double angle = in(0, 3);
        return Pose::from(Quat::from_axis_angle(axis, angle), vector(reach));
    }

private:
    std::uint64_t state_ = 1;
};

double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

using TimedQuestion = std::function<bool(std::size_t)>;

Row measure(const std::string& query, const std::string& pair, std::size_t questions,
            const BenchOptions& options, const TimedQuestion& ask) {
    Row row{query, pair, questions, 0, 0};
    std::vector<double> times;
    for (std::size_t round = 0; round <= options.rounds; ++round) {  // the first only warms the caches
        std::size_t hits = 0;
        const double start = thread_seconds();
        for (std::size_t i = 0; i < questions; ++i) hits += ask(i) ? 1 : 0;
        if (round > 0) times.push_back(thread_seconds() - start);
        row.hits = hits;
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    row.nanoseconds = times[times.size() / 2] / static_cast<double>(questions) * 1e9;
    return row;
}

/// Two shapes of about unit size at many places, so far from each other that about half of them overlap.
struct Workload {
    std::string name;
    Shape a;
    Shape b;
    double reach = 0;  ///< Of the places of b.
    std::size_t count = 0;
};

std::vector<Workload> workloads() {
    return {
        {"sphere, capsule", Sphere{0.5}, Capsule{0.3, 0.5}, 0.9, 4096},
        {"box, box", Box{{0.5, 0.4, 0.6}}, Box{{0.6, 0.5, 0.3}}, 1.3, 4096},
        {"cylinder, cone", Cylinder{0.5, 0.5}, Cone{0.5, 0.5}, 0.9, 2048},
        {"hull 64, hull 64", pebble_shape(64, {0.8, 0.6, 0.5}), pebble_shape(64, {0.5, 0.5, 0.9}), 1.1, 2048},
        {"mesh 5120, mesh 5120", solid(noisy_sphere_mesh({.radius = 0.6})),
         solid(noisy_sphere_mesh({.radius = 0.6, .seed = 2})), 1, 256}};
}

void measure_workload(const Workload& work, const BenchOptions& options, std::vector<Row>& rows) {
    Numbers numbers;
    const Placed a{work.a, numbers.pose(0)};
    std::vector<Placed> b;
    std::vector<Moving> moving;
    for (std::size_t i = 0; i < work.count; ++i) {
        b.push_back({work.b, numbers.pose(work.reach)});
        moving.push_back(
            {work.b, InBetweenMotion{numbers.pose(2 * work.reach), numbers.pose(2 * work.reach)}});
    }
    const Moving resting{a.shape, LinearMotion{a.pose, {}}};
    rows.push_back(measure("overlaps", work.name, work.count, options,
                           [&](std::size_t i) { return overlaps(a, b[i]); }));
    rows.push_back(measure("separation", work.name, work.count, options,
                           [&](std::size_t i) { return separation(a, b[i]).distance.upper <= 0; }));
    const std::size_t fewer = work.count / 16;
    rows.push_back(measure("time_of_impact", work.name, fewer, options,
                           [&](std::size_t i) { return time_of_impact(resting, moving[i]).hit; }));
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < work.count; ++i) {
        const Vec3 from = numbers.vector(2);
        rays.push_back({from, numbers.vector(0.8) - from});
    }
    rows.push_back(measure("raycast", work.name.substr(work.name.find(',') + 2), work.count, options,
                           [&](std::size_t i) {
                               return raycast(rays[i], {work.b, a.pose}).has_value();
                           }));
}

void print_answer(const std::vector<Row>& rows) {
    print(fmt::format("graze {}, one thread\n{:<16} {:<24} {:>10} {:>8} {:>12}\n", GRAZE_VERSION_STRING,
                      "query", "shapes", "questions", "hits", "ns each"));
    for (const Row& row : rows) {
        print(fmt::format("{:<16} {:<24} {:>10} {:>6.0f} % {:>12.0f}\n", row.query, row.pair, row.questions,
                          100.0 * static_cast<double>(row.hits) / static_cast<double>(row.questions),
                          row.nanoseconds));
    }
}

void print_json(const std::vector<Row>& rows) {
    auto list = nlohmann::ordered_json::array();
    for (const Row& row : rows)
        list.push_back({{"query", row.query},
                        {"shapes", row.pair},
                        {"questions", row.questions},
                        {"hits", row.hits},
                        {"nanoseconds", row.nanoseconds}});
    print(nlohmann::ordered_json{{"version", GRAZE_VERSION_STRING}, {"rows", list}}.dump(2) + "\n");
}

}  // namespace

void declare_bench(CLI::App& tool, Action& chosen) {
    CLI::App* command =
        tool.add_subcommand("bench", "A short measurement of this machine: nanoseconds per question");
    const auto options = std::make_shared<BenchOptions>();
    command
        ->add_option("--rounds", options->rounds,
                     "How often each row is measured; the median counts (default 7)")
        ->check(CLI::Range(1, 1000))
        ->type_name("N");
    command->add_flag("--json", options->json, "Answer in JSON");
    command->footer(kBenchExamples);
    command->callback([&chosen, options] {
        chosen = [options] {
            std::vector<Row> rows;
            for (const Workload& work : workloads()) measure_workload(work, *options, rows);
            options->json ? print_json(rows) : print_answer(rows);
            return Exit::clean;
        };
    });
}

}  // namespace graze::cli
