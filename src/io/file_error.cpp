#include "graze/io/document.hpp"

#include "io/text/fault.hpp"

namespace graze::io {

std::string FileError::message() const {
    std::string line = file;
    for (const std::string* part : {&element, &reason}) {
        if (part->empty()) continue;
        if (!line.empty()) line += ": ";
        line += *part;
    }
    if (line.empty()) line = "the file cannot be used";
    if (!hint.empty()) line += (line.ends_with('.') ? " " : ". ") + hint;
    return printable(line, line.size());  // a name must not write to a terminal what it likes
}

}  // namespace graze::io
