// The report: one HTML file that opens without a network and shows an assembly in 3D with what was found in
// it. Commands fill in the data (report_data.hpp) and write them; nothing is computed here. Names and texts
// are shown as text and cannot become markup.
#pragma once

#include <filesystem>
#include <string>

#include "graze/core/error.hpp"
#include "graze/io/document.hpp"
#include "report/report_data.hpp"

namespace graze::cli {

/// Whether this tool was built with the 3D view. Without it a report holds the tables alone, and a line on
/// how to get the view.
bool report_has_view() noexcept;

/// Writes the report, replacing the file. Fails when an index of the data is out of range, or the file cannot
/// be written.
expected<void, io::FileError> write_report(const ReportData& data, const std::filesystem::path& file);

/// The same as text.
expected<std::string, io::FileError> report_html(const ReportData& data);

}  // namespace graze::cli
