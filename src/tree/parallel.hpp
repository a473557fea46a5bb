// Loops over blocks and pairs of tasks: by oneTBB when the build has it, otherwise one after the other. What runs must not depend on the order.
#pragma once

#include <algorithm>
#include <cstddef>

#if defined(GRAZE_WITH_TBB)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace graze {

/// Where parallel work runs. One thread means that everything is done by the caller, without touching oneTBB.
class Workers {
public:
    /// 0: one thread per core.
    explicit Workers(unsigned threads) noexcept : threads_(threads) {}

    /// Calls `work()` so that `for_each` below it uses these threads.
    template <class Work> void run(const Work& work) const {
#if defined(GRAZE_WITH_TBB)
        if (threads_ != 1) {
            const int cores = tbb::info::default_concurrency();  // asked for more, oneTBB prints a warning
            tbb::task_arena arena(threads_ == 0 ? cores : std::min(static_cast<int>(std::min(threads_, 1024U)), cores));
            arena.execute(work);
            return;
        }
#endif
        work();
    }

    /// task(0) .. task(count - 1), in any order.
    template <class Task> void for_each(std::size_t count, const Task& task) const {
#if defined(GRAZE_WITH_TBB)
        if (threads_ != 1 && count > 1) {
            tbb::parallel_for(std::size_t{0}, count, task, tbb::simple_partitioner{});
            return;
        }
#endif
        for (std::size_t i = 0; i < count; ++i) task(i);
    }

private:
    unsigned threads_;
};

}  // namespace graze
