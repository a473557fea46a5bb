#include "exports/png_image.hpp"

#include <zlib.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string_view>

namespace graze::cli {
namespace {

void append_word(std::string& to, std::uint64_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        to += static_cast<char>(value >> static_cast<unsigned>(shift));
}

void append_chunk(std::string& to, std::string_view name, std::string_view content) {
    append_word(to, content.size());
    const std::size_t start = to.size();
    to += name;
    to += content;
    append_word(to, crc32_z(0, reinterpret_cast<const Bytef*>(to.data()) + start, to.size() - start));
}

/// A row after its filter: 1 subtracts the pixel on the left, 2 the one above.
void filter_row(const Image& image, std::size_t y, unsigned filter, std::string& row) {
    const std::size_t bytes = 3 * image.width;
    const std::uint8_t* here = image.rgb.data() + y * bytes;
    row.resize(bytes + 1);
    row[0] = static_cast<char>(filter);
    for (std::size_t x = 0; x < bytes; ++x) {
        const unsigned before = filter == 1 ? (x < 3 ? 0U : here[x - 3]) : (y == 0 ? 0U : here[x - bytes]);
        row[x + 1] = static_cast<char>(here[x] - before);
    }
}

/// The usual measure of how badly a row packs: its bytes as signed numbers, without their signs.
std::uint64_t weight_of(const std::string& row) {
    std::uint64_t sum = 0;
    for (const char c : row) sum += static_cast<std::uint64_t>(std::abs(static_cast<signed char>(c)));
    return sum;
}

}  // namespace

std::string png_of(const Image& image) {
    std::string raw, left, above;
    raw.reserve(image.height * (3 * image.width + 1));
    for (std::size_t y = 0; y < image.height; ++y) {
        filter_row(image, y, 1, left);
        filter_row(image, y, 2, above);
        raw += weight_of(left) < weight_of(above) ? left : above;
    }
    uLongf size = compressBound(raw.size());
    std::string packed(size, '\0');
    // Level 5: level 9 takes three times as long for some percent.
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
                  raw.size(), 5) != Z_OK)
        throw std::bad_alloc{};
    packed.resize(size);
    std::string head;
    append_word(head, image.width);
    append_word(head, image.height);
    head += std::string_view("\x08\x02\0\0\0", 5);  // 8 bits, RGB, deflate, filters by row, not interlaced
    std::string png = "\x89PNG\r\n\x1a\n";
    append_chunk(png, "IHDR", head);
    append_chunk(png, "sRGB", std::string_view("\0", 1));
    append_chunk(png, "IDAT", packed);
    append_chunk(png, "IEND", {});
    return png;
}

}  // namespace graze::cli
