// Kept shapes and scenes as a liar would change them: words overwritten, and the checksum made right again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::test {

using Bytes = std::vector<std::byte>;

inline std::uint32_t word_at(const Bytes& bytes, std::size_t at) {
    std::uint32_t w = 0;
    for (std::size_t i = 0; i < 4; ++i) w |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    return w;
}

inline void set_word(Bytes& bytes, std::size_t at, std::uint32_t w) {
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::byte>(w >> (8 * i) & 0xffU);
}

/// Puts the checksum of the words from `first` on into the last two before `end`.
inline void put_checksum(Bytes& bytes, std::size_t first, std::size_t end) {
    std::uint64_t state = 0;
    for (std::size_t at = first; at < end - 8; at += 4)
        state = (state ^ word_at(bytes, at)) * 0x9e3779b97f4a7c15ULL;
    set_word(bytes, end - 8, static_cast<std::uint32_t>(state));
    set_word(bytes, end - 4, static_cast<std::uint32_t>(state >> 32));
}

/// Makes length and checksum those of the bytes, which must be a multiple of four and not fewer than 28; and
/// the checksums of the box trees inside, as far as their heads show where they end.
inline void seal(Bytes& bytes) {
    for (std::size_t at = 20; at + 152 <= bytes.size(); at += 4) {
        if (word_at(bytes, at) != 0x7a617267 || word_at(bytes, at + 4) != 0x65657254) continue;
        const std::size_t nodes = word_at(bytes, at + 16), primitives = word_at(bytes, at + 24);
        const std::size_t length = 4 * (36 + 56 * nodes + primitives);
        if (at + length + 8 <= bytes.size()) put_checksum(bytes, at, at + length);
    }
    set_word(bytes, 12, static_cast<std::uint32_t>(bytes.size()));
    set_word(bytes, 16, 0);
    put_checksum(bytes, 0, bytes.size());
}

}  // namespace graze::test
