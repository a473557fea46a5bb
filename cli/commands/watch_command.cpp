// graze watch: checks again whenever a file changes, and only pairs of which a part changed.
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "baseline/compare.hpp"
#include "check/check_run.hpp"
#include "check_document.hpp"
#include "commands/command.hpp"
#include "inputs.hpp"
#include "report/report_page.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "watch/same_parts.hpp"
#include "watch/watched_files.hpp"

namespace graze::cli {
namespace {

constexpr const char* kWatchExamples = R"(Examples:
  graze watch frame.stl arm.stl                           checks when one of the files is saved
  graze watch cell.json --clearance 0.005 --report now.html
  graze watch cell.json --accept known.json

All options are those of 'graze check'. After a change only pairs are tested of which a part has changed; the answers
are those of a full check. A file that cannot be read is reported, and waited for. Ctrl-C ends the command.
Exit codes: 2 bad usage; with --checks that of the last check.)";

/// A file that is being written is left alone until it has been quiet for so long.
constexpr std::chrono::milliseconds kQuiet{150};
/// After an error that no watched file explains, such as one about a missing file.
constexpr std::chrono::seconds kRetry{2};

struct WatchRequest {
    CheckRequest request;
    double interval = 0.5;   ///< Seconds between two tests of the files.
    std::size_t checks = 0;  ///< 0: until the command is ended.
};

struct Earlier {
    Assembly assembly;
    CheckOutcome outcome;
};

/// The findings of the document, from those of the earlier check where its parts are the same.
AssemblyFindings findings_after(const std::optional<Earlier>& earlier, io::Document& document,
                                const Answers& answers, CadFiles& cad) {
    Progress progress("Checking");
    const auto report = [&](double share) { progress.at(share); };
    // Meshes of CAD files are made finer as pairs need it: those of the earlier check are not kept.
    if (!earlier || cad.any()) return check_refined(document, answers.files, answers.options, cad, report);
    const std::vector<PartIndex> same = same_parts(earlier->outcome.document, document);
    return recheck_document(document, answers.files, answers.options,
                            {earlier->assembly, earlier->outcome.answers.result, same}, report);
}

/// "2 new, 1 gone since the last check."
std::string changes_text(const CheckOutcome& before, const CheckOutcome& now) {
    const auto records = [](const CheckOutcome& outcome) {
        return records_of(outcome.document, outcome.answers.result, outcome.answers.options);
    };
    const std::vector<FindingRecord> old_records = records(before);
    const std::vector<FindingRecord> new_records = records(now);
    std::string text;
    for (const Difference& each : differences(old_records, new_records, {})) {
        if (each.change == Change::same) continue;
        const FindingRecord& named = each.now ? new_records[*each.now] : old_records[*each.before];
        text += fmt::format("{}: {} and {}, {}\n", to_string(each.change), legible(named.a), legible(named.b),
                            measure_text(named, now.document.unit));
    }
    return text.empty() ? "Nothing new, worse, better or gone.\n" : text;
}

std::string reuse_text(const AssemblyStatistics& statistics) {
    return fmt::format("{} of {} pairs tested, {:.2f} s.\n", statistics.tested - statistics.reused,
                       statistics.tested, statistics.seconds);
}

class Watch {
public:
    explicit Watch(const WatchRequest& asked)
        : asked_(asked), options_(check_options(asked.request)), files_(asked.request.inputs) {}

    Exit run() {
        std::size_t done = 0;
        while (true) {
            if (check()) ++done;
            if (asked_.checks != 0 && done >= asked_.checks) return earlier_->outcome.code;
            wait_for_change();
        }
    }

private:
    /// False when the files cannot be checked as they are.
    bool check() {
        try {
            const auto find = [&](io::Document& document, const Answers& answers, CadFiles& cad) {
                return findings_after(earlier_, document, answers, cad);
            };
            CheckOutcome outcome = run_check(asked_.request, options_, files_.load(), find);
            if (earlier_) print(changes_text(earlier_->outcome, outcome));
            print(reuse_text(outcome.answers.result.statistics));
            std::fflush(stdout);  // a reader of a pipe gets each check when it is done
            Assembly assembly = assembly_of(outcome.document, outcome.answers.files);
            earlier_ = Earlier{std::move(assembly), std::move(outcome)};
            complaint_.clear();
            return true;
        } catch (const UserError& error) {
            if (error.message != complaint_)
                std::fprintf(stderr, "graze: %s. Waiting for a change.\n", legible(error.message).c_str());
            complaint_ = error.message;
            return false;
        }
    }

    void wait_for_change() const {
        const auto begin = std::chrono::steady_clock::now();
        while (!files_.changed()) {
            std::this_thread::sleep_for(std::chrono::duration<double>(asked_.interval));
            if (!complaint_.empty() && std::chrono::steady_clock::now() - begin > kRetry) return;
        }
        files_.wait_until_quiet(kQuiet);
    }

    WatchRequest asked_;
    AssemblyOptions options_;
    WatchedFiles files_;
    std::optional<Earlier> earlier_;
    std::string complaint_;  ///< Why the last check failed; empty when it did not.
};

}  // namespace

void declare_watch(CLI::App& tool, Action& chosen) {
    CLI::App* app = tool.add_subcommand("watch", "Check again whenever a file changes");
    const auto asked = std::make_shared<WatchRequest>();
    declare_check_options(*app, asked->request);
    app->add_option("--interval", asked->interval, "Seconds between two tests of the files. Default: 0.5")
        ->type_name("S")
        ->check(refuse_not_positive);
    app->add_option("--checks", asked->checks, "End after so many checks; 0: never. Default: 0")
        ->type_name("N")
        ->check(refuse_not_whole);
    app->footer(kWatchExamples);
    app->callback([&chosen, asked, app] {
        asked->request.given = given_options(*app);
        chosen = [asked] { return Watch(*asked).run(); };
    });
}

}  // namespace graze::cli
