// What a check found, as the report shows it.
#pragma once

#include <string>

#include <graze/io/document.hpp>

#include "assembly_check.hpp"
#include "report.hpp"

namespace graze::cli {

/// The parts of the document in its order, with the findings; proofs are checked anew, but for distances between large meshes. `command` is the
/// command line that was given.
ReportData assembly_report(const io::Document& document, const CheckResult& result, const CheckOptions& options,
                           const std::string& command);

}  // namespace graze::cli
