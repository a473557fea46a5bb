// Input and result of EPA. Frame and scale of the CorePair.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "convex/simplex/simplex.hpp"
#include "graze/result/separation.hpp"

namespace graze {

struct EpaGoal {
    double tolerance = 0;  ///< Wanted gap of the bounds, in the scale of the pair.
    /// At most kEpaVertices - 4 are used. Coaxial curved pairs reach a relative width of 1e-3 with fewer.
    std::uint32_t max_iterations = 1250;
    Trace* trace = nullptr;
};

/// The polytope's limit: as many as facets with their edges can be counted for in 16 bits.
inline constexpr std::uint32_t kEpaVertices = 7936;

/// The final surface, for the certificate.
struct EpaPolytope {
    struct Triangle {
        std::array<std::uint32_t, 3> vertices{};
        Vec3 normal{};  ///< Outward; any length.
    };
    std::vector<SimplexPoint> vertices;
    std::vector<Triangle> triangles;
};

struct EpaResult {
    double lower = 0;  ///< The core depth is at least this, up to the pair's error.
    double upper = 0;  ///< ... and at most this: support height along `normal`.
    /// Unit, frame of a, from a to b: moving b by `upper` along it makes the cores touch.
    Vec3 normal{1, 0, 0};
    /// Of points of the difference, weighted for one at about `upper * normal`: the witness.
    Simplex simplex;
    std::uint32_t iterations = 0;
    bool budget_reached = false;
};

}  // namespace graze
