// The last step of every command that writes a report about the files that it was given.
#pragma once

#include <string>
#include <string_view>

#include "inputs.hpp"
#include "report.hpp"

namespace graze::cli {

/// "graze check frame.stl 'left arm.stl'": a command with its files as a shell reads them; of very many the first, and how many follow.
std::string command_text(std::string_view command, const Inputs& inputs);

/// Writes the report; one without a title gets the names of the files. Throws Trouble when it cannot.
void write_page(ReportData data, const Inputs& inputs, const std::string& file);

}  // namespace graze::cli
