#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace graze::cli {

void in_parallel(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> job, FunctionRef<void(std::size_t)> finished) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) {
                job(i);
                finished(++done);
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!failure) failure = std::current_exception();
            next = count;  // nobody begins another one
        }
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t workers = std::min<std::size_t>(threads == 0 ? cores : threads, count);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < workers; ++i) others.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace graze::cli
