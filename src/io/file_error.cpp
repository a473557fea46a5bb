#include "graze/io/file_error.hpp"

namespace graze::io {

std::string FileError::message() const {
    std::string line = file;
    for (const std::string* part : {&element, &reason}) {
        if (part->empty()) continue;
        if (!line.empty()) line += ": ";
        line += *part;
    }
    if (line.empty()) line = "the file cannot be used";
    if (!hint.empty()) line += ". " + hint;
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';  // a name must not write to a terminal what it likes
    }
    return line;
}

}  // namespace graze::io
