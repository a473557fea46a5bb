// The data of a report as its page carries them: a JSON text with everything that is small, and bytes for
// what is not. The layout is private to the report: web/src/data.js reads what report_block.cpp, and the
// Python package (python/graze/_page.py), write.
#pragma once

#include <string>

#include "report/report_data.hpp"

namespace graze::cli {

struct ReportBlock {
    std::string json;   ///< ASCII without '<', '>' and '&': safe inside of a script element.
    std::string bytes;  ///< Little-endian: motions as float64, then vertices and curves as float32, then
                        ///< indices as uint32. JSON has the offsets.
};

/// Indices must be in range.
ReportBlock report_block(const ReportData& data);

}  // namespace graze::cli
