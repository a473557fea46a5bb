// Findings as JUnit XML, which continuous integration shows as tests: one test case for each finding, and one
// for all pairs without. Follows the schema of Apache Ant's task, with Jenkins' message of skipped tests.
#pragma once

#include <string>
#include <string_view>

#include "exports/export_context.hpp"

namespace graze::cli {

/// Test cases are named by kind and pair, so that they are recognised in the next run. A finding that makes
/// the exit code 1 is a failure; those that are allowed, accepted or not requested are skipped.
std::string junit_file(const ExportContext& context);

/// Whether a file with this head was written by `junit_file`.
bool is_own_junit(std::string_view head);

}  // namespace graze::cli
