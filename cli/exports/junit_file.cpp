#include "exports/junit_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <tinyxml2.h>

#include <graze/core/version.hpp>

#include "text/table.hpp"
#include "text/wording.hpp"

namespace graze::cli {
namespace {

constexpr std::string_view kJunitMark = " graze check ";

/// Everything about a finding, a line each.
std::string failure_text(const Finding& finding, const io::Document& document) {
    std::string text = fmt::format("part a: {}\npart b: {}\nrelation: {}\n", xml_text(finding.name_a),
                                   xml_text(finding.name_b), finding.relation);
    if (finding.measure)
        text += fmt::format("{}: {}\n", finding.measure_name, interval_text(*finding.measure));
    text += fmt::format("at: {} ({})\ncontacts: {}\nid: {}\n", vector_text(finding.location),
                        xml_text(document.unit), finding.contact_count, finding.guid);
    return text;
}

std::string skip_reason(const Finding& finding) {
    if (!finding.reason.empty()) return finding.reason;
    return finding.state == FindingState::accepted ? "accepted" : "does not fail this check";
}

void push_property(tinyxml2::XMLPrinter& xml, const char* name, const std::string& value) {
    xml.OpenElement("property");
    xml.PushAttribute("name", name);
    xml.PushAttribute("value", xml_text(value).c_str());
    xml.CloseElement();
}

void push_case(tinyxml2::XMLPrinter& xml, const Finding& finding, const io::Document& document) {
    xml.OpenElement("testcase");
    xml.PushAttribute("classname", fmt::format("graze.{}", to_string(finding.kind)).c_str());
    xml.PushAttribute("name", xml_text(finding.name_a + " | " + finding.name_b).c_str());
    xml.PushAttribute("time", "0");
    if (finding.fails) {
        xml.OpenElement("failure");
        xml.PushAttribute("message", xml_text(finding.title).c_str());
        xml.PushAttribute("type", std::string(to_string(finding.kind)).c_str());
        xml.PushText(failure_text(finding, document).c_str());
    } else {
        xml.OpenElement("skipped");
        xml.PushAttribute("message", xml_text(finding.title + ": " + skip_reason(finding)).c_str());
    }
    xml.CloseElement();
    xml.CloseElement();
}

/// Passes, so that a clean check is one test that passed, not none.
void push_summary(tinyxml2::XMLPrinter& xml, const std::string& seconds) {
    xml.OpenElement("testcase");
    xml.PushAttribute("classname", "graze.check");
    xml.PushAttribute("name", "all other pairs");
    xml.PushAttribute("time", seconds.c_str());
    xml.CloseElement();
}

void push_head(tinyxml2::XMLPrinter& xml, const ExportContext& context, const std::string& seconds) {
    const auto count = [&](auto test) { return std::ranges::count_if(context.findings, test); };
    const std::string name = xml_text(context.assembly);
    xml.OpenElement("testsuite");
    xml.PushAttribute("name", name.empty() ? "graze" : name.c_str());
    xml.PushAttribute("package", "graze");
    xml.PushAttribute("id", 0);
    xml.PushAttribute("timestamp", time_text(context.time).c_str());
    xml.PushAttribute("hostname", "localhost");  // as the schema has it for a host without a name
    xml.PushAttribute("tests", static_cast<std::int64_t>(context.findings.size() + 1));
    xml.PushAttribute("failures", static_cast<std::int64_t>(count([](const Finding& f) { return f.fails; })));
    xml.PushAttribute("errors", 0);
    xml.PushAttribute("skipped", static_cast<std::int64_t>(count([](const Finding& f) { return !f.fails; })));
    xml.PushAttribute("time", seconds.c_str());
    xml.OpenElement("properties");
    push_property(xml, "graze", GRAZE_VERSION_STRING);
    push_property(xml, "command", context.command);
    push_property(xml, "unit", context.document.unit);
    push_property(xml, "parts", std::to_string(context.document.parts.size()));
    push_property(xml, "pairs tested", std::to_string(context.result.statistics.tested));
    push_property(xml, "pairs excluded", std::to_string(context.result.statistics.excluded));
    if (context.options.clearance)
        push_property(xml, "clearance", fmt::format("{}", *context.options.clearance));
    xml.CloseElement();
}

}  // namespace

std::string junit_file(const ExportContext& context) {
    const std::string seconds = fmt::format("{:.3f}", context.result.statistics.seconds);
    tinyxml2::XMLPrinter xml;
    xml.PushDeclaration("xml version=\"1.0\" encoding=\"UTF-8\"");
    xml.PushComment((std::string(kJunitMark) + GRAZE_VERSION_STRING + " ").c_str());
    xml.OpenElement("testsuites");
    push_head(xml, context, seconds);
    for (const Finding& finding : context.findings) push_case(xml, finding, context.document);
    push_summary(xml, seconds);
    for (const char* name : {"system-out", "system-err"}) {
        xml.OpenElement(name);
        xml.CloseElement();
    }
    xml.CloseElement();
    xml.CloseElement();
    return xml.CStr();
}

bool is_own_junit(std::string_view head) {
    return head.starts_with("<?xml") && head.find("<!--" + std::string(kJunitMark)) != std::string_view::npos;
}

}  // namespace graze::cli
