// The files that `graze check` writes about its findings besides the report: --bcf, --junit, --sarif, --glb.
#pragma once

#include <string>
#include <vector>

#include "exports/export_context.hpp"

namespace CLI {
class App;
}

namespace graze::cli {

struct ExportFiles {
    std::string bcf;  ///< Empty: not requested. All of them.
    std::string junit;
    std::string sarif;
    std::string glb;
};

/// Adds the options.
void declare_exports(CLI::App& command, ExportFiles& files);

/// Whether a file is requested that shows the curves in which surfaces cross.
bool wants_curves(const ExportFiles& files);

/// Throws UserError where a file that is there would be lost: one that this tool has not written, one of
/// `inputs`, or one that two options name. `report` is the file of --report, may be empty. To be called
/// before anything takes long.
void refuse_lost_files(const ExportFiles& files, const std::vector<std::string>& inputs,
                       const std::string& report);

/// Writes what is requested, each file whole or not at all (output_file.hpp), and returns a line on each:
/// "BCF: out.bcfzip". Throws UserError when one cannot be written.
std::string write_exports(const ExportFiles& files, const ExportContext& context);

}  // namespace graze::cli
