// A sealed string of bytes, in words: magic (two), version, its own length in bytes (wide), what there is to
// say, and a checksum (wide).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/core/error.hpp"
#include "tree/byte_words.hpp"

namespace graze::shape_bytes {

using Magic = std::array<std::uint32_t, 2>;

/// The header of a sealed string of bytes.
struct Seal {
    Magic magic{};
    std::uint32_t version = 0;
    const char* name = "";  ///< Of what is kept, for messages: "scene".
};

inline unexpected<BuildError> refused(std::string why, Rule rule = Rule::corrupt) {
    return unexpected<BuildError>({rule, Element::whole, 0, std::move(why)});
}

std::vector<std::byte> sealed(const Seal& seal, std::span<const std::byte> content);

/// What was sealed, when magic, version, length and checksum are right.
expected<std::span<const std::byte>, BuildError> unsealed(const Seal& seal, std::span<const std::byte> bytes);

}  // namespace graze::shape_bytes
