#include "answers/json_file.hpp"

#include <fstream>
#include <sstream>

#include "commands/command.hpp"

namespace graze::cli {
namespace {

/// What readers of scenes allow too. Proofs and answers are nested some ten deep, shapes in shapes of a
/// capsule up to 64 times two.
constexpr std::size_t kDeepest = 256;

/// Brackets in texts do not count.
bool nested_too_deep(std::string_view text) {
    std::size_t depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text && c == '\\')
            ++i;
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && (c == '[' || c == '{') && ++depth > kDeepest)
            return true;
        else if (!in_text && (c == ']' || c == '}') && depth > 0)
            --depth;
    }
    return false;
}

/// Whether the sign there belongs to an exponent.
bool is_of_exponent(std::string_view text, std::size_t sign) {
    return sign > 0 && (text[sign - 1] == 'e' || text[sign - 1] == 'E');
}

/// Whether there is a "-0" without further digits at this position.
bool bare_zero(std::string_view text, std::size_t sign) {
    if (!text.substr(sign).starts_with("-0") || is_of_exponent(text, sign)) return false;
    return sign + 2 == text.size() ||
           std::string_view(".eE0123456789").find(text[sign + 2]) == std::string_view::npos;
}

bool has_bare_zero(std::string_view text) {
    for (std::size_t at = text.find("-0"); at != std::string_view::npos; at = text.find("-0", at + 1)) {
        if (bare_zero(text, at)) return true;
    }
    return false;
}

/// With "-0", as some programs write it, as "-0.0": it would be read as a whole number, which has no sign.
std::string with_signed_zeros(std::string_view text) {
    std::string changed;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        changed += c;
        if (in_text && c == '\\' && i + 1 < text.size())
            changed += text[++i];
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && bare_zero(text, i))
            changed.append("0.0"), ++i;
    }
    return changed;
}

}  // namespace

std::string read_plain_file(const std::filesystem::path& file, std::uintmax_t most) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        throw UserError{file.string() + ": cannot be read: there is no such file. Check its name"};
    if (!std::filesystem::is_regular_file(status))
        throw UserError{file.string() + ": is not a plain file. Write it to one first"};
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) throw UserError{file.string() + ": cannot be read: " + error.message() + ". Check its name"};
    if (size > most)
        throw UserError{file.string() + ": has more than " + std::to_string(most >> 20) +
                        " MiB. Ask about fewer or smaller parts"};
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream || (size > 0 && !text))
        throw UserError{file.string() + ": cannot be read. Check its name and whether you may"};
    return std::move(text).str();
}

Json parse_json(std::string_view text, const std::string& name, std::string_view hint) {
    if (nested_too_deep(text))
        throw UserError{name + ": lists and objects are nested more than " + std::to_string(kDeepest) +
                        " deep. " + std::string(hint)};
    // Those of this tool are "-0.0" already: no copy is made of large files that have no other.
    Json json = has_bare_zero(text) ? Json::parse(with_signed_zeros(text), nullptr, false)
                                    : Json::parse(text, nullptr, false);
    if (json.is_discarded()) throw UserError{name + ": is not JSON. " + std::string(hint)};
    return json;
}

}  // namespace graze::cli
