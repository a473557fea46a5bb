// Two checks of one assembly: which findings are new, gone, worse or better. Findings match by the names of
// their parts. Bounds are compared as a sceptic would: what may have grown beyond all that was known before
// counts as worse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "baseline/finding_record.hpp"

namespace graze::cli {

enum class Change : std::uint8_t { same, appeared, worse, better, gone };
/// "new", "gone" and so on.
std::string_view to_string(Change change);

/// How much a measure may differ and still be the same. Without a value: 1 % of the earlier measure, and 1e-6
/// of how far from the origin the finding is, which covers what rounding does to parts that were moved or
/// written again.
struct ChangeTolerance {
    std::optional<double> length{};
};

/// Of a finding of the same pair. A gap that closes, a depth that grows beyond the upper end of the earlier
/// one, surfaces that have got an inside or lost it, and parts that have become identical or stopped being so
/// are worse. Two `possible` are the same, unless another of the two is inside now.
Change compare(const FindingRecord& before, const FindingRecord& now, const ChangeTolerance& tolerance);

struct Difference {
    Change change = Change::same;
    std::optional<std::size_t> before{};  ///< Index into the earlier records; empty for one that appeared.
    std::optional<std::size_t> now{};     ///< Into the new ones; empty for one that is gone.
};
/// In the order of the names. Both lists are sorted, as `records_of` and `read_records` sort.
std::vector<Difference> differences(std::span<const FindingRecord> before, std::span<const FindingRecord> now,
                                    const ChangeTolerance& tolerance);

}  // namespace graze::cli
