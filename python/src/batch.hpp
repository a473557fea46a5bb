// Many questions on many threads, without the interpreter's lock. Every item is answered by itself, so the
// answers are the same bytes for every number of threads. The calling thread takes part, and lets Python
// handle signals every 50 ms: an exception of a handler, such as KeyboardInterrupt, ends the batch.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <graze/core/stop_request.hpp>

#include "arguments.hpp"

namespace graze::python {

/// Items first .. last - 1.
struct ItemRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Signals are handled this often: far below the second within which Ctrl-C ends a batch, and rare enough to
/// cost nothing.
inline constexpr std::chrono::milliseconds kSignalPeriod{50};

/// Lets Python handle signals; raises what a handler raised. Called without the lock.
void handle_signals();

/// Whether to end early, for one thread of a batch or for a single long question. Only the calling thread
/// handles signals. Used without the interpreter's lock.
class Watch {
public:
    Watch(std::atomic<bool>& stop, bool handles_signals) noexcept
        : stop_(stop), handles_signals_(handles_signals) {}
    /// What another thread, or `poll`, found.
    [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
    /// The same, after signals were handled where the last time is a while ago. Keeps what a handler raised.
    bool poll();
    /// Raises what a handler raised.
    void raise() const {
        if (raised_) std::rethrow_exception(raised_);
    }

private:
    std::atomic<bool>& stop_;
    bool handles_signals_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::exception_ptr raised_;
};

/// Calls ask(stop) with a request that is the watch's: for searches that take one in their options.
template <class Question> auto ask_stoppable(Watch& watch, const Question& ask) {
    const auto stopped = [&watch] { return watch.poll(); };
    const StopRequest stop(stopped);
    return ask(&stop);
}

/// Answers the items of a range one by one; ends early when the watch is stopped, and then it does not matter
/// what was answered. Returns the first item that cannot be used, or the end of the range.
using Block = std::function<std::size_t(const ItemRange& range, Watch& watch)>;

/// Makes a Block for each thread, with what it keeps for itself.
using MakeBlock = std::function<Block()>;

/// A Block of a function that answers item i and returns whether it could be used: item(i) or, where an item
/// may take long, item(i, watch).
template <class Item> Block item_by_item(Item item) {
    return [item = std::move(item)](const ItemRange& range, Watch& watch) mutable {
        for (std::size_t i = range.first; i < range.last && !watch.stopped(); ++i) {
            if constexpr (std::is_invocable_v<Item&, std::size_t, Watch&>) {
                if (!item(i, watch)) return i;
            } else {
                if (!item(i)) return i;
            }
        }
        return range.last;
    };
}

/// How long an item may take: decides how many are answered between two readings of the clock.
enum class ItemCost : unsigned char {
    microseconds,  ///< Convex shapes; a millisecond at most.
    seconds,       ///< Meshes, compounds and height fields.
};

struct BatchPlan {
    std::size_t count = 0;
    unsigned threads = 1;  ///< 0: one for each core.
    ItemCost cost = ItemCost::microseconds;
    /// At most so many items at once, where a block answers them faster together; 0: by the cost.
    std::size_t together = 0;
};

/// Returns the smallest index that some block refused; empty when all were answered. Called with the lock.
std::optional<std::size_t> run_batch(const BatchPlan& plan, const MakeBlock& make);

/// Calls ask(watch) once, without the interpreter's lock, and raises what a handler of a signal raised.
template <class Question> auto ask_watched(const Question& ask) {
    const py::gil_scoped_release unlocked;
    std::atomic<bool> stop{false};
    Watch watch(stop, true);
    auto answer = ask(watch);
    watch.raise();
    return answer;
}

}  // namespace graze::python
