#include "io/text/text_bounds.hpp"

#include <algorithm>
#include <array>

#include "io/text/fault.hpp"

namespace graze::io {

namespace {

bool is_padding(char c) noexcept { return c == '\0' || c == '\x1a'; }

}  // namespace

std::size_t mark_bytes(std::string_view start, const std::string& file) {
    constexpr std::string_view kUtf8 = "\xef\xbb\xbf";
    if (start.starts_with(kUtf8)) return kUtf8.size();
    const bool wide = start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff") ||
                      start.starts_with(std::string_view("\0\0\xfe\xff", 4));
    if (wide)
        fail({file, "byte 0", "it is text in UTF-16 or UTF-32",
              "Save it as UTF-8; some shells write UTF-16 when output is redirected."});
    return 0;
}

bool is_filler(char c) noexcept { return is_padding(c) || c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<std::uint64_t> find_content(std::istream& stream, std::uint64_t position) {
    std::array<char, 4096> block{};
    for (;;) {
        stream.read(block.data(), block.size());
        const auto count = stream.gcount();
        const auto found = std::find_if_not(block.begin(), block.begin() + count, is_filler);
        if (found != block.begin() + count)
            return position + static_cast<std::uint64_t>(found - block.begin());
        if (count < static_cast<std::streamsize>(block.size())) return std::nullopt;
        position += static_cast<std::uint64_t>(count);
    }
}

std::uint64_t bytes_before_padding(std::ifstream& stream, std::uint64_t bytes) {
    std::array<char, 4096> block{};
    while (bytes > 0) {
        const std::uint64_t count = std::min<std::uint64_t>(bytes, block.size());
        stream.seekg(static_cast<std::streamoff>(bytes - count));
        stream.read(block.data(), static_cast<std::streamsize>(count));
        if (!stream) break;
        std::uint64_t kept = count;
        while (kept > 0 && is_padding(block[static_cast<std::size_t>(kept - 1)])) --kept;
        bytes -= count - kept;
        if (kept > 0) break;
    }
    stream.clear();
    return bytes;
}

}  // namespace graze::io
