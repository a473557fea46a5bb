#include "io/text/fault.hpp"

#include <algorithm>
#include <vector>

namespace graze::io {

namespace {

/// Bytes of the UTF-8 character at the start of the text; 0 when it is none, or one that writes nothing.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(0);
    if (first >= 0x20 && first < 0x7f) return 1;
    const std::size_t count = first >= 0xc2 && first < 0xe0   ? 2
                              : first >= 0xe0 && first < 0xf0 ? 3
                              : first >= 0xf0 && first < 0xf5 ? 4
                                                              : 0;
    for (std::size_t i = 1; i < count; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) return 0;
    }
    // Overlong forms, surrogates, numbers past the last character, and the second control block.
    const unsigned second = byte(1);
    const bool bad = (first == 0xc2 && second < 0xa0) || (first == 0xe0 && second < 0xa0) ||
                     (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
                     (first == 0xf4 && second >= 0x90);
    return bad ? 0 : count;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string clean;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t count = character_bytes(text.substr(i));
        if (clean.size() + std::max<std::size_t>(count, 1) > longest) break;
        if (count == 0)
            clean += '?';
        else
            clean += text.substr(i, count);
        i += std::max<std::size_t>(count, 1);
    }
    return clean;
}

std::string legible(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string clean;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t count = character_bytes(text.substr(i));
        const auto byte = static_cast<unsigned char>(text[i]);
        if (count == 0)
            (clean += "\\x") += {kHex[byte >> 4U], kHex[byte & 15U]};
        else
            clean += text.substr(i, count);
        i += std::max<std::size_t>(count, 1);
    }
    return clean;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace graze::io
