// What the test of a pair costs: boxes of trees, convex parts, and the time of both. Measured only where a
// caller asks for it by a pointer; a null pointer costs one comparison for each search of a tree.
#pragma once

#include <chrono>
#include <cstdint>

namespace graze {

struct PairWork {
    std::uint64_t box_tests = 0;        ///< Boxes in the nodes of trees that were opened.
    std::uint64_t primitive_tests = 0;  ///< Pairs of convex parts, or of whole convex shapes.
    double tree_seconds = 0;            ///< In pairs with parts, all but the tests of parts.
    double primitive_seconds = 0;       ///< In the tests of convex parts.

    PairWork& operator+=(const PairWork& other) noexcept {
        box_tests += other.box_tests;
        primitive_tests += other.primitive_tests;
        tree_seconds += other.tree_seconds;
        primitive_seconds += other.primitive_seconds;
        return *this;
    }
};

/// Adds the time of its scope to a sum, unless that is null.
class TimedScope {
public:
    explicit TimedScope(double* seconds) noexcept : seconds_(seconds) {
        if (seconds_ != nullptr) start_ = Clock::now();
    }
    TimedScope(const TimedScope&) = delete;
    TimedScope& operator=(const TimedScope&) = delete;
    ~TimedScope() { stop(); }
    /// Ends the time before the scope does.
    void stop() noexcept {
        if (seconds_ != nullptr) *seconds_ += std::chrono::duration<double>(Clock::now() - start_).count();
        seconds_ = nullptr;
    }

private:
    using Clock = std::chrono::steady_clock;
    double* seconds_;
    Clock::time_point start_;
};

/// Counts tests of primitives, and times them while it lives. Nothing for null.
inline TimedScope timed_primitives(PairWork* work, std::uint64_t tests) noexcept {
    if (work != nullptr) work->primitive_tests += tests;
    return TimedScope(work != nullptr ? &work->primitive_seconds : nullptr);
}

/// Answers the question of one pair. Two convex shapes are one primitive test; the time of other pairs is
/// that of their trees, except for what the question itself adds to the time of primitives.
template <class Ask> auto measured(PairWork& work, bool convex, const Ask& ask) {
    const double before = work.primitive_seconds;
    double seconds = 0;
    auto answer = [&] {
        const TimedScope timed(&seconds);
        return ask();
    }();
    if (convex) {
        ++work.primitive_tests;
        work.primitive_seconds += seconds;
    } else {
        work.tree_seconds += seconds - (work.primitive_seconds - before);
    }
    return answer;
}

}  // namespace graze
