#include "text/nearest_name.hpp"

#include <algorithm>
#include <vector>

namespace graze::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> steps(
        (a.size() + 1) * width);  // row i, column j: from the first i letters of a to the first j of b
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return steps[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
    for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({replaced, at(i - 1, j) + 1, at(i, j - 1) + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return at(a.size(), b.size());
}

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
    constexpr std::size_t longest =
        256;  // what is longer is no misspelt name, and the table grows with the product of lengths
    if (name.size() > longest) return {};
    std::string best;
    std::size_t best_steps = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& each : known) {
        if (each.size() > longest) continue;
        const std::size_t steps = edit_distance(name, each);
        if (steps >= best_steps) continue;
        best_steps = steps;
        best = each;
    }
    return best;
}

}  // namespace graze::cli
