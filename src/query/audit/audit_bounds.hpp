// What checks of answers about two placed shapes share: how often they run, the slack of rounding, bounds of
// the signed distance that are found without the search under audit. Audit builds only. World frame.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/result/separation.hpp"
#include "query/audit/audit_check.hpp"
#include "shape/half_space_normal.hpp"

namespace graze::audit {

// One question in so many. A twin costs as much as the answer; a comparison of verbs some times as much;
// brute force over parts hundreds of times.
inline constexpr std::uint64_t kTwinSample = 4;
inline constexpr std::uint64_t kSlowTwinSample = 64;  // of depths of sets of parts
inline constexpr std::uint64_t kVerbSample = 8;
inline constexpr std::uint64_t kBruteSample = 8;
// `verify` and planes are linear in the parts, or worse: up to this number of parts in all they run always,
// above it on a sample that gets smaller as the parts become more.
inline constexpr std::size_t kAlwaysVerifiedParts = 64;
inline constexpr std::size_t kSmallestSample = 2048;
// Brute force: at most so many pairs of parts.
inline constexpr std::size_t kMostBrutePairs = 400;

/// Samples that are drawn independently of each other.
enum class Salt : std::uint64_t { twin = 1, verbs, brute, verify, members, certified, early, planes };
inline bool sampled(const Check& check, std::uint64_t one_in, Salt salt) noexcept {
    return check.sampled(one_in, static_cast<std::uint64_t>(salt));
}

/// Both can be used, and one of them is bounded: the precondition of all laws except those of invalid input.
bool valid(const Placed& a, const Placed& b);
/// Parts in all; a convex shape is one.
std::size_t parts_in(const Shape& shape) noexcept;
/// Whether a check that is linear in the parts is to run.
bool linear_check_now(const Check& check, std::size_t parts, Salt salt) noexcept;
/// "convex" or "parts", for kinds of what is not shown.
const char* kind_of(const Shape& a, const Shape& b) noexcept;

/// A finite vector of length one, up to its rounding.
bool is_unit(const Vec3& v) noexcept;
bool ordered(const Interval& x) noexcept;
/// Whether both can contain one value.
bool compatible(const Interval& x, const Interval& y) noexcept;

/// Within which distances count as zero: twice what is documented for `undecided` (64 eps of the pair's
/// extent), and what poses that are not quite rotations do to lengths.
double close_call(const Placed& a, const Placed& b) noexcept;
/// The same for a pair of which a pose was rounded again: positions count with their own size.
double moved_slack(const Placed& a, const Placed& b) noexcept;

/// The best lower bound of the signed distance of some planes: along the normal, between the centres, along
/// the axes. Rigorous for every shape. Linear in the parts: where a shape is not convex, minus infinity but
/// for a sample.
double planes_below(const Placed& a, const Placed& b, const Vec3& normal, const Check& check);

/// An upper bound of the signed distance, from points of a transformed into b's frame and points of b into
/// a's, with the slack of their rounding: centres, and some corners of triangles. Infinite where there is
/// none.
double members_below(const Placed& a, const Placed& b, const Check& check);

/// Contains the distance of the parts, by all pairs of them: insides of solids do not count. Empty for pairs
/// of convex shapes, with half-spaces, and beyond `kMostBrutePairs`.
std::optional<Interval> distance_of_all_parts(const Placed& a, const Placed& b);
bool has_solid(const Placed& a, const Placed& b) noexcept;

}  // namespace graze::audit
