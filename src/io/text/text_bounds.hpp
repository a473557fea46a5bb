// Where the content of a text file begins and ends: after a byte order mark, and before the zeros of padding.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace graze::io {

/// Bytes of the UTF-8 byte order mark at the start of a text: 3, or 0 when it has none. Throws a Fault for
/// the marks of UTF-16 and UTF-32.
std::size_t mark_bytes(std::string_view start, const std::string& file);

/// White space, zeros, and the end-of-file character 0x1a of old systems: what may follow the content of any
/// file.
bool is_filler(char c) noexcept;

/// The position of the first byte from here on that is not filler; none when there is no more. Reads the
/// stream to that place.
std::optional<std::uint64_t> find_content(std::istream& stream, std::uint64_t position);

/// How many bytes of the file are left without the zeros and 0x1a at its end. Reads blocks from the end;
/// moves the stream.
std::uint64_t bytes_before_padding(std::ifstream& stream, std::uint64_t bytes);

}  // namespace graze::io
