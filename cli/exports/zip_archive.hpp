// A ZIP archive in memory (PKWARE's APPNOTE, as ISO/IEC 21320-1 narrows it): deflated or stored files with
// ASCII names, no encryption, no ZIP64. Written over zlib; the same files make the same bytes.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace graze::cli {

class ZipArchive {
public:
    static constexpr std::size_t kMostFiles = 65535;
    static constexpr std::uint64_t kMostBytes = 0xffffffffU;  ///< Of the archive.

    /// The time, UTC, is that of all files; archives know none before 1980.
    explicit ZipArchive(std::time_t time);

    /// Names use '/' and are relative. Files that are compressed already are `stored`.
    enum class Packing : std::uint8_t { deflated, stored };
    void add(std::string_view name, std::string_view content, Packing packing);

    /// The archive with a comment (at most 65535 bytes); empty when it exceeds the limits above.
    std::string finish(std::string_view comment);

private:
    std::string bytes_;
    std::string directory_;
    std::size_t count_ = 0;
    std::uint32_t stamp_ = 0;  ///< Date and time as MS-DOS has them.
};

/// The comment of an archive that has one, from its last bytes; empty else.
std::string_view zip_comment(std::string_view tail);

}  // namespace graze::cli
