// A record of every iteration of a solver: what explains an answer and what a viewer draws. Costs one pointer test per
// iteration when unused. Everything is in the frame of shape a; points are differences a - b of support points of the cores.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

enum class TraceStage : std::uint8_t { gjk, epa };

struct TraceStep {
    TraceStage stage = TraceStage::gjk;
    Vec3 axis{};                    ///< Direction searched in this iteration, not normalised.
    Vec3 support{};                 ///< Support point of the difference of the cores found along it.
    std::array<Vec3, 4> simplex{};  ///< gjk: the simplex kept. epa: the facet expanded (three points); in the first such step the
                                    ///< fourth is the other corner of the tetrahedron that the polytope starts as.
    std::uint32_t simplex_size = 0;
    Interval bounds{};  ///< Bounds of the core distance (gjk) or core depth (epa) so far.
};

/// Pass its address in the options. Steps are appended; clear it between queries.
struct Trace {
    std::vector<TraceStep> steps;
};

}  // namespace graze
