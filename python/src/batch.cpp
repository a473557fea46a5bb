#include "batch.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace graze::python {

namespace {

using std::chrono::steady_clock;

/// Cheap items that a thread takes at once: many, so that threads hardly ever wait for each other; few, so
/// that they end together.
constexpr std::size_t kCheapBlock = 256;
/// Cheap items between two readings of the clock: 0.3 s of the dearest ones.
constexpr std::size_t kCheapPiece = kCheapBlock;
/// Cheap items that a further thread must have to do: starting it takes as long as some hundred of them.
constexpr std::size_t kCheapShare = 512;

std::size_t thread_count(const BatchPlan& plan) {
    return plan.threads > 0 ? plan.threads : std::max(1U, std::thread::hardware_concurrency());
}

/// What the threads of one batch share.
struct Progress {
    std::size_t count = 0;
    std::size_t block = 1;
    std::size_t piece = 1;
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> refused;
    std::atomic<bool> stop{false};

    explicit Progress(const BatchPlan& plan) : count(plan.count), refused(plan.count) {
        if (plan.cost == ItemCost::microseconds) block = kCheapBlock, piece = kCheapPiece;
        if (plan.together > 0)  // four blocks for each thread, so that they end together
            block = piece = std::clamp(count / (4 * thread_count(plan)), kCheapBlock, plan.together);
    }
    void refuse(std::size_t i) {
        std::size_t known = refused.load();
        while (i < known && !refused.compare_exchange_weak(known, i)) {
        }
    }
    /// Blocks are handed out in order, so when an item is refused all smaller ones are answered or being
    /// answered: the smallest refused index does not depend on the threads. Empty when nothing is left.
    ItemRange take() {
        const std::size_t first = next.fetch_add(block);
        return {first, std::min({count, refused.load(), first + block})};
    }
};

bool is_empty(const ItemRange& range) { return range.first >= range.last; }

void answer_blocks(Progress& progress, const Block& block) {
    Watch watch(progress.stop, false);
    while (!watch.stopped()) {
        const ItemRange range = progress.take();
        if (is_empty(range)) return;
        const std::size_t end = block(range, watch);
        if (end < range.last) progress.refuse(end);
    }
}

/// The same by the calling thread, which reads the clock after every piece.
void answer_with_signals(Progress& progress, const Block& block) {
    Watch watch(progress.stop, true);
    for (ItemRange range = progress.take(); !is_empty(range); range = progress.take())
        for (std::size_t i = range.first; i < range.last; i += progress.piece) {
            const ItemRange piece{i, std::min(range.last, i + progress.piece)};
            const std::size_t end = block(piece, watch);
            if (watch.poll()) {
                watch.raise();
                return;
            }
            if (end < piece.last) {
                progress.refuse(end);
                break;
            }
        }
}

/// The threads besides the calling one. Ended and joined whatever happens.
class Helpers {
public:
    explicit Helpers(Progress& progress) : progress_(progress) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() {
        progress_.stop = true;
        join();
    }
    /// As many as the system gives: the calling thread alone answers all items too.
    void start(std::size_t wanted, const MakeBlock& make) {
        for (std::size_t i = 0; i < wanted; ++i) {
            ++running_;
            try {
                threads_.emplace_back([this, block = make()] {
                    try {
                        answer_blocks(progress_, block);
                    } catch (...) {  // out of memory: the calling thread raises it
                        const std::lock_guard lock(mutex_);
                        if (!failure_) failure_ = std::current_exception();
                        progress_.stop = true;
                    }
                    --running_;
                });
            } catch (const std::system_error&) {
                --running_;
                return;
            }
        }
    }
    /// Waits for what they still answer.
    void finish() {
        // They end within one block of the calling thread, mostly: a condition variable would not pay.
        Watch watch(progress_.stop, true);
        for (; running_ > 0 && !watch.poll(); std::this_thread::sleep_for(kPause)) {
        }
        join();
        if (failure_) std::rethrow_exception(failure_);
        watch.raise();
    }

private:
    static constexpr std::chrono::microseconds kPause{20};
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    Progress& progress_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::exception_ptr failure_;  ///< The first of a helper.
    std::atomic<std::size_t> running_{0};
};

std::size_t threads_for(const BatchPlan& plan) {
    const std::size_t share = plan.cost == ItemCost::microseconds ? kCheapShare : 1;
    return std::clamp<std::size_t>(plan.count / share, 1, thread_count(plan));
}

}  // namespace

void handle_signals() {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

bool Watch::poll() {
    if (handles_signals_ && !stopped())
        if (const auto now = steady_clock::now(); now - last_ > kSignalPeriod) {
            last_ = now;
            try {
                handle_signals();
            } catch (const py::error_already_set&) {
                raised_ = std::current_exception();
                stop_ = true;
            }
        }
    return stopped();
}

std::optional<std::size_t> run_batch(const BatchPlan& plan, const MakeBlock& make) {
    Progress progress(plan);
    {
        const py::gil_scoped_release unlocked;
        Helpers helpers(progress);
        helpers.start(threads_for(plan) - 1, make);
        answer_with_signals(progress, make());
        helpers.finish();
    }
    const std::size_t refused = progress.refused.load();
    return refused < plan.count ? std::optional(refused) : std::nullopt;
}

}  // namespace graze::python
