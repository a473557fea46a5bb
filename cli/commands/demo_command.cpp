// graze demo: makes an assembly, checks it, compares with what was planted in it, and writes a report.
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io/document.hpp>

#include "cast.hpp"
#include "check_document.hpp"
#include "check_output.hpp"
#include "commands/command.hpp"
#include "demo/demo_assembly.hpp"
#include "demo/demo_compare.hpp"
#include "output_file.hpp"
#include "report/assembly_report.hpp"
#include "report/cast_report.hpp"
#include "text/plain_text.hpp"
#include "text/progress.hpp"
#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr const char* kDemoExamples = R"(Examples:
  graze demo                       into this folder: graze-demo.json and graze-report.html
  graze demo /tmp/demo             into another one
  graze check graze-demo.json --clearance 0.5     the same check by hand
  graze cast graze-demo.json                      and what the arm hits

Exit codes: 0 exactly the planted faults were found, 1 something else, 2 bad input or usage.)";

/// Segments of each crossing in the report: more than a picture shows.
constexpr std::size_t kCurveLimit = 2000;

struct DemoOptions {
    std::string folder = ".";
    unsigned threads = 0;
};

/// Writes the scene and reads the file, so that the demonstration is processed like every other scene.
io::Document write_and_read(const io::Document& document, const std::filesystem::path& file) {
    if (const auto written = replace_file(file, io::to_json(document)); !written)
        throw UserError{fmt::format("{}: cannot be written: {}. Name a folder in which files can be made",
                                    file.string(), written.error())};
    auto read = io::read_document(file);
    if (!read) throw UserError{read.error().message()};
    return *std::move(read);
}

Exit run_demo(const DemoOptions& options) {
    const std::filesystem::path folder(options.folder);
    std::error_code ignored;  // a folder that cannot be made is an error when the first file is written
    std::filesystem::create_directories(folder, ignored);
    const DemoAssembly assembly = demo_assembly();
    const std::filesystem::path scene = folder / "graze-demo.json";
    const io::Document document = write_and_read(assembly.document, scene);

    AssemblyOptions check;
    check.clearance = kDemoClearance;
    check.threads = options.threads;
    check.curve_limit = kCurveLimit;
    AssemblyFindings result;
    {
        Progress progress("Checking");
        result = check_document(document, {}, check, [&progress](double share) { progress.at(share); });
    }
    const CastOptions cast_options{.threads = options.threads};
    const CastAnswer cast = first_impacts(document, cast_options);
    const DemoComparison comparison = compare(assembly.planted, document, result, cast);

    print(fmt::format("{}: {}, {}, of which {} come close\n\n", document.title,
                      count_text(document.parts.size(), "part"),
                      count_text(document.parts.size() * (document.parts.size() - 1) / 2, "pair"),
                      count_text(result.statistics.tested, "pair")));
    print(comparison_table(assembly.planted, comparison, noise_of(document), terminal_width()));
    ReportData report = assembly_report(document, result, check, "graze demo");
    add_cast(report, document, cast, cast_options);
    const std::filesystem::path page = folder / "graze-report.html";
    if (const auto written = write_report(report, page); !written) throw UserError{written.error().message()};
    print(fmt::format("\nscene   {}\nreport  {}{}\n", legible(scene.string()), legible(page.string()),
                      report_has_view() ? "" : " (without the 3D view: npm was missing)"));
    print(comparison.exact()
              ? fmt::format("All {} planted faults were found, and nothing else.\n", assembly.planted.size())
              : std::string{"What was found is NOT what was planted.\n"});
    return comparison.exact() ? Exit::clean : Exit::findings;
}

}  // namespace

void declare_demo(CLI::App& tool, Action& chosen) {
    CLI::App* command =
        tool.add_subcommand("demo", "Make an assembly with known faults, check it, write a report");
    const auto options = std::make_shared<DemoOptions>();
    command->add_option("FOLDER", options->folder, "Where the files go (default: this folder)");
    command
        ->add_option("--threads", options->threads,
                     "How many threads work; 0: one per core (default). Answers are the same for any")
        ->check(CLI::Range(0U, 4096U))
        ->type_name("N");
    command->footer(kDemoExamples);
    command->callback([&chosen, options] { chosen = [options] { return run_demo(*options); }; });
}

}  // namespace graze::cli
