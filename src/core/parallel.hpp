// Loops over blocks and pairs of tasks: by oneTBB when the build has it, otherwise one after the other. What
// runs must not depend on the order.
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

    /// How many threads there are to share work out to.
    [[nodiscard]] unsigned count() const {
#if defined(GRAZE_WITH_TBB)
        const auto cores = static_cast<unsigned>(tbb::info::default_concurrency());
        return threads_ == 0 ? cores : std::min(threads_, cores);
#else
        return 1;
#endif
    }

    /// Calls `work()` so that `for_each` below it uses these threads.
    template <class Work> void run(const Work& work) const {
#if defined(GRAZE_WITH_TBB)
        if (threads_ != 1) {
            // All cores: in the caller's arena, where threads that have just left it are back in a
            // microsecond instead of a tenth of a millisecond. Waiting for these tasks must not begin others
            // of the caller's.
            if (count() == static_cast<unsigned>(tbb::info::default_concurrency()))
                tbb::this_task_arena::isolate(work);
            else
                tbb::task_arena(static_cast<int>(count())).execute(work);
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
