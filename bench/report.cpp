#include "report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>

namespace graze::bench {
namespace {

constexpr int kNameWidth = 26;
constexpr int kCellWidth = 15;

std::vector<std::string> contender_names(std::span<const Row> rows) {
    std::vector<std::string> names;
    for (const Row& row : rows) {
        for (const Entry& entry : row.entries) {
            if (std::find(names.begin(), names.end(), entry.contender) == names.end())
                names.push_back(entry.contender);
        }
    }
    return names;
}

template <class... Args> std::string format(const char* pattern, Args... args) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), pattern, args...);
    return text.data();
}

std::string nanoseconds(double value) {
    return value < 10000 ? format("%.0f", value) : format("%.1fk", value / 1000);
}

std::string time_cell(const Entry* entry) {
    if (entry == nullptr) return "-";
    return nanoseconds(entry->nanoseconds) + (entry->score.right() ? "" : " (x)");
}

// "12 / 3e-02": wrong answers and the worst error.
std::string accuracy_cell(const Entry* entry) {
    if (entry == nullptr) return "-";
    const std::string worst = entry->score.worst > 0 ? format("%.0e", entry->score.worst) : "0";
    return format("%zu / ", entry->score.wrong) + worst;
}

void print_header(std::span<const std::string> names, const char* last) {
    std::printf("%-*s %5s %6s", kNameWidth, "row", "hits", "pairs");
    for (const std::string& name : names) std::printf(" %*s", kCellWidth, name.c_str());
    std::printf("%s\n", last);
}

void print_row_start(const Row& row) {
    std::printf("%-*s %4.0f%% %6zu", kNameWidth, row.name().c_str(), 100 * row.hit_rate, row.pairs);
}

}  // namespace

Progress::Progress(std::size_t steps)
    : steps_(steps), terminal_(isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

void Progress::show(std::size_t done, const std::string& what) {
    if (!terminal_) return;
    constexpr std::size_t width = 30;
    const std::size_t filled = width * done / std::max<std::size_t>(steps_, 1);
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const std::string left =
        done == 0
            ? ""
            : format("%3.0f s left", spent * static_cast<double>(steps_ - done) / static_cast<double>(done));
    std::fprintf(stderr, "\r\033[K[%s%s] %zu/%zu %s  %s", std::string(filled, '=').c_str(),
                 std::string(width - filled, ' ').c_str(), done, steps_, left.c_str(), what.c_str());
    std::fflush(stderr);
}

void Progress::clear() {
    if (terminal_) std::fprintf(stderr, "\r\033[K");
}

void print_times(std::span<const Row> rows) {
    const std::vector<std::string> names = contender_names(rows);
    std::printf("\nMedian ns per query; (x): more than %g %% wrong answers on that row\n",
                100 * kWrongAllowed);
    print_header(names, "   graze / best right peer");
    for (const Row& row : rows) {
        print_row_start(row);
        for (const std::string& name : names)
            std::printf(" %*s", kCellWidth, time_cell(row.find(name)).c_str());
        const Entry* best = row.best_peer();
        if (best != nullptr) std::printf("   %.2f %s", best->graze_ratio, best->contender.c_str());
        std::printf("\n");
    }
}

void print_accuracy(std::span<const Row> rows) {
    const std::vector<std::string> names = contender_names(rows);
    std::printf(
        "\nWrong answers / worst error. Wrong: false boolean, error over %g, no answer, or a normal that "
        "needs %g more to separate\n",
        kWrong, kWrong);
    print_header(names, "");
    for (const Row& row : rows) {
        print_row_start(row);
        for (const std::string& name : names)
            std::printf(" %*s", kCellWidth, accuracy_cell(row.find(name)).c_str());
        std::printf("\n");
    }
}

void print_coherent(std::span<const CoherentRow> rows) {
    if (rows.empty()) return;
    std::printf("\nSmooth motion, graze's separation without and with the cache of the step before\n");
    std::printf("%-*s %9s %9s %6s %12s %12s\n", kNameWidth, "row", "cold ns", "warm ns", "ratio",
                "cold steps", "warm steps");
    for (const CoherentRow& row : rows) {
        std::printf("%-*s %9.0f %9.0f %6.2f %12.2f %12.2f\n", kNameWidth, row.family.c_str(), row.cold_ns,
                    row.warm_ns, row.warm_ratio, row.cold_iterations, row.warm_iterations);
    }
}

void print_aims(std::span<const AimResult> results) {
    if (results.empty()) return;
    std::printf("\nAims: graze's time as a fraction of the named peer's\n");
    std::printf("%-30s %-14s %8s %8s %8s %9s  %-6s %s\n", "aim", "peer", "at most", "best", "worst", "rows",
                "", "worst row");
    for (const AimResult& r : results) {
        std::printf("%-30s %-14s %8.2f %8.2f %8.2f %5zu/%-3zu  %-6s %s\n", r.aim.c_str(), r.peer.c_str(),
                    r.at_most, r.best, r.worst, r.reached, r.rows, r.reached == r.rows ? "yes" : "NO",
                    r.worst_row.c_str());
    }
}

std::string cpu_name() {
    std::ifstream info("/proc/cpuinfo");
    std::string line;
    std::string name = "unknown";
    while (std::getline(info, line)) {
        if (line.starts_with("model name")) {
            name = line.substr(line.find(':') + 2);
            break;
        }
    }
    std::string clean;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.') {
            clean += c;
        } else if (!clean.empty() && clean.back() != '-') {
            clean += '-';
        }
    }
    return clean;
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
    return text.data();
}

bool write_csv(const std::string& path, std::span<const Row> rows, std::span<const CoherentRow> coherent,
               int repetitions) {
    std::ofstream out(path);
    out << "date,cpu,row,hit_rate,pairs,timed_pairs,repetitions,contender,median_ns,graze_ratio,right,"
           "checked,wrong,failed,bad_normals,off_"
           "by_1e-3,"
           "worst_error,iterations\n";
    const std::string start = today() + "," + cpu_name() + ",";
    for (const Row& row : rows) {
        for (const Entry& e : row.entries) {
            const Score& s = e.score;
            out << start << row.name()
                << format(",%.4f,%zu,%zu,%d,", row.hit_rate, row.pairs, row.timed, repetitions) << e.contender
                << format(",%.1f,%.4f,%d,%zu,%zu,%zu,%zu,", e.nanoseconds, e.graze_ratio, s.right() ? 1 : 0,
                          s.checked, s.wrong, s.failed, s.bad_normals)
                << format("%zu,%.3e,\n", s.inexact, s.worst);
        }
    }
    for (const CoherentRow& row : coherent) {
        out << start << row.family
            << format(" COHERENT,,,,%d,graze,%.1f,1,,,,,,,,%.3f\n", repetitions, row.cold_ns,
                      row.cold_iterations);
        out << start << row.family
            << format(" COHERENT,,,,%d,graze/warm,%.1f,%.4f,,,,,,,,%.3f\n", repetitions, row.warm_ns,
                      1 / row.warm_ratio, row.warm_iterations);
    }
    return static_cast<bool>(out.flush());
}

}  // namespace graze::bench
