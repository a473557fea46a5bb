#include "scene/broad_phase/broad_phase_sort.hpp"

#include <algorithm>
#include <utility>

namespace graze {
namespace {

/// Below this many pairs a comparison sort is as good.
constexpr std::size_t kFew = 256;
/// First numbers in a range, at the most where ranges may be so many: 2^13 counters of four bytes fit the
/// first-level cache.
constexpr unsigned kRangeBits = 13;
/// At least so many ranges, for the threads to share, as long as a range has 2^kLeastBits numbers.
constexpr std::size_t kEnoughRanges = 16;
constexpr unsigned kLeastBits = 8;
/// So many ranges at the most: each is a stream that the scatter writes to.
constexpr std::size_t kMostRanges = 512;

/// Pairs of one range of first numbers [low, low + counts.size()), from `in` to `out`.
void sort_range(std::span<const ProxyPair> in, ProxyId low, std::span<std::uint32_t> counts, ProxyPair* out) {
    std::fill(counts.begin(), counts.end(), 0U);
    for (const ProxyPair& pair : in) ++counts[pair.first - low];
    std::uint32_t sum = 0;
    for (std::uint32_t& count : counts) sum += std::exchange(count, sum);
    for (const ProxyPair& pair : in) out[counts[pair.first - low]++] = pair;
    std::size_t begin = 0;
    for (const std::uint32_t end : counts) {
        if (end - begin > 1)
            std::sort(out + begin, out + end,
                      [](const ProxyPair& a, const ProxyPair& b) { return a.second < b.second; });
        begin = end;
    }
}

}  // namespace

void sort_pairs(std::span<const std::vector<ProxyPair>> parts, ProxyId bound, const Workers& workers,
                std::vector<ProxyPair>& sorted) {
    std::size_t total = 0;
    for (const auto& part : parts) total += part.size();
    if (total < kFew) {
        sorted.clear();
        for (const auto& part : parts) sorted.insert(sorted.end(), part.begin(), part.end());
        std::sort(sorted.begin(), sorted.end());
        return;
    }
    unsigned shift = kRangeBits;
    while (shift > kLeastBits && (static_cast<std::size_t>(bound) >> shift) < kEnoughRanges) --shift;
    while ((static_cast<std::size_t>(bound) >> shift) >= kMostRanges) ++shift;
    const std::size_t ranges = (static_cast<std::size_t>(bound) >> shift) + 1;
    // starts[range][part]: where the pairs of that range and part go.
    std::vector<std::size_t> starts(ranges * parts.size() + 1, 0);
    workers.for_each(parts.size(), [&](std::size_t p) {
        for (const ProxyPair& pair : parts[p]) ++starts[(pair.first >> shift) * parts.size() + p];
    });
    std::size_t sum = 0;
    for (std::size_t& start : starts) sum += std::exchange(start, sum);
    std::vector<std::size_t> edges(ranges + 1);
    for (std::size_t range = 0; range <= ranges; ++range) edges[range] = starts[range * parts.size()];
    std::vector<ProxyPair> grouped(total);
    workers.for_each(parts.size(), [&](std::size_t p) {
        for (const ProxyPair& pair : parts[p])
            grouped[starts[(pair.first >> shift) * parts.size() + p]++] = pair;
    });
    sorted.resize(total);
    workers.for_each(ranges, [&](std::size_t range) {
        std::vector<std::uint32_t> counts(std::size_t{1} << shift);
        const std::size_t begin = edges[range], end = edges[range + 1];
        if (begin == end) return;
        sort_range(std::span(grouped).subspan(begin, end - begin), static_cast<ProxyId>(range << shift),
                   counts, sorted.data() + begin);
    });
}

}  // namespace graze
