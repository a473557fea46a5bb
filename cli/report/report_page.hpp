// The last step of every command that writes a report about the files that it was given.
#pragma once

#include <string>
#include <string_view>

#include "inputs.hpp"
#include "report/report.hpp"

namespace graze::cli {

/// The options that were given, as a shell reads them: "--clearance 0.5 --exclude 'bolt*:plate'". The
/// command has been parsed.
std::string given_options(const CLI::App& command);

/// "graze check frame.stl 'left arm.stl' --clearance 0.5": a command with its files as a shell reads them; of
/// very many the first, and how many follow. `options` are those of `given_options`.
std::string command_text(std::string_view command, const Inputs& inputs, const std::string& options = {});

/// Adds --report.
void declare_report(CLI::App& command, std::string& file, const std::string& description);
/// Throws UserError where something else than a page would be lost. To be called before anything takes long.
void refuse_to_overwrite(const std::string& file);

/// Writes the report; one without a title gets the names of the files. Throws UserError when it cannot.
void write_page(ReportData data, const Inputs& inputs, const std::string& file);

}  // namespace graze::cli
