// Tests of kernels on every instruction set that the machine has.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "simd/instruction_sets.hpp"

namespace graze::test {

/// Runs `body` once per instruction set, and leaves the machine's own choice behind.
template <class Body> void on_every_target(const Body& body) {
    on_every_instruction_set([&](const std::string& name) {
        SCOPED_TRACE("target " + name);
        body();
    });
}

}  // namespace graze::test
