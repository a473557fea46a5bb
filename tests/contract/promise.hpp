// What the contract programs are made of: promises that are counted when they are broken.
#pragma once

#include <cmath>
#include <cstdio>

inline int broken = 0;

#define PROMISE(condition)                                                               \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
            ++broken;                                                                    \
        }                                                                                \
    } while (false)

inline bool near(double x, double y, double tolerance = 1e-9) { return std::abs(x - y) <= tolerance; }
