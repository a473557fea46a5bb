// Many questions on many threads, without the interpreter's lock. Every item is answered by itself, so the
// answers are the same bytes for every number of threads. The calling thread takes part, and lets Python
// handle signals every 50 ms: an exception of a handler, such as KeyboardInterrupt, ends the batch.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "arguments.hpp"

namespace graze::python {

/// Items first .. last - 1.
struct ItemRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Answers the items of a range one by one; ends early when `stop` is set, and then it does not matter what
/// was answered. Returns the first item that cannot be used, or the end of the range.
using Block = std::function<std::size_t(const ItemRange& range, const std::atomic<bool>& stop)>;

/// Makes a Block for each thread, with what it keeps for itself.
using MakeBlock = std::function<Block()>;

/// A Block of a function that answers item i and returns whether it could be used.
template <class Item> Block item_by_item(Item item) {
    return [item = std::move(item)](const ItemRange& range, const std::atomic<bool>& stop) mutable {
        for (std::size_t i = range.first; i < range.last; ++i) {
            if (stop.load(std::memory_order_relaxed)) break;
            if (!item(i)) return i;
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
};

/// Returns the smallest index that some block refused; empty when all were answered. Called with the lock.
std::optional<std::size_t> run_batch(const BatchPlan& plan, const MakeBlock& make);

/// Signals are handled this often: far below the second within which Ctrl-C ends a batch, and rare enough to
/// cost nothing.
inline constexpr std::chrono::milliseconds kSignalPeriod{50};

/// Lets Python handle signals; raises what a handler raised. Called without the lock.
void handle_signals();

}  // namespace graze::python
