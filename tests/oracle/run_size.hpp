// How much a randomised test does.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace graze::test {

/// The number in the environment variable, for long runs, or the usual one.
inline std::size_t run_size(const char* variable, std::size_t usual) {
    const char* given = std::getenv(variable);
    return given != nullptr ? std::strtoul(given, nullptr, 10) : usual;
}

}  // namespace graze::test
