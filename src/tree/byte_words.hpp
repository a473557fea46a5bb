// Bytes in words of 32 bits, least significant byte first; wide numbers and doubles are two words, low first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graze/math/pose.hpp"

namespace graze {

class WordWriter {
public:
    void word(std::uint32_t w) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes_.push_back(static_cast<std::byte>(w >> shift & 0xffU));
    }
    void wide(std::uint64_t x) {
        word(static_cast<std::uint32_t>(x));
        word(static_cast<std::uint32_t>(x >> 32));
    }
    void number(double x) { wide(std::bit_cast<std::uint64_t>(x)); }
    void vector(const Vec3& v) {
        for (std::size_t i = 0; i < 3; ++i) number(v[i]);
    }
    void map(const Affine& map) {
        for (const Vec3& column : map.linear.columns) vector(column);
        vector(map.offset);
    }
    /// A multiple of four of them.
    void append(std::span<const std::byte> bytes) {
        const std::size_t size = bytes_.size();
        bytes_.resize(size + bytes.size());
        std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
    }

    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::vector<std::byte> take() noexcept { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

/// Reads no further than the bytes: past their end every word is zero, and `ran_out` says so.
class WordReader {
public:
    explicit WordReader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    std::uint32_t word() noexcept {
        std::uint32_t w = 0;
        const std::span<const std::byte> here = take(4);
        for (std::size_t i = 0; i < here.size(); ++i) w |= std::to_integer<std::uint32_t>(here[i]) << (8 * i);
        return w;
    }
    std::uint64_t wide() noexcept {
        const std::uint64_t low = word();
        return low | static_cast<std::uint64_t>(word()) << 32;
    }
    double number() noexcept { return std::bit_cast<double>(wide()); }
    Vec3 vector() noexcept {
        const double x = number(), y = number();
        return {x, y, number()};
    }
    Affine map() noexcept {
        Affine map;
        for (Vec3& column : map.linear.columns) column = vector();
        map.offset = vector();
        return map;
    }
    /// The next ones, all of them or, with `ran_out`, none.
    std::span<const std::byte> take(std::uint64_t count) noexcept {
        if (count > bytes_.size()) {
            ran_out_ = true;
            return {};
        }
        const std::span<const std::byte> taken = bytes_.first(static_cast<std::size_t>(count));
        bytes_ = bytes_.subspan(taken.size());
        return taken;
    }

    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size(); }
    /// Whether so many elements may still come, of at least so many bytes each: ask before taking memory for
    /// them.
    [[nodiscard]] bool can_hold(std::uint64_t count, std::size_t bytes_each) const noexcept {
        return count <= bytes_.size() / bytes_each;
    }
    [[nodiscard]] bool ran_out() const noexcept { return ran_out_; }

private:
    std::span<const std::byte> bytes_;
    bool ran_out_ = false;
};

/// Each word changes the state one-to-one, so that no single changed word goes unnoticed.
inline std::uint64_t checksum_of_words(std::span<const std::byte> bytes) noexcept {
    std::uint64_t state = 0;
    WordReader reader(bytes);
    while (reader.left() > 0 && !reader.ran_out()) state = (state ^ reader.word()) * 0x9e3779b97f4a7c15ULL;
    return state;
}

}  // namespace graze
