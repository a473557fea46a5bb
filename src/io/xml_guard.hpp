// XML parsers go one level down the stack for each level of elements: hostile files are turned away before.
#pragma once

#include <filesystem>
#include <string>

#include "graze/io/read.hpp"

class TiXmlElement;

namespace graze::io {

/// The text of an XML file that is safe to parse: not too large, not too deep, no NUL. Throws a Fault.
std::string read_xml_text(const std::filesystem::path& path, const std::string& shown, const ReadOptions& options);

/// The value of an attribute; empty when there is none, and for no element.
std::string xml_attribute(const TiXmlElement* element, const char* name);

}  // namespace graze::io
