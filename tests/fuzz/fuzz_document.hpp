// What must hold of every answer of a reader: an error that says what and why, or a document that can be used
// and written.
#pragma once

#include <unistd.h>

#include <fstream>
#include <string>

#include "fuzz/fuzz_main.hpp"
#include "graze/io/document.hpp"
#include "graze/query/query.hpp"

namespace graze::test {

inline std::string fault_of(const expected<io::Document, io::FileError>& document) {
    if (!document) {
        const io::FileError& error = document.error();
        if (error.reason.empty() || error.hint.empty())
            return "an error without a reason or a hint: " + error.message();
        return {};
    }
    for (const io::Part& part : document->parts) {
        if (part.name.empty()) return "a part without a name";
        if (!check(placed(part))) return "a part that cannot be used: " + part.name;
        if (!motion_of(part).valid()) return "a motion that cannot be used: " + part.name;
    }
    const auto again = io::read_scene(to_json(*document), ".");
    if (!again) return "what was written cannot be read: " + again.error().message();
    if (again->parts.size() != document->parts.size()) return "parts were lost in writing";
    return {};
}

/// Limits that keep single inputs fast.
inline io::ReadOptions small_limits() {
    io::ReadOptions options;
    options.limits.parts = 1000;
    options.limits.triangles = 100'000;
    return options;
}

/// A file with this content; the same place again and again.
inline std::filesystem::path file_of(const std::string& extension, const std::uint8_t* data,
                                     std::size_t size) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("graze-fuzz-" + std::to_string(::getpid()) + extension);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    return path;
}

}  // namespace graze::test
