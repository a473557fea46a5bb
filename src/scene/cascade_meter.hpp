// Measures the cascade of one question of a scene, when somebody asks: each block of tasks has counters of
// its own, so that threads share none and sums are the same for every number of threads.
#pragma once

#include <cstddef>
#include <vector>

#include "core/pair_work.hpp"
#include "graze/scene/scene_types.hpp"

namespace graze {

class CascadeMeter {
public:
    static constexpr std::size_t kBlock = 16;  ///< Tasks that run in order on one thread.

    /// Null: nothing is measured, and each member costs a comparison.
    explicit CascadeMeter(CascadeCounters* counters) noexcept : counters_(counters) {}

    [[nodiscard]] bool measures() const noexcept { return counters_ != nullptr; }
    /// Before a loop over tasks.
    void begin(std::size_t tasks) {
        if (measures()) add_blocks(tasks);
    }
    /// Around a task. What it spends on neither tests nor details counts as broad phase.
    [[nodiscard]] TimedScope time_task(std::size_t task) noexcept {
        return TimedScope(measures() ? &blocks_[task / kBlock].tasks : nullptr);
    }
    /// Counts a pair as tested. Where the work of its test is added; null when nothing is measured.
    [[nodiscard]] PairWork* test(std::size_t task) noexcept {
        if (!measures()) return nullptr;
        ++blocks_[task / kBlock].tested;
        return &blocks_[task / kBlock].work;
    }
    /// Around what is computed of a pair that was found, in a task or alone.
    [[nodiscard]] TimedScope time_details(std::size_t task) noexcept {
        return TimedScope(measures() ? &blocks_[task / kBlock].details : nullptr);
    }
    /// Adds the test of a pair that was measured by itself, and what its details took, outside of tasks.
    void add_tested(const PairWork& work, double details) noexcept {
        ++sum_.tested;
        sum_.work += work;
        sum_.details += details;
    }
    /// Around a stage without tests, outside of tasks.
    [[nodiscard]] TimedScope time_broad() noexcept { return TimedScope(measures() ? &broad_ : nullptr); }
    /// Adds everything to the counters: once, at the end.
    void finish(std::uint64_t pairs, std::uint64_t found) {
        if (measures()) add_to_counters(pairs, found);
    }

private:
    struct Block {
        PairWork work{};
        std::uint64_t tested = 0;
        double tasks = 0;    ///< Seconds, tests and details included.
        double details = 0;  ///< Seconds.
    };

    void add_blocks(std::size_t tasks);
    /// Adds the blocks to the sum and the broad phase, and leaves none.
    void collect() noexcept;
    void add_to_counters(std::uint64_t pairs, std::uint64_t found);

    CascadeCounters* counters_;
    std::vector<Block> blocks_;
    Block sum_{};
    double broad_ = 0;  ///< Seconds.
};

/// Pairs of `count` things.
constexpr std::uint64_t pairs_among(std::uint64_t count) noexcept {
    return count == 0 ? 0 : count * (count - 1) / 2;
}

}  // namespace graze
