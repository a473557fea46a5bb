// The report's page: checks the data, then puts tables, data and view into one file.
#include "report/report.hpp"

#include <fmt/format.h>

#include "graze/core/version.hpp"
#include "output_file.hpp"
#include "report/report_block.hpp"
#include "report/report_tables.hpp"
#include "report/report_text.hpp"
#include "report/report_view.hpp"

namespace graze::cli {

namespace {

io::FileError bad_data(std::string element, std::string reason) {
    return {"", std::move(element), std::move(reason), "This is a fault of the tool: please report it."};
}

template <class Pair>
expected<void, io::FileError> check_pairs(const std::vector<Pair>& pairs, std::size_t parts,
                                          std::string_view name) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].a < parts && pairs[i].b < parts) continue;
        return unexpected<io::FileError>(
            bad_data(fmt::format("{}[{}]", name, i), "names a part that does not exist"));
    }
    return {};
}

expected<void, io::FileError> check_geometries(const ReportData& data) {
    for (std::size_t i = 0; i < data.geometries.size(); ++i) {
        const TriangleSoup& soup = data.geometries[i];
        for (const auto& triangle : soup.triangles) {
            for (const std::uint32_t index : triangle) {
                if (index < soup.vertices.size()) continue;
                return unexpected<io::FileError>(bad_data(
                    fmt::format("geometries[{}]", i), "has a triangle with a vertex that does not exist"));
            }
        }
    }
    return {};
}

expected<void, io::FileError> check_data(const ReportData& data) {
    for (std::size_t i = 0; i < data.parts.size(); ++i) {
        if (data.parts[i].geometry < data.geometries.size()) continue;
        return unexpected<io::FileError>(
            bad_data(fmt::format("parts[{}]", i), "names a geometry that does not exist"));
    }
    for (std::size_t i = 0; i < data.motions.size(); ++i) {
        if (data.motions[i].part < data.parts.size() && !data.motions[i].samples.empty()) continue;
        return unexpected<io::FileError>(
            bad_data(fmt::format("motions[{}]", i), "has no samples, or names a part that does not exist"));
    }
    if (data.clearance) {
        const auto& stretches = data.clearance->stretches;
        if (stretches.empty())
            return unexpected<io::FileError>(bad_data("clearance", "has no stretches of time"));
        if (auto good = check_pairs(stretches, data.parts.size(), "clearance.stretches"); !good) return good;
    }
    return check_geometries(data)
        .and_then([&] { return check_pairs(data.clashes, data.parts.size(), "clashes"); })
        .and_then([&] { return check_pairs(data.near_misses, data.parts.size(), "near_misses"); })
        .and_then([&] { return check_pairs(data.possible, data.parts.size(), "possible"); })
        .and_then([&] { return check_pairs(data.impacts, data.parts.size(), "impacts"); });
}

/// The page may load nothing and run nothing but the view's own script: even a name that got through the
/// escaping could do no harm.
std::string head_html(const ReportData& data, const ReportView& view) {
    const std::string script = view.script.empty() ? "'none'" : fmt::format("'sha256-{}'", view.script_hash);
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"{}>\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src "
        "'unsafe-inline'; img-src "
        "data: "
        "blob:\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
        "name=\"color-scheme\" content=\"light dark\">\n"
        "<meta name=\"generator\" content=\"graze {}\">\n<title>{} – "
        "graze</title>\n<style>\n{}</style>\n</head>\n",
        view.script.empty() ? "" : " data-view=\"loading\"", script, GRAZE_VERSION_STRING,
        escape_html(data.title), view.style);
}

std::string notice_html(const ReportView& view) {
    if (view.script.empty()) {
        return "<p class=\"notice\">The 3D view is missing: this graze was built without npm. Install npm "
               "(on Debian: apt-get install "
               "npm), "
               "build again, and make the report again.</p>\n";
    }
    return "<p class=\"notice\" id=\"notice\" hidden></p>\n<noscript><p class=\"notice\">The 3D view needs "
           "JavaScript. The tables hold "
           "everything that was found.</p><style>.tables { visibility: visible !important; "
           "}</style></noscript>\n";
}

}  // namespace

bool report_has_view() noexcept { return !report_view().script.empty(); }

expected<std::string, io::FileError> report_html(const ReportData& data) {
    if (auto good = check_data(data); !good) return unexpected<io::FileError>(good.error());
    const ReportView view = report_view();
    std::string html = head_html(data, view) + "<body>\n<main class=\"tables\">\n" + notice_html(view) +
                       report_tables(data) + "</main>\n";
    const ReportBlock block = report_block(data);
    html += "<script type=\"application/json\" id=\"report-data\">" + block.json + "</script>\n";
    html +=
        "<script type=\"text/plain\" id=\"report-bytes\">" + base64(deflated(block.bytes)) + "</script>\n";
    if (!view.script.empty()) html.append("<script>").append(view.script).append("</script>\n");
    html += "</body>\n</html>\n";
    return html;
}

expected<void, io::FileError> write_report(const ReportData& data, const std::filesystem::path& file) {
    auto html = report_html(data);
    if (!html) return unexpected<io::FileError>(html.error());
    const auto written = replace_file(file, *html);
    if (written) return {};
    return unexpected<io::FileError>(
        io::FileError{file.string(), "", "the report cannot be written: " + written.error(),
                      "Name a file in a folder that exists and that you may write to."});
}

}  // namespace graze::cli
