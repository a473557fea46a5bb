#include "graze/core/function_ref.hpp"

#include "core/parallel.hpp"

namespace graze {

void parallel_for(std::size_t count, unsigned threads, FunctionRef<void(std::size_t)> task) {
    const Workers workers(threads);
    workers.run([&] { workers.for_each(count, task); });
}

}  // namespace graze
