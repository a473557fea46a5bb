// What every file of findings is made from.
#pragma once

#include <ctime>
#include <span>
#include <string>
#include <vector>

#include <graze/assembly/assembly.hpp>
#include <graze/io/document.hpp>

#include "exports/finding.hpp"

namespace graze::cli {

struct ExportContext {
    const io::Document& document;
    const AssemblyFindings& result;
    const AssemblyOptions& options;
    std::span<const Finding> findings;
    std::string assembly;                 ///< See `assembly_name`.
    std::string command;                  ///< "graze check frame.stl arm.stl", as a shell reads it.
    std::vector<std::string> part_files;  ///< For each part the path of the file that it is from, as given.
    std::time_t time = 0;                 ///< Of the check.
    unsigned threads = 0;                 ///< 0: one per core. Files are the same for any.
};

/// Now; or what SOURCE_DATE_EPOCH says, for files that are to be the same again.
std::time_t export_time();
/// "2026-11-19T23:40:08", UTC. Without a zone, as JUnit has it.
std::string time_text(std::time_t time);

/// The text of an element or attribute of XML 1.0, not yet escaped: `legible`, and the two characters that
/// XML forbids beyond control characters, U+FFFE and U+FFFF, written as bytes.
std::string xml_text(std::string_view text);

}  // namespace graze::cli
