// The report without its 3D view: tables in plain HTML, for printing, for browsers without WebGL, and for
// tools built without the view.
#pragma once

#include <string>

#include "report/report_data.hpp"

namespace graze::cli {

/// The inside of the page's main element. Indices must be in range.
std::string report_tables(const ReportData& data);

}  // namespace graze::cli
