// Random and adversarial pairs of every two shape types, every answer judged: finite, ordered, tight, proved,
// and on a share of them compared with the exact or high-precision optimum. Prints a table; exits with 1 on
// any fault, with its literal input. Every pair is queried for separation, decision and overlap in both
// orders, and all of it is verified. One pair in 16 (--extras) is also asked for contacts, rays and a cast,
// one in 16 for its certificate, one in 16 for the decision of every method. A long run can be split:
// --classes names a part, --log keeps what is finished, and --resume goes on after it.
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "campaign.hpp"
#include "journal.hpp"

namespace graze::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kHang = 60;  // CPU seconds on one pair, oracle included: nothing honest takes half of it
constexpr double kWantedConverged = 0.999;  // of the random queries

struct Options {
    CampaignOptions campaign;
    double seconds = 0;  ///< For the whole run; 0: no limit.
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::string only;  ///< "box", "box-hull", "parts", "soups", "soups/rays": run these alone.
    std::size_t first = 1;
    std::size_t last = 1000;  ///< Number of the last class to run, counted from 1 in the order of the table.
    std::string log;          ///< File that finished classes are added to.
    bool resume =
        false;  ///< Takes the classes that the log has, with this seed and enough pairs, from there.
    bool help = false;
};

constexpr const char* kUsage =
    "usage: graze_soak [options]\n"
    "  --pairs N        pairs per class, a class being two convex types or a way to make parts and a group "
    "of verbs (1000000)\n"
    "  --oracle N       of them compared with the exact or high-precision optimum (10000)\n"
    "  --extras N       one pair in N is also asked for contacts, rays and a cast, one for a certificate, "
    "one by all methods (16; 0: "
    "none)\n"
    "  --seconds S      for the whole run, the same for each class (no limit)\n"
    "  --seed N         of all random numbers (1)\n"
    "  --threads N      classes at a time (as many as the machine has)\n"
    "  --only NAME      classes with this convex type, made so, or of this group of verbs; one class; convex "
    "or parts\n"
    "  --classes F:L    classes F to L, counted from 1 in the order of the table\n"
    "  --case N         judge only the pair of this number, counted from 0, of each class\n"
    "  --log FILE       add every class to this file as it finishes: a line of numbers, then its first "
    "failures\n"
    "  --resume         take classes from the log that it has with this seed and as many pairs and "
    "comparisons\n";

bool parse_range(const std::string& value, Options& options) {
    char* rest = nullptr;
    options.first = std::strtoull(value.c_str(), &rest, 10);
    if (*rest != ':') return false;
    options.last = std::strtoull(rest + 1, &rest, 10);
    return *rest == 0 && options.first >= 1 && options.first <= options.last;
}

bool parse(int count, char** arguments, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (name == "--help" || name == "--resume") {
            (name == "--help" ? options.help : options.resume) = true;
            continue;
        }
        if (++i >= count) return false;
        const std::string value = arguments[i];
        if (name == "--pairs")
            options.campaign.pairs = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--oracle")
            options.campaign.oracle = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--seconds")
            options.seconds = std::strtod(value.c_str(), nullptr);
        else if (name == "--seed")
            options.campaign.seed = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--threads")
            options.threads = static_cast<unsigned>(std::max(1L, std::strtol(value.c_str(), nullptr, 10)));
        else if (name == "--extras")
            options.campaign.extras = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--case")
            options.campaign.one_case = std::strtoull(value.c_str(), nullptr, 10);
        else if (name == "--only")
            options.only = value;
        else if (name == "--log")
            options.log = value;
        else if (name != "--classes" || !parse_range(value, options))
            return false;
    }
    return options.campaign.pairs > 0 && (!options.resume || !options.log.empty());
}

std::vector<SoakClass> classes(const Options& options) {
    std::vector<SoakClass> all = convex_classes(), result;
    for (SoakClass& parts : part_classes()) all.push_back(std::move(parts));
    std::size_t number = 0;
    for (SoakClass& one : all) {
        if (++number < options.first || number > options.last) continue;
        const bool named = one.name == options.only || std::ranges::count(one.labels, options.only) > 0;
        if (options.only.empty() || named) result.push_back(std::move(one));
    }
    return result;
}

class Run {
public:
    Run(const Options& options, const std::vector<JournalEntry>& journal)
        : options_(options), classes_(classes(options)), results_(classes_.size()), known_(classes_.size()) {
        take_known(journal);
        for (unsigned i = 0; i < options.threads; ++i) busy_.push_back(std::make_unique<Busy>());
        if (options.seconds > 0)
            options_.campaign.seconds = options.seconds * options.threads /
                                        static_cast<double>(std::max<std::size_t>(1, classes_.size()));
    }

    const std::vector<CampaignResult>& run() {
        std::vector<std::thread> workers;
        for (unsigned i = 0; i < options_.threads; ++i) workers.emplace_back([this, i] { work(*busy_[i]); });
        std::thread watcher([this] { watch(); });
        for (std::thread& worker : workers) worker.join();
        finished_ = true;
        watcher.join();
        return results_;
    }

private:
    void take_known(const std::vector<JournalEntry>& journal) {
        const std::uint64_t wanted = std::min(options_.campaign.oracle, options_.campaign.pairs);
        for (const JournalEntry& entry : journal) {
            const CampaignResult& r = entry.result;
            // The number of comparisons may be one off: the last of the equal steps may be cut short.
            if (entry.seed != options_.campaign.seed || r.pairs < options_.campaign.pairs ||
                r.oracle + 1 < wanted)
                continue;
            for (std::size_t i = 0; i < classes_.size(); ++i) {
                if (classes_[i].name != r.name || known_[i]) continue;
                known_[i] = true;
                results_[i] = r;
                ++classes_done_;
                done_ += options_.campaign.pairs;
            }
        }
    }

    void work(Busy& busy) {
        {
            const std::lock_guard lock(busy.mutex);
            pthread_getcpuclockid(pthread_self(), &busy.clock);
        }
        for (std::size_t i = next_++; i < classes_.size(); i = next_++) {
            if (known_[i]) continue;
            results_[i] =
                classes_[i].run(options_.campaign, busy, [this](std::uint64_t count) { done_ += count; });
            ++classes_done_;
            if (options_.log.empty()) continue;
            const std::lock_guard lock(log_mutex_);
            if (!append(options_.log, {results_[i], options_.campaign.seed}))
                std::fprintf(stderr, "cannot write %s\n", options_.log.c_str());
        }
    }

    /// Draws the progress bar on a terminal, and ends the program when a worker has been on one pair for too
    /// long.
    void watch() {
        struct Observed {
            std::uint64_t serial = 0;
            double since = 0;  ///< CPU time of the worker.
        };
        const auto cpu_seconds = [](const Busy& busy) {
            timespec now{};
            clock_gettime(busy.clock, &now);
            return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
        };
        std::vector<Observed> observed(busy_.size());
        const auto start = Clock::now();
        while (!finished_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            for (std::size_t i = 0; i < busy_.size(); ++i) {
                const std::lock_guard lock(busy_[i]->mutex);
                if (busy_[i]->serial != observed[i].serial || !busy_[i]->describe)
                    observed[i] = {busy_[i]->serial, cpu_seconds(*busy_[i])};
                if (cpu_seconds(*busy_[i]) - observed[i].since < kHang) continue;
                std::printf("\nhangs: %s\n", busy_[i]->describe().c_str());
                std::fflush(stdout);
                std::_Exit(3);
            }
            if (isatty(STDERR_FILENO)) draw(std::chrono::duration<double>(Clock::now() - start).count());
        }
        if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r%*s\r", 78, "");
    }

    void draw(double elapsed) const {
        const double total =
            static_cast<double>(options_.campaign.pairs) * static_cast<double>(classes_.size());
        const double by_pairs = static_cast<double>(done_) / total;
        const double by_classes = static_cast<double>(classes_done_) / static_cast<double>(classes_.size());
        const double share = options_.seconds > 0
                                 ? std::max({by_pairs, by_classes, std::min(1.0, elapsed / options_.seconds)})
                                 : by_pairs;
        const int bars = static_cast<int>(30 * share);
        const double left = share > 0 ? elapsed * (1 - share) / share : 0;
        std::fprintf(stderr, "\r[%.*s%*s] %3.0f %%  %.3g pairs  %02d:%02d:%02d left ", bars,
                     "##############################", 30 - bars, "", 100 * share, static_cast<double>(done_),
                     static_cast<int>(left) / 3600, static_cast<int>(left) / 60 % 60,
                     static_cast<int>(left) % 60);
    }

    Options options_;
    std::vector<SoakClass> classes_;
    std::vector<CampaignResult> results_;
    std::vector<bool> known_;  ///< Taken from the log.
    std::mutex log_mutex_;
    std::vector<std::unique_ptr<Busy>> busy_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> classes_done_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> finished_{false};
};

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0;
}

int report(const std::vector<CampaignResult>& results, bool one_case) {
    std::printf("%-31s %9s %7s %7s %9s %9s %8s %7s %7s\n", "pair", "pairs", "oracle", "meet %", "conv. %",
                "widest", "undec.", "max ms", "faulty");
    CampaignResult all;
    for (const CampaignResult& r : results) {
        std::printf("%-31s %9llu %7llu %7.1f %9.4f %9.1e %8llu %7.2f %7llu\n", r.name.c_str(),
                    static_cast<unsigned long long>(r.pairs), static_cast<unsigned long long>(r.oracle),
                    percent(r.intersecting, r.random), percent(r.converged, r.random), r.widest,
                    static_cast<unsigned long long>(r.undecided), 1e3 * r.slowest,
                    static_cast<unsigned long long>(r.faulty));
        all.pairs += r.pairs, all.oracle += r.oracle, all.random += r.random, all.converged += r.converged,
            all.undecided += r.undecided, all.faulty += r.faulty;
    }
    const double converged = percent(all.converged, all.random);
    std::printf(
        "%zu classes, %llu pairs, %llu compared with the truth, %.4f %% of the random ones converged, %llu "
        "undecided, %llu faulty\n",
        results.size(), static_cast<unsigned long long>(all.pairs),
        static_cast<unsigned long long>(all.oracle), converged,
        static_cast<unsigned long long>(all.undecided), static_cast<unsigned long long>(all.faulty));
    for (const CampaignResult& r : results)
        for (const std::string& failure : r.failures)
            std::printf("\n%s:\n%s", r.name.c_str(), failure.c_str());
    const bool enough = one_case || converged >= 100 * kWantedConverged;
    if (!enough) std::printf("fewer than %g %% of the random queries converged\n", 100 * kWantedConverged);
    return all.faulty == 0 && enough ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int count, char** arguments) {
    using namespace graze::test;
    Options options;
    const bool understood = parse(count, arguments, options);
    if (!understood || options.help) {
        std::fputs(kUsage, options.help ? stdout : stderr);
        return options.help ? 0 : 2;
    }
    std::vector<JournalEntry> journal;
    if (options.resume) {
        auto read = read_journal(options.log);
        if (!read) {
            std::fprintf(stderr, "cannot read %s\n", options.log.c_str());
            return 2;
        }
        journal = *std::move(read);
    }
    Run run(options, journal);
    return report(run.run(), options.campaign.one_case.has_value());
}
