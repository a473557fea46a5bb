// A broad phase by name, as the parameter of tests.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "graze/scene/broad_phase.hpp"

namespace graze::test {

struct BroadPhaseKind {
    std::string name;
    std::function<std::unique_ptr<BroadPhase>()> make;
};

inline void PrintTo(const BroadPhaseKind& kind, std::ostream* out) { *out << kind.name; }

}  // namespace graze::test
