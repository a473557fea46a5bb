// graze_bench: graze against the peers found at build time, same inputs, one interleaved run, answers
// checked.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cross_check.hpp"
#include "ratios.hpp"
#include "rays.hpp"
#include "report.hpp"

namespace graze::bench {
namespace {

struct Options {
    Effort effort;
    std::string filter;  ///< Rows whose name contains it.
    std::string csv;     ///< Path; empty: none.
    std::size_t coherent_steps = 5000;
    std::size_t checked_pairs = 200;  ///< Of each batch, on which the referee is checked.
    bool help = false;
    std::string error;
};

constexpr const char* kUsage =
    "graze_bench [--quick] [--filter TEXT] [--repetitions N] [--csv FILE]\n"
    "  --quick           short run: fewer pairs and repetitions, coarser medians\n"
    "  --filter TEXT     only rows whose name contains TEXT, such as \"hull32\", \"DEPTH\", \"box-box "
    "BOOL\"\n"
    "  --repetitions N   repetitions of every row (odd numbers have a true median); default 15, quick 5\n"
    "  --csv FILE        write every measurement to FILE; --csv DIR/ names the file by date and processor\n";

Options parse(int argc, char** argv) {
    Options options;
    int repetitions = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (name == "--quick") {
            options.effort = {600, 5, 0.15};
            options.coherent_steps = 1000;
            options.checked_pairs = 20;
        } else if (name == "--help" || name == "-h") {
            options.help = true;
        } else if (value == nullptr) {
            options.error = "unknown option or missing value: " + std::string(name);
        } else if (name == "--filter") {
            options.filter = argv[++i];
        } else if (name == "--csv") {
            options.csv = argv[++i];
        } else if (name == "--repetitions") {
            const auto parsed = std::from_chars(value, value + std::strlen(value), repetitions);
            if (parsed.ec != std::errc{} || repetitions < 1)
                options.error = "--repetitions needs a number from 1";
            ++i;
        } else {
            options.error = "unknown option: " + std::string(name);
        }
    }
    if (repetitions > 0) options.effort.repetitions = repetitions;
    if (options.csv.ends_with('/')) options.csv += today() + "-" + cpu_name() + ".csv";
    return options;
}

bool wanted(const Options& options, const std::string& row) {
    return row.find(options.filter) != std::string::npos;
}

struct Plan {
    std::vector<std::pair<Family, std::vector<std::size_t>>>
        families;  // with the indices of their wanted rows
    std::vector<Family> coherent;
    std::size_t steps = 0;
};

Plan make_plan(const Options& options) {
    Plan plan;
    for (const Family& family : all_families()) {
        const std::vector<std::string> names = row_names(family);
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (wanted(options, names[i])) rows.push_back(i);
        }
        plan.steps += rows.size();
        if (!rows.empty()) plan.families.emplace_back(family, rows);
    }
    for (const Family& family : coherent_families()) {
        if (wanted(options, family.name() + " COHERENT")) plan.coherent.push_back(family);
    }
    plan.steps += plan.coherent.size();
    return plan;
}

/// Each row against each peer whose answers are right, and warm starts against cold ones.
void record_rows(const std::vector<Row>& rows, const std::vector<CoherentRow>& coherent) {
    for (const Row& row : rows) {
        for (const Entry& entry : row.entries) {
            if (&entry != &row.entries.front() && entry.score.right())
                record_ratio("convex", {row.name(), entry.contender, entry.graze_ratio,
                                        row.entries.front().score.wrong});
        }
    }
    for (const CoherentRow& row : coherent)
        record_ratio("convex", {row.family + " COHERENT", "graze, cold", row.warm_ratio});
}

int run(const Options& options) {
    const Plan plan = make_plan(options);
    if (plan.steps == 0) {
        if (run_ray_rows(options.filter, options.effort)) return 0;
        std::fprintf(stderr, "no row contains \"%s\"\n", options.filter.c_str());
        return 2;
    }
    for (const std::string& peer : missing_peers())
        std::printf("%s was not found when this was built: left out\n", peer.c_str());
    Contenders contenders = all_contenders();
    Progress progress(plan.steps);
    std::vector<Row> rows;
    std::vector<CoherentRow> coherent;
    CrossCheck check;
    for (const auto& [family, indices] : plan.families) {
        progress.show(rows.size(), family.name() + ": finding the truth");
        const Inputs inputs = make_inputs(family, options.effort);
        cross_check(inputs, options.checked_pairs, check);
        for (const std::size_t index : indices) {
            progress.show(rows.size(), row_names(family)[index]);
            rows.push_back(run_row(inputs, index, contenders, options.effort));
        }
    }
    for (const Family& family : plan.coherent) {
        progress.show(rows.size() + coherent.size(), family.name() + " in motion");
        coherent.push_back(run_coherent(family, options.coherent_steps, options.effort.repetitions));
    }
    progress.clear();
    print_times(rows);
    print_accuracy(rows);
    print_cross_check(check);
    print_coherent(coherent);
    print_aims(measure_aims(rows));
    record_rows(rows, coherent);
    run_ray_rows(options.filter, options.effort);
    if (options.csv.empty()) return 0;
    if (!write_csv(options.csv, rows, coherent, options.effort.repetitions)) {
        std::fprintf(stderr, "cannot write %s\n", options.csv.c_str());
        return 1;
    }
    std::printf("\nwritten to %s\n", options.csv.c_str());
    return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
    const graze::bench::Options options = graze::bench::parse(argc, argv);
    if (options.help || !options.error.empty()) {
        std::fprintf(options.help ? stdout : stderr, "%s%s%s", options.error.c_str(),
                     options.error.empty() ? "" : "\n", graze::bench::kUsage);
        return options.help ? 0 : 2;
    }
    return graze::bench::run(options);
}
