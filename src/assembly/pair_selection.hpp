// Which pairs of parts a check tests, before exclusions.
#pragma once

#include "graze/assembly/assembly.hpp"

namespace graze {

inline bool selects(PairSelection selection, const AssemblyPart& a, const AssemblyPart& b) {
    switch (selection) {
        case PairSelection::all: return true;
        case PairSelection::different_origins: return a.origin != b.origin;
        case PairSelection::different_groups: return a.group.empty() || a.group != b.group;
    }
    return true;
}

}  // namespace graze
