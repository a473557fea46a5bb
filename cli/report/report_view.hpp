// The 3D view as the build embeds it: script and style of the report's page. The sources are in web/; the
// definition is generated.
#pragma once

#include <string_view>

namespace graze::cli {

struct ReportView {
    /// One classic script; empty when the tool was built without npm. Holds no "</script".
    std::string_view script;
    std::string_view script_hash;  ///< Base64 of its SHA-256, for the page's security policy; empty with it.
    std::string_view style;        ///< Of the page with and without the view. Holds no "</style".
};

ReportView report_view() noexcept;

}  // namespace graze::cli
