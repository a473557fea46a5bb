// A motion of a robot for the report.
#pragma once

#include <string>

#include "report/report.hpp"
#include "robots/path_run.hpp"

namespace graze::cli {

/// The bodies of the cell as parts, the path as their motions, the clearance over time, and the moment to
/// show. The run has a timeline.
ReportData path_report(const PathRun& run, const LoadedCell& cell, const PathOptions& options,
                       const std::string& command);

}  // namespace graze::cli
