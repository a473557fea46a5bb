#include "baseline/compare.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::cli {
namespace {

constexpr double kSameShare = 0.01;  // what people call the same depth
constexpr double kSameReach = 1e-6;  // ten times what coordinates lose in files of floats

bool is_possible(const FindingRecord& record) { return record.kind == RecordKind::possible; }

bool is_identical(const FindingRecord& record) { return record.relation == to_string(Relation::identical); }

/// Grows as a finding gets worse: depths count up from 0, gaps down.
Interval severity(const FindingRecord& record) {
    if (record.kind == RecordKind::near) return {-record.measure.upper, -record.measure.lower};
    return record.measure;
}

double allowed_change(const FindingRecord& before, const ChangeTolerance& tolerance) {
    if (tolerance.length) return *tolerance.length;
    const Vec3 far = abs(before.location);
    return kSameShare * std::abs(severity(before).upper) + kSameReach * std::max({far.x, far.y, far.z});
}

}  // namespace

std::string_view to_string(Change change) {
    constexpr std::array<std::string_view, 5> words{"same", "new", "worse", "better", "gone"};
    return words[static_cast<std::size_t>(change)];
}

Change compare(const FindingRecord& before, const FindingRecord& now, const ChangeTolerance& tolerance) {
    if (is_possible(before) || is_possible(now))
        return before.kind == now.kind && before.relation == now.relation ? Change::same : Change::worse;
    if (before.kind == RecordKind::undecided || now.kind == RecordKind::undecided) {
        if (before.kind == now.kind) return Change::same;
        return now.kind == RecordKind::near ? Change::better : Change::worse;
    }
    // Identical parts have an interference of 0, and are no harmless overlap.
    if (is_identical(before) != is_identical(now) && now.kind != RecordKind::near) return Change::worse;
    const bool mixed = (before.kind == RecordKind::crossing) != (now.kind == RecordKind::crossing);
    if (mixed && before.kind != RecordKind::near && now.kind != RecordKind::near) return Change::worse;
    // The measure of a crossing is no depth: against a gap only the sign counts.
    if (mixed) return now.kind == RecordKind::near ? Change::better : Change::worse;
    const double change = allowed_change(before, tolerance);
    if (!(severity(now).upper <= severity(before).upper + change)) return Change::worse;
    return severity(now).upper < severity(before).upper - change ? Change::better : Change::same;
}

std::vector<Difference> differences(std::span<const FindingRecord> before, std::span<const FindingRecord> now,
                                    const ChangeTolerance& tolerance) {
    std::vector<Difference> list;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < before.size() || j < now.size()) {
        const bool only_before =
            j == now.size() || (i < before.size() && finding_key(before[i]) < finding_key(now[j]));
        const bool only_now =
            !only_before && (i == before.size() || finding_key(now[j]) < finding_key(before[i]));
        if (only_before)
            list.push_back({Change::gone, i++, std::nullopt});
        else if (only_now)
            list.push_back({Change::appeared, std::nullopt, j++});
        else
            list.push_back({compare(before[i], now[j], tolerance), i, j}), ++i, ++j;
    }
    return list;
}

}  // namespace graze::cli
