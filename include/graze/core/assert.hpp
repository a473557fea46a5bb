// Assertions for programmers' mistakes (a NaN pose handed to a query). Compiled in when GRAZE_ENABLE_ASSERTIONS is defined
// (the dev, asan and tsan presets); in release the same mistakes answer Status::invalid_input. The handler can be replaced, and may return.
#pragma once

namespace graze {

struct AssertionFailure {
    const char* expression = "";
    const char* message = "";
    const char* file = "";
    int line = 0;
};

using AssertionHandler = void (*)(const AssertionFailure&);

/// Installs a handler and returns the one before it. The default writes one line to stderr and returns: the query then
/// answers as in release. Null restores the default. Thread-safe.
AssertionHandler set_assertion_handler(AssertionHandler handler) noexcept;

namespace detail {
void report_assertion(const AssertionFailure& failure) noexcept;
}

}  // namespace graze

#if defined(GRAZE_ENABLE_ASSERTIONS)
#define GRAZE_ASSERT(condition, text)                                                                \
    do {                                                                                             \
        if (!(condition)) ::graze::detail::report_assertion({#condition, text, __FILE__, __LINE__}); \
    } while (false)
#else
#define GRAZE_ASSERT(condition, text) static_cast<void>(0)
#endif
