// Random and adversarial pairs of every two shape types, every answer judged: finite, ordered, tight, proved, and on a share of
// them compared with the exact or high-precision optimum. Prints a table; exits with 1 on any fault, with its literal input.
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "campaign.hpp"
#include "oracle/judge.hpp"

namespace graze::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kHang = 60;                // seconds on one pair, oracle included: nothing honest takes a tenth of it
constexpr double kWantedConverged = 0.999;  // of the random queries

struct Options {
    CampaignOptions campaign;
    double seconds = 0;  ///< For the whole run; 0: no limit.
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::string only;  ///< "box" or "box-hull": run these types alone.
};

bool parse(int count, char** arguments, Options& options) {
    for (int i = 1; i < count; i += 2) {
        const std::string name = arguments[i];
        if (i + 1 >= count) return false;
        const std::string value = arguments[i + 1];
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
        else if (name == "--only")
            options.only = value;
        else
            return false;
    }
    return options.campaign.pairs > 0;
}

struct TypePair {
    ShapeType a;
    ShapeType b;
};

std::vector<TypePair> classes(const std::string& only) {
    std::vector<TypePair> result;
    for (std::size_t i = 0; i < kShapeTypeCount; ++i)
        for (std::size_t j = i; j < kShapeTypeCount; ++j) {
            const std::string a(to_string(kAllShapeTypes[i])), b(to_string(kAllShapeTypes[j]));
            if (only.empty() || only == a || only == b || only == a + "-" + b || only == b + "-" + a)
                result.push_back({kAllShapeTypes[i], kAllShapeTypes[j]});
        }
    return result;
}

class Run {
public:
    explicit Run(const Options& options) : options_(options), classes_(classes(options.only)), results_(classes_.size()) {
        for (unsigned i = 0; i < options.threads; ++i) busy_.push_back(std::make_unique<Busy>());
        if (options.seconds > 0)
            options_.campaign.seconds = options.seconds * options.threads / static_cast<double>(std::max<std::size_t>(1, classes_.size()));
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
    void work(Busy& busy) {
        for (std::size_t i = next_++; i < classes_.size(); i = next_++) {
            results_[i] =
                run_campaign(classes_[i].a, classes_[i].b, options_.campaign, busy, [this](std::uint64_t count) { done_ += count; });
            ++classes_done_;
        }
    }

    /// Draws the progress bar on a terminal, and ends the program when a worker has been on one pair for too long.
    void watch() {
        struct Seen {
            std::uint64_t serial = 0;
            Clock::time_point since = Clock::now();
        };
        std::vector<Seen> seen(busy_.size());
        const auto start = Clock::now();
        while (!finished_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            for (std::size_t i = 0; i < busy_.size(); ++i) {
                const std::lock_guard lock(busy_[i]->mutex);
                if (busy_[i]->serial != seen[i].serial || !busy_[i]->pair) seen[i] = {busy_[i]->serial, Clock::now()};
                if (std::chrono::duration<double>(Clock::now() - seen[i].since).count() < kHang) continue;
                std::printf("\nhangs: %s\n", describe(*busy_[i]->pair).c_str());
                std::fflush(stdout);
                std::_Exit(3);
            }
            if (isatty(STDERR_FILENO)) draw(std::chrono::duration<double>(Clock::now() - start).count());
        }
        if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r%*s\r", 78, "");
    }

    void draw(double elapsed) const {
        const double total = static_cast<double>(options_.campaign.pairs) * static_cast<double>(classes_.size());
        const double by_pairs = static_cast<double>(done_) / total;
        const double by_classes = static_cast<double>(classes_done_) / static_cast<double>(classes_.size());
        const double share = options_.seconds > 0 ? std::max({by_pairs, by_classes, std::min(1.0, elapsed / options_.seconds)}) : by_pairs;
        const int bars = static_cast<int>(30 * share);
        const double left = share > 0 ? elapsed * (1 - share) / share : 0;
        std::fprintf(stderr, "\r[%.*s%*s] %3.0f %%  %.3g pairs  %02d:%02d:%02d left ", bars, "##############################", 30 - bars,
                     "", 100 * share, static_cast<double>(done_), static_cast<int>(left) / 3600, static_cast<int>(left) / 60 % 60,
                     static_cast<int>(left) % 60);
    }

    Options options_;
    std::vector<TypePair> classes_;
    std::vector<CampaignResult> results_;
    std::vector<std::unique_ptr<Busy>> busy_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> classes_done_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> finished_{false};
};

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0;
}

int report(const std::vector<CampaignResult>& results) {
    std::printf("%-31s %9s %7s %7s %9s %9s %8s %7s %7s\n", "pair", "pairs", "oracle", "meet %", "conv. %", "widest", "undec.", "max ms",
                "faulty");
    CampaignResult all;
    for (const CampaignResult& r : results) {
        std::printf("%-31s %9llu %7llu %7.1f %9.4f %9.1e %8llu %7.2f %7llu\n",
                    (std::string(to_string(r.a)) + " - " + std::string(to_string(r.b))).c_str(), static_cast<unsigned long long>(r.pairs),
                    static_cast<unsigned long long>(r.oracle), percent(r.meeting, r.random), percent(r.converged, r.random), r.widest,
                    static_cast<unsigned long long>(r.undecided), 1e3 * r.slowest, static_cast<unsigned long long>(r.faulty));
        all.pairs += r.pairs, all.oracle += r.oracle, all.random += r.random, all.converged += r.converged, all.undecided += r.undecided,
            all.faulty += r.faulty;
    }
    const double converged = percent(all.converged, all.random);
    std::printf(
        "%zu classes, %llu pairs, %llu compared with the truth, %.4f %% of the random ones converged, %llu undecided, %llu faulty\n",
        results.size(), static_cast<unsigned long long>(all.pairs), static_cast<unsigned long long>(all.oracle), converged,
        static_cast<unsigned long long>(all.undecided), static_cast<unsigned long long>(all.faulty));
    for (const CampaignResult& r : results)
        for (const std::string& failure : r.failures)
            std::printf("\n%s - %s:\n%s", to_string(r.a).data(), to_string(r.b).data(), failure.c_str());
    const bool enough = converged >= 100 * kWantedConverged;
    if (!enough) std::printf("fewer than %g %% of the random queries converged\n", 100 * kWantedConverged);
    return all.faulty == 0 && enough ? 0 : 1;
}

}  // namespace
}  // namespace graze::test

int main(int count, char** arguments) {
    graze::test::Options options;
    if (!graze::test::parse(count, arguments, options)) {
        std::fprintf(stderr,
                     "usage: graze_soak [--pairs N per type pair] [--oracle N of them] [--seconds S in all] [--seed N] [--threads N] "
                     "[--only type[-type]]\n");
        return 2;
    }
    graze::test::Run run(options);
    return graze::test::report(run.run());
}
