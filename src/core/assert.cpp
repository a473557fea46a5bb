// The one global of the library: the handler of programmers' mistakes, exchanged atomically.
#include "graze/core/assert.hpp"

#include <atomic>
#include <cstdio>

namespace graze {
namespace {

void print_failure(const AssertionFailure& failure) {
    std::fprintf(stderr, "%s:%d: graze: %s (%s)\n", failure.file, failure.line, failure.message,
                 failure.expression);
}

std::atomic<AssertionHandler> current_handler{print_failure};

}  // namespace

AssertionHandler set_assertion_handler(AssertionHandler handler) noexcept {
    return current_handler.exchange(handler ? handler : print_failure);
}

void detail::report_assertion(const AssertionFailure& failure) noexcept { current_handler.load()(failure); }

}  // namespace graze
