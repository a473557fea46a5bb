// Pairs of parts that are not tested, by patterns of names and groups.
//
// In a pattern * matches any characters and ? matches one. A pattern with a leading '@' matches groups, any
// other matches names. A backslash before one of * ? \ @ takes that character literally.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The pairs of a part that matches `a` and a part that matches `b`, in either order.
struct Exclusion {
    std::string a;
    std::string b;
    std::string reason;  ///< For people: "adjacent links". May be empty.
};

/// What patterns are compared with.
struct PartLabel {
    std::string_view name;
    std::string_view group;  ///< Empty: in no group; no pattern of groups matches it.
};

/// Whether the pattern matches the part's name, or with a leading '@' its group.
bool matches(std::string_view pattern, const PartLabel& part) noexcept;

/// The exclusions of an assembly. Patterns are matched once, when this is built. Immutable.
class PairRules {
public:
    /// The texts of the labels are not needed after the call.
    PairRules(std::span<const PartLabel> parts, std::vector<Exclusion> exclusions);

    /// Parts by their indices, in either order.
    [[nodiscard]] bool excluded(std::size_t a, std::size_t b) const noexcept { return reason(a, b) != nullptr; }
    /// The exclusion that applies, the first of several; null when the pair is tested. Valid as long as this object.
    [[nodiscard]] const Exclusion* reason(std::size_t a, std::size_t b) const noexcept;
    [[nodiscard]] const std::vector<Exclusion>& exclusions() const noexcept { return exclusions_; }
    /// Indices of the exclusions with a pattern that matches no part: it is probably misspelt.
    [[nodiscard]] const std::vector<std::size_t>& idle() const noexcept { return idle_; }

private:
    static constexpr std::uint32_t kNoRule = std::numeric_limits<std::uint32_t>::max();
    /// The pattern b of an exclusion, for one pattern a.
    struct Partner {
        std::uint32_t pattern = 0;
        std::uint32_t rule = 0;  ///< Index of the exclusion.
    };
    /// The first exclusion whose `a` matches part a and whose `b` matches part b.
    [[nodiscard]] std::uint32_t first_rule(std::size_t a, std::size_t b) const noexcept;

    std::vector<Exclusion> exclusions_;
    std::vector<std::vector<std::uint32_t>> patterns_of_;  ///< For each part the patterns that match it, ascending.
    std::vector<std::vector<Partner>> partners_;           ///< For each pattern as `a` its partners, by pattern and rule.
    std::vector<std::size_t> idle_;
};

}  // namespace graze
