// The answer of a search for an impact that was refused.
#pragma once

#include "graze/result/impact.hpp"

namespace graze {

/// Contact may happen at any time.
inline Impact nothing_excluded(Status status) noexcept {
    Impact impact;
    impact.hit = true;
    impact.answer = ImpactAnswer::within_tolerance;
    impact.time = {0, 1};
    impact.status = status;
    return impact;
}

}  // namespace graze
