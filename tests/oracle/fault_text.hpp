// How judges report a fault: in words, with the two numbers that disagree.
#pragma once

#include <cstdio>
#include <string>

namespace graze::test {

inline std::string text(const std::string& what, double x = 0, double y = 0) {
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, " (%.17g, %.17g)", x, y);
    return what + buffer;
}

}  // namespace graze::test
