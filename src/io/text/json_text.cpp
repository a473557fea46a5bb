#include "io/text/json_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace graze::io {

void write_number(std::string& out, double x) {
    if (x == 0) {  // -0 would be read as a whole number, which has no sign
        out += std::signbit(x) ? "-0.0" : "0";
        return;
    }
    std::array<char, 40> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x);
    out.append(digits.data(), end.ptr);
}

void write_any_number(std::string& out, double x) {
    if (std::isfinite(x)) return write_number(out, x);
    out += std::isnan(x) ? "\"nan\"" : x > 0 ? "\"inf\"" : "\"-inf\"";
}

void write_text(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out += kHex[byte >> 4U];
            out += kHex[byte & 15U];
        } else {
            out += c;
        }
    }
    out += '"';
}

void write_vector(std::string& out, const Vec3& v) {
    out += '[';
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0) out += ',';
        write_number(out, v[i]);
    }
    out += ']';
}

void write_points(std::string& out, std::span<const Vec3> points) {
    out += '[';
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) out += ',';
        write_vector(out, points[i]);
    }
    out += ']';
}

}  // namespace graze::io
