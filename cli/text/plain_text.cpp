#include "text/plain_text.hpp"

#include <algorithm>

namespace graze::cli {

std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto trailing = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xBF; };
    const unsigned first = byte(0);
    const unsigned second = byte(1);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return trailing(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool ok =
            second >= (first == 0xE0 ? 0xA0U : 0x80U) && second <= (first == 0xED ? 0x9FU : 0xBFU);
        return ok && trailing(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool ok =
            second >= (first == 0xF0 ? 0x90U : 0x80U) && second <= (first == 0xF4 ? 0x8FU : 0xBFU);
        return ok && trailing(2) && trailing(3) ? 4 : 0;
    }
    return 0;
}

std::string legible(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string clean;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(character_length(text), 1);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool c1_control = first == 0xC2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xA0;
        const bool prints = character_length(text) > 0 && first >= 0x20 && first != 0x7F && !c1_control;
        for (std::size_t i = 0; i < length; ++i) {
            const auto byte = static_cast<unsigned char>(text[i]);
            if (prints)
                clean += text[i];
            else
                (clean += "\\x") += {digits[byte >> 4U], digits[byte & 15U]};
        }
        text.remove_prefix(length);
    }
    return clean;
}

}  // namespace graze::cli
