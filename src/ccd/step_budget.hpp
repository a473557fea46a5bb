// How many steps a search over moving bodies may take.
#pragma once

#include <cstdint>

namespace graze {

/// As many as the caller allows, or a number for each piece of the motions.
class StepBudget {
public:
    /// 0: no limit of the caller.
    explicit StepBudget(std::uint32_t most) noexcept : limited_(most > 0), most_(most) {}

    [[nodiscard]] bool is_spent(std::uint32_t steps) const noexcept { return steps >= most_; }
    /// Whether so many steps were taken in this piece that additional methods pay: most pairs take fewer.
    [[nodiscard]] bool is_long(std::uint32_t steps) const noexcept {
        return steps >= at_piece_ + kUsualSteps;
    }
    void enter_piece(std::uint32_t steps) noexcept {
        if (limited_) return;
        at_piece_ = steps;
        most_ = steps + kDefaultSteps;
    }
    /// Whether more are granted.
    bool grant_more(std::uint32_t steps) noexcept {
        if (limited_ || grants_ == kMostGrants) return false;
        ++grants_;
        most_ = steps + kDefaultSteps;
        return true;
    }

private:
    static constexpr std::uint32_t kDefaultSteps = 2000;
    static constexpr std::uint32_t kUsualSteps = 24;
    static constexpr int kMostGrants = 8;

    bool limited_;
    std::uint32_t most_;
    std::uint32_t at_piece_ = 0;  ///< Steps taken when the piece was entered.
    int grants_ = 0;
};

}  // namespace graze
