// EPA: how deep the origin lies inside the difference of two cores, by growing a polytope inside it.
//
// Frame and scale of the CorePair. The polytope is a closed triangle surface around the origin whose vertices are points of the
// difference, so the ball that reaches its nearest facet fits inside: the lower bound of the depth. Every support height is
// an upper bound. The facet nearest the origin is expanded until the bounds meet.
// Starts from any simplex that holds the origin (1 to 4 points); flat differences (two crossing segments) have depth zero.
// Where the minimiser is not unique (concentric shapes) some nearest facet wins, the same one every time.
// After: van den Bergen, Collision Detection in Interactive 3D Environments, 4.3.8, with plane distances for all facets.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "convex/core_pair.hpp"
#include "convex/simplex/simplex.hpp"
#include "graze/result/trace.hpp"

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
    double lower = 0;      ///< The core depth is at least this, up to the pair's error.
    double upper = 0;      ///< ... and at most this: support height along `normal`.
    Vec3 normal{1, 0, 0};  ///< Unit, frame of a, from a to b: moving b by `upper` along it makes the cores touch.
    Simplex simplex;       ///< Of points of the difference, weighted for one at about `upper * normal`: the witness.
    std::uint32_t iterations = 0;
    bool budget_reached = false;
};

/// `start` holds the origin up to the pair's error. Keeps the polytope when `keep` is not null.
EpaResult epa(const CorePair& pair, const Simplex& start, const EpaGoal& goal, EpaPolytope* keep = nullptr) noexcept;

}  // namespace graze
