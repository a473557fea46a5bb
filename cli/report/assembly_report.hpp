// What a check found, as the report shows it.
#pragma once

#include <string>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "report/report.hpp"

namespace graze::cli {

/// The parts of the document in its order, and what is to be known of them; without findings. `command` names
/// what made the report.
ReportData document_report(const io::Document& document, const Assembly& assembly,
                           const std::string& command);

/// The same with the findings of a check; proofs are checked again, except for distances between large
/// meshes.
ReportData assembly_report(const io::Document& document, const AssemblyFindings& result,
                           const AssemblyOptions& options, const std::string& command);

}  // namespace graze::cli
