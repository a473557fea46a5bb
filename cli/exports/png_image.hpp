// Pictures as PNG (RFC 2083): eight bits each of red, green and blue, over zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace graze::cli {

struct Image {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> rgb{};  ///< Rows from the top, 3 * width bytes each; sRGB.
};

/// The image has at least one pixel.
std::string png_of(const Image& image);

}  // namespace graze::cli
