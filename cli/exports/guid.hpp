// Identifiers that are the same on every run: name-based UUIDs of version 5 (RFC 9562, 5.5), which anything
// that reads UUIDs accepts, and anyone can compute again: Python's uuid.uuid5 gives the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace graze::cli {

/// SHA-1 of FIPS 180-4. Names things here and protects nothing: two names of one hash would have to be made
/// on purpose.
std::array<std::uint8_t, 20> sha1(std::string_view bytes);

/// The UUID of a name in the namespace of this tool, 5e3a0886-4c98-5a60-9104-44fe25e91d27, which is the UUID
/// of "graze" in the namespace of names of the domain system (RFC 9562, 6.6). Small letters.
std::string name_guid(std::string_view name);

/// A list of texts as one name, from which they can be read again: each as netstrings are written,
/// "3:arm,4:base,", its length in bytes before it.
std::string joined_name(std::span<const std::string_view> texts);

}  // namespace graze::cli
