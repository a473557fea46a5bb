// Numbers out of bytes, of either order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace graze::io {

/// A trivially copyable number at any address.
template <class Number> Number load(const char* bytes, bool big_endian) noexcept {
    std::array<char, sizeof(Number)> copy{};
    std::memcpy(copy.data(), bytes, sizeof(Number));
    if (big_endian != (std::endian::native == std::endian::big)) std::reverse(copy.begin(), copy.end());
    return std::bit_cast<Number>(copy);
}

inline float load_float(const char* bytes, bool big_endian) noexcept {
    return load<float>(bytes, big_endian);
}
inline std::uint32_t load_word(const char* bytes, bool big_endian) noexcept {
    return load<std::uint32_t>(bytes, big_endian);
}

}  // namespace graze::io
