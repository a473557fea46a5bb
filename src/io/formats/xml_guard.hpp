// XML parsers go one level down the stack for each level of elements: hostile files are turned away before.
#pragma once

#include <filesystem>
#include <string>

#include "graze/io/document.hpp"

class TiXmlDocument;
class TiXmlElement;

namespace graze::io {

/// The text of an XML file that is safe to parse: not too large, not too deep, no NUL, without a byte order
/// mark. Throws a Fault.
std::string read_xml_text(const std::filesystem::path& path, const std::string& shown,
                          const ReadOptions& options);

/// The one element of a text, which must have this name and stays in `xml`. Throws a Fault with the line of
/// what is wrong.
TiXmlElement* parse_xml(TiXmlDocument& xml, const std::string& text, const char* name,
                        const std::string& file);

/// The value of an attribute; empty when there is none, and for no element.
std::string xml_attribute(const TiXmlElement* element, const char* name);

}  // namespace graze::io
