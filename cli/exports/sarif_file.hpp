// Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS), which code hosts and
// editors show: one run, a rule for each kind of finding, a result for each finding.
#pragma once

#include <string>
#include <string_view>

#include "exports/export_context.hpp"

namespace graze::cli {

/// Results have the part's files as places, the parts as logical places, and the pair's identifier as
/// `correlationGuid` and partial fingerprint "grazePair/v1". What is allowed or accepted is suppressed.
std::string sarif_file(const ExportContext& context);

/// Whether a file with this head was written by `sarif_file`.
bool is_own_sarif(std::string_view head);

/// A path as a reference of RFC 3986: everything but unreserved characters and '/' by percent signs;
/// "file://" before absolute ones.
std::string uri_of(std::string_view path);

}  // namespace graze::cli
