// Text of the report.
#include "report/report_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "text/plain_text.hpp"
#include "text/wording.hpp"

namespace graze::cli {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

void append_escaped(std::string& to, char c) {
    switch (c) {
        case '&': to += "&amp;"; break;
        case '<': to += "&lt;"; break;
        case '>': to += "&gt;"; break;
        case '"': to += "&quot;"; break;
        case '\'': to += "&#39;"; break;
        default: to += c;
    }
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string escaped;
    escaped.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool control = first < 0x20 || first == 0x7F;
        if (length == 0 || (control && text[0] != '\n' && text[0] != '\t')) {
            escaped += kReplacement;
        } else if (length == 1) {
            append_escaped(escaped, text[0]);
        } else {
            escaped += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return escaped;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U;
        };
        const std::uint32_t word = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
        text += letters[word >> 18U];
        text += letters[word >> 12U & 63U];
        text += i + 1 < bytes.size() ? letters[word >> 6U & 63U] : '=';
        text += i + 2 < bytes.size() ? letters[word & 63U] : '=';
    }
    return text;
}

std::string deflated(std::string_view bytes) {
    z_stream stream{};
    // Level 4: on coordinates and indices within a few percent of the best, at a third of its time. A window
    // of 2^15, negative for raw data.
    if (deflateInit2(&stream, 4, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc{};
    std::string out;
    std::array<char, 1 << 16> chunk{};
    std::size_t done = 0;
    int state = Z_OK;
    while (state != Z_STREAM_END) {
        const std::size_t piece =
            std::min<std::size_t>(bytes.size() - done, std::size_t{1} << 30U);  // zlib counts in 32 bits
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + done));
        stream.avail_in = static_cast<uInt>(piece);
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = static_cast<uInt>(chunk.size());
        state = deflate(&stream, done + piece == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        done += piece - stream.avail_in;
        out.append(chunk.data(), chunk.size() - stream.avail_out);
    }
    deflateEnd(&stream);
    return out;
}

std::string short_interval(const Interval& interval) {
    if (!std::isfinite(interval.lower) || !std::isfinite(interval.upper)) return "unbounded";
    const std::string nearest = number_text(interval.lower);
    if (nearest == number_text(interval.upper)) return nearest;
    const double middle = interval.middle();
    const double half = (interval.upper - interval.lower) / 2;
    // Digits of the middle down to the second of the width: more would pretend, fewer would widen the text.
    const double span =
        middle == 0 ? 1 : std::floor(std::log10(std::abs(middle))) - std::floor(std::log10(half)) + 2;
    const std::string shown =
        fmt::format("{:.{}g}", middle, static_cast<int>(std::fmin(std::fmax(span, 1), 6)));
    // Both ends relative to the number that is printed. In long double, so that 12.5 - 12.4 is not a rounding
    // above 0.1.
    const long double from = std::strtold(shown.c_str(), nullptr);
    const long double reach = std::fmax(interval.upper - from, from - interval.lower);
    return fmt::format("{} ± {}", shown, rounded_up(static_cast<double>(reach), 2));
}

std::string exact_interval(const Interval& interval) {
    return fmt::format("[{}, {}]", interval.lower, interval.upper);
}

}  // namespace graze::cli
