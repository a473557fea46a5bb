// The nearest triangle of a mesh. The answer is that of all triangles whose leaves are within its upper end,
// and does not depend on the order in which the search finds them: it may start from a triangle that is
// guessed, and is the same, bit for bit.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/work_budget.hpp"
#include "graze/math/interval.hpp"
#include "graze/mesh/mesh.hpp"

namespace graze {

/// Local frame.
struct SurfaceNearest {
    /// Contains the distance to the nearest triangle, without the margin. [max_distance, inf] when no
    /// triangle was examined.
    Interval distance{};
    Vec3 point{};            ///< On that triangle, up to rounding.
    std::uint32_t part = 0;  ///< Its number; of several with the same upper end the least.
    bool found = false;      ///< A triangle is within `max_distance`, up to rounding.
};

struct NearestOptions {
    /// Triangles beyond may be passed over.
    double max_distance = std::numeric_limits<double>::infinity();
    /// A triangle that may be near: the closer, the quicker. For searches without a `max_distance`.
    std::optional<std::uint32_t> guess = std::nullopt;
};

/// Finite points in the mesh's frame. What it does is counted on `work`, if there is one, but never ends for
/// it.
SurfaceNearest nearest_on_mesh(const MeshData& mesh, const Vec3& point, const NearestOptions& options,
                               WorkBudget* work = nullptr) noexcept;

}  // namespace graze
