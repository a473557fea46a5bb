#include "exports/export_context.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "text/plain_text.hpp"

namespace graze::cli {

std::time_t export_time() {
    // The convention of reproducible builds: seconds since 1970.
    if (const char* given = std::getenv("SOURCE_DATE_EPOCH")) {  // NOLINT(concurrency-mt-unsafe): only read
        const std::string_view text(given);
        std::int64_t seconds = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        // The largest year that dates of four digits have.
        if (error == std::errc{} && end == text.data() + text.size() && seconds >= 0 &&
            seconds < 253402300800)
            return static_cast<std::time_t>(seconds);
    }
    return std::time(nullptr);
}

std::string time_text(std::time_t time) { return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(time)); }

std::string xml_text(std::string_view text) {
    std::string clean = legible(text);
    for (const auto& [character, bytes] :
         {std::pair{"\xEF\xBF\xBE", "\\xef\\xbf\\xbe"}, std::pair{"\xEF\xBF\xBF", "\\xef\\xbf\\xbf"}}) {
        for (std::size_t at = clean.find(character); at != std::string::npos; at = clean.find(character, at))
            clean.replace(at, 3, bytes);
    }
    return clean;
}

}  // namespace graze::cli
