#include "ratios.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace graze::bench {
namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c >= ' ' ? c : ' ';
    }
    return result + '"';
}

}  // namespace

void record_ratio(std::string_view program, const Ratio& ratio) {
    const char* const path = std::getenv("GRAZE_BENCH_RATIOS");
    if (path == nullptr || *path == '\0') return;
    if (!std::isfinite(ratio.ratio) || ratio.ratio <= 0) return;
    std::FILE* const file = std::fopen(path, "a");
    if (file == nullptr) {
        std::fprintf(stderr, "cannot write %s\n", path);
        return;
    }
    std::fprintf(file, "{\"program\": %s, \"row\": %s, \"against\": %s, \"ratio\": %.4f, \"wrong\": %zu}\n",
                 quoted(program).c_str(), quoted(ratio.row).c_str(), quoted(ratio.against).c_str(),
                 ratio.ratio, ratio.wrong);
    std::fclose(file);
}

}  // namespace graze::bench
