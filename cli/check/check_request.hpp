// The request of `graze check` and `graze watch`: the options of their command lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <graze/assembly/assembly.hpp>

#include "exports/exports.hpp"
#include "inputs.hpp"

namespace graze::cli {

/// The options of the command line.
struct CheckRequest {
    Inputs inputs;
    AssemblyOptions options;
    std::vector<std::string> groups;      ///< NAME=PATTERN.
    std::vector<std::string> exclusions;  ///< A:B.
    std::string among = "all";
    std::string fail_on;
    std::string effort = "quick";  ///< Of interferences and escape distances.
    std::size_t limit = 100;
    double clearance = -1;  ///< Below 0: none.
    std::string baseline;   ///< The file of accepted findings; empty for none.
    std::string report;
    ExportFiles exports;
    std::string given;  ///< The options, as they were given.
    bool csv = false;
    bool json = false;
    bool verify = false;
};

/// Adds files and options to a command.
void declare_check_options(CLI::App& command, CheckRequest& request);

/// What makes the exit code 1.
enum class FailOn : std::uint8_t { clash, clearance, possible, never };
/// Throws UserError when the options contradict each other.
FailOn fail_on(const CheckRequest& request);

/// The options of the library. Refuses what can be refused before files are read: throws UserError.
AssemblyOptions check_options(const CheckRequest& request);

}  // namespace graze::cli
