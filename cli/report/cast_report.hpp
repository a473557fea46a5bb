// Motions and impacts for the report.
#pragma once

#include "cast.hpp"
#include "report/report.hpp"

namespace graze::cli {

/// Adds how parts move and what they hit to a report whose parts are those of the document, in the same
/// order.
void add_cast(ReportData& report, const io::Document& document, const CastAnswer& answer,
              const CastOptions& options);

}  // namespace graze::cli
