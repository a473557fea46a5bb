#include "graze/core/function_ref.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace graze::test {
namespace {

TEST(ParallelFor, calls_every_task_once) {
    for (const unsigned threads : {0U, 1U, 2U, 7U}) {
        for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
            std::vector<std::atomic<int>> calls(count);
            parallel_for(count, threads, [&](std::size_t i) { ++calls[i]; });
            for (std::size_t i = 0; i < count; ++i)
                EXPECT_EQ(calls[i], 1) << i << " of " << count << " on " << threads;
        }
    }
}

TEST(ParallelFor, an_exception_of_a_task_is_thrown_to_the_caller) {
    for (const unsigned threads : {1U, 2U}) {
        const auto task = [](std::size_t i) {
            if (i == 3) throw std::runtime_error("three");
        };
        EXPECT_THROW(parallel_for(100, threads, task), std::runtime_error);
    }
}

}  // namespace
}  // namespace graze::test
