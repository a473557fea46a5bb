// Whether a file has changed, by what the system keeps of it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace graze::cli {

/// Equal stamps of a file at two times: it was not written between them, unless within the resolution of
/// the file system's clock and with the same size.
struct FileStamp {
    bool exists = false;
    std::uintmax_t size = 0;
    std::int64_t modified = 0;  ///< In the file system's own clock.

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Of what a link leads to. A file that cannot be asked for is one that does not exist.
FileStamp stamp_of(const std::filesystem::path& file);

}  // namespace graze::cli
