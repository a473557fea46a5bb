// A record of how a distance was found: every iteration of a search, or the closed form that answered. What
// explains an answer and what a viewer draws. A traced query runs the same algorithm as any other and gives
// the same bits; unused, it costs one pointer test per iteration. Everything is in the frame of shape a;
// points are differences a - b of support points of the cores.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/interval.hpp"
#include "graze/math/vec.hpp"

namespace graze {

enum class TraceStage : std::uint8_t {
    gjk,            ///< An iteration of GJK.
    epa,            ///< An expansion of EPA.
    local_minimum,  ///< EPA: the support height along a local minimum of the depth, found by descent over directions.
    inner_balls,    ///< EPA: a ball inside one core, deep in the other, gave the bounds.
    closed_form,    ///< A formula answered the pair. One step, as for all below: the answer's normal and its distance.
    descent,        ///< Descent of a point of one shape along the derivatives of its distance from the other.
    axes,           ///< The 15 separating axes of two boxes.
    parts,          ///< A search over the parts of meshes, compounds and height fields; the pairs of parts are not recorded.
};

struct TraceStep {
    TraceStage stage = TraceStage::gjk;
    Vec3 axis{};                    ///< Direction searched in this iteration, not normalised. After a closed form: the normal.
    Vec3 support{};                 ///< Support point of the difference of the cores found along it; zero for closed forms.
    std::array<Vec3, 4> simplex{};  ///< gjk: the simplex kept. epa: the facet expanded (three points); in the first such step the
                                    ///< fourth is the other corner of the tetrahedron that the polytope
                                    ///< starts as.
    std::uint32_t simplex_size = 0;
    Interval bounds{};  ///< Of the core distance (gjk) or core depth (epa, local_minimum, inner_balls) so far; of the signed distance of
                        ///< the shapes after a closed form.
};

/// Pass its address in the options. Steps are appended; clear it between queries.
struct Trace {
    std::vector<TraceStep> steps;
};

}  // namespace graze
