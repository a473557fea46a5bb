// graze check: which parts of an assembly clash, how deep and where, and which of the others come close.
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "cad_files.hpp"
#include "check/check_run.hpp"
#include "commands/command.hpp"
#include "report/report_page.hpp"
#include "text/progress.hpp"

namespace graze::cli {
namespace {

constexpr const char* kCheckExamples = R"(Examples:
  graze check frame.stl arm.stl                    do these parts clash?
  graze check cell.json --clearance 0.005          and which come closer than 5 mm, in a scene of metres?
  graze check parts.glb --unit-scale 0.001         a file of millimetres
  graze check housing.step shaft.step              CAD files, where graze is built with them
  graze check housing.step shaft.step              CAD files, where graze is built with them
  graze check arm.urdf --joint elbow=1.57 --srdf arm.srdf
  graze check cell.json --exclude 'bolt*:plate*' --allow-touching
  graze check cell.json --group 'rig=rail*' --group 'rig=foot*' --between groups     nothing between rails and feet
  graze check cell.json --report clashes.html      a page with a 3D view
  graze check cell.json --bcf clashes.bcfzip --glb clashes.glb     for issue trackers and CAD viewers
  graze check cell.json --junit clashes.xml --sarif clashes.sarif  for continuous integration
  graze check cell.json --accept known.json        only what is new or worse than what somebody accepted
  graze check cell.json --fail-on never --csv > clashes.csv
  graze check cell.json --stats                    and what the check cost, stage by stage
  graze check cell.json --fail-on possible         also when a part is inside of a mesh that is not closed
  graze check cell.json --json > answers.json && graze verify answers.json cell.json

Patterns of --exclude and --group name parts by * and ?, groups by @NAME; \: is a colon in a name.
Exit codes: 0 clean, 1 findings, 2 bad input or usage.)";

Exit check(const CheckRequest& request) {
    const AssemblyOptions options = check_options(request);
    return run_check(request, options, load_files(request.inputs),
                     [](io::Document& document, const Answers& answers, CadFiles& cad) {
                         Progress progress("Checking");
                         return check_refined(document, answers.files, answers.options, cad,
                                              [&](double share) { progress.at(share); });
                     })
        .code;
}

}  // namespace

void declare_check(CLI::App& tool, Action& chosen) {
    CLI::App* app =
        tool.add_subcommand("check", "Which parts of an assembly clash, how deep, where; which come close");
    const auto request = std::make_shared<CheckRequest>();
    declare_check_options(*app, *request);
    app->footer(kCheckExamples);
    app->callback([&chosen, request, app] {
        request->given = given_options(*app);
        chosen = [request] { return check(*request); };
    });
}

}  // namespace graze::cli
