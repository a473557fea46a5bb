// The clearance of a motion over its time as a picture: in the report without its view, and as a file.
#pragma once

#include <string>

#include "report/report_data.hpp"

namespace graze::cli {

/// An svg element that is whole by itself: light or dark as the reader's system is. Stretches must not be
/// empty.
std::string clearance_svg(const ReportClearance& clearance, const std::string& unit);

}  // namespace graze::cli
