// What a check found, as the report shows it.
#pragma once

#include <string>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "baseline/judgement.hpp"
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

/// How the findings compare with a baseline: their states and notes, a fact with counts, and what is gone.
void add_judgement(ReportData& report, const io::Document& document, const Judgement& judgement);

}  // namespace graze::cli
