#include "io/formats/xml_guard.hpp"

#include <tinyxml.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "io/formats/read_context.hpp"
#include "io/text/fault.hpp"
#include "io/text/text_bounds.hpp"

namespace graze::io {

namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1}
                                      << 30U;  // the text is held whole, and several times by its parser
constexpr std::size_t kMostDepth = 128;        // URDF and SRDF need six levels, COLLADA a dozen and its nodes

/// The end of the tag that begins at `at`, quotes respected; npos when it has none.
std::size_t tag_end(std::string_view text, std::size_t at) {
    char quote = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return at;
    }
    return std::string_view::npos;
}

/// The deepest level of elements. Closing tags never lower it below what the opening ones so far allow.
std::size_t depth_of(std::string_view text) {
    std::size_t depth = 0, deepest = 0;
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
        const std::string_view remaining = text.substr(at);
        std::size_t end = std::string_view::npos;
        if (remaining.starts_with("<!--")) {
            end = text.find("-->", at + 4);
        } else if (remaining.starts_with("<![CDATA[")) {
            end = text.find("]]>", at);
        } else if (remaining.starts_with("<?") || remaining.starts_with("<!")) {
            end = text.find('>', at);
        } else {
            end = tag_end(text, at);
            if (remaining.starts_with("</"))
                depth -= depth > 0 ? 1 : 0;
            else if (end == std::string_view::npos || text[end - 1] != '/')
                deepest = std::max(deepest, ++depth);
        }
        if (end == std::string_view::npos) break;
        at = end;
    }
    return deepest;
}

}  // namespace

std::string read_xml_text(const std::filesystem::path& path, const std::string& shown,
                          const ReadOptions& options) {
    check_file(path, options);
    std::ifstream stream(path, std::ios::binary);
    if (!stream) fail({shown, "", "it cannot be opened", "Check that you may read it."});
    if (std::filesystem::file_size(path) > kMostBytes)
        fail({shown, "", "it has more than 1 GiB of XML", "Split it, or use a binary format."});
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    text.erase(0, mark_bytes(text, shown));
    while (text.ends_with('\0') || text.ends_with('\x1a')) text.pop_back();
    if (text.find('\0') != std::string::npos)
        fail({shown, "", "it holds a byte that is zero", "Is this a text file?"});
    if (depth_of(text) > kMostDepth)
        fail({shown, "", "its elements are nested more than " + std::to_string(kMostDepth) + " deep",
              "Is this the right file?"});
    return text;
}

namespace {

/// The parser has no row, or one beyond the text, where that ends within an element: then it is the last
/// line.
std::size_t error_line(const TiXmlDocument& xml, std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    const std::size_t last = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
    return xml.ErrorRow() > 0 ? std::min(static_cast<std::size_t>(xml.ErrorRow()), last) : last;
}

}  // namespace

TiXmlElement* parse_xml(TiXmlDocument& xml, const std::string& text, const char* name,
                        const std::string& file) {
    const char* end = xml.Parse(text.c_str());  // stops at text that is in no element, without an error
    if (xml.Error())
        fail({file, "line " + std::to_string(error_line(xml, text)),
              "not valid XML: " + printable(xml.ErrorDesc()),
              "Check the tags just before that line, and that the file was not cut off."});
    TiXmlElement* root = xml.FirstChildElement(name);
    if (!root)
        fail({file, "line 1", "it has no element '" + std::string(name) + "'",
              "Is this another kind of file?"});
    const auto refuse_trailing = [&](std::size_t line) {
        fail({file, "line " + std::to_string(line),
              "there is more beside the element '" + std::string(name) + "'",
              "A file has one such element and nothing after it; remove the rest."});
    };
    for (const TiXmlElement* element = xml.FirstChildElement(); element;
         element = element->NextSiblingElement()) {
        if (element != root) refuse_trailing(static_cast<std::size_t>(element->Row()));
    }
    const std::size_t at =
        text.find_first_not_of(" \t\r\n", end ? static_cast<std::size_t>(end - text.c_str()) : text.size());
    if (at != std::string::npos)
        refuse_trailing(1 + static_cast<std::size_t>(std::count(
                                text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')));
    return root;
}

std::string xml_attribute(const TiXmlElement* element, const char* name) {
    const char* text = element ? element->Attribute(name) : nullptr;
    return text ? text : "";
}

}  // namespace graze::io
