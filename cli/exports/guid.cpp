#include "exports/guid.hpp"

#include <bit>
#include <cstddef>

#include <fmt/format.h>

namespace graze::cli {
namespace {

using Uuid = std::array<std::uint8_t, 16>;

constexpr Uuid kDomainNames{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1,
                            0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};

/// One block of 64 bytes.
void add_block(std::array<std::uint32_t, 5>& state, const unsigned char* block) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t t = 0; t < 16; ++t) {
        for (std::size_t k = 0; k < 4; ++k) w[t] = w[t] << 8U | block[4 * t + k];
    }
    for (std::size_t t = 16; t < 80; ++t) w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t t = 0; t < 80; ++t) {
        const std::uint32_t mixed = t < 20   ? ((b & c) | (~b & d)) + 0x5a827999U
                                    : t < 40 ? (b ^ c ^ d) + 0x6ed9eba1U
                                    : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU
                                             : (b ^ c ^ d) + 0xca62c1d6U;
        const std::uint32_t next = std::rotl(a, 5) + mixed + e + w[t];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const std::array<std::uint32_t, 5> sum{a, b, c, d, e};
    for (std::size_t i = 0; i < 5; ++i) state[i] += sum[i];
}

Uuid name_uuid(const Uuid& space, std::string_view name) {
    std::string text(space.begin(), space.end());
    text += name;
    const std::array<std::uint8_t, 20> hash = sha1(text);
    Uuid uuid{};
    for (std::size_t i = 0; i < uuid.size(); ++i) uuid[i] = hash[i];
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0fU) | 0x50U);  // version 5
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3fU) | 0x80U);  // variant of RFC 9562
    return uuid;
}

}  // namespace

std::array<std::uint8_t, 20> sha1(std::string_view bytes) {
    std::array<std::uint32_t, 5> state{0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    std::string padded(bytes);
    padded += '\x80';
    padded.resize((padded.size() + 8 + 63) / 64 * 64, '\0');
    const std::uint64_t bits = 8 * std::uint64_t{bytes.size()};
    for (std::size_t i = 0; i < 8; ++i) padded[padded.size() - 1 - i] = static_cast<char>(bits >> (8 * i));
    for (std::size_t at = 0; at < padded.size(); at += 64)
        add_block(state, reinterpret_cast<const unsigned char*>(padded.data()) + at);
    std::array<std::uint8_t, 20> hash{};
    for (std::size_t i = 0; i < hash.size(); ++i)
        hash[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    return hash;
}

std::string name_guid(std::string_view name) {
    const Uuid uuid = name_uuid(name_uuid(kDomainNames, "graze"), name);
    std::string text;
    for (std::size_t i = 0; i < uuid.size(); ++i)
        text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
    return text;
}

std::string joined_name(std::span<const std::string_view> texts) {
    std::string name;
    for (const std::string_view text : texts) name += fmt::format("{}:{},", text.size(), text);
    return name;
}

}  // namespace graze::cli
